"""``peerdeck join CODE|LINK``: sit down at a friend's table."""

import argparse
import asyncio
import contextlib
import os
from pathlib import Path
from urllib.parse import quote

from p2p.client import TableClient
from p2p.commands.code_tries import CodeTries
from p2p.commands.common import CommandError, UsageError
from p2p.commands.paging import add_page_option, local_page, show, wants_page
from p2p.commands.seat_options import add_seat_options, chosen_name
from p2p.commands.shelf import shelf
from p2p.commands.sitting import Sitting, exit_status, first_of
from p2p.guest import Table, come_back, join
from p2p.guest_session import GuestSession, Tell
from p2p.handshake import Secret
from p2p.join import CLOSE_WITHIN, JoinFailed
from p2p.rendezvous import RendezvousError
from p2p.seat_tokens import KeptSeat, SeatTokens
from p2p.state_folder import StateError, state_folder
from p2p.terminal.json_lines import print_event
from p2p.webrtc import settled
from signaling.codes import (
    InvalidCode,
    InvalidLink,
    InvalidServer,
    InviteLink,
    RoomCode,
    parse_invitation,
    parse_server,
)

_NO_SERVER = (
    "Say which server the table is at: the host's program shows it, for example --server http://192.168.1.5:8420."
)
_SEAT_GIVEN_UP = frozenset({"bye", "kicked", "table-closed", "seat-gone"})


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("invitation", metavar="CODE|LINK", help="the room code or the invite link")
    parser.add_argument("--server", metavar="URL", help="the signaling server, for a code (default: PEERDECK_SERVER)")
    parser.add_argument(
        "--watch", action="store_true", help="watch without a seat, if the host allows it; in the terminal"
    )
    add_seat_options(parser)
    add_page_option(parser)
    parser.add_argument("--state", type=Path, metavar="DIR", help="where seats are kept")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the player leaves."""
    try:
        return asyncio.run(_join_on_page(args) if wants_page(args) and not args.watch else _join(args))
    except (InvalidCode, InvalidLink, InvalidServer) as error:
        raise UsageError(str(error)) from error
    except (RendezvousError, JoinFailed, StateError) as error:
        if args.json:
            print_event("error", code=getattr(error, "code", "failed"), text=str(error))
        raise CommandError(str(error)) from error


def _invited_to(args: argparse.Namespace) -> tuple[Table, CodeTries | None]:
    """The table that the arguments name, and how often its code, if it is one, has failed from here.

    Raises:
        InvalidCode, InvalidLink, InvalidServer, UsageError: they name none.
    """
    match parse_invitation(args.invitation):
        case InviteLink(server, room, secret):
            return Table(server, room, Secret.of_link(secret)), None
        case RoomCode(room, secret):
            server = _server_for_code(args)
            tries = CodeTries(state_folder(args.state), server, room, secret)
            return Table(server, room, Secret.of_code(secret, tries.failed)), tries


def _server_for_code(args: argparse.Namespace) -> str:
    chosen = args.server or os.environ.get("PEERDECK_SERVER")
    if not chosen:
        raise UsageError(_NO_SERVER)
    return parse_server(chosen)


def _invitation_for_page(args: argparse.Namespace) -> str:
    """The same as the fragment of an address of the page; raises as `_invited_to`."""
    match parse_invitation(args.invitation):
        case InviteLink(server) as link:
            return f"{link.url.partition('#')[2]}&s={quote(server, safe='')}"
        case RoomCode() as code:
            return f"c={code.text}&s={quote(_server_for_code(args), safe='')}"


async def _join_on_page(args: argparse.Namespace) -> int:
    """Serve the page, which joins by itself; until interrupted, since it may be loaded again."""
    async with local_page(args, shelf(), goes_to=_invitation_for_page(args)) as page:
        show(page.url())
        await asyncio.Event().wait()
    return 0


class _SeatKeeper:
    """A front that keeps the token of the seat for another time, and forgets it when the table is over."""

    def __init__(self, tokens: SeatTokens) -> None:
        self._tokens = tokens

    def told(self, client: TableClient, tell: Tell) -> None:
        """Note a seat taken or given up; play goes on if it cannot be written down."""
        session = client.session
        with contextlib.suppress(StateError):
            if tell.event == "seated" and session.key is not None and session.token:
                self._tokens.keep(KeptSeat(session.key, session.token))
            elif tell.event == "bye" and tell.facts["code"] in _SEAT_GIVEN_UP:
                self._tokens.forget()


async def _join(args: argparse.Namespace) -> int:
    table, tries = _invited_to(args)
    tokens = SeatTokens(state_folder(args.state), table.server, table.room)
    sitting = Sitting(args)
    session = GuestSession(chosen_name(args), watch=args.watch)
    failed_before = table.secret.wrong_guesses
    try:
        link = await join(table, tokens.claim())
    finally:
        if tries:
            with contextlib.suppress(StateError):
                tries.add(table.secret.wrong_guesses - failed_before)
    client = TableClient(session, *sitting.fronts, _SeatKeeper(tokens))
    client.attach(link)
    try:
        await first_of(sitting.play(client), come_back(table, client))
    finally:
        client.leave()
        await settled(CLOSE_WITHIN)
    return exit_status(client)
