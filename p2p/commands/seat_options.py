"""Options of the commands that seat a player: play, host and join."""

import argparse
import getpass
from collections.abc import Mapping

from engine import bots
from engine.errors import EngineError
from engine.match import Game
from p2p.commands.bot_kinds import KINDS
from p2p.commands.common import UsageError, whole_number
from p2p.messages import MAX_NAME
from p2p.saved_table import SavedSeat, SavedTable
from p2p.seating import tidy_name
from p2p.terminal.people import counted
from p2p.tokens import new_token


def add_seat_options(parser: argparse.ArgumentParser) -> None:
    """Options about the own seat."""
    parser.add_argument("--name", metavar="NAME", help="what the others call you (default: your user name)")
    parser.add_argument("--auto", metavar="BOT", help=f"let a bot play your seat for one match: {KINDS}")
    parser.add_argument("--seed", type=whole_number, metavar="S", help="make the bot of --auto repeat itself")
    parser.add_argument("--json", action="store_true", help="speak JSON lines, for scripts; ends after one match")
    parser.add_argument("--words", action="store_true", help="show cards in words, such as ace of spades")
    parser.add_argument("--terminal", action="store_true", help="play in this terminal, not in the page")


def chosen_name(args: argparse.Namespace) -> str:
    """The player's name; `UsageError` if it cannot be one."""
    if args.name is None:
        try:
            return tidy_name(getpass.getuser())
        except (KeyError, OSError):  # an account without a name
            return ""
    name = tidy_name(args.name)
    if not name or name != args.name:
        raise UsageError(f"A name is plain text of 1 to {MAX_NAME} characters, without blanks around it.")
    return name


def name_to_come_with(args: argparse.Namespace) -> str:
    """What the host asks to be called at the own table: nothing new, where the name was not said, so that it stays."""
    return "" if args.name is None else chosen_name(args)


def new_table(game: Game, options: Mapping[str, str], seats: int, name: str, bot_kinds: list[str]) -> SavedTable:
    """A table whose first seat is the host's; bots take the last seats.

    Raises:
        UsageError: there are more bots than seats for them, or an unknown kind.
    """
    if len(bot_kinds) >= seats:
        raise UsageError(f"At this table there is room for {counted(seats - 1, 'bot')} beside you.")
    try:
        for kind in bot_kinds:
            bots.check(kind)
    except EngineError as error:
        raise UsageError(str(error)) from error
    empty = [SavedSeat("empty")] * (seats - 1 - len(bot_kinds))
    computers = [SavedSeat("bot", f"Bot {number}", None, kind) for number, kind in enumerate(bot_kinds, 1)]
    return SavedTable(game.name, dict(options), [SavedSeat("person", name or None, new_token()), *empty, *computers])
