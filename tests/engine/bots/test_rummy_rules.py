"""What a bot goes by in the put-down rummy, in positions made for it."""

from collections.abc import Sequence
from random import Random

import pytest

from engine import bots
from engine.bots.rules_of_thumb.rummy import RummyJudge
from engine.bots.rules_of_thumb.rummy_plan import Layout, best_layout, outs
from engine.cards import cards, mask_of
from engine.events import seen_by
from engine.games.rummy import GAME, Rummy
from engine.games.rummy_scoring import points_of
from engine.melds import FITS, usable
from engine.syntax import write_action
from tests.engine.bots.watching import answer, choice, read
from tests.engine.games.rummy_hands import deal_line, position
from tests.engine.records import header


def chosen(match: Rummy, kind: str = "normal") -> str:
    """What a bot that has seen nothing does in a position, for seat 0."""
    bot = bots.make(kind, GAME, 0, match.seats, Random(0))
    return write_action(GAME.verbs, choice(bot, match, 0))


def layout(hand: str, melds: Sequence[str] = ()) -> Layout:
    """How a hand is parted beside melds on the table."""
    fits = [FITS[mask_of(cards(meld))] for meld in melds]
    runs = sets = 0
    for fit in fits:
        runs |= fit.runs
        sets |= fit.sets
    return best_layout(mask_of(cards(hand)), runs, sets)


@pytest.mark.parametrize(
    ("hand", "melds", "points"),
    [
        ("2S 4C 6H 8S", [], 0),
        ("7S 7H 7D 2C", [], 21),
        ("7S 7H 7D 7C 8S 9S", [], 45),  # three sevens and the run with the fourth
        ("7S 7H 7D 8S 9S", [], 24),  # either the set or the run
        ("KS KH KD QS JS QH JH", [], 60),  # the Kings go to their Queens
        ("5S 6S 2C", ["7S 8S 9S"], 11),  # one after the other
        ("4H 2C", ["4S 4C 4D"], 4),
        ("", [], 0),
    ],
)
def test_hands_are_parted_so_that_the_most_points_come_down(hand: str, melds: Sequence[str], points: int) -> None:
    """Sets and runs that need the same card are weighed against each other; what fits is added."""
    parted = layout(hand, melds)
    assert parted.points == points
    assert points_of(mask_of(cards(hand)) & ~parted.rest) == points


def test_outs_are_the_cards_that_would_be_usable() -> None:
    """As the rules say it of a card in hand (RULES.md §2.5)."""
    rng = Random(3)
    for _ in range(300):
        hand = mask_of(rng.sample(range(52), rng.randint(0, 9)))
        runs, sets = (mask_of(rng.sample(range(52), 3)) & ~hand for _ in range(2))
        wanted = outs(hand, runs, sets)
        for card in range(52):
            bit = 1 << card
            if not hand & bit:
                assert wanted >> card & 1 == bool(usable(hand | bit, runs, sets) & bit), (hand, runs, sets, card)


def test_what_can_come_down_is_put_down() -> None:
    """And what fits is added, before anything is thrown."""
    assert chosen(position("7S 7H 7D 2C KD")) == "meld 7S 7D 7H"
    assert chosen(position("7H 2C KD", melds=["7S 7C 7D"])) == "add 7H 1"


def test_the_better_of_two_melds_is_put_down() -> None:
    """The three Kings would leave two Queens and two Jacks behind."""
    assert chosen(position("KS KH KD QS JS QH JH 2C")) in ("meld JS QS KS", "meld JH QH KH")


def test_what_has_no_hope_is_thrown() -> None:
    """The pair and the two that are next to each other are kept."""
    assert chosen(position("7S 7H 4C 5C KD")) == "discard KD"
    assert chosen(position("QS QH 8C 9C 2D 9S")) == "discard 2D"


def test_a_pair_without_hope_is_no_pair() -> None:
    """The other two Kings lie on the table in runs."""
    match = position("KS KH 7C 8C", melds=["JC QC KC", "JD QD KD"])
    assert chosen(match).startswith("discard K")


def test_high_cards_are_thrown_when_somebody_is_about_to_go_out() -> None:
    """An Ace beside its King is worth waiting for only while there is time."""
    hand = "AS KS 4H 9C 6D"
    assert chosen(position(hand, others=("2S 2D 4S 5S 8S 9S JS", "2H 3H 5H 7D 8D TD QD"))) == "discard 4H"
    assert chosen(position(hand, others=("2S", "2H 3H"))) == "discard AS"


def test_what_the_next_player_can_add_is_not_thrown() -> None:
    """It cannot be added now, since then the card from the pile would be left alone."""
    match = position("8S 2D", melds=["5S 6S 7S"], taken="2D", seats=2)
    assert chosen(match) == "discard 8S"
    match = position("9H 9S 2D KC 3H", melds=["5H 6H 7H"], seats=2)
    assert chosen(match) != "discard 9H"


def test_what_comes_down_at_once_is_taken_from_the_pile() -> None:
    """With the third of a rank it takes the top card, with nothing to match it does not."""
    assert chosen(position("7S 7H 2C QD 4D", pile="3H 7D")) == "take 7D"
    assert chosen(position("7S 8H 2C QD 4D", pile="3H KS")) == "draw"


def test_a_deep_pile_is_taken_for_what_it_brings() -> None:
    """Two sets are worth a few more cards; a low set is not worth many high ones when the hand may end."""
    good = position("AS AH KS KH 2C", pile="AD 3H KD", take="deep")
    assert chosen(good) == "take AD"
    bad = position("2S 2H 5C", pile="2D KS QH JC AD TH 9S", take="deep", others=("3S", "3H"))
    assert chosen(bad) == "draw"


def test_who_can_go_out_does() -> None:
    """The last card is thrown."""
    assert chosen(position("7S 7H 7D KC")) == "meld 7S 7D 7H"
    assert chosen(position("KC")) == "discard KC"


def test_who_would_lose_the_match_by_going_out_does_not() -> None:
    """Seat 1 stands at 520 with what it has put down; the hand goes on, and the three sevens with it."""
    match = position("7S 7H 7D KC", melds=["TS TC TD TH"], others=("2S 3D", "4H 5C"))
    match.totals = (300, 480, 100)
    assert chosen(match) == "discard KC"
    match.totals = (510, 460, 100)
    assert chosen(match) == "meld 7S 7D 7H"


OTHERS = "TC JC QC KC TD JD QD KD AD TH JH QH KH"
"""The hand of seat 1 in the records below."""


def record(hand: str, upcard: str, stock: str) -> list[str]:
    """A record of two players that stands before seat 0's first go."""
    return [*header("rummy", 2), "dealer 1", deal_line(hand, OTHERS, upcard=upcard, stock=stock, dealer=1)]


def weights(lines: Sequence[str]) -> dict[str, float]:
    """How an attentive judge that has seen a record weighs what may follow."""
    match, events = read(lines)
    (seat,) = match.to_act
    judge = RummyJudge(seat, match.seats, attentive=True)
    for event in seen_by(seat, events):
        judge.see(event)
    legal = match.legal(seat)
    weighed = judge.weigh(legal, match.view(seat))
    return {write_action(GAME.verbs, action): weight for action, weight in zip(legal, weighed, strict=True)}


def test_what_others_took_tells_what_they_want() -> None:
    """Seat 1 takes the nine of hearts, or leaves it: a nine of spades is for it then, or less likely."""
    before = record("9S AS 2S 4S 6S JS 3C 5C 7C 2D 4D 6D 2H", upcard="AC", stock="9H 3H 8D")
    left = weights([*before, "0 draw", "0 discard 9H", "1 draw", "1 discard 3H", "0 draw"])
    taken = weights([*before, "0 draw", "0 discard 9H", "1 take 9H", "1 discard TC", "0 draw"])
    assert taken["discard 9S"] - taken["discard AS"] < left["discard 9S"] - left["discard AS"] - 1


@pytest.mark.parametrize(("known", "answers"), [("AH", "draw"), ("2H", "take KS")])
def test_a_stock_that_everybody_saw_is_known(known: str, answers: str) -> None:
    """Once the pile was turned over it draws the card that it knows to come, if that is worth more than the pile's."""
    hand = "AS AC 2S 2C 4S 6S 8S 4C 6C 8C 5D 7D 9D"
    seen = "3S 3C 3D 3H 4D 4H 5S 5C 5H 6D 6H 7S 7C 7H 8D 8H 9S 9C 9H TS JS QS 2D"
    stock = [*seen.split(), {"AH": "2H", "2H": "AH"}[known], "KS"]
    goes = [f"{place % 2} {act}" for place, drawn in enumerate(stock) for act in ("draw", f"discard {drawn}")]
    assert answer([*record(hand, known, " ".join(stock)), *goes]) == answers
