"""The chops in a hand of Tien Len, which glow and move as one (FEATURES.md 3-7, 3-8)."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.tien_len_combinations import SHORTEST
from p2p.table_view.model import Mark

RANKS_LOW_FIRST: Final = "3456789TJQKA2"
_ROWS: Final = RANKS_LOW_FIRST[:-1]
"""No 2 is in consecutive pairs."""


def glows_in(hand: Sequence[str]) -> Mapping[str, tuple[Mark, ...]]:
    """The glow of each card that is in a chop: three pairs in a row, or more than that; the higher one counts.

    Args:
        hand: its cards, the lowest first.
    """
    glows: dict[str, tuple[Mark, ...]] = {}
    for row in _rows_in(hand):
        glows |= dict.fromkeys(row, ("glow-a",) if len(row) == 2 * SHORTEST else ("glow-b",))
    for four in _fours_in(hand):
        glows |= dict.fromkeys(four, ("glow-b",))
    return glows


def blocks_in(hand: Sequence[str]) -> list[frozenset[str]]:
    """The chops into which a hand falls, none of which shares a card with another; fours before rows of pairs.

    Args:
        hand: its cards, the lowest first.
    """
    fours = _fours_in(hand)
    in_fours = {card for four in fours for card in four}
    rest = [card for card in hand if card not in in_fours]
    return [frozenset(chop) for chop in [*fours, *_rows_in(rest)]]


def _fours_in(hand: Sequence[str]) -> list[list[str]]:
    by_rank = [[card for card in hand if card[0] == rank] for rank in RANKS_LOW_FIRST]
    return [cards for cards in by_rank if len(cards) == 4]


def _rows_in(hand: Sequence[str]) -> list[list[str]]:
    """Each longest row of consecutive pairs: of a third card the highest stays out, but for the highest rank.

    There the lowest stays out, since the highest card of a row decides between rows.
    """
    rows: list[list[list[str]]] = [[]]
    for rank in _ROWS:
        cards = [card for card in hand if card[0] == rank]
        if len(cards) >= 2:
            rows[-1].append(cards)
        else:
            rows.append([])
    return [
        [*(card for cards in row[:-1] for card in cards[:2]), *row[-1][-2:]] for row in rows if len(row) >= SHORTEST
    ]
