"""Standard input line by line, whatever it is: a pipe, a file, a terminal, or nothing."""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncGenerator, Iterator
from typing import Final

from p2p.stopping import Stopped

LONGEST_LINE: Final = 4096
"""Bytes; what a line has beyond them is left out, and what is left is longer than any action."""
_CHUNK: Final = 1 << 16
_READ_AHEAD: Final = 64
"""Lines that may wait to be carried out."""


class LineSplitter:
    """Cuts bytes into lines, whatever is in them and however long they are."""

    def __init__(self) -> None:
        self._begun = bytearray()

    def feed(self, data: bytes) -> Iterator[str]:
        """The lines that the data completes."""
        *ends, rest = data.split(b"\n")
        for end in ends:
            self._extend(end)
            yield self.finish()
        self._extend(rest)

    def finish(self) -> str:
        """What has come since the last line, as a line."""
        line = bytes(self._begun).removesuffix(b"\r").decode(errors="replace")
        self._begun.clear()
        return line

    def _extend(self, part: bytes) -> None:
        self._begun += part[: LONGEST_LINE - len(self._begun)]


def read_line() -> str:
    """Wait for one line and read not a byte more, so that whoever reads next finds the following one.

    Raises:
        EOFError: the input has ended, or there is none.
    """
    number = _descriptor()
    splitter = LineSplitter()
    begun = False
    while number is not None and (byte := _read(number, 1)):
        begun = True
        for line in splitter.feed(byte):
            return line
    if begun:
        return splitter.finish()
    raise EOFError


async def input_lines() -> AsyncGenerator[str]:
    """The lines of standard input as they come, without their ends; over at its end.

    They are read in a thread, since an event loop cannot wait for files, and not through `sys.stdin`, whose lock a
    thread that still waits would keep when the program ends.

    Raises:
        Stopped: it was a terminal, which has been closed; nobody wanted to end the input.
    """
    number = _descriptor()
    if number is None:
        return
    at_terminal = os.isatty(number)
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    room = threading.Semaphore(_READ_AHEAD)

    def hand_on(line: str | None) -> None:
        room.acquire()
        loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        splitter = LineSplitter()
        with contextlib.suppress(RuntimeError):  # the event loop is closed: nobody reads on
            while data := _read(number, _CHUNK):
                for line in splitter.feed(data):
                    hand_on(line)
            if last := splitter.finish():
                hand_on(last)
            hand_on(None)

    threading.Thread(target=read, name="standard input", daemon=True).start()
    while (line := await lines.get()) is not None:
        room.release()
        yield line
    if at_terminal and not os.isatty(number):
        raise Stopped


def _descriptor() -> int | None:
    """The number of the file that standard input is; ``None`` if there is none."""
    try:
        return sys.stdin.fileno() if sys.stdin else None
    except (OSError, ValueError):
        return None


def _read(number: int, size: int) -> bytes:
    """Some bytes; none at the end, and where nothing can be read."""
    try:
        return os.read(number, size)
    except OSError:
        return b""
