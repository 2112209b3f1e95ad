"""The registry of games: one module each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.errors import UnknownGame, quoted
from engine.games import call, dice_capture, rummy, tien_len, twenty_nine, xing
from engine.match import Game

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {game.name: game for game in (xing.GAME, rummy.GAME, dice_capture.GAME, tien_len.GAME, twenty_nine.GAME, call.GAME)}
)
"""Every game by its name, in the order in which they are offered."""


def find(name: str) -> Game:
    """The game of that name.

    Raises:
        UnknownGame: there is none; the sentence lists those there are.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"There is no game {quoted(name)}; the games are {', '.join(GAMES)}.") from None
