"""The registry of games: one module each."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from engine.errors import UnknownGame, quoted
from engine.games import call, dice_capture, rummy, tien_len, twenty_nine, xing
from engine.match import Game

_NOT_HEARD: Final = re.compile(r"[^a-z0-9]+")
"""What does not matter in a name that a person types."""

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


def meant(typed: str) -> Game:
    """The game that a person means: its name or title, in any letters, with or without blanks and dashes.

    Raises:
        UnknownGame: there is none; the sentence tells the one that is most like it, and all there are.
    """
    heard = {_heard(word): game for game in GAMES.values() for word in (game.title, game.name)}
    if _heard(typed) in heard:
        return heard[_heard(typed)]
    close = get_close_matches(_heard(typed[:40]), heard, n=1)
    guess = f" did you mean {heard[close[0]].name}? The" if close else " the"
    raise UnknownGame(f"There is no game {quoted(typed)};{guess} games are {', '.join(GAMES)}.")


def _heard(word: str) -> str:
    return _NOT_HEARD.sub("", word.lower())
