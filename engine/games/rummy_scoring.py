"""What cards count in the put-down rummy, and what totals mean (RULES.md §2.1, §2.6, §2.7)."""

from collections.abc import Sequence
from typing import Final

from engine.cards import ACE, rank_of

TARGET: Final = 500
ACE_VALUE: Final = 15
HIGHEST_VALUE_BELOW_ACE: Final = 10


def value_of(card: int) -> int:
    """What a card counts, on the table and in hand (§2.1)."""
    rank = rank_of(card)
    return ACE_VALUE if rank == ACE else min(rank + 2, HIGHEST_VALUE_BELOW_ACE)


VALUES: Final = tuple(value_of(card) for card in range(52))
"""What each card counts."""


def _points_of_each_subset(values: Sequence[int]) -> tuple[int, ...]:
    """By the mask of each set of a few cards, what its cards count together."""
    points = [0]
    for value in values:
        points += [value + below for below in points]
    return tuple(points)


_FOUR_PARTS: Final = tuple(_points_of_each_subset(VALUES[low : low + 13]) for low in range(0, 52, 13))


def points_of(cards: int) -> int:
    """What a set of cards counts together."""
    first, second, third, fourth = _FOUR_PARTS
    return first[cards & 0x1FFF] + second[cards >> 13 & 0x1FFF] + third[cards >> 26 & 0x1FFF] + fourth[cards >> 39]


def standing(totals: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The winners and the wearers of the hat: the highest and the lowest totals, unless all are equal (§2.7)."""
    high, low = max(totals), min(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == high)
    hat = tuple(seat for seat, total in enumerate(totals) if total == low)
    return winners, hat if low < high else ()
