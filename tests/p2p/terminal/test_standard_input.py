"""Reading standard input, whatever it is and whatever comes."""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.terminal.app.standard_input import LONGEST_LINE, LineSplitter, input_lines, read_line


class Pipe:
    """Standard input that the test types into."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._others = set(threading.enumerate())
        reading, self._writing = os.pipe()
        self._stdin: IO[str] = os.fdopen(reading)
        monkeypatch.setattr(sys, "stdin", self._stdin)

    def types(self, data: bytes) -> None:
        """Some bytes come."""
        os.write(self._writing, data)

    def ends(self) -> None:
        """Nothing more comes."""
        if self._writing >= 0:
            os.close(self._writing)
        self._writing = -1

    def close(self) -> None:
        """Give both ends back, once nobody reads any more."""
        self.ends()
        for thread in set(threading.enumerate()) - self._others:
            if thread.name == "standard input":
                thread.join(5)
        self._stdin.close()


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipe]:
    """A pipe as standard input."""
    pipe = Pipe(monkeypatch)
    yield pipe
    pipe.close()


async def all_lines() -> list[str]:
    """Everything that standard input brings until its end."""
    return [line async for line in input_lines()]


async def test_lines_come_without_their_ends(pipe: Pipe) -> None:
    """Of both kinds; a last line without an end is a line."""
    pipe.types(b"play 7H\r\n\nroll 1\nquit")
    pipe.ends()
    assert await all_lines() == ["play 7H", "", "roll 1", "quit"]


async def test_a_line_is_there_as_soon_as_it_is_typed(pipe: Pipe) -> None:
    """Nobody waits for a buffer to fill."""
    lines = input_lines()
    pipe.types(b"first\nsec")
    assert await anext(lines) == "first"
    pipe.types(b"ond\n")
    assert await anext(lines) == "second"
    await lines.aclose()


async def test_a_line_of_a_megabyte_costs_a_few_kilobytes_and_its_successor_nothing(pipe: Pipe) -> None:
    """It is cut; what follows it is read as ever."""

    def write() -> None:
        pipe.types(b"x" * 1_000_000 + b"\nplay 7H\n")
        pipe.ends()

    writer = asyncio.create_task(asyncio.to_thread(write))
    assert await all_lines() == ["x" * LONGEST_LINE, "play 7H"]
    await writer


async def test_bytes_that_are_no_text_are_marked(pipe: Pipe) -> None:
    """Also a character that is cut in two, and zeros."""
    pipe.types(b"\xff\xfe\x00\n\xc3\n")
    pipe.ends()
    assert await all_lines() == ["��\x00", "�"]


async def test_many_lines_wait_their_turn(pipe: Pipe) -> None:
    """Somebody pipes a whole evening in."""
    pipe.types(b"".join(b"%d\n" % number for number in range(2000)))
    pipe.ends()
    assert await all_lines() == [str(number) for number in range(2000)]


async def test_a_reader_that_stops_leaves_the_rest(pipe: Pipe) -> None:
    """And the thread that reads keeps nobody from ending."""
    pipe.types(b"quit\n" * 500)
    async for line in input_lines():
        assert line == "quit"
        break


def test_a_file_is_read_like_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An event loop alone cannot do that."""
    path = tmp_path / "moves"
    path.write_bytes(b"play 7H\nquit\n")
    with path.open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert asyncio.run(all_lines()) == ["play 7H", "quit"]


@pytest.mark.parametrize("what", ["null device", "closed", "missing"])
def test_no_input_is_an_input_that_has_ended(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The null device, a closed file, and a program that was started without any."""
    with Path(os.devnull).open() as file:
        if what == "closed":
            file.close()
        monkeypatch.setattr(sys, "stdin", None if what == "missing" else file)
        assert asyncio.run(all_lines()) == []
        with pytest.raises(EOFError):
            read_line()


def test_one_line_is_read_and_not_a_byte_more(pipe: Pipe) -> None:
    """So that the menu leaves to the game what was typed ahead."""
    pipe.types(b"1\r\nplay 7H\nrest")
    pipe.ends()
    assert read_line() == "1"
    assert asyncio.run(all_lines()) == ["play 7H", "rest"]
    with pytest.raises(EOFError):
        read_line()


def test_a_last_line_without_an_end_is_read(pipe: Pipe) -> None:
    """Then the input has ended."""
    pipe.types(b"xing")
    pipe.ends()
    assert read_line() == "xing"
    with pytest.raises(EOFError):
        read_line()


@given(st.lists(st.binary(max_size=30)))
def test_it_does_not_matter_how_the_bytes_are_cut(parts: list[bytes]) -> None:
    """The lines are those of all the bytes together."""
    splitter = LineSplitter()
    lines = [line for part in parts for line in splitter.feed(part)]
    whole = b"".join(parts).split(b"\n")
    expected = [line.removesuffix(b"\r").decode(errors="replace") for line in whole]
    assert [*lines, splitter.finish()] == expected
