"""The score sheet as plain text."""

import pytest

from engine.match import Ending
from engine.score_sheet import outcome, score_sheet
from tests.engine.records import header, played
from tests.engine.toy_game import TOY


def test_a_sheet_lists_hands_totals_and_the_outcome() -> None:
    """Aligned in columns, with the players' names where there are any."""
    match = TOY.new()
    match.hand_points = ((3, 0, 1, 12), (0, 2, 0, -5))
    match.totals = (3, 2, 1, 7)
    assert score_sheet(match, {0: "North", 2: "Ol"}) == (
        "        North  seat 1  Ol  seat 3\n"
        "hand 1      3       0   1      12\n"
        "hand 2      0       2   0      -5\n"
        " total      3       2   1       7\n"
        "The match is still going on.\n"
    )


@pytest.mark.parametrize(
    ("ending", "winners", "sentence"),
    [
        (None, (), "The match is still going on."),
        (Ending.WON, (2,), "Won by seat 2."),
        (Ending.WON, (0, 3), "Won by North and seat 3."),
        (Ending.DRAWN, (), "The match is drawn."),
        (Ending.ENDED, (), "The match was broken off before it was decided."),
        (Ending.ENDED, (1,), "The match was broken off; in front: seat 1."),
    ],
)
def test_each_outcome_has_a_sentence(ending: Ending | None, winners: tuple[int, ...], sentence: str) -> None:
    """Winners are named."""
    match = TOY.new()
    match.ending = ending
    match.winners = winners
    assert outcome(match, {0: "North"}) == sentence


def test_a_match_without_hands_has_a_sheet_too() -> None:
    """Totals of nought."""
    assert score_sheet(played(header("dice-capture", 2)), {}).splitlines()[1].split() == ["total", "0", "0"]
