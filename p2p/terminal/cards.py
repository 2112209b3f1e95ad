"""Cards as a reader wants them: hands in groups, and names in words instead of two letters."""

import re
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from engine.cards import RANKS

Groups = list[list[str]]
Arrangement = Callable[[Sequence[str]], Groups]
"""Sorts the cards of a hand into the groups in which people hold them; cards are their texts, e.g. ``TD``."""

SUITS_AS_HELD: Final = "SHCD"
"""Black and red in turn, as hands are held."""
ACE_LOW: Final = "A23456789T"
"""The ranks of number cards, where the Ace counts one."""

_RANK_WORDS: Final = dict(
    zip(RANKS, ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace"), strict=True)
)
_SUIT_WORDS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_CARD: Final = re.compile(r"(?<![\w-])(?:([2-9TJQKA])([SHDC])|X([12]))(?![\w-])")


def by_suit(ranks: str) -> Arrangement:
    """One group a suit, in each the ranks in the order given."""

    def arrange(cards: Sequence[str]) -> Groups:
        suits = [sorted((card for card in cards if card[1] == suit), key=_place_in(ranks)) for suit in SUITS_AS_HELD]
        return [suit for suit in suits if suit]

    return arrange


def by_rank(ranks: str) -> Arrangement:
    """One group a rank, in the order given; suits keep the order in which they come."""

    def arrange(cards: Sequence[str]) -> Groups:
        place = _place_in(ranks)
        return [list(same) for _, same in groupby(sorted(cards, key=place), key=lambda card: card[0])]

    return arrange


def number_cards_first(cards: Sequence[str]) -> Groups:
    """The Ace to the ten by rank in one group, court cards and jokers in another (RULES.md §3.1)."""
    numbers = sorted((card for card in cards if card[0] in ACE_LOW), key=_place_in(ACE_LOW))
    others = sorted((card for card in cards if card[0] not in ACE_LOW), key=_place_in("KQJX"))
    return [group for group in (numbers, others) if group]


def in_groups(groups: Groups) -> str:
    """Cards with blanks within a group and commas between groups; ``no cards`` where there are none."""
    return ", ".join(" ".join(group) for group in groups) or "no cards"


def spelt_out(text: str) -> str:
    """A text with its cards in words: ``You play 7H`` becomes ``You play 7 of hearts``.

    A row of cards gets commas between them, since their names are several words long.
    """
    with_commas = re.sub(rf"({_CARD.pattern}) (?={_CARD.pattern})", r"\1, ", text)
    return _CARD.sub(lambda card: _in_words(card[0]), with_commas)


def _in_words(card: str) -> str:
    if card[0] == "X":
        return f"joker {card[1]}"
    return f"{_RANK_WORDS[card[0]]} of {_SUIT_WORDS[card[1]]}"


def _place_in(ranks: str) -> Callable[[str], int]:
    return lambda card: ranks.index(card[0])
