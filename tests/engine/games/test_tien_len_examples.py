"""The worked examples of Tien Len (RULES.md §4.14)."""

import pytest

from engine.cards import cards, mask_of
from engine.games.tien_len_combinations import Combination, Kind, beats, combination
from engine.games.tien_len_points import practice_winner
from engine.match import Ending
from tests.engine.games.tien_len_hands import (
    chips,
    deal,
    feed,
    four,
    legal,
    match_of,
    play_out,
    practice,
    suit,
    tokens,
)
from tests.engine.records import refusal_code


def known(text: str) -> Combination:
    """The combination that the cards are."""
    what = combination(mask_of(cards(text)))
    assert what
    return what


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("7H", "7D"),
        ("7D", "7C"),
        ("7C", "7S"),
        ("8S", "7H"),
        ("9S 9H", "9C 9D"),
        ("4S 5C 6H", "4H 5H 6D"),
        ("7C 8D 9S", "4H 5H 6H"),
    ],
)
def test_t_e1_comparing(higher: str, lower: str) -> None:
    """By rank, then by suit; a test of the function that compares."""
    assert beats(known(higher), known(lower))
    assert not beats(known(lower), known(higher))


def test_t_e1_runs_have_no_2() -> None:
    """A test of the function that tells what cards are."""
    assert known("TS JD QC KH AS").kind is Kind.RUN
    assert combination(mask_of(cards("QS KH AD 2C"))) is None
    assert combination(mask_of(cards("KS AS 2S"))) is None


FOUR_PAIRS = "4S 4C 5S 5C 6S 6C 7S 7C"


@pytest.mark.parametrize(
    ("current", "answer", "is_answer"),
    [
        ("2S", "2C", True),
        ("2S", "3S 3C 4S 4D 5C 5H", True),
        ("2S", "6S 6C 6D 6H", True),
        ("2S 2C", "2D 2H", True),
        ("2S 2C", four("3"), True),
        ("2S 2C", FOUR_PAIRS, True),
        ("2S 2C", "3S 3C 4S 4D 5C 5H", False),
        ("2S 2C 2D", "3S 3C 4S 4D 5C 5H", False),
        ("2S 2C 2D", FOUR_PAIRS, False),
        ("2S 2C 2D", four("A"), False),
        ("AH", four("6"), False),
    ],
)
def test_t_e2_answers_to_a_2(current: str, answer: str, *, is_answer: bool) -> None:
    """A test of the function that compares; the next test plays some of it."""
    assert beats(known(answer), known(current)) is is_answer


@pytest.mark.parametrize(
    ("led", "answers"),
    [
        ("2S", ["play 2D", "play 2H", "play 8S 8C 9S 9C TS TC", f"play {four('6')}", "chip"]),
        ("2S 2C", ["play 2D 2H", f"play {four('6')}", "chip"]),
    ],
)
def test_t_e2_played_out(led: str, answers: list[str]) -> None:
    """In a record: all that can be done about 2s that are led."""
    record = tokens(2, deal("3S 2S 2C", f"3H {four('6')} 8S 8C 9S 9C TS TC 2D 2H"))
    feed(record, "0 play 3S", "1 chip", f"0 play {led}")
    assert legal(record, 1) == answers


def test_t_e4_chop_arithmetic() -> None:
    """A 2, three pairs, two fours: each chop is paid by the player of the play that it beats."""
    hands = deal("3S 2H", "3C 3D 4S 4C 5S 5C 7S", f"8S {four('6')}", f"TS {four('9')}")
    for record, sign in ((practice(hands), "practice"), (tokens(4, hands), "tokens")):
        feed(record, "0 play 3S", "1 play 7S", "2 play 8S", "3 play TS", "0 play 2H")
        feed(record, "1 play 3C 3D 4S 4C 5S 5C")
        assert match_of(record).totals == (-4, 4, 0, 0)
        feed(record, f"2 play {four('6')}")
        assert match_of(record).totals == (-4, -4, 8, 0)
        feed(record, f"3 play {four('9')}")
        assert match_of(record).totals == (-4, -4, -8, 16), sign


def test_t_e6_finishing_2() -> None:
    """A last 2 is chopped for nothing, and nothing doubled stays nothing; who won the trick leads."""
    hand = "3S 4S 5S 6S 7S 9S TS JS QS AS AC AD 2D"
    record = tokens(4, deal(hand, "", four("8"), four("K")))
    for led in ("3S 4S 5S 6S 7S", "9S TS JS QS", "AS AC AD"):
        feed(record, f"0 play {led}", *chips(1, 2, 3))
    feed(record, "0 play 2D", *chips(1), f"2 play {four('8')}", f"3 play {four('K')}", *chips(2))
    match = match_of(record)
    assert match.placed == (0,)
    assert match.totals == (0, 0, 0, 0)
    assert (match.phase, match.to_act) == ("lead", (3,))


PINCH = [
    deal(
        suit("D").replace("2D", "2C"),
        suit("C").replace("3C", "2S").replace("2C", "2H"),
        suit("S").replace("2S", "3C"),
        suit("H").replace("2H", "2D"),
    ),
    f"2 play {suit('S').removesuffix(' 2S')}", *chips(3, 0, 1),
    "2 play 3C", *chips(3), "0 play 2C", *chips(1),
    f"0 play {suit('D').removesuffix(' 2D')}", *chips(1, 3),
    "1 play 4C", "3 play 2D", *chips(1),
    f"3 play {suit('H').removesuffix(' 2H')}",
]  # fmt: skip
"""Seats 2, 0 and 3 are rid of their cards in this order, and seat 1 has 2S and 2H left."""


def test_t_e7_pinch_four_online() -> None:
    """The last player pays the one just before for both 2s, on top of the places."""
    match = match_of(tokens(4, *PINCH))
    assert match.placed == (2, 0, 3, 1)
    assert match.hand_points == ((2, -10, 4, 4),)
    assert match.totals == (2, -10, 4, 4)


def test_t_e7_pinch_in_practice() -> None:
    """The same with the points of practice."""
    match = match_of(practice(*PINCH))
    assert match.hand_points == ((2, -8, 4, 6),)
    assert match.totals == (2, -8, 4, 6)


ONE_SUIT_EACH = deal(suit("H"), suit("S"), suit("C"), suit("D"))
"""Seat 1 has the lowest card, and as long as it leads it comes first."""


@pytest.mark.parametrize(
    ("fourth_deal", "opener"),
    [(deal(suit("H"), suit("C"), suit("S"), suit("D")), 2), (ONE_SUIT_EACH, 1)],
)
def test_t_e11_leading_three_rounds(fourth_deal: str, opener: int) -> None:
    """After three rounds opened in a row the lowest card opens, wherever it is (T-D8), and the count starts again."""
    record = tokens(4)
    for number in (1, 2, 3):
        feed(record, ONE_SUIT_EACH)
        assert match_of(record).to_act == (1,)
        play_out(record)
        assert (match_of(record).opener, match_of(record).streak, match_of(record).winner) == (1, number, 1)
    feed(record, fourth_deal)
    assert match_of(record).to_act == (opener,)
    assert all("3S" in text for text in legal(record, opener))
    play_out(record)
    assert (match_of(record).opener, match_of(record).streak) == (opener, 1)


def test_t_e11_the_opening_play_contains_the_lowest_card() -> None:
    """Two players, lowest card 4C: only what contains it may be played, and the refusal names it."""
    record = tokens(2, deal("4C 4H 5S 6D 8S 8C 9D JS JD JH KC AC 2D", "5C 6S 6H 7S 9S TS TH QS KS AS AH 2S 2H"))
    texts = legal(record, 0)
    assert all("4C" in text for text in texts)
    assert {"play 4C", "play 4C 4H", "play 4C 5S 6D"} == set(texts)
    assert refusal_code(record, "0 play 5S") == "opening-card-missing"
    assert refusal_code(record, "0 play 4H 5S 6D") == "opening-card-missing"


@pytest.mark.parametrize(("totals", "winner"), [([24, 22, 4, -2], 0), ([22, 22, 4, 0], None), ([20, 4, 6, -2], None)])
def test_t_e12_practice_end(totals: list[int], winner: int | None) -> None:
    """The highest total wins if it is 22 or more and not shared; a test of the function that judges."""
    assert practice_winner(totals) == winner


def test_t_e12_played_out() -> None:
    """In a record: at 24 all but shared another round is dealt, and the first who has more alone wins."""
    record = practice()
    match = match_of(record)
    for _ in range(6):
        feed(record, ONE_SUIT_EACH)
        play_out(record)
    assert match.totals == (-36, 24, 12, 24)
    assert match_of(record).ending is None
    feed(record, deal(suit("C"), suit("S"), suit("H"), suit("D")))
    play_out(record)
    assert match.totals == (-40, 28, 14, 26)
    assert (match.ending, match.winners, match.phase) == (Ending.WON, (1,), "over")
    assert refusal_code(record, ONE_SUIT_EACH) == "match-is-over"
