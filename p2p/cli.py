"""The command ``peerdeck``: its commands, their help and how errors end it."""

import argparse
import contextlib
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from engine.errors import quoted
from p2p.commands import menu
from p2p.commands.common import CommandError, UsageError
from p2p.stopping import Stopped, end_by

_INTERRUPTED = 130
_COMMANDS = {
    "page": "open the page in a browser: play alone, host or join (plain peerdeck does)",
    "play": "play alone, against bots",
    "host": "host a table for friends",
    "join": "join a friend's table",
    "serve": "run a signaling server for many tables",
    "replay": "list the matches played here, or replay one and print its score sheet",
    "simulate": "let bots play whole matches",
    "games": "list the games, their seats and options",
}
"""What ``peerdeck`` can do; each command is a module of `p2p.commands`."""


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage with one sentence instead of the whole usage text."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        raise UsageError(f"{message[0].upper()}{message[1:]}. Try: {self.prog} --help")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for a command line; only the module of the command that it begins with is imported."""
    parser = _Parser(prog="peerdeck", description="Play cards with friends, peer to peer.", allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, description in _COMMANDS.items():
        command = commands.add_parser(name, help=description, description=description, allow_abbrev=False)
        if words[:1] == [name]:
            importlib.import_module(f"p2p.commands.{name}").configure(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        argv: its words, without the program's name; those of the command line if not given.

    Returns:
        The exit status: 0, 1 if the thing failed, 2 for wrong usage, 130 if it was interrupted. A program that is told
        to end by SIGTERM or SIGHUP ends by that signal.
    """
    _print_whatever_comes()
    try:
        return _status_of(sys.argv[1:] if argv is None else list(argv))
    except Stopped as stopped:
        return end_by(stopped.number)


def _status_of(words: list[str]) -> int:
    try:
        status = _run(words)
        if sys.stdout:
            sys.stdout.flush()
    except UsageError as error:
        return _fail(error, 2)
    except CommandError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:  # commands report what they read and write
        return _unexpected(error)
    return status


def _unexpected(error: OSError) -> int:
    """A file that nobody thought of, or else standard output."""
    if error.filename is not None:
        return _fail(f"{error.filename}: {error.strerror}.", 1)
    _give_up_output()
    if error.errno == errno.EIO:  # the terminal is gone
        raise Stopped from error
    if not isinstance(error, BrokenPipeError):  # whoever read our output has gone, and wants no sentence
        _fail(f"Standard output cannot be written: {error.strerror}.", 1)
    return 1


def _run(words: list[str]) -> int:
    if words in ([], ["--page"], ["--terminal"]):
        words = _chosen_words(words)
    if words == ["--version"]:
        from importlib import metadata  # noqa: PLC0415  # takes longer than a command that is called wrongly

        print(f"peerdeck {metadata.version('peerdeck')}")
        return 0
    if not words[0].startswith("-") and words[0] not in _COMMANDS:
        raise UsageError(f"There is no command {quoted(words[0])}; the commands are {', '.join(_COMMANDS)}.")
    args, strangers = _parser(words).parse_known_args(words)
    if strangers:
        raise UsageError(f"{words[0]} does not take {quoted(strangers[0])}. Try: peerdeck {words[0]} --help")
    status: int = args.run(args)
    return status


def _chosen_words(words: list[str]) -> list[str]:
    """What plain ``peerdeck`` does: it opens the page, or asks at the terminal where there is none."""
    from p2p.commands import paging  # noqa: PLC0415  # takes longer than a command that is called wrongly

    if words == ["--page"] or (not words and paging.page_is_default()):
        return ["page"]
    return menu.chosen_command()


def _fail(error: object, status: int) -> int:
    if sys.stderr:
        with contextlib.suppress(OSError):  # a terminal that is gone
            print(f"peerdeck: {error}", file=sys.stderr)
    return status


def _print_whatever_comes() -> None:
    """Print a mark for a character that the terminal's encoding does not have, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _give_up_output() -> None:
    """Let Python's own flush at exit go nowhere: it would fail again, and say so at length."""
    if sys.stdout:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
