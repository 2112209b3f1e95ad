"""The command ``peerdeck``: its commands, their help and how errors end it."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from p2p.commands import games, menu, play, replay, serve, simulate
from p2p.commands.common import CommandError, UsageError

_INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """Answers wrong usage with one sentence instead of the whole usage text."""

    def error(self, message: str) -> NoReturn:
        """End with status 2."""
        self.exit(2, f"peerdeck: {message[0].upper()}{message[1:]}. Try: {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="peerdeck", description="Play cards with friends, peer to peer.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=False)
    for command in (play, serve, replay, simulate, games):
        command.add_parser(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Returns:
        The exit status: 0, 1 if the thing failed, 2 for wrong usage.
    """
    parser = _parser()
    args = parser.parse_args(argv)
    try:
        if args.command is None:
            args = parser.parse_args(menu.chosen_command())
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
