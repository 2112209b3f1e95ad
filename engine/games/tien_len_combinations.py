"""Combinations of Tien Len: what a set of cards is, what beats it, and what a hand can play (RULES.md §4.1, §4.3).

Sets of cards are masks of the engine's own numbering (`engine.cards`), in which the 2s are the lowest four bits. No
combination but singles, pairs, triples and fours of 2s has a 2, so that all others compare by their highest bit.
What hands can play comes as actions: those of the small combinations are made once, those of runs, of which there are
too many to be remembered, whenever they are asked for.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from engine.cards import FULL_DECK, RANK_MASKS, cards_in, mask_of
from engine.inputs import Action

LOWEST_FIRST: Final = (*range(4, 52), *range(4))
"""The cards from 3S to 2H (§4.1)."""

TWOS: Final = RANK_MASKS[0]
_OTHERS: Final = FULL_DECK ^ TWOS
SHORTEST: Final = 3
"""How many ranks the shortest run and the shortest row of pairs have."""
MOST_PAIRS: Final = 6
"""A hand has room for no more."""

_FIRST_SUITS: Final = sum(1 << 4 * rank for rank in range(13))
"""One bit a rank: masks of ranks are made of these."""
_RANKS_LOW_FIRST: Final = (*RANK_MASKS[1:], TWOS)
_HIGHER_CARDS: Final = tuple(mask_of(LOWEST_FIRST[place + 1 :]) for place in range(52))
"""The cards above each card, by its place from the lowest."""
_CONSECUTIVE: Final = tuple(sum(1 << 4 * rank for rank in range(ranks)) for ranks in range(13))
"""So many consecutive ranks, from the lowest bit on."""


class Kind(Enum):
    """The types of combination."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    RUN = "run"
    THREE_PAIRS = "three consecutive pairs"
    MORE_PAIRS = "four or more consecutive pairs"
    FOUR = "four of a kind"


_SINGLE, _PAIR, _TRIPLE, _RUN, *_ = Kind  # reading a member from its class costs ten times as much
CHOPS: Final = (Kind.THREE_PAIRS, Kind.MORE_PAIRS, Kind.FOUR)
"""From low to high. They cannot be led and answer only 2s and chops."""
WINDOW_CHOPS: Final = (Kind.MORE_PAIRS, Kind.FOUR)
"""Those that let a player who has chipped back in (§4.4)."""

_CHOPPED_BY: Final = {Kind.THREE_PAIRS: WINDOW_CHOPS, Kind.MORE_PAIRS: (Kind.FOUR,)}
_TWOS_CHOPPED_BY: Final = {Kind.SINGLE: CHOPS, Kind.PAIR: WINDOW_CHOPS}


class Combination(NamedTuple):
    """What a set of cards is."""

    kind: Kind
    length: int
    """The number of ranks of a run, since only runs of the same length compare; 0 for all others."""
    height: int
    """Decides between combinations of the same kind and length."""
    chopped_by: tuple[Kind, ...]
    """The higher chops that beat it."""
    choppable: bool
    """Whether it is a 2, a pair of 2s or a chop: what players who have chipped may answer."""


@lru_cache(maxsize=1 << 14)
def combination(cards: int) -> Combination | None:
    """What a set of cards is; ``None`` if it is no combination."""
    ranks = _ranks_of(cards)
    number = ranks.bit_count()
    size = cards.bit_count()
    if number == 1:
        return _of_one_rank(cards, size)
    if number < SHORTEST or cards & TWOS or ranks != (ranks & -ranks) * _CONSECUTIVE[number]:
        return None
    top = _place_of_top(cards)
    if size == number:
        return Combination(Kind.RUN, number, top, (), choppable=False)
    if size != 2 * number or _ranks_paired(cards) != ranks:
        return None
    if number == SHORTEST:
        return Combination(Kind.THREE_PAIRS, 0, top, _CHOPPED_BY[Kind.THREE_PAIRS], choppable=True)
    return Combination(Kind.MORE_PAIRS, 0, number << 6 | top, _CHOPPED_BY[Kind.MORE_PAIRS], choppable=True)


def _of_one_rank(cards: int, size: int) -> Combination:
    """Singles and pairs compare by their highest card, triples and fours by their rank."""
    kind = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.FOUR)[size - 1]
    top = _place_of_top(cards)
    if kind is Kind.TRIPLE or kind is Kind.FOUR:
        return Combination(kind, 0, top >> 2, (), choppable=kind is Kind.FOUR)
    chopped_by = _TWOS_CHOPPED_BY[kind] if cards & TWOS else ()
    return Combination(kind, 0, top, chopped_by, choppable=bool(chopped_by))


def beats(answer: Combination, current: Combination) -> bool:
    """Whether one combination beats another (§4.3, "What beats what")."""
    if answer.kind is current.kind:
        return answer.height > current.height and answer.length == current.length
    return answer.kind in current.chopped_by


def in_order(cards: int) -> tuple[int, ...]:
    """The cards of a set from the lowest to the highest."""
    return (*cards_in(cards & ~TWOS), *cards_in(cards & TWOS))


def lowest_of(cards: int) -> int:
    """The lowest card of a set, as a set; the empty set of the empty set."""
    others = cards & ~TWOS
    return others & -others if others else cards & -cards


def cards_below(card: int) -> int:
    """The cards lower than a card, both as sets; the empty set of the empty set."""
    if card & TWOS:
        return _OTHERS | card - 1
    return card - 1 & _OTHERS if card else 0


# --- what a hand can play


def leads(hand: int) -> list[Action]:
    """All combinations of a hand that may be led: singles, pairs, triples and runs."""
    actions: list[Action] = []
    for ranks in _TWO_RANKS_EACH:
        actions += _LEADS_OF_RANKS[hand & ranks]
    for stretch in _stretches(hand):
        actions += [Action("play", run) for run in _runs_in(stretch)]
    return actions


def answers(hand: int, current: Combination) -> list[Action]:
    """All combinations of a hand that beat the play on the table."""
    kind = current.kind
    if kind is _SINGLE:
        actions = _singles(hand & _HIGHER_CARDS[current.height])
    elif kind is _RUN:
        actions = _higher_runs(hand, current)
    elif kind is _PAIR:
        actions = _higher_pairs(hand, current.height)
    elif kind is _TRIPLE:
        actions = [
            triple for rank in _RANKS_LOW_FIRST[current.height + 1 :] for triple in _TRIPLES_OF_RANK[hand & rank]
        ]
    else:
        return chops(hand, current)
    return actions + chops(hand, current) if current.choppable else actions


def chops(hand: int, current: Combination) -> list[Action]:
    """All chops of a hand that beat the play on the table."""
    return [chop for chop in _all_chops(hand) if (what := combination(chop.what)) and beats(what, current)]


def window_chops(hand: int, current: Combination) -> list[Action]:
    """The chops with which a player who has chipped may answer the play on the table (§4.4)."""
    if not _fours_of(hand) and not _rows(_ranks_paired(hand & ~TWOS), SHORTEST + 1):
        return []
    return [chop for chop in chops(hand, current) if chop.what.bit_count() != 2 * SHORTEST]


def ways_to_chop(owned: int, free: Sequence[int], current: Combination) -> list[int]:
    """How a player who has chipped could hold a chop for the play on the table, with the help of other cards.

    Args:
        owned: cards to be used where possible, as a set.
        free: the other cards, in the order in which they are to be used.
        current: what is to be beaten.

    Returns:
        For each rank and each row of ranks one chop at most, as a set; none only if there is no way.
    """
    cards: dict[int, list[int]] = {rank: [] for rank in _RANKS_LOW_FIRST}
    for card in (*cards_in(owned), *free):
        cards[RANK_MASKS[card >> 2]].append(1 << card)
    chops = [rank for rank, of_rank in cards.items() if len(of_rank) == 4]
    for lowest in range(12):
        for number in range(SHORTEST + 1, MOST_PAIRS + 1):
            row = [cards[rank] for rank in _RANKS_LOW_FIRST[lowest : min(lowest + number, 12)]]
            if len(row) == number and all(len(of_rank) > 1 for of_rank in row):
                top = max(row[-1])
                other = next(card for card in row[-1] if card != top)
                chops.append(sum(sum(of_rank[:2]) for of_rank in row[:-1]) + top + other)
    return [chop for chop in chops if (what := combination(chop)) and beats(what, current)]


def _singles(cards: int) -> list[Action]:
    """One action a card; 2s last."""
    twos = cards & TWOS
    cards ^= twos
    actions = []
    while cards:
        low = cards & -cards
        actions.append(_SINGLES[low])
        cards ^= low
    if twos:
        actions += _SINGLES_OF_RANK[twos]
    return actions


def _higher_pairs(hand: int, height: int) -> list[Action]:
    rank = height >> 2
    held = hand & _RANKS_LOW_FIRST[rank]
    actions = [pair for pair in _PAIRS_OF_RANK[held] if _place_of_top(pair.what) > height]
    for higher in _RANKS_LOW_FIRST[rank + 1 :]:
        actions += _PAIRS_OF_RANK[hand & higher]
    return actions


def _higher_runs(hand: int, current: Combination) -> list[Action]:
    length = current.length
    if not _rows(_ranks_of(hand & ~TWOS), length):
        return []
    above = _HIGHER_CARDS[current.height]
    return [
        Action("play", run)
        for stretch in _stretches(hand)
        if stretch & above
        for run in _runs_in(stretch)
        if run & above and run.bit_count() == length
    ]


def _all_chops(hand: int) -> list[Action]:
    paired = _ranks_paired(hand & ~TWOS)
    actions = []
    if _rows(paired, SHORTEST):
        pairs = [[pair.what for pair in _PAIRS_OF_RANK[hand & rank]] for rank in _RANKS_LOW_FIRST[:-1]]
        actions += [Action("play", cards) for cards in _in_a_row(pairs)]
    fours = _fours_of(hand)
    return actions + [_FOURS[rank] for rank in _RANKS_LOW_FIRST if rank & fours] if fours else actions


def _in_a_row(choices: Iterable[Sequence[int]]) -> list[int]:
    """All unions of one choice from each of three or more neighbouring ranks.

    Args:
        choices: for each rank, from low to high, the sets of its cards to choose from.
    """
    found: list[int] = []
    ones: Sequence[int] = ()
    twos: list[int] = []
    longer: list[int] = []
    for of_rank in choices:
        longer = [row | cards for row in longer + twos for cards in of_rank] if twos else []
        twos = [row | cards for row in ones for cards in of_rank] if ones else []
        ones = of_rank
        found += longer
    return found


def _runs_in(stretch: int) -> list[int]:
    """All runs within cards of consecutive ranks."""
    lowest, highest = (stretch & -stretch).bit_length() - 1, stretch.bit_length() - 1
    ranks = RANK_MASKS[lowest >> 2 : (highest >> 2) + 1]
    return _in_a_row([_CARDS_OF_RANK[stretch & rank] for rank in ranks])


def _stretches(hand: int) -> list[int]:
    """The cards of each longest row of three or more consecutive ranks, lowest first."""
    ranks = _ranks_of(hand & ~TWOS)
    stretches = []
    if _rows(ranks, SHORTEST):
        full = ranks * 0b1111
        while full:
            rest = full & full + (full & -full)  # the carry runs through the first row of ranks and ends it
            row = full ^ rest
            if row.bit_count() >= 4 * SHORTEST:
                stretches.append(hand & row)
            full = rest
    return stretches


# --- masks of ranks


def _ranks_of(cards: int) -> int:
    """The ranks of which there is a card."""
    either = cards | cards >> 1
    return (either | either >> 2) & _FIRST_SUITS


def _ranks_paired(cards: int) -> int:
    """The ranks of which there are two cards or more."""
    either = cards | cards >> 1
    both = cards & cards >> 1
    return (both | both >> 2 | either & either >> 2) & _FIRST_SUITS


def _fours_of(cards: int) -> int:
    """The ranks of which there are four cards."""
    both = cards & cards >> 1
    return both & both >> 2 & _FIRST_SUITS


def _rows(ranks: int, length: int) -> int:
    """The ranks from which on there are so many consecutive ones."""
    for _ in range(length - 1):
        ranks &= ranks >> 4
    return ranks


def _place_of_top(cards: int) -> int:
    """The place from the lowest, 0 to 51, of the highest card of a combination."""
    return cards.bit_length() + (47 if cards <= TWOS else -5)


def _of_each_rank(size: int) -> dict[int, tuple[Action, ...]]:
    """For every set of cards of one rank, the plays of ``size`` of them; also for the empty set."""
    return {
        held: tuple(Action("play", mask_of(chosen)) for chosen in combinations(cards_in(held), size))
        for rank in range(13)
        for held in (suits << 4 * rank for suits in range(16))
    }


_SINGLES_OF_RANK: Final = _of_each_rank(1)
_PAIRS_OF_RANK: Final = _of_each_rank(2)
_TRIPLES_OF_RANK: Final = _of_each_rank(3)
_LEADS_OF_RANK: Final = {
    held: singles + _PAIRS_OF_RANK[held] + _TRIPLES_OF_RANK[held] for held, singles in _SINGLES_OF_RANK.items()
}
_TWO_RANKS_EACH: Final = (*(0xFF << 4 * rank for rank in range(1, 13, 2)), TWOS)
"""The ranks from 3 to A by two, and the 2s, so that half as many have to be looked up."""
_LEADS_OF_RANKS: Final = _LEADS_OF_RANK | {
    low | high: _LEADS_OF_RANK[low] + _LEADS_OF_RANK[high]
    for rank in range(1, 13, 2)
    for low in (suits << 4 * rank for suits in range(16))
    for high in (suits << 4 * rank + 4 for suits in range(16))
}
"""For every set of cards of those ranks, the plays that may be led but runs."""
_SINGLES: Final = {1 << card: _SINGLES_OF_RANK[1 << card][0] for card in range(52)}
_CARDS_OF_RANK: Final = {held: tuple(single.what for single in singles) for held, singles in _SINGLES_OF_RANK.items()}
_FOURS: Final = {rank: Action("play", rank) for rank in RANK_MASKS}
