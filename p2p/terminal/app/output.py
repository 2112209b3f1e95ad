"""Standard output, as a table's player or script reads it."""

import asyncio
import os
import re
import shutil
import sys
from collections.abc import Iterable
from typing import Final

from p2p.terminal.cards import spelt_out
from p2p.terminal.narrator import Spoken
from p2p.terminal.wrapping import wrapped

_RED_CARD: Final = re.compile(r"(?<![\w-])[2-9TJQKA][HD](?![\w-])")
_RED: Final = "\x1b[31m"
_BACK: Final = "\x1b[39m"


class Output:
    """Prints lines at once; once that has failed, nothing is printed any more.

    Attributes:
        in_words: whether cards are printed in words.
    """

    def __init__(self) -> None:
        self.in_words = False
        self._broken: asyncio.Future[OSError] | None = None
        self._error: OSError | None = None

    def say(self, lines: Iterable[Spoken]) -> None:
        """Print lines for a person."""
        for line in lines:
            plain = printable(line.text)
            text = spelt_out(plain) if self.in_words and not line.to_type else plain
            for part in wrapped(text, shutil.get_terminal_size().columns) if _at_terminal() else [text]:
                self.write(_in_colour(part) if _has_colours() else part)

    def write(self, text: str) -> None:
        """Print a line as it is."""
        if self._error:
            return
        try:
            print(text, flush=True)
        except OSError as error:
            self._error = error
            if self._broken and not self._broken.done():
                self._broken.set_result(error)

    async def broken(self) -> None:
        """Wait until printing fails, e.g. because the reader of a pipe has gone; raises its error."""
        if self._error is None:
            self._broken = asyncio.get_running_loop().create_future()
            self._error = await self._broken
        raise self._error


def printable(text: str) -> str:
    """A text as it may go to a terminal: what others say must not move its cursor, ring, or write its clipboard."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def _at_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _has_colours() -> bool:
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") in {None, "", "dumb"}
    return _at_terminal() and not plain


def _in_colour(text: str) -> str:
    """Red for the red suits: an extra, since the letters say it all."""
    return _RED_CARD.sub(lambda card: f"{_RED}{card[0]}{_BACK}", text)
