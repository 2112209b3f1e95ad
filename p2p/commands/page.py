"""``peerdeck page``, and plain ``peerdeck``: the page asks how you want to play, and tables are started from it."""

import argparse
import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from engine import games
from engine.errors import EngineError
from p2p.commands.common import UsageError
from p2p.commands.host import add_reach_options, chosen_reach, closing, fail_with, invitation_of, notice
from p2p.commands.paging import NOT_BUILT, local_page, show
from p2p.commands.play import table_alone
from p2p.commands.seat_options import new_table
from p2p.commands.shelf import shelf
from p2p.commands.sitting import first_of
from p2p.host import open_table
from p2p.local_messages import Start
from p2p.local_page import LocalPage, LocalTable, Wish, page_folder
from p2p.management import DEFAULT_BOT
from p2p.rendezvous import RendezvousError
from p2p.saved_table import SavedTable
from p2p.seating import tidy_name
from p2p.state_folder import StateError, state_folder
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
    asyncio.run(_serve(args))
    return 0


async def _serve(args: argparse.Namespace) -> None:
    async with local_page(args, shelf(), starts=True) as page:
        show(page.url())
        while True:
            await _grant(page, await page.wishes.get(), args)


async def _grant(page: LocalPage, wish: Wish, args: argparse.Namespace) -> None:
    """Start the table that a page wishes for, and keep it until it is over."""
    try:
        table = _table_for(wish.start, args.name)
        async with _started(table, wish.start, args) as local:
            page.table = local
            wish.answer.set_result(None)
            await first_of(local.host.ended.wait(), fail_with(local.host))
    except (EngineError, UsageError, CannotListen, InvalidServer, RendezvousError, StateError) as error:
        if wish.answer.done():
            notice(str(error))
        else:
            wish.answer.set_result((getattr(error, "code", "cannot-start"), str(error)))
    finally:
        page.table = None


def _table_for(start: Start, name: str | None) -> SavedTable:
    """The table that is wished for; raises `EngineError` if there is none such."""
    game = games.find(start.game)
    seats = start.seats or game.seats[-1]
    game.new(seats, start.options)
    bots = [DEFAULT_BOT] * (seats - 1) if start.alone else []
    return new_table(game, start.options or {}, seats, tidy_name(start.name) or name or "", bots)


@asynccontextmanager
async def _started(table: SavedTable, start: Start, args: argparse.Namespace) -> AsyncIterator[LocalTable]:
    async with AsyncExitStack() as stack:
        if start.alone:
            host = table_alone(table)
            stack.push_async_callback(host.close)
            yield LocalTable(host, table.seats[0].token or "", alone=True)
            return
        reach, state = chosen_reach(args), state_folder(args.state)
        opened = await stack.enter_async_context(open_table(table, reach, state, shelf=shelf(), notice=notice))
        await stack.enter_async_context(closing(opened))
        print("\n".join(invitation_of(opened)), flush=True)
        yield opened.for_page()
