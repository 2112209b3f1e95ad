"""Sets and runs: what they are, how they grow on the table, and what a hand can do with them (RULES.md §2.4, §2.5).

Everything here is about masks (`engine.cards`): a meld is the set of its cards, and what all the melds on a table can
still take is one mask for runs and one for sets, each the union over the melds. Neither has to forget a card when its
meld grows or the card goes elsewhere: it lies on the table then, and the masks are only held against hands.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from engine.cards import FULL_DECK, RANK_MASKS, SUIT_MASKS

SHORTEST: Final = 3
"""How many cards the smallest set and the smallest run have."""

_FIRST_SUIT: Final = SUIT_MASKS[0]


class Fits(NamedTuple):
    """The cards that can be added: those that make a run longer, those that complete a set of three."""

    runs: int
    sets: int


def _runs_from(lowest: int) -> list[int]:
    """The runs that start with the given card, the shortest first; none goes on past the Ace."""
    runs = []
    run = card = 1 << lowest
    while card := card << 4 & FULL_DECK:
        run |= card
        if run.bit_count() >= SHORTEST:
            runs.append(run)
    return runs


def _sets_among(cards: int) -> list[int]:
    """The sets among cards of one rank: one of three cards, five of four."""
    lowest = cards & -cards
    if cards.bit_count() == SHORTEST:
        return [cards]
    return [*(cards ^ lowest << suit for suit in range(4)), cards]


def _fits_of_run(run: int) -> Fits:
    lowest = run & -run
    highest = 1 << run.bit_length() - 1
    return Fits(lowest >> 4 | highest << 4 & FULL_DECK, 0)


_RUNS_FROM: Final = {1 << lowest: _runs_from(lowest) for lowest in range(52)}
_SETS_AMONG: Final = {
    cards: _sets_among(cards)
    for rank in RANK_MASKS
    for cards in (rank, *(rank & ~suit for suit in SUIT_MASKS))
}  # fmt: skip

FITS: Final[Mapping[int, Fits]] = {
    **{run: _fits_of_run(run) for runs in _RUNS_FROM.values() for run in runs},
    **{cards: Fits(0, rank ^ cards) for rank in RANK_MASKS for cards in _sets_among(rank)},
}
"""Every meld that there is, and what can be added to it."""

_SMALLEST: Final = tuple(meld for meld in FITS if meld.bit_count() == SHORTEST)


def _ranks_of_three(hand: int) -> int:
    """The ranks of which a hand has three cards or more, each as the bit of its first suit."""
    either = hand | hand >> 1
    both = hand & hand >> 1
    return (both & either >> 2 | either & both >> 2) & _FIRST_SUIT


def melds_in(hand: int) -> list[int]:
    """All melds that a hand holds, sub-melds included: sets, then runs, each by their lowest cards."""
    found = []
    ranks = _ranks_of_three(hand)
    while ranks:
        rank = ranks & -ranks
        found += _SETS_AMONG[hand & rank * 0b1111]
        ranks ^= rank
    starts = hand & hand >> 4 & hand >> 8
    while starts:
        start = starts & -starts
        for run in _RUNS_FROM[start]:
            if run & ~hand:
                break
            found.append(run)
        starts ^= start
    return found


def usable(hand: int, runs: int, sets: int) -> int:
    """The cards of a hand that can come to the table in this go (§2.5, "Usable").

    Case (d) lets a card follow others of the hand onto a run. Two or more such others make a run of the hand with it,
    which is case (b), so that here only the first two cards next to a run's end count.

    Args:
        hand: the cards in hand.
        runs: the cards that fit runs on the table.
        sets: the cards that fit sets on the table.
    """
    starts = hand & hand >> 4 & hand >> 8
    first = hand & runs
    return hand & (
        _ranks_of_three(hand) * 0b1111  # (a)
        | starts | starts << 4 | starts << 8  # (b)
        | sets  # (c)
        | first | first << 4 | first >> 4  # (d)
    )  # fmt: skip


def ways_to_use(card: int, runs: int, sets: int) -> list[int]:
    """The sets of other cards of which a hand must hold one, so that a card in it is usable.

    Args:
        card: the card, as a number.
        runs: the cards that fit runs on the table.
        sets: the cards that fit sets on the table.

    Returns:
        At least one set, each of at most two cards; only the empty one if the card fits as it is.
    """
    bit = 1 << card
    if bit & (runs | sets):
        return [0]
    next_to_it = [neighbour & runs for neighbour in (bit >> 4, bit << 4) if neighbour & runs]
    return [*next_to_it, *(meld ^ bit for meld in _SMALLEST if meld & bit)]
