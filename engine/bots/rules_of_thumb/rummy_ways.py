"""The ways in which a card of the put-down rummy may come into a set or a run, counted by looking them up.

A way is a pair of other cards that makes a smallest set or run with the card. Hands are judged by their ways so often
that each count is read from a table: by which cards of its rank, and which of the four next to it in its suit, are
there.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from engine.games.rummy_scoring import VALUES


class Ways(NamedTuple):
    """In how many ways a card makes a smallest set or run.

    Attributes:
        full: with two cards that are there.
        one_short: with one that is there and one that may come.
        points: what the card and the one that is there count together, over those ways.
        two_short: with two that may come.
    """

    full: int
    one_short: int
    points: int
    two_short: int


_NEAR: Final = 0x11011
"""The cards up to two ranks below and above one in its suit, once it is moved to bit 8."""
_STEPS: Final = (-8, -4, 4, 8)
_IN_RUNS: Final = ((0, 1), (1, 2), (2, 3))
"""Which of these steps make a run with the card."""


def _counted(pairs: list[tuple[int, int]], has: int, may: int, own: int, value_of: dict[int, int]) -> Ways:
    full = one_short = points = two_short = 0
    for first, second in pairs:
        there = has >> first & 1, has >> second & 1
        to_come = may >> first & 1, may >> second & 1
        if all(there):
            full += 1
        elif all(to_come):
            two_short += 1
        elif (there[0] and to_come[1]) or (there[1] and to_come[0]):
            one_short += 1
            points += own + value_of[first if there[0] else second]
    return Ways(full, one_short, points, two_short)


def _in_sets(suit: int, value: int) -> list[Ways]:
    """By the cards of the rank that are there, and 16 times those that may come."""
    pairs = list(combinations([other for other in range(4) if other != suit], 2))
    values = dict.fromkeys(range(4), value)
    return [_counted(pairs, which & 15, which >> 4, value, values) for which in range(256)]


def _in_runs(card: int) -> dict[int, Ways]:
    """By the cards nearby that are there, and twice those that may come, both moved as `_NEAR` says."""
    near = [step for step in _STEPS if 0 <= card + step < 52]
    pairs = [
        (8 + _STEPS[first], 8 + _STEPS[second])
        for first, second in _IN_RUNS
        if _STEPS[first] in near and _STEPS[second] in near
    ]
    values = {8 + step: VALUES[card + step] for step in near}
    found = {}
    for states in product(range(3), repeat=len(near)):
        has = sum(1 << 8 + step for step, state in zip(near, states, strict=True) if state == 1)
        may = sum(1 << 8 + step for step, state in zip(near, states, strict=True) if state == 2)
        found[has | may << 1] = _counted(pairs, has, may, VALUES[card], values)
    return found


_SETS_BY_VALUE: Final = {value: [_in_sets(suit, value) for suit in range(4)] for value in set(VALUES)}
_SETS: Final = tuple(_SETS_BY_VALUE[VALUES[card]][card & 3] for card in range(52))
_RUNS: Final = tuple(_in_runs(card) for card in range(52))


def ways_of(card: int, has: int, may: int) -> tuple[Ways, Ways]:
    """The ways of a card, in sets and in runs.

    Args:
        card: the card, as a number.
        has: the cards that are there, as a set; the card itself does not matter.
        may: those that may come; none of them is there.
    """
    rank = card & 60
    return (
        _SETS[card][has >> rank & 15 | (may >> rank & 15) << 4],
        _RUNS[card][(has << 8) >> card & _NEAR | ((may << 8) >> card & _NEAR) << 1],
    )


def hopes_of(cards: Sequence[int], hand: int, available: int, out: float, far: float) -> list[float]:
    """The points that may still come of each of several cards that stay in hand.

    Args:
        cards: the cards.
        hand: all cards that stay in hand.
        available: the cards that may still come to this hand.
        out: how likely a certain card is to come while the hand lasts.
        far: how likely a certain two are.
    """
    hopes = []
    near, may_be_near = hand << 8, available << 8
    for card in cards:
        rank = card & 60
        full, _, points, two = _SETS[card][hand >> rank & 15 | (available >> rank & 15) << 4]
        more, _, more_points, more_two = _RUNS[card][near >> card & _NEAR | (may_be_near >> card & _NEAR) << 1]
        hopes.append(VALUES[card] * (full + more + far * (two + more_two)) + out * (points + more_points))
    return hopes


def likely_uses(cards: Sequence[int], known: int, hidden: int, each: float) -> list[float]:
    """In how many ways somebody else can use each of several cards, at most 1.

    Args:
        cards: the cards.
        known: the cards that this player is known to hold.
        hidden: the cards that the player may hold.
        each: how likely the player holds a certain one of these.
    """
    uses = []
    both = each * each
    near, may_be_near = known << 8, hidden << 8
    for card in cards:
        rank = card & 60
        full, one, _, two = _SETS[card][known >> rank & 15 | (hidden >> rank & 15) << 4]
        more, more_one, _, more_two = _RUNS[card][near >> card & _NEAR | (may_be_near >> card & _NEAR) << 1]
        use = full + more + each * (one + more_one) + both * (two + more_two)
        uses.append(use if use < 1 else 1.0)
    return uses
