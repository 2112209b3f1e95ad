"""``peerdeck host [GAME]``: open a table for friends."""

import argparse
import asyncio
import contextlib
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Final

from engine.games import GAMES
from p2p.client import TableClient
from p2p.commands.asking import yes
from p2p.commands.bot_kinds import KINDS
from p2p.commands.common import (
    CommandError,
    UsageError,
    add_table_options,
    chosen_game,
    chosen_table,
    whole_number,
)
from p2p.commands.paging import add_page_option, local_page, show, wants_page
from p2p.commands.resuming import may_be_asked, room_to_go_on_with, room_to_resume
from p2p.commands.seat_options import add_seat_options, chosen_name, name_to_come_with, new_table
from p2p.commands.shelf import shelf
from p2p.commands.sitting import Sitting, exit_status, one_match
from p2p.commands.stun_option import add_stun_option, chosen_stun
from p2p.guest_session import GuestSession
from p2p.host import OpenTable, Reach, open_table, reopen_table
from p2p.rendezvous import RendezvousError
from p2p.saved_table import SavedTable
from p2p.state_folder import StateError, state_folder, why_not_written
from p2p.stopping import parting
from p2p.stopping import run as run_until_stopped
from p2p.table_host import BOT_PAUSE, TableHost
from p2p.terminal.console import TerminalCommand
from p2p.terminal.invitation import invitation_lines
from p2p.terminal.json_lines import print_event
from p2p.waiting import first_of
from signaling.codes import DEFAULT_PORT, InvalidServer
from signaling.server import CannotListen

_RESULT_KEPT_FOR: Final = 30.0
"""Seconds: a guest notices after 10 that the host is gone, and then tries every 5."""
_LOOK_EVERY: Final = 0.1


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", metavar="GAME", nargs="?")
    parser.add_argument("--resume", nargs="?", const="", metavar="ROOM", help="open the table again that crashed")
    parser.add_argument("--no-journal", action="store_true", help="write nothing down: a crash then loses the match")
    add_table_options(parser)
    parser.add_argument("--bots", metavar="NAME[,NAME…]", help=f"seat bots, a kind for each: {KINDS}")
    add_seat_options(parser)
    add_page_option(parser)
    add_reach_options(parser)
    parser.set_defaults(run=run)


def add_reach_options(parser: argparse.ArgumentParser) -> None:
    """Options about where friends find a table, and where it is kept."""
    parser.add_argument("--server", metavar="URL", help="somebody's signaling server (default: one of our own)")
    parser.add_argument(
        "--port", type=whole_number, metavar="N", help=f"port of our own server (default {DEFAULT_PORT})"
    )
    parser.add_argument(
        "--address",
        help="where others reach this machine: an address, a name, or a URL (default: found out)",
    )
    add_stun_option(parser)
    add_state_option(parser)


def add_state_option(parser: argparse.ArgumentParser) -> None:
    """The option about where tables are kept."""
    parser.add_argument("--state", type=Path, metavar="DIR", help="where tables and finished matches are kept")


def chosen_reach(args: argparse.Namespace) -> Reach:
    """Where friends find the table."""
    return Reach(args.server, args.port, args.address, chosen_stun(args))


def run(args: argparse.Namespace) -> int:
    """Host until the host leaves."""
    shelf()  # reading many files must not hold up the event loop later
    _ask_before(args)
    try:
        return run_until_stopped(_host_on_page(args) if wants_page(args) else _host(args))
    except (CannotListen, InvalidServer, RendezvousError, StateError) as error:
        if args.json:
            print_event("error", code=getattr(error, "code", "failed"), text=str(error))
        raise CommandError(str(error)) from error


def _ask_before(args: argparse.Namespace) -> None:
    """Where somebody can answer: offer what a crash interrupted, and ask whether to host without a journal."""
    if args.resume is not None or not may_be_asked(args):
        return
    state = state_folder(args.state)
    try:
        table = room_to_go_on_with(state, alone=False)
        if table:
            args.resume = table.room
        elif not args.no_journal and (why := why_not_written(state)):
            args.no_journal = yes(f"{why} Go on without writing anything down? A crash then loses the match.")
    except EOFError:
        return


async def _host(args: argparse.Namespace) -> int:
    sitting = Sitting(args)
    async with _table(args) as table:
        _announce(table, args)
        client = TableClient(GuestSession(name_to_come_with(args)), *sitting.fronts)
        table.sit_down(client)
        async with closing(table):
            await first_of(sitting.play(client, _commands(table)), table.host.ended.wait(), fail_with(table.host))
            if args.resume is not None and one_match(args):
                await _until_the_result_is_known(table)
        if table.record_path and not args.json:
            print(f"The record of the last match: {table.record_path}")
        return exit_status(client)


async def _until_the_result_is_known(table: OpenTable) -> None:
    """A match that was over when the program crashed has a result that others have not heard: let them come for it."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_RESULT_KEPT_FOR):
            # Nobody tells when somebody comes back.
            while any(seat.away and seat.result for seat in table.host.session.seats):  # noqa: ASYNC110
                await asyncio.sleep(_LOOK_EVERY)


async def _host_on_page(args: argparse.Namespace) -> int:
    async with local_page(args, shelf()) as page, _table(args) as table, closing(table):
        page.table = table.for_page()
        print("\n".join(invitation_of(table)), flush=True)
        show(page.url())
        await first_of(table.host.ended.wait(), fail_with(table.host))
    return 0


def closing(table: OpenTable) -> AbstractAsyncContextManager[None]:
    """Close the table when the host leaves; one whose program is stopped or fails can be resumed."""
    return parting(table.leave, table.suspend)


def _table(args: argparse.Namespace) -> AbstractAsyncContextManager[OpenTable]:
    state = state_folder(args.state)
    pause = 0 if one_match(args) else BOT_PAUSE
    if args.resume is not None:
        room = room_to_resume(state, args.resume, alone=False)
        stun = chosen_stun(args)
        return reopen_table(room, state, args.address, stun, shelf=shelf(), bot_pause=pause, notice=notice)
    reach = chosen_reach(args)
    kept = not args.no_journal
    return open_table(_new_table(args), reach, state, shelf=shelf(), bot_pause=pause, kept=kept, notice=notice)


def _new_table(args: argparse.Namespace) -> SavedTable:
    if args.game is None and not wants_page(args):
        raise UsageError("Say which game: peerdeck games lists them.")
    game = chosen_game(args.game or next(iter(GAMES)))  # on the page another one can be chosen
    seats, options = chosen_table(game, args)
    return new_table(game, options, seats, chosen_name(args), args.bots.split(",") if args.bots else [])


def _announce(table: OpenTable, args: argparse.Namespace) -> None:
    invitation = table.invitation
    if args.json:
        print_event("room", code=invitation.code, link=invitation.link, server=invitation.server)
        return
    print("\n".join(invitation_of(table, with_picture=not (args.auto or args.words))), flush=True)


def invitation_of(table: OpenTable, *, with_picture: bool = True) -> list[str]:
    """How friends join a table; a picture only for a terminal."""
    return _invitation(table, with_picture=with_picture and sys.stdout is not None and sys.stdout.isatty())


def _invitation(table: OpenTable, *, with_picture: bool) -> list[str]:
    invitation = table.invitation
    return invitation_lines(invitation.code, invitation.link, invitation.server, with_picture=with_picture)


def _commands(table: OpenTable) -> list[TerminalCommand]:
    """What the host may type beside what every player may."""

    def new_code() -> list[str]:
        try:
            table.renew_code()
        except StateError as error:
            return [str(error)]
        return ["The old code and link open nothing any more.", *_invitation(table, with_picture=False)]

    return [
        TerminalCommand("code", "how friends join this table", lambda: _invitation(table, with_picture=False)),
        TerminalCommand(
            "qr", "the invite link as a picture for a phone", lambda: _invitation(table, with_picture=True)
        ),
        TerminalCommand("new-code", "make a new code and link; the old ones open nothing any more", new_code),
    ]


async def fail_with(host: TableHost) -> None:
    """Raise the error of a journal that cannot be written, as soon as there is one."""
    raise await asyncio.shield(host.failed)


def notice(text: str) -> None:
    """Tell the person at the terminal something about the table."""
    print(text, file=sys.stderr, flush=True)
