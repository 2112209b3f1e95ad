"""How to part a hand of the put-down rummy: what can come to the table at once, and what could with one more card.

Cards are sets (`engine.cards`), melds as in `engine.melds`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import FULL_DECK, cards_in
from engine.games.rummy_scoring import points_of
from engine.melds import FITS

_FIRST_SUIT: Final = 0x1111111111111
"""The first suit's card of every rank."""


class Layout(NamedTuple):
    """How to part a hand so that the most points come to the table at once.

    Attributes:
        points: what comes to the table counts.
        melds: the sets and runs to put down.
        added: the cards to add to what lies on the table already.
        rest: the cards that stay in hand.
    """

    points: int
    melds: tuple[int, ...]
    added: int
    rest: int


def best_layout(hand: int, runs: int, sets: int) -> Layout:
    """The best way to part a hand.

    Args:
        hand: the cards in hand.
        runs: the cards that fit runs on the table.
        sets: the cards that fit sets on the table.
    """
    starts = hand & hand >> 4 & hand >> 8
    either, both = hand | hand >> 1, hand & hand >> 1
    ranks = (both & either >> 2 | either & both >> 2) & _FIRST_SUIT
    if not starts and not ranks:
        return _with_runs(hand, hand, (), runs, sets) if hand & (runs | sets) else Layout(0, (), 0, hand)
    in_runs = starts | starts << 4 | starts << 8
    free: tuple[int, ...] = ()
    contested = []
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        cards = hand & rank * 0b1111
        if cards & in_runs:
            contested.append(cards)
        else:
            free += (cards,)
    rest = hand
    for cards in free:
        rest ^= cards
    best = None
    for chosen in _choices(contested):
        left = rest
        for cards in chosen:
            left ^= cards
        layout = _with_runs(hand, left, free + chosen, runs, sets)
        if best is None or layout.points > best.points:
            best = layout
    return best or _with_runs(hand, rest, free, runs, sets)


def _choices(contested: Sequence[int]) -> list[tuple[int, ...]]:
    """All the ways to lay some sets, or parts of them, of cards that runs could use too."""
    choices: list[tuple[int, ...]] = [()]
    for cards in contested:
        sets = [cards]
        if cards.bit_count() == 4:
            sets += [cards ^ 1 << card for card in cards_in(cards)]
        choices = [(*chosen, *more) for chosen in choices for more in ((), *((one,) for one in sets))]
    return choices


def _with_runs(hand: int, left: int, melds: tuple[int, ...], runs: int, sets: int) -> Layout:
    """Lay the longest runs of the cards left by the sets, then add what fits."""
    starts = left & left >> 4 & left >> 8
    while starts:
        lowest = starts & -starts
        run = lowest
        end = lowest << 4
        while end & left:
            run |= end
            end <<= 4
        melds += (run,)
        left &= ~run
        starts &= ~run
    added = 0
    while fitting := left & (runs | sets):
        extending = fitting & runs
        runs = (runs | extending << 4 | extending >> 4) & FULL_DECK
        added |= fitting
        left ^= fitting
    return Layout(points_of(hand ^ left), melds, added, left)


def fits_after(layout: Layout, runs: int, sets: int) -> tuple[int, int]:
    """The cards that fit runs and those that fit sets once a layout lies on the table."""
    for meld in layout.melds:
        more_runs, more_sets = FITS[meld]
        runs |= more_runs
        sets |= more_sets
    added = layout.added & runs
    return (runs | added << 4 | added >> 4) & FULL_DECK, sets


def outs(hand: int, runs: int, sets: int) -> int:
    """The cards of which any one could come to the table at once, with cards of the hand or without."""
    both = hand & hand >> 1
    # two or more of a rank: two neighbours, two with one between, or the outer two
    ranks = (both | both >> 1 | both >> 2 | hand & hand >> 2 | hand >> 1 & hand >> 3 | hand & hand >> 3) & _FIRST_SUIT
    pairs = ranks * 0b1111
    up, down = hand << 4, hand >> 4
    run = up & hand << 8 | down & hand >> 8 | up & down
    second = hand & runs
    return (pairs | run | runs | sets | second << 4 | second >> 4) & FULL_DECK & ~hand
