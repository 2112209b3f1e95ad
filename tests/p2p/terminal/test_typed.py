"""From what a person types to an action of a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from p2p.terminal.actions import Listing
from p2p.terminal.tables import words_for
from p2p.terminal.typed import Unclear, action_typed
from tests.p2p.terminal.random_tables import KINDS, moments

RUMMY = ["meld 7S 7H 7D", "add 7C 1", "add 8D 2", "discard 7S", "discard 7C", "discard AH"]


def meant(game: str, legal: list[str], line: str) -> str | None:
    """What a line means when that is legal."""
    return action_typed(line, GAMES[game], Listing(legal, words_for(game)))


def meant_or_why_not(game: str, legal: list[str], line: str) -> str | None:
    """What a line means, or the sentence that asks to be clearer."""
    try:
        return meant(game, legal, line)
    except Unclear as unclear:
        return str(unclear)


@pytest.mark.parametrize(
    ("game", "legal", "line", "action"),
    [
        ("xing", ["play 7H"], "play 7H", "play 7H"),
        ("xing", ["play 7H"], "  Play   7h ", "play 7H"),
        ("xing", ["play 7H"], "p 7h", "play 7H"),
        ("xing", ["play 7H"], "7h", "play 7H"),
        ("xing", ["play 7H"], "7♥", "play 7H"),
        ("xing", ["play TD"], "10d", "play TD"),
        ("xing", ["play TD"], "play 10D", "play TD"),
        ("xing", ["play 7H"], "1", "play 7H"),
        ("xing", ["play 7H"], "8s", "play 8S"),
        ("xing", [], "8s", "play 8S"),
        ("rummy", ["draw", "take 5C"], "d", "draw"),
        ("rummy", RUMMY, "di ah", "discard AH"),
        ("rummy", RUMMY, "d ah", "discard AH"),
        ("rummy", RUMMY, "ah", "discard AH"),
        ("rummy", RUMMY, "7d, 7s, 7h", "meld 7S 7H 7D"),
        ("rummy", RUMMY, "8d 2", "add 8D 2"),
        ("rummy", RUMMY, "take 5c", "take 5C"),
        ("dice-capture", ["play 7H new", "play 7H 1"], "7h NEW", "play 7H new"),
        ("dice-capture", ["play X1 new", "roll 1"], "x1 new", "play X1 new"),
        ("dice-capture", ["play X1 new", "roll 1"], "x1", "play X1 new"),
        ("dice-capture", ["play X1 new", "roll 1"], "roll", "roll 1"),
        ("dice-capture", ["play X1 new", "play X1 1"], "play x1", "play X1"),
        ("tien-len", ["play 3S 4C 5D", "chip"], "5d 4c 3s", "play 3S 4C 5D"),
        ("tien-len", ["play 3S 4C 5D", "chip"], "play 5d 4c 3s", "play 5D 4C 3S"),
        ("twenty-nine", ["bid 16", "bid 17", "pass"], "17", "bid 17"),
        ("twenty-nine", ["bid 16", "bid 17", "pass"], "b 17", "bid 17"),
        ("twenty-nine", ["trump S", "trump H"], "trump hearts", "trump H"),
        ("twenty-nine", ["trump S", "trump H"], "t h", "trump H"),
        ("twenty-nine", ["ask", "play AS"], "as", "play AS"),
        ("twenty-nine", ["ask", "play AS"], "ask", "ask"),
        ("call", ["hide 4H", "seventh"], "4h", "hide 4H"),
        ("call", [], "seventh", "seventh"),
        ("xing", [], "foo", None),
        ("xing", [], "table", None),
        ("xing", ["play 7H"], "play nonsense", "play nonsense"),
    ],
)
def test_what_is_meant(game: str, legal: list[str], line: str, action: str | None) -> None:
    """Small letters, short verbs, cards alone, numbers, suits by name; anything else is no action."""
    assert meant(game, legal, line) == action


@pytest.mark.parametrize(
    ("game", "legal", "line", "sentence"),
    [
        ("rummy", RUMMY, "9c", "Say what you want to do with it, for example: discard AH."),
        ("rummy", [], "7c", "You cannot act now; it is not your turn."),
        ("rummy", RUMMY, "9", "There is no number 9; the actions are numbered 1 to 6."),
        ("xing", [], "1", "You cannot act now, so that no number means anything."),
        ("xing", ["play 7H"], "99999999999999999999", "There is no number 999999999; the actions are numbered 1 to 1."),
        ("twenty-nine", ["bid 16", "pass"], "15", "You cannot bid 15; type actions for what you may do."),
        ("call", [], "b", "Say which you mean: bid or bonus."),
        (
            "dice-capture",
            [f"play X1 {pile}" for pile in range(1, 7)],
            "x1",
            "Say which you mean: play X1 1, play X1 2, play X1 3 or play X1 4 …",
        ),
        ("rummy", ["take 5C", "discard 5C"], "5c", "Say which you mean: take 5C or discard 5C."),
    ],
)
def test_what_is_unclear(game: str, legal: list[str], line: str, sentence: str) -> None:
    """One sentence that says what would be clear."""
    with pytest.raises(Unclear) as error:
        meant(game, legal, line)
    assert str(error.value) == sentence


@given(st.sampled_from(sorted(GAMES)), st.text(max_size=40).filter(str.strip))
def test_any_line_is_understood_or_refused_in_a_sentence(game: str, line: str) -> None:
    """Whatever is typed, nothing worse comes of it."""
    answer = meant_or_why_not(game, [], line)
    assert answer is None or answer.endswith(".") or answer.split()[0] in GAMES[game].verbs


def test_every_legal_action_can_be_typed_as_it_is_listed() -> None:
    """In capitals or not, and by its number."""
    for kind in KINDS:
        for seen in moments(kind)[:200]:
            listing = Listing(seen.legal, words_for(seen.game), seen.view["hand"])
            for action in seen.legal:
                assert action_typed(action, GAMES[seen.game], listing) == action
                typed = action_typed(action.lower(), GAMES[seen.game], listing)
                assert typed == action
            if listing.by_number:
                for number, action in enumerate(listing.actions, 1):
                    assert action_typed(str(number), GAMES[seen.game], listing) == action
