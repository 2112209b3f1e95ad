"""The contest of a seat's moves: each is played on in the same imagined matches, and the worse half drops out."""

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from operator import mul, sub
from typing import Any, Final, NamedTuple

from engine.bots.playouts.outlook import Outlook
from engine.bots.search.tree import Tree
from engine.chance import Rng, shuffled
from engine.imagination import Scene
from engine.inputs import Action
from engine.match import Match

MOST_MOVES: Final = 12
"""So many moves are compared at most: those that the rules of thumb think best."""
SIMULATIONS_A_MOVE: Final = 12
"""Fewer where there would not be so many simulations for each."""
TRIES: Final = 3
"""How many more matches are imagined in the place of one that is doubtful."""
CLEARLY: Final = 4.0
"""By how many standard errors a move must be ahead of all others for the contest to end early."""
FEWEST: Final = 24
"""In how many matches at least; from there on that is looked at now and then."""


_DIE: Final = 6


class Verdict(NamedTuple):
    """The move that won.

    Attributes:
        action: the move.
        simulations: how many were made.
        cut_after: how many matches were imagined when time ran out; 0 if there was time for all.
    """

    action: Action
    simulations: int
    cut_after: int = 0


class Move(NamedTuple):
    """A legal action and what the rules of thumb say of it."""

    action: Action
    weight: float


class Entrant:
    """A move in the contest.

    Attributes:
        action: the move.
        promise: by how much the rules of thumb put it below the favourite, as a value.
        values: what it brought in each imagined match.
        total: their sum.
    """

    __slots__ = ("action", "promise", "total", "tree", "values")

    def __init__(self, action: Action, promise: float, tree: Tree) -> None:
        self.action = action
        self.promise = promise
        self.tree = tree
        self.values: list[float] = []
        self.total = 0.0


class Numbers:
    """Random numbers that can be had again: what luck does to one move it does to the others too.

    The first two of them are spread evenly over time, as if all the throws of two dice came once before any came again:
    so the luck of the first throw evens out among few matches.
    """

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self._drawn: list[float] = []
        self._place = 0
        self._throws: list[int] = []

    def random(self) -> float:
        """See `Rng`."""
        if self._place == len(self._drawn):
            self._drawn += [self._rng.random()] if self._drawn else self._throw()
        self._place += 1
        return self._drawn[self._place - 1]

    def again(self) -> None:
        """Start over with the same numbers."""
        self._place = 0

    def anew(self) -> None:
        """Start over with others."""
        self._drawn = []
        self._place = 0

    def _throw(self) -> list[float]:
        """The first two."""
        if not self._throws:
            self._throws = shuffled(range(_DIE * _DIE), self._rng)
        throw = divmod(self._throws.pop(), _DIE)
        return [(face + self._rng.random()) / _DIE for face in throw]


class Contest:
    """Finds the best of several moves.

    Args:
        scene: what the seat knows.
        seat: who is to move.
        moves: two or more, the one that the rules of thumb would make first; hopeless ones are left out.
        outlook: of the game.
        doubt: how much an imagined match disagrees with what the others did.
        simulations: how many matches are played on at most.
        rng: the source of all randomness.
    """

    def __init__(
        self,
        scene: Scene,
        seat: int,
        moves: Sequence[Move],
        outlook: Outlook,
        *,
        doubt: Callable[[Any], float],
        simulations: int,
        rng: Rng,
    ) -> None:
        self._scene = scene
        self._doubt = doubt
        self._seat = seat
        self._rng = rng
        self._luck = Numbers(rng)
        self._misjudged = outlook.misjudged
        self._pays = outlook.pays
        self._allowed = simulations
        entrants = min(MOST_MOVES, max(2, simulations // SIMULATIONS_A_MOVE))
        self._entrants = [
            Entrant(
                move.action,
                (move.weight - moves[0].weight) * outlook.per_weight,
                Tree(seat, outlook, self._luck),
            )
            for move in moves[:entrants]
            if (moves[0].weight - move.weight) * outlook.per_weight <= outlook.hopeless
        ]
        self._favourite = self._entrants[0]
        self._simulations = 0
        self._spread = 1.0
        self._looked_at = FEWEST

    def run(self, out_of_time: Callable[[], bool]) -> Verdict:
        """Hold the contest.

        Args:
            out_of_time: whether it must end now; asked between imagined matches.
        """
        rounds = ceil(log2(len(self._entrants)))  # none if nothing comes near the favourite
        if self._pays and rounds and not self._pays(self._scene.imagine(self._rng)):
            return self._verdict()
        for turn in range(1, rounds + 1):
            until = self._allowed * turn // rounds
            while self._simulations + len(self._entrants) <= until:
                self._imagine_one()
                if self._decided():
                    return self._verdict()
                if out_of_time():
                    return self._verdict(cut_after=len(self._favourite.values))
            if turn < rounds:
                self._drop()
        return self._verdict()

    def _imagine_one(self) -> None:
        """Imagine a match and play it on once for each move."""
        world = self._likely_one()
        seat, spread = self._seat, self._spread
        last = self._entrants[-1]
        self._luck.anew()
        for entrant in self._entrants:
            match = world if entrant is last else world.copy()
            self._luck.again()
            value = entrant.tree.simulate(match, entrant.action, spread)[seat]
            entrant.values.append(value)
            entrant.total += value
        self._simulations += len(self._entrants)
        values = last.values
        if len(values) & 15 == 0:
            self._spread = _deviation(values) or 1.0

    def _likely_one(self) -> Match:
        """A match that there is no doubt about, or the one of several that there is least about."""
        world = self._scene.imagine(self._rng)
        least = self._doubt(world)
        for _ in range(TRIES):
            if not least:
                break
            other = self._scene.imagine(self._rng)
            doubt = self._doubt(other)
            if doubt < least:
                world, least = other, doubt
        return world

    def _drop(self) -> None:
        """The worse half goes, but never the favourite."""
        ranked = sorted(self._entrants, key=self._expected, reverse=True)
        kept = ranked[: (len(ranked) + 1) // 2]
        if self._favourite not in kept:
            kept[-1] = self._favourite
        self._entrants = [entrant for entrant in self._entrants if entrant in kept]

    def _decided(self) -> bool:
        """Whether one move is clearly ahead of all others."""
        number = len(self._favourite.values)
        if number < self._looked_at:
            return False
        self._looked_at = number + number // 4
        best = max(self._entrants, key=lambda entrant: entrant.total)
        for other in self._entrants:
            if other is not best:
                ahead, error = _ahead(best, other)
                if ahead <= CLEARLY * error:
                    return False
        return True

    def _verdict(self, *, cut_after: int = 0) -> Verdict:
        return Verdict(max(self._entrants, key=self._expected).action, self._simulations, cut_after)

    def _expected(self, entrant: Entrant) -> float:
        """How far a move is ahead of the favourite, by the rules of thumb and the playouts, each as it can be trusted.

        That is the mean of the normal distribution that a prior one, from the rules of thumb, and the playouts lead to.
        """
        if entrant is self._favourite:
            return 0.0
        ahead, error = _ahead(entrant, self._favourite)
        doubt, noise = self._misjudged * self._misjudged, error * error
        return (doubt * ahead + noise * entrant.promise) / (doubt + noise)


def _ahead(entrant: Entrant, other: Entrant) -> tuple[float, float]:
    """How far a move is ahead of another in the same matches, in the mean, and the standard error of that.

    Few differences, or differences that are all the same, tell less than they seem to.
    """
    differences = list(map(sub, entrant.values, other.values))
    number = len(differences)
    if not number:
        return 0.0, 1.0
    return sum(differences) / number, (_deviation(differences) + 1e-6) / sqrt(number)


def _deviation(values: Sequence[float]) -> float:
    number = len(values)
    mean = sum(values) / number
    return sqrt(max(0.0, sum(map(mul, values, values)) / number - mean * mean))
