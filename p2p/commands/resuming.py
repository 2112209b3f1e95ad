"""Going on with a table that a crash interrupted: asked once, of who starts the program again at a terminal."""

import argparse
import sys
from pathlib import Path

from engine.errors import quoted
from p2p.commands.asking import yes
from p2p.commands.common import CommandError, UsageError
from p2p.interrupted import Interrupted, give_up, interrupted
from p2p.journal import written_tables
from p2p.state_folder import StateError


def may_be_asked(args: argparse.Namespace) -> bool:
    """Whether a person sits there who can answer questions: never with --json or --auto."""
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty()
    return terminal and not (args.json or args.auto)


def room_to_go_on_with(state: Path, *, alone: bool | None = None) -> Interrupted | None:
    """Offer the tables that a crash interrupted, one after the other; who does not want to go on gives the table up.

    Args:
        state: the state folder.
        alone: only those for one person, or only those that others can join.

    Returns:
        The one to go on with, if any.

    Raises:
        EOFError: nobody answers.
    """
    for table in interrupted(state):
        if alone in {None, table.alone}:
            if yes(f"{table.sentence()} Go on?"):
                return table
            try:
                give_up(state, table.room)
            except StateError as error:
                print(error)
    return None


def room_to_resume(state: Path, named: str, *, alone: bool) -> str:
    """The table that can be resumed: the named one, or without a name the only one.

    Raises:
        UsageError, CommandError: there is none, or not just one.
    """
    interrupted(state)  # gives up what is too old
    rooms = written_tables(state, alone=alone)
    if named and named not in rooms:
        raise CommandError(f"There is no table {quoted(named)} in {state} that a crash left and that may still go on.")
    if named:
        return named
    if not rooms:
        raise CommandError(f"No table in {state} was left by a crash: there is nothing to resume.")
    if len(rooms) > 1:
        raise UsageError(f"Several tables can be resumed: say which, for example --resume {rooms[0]}.")
    return rooms[0]
