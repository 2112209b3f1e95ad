"""Computer players, by the names that the command line and the table use."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot
from engine.bots.random_bot import RandomBot
from engine.bots.rules_of_thumb import JUDGES
from engine.bots.rules_of_thumb.judge import EASY, NORMAL, Level, RulesOfThumb
from engine.chance import Rng
from engine.errors import UnknownBot, quoted
from engine.match import Game

Maker = Callable[[Game, int, int, Rng], Bot]
"""Makes a bot from the game, its seat, the number of seats and a source of random numbers."""


def _by_rules_of_thumb(level: Level) -> Maker:
    """Rules of thumb are written game by game; a game that nobody has written any for is played at random."""

    def make(game: Game, seat: int, seats: int, rng: Rng) -> Bot:
        judge = JUDGES.get(game.name)
        return RulesOfThumb(judge, level, seat, seats, rng) if judge else RandomBot(rng)

    return make


BOTS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "random": lambda _game, _seat, _seats, rng: RandomBot(rng),
        "easy": _by_rules_of_thumb(EASY),
        "normal": _by_rules_of_thumb(NORMAL),
    }
)
"""The maker of each kind of bot."""


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
