"""Drawing from a source of random numbers that is handed in."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD_TEXTS, cards_in
from engine.chance import draw, pick, shuffled
from engine.games import GAMES
from engine.inputs import Act, Action, Chance, Need


class Fixed:
    """A source that gives the same number for ever, and has no other method."""

    def __init__(self, number: float) -> None:
        self._number = number

    def random(self) -> float:
        """The number."""
        return self._number


@given(st.lists(st.integers(), min_size=1), st.floats(0, 1, exclude_max=True))
def test_a_pick_is_one_of_the_choices(choices: list[int], number: float) -> None:
    """Whatever the source gives."""
    assert pick(choices, Fixed(number)) in choices


@given(st.lists(st.integers()), st.integers())
def test_shuffling_keeps_all_items(items: list[int], seed: int) -> None:
    """And leaves the list that was given alone."""
    before = items[:]
    assert sorted(shuffled(items, Random(seed))) == sorted(items)
    assert items == before


def test_every_order_is_as_likely() -> None:
    """Six orders of three items in 6000 shuffles: about a thousand each."""
    rng = Random(1)
    orders = [tuple(shuffled("abc", rng)) for _ in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts)


def test_the_same_seed_gives_the_same_order_for_ever() -> None:
    """A golden order: only ``random()`` is called, whose sequence Python promises to keep."""
    assert shuffled(range(10), Random("peerdeck")) == [1, 8, 5, 6, 0, 9, 4, 3, 7, 2]


def test_what_a_match_asks_for_is_drawn() -> None:
    """A dealer, a deck, two dice, and a card of those it may come from."""
    rng = Random(2)
    assert draw(GAMES["xing"].new(), rng).need is Need.DEALER
    match = GAMES["dice-capture"].new()
    deck = draw(match, rng)
    assert sorted(deck.values) == list(range(54))
    kings_first = sorted(deck.values, key=lambda card: (CARD_TEXTS[card][0] != "K", card))
    match.apply(Chance(Need.DECK, kings_first))
    match.apply(Act(0, Action("play", kings_first[0])))
    stolen = [draw(match, rng) for _ in range(20)]
    assert {card.need for card in stolen} == {Need.CARD}
    assert {card.values[0] for card in stolen} == set(cards_in(match.drawable()))
    match.apply(stolen[0])
    match.apply(Act(1, Action("play", next(card for card in cards_in(match.held[1]) if card < 32))))  # type: ignore[attr-defined]
    match.apply(Act(0, Action("roll", 1)))
    dice = [draw(match, rng) for _ in range(100)]
    assert {value for roll in dice for value in roll.values} == set(range(1, 7))
    assert {len(roll.values) for roll in dice} == {2}


def test_nothing_is_drawn_when_nothing_is_asked_for() -> None:
    """A seat is to act."""
    match = GAMES["xing"].new()
    for _ in range(2):
        match.apply(draw(match, Random(3)))
    with pytest.raises(ValueError, match="no chance outcome is needed, but seat"):
        draw(match, Random(3))
