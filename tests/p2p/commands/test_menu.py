"""Plain ``peerdeck``: the questions, and the command that the answers lead to."""

import os
import sys
from collections.abc import Iterator

import pytest

from engine.games import GAMES
from p2p.commands.common import UsageError
from p2p.commands.menu import chosen_command
from tests.p2p.commands.running import CommandLine


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of a pipe to type into; the other one is standard input."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield writing


def command(typing: int, answers: str) -> list[str]:
    """The command that the answers lead to."""
    os.write(typing, answers.encode())
    os.close(typing)
    return chosen_command()


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("1\n1\n", ["play", "xing"]),
        ("play\ndice\n", ["play", "dice-capture"]),
        ("  H \n6\n", ["host", "call"]),
        ("7\nfoo\n\n2\nt\n4\n", ["host", "tien-len"]),
        ("3\nK7QX-M4TC\nhttp://192.168.1.5:8420\n", ["join", "K7QX-M4TC", "--server", "http://192.168.1.5:8420"]),
        ("3\n\n k7qx m4tc \n\n", ["join", "k7qx m4tc"]),
        ("j\nhttp://192.168.1.5:8420/#j=K7QX.secret\n", ["join", "http://192.168.1.5:8420/#j=K7QX.secret"]),
    ],
)
def test_answers_make_a_command(answers: str, words: list[str], typing: int) -> None:
    """Numbers, or the beginning of a word; what is neither is asked again."""
    assert command(typing, answers) == words


def test_the_games_are_offered_by_their_titles(typing: int, capsys: pytest.CaptureFixture[str]) -> None:
    """In the order of the registry, a line each."""
    command(typing, "1\n2\n")
    printed = capsys.readouterr().out
    for number, game in enumerate(GAMES.values(), 1):
        assert f"  {number}: {game.title}\n" in printed


@pytest.mark.parametrize("answers", ["", "1\n", "9\n", "3\n"])
def test_without_an_answer_it_says_what_could_be_typed_instead(answers: str, typing: int) -> None:
    """Input ends somewhere in the middle."""
    with pytest.raises(UsageError, match="Say what to do: peerdeck play GAME"):
        command(typing, answers)


def test_the_command_is_run_with_what_else_was_typed(peerdeck: CommandLine) -> None:
    """The menu reads its answers and leaves the rest to the game."""
    ran = peerdeck.run(typed=b"1\n3\nwho\nquit\n")
    assert ran.status == 0
    assert "Seat 1: Bot 1, a bot." in ran.lines


def test_no_input_is_wrong_usage(peerdeck: CommandLine) -> None:
    """With a sentence that says what to do."""
    ran = peerdeck.run()
    assert ran.status == 2
    assert ran.err.startswith("peerdeck: Say what to do: ")
