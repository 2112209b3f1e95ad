"""``peerdeck page``, and plain ``peerdeck``: the page asks how you want to play, and tables are started from it."""

import argparse
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from engine import bots, games
from engine.errors import EngineError
from p2p.alone import open_alone, reopen_alone
from p2p.commands.common import UsageError
from p2p.commands.host import add_reach_options, chosen_reach, closing, fail_with, invitation_of, notice
from p2p.commands.paging import NOT_BUILT, local_page, show
from p2p.commands.seat_options import new_table
from p2p.commands.shelf import shelf
from p2p.host import open_table, reopen_table
from p2p.interrupted import give_up
from p2p.journal import is_alone
from p2p.local_messages import Resume, Start
from p2p.local_page import LocalPage, LocalTable, Wish, page_folder
from p2p.rendezvous import RendezvousError
from p2p.saved_table import SavedTable
from p2p.seating import DEFAULT_BOT, tidy_name
from p2p.state_folder import StateError, state_folder
from p2p.stopping import run as run_until_stopped
from p2p.waiting import first_of
from signaling.codes import InvalidServer
from signaling.server import CannotListen


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--name", metavar="NAME", help="what the others call you (default: your user name)")
    add_reach_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve the page until interrupted."""
    if page_folder() is None:
        raise UsageError(NOT_BUILT)
    run_until_stopped(_serve(args))
    return 0


async def _serve(args: argparse.Namespace) -> None:
    async with local_page(args, shelf(), starts=True) as page:
        show(page.url())
        while True:
            await _grant(page, await page.wishes.get(), args)


async def _grant(page: LocalPage, wish: Wish, args: argparse.Namespace) -> None:
    """Start the table that a page wishes for, and keep it until it is over."""
    try:
        if isinstance(wish.wanted, Resume) and not wish.wanted.go_on:
            give_up(state_folder(args.state), wish.wanted.room)
            wish.answer.set_result(None)
            return
        async with _started(wish.wanted, args) as local:
            page.table = local
            wish.answer.set_result(None)
            await first_of(local.host.ended.wait(), fail_with(local.host))
    except (EngineError, UsageError, CannotListen, InvalidServer, RendezvousError, StateError) as error:
        if wish.answer.done():
            notice(str(error))
        else:
            wish.answer.set_result((_code_of(error), str(error)))
    finally:
        page.table = None


def _code_of(error: Exception) -> str:
    return "not-written" if isinstance(error, StateError) else getattr(error, "code", "cannot-start")


def _table_for(start: Start, name: str | None) -> SavedTable:
    """The table that is wished for; raises `EngineError` if there is none such."""
    game = games.find(start.game)
    seats = start.seats or game.seats[-1]
    game.new(seats, start.options)
    kind = start.bot or DEFAULT_BOT
    bots.check(kind)
    return new_table(
        game,
        start.options or {},
        seats,
        tidy_name(start.name) or name or "",
        [kind] * (seats - 1) if start.alone else [],
    )


@asynccontextmanager
async def _started(wanted: Start | Resume, args: argparse.Namespace) -> AsyncIterator[LocalTable]:
    state = state_folder(args.state)
    async with AsyncExitStack() as stack:
        if is_alone(wanted.room) if isinstance(wanted, Resume) else wanted.alone:
            table = await stack.enter_async_context(
                reopen_alone(wanted.room, state, shelf=shelf(), notice=notice)
                if isinstance(wanted, Resume)
                else open_alone(_table_for(wanted, args.name), state, shelf=shelf(), notice=notice)
            )
            yield LocalTable(table.host, table.token, alone=True)
            return
        reach = chosen_reach(args)
        opened = await stack.enter_async_context(
            reopen_table(wanted.room, state, args.address, reach.ice_servers, shelf=shelf(), notice=notice)
            if isinstance(wanted, Resume)
            else open_table(_table_for(wanted, args.name), reach, state, shelf=shelf(), kept=wanted.kept, notice=notice)
        )
        await stack.enter_async_context(closing(opened))
        print("\n".join(invitation_of(opened)), flush=True)
        yield opened.for_page()
