"""The command ``peerdeck``: its commands, their help and how errors end it."""

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from p2p.commands import menu
from p2p.commands.common import CommandError, UsageError

_INTERRUPTED = 130
_COMMANDS = {
    "play": "play alone, against bots",
    "host": "host a table for friends",
    "join": "join a friend's table",
    "serve": "run a signaling server for many tables",
    "replay": "replay a record and print its score sheet",
    "simulate": "let bots play whole matches",
    "games": "list the games, their seats and options",
}
"""What ``peerdeck`` can do; each command is a module of `p2p.commands`."""


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage with one sentence instead of the whole usage text."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(2, f"peerdeck: {message[0].upper()}{message[1:]}. Try: {self.prog} --help\n")


def _parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser for a command line; only the module of the command that it begins with is imported."""
    parser = _Parser(prog="peerdeck", description="Play cards with friends, peer to peer.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, description in _COMMANDS.items():
        command = commands.add_parser(name, help=description, description=description, allow_abbrev=False)
        if words[:1] == [name]:
            importlib.import_module(f"p2p.commands.{name}").configure(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        The exit status: 0, 1 if the thing failed, 2 for wrong usage.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        words = words or menu.chosen_command()
        args = _parser(words).parse_args(words)
        status: int = args.run(args)
        sys.stdout.flush()
    except UsageError as error:
        print(f"peerdeck: {error}", file=sys.stderr)
        return 2
    except CommandError as error:
        print(f"peerdeck: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell, and Python must not flush again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
