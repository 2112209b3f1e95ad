"""Printing for a player, and what happens when nobody reads it."""

import asyncio
import io
import os
import sys

import pytest

from p2p.terminal.app.output import Output
from p2p.terminal.narrator import Spoken


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def printed(monkeypatch: pytest.MonkeyPatch, line: Spoken, *, in_words: bool = False, terminal: bool = False) -> str:
    """A line as it comes out."""
    stream = Terminal() if terminal else io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    output = Output()
    output.in_words = in_words
    output.say([line])
    return stream.getvalue()


def test_lines_are_printed_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colours where the output is no terminal."""
    assert printed(monkeypatch, Spoken("You play 7H.")) == "You play 7H.\n"


def test_cards_in_words_but_not_what_is_to_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One hears "7 of hearts" and types 7H."""
    assert printed(monkeypatch, Spoken("You play 7H."), in_words=True) == "You play 7 of hearts.\n"
    assert printed(monkeypatch, Spoken("1: play 7H", to_type=True), in_words=True) == "1: play 7H\n"


@pytest.mark.parametrize(
    ("variables", "text"),
    [
        ({"TERM": "xterm"}, "You play \x1b[31m7H\x1b[39m, not 7S.\n"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "You play 7H, not 7S.\n"),
        ({"TERM": "dumb"}, "You play 7H, not 7S.\n"),
    ],
)
def test_red_suits_are_red_at_a_terminal_that_has_colours(
    variables: dict[str, str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An extra that can be switched off; the letters say it all."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert printed(monkeypatch, Spoken("You play 7H, not 7S."), terminal=True) == text


def test_at_a_terminal_lines_end_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nowhere else: who reads a pipe wants a line for each thing."""
    monkeypatch.setenv("COLUMNS", "20")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    line = Spoken("  actions: all that you may do with 7H now")
    assert printed(monkeypatch, line, terminal=True) == (
        "  actions: all that\n    you may do with\n    \x1b[31m7H\x1b[39m now\n"
    )
    assert printed(monkeypatch, Spoken(""), terminal=True) == "\n"
    assert printed(monkeypatch, line) == f"{line.text}\n"


async def test_a_reader_that_goes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for it is told, and nothing is printed any more."""
    reading, writing = os.pipe()
    output = Output()
    waiting = asyncio.create_task(output.broken())
    await asyncio.sleep(0)
    with os.fdopen(writing, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        output.say([Spoken("one")])
        assert os.read(reading, 100) == b"one\n"
        assert not waiting.done()
        os.close(reading)
        output.say([Spoken("two"), Spoken("three")])
        with pytest.raises(BrokenPipeError):
            await waiting
        with pytest.raises(BrokenPipeError):
            await output.broken()
        monkeypatch.undo()
        with pytest.raises(BrokenPipeError):
            stream.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


async def test_a_program_without_an_output_prints_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been started without one."""
    monkeypatch.setattr(sys, "stdout", None)
    Output().say([Spoken("You play 7H.")])


@pytest.mark.parametrize("said", ["\x1b[2J", "a\rb", "a\nb", "\x9b1m", "\x07", "\u202eevil", "\x1b]52;c;cA==\x07"])
def test_what_others_say_cannot_drive_the_terminal(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither moves the cursor nor writes the clipboard, nor does it look like another line."""
    line = printed(monkeypatch, Spoken(f"Ann: {said}"), terminal=True)
    assert line.endswith("\n")
    assert line[:-1].isprintable()
