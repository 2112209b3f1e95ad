"""Computer players, by the names that the command line and the table use."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot
from engine.bots.random_bot import RandomBot
from engine.chance import Rng
from engine.errors import UnknownBot, quoted
from engine.match import Game

BOTS: Final[Mapping[str, Callable[[Game, int, int, Rng], Bot]]] = MappingProxyType(
    {"random": lambda _game, _seat, _seats, rng: RandomBot(rng)}
)
"""Makes a bot of each kind, from the game, its seat, the number of seats and a source of random numbers."""


def make(name: str, game: Game, seat: int, seats: int, rng: Rng) -> Bot:
    """A bot of the kind of that name.

    Raises:
        UnknownBot: there is none; the sentence lists those there are.
    """
    check(name)
    return BOTS[name](game, seat, seats, rng)


def check(name: str) -> None:
    """Raise `UnknownBot` unless there is a kind of bot of that name."""
    if name not in BOTS:
        raise UnknownBot(f"There is no bot {quoted(name)}; the bots are {', '.join(BOTS)}.")
