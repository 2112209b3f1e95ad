"""Cards as small numbers and sets of cards as bit masks, with the text form of RULES.md §0.1.

A card is ``4 * rank + suit``: ranks 2 … A are 0 … 12, suits S C D H are 0 … 3, the jokers are 52 and 53.
Sorting cards therefore sorts by rank, then S C D H; one step up in a suit is four bits to the left.
A set of cards (a hand, a meld) is an int with one bit a card.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SCDH"
SUIT_NAMES: Final = ("spades", "clubs", "diamonds", "hearts")

CARD_TEXTS: Final = (*(rank + suit for rank in RANKS for suit in SUITS), "X1", "X2")
CARD_NUMBERS: Final = {text: number for number, text in enumerate(CARD_TEXTS)}

FULL_DECK: Final = (1 << 52) - 1
JOKERS: Final = 0b11 << 52
SUIT_MASKS: Final = tuple(sum(1 << (4 * rank + suit) for rank in range(13)) for suit in range(4))
OTHER_SUITS: Final = tuple(tuple(suit for suit in range(4) if suit != one) for one in range(4))
"""By suit, the other three."""
RANK_MASKS: Final = tuple(0b1111 << (4 * rank) for rank in range(13))

JACK: Final = RANKS.index("J")
QUEEN: Final = RANKS.index("Q")
KING: Final = RANKS.index("K")
ACE: Final = RANKS.index("A")


def lister(of_each_card: Sequence[T]) -> Callable[[int], list[T]]:
    """A function from a set of cards to what belongs to each of them, the lowest card first.

    It looks up eleven cards at a time, which takes a fifth of the time that it takes to go card by card.

    Args:
        of_each_card: what belongs to each card, for the whole deck.
    """
    first, second, third, fourth, fifth = (_of_each_subset(of_each_card[low : low + 11]) for low in range(0, 55, 11))

    def listed(cards: int) -> list[T]:
        return [
            *first[cards & 0x7FF],
            *second[cards >> 11 & 0x7FF],
            *third[cards >> 22 & 0x7FF],
            *fourth[cards >> 33 & 0x7FF],
            *fifth[cards >> 44],
        ]

    return listed


def _of_each_subset(of_each_card: Sequence[T]) -> list[tuple[T, ...]]:
    """By the mask of each set of a few cards, what belongs to its cards."""
    subsets: list[tuple[T, ...]] = [()]
    for one in of_each_card:
        subsets += [(*subset, one) for subset in subsets]
    return subsets


cards_in: Final = lister(range(54))
"""The cards of a set, lowest first."""


def mask_of(cards: Iterable[int]) -> int:
    """The set of the given cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def hand_seen_by(seat: int | None, held: Sequence[int]) -> int:
    """The hand that a seat sees, as a set: its own; none for somebody who has no seat."""
    return 0 if seat is None else held[seat]


def card(text: str) -> int:
    """The card that a text such as ``TD`` or ``X1`` names; ``KeyError`` if it names none."""
    return CARD_NUMBERS[text]


def cards(text: str) -> list[int]:
    """The cards of a blank-separated list such as ``"TD 7S"``, in its order; ``KeyError`` if one is none."""
    return [CARD_NUMBERS[word] for word in text.split()]


def text_of(cards: Iterable[int]) -> str:
    """The blank-separated text of cards, in the given order."""
    return " ".join(CARD_TEXTS[card] for card in cards)


def rank_of(card: int) -> int:
    """The rank's index in ``RANKS``."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit's index in ``SUITS``."""
    return card & 3
