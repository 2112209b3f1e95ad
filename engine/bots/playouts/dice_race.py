"""The race for the open piles of Dice Capture, worked out exactly (RULES.md §3.4).

While a pile is open the players roll in turn, and nothing but the dice decides: what that comes to needs no playing.
Both roll for what is best for them, every theft is tried, and whoever has to move when no pile is open gives something
away. All figures are from the side of whoever rolls first.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import fsum
from typing import Final, NamedTuple

from engine.bots.rules_of_thumb.dice_capture import HIT, STOLEN, promise_with
from engine.games.dice_capture import POINTS_OF_SUIT, number_value

Piles = tuple[tuple[int, ...], ...]
"""Open piles in any fixed order, each with its top card last."""

GIVEN_AWAY: Final = 0.23
"""What it costs, in points, to be the one who has to move when no pile is open.

Fitted to 60,000 matches of normal bots: the mean lead that is still to come at such moments, hands alike.
"""
MOST_PILES: Final = 3
"""Only the piles that promise most are looked at, where more are open: a race of all might take long to work out."""
HIGHEST: Final = 4
"""And only so many cards of each."""


class Fate(NamedTuple):
    """A way in which a roll, with its chain and the theft after it, may end; the other player is to move then."""

    chance: float
    points: float
    """What the roller gained, less what was stolen."""
    piles: Piles


class Race(NamedTuple):
    """What a race comes to.

    Attributes:
        points: the points that are expected, those of the other player off.
        starts: the chance that whoever rolls first also has to move when no pile is open any more.
        square: the mean of the squared points.
    """

    points: float
    starts: float
    square: float

    @property
    def worth(self) -> float:
        """In points, with what it costs to move when no pile is open."""
        return self.points + GIVEN_AWAY * (1 - 2 * self.starts)


OVER: Final = Race(0.0, 1.0, 0.0)
"""No pile is open."""


@lru_cache(maxsize=1 << 15)
def promise_of(cards: tuple[int, ...]) -> float:
    """What rolling once for a pile promises in points, its top card last."""
    promise = 0.0
    for card in cards:
        promise = promise_with(card, promise)
    return promise


def race(piles: Piles) -> Race:
    """The race for some open piles, as the turn of a player begins."""
    return _race(_looked_at(piles)) if piles else OVER


def roll(piles: Piles, number: int) -> Race:
    """The race that begins with a roll for one of the piles, wise or not; as does a chain that goes on."""
    return _after(fates(piles, number))


def steal(piles: Piles, number: int) -> Race:
    """The race as a player may steal the top card of a pile and then moves."""
    top = piles[number][-1]
    stolen, points = STOLEN[number_value(top)], POINTS_OF_SUIT[top & 3]
    missed, hit = race(piles), race(without_top(piles, number))
    return Race(
        stolen * (points + hit.points) + (1 - stolen) * missed.points,
        stolen * hit.starts + (1 - stolen) * missed.starts,
        stolen * (points * points + 2 * points * hit.points + hit.square) + (1 - stolen) * missed.square,
    )


@lru_cache(maxsize=1 << 12)
def last_roll(piles: Piles) -> tuple[Fate, ...]:
    """How the match may end with the best roll for one of some piles, which is for points alone."""
    return max((fates(piles, number) for number in range(len(piles))), key=_points_of)


@lru_cache(maxsize=1 << 15)
def fates(piles: Piles, number: int) -> tuple[Fate, ...]:
    """All ways in which a roll for a pile may end."""
    return tuple(_fates(piles, number))


def _points_of(ways: tuple[Fate, ...]) -> float:
    return fsum([fate.chance * fate.points for fate in ways])


def _fates(piles: Piles, number: int) -> Iterator[Fate]:
    reached, points = 1.0, 0
    while number < len(piles):
        top = piles[number][-1]
        value, counts = number_value(top), POINTS_OF_SUIT[top & 3]
        missed = reached * (1 - HIT[value])
        left = without_top(piles, number)
        if STOLEN[value]:
            yield Fate(missed * STOLEN[value], points - counts, left)
        yield Fate(missed * (1 - STOLEN[value]), points, piles)
        reached *= HIT[value]
        points += counts
        if len(left) < len(piles):
            yield Fate(reached, points, left)
            return
        piles = left


def _looked_at(piles: Piles) -> Piles:
    if len(piles) > MOST_PILES:
        piles = tuple(sorted(piles, key=promise_of)[-MOST_PILES:])
    return tuple(sorted([cards[-HIGHEST:] for cards in piles]))


@lru_cache(maxsize=1 << 15)
def _race(piles: Piles) -> Race:
    """By the pile that is worth most, as if it were rolled for until something changes.

    That is as good as any: each time that nothing changed, the other player stands where this one stood.
    """
    return max((_rolled_for(piles, number) for number in range(len(piles))), key=lambda result: result.worth)


def _rolled_for(piles: Piles, number: int) -> Race:
    changes = tuple([fate for fate in fates(piles, number) if fate.piles != piles])
    points, starts, square = _after(changes)
    unchanged = 1.0 - fsum([fate.chance for fate in changes])
    return Race(points / (1 + unchanged), (starts + unchanged) / (1 + unchanged), square / (1 - unchanged))


def _after(ways: tuple[Fate, ...]) -> Race:
    """What a roll comes to with the race that the other player begins then."""
    points = starts = square = 0.0
    for chance, gained, piles in ways:
        theirs = race(piles)
        points += chance * (gained - theirs.points)
        starts += chance * (1 - theirs.starts)
        square += chance * (gained * gained - 2 * gained * theirs.points + theirs.square)
    return Race(points, starts, square)


def without_top(piles: Piles, number: int) -> Piles:
    """The piles that are left when the top card of one of them is captured; an empty one vanishes."""
    rest = piles[number][:-1]
    return (*piles[:number], rest, *piles[number + 1 :]) if rest else (*piles[:number], *piles[number + 1 :])
