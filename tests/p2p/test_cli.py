"""The command ``peerdeck``: which command runs, and how every error ends."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from p2p.cli import main

PEERDECK = [sys.executable, "-W", "error", "-m", "p2p"]
ROOT = Path(__file__).resolve().parents[2]


def status_and_sentence(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """How a command ends that prints one line on standard error and nothing else."""
    status = main(words)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    return status, printed.err


@pytest.mark.parametrize(
    ("words", "status", "sentence"),
    [
        (["deal"], 2, 'There is no command "deal"; the commands are '),
        (["\x1b[31m" * 20], 2, 'There is no command "�[31m�[31m�[31m�[31m�[31m�[31…"; the commands are '),
        (["--bar"], 2, "The following arguments are required: COMMAND. Try: peerdeck --help"),
        (["--version", "x"], 2, "Argument COMMAND: invalid choice: 'x'"),
        (["replay", "no such file"], 1, "no such file cannot be read: No such file or directory."),
        (["serve", "--port", "99999"], 1, "99999 is no TCP port: choose one from 1 to 65535."),
        (["serve", "--port", "http"], 2, 'Argument --port: it must be a whole number, not "http".'),
        (["join"], 2, "The following arguments are required: CODE|LINK. Try: peerdeck join --help"),
        (["join", "K7QX-M4TC", "too", "much"], 2, 'join does not take "too". Try: peerdeck join --help'),
        (["host"], 2, "Say which game: peerdeck games lists them."),
        (["host", "xing", "--bots", "random,random,random,random"], 2, "At this table there is room for 3 bots beside"),
    ],
)
def test_an_error_is_one_sentence(
    words: list[str], status: int, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, after the program's name; 1 where the thing failed, 2 where it was called wrongly."""
    ended, printed = status_and_sentence(capsys, *words)
    assert ended == status
    assert printed.startswith(f"peerdeck: {sentence}")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the distribution that is installed."""
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"peerdeck {metadata.version('peerdeck')}\n"


@pytest.mark.parametrize("words", [["--help"], ["play", "--help"], ["simulate", "-h"]])
def test_help_is_no_error(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """It goes to standard output, with status 0."""
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: peerdeck")


def test_ctrl_c_ends_it_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With the status that shells know."""

    def interrupt() -> list[str]:
        raise KeyboardInterrupt

    monkeypatch.setattr("p2p.commands.menu.chosen_command", interrupt)
    assert main([]) == 130
    assert capsys.readouterr() == ("", "")


# --- in processes of their own: what the interpreter does at its end counts too


def ends(*words: str, shell: str = "", **environment: str) -> tuple[int, str]:
    """Run the command in a shell, with something around it; its status and what it prints on standard error."""
    command = " ".join([*PEERDECK, *words])
    ran = subprocess.run(
        ["bash", "-c", shell.format(peerdeck=command) if shell else command],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return ran.returncode, ran.stderr


@pytest.mark.parametrize("words", ["play xing --auto random --seed 1", "play xing --auto random --seed 1 --json"])
def test_a_reader_that_has_seen_enough_ends_it(words: str) -> None:
    """Such as ``head``: status 1, and not a word about it."""
    assert ends(*words.split(), shell="{peerdeck} | head -c 1 > /dev/null; exit ${{PIPESTATUS[0]}}") == (1, "")


@pytest.mark.parametrize("words", ["games", "simulate xing --json"])
def test_a_reader_that_has_gone_before_anything_is_printed_is_no_trouble(words: str) -> None:
    """The same for a command that prints only a little."""
    shell = "{{ sleep 0.2; {peerdeck}; }} | true; exit ${{PIPESTATUS[0]}}"
    assert ends(*words.split(), shell=shell) == (1, "")


@pytest.mark.parametrize("words", ["games", "play xing --auto random --seed 1"])
def test_a_full_disk_is_one_sentence(words: str) -> None:
    """And no trace of Python at its end."""
    sentence = "peerdeck: Standard output cannot be written: No space left on device.\n"
    assert ends(*words.split(), shell="{peerdeck} > /dev/full") == (1, sentence)


@pytest.mark.parametrize(
    ("words", "closed", "status"),
    [
        ("games", ">&-", 0),
        ("games", "<&-", 0),
        ("play xing --terminal", "<&-", 0),
        ("play xing --json", "<&-", 0),
        ("play xing --terminal", ">&- < /dev/null", 0),
        ("play dice-capture --auto random", ">&-", 0),
        ("play xing --terminal", "< /dev/null", 0),
        ("replay -", "<&-", 1),
        ("", "<&-", 2),
        ("deal", "2>&-", 2),
    ],
)
def test_closed_files_are_no_reason_to_fail(words: str, closed: str, status: int) -> None:
    """Neither input, nor output, nor the file for errors has to be there."""
    ended, printed = ends(*words.split(), shell=f"{{peerdeck}} {closed}")
    assert ended == status
    assert "Traceback" not in printed


def test_an_output_that_lacks_characters_shows_marks() -> None:
    """Instead of failing at the first one."""
    words = ("play", "xing", "--words", "--name", "Zoë")
    shell = "{peerdeck} < /dev/null | grep -c 'as Zo?' >&2; exit ${{PIPESTATUS[0]}}"
    assert ends(*words, shell=shell, PYTHONIOENCODING="ascii") == (0, "1\n")
