"""Computer players, by the names that the command line and the table use."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.bot import Bot
from engine.bots.playouts import OUTLOOKS
from engine.bots.random_bot import RandomBot
from engine.bots.rules_of_thumb import JUDGES
from engine.bots.rules_of_thumb.judge import EASY, NORMAL, Level, RulesOfThumb
from engine.bots.search.thinker import Searcher
from engine.chance import Rng
from engine.errors import UnknownBot, quoted
from engine.match import Game

SIMULATIONS_OF_A_MOVE: Final = re.compile("[1-9][0-9]{0,5}")

Maker = Callable[[Game, int, int, Rng], Bot]
"""Makes a bot from the game, its seat, the number of seats and a source of random numbers."""


def _by_rules_of_thumb(level: Level) -> Maker:
    """Rules of thumb are written game by game; a game that nobody has written any for is played at random."""

    def make(game: Game, seat: int, seats: int, rng: Rng) -> Bot:
        judge = JUDGES.get(game.name)
        return RulesOfThumb(judge, level, seat, seats, rng) if judge else RandomBot(rng)

    return make


def _by_search(simulations: int | None) -> Maker:
    """Likewise: a search plays on by rules of thumb."""

    def make(game: Game, seat: int, seats: int, rng: Rng) -> Bot:
        return Searcher(game.name, seat, seats, rng, simulations) if game.name in OUTLOOKS else RandomBot(rng)

    return make


BOTS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "random": lambda _game, _seat, _seats, rng: RandomBot(rng),
        "easy": _by_rules_of_thumb(EASY),
        "normal": _by_rules_of_thumb(NORMAL),
        "hard": _by_search(None),
    }
)
"""The maker of each kind of bot."""


def make(name: str, game: Game, seat: int, seats: int, rng: Rng) -> Bot:
    """A bot of the kind of that name, such as ``normal``, ``hard`` or ``hard:500``: the simulations a move.

    Raises:
        UnknownBot: there is none; the sentence lists those there are.
    """
    check(name)
    kind, _, simulations = name.partition(":")
    maker = _by_search(int(simulations)) if simulations else BOTS[kind]
    return maker(game, seat, seats, rng)


def check(name: str) -> None:
    """Raise `UnknownBot` unless there is a kind of bot of that name."""
    kind, colon, simulations = name.partition(":")
    if kind not in BOTS:
        raise UnknownBot(f"There is no bot {quoted(name)}; the bots are {', '.join(BOTS)}.")
    if colon and (kind != "hard" or not SIMULATIONS_OF_A_MOVE.fullmatch(simulations)):
        raise UnknownBot(f"There is no bot {quoted(name)}; write the simulations a move as in hard:500.")
