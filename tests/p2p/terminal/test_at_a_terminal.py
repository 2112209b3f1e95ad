"""Playing at a real terminal: line editing, completion, interrupts, and a window that changes its size."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CTRL_C, CTRL_D, TAB = "\x03", "\x04", "\t"
PATIENCE = 60.0
"""Seconds until something counts as not happening: the machine may have much else to do."""
ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-_])")


class AtTerminal:
    """A program at a terminal of its own.

    Args:
        words: the command and its options.
        term: the kind of terminal.
        is_told: whether the system tells it when the window is closed.

    Attributes:
        seen: all that it has printed, without the terminal's own codes.
    """

    def __init__(self, *words: str, term: str = "xterm", is_told: bool = False) -> None:
        self._master, slave = pty.openpty()
        self.resize(24, 80)
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "p2p", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env={**os.environ, "TERM": term},
            start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY)) if is_told else None,  # noqa: PLW1509 - no threads here
        )
        os.close(slave)
        self.seen = ""

    def types(self, text: str) -> None:
        """Somebody presses keys."""
        os.write(self._master, text.encode(errors="surrogateescape"))

    def shows(self, text: str) -> None:
        """Wait until the text has been printed since the last time."""
        self._read_until(lambda: text in self.seen)
        self.seen = self.seen.partition(text)[2]

    def is_asked(self) -> None:
        """Wait until the own turn is told and the terminal takes keys."""
        self._read_until(lambda: "play " in self.seen and ">" in self.seen)

    def takes_keys(self) -> None:
        """Wait until the prompt stands again below what was told: while lines are printed, keys are not its own."""
        listed = re.compile(r": play .*\n>[\b ]*\Z", re.DOTALL)
        self._read_until(lambda: bool(listed.search(self.seen)) and not self._reads_whole_lines())

    def _reads_whole_lines(self) -> bool:
        """Whether the terminal itself edits what is typed, as it does while no prompt is there."""
        return bool(termios.tcgetattr(self._master)[3] & termios.ICANON)

    def resize(self, rows: int, columns: int) -> None:
        """The window gets another size."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def status(self) -> int:
        """How it ended."""
        self._read_until(lambda: self.process.poll() is not None)
        return self.process.returncode

    def close_window(self) -> None:
        """The terminal is gone."""
        os.close(self._master)
        self._master, other = pty.openpty()
        os.close(other)

    def close(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)

    def _read_until(self, enough: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not enough():
            assert time.monotonic() < deadline, self.seen
            self._read(0.1)

    def _read(self, within: float) -> None:
        if select.select([self._master], [], [], within)[0]:
            try:
                self.seen += ESCAPES.sub("", os.read(self._master, 1 << 16).decode(errors="replace"))
            except OSError:  # its end of the terminal is closed
                time.sleep(within)


@pytest.fixture(scope="module")
def long_game() -> Iterator[AtTerminal]:
    """A match of Dice Capture at the own first turn, which several tests look at."""
    with closing(AtTerminal("play", "dice-capture", "--terminal", "--name", "Ann")) as program:
        program.is_asked()
        yield program


@pytest.fixture
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AtTerminal]:
    """A match of Dice Capture, at the own first turn."""
    term = getattr(request, "param", "xterm")
    words = ("play", "dice-capture", "--terminal", "--name", "Ann", "--state", str(tmp_path))
    with closing(AtTerminal(*words, term=term)) as program:
        program.is_asked()
        yield program


def test_commands_and_completion(long_game: AtTerminal) -> None:
    """Tab completes what may be typed."""
    long_game.types("hand\r")
    long_game.shows("Hand: ")
    long_game.types("tab" + TAB + "\r")
    long_game.shows("Draw pile: 44 left.")
    long_game.types("foo\r")
    long_game.shows('"foo" means nothing here')


@pytest.mark.parametrize(("first", "second"), [(CTRL_C, CTRL_D), (CTRL_D, CTRL_C)])
def test_leaving_a_match_is_said_twice(first: str, second: str, terminal: AtTerminal) -> None:
    """Interrupting and ending the input are ways to quit."""
    terminal.takes_keys()
    terminal.types(first)
    terminal.shows("Type quit again to leave.")
    terminal.types(second)
    assert terminal.status() == 0


@pytest.mark.parametrize(
    ("command", "shown"),
    [(("play",), "You may type"), (("host", "--address", "127.0.0.1", "--port", "0"), "1 seat free")],
)
def test_whoever_closes_the_table_is_done(command: tuple[str, ...], shown: str, tmp_path: Path) -> None:
    """In mid-match too, and nothing more has to be typed."""
    words = (*command, "dice-capture", "--terminal", "--name", "Ann", "--state", str(tmp_path))
    with closing(AtTerminal(*words)) as program:
        program.shows(shown)
        program.types("close\r")
        assert program.status() == 0


def test_a_window_that_changes_its_size(long_game: AtTerminal) -> None:
    """However small it gets, the game goes on, and pages fit."""
    long_game.resize(6, 30)
    long_game.process.send_signal(signal.SIGWINCH)
    long_game.types("rules\r")
    long_game.shows("type more)")
    long_game.resize(50, 200)
    long_game.process.send_signal(signal.SIGWINCH)
    long_game.types("hand\r")
    long_game.shows("Hand: ")


def test_bytes_that_are_no_text(long_game: AtTerminal) -> None:
    """They are answered like any other nonsense, or ignored."""
    long_game.types("\udcff\udcfe\x00zz\r")
    long_game.types("hand\r")
    long_game.shows("Hand: ")


@pytest.mark.parametrize("terminal", ["dumb"], indirect=True)
def test_a_terminal_that_can_do_nothing(terminal: AtTerminal) -> None:
    """Lines go in and out all the same."""
    terminal.types("hand\r")
    terminal.shows("Hand: ")
    terminal.types("quit\rquit\r")
    assert terminal.status() == 0


@pytest.mark.parametrize("first", ["signal", "end of input"])
def test_a_window_that_is_closed_leaves_a_match_to_go_on_with(tmp_path: Path, first: str) -> None:
    """Nobody has left on purpose, whether the program is told by its shell or finds the terminal gone."""
    words = ("play", "dice-capture", "--terminal", "--name", "Ann", "--state", str(tmp_path))
    with closing(AtTerminal(*words, is_told=first == "signal")) as program:
        program.is_asked()
        program.close_window()
        assert program.process.wait(PATIENCE) == -signal.SIGHUP
    (table,) = (tmp_path / "tables").glob("*/table.json")
    with closing(AtTerminal("play", "--resume", "--terminal", "--state", str(tmp_path))) as program:
        program.is_asked()
    assert table.exists()
