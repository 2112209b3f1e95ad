"""Twenty-nine and Call against their second, slow and obvious implementations."""

from random import Random

import pytest

from engine import games
from engine.cards import CARD_TEXTS, cards_in, text_of
from engine.chance import draw, pick
from engine.games.call import Call
from engine.games.twenty_nine import Phase
from engine.inputs import Act, Input, Need
from engine.record import write_input
from engine.state import state_of
from engine.tricks import HiddenTrumpMatch
from tests.engine.games.slow_call import SlowCall
from tests.engine.games.slow_tricks import SlowMatch
from tests.engine.games.slow_twenty_nine import SlowTwentyNine
from tests.engine.games.trick_tables import offered

SLOW: dict[str, type[SlowMatch]] = {"twenty-nine": SlowTwentyNine, "call": SlowCall}
KEEPING_TRUMP_HIDDEN = ("ask", "bonus")
MATCHES = {"twenty-nine": 100, "call": 10}
CAP = 1500


def next_input(match: HiddenTrumpMatch, rng: Random, unwilling: tuple[str, ...], share: float) -> Input:
    """What the match asks for, at random; before the last trick some things are left undone in a share of the turns."""
    if match.needs is not Need.SEAT:
        return draw(match, rng)
    (seat,) = match.to_act
    actions = match.legal(seat)
    in_last_trick = len(match.takers) == match._tricks - 1
    if rng.random() < share and not in_last_trick:
        actions = [action for action in actions if action.verb not in unwilling] or actions
    return Act(seat, pick(actions, rng))


def assert_same(match: HiddenTrumpMatch, slow: SlowMatch) -> None:
    """Both stand at the same point of the same match."""
    state = state_of(match, None)
    who, legal = slow.asked
    needs = "seat" if isinstance(who, int) else who
    assert state["needs"] == needs
    assert state["hands"] == [row * 2 for row in slow.scores]
    assert state["totals"] == slow.totals * 2
    assert state["winners"] == ([] if slow.winner is None else [slow.winner, slow.winner + 2])
    assert state["trump"] == (slow.trump if slow.public else None) or needs in ("deck", "nothing")
    if needs == "seat":
        assert offered(match) == (who, legal)
        assert_same_cards(match, slow)


def assert_same_cards(match: HiddenTrumpMatch, slow: SlowMatch) -> None:
    """Hands with the hidden card, and what the hand is played for."""
    for seat, hand in enumerate(match.held):
        cards = set(text_of(cards_in(hand)).split())
        if isinstance(match, Call) and match.card_lies() and seat == match.bidder:
            cards.add(CARD_TEXTS[match.hidden_card])
        assert sorted(cards) == sorted(slow.all_cards(seat))
    if isinstance(slow, SlowTwentyNine) and match.phase is Phase.PLAY:
        extras = match.extras()
        assert (extras["target"], extras["stake"]) == (slow.target, slow.stake)
    if isinstance(slow, SlowCall):
        assert match.extras()["target"] == slow.target


@pytest.mark.parametrize("game", ["twenty-nine", "call"])
@pytest.mark.parametrize(
    ("unwilling", "share"), [((), 0.0), (("bid",), 0.6), (KEEPING_TRUMP_HIDDEN, 0.6), (KEEPING_TRUMP_HIDDEN, 0.99)]
)
def test_random_matches_agree_at_every_point(game: str, unwilling: tuple[str, ...], share: float) -> None:
    """Legal actions, hands, targets, scores and the end are the same after every input."""
    rng = Random(f"{game} {unwilling} {share}")
    for _ in range(MATCHES[game]):
        match = games.find(game).new()
        assert isinstance(match, HiddenTrumpMatch)
        slow = SLOW[game]()
        for _ in range(CAP):
            assert_same(match, slow)
            if match.needs is Need.NOTHING:
                break
            given = next_input(match, rng, unwilling, share)
            match.apply(given)
            line = write_input(match.game, given)
            slow.play(line.partition(" ")[2] if isinstance(given, Act) else line)
