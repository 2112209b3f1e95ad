"""The chance that a hand has one of some cards, against counting all hands."""

from itertools import combinations

import pytest

from engine.bots.rules_of_thumb.odds import holds_any


@pytest.mark.parametrize("hidden", range(1, 8))
def test_it_is_the_share_of_the_hands_that_have_one(hidden: int) -> None:
    """Whatever is wanted and held."""
    for wanted in range(hidden + 1):
        for held in range(hidden + 1):
            hands = list(combinations(range(hidden), held))
            share = sum(any(card < wanted for card in hand) for hand in hands) / len(hands)
            assert holds_any(wanted, hidden, held) == pytest.approx(share)


def test_nothing_is_held_of_nothing() -> None:
    """Also by a hand that is said to have more cards than there are."""
    assert holds_any(0, 0, 0) == 0
    assert holds_any(0, 0, 4) == 0
    assert holds_any(1, 2, 4) == 1
