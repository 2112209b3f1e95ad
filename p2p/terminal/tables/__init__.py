"""The tables of the games in words, a module a game; each says what a player at that table would see."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from p2p.terminal.tables import call, dice_capture, other, rummy, tien_len, twenty_nine, xing
from p2p.terminal.tables.lines import TableWords

TABLES: Final[Mapping[str, TableWords]] = MappingProxyType(
    {
        "xing": xing.WORDS,
        "rummy": rummy.WORDS,
        "dice-capture": dice_capture.WORDS,
        "tien-len": tien_len.WORDS,
        "twenty-nine": twenty_nine.WORDS,
        "call": call.WORDS,
    }
)
"""The words of each game by its name."""


def words_for(game: str) -> TableWords:
    """The words of a game; those for any game where it has none of its own."""
    return TABLES.get(game, other.WORDS)
