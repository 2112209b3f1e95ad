"""What cards count in the put-down rummy, and what totals mean (RULES.md §2.1, §2.6, §2.7)."""

from collections.abc import Sequence
from typing import Final

from engine.cards import ACE, cards_in, rank_of

TARGET: Final = 500
ACE_VALUE: Final = 15
HIGHEST_VALUE_BELOW_ACE: Final = 10


def value_of(card: int) -> int:
    """What a card counts, on the table and in hand (§2.1)."""
    rank = rank_of(card)
    return ACE_VALUE if rank == ACE else min(rank + 2, HIGHEST_VALUE_BELOW_ACE)


VALUES: Final = tuple(value_of(card) for card in range(52))
"""What each card counts."""


def points_of(cards: int) -> int:
    """What a set of cards counts together."""
    return sum(VALUES[card] for card in cards_in(cards))


def standing(totals: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The winners and the wearers of the hat: the highest and the lowest totals, unless all are equal (§2.7)."""
    high, low = max(totals), min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == high)
    hat = tuple(seat for seat, total in enumerate(totals) if total == low)
    return winners, hat if low < high else ()
