"""``peerdeck play GAME``: alone with bots, no network at all."""

import argparse
import contextlib
from contextlib import AbstractAsyncContextManager

from p2p.alone import AloneTable, open_alone, reopen_alone
from p2p.client import TableClient
from p2p.commands.bot_kinds import KINDS
from p2p.commands.common import CommandError, UsageError, add_table_options, chosen_game, chosen_table
from p2p.commands.host import add_state_option, fail_with, notice
from p2p.commands.paging import add_page_option, local_page, show, wants_page
from p2p.commands.resuming import may_be_asked, room_to_go_on_with, room_to_resume
from p2p.commands.seat_options import add_seat_options, chosen_name, name_to_come_with, new_table
from p2p.commands.shelf import shelf
from p2p.commands.sitting import Sitting, exit_status, one_match
from p2p.guest_session import GuestSession
from p2p.local_page import LocalTable
from p2p.local_seat import take_local_seat
from p2p.saved_table import SavedTable
from p2p.seating import DEFAULT_BOT
from p2p.state_folder import StateError, state_folder
from p2p.stopping import run as run_until_stopped
from p2p.table_host import BOT_PAUSE
from p2p.waiting import first_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("--resume", nargs="?", const="", metavar="NAME", help="go on with the match that crashed")
    add_table_options(parser)
    parser.add_argument(
        "--bots", metavar="NAME[,NAME…]", help=f"the kinds of bots for the other seats: {KINDS} (default {DEFAULT_BOT})"
    )
    add_seat_options(parser)
    add_page_option(parser)
    add_state_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the player leaves."""
    table = None if args.resume is not None or _goes_on(args) else table_for(args)
    try:
        return run_until_stopped(_play_on_page(table, args) if wants_page(args) else _play(table, args))
    except StateError as error:
        raise CommandError(str(error)) from error


def _goes_on(args: argparse.Namespace) -> bool:
    """Whether somebody who can answer wants to go on with a match that a crash interrupted."""
    if may_be_asked(args):
        with contextlib.suppress(EOFError):
            table = room_to_go_on_with(state_folder(args.state), alone=True)
            args.resume = table.room if table else None
    return args.resume is not None


def table_for(args: argparse.Namespace) -> SavedTable:
    """The table that the arguments ask for; raises `UsageError` if there is none such."""
    if args.game is None:
        raise UsageError("Say which game: peerdeck games lists them.")
    game = chosen_game(args.game)
    seats, options = chosen_table(game, args)
    kinds = args.bots.split(",") if args.bots else [DEFAULT_BOT]
    if len(kinds) not in {1, seats - 1}:
        raise UsageError(f"Name one kind of bot for all, or one for each of the {seats - 1} other seats.")
    if len(kinds) == 1:
        kinds *= seats - 1
    return new_table(game, options, seats, chosen_name(args), kinds)


def _opened(table: SavedTable | None, args: argparse.Namespace) -> AbstractAsyncContextManager[AloneTable]:
    """A new table, or the one to go on with; scripts need no journal."""
    state = state_folder(args.state)
    pause = 0 if one_match(args) else BOT_PAUSE
    if table is None:
        room = room_to_resume(state, args.resume, alone=True)
        return reopen_alone(room, state, shelf=shelf(), bot_pause=pause, notice=notice)
    return open_alone(table, state, shelf=shelf(), bot_pause=pause, kept=not one_match(args), notice=notice)


async def _play_on_page(table: SavedTable | None, args: argparse.Namespace) -> int:
    async with local_page(args, shelf()) as page, _opened(table, args) as opened:
        page.table = LocalTable(opened.host, opened.token, alone=True)
        show(page.url())
        await first_of(opened.host.ended.wait(), fail_with(opened.host))
    return 0


async def _play(table: SavedTable | None, args: argparse.Namespace) -> int:
    sitting = Sitting(args, alone=True)
    async with _opened(table, args) as opened:
        client = TableClient(GuestSession(name_to_come_with(args)), *sitting.fronts)
        take_local_seat(opened.host, client, opened.token)
        await first_of(sitting.play(client), opened.host.ended.wait(), fail_with(opened.host))
    return exit_status(client)
