"""Drawing what a match asks for, from a source of random numbers handed in.

Only ``rng.random()`` is used: its sequence is the part of Python's ``random`` that is promised to stay the same, so
that a seed gives the same records on every machine and version. Any object with that method will do.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol, TypeVar

from engine.cards import cards_in
from engine.inputs import Chance, Need
from engine.match import Match

T = TypeVar("T")


class Rng(Protocol):
    """A source of random numbers: ``random.Random``, ``random.SystemRandom`` or anything like them."""

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""


def pick(choices: Sequence[T], rng: Rng) -> T:
    """One of the choices, each as likely."""
    return choices[int(rng.random() * len(choices))]


def shuffled(items: Iterable[T], rng: Rng, rest: int = 0) -> list[T]:
    """The items in random order (Fisher–Yates).

    Args:
        items: each of them comes once.
        rng: gives a number for each place that is filled.
        rest: so many at the front are what the others leave, in no order that could be relied on.
    """
    order = list(items)
    random = rng.random
    for last in range(len(order) - 1, max(rest, 1) - 1, -1):
        other = int(random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def draw(match: Match, rng: Rng) -> Chance:
    """The chance outcome that a match needs, drawn at random.

    Raises:
        ValueError: the match needs none.
    """
    needs = match.needs
    if needs not in _DRAWN:
        raise ValueError(f"no chance outcome is needed, but {needs}")
    return Chance(needs, _DRAWN[needs](match, rng))


_FACES: Final = (1, 2, 3, 4, 5, 6)

_DRAWN: Final[dict[Need, Callable[[Match, Rng], Sequence[int]]]] = {
    Need.DEALER: lambda match, rng: (pick(range(match.seats), rng),),
    Need.DECK: lambda match, rng: tuple(shuffled(cards_in(match.deck), rng)),
    Need.DICE: lambda match, rng: tuple([pick(_FACES, rng) for _ in range(match.dice_wanted)]),
    Need.CARD: lambda match, rng: (pick(cards_in(match.drawable()), rng),),
}
"""How the values of each chance outcome are drawn."""
