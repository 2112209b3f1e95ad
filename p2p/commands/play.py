"""``peerdeck play GAME``: alone with bots, no network at all."""

import argparse
import asyncio
from random import SystemRandom

from engine import games
from p2p.client import TableClient
from p2p.commands.common import UsageError, add_table_options, chosen_game, chosen_table
from p2p.commands.paging import add_page_option, local_page, show, wants_page
from p2p.commands.seat_options import add_seat_options, chosen_name, new_table
from p2p.commands.shelf import shelf
from p2p.commands.sitting import Sitting, exit_status, one_match
from p2p.guest_session import GuestSession
from p2p.host_session import HostSession
from p2p.local_page import LocalTable
from p2p.local_seat import take_local_seat
from p2p.management import DEFAULT_BOT
from p2p.saved_table import SavedTable
from p2p.table_host import BOT_PAUSE, TableHost
from p2p.tokens import new_token


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", metavar="GAME")
    add_table_options(parser)
    parser.add_argument("--bots", metavar="NAME[,NAME…]", help="the kinds of bots for the other seats")
    add_seat_options(parser)
    add_page_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the player leaves."""
    table = table_for(args)
    return asyncio.run(_play_on_page(table, args) if wants_page(args) else _play(table, args))


def table_for(args: argparse.Namespace) -> SavedTable:
    """The table that the arguments ask for; raises `UsageError` if there is none such."""
    game = chosen_game(args.game)
    seats, options = chosen_table(game, args)
    kinds = args.bots.split(",") if args.bots else [DEFAULT_BOT]
    if len(kinds) not in {1, seats - 1}:
        raise UsageError(f"Name one kind of bot for all, or one for each of the {seats - 1} other seats.")
    if len(kinds) == 1:
        kinds *= seats - 1
    return new_table(game, options, seats, chosen_name(args), kinds)


def table_alone(table: SavedTable, *, bot_pause: float = BOT_PAUSE) -> TableHost:
    """A table that nobody else can join."""
    chance = SystemRandom()
    session = HostSession(games.find(table.game), table, new_token, chance, shelf=shelf())
    return TableHost(session, chance, bot_pause=bot_pause)


async def _play_on_page(table: SavedTable, args: argparse.Namespace) -> int:
    host = table_alone(table)
    async with local_page(args, shelf()) as page:
        page.table = LocalTable(host, table.seats[0].token or "", alone=True)
        show(page.url())
        try:
            await host.ended.wait()
        finally:
            await host.close()
    return 0


async def _play(table: SavedTable, args: argparse.Namespace) -> int:
    host = table_alone(table, bot_pause=0 if one_match(args) else BOT_PAUSE)
    sitting = Sitting(args, alone=True)
    token = table.seats[0].token
    client = TableClient(GuestSession(table.seats[0].name or "", token), *sitting.fronts)
    take_local_seat(host, client, token or "")
    await sitting.play(client)
    await host.close()
    return exit_status(client)
