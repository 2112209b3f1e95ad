"""Dealing out unseen cards so that nobody gets one that they cannot hold."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import SUIT_MASKS, cards, cards_in, mask_of
from engine.memories.unseen import Holder, UnseenCards

SPADES, CLUBS, DIAMONDS, HEARTS = SUIT_MASKS


class NoLuck:
    """A source of numbers that always gives the same one."""

    def __init__(self, number: float) -> None:
        self.number = number

    def random(self) -> float:
        """The number."""
        return self.number


@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 40))
def test_every_deal_fits(seed: int, places: int, number: int) -> None:
    """Each place gets as many cards as it has room for, none that it cannot hold; each card is dealt once.

    The bars are made from a deal that is possible: a place is barred from suits that it did not get there.
    """
    rng = Random(seed)
    truth = [0] * places
    for card in rng.sample(range(52), number):
        truth[rng.randrange(places)] |= 1 << card
    holders = [
        Holder(hand.bit_count(), sum(suit for suit in SUIT_MASKS if not hand & suit and rng.random() < 0.8))
        for hand in truth
    ]
    unseen = sum(truth)
    deal = UnseenCards(unseen, holders).deal(rng)
    assert sum(deal) == unseen
    for hand, holder in zip(deal, holders, strict=True):
        assert hand.bit_count() == holder.room
        assert not hand & holder.barred


@pytest.mark.parametrize("number", [0.0, 0.3, 0.6, 0.999999])
def test_a_corner_is_left_by_moving_cards_on(number: float) -> None:
    """The spade must go to the first place and the diamond to the third, whatever is drawn for the others."""
    unseen = mask_of(cards("AS KC QC JC TD 9D"))
    holders = [Holder(2, DIAMONDS), Holder(2, SPADES), Holder(2, SPADES | CLUBS)]
    deal = UnseenCards(unseen, holders).deal(NoLuck(number))
    assert deal[2] == mask_of(cards("TD 9D"))
    assert deal[0] & SPADES
    assert [hand.bit_count() for hand in deal] == [2, 2, 2]


def test_a_chain_of_places_moves_cards_on() -> None:
    """Two places are full with cards that go on to the next one."""
    holders = [Holder(1, HEARTS | DIAMONDS), Holder(1, SPADES | HEARTS), Holder(1, SPADES | CLUBS)]
    unseen = mask_of(cards("2S 2C 2D"))
    for number in (0.0, 0.5, 0.999):
        deal = UnseenCards(unseen, holders).deal(NoLuck(number))
        assert deal == [mask_of(cards("2S")), mask_of(cards("2C")), mask_of(cards("2D"))]


def test_an_impossible_deal_is_said_to_be_one() -> None:
    """It does not go on for ever."""
    with pytest.raises(ValueError, match="No deal agrees"):
        UnseenCards(mask_of(cards("AS KS")), [Holder(1, SPADES), Holder(1)]).deal(Random(1))


def test_all_possible_deals_come() -> None:
    """Here each of the six that fit, and about as often."""
    holders = [Holder(1, SPADES), Holder(2), Holder(1)]
    scene = UnseenCards(mask_of(cards("AS KS QC JD")), holders)
    rng = Random(7)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(3000):
        deal = tuple(scene.deal(rng))
        counts[deal] = counts.get(deal, 0) + 1
    assert len(counts) == 6
    assert all(count > 200 for count in counts.values())
    assert all(not deal[0] & SPADES and len(cards_in(deal[1])) == 2 for deal in counts)
