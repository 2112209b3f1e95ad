"""``peerdeck join CODE|LINK``: sit down at a friend's table."""

import argparse
import asyncio
from functools import partial
from pathlib import Path
from urllib.parse import quote

from p2p.commands.common import CommandError, UsageError
from p2p.commands.paging import add_page_option, local_page, show, wants_page
from p2p.commands.seat_options import add_seat_options, chosen_name
from p2p.commands.shelf import shelf
from p2p.commands.sitting import Sitting, exit_status
from p2p.guest_session import GuestSession
from p2p.join import JoinFailed
from p2p.rendezvous import RendezvousError
from p2p.state_folder import StateError
from p2p.stopping import parting
from p2p.stopping import run as run_until_stopped
from p2p.terminal.json_lines import print_event
from p2p.visit import NoServer, Visit, server_for_code
from p2p.waiting import first_of
from signaling.codes import InvalidCode, InvalidLink, InvalidServer, InviteLink, RoomCode, parse_invitation


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
        return run_until_stopped(_join_on_page(args) if wants_page(args) and not args.watch else _join(args))
    except (InvalidCode, InvalidLink, InvalidServer) as error:
        raise UsageError(str(error)) from error
    except NoServer as error:
        raise UsageError(f"{str(error).rstrip('.')}, for example --server http://192.168.1.5:8420.") from error
    except (RendezvousError, JoinFailed, StateError) as error:
        if args.json:
            print_event("error", code=getattr(error, "code", "failed"), text=str(error))
        raise CommandError(str(error)) from error


def _invitation_for_page(args: argparse.Namespace) -> str:
    """The same as the fragment of an address of the page; raises as `_invited_to`."""
    match parse_invitation(args.invitation):
        case InviteLink(server) as link:
            return f"{link.url.partition('#')[2]}&s={quote(server, safe='')}"
        case RoomCode() as code:
            return f"c={code.text}&s={quote(server_for_code(args.server), safe='')}"


async def _join_on_page(args: argparse.Namespace) -> int:
    """Serve the page, which joins by itself; until interrupted, since it may be loaded again."""
    async with local_page(args, shelf(), goes_to=_invitation_for_page(args)) as page:
        show(page.url())
        await asyncio.Event().wait()
    return 0


async def _join(args: argparse.Namespace) -> int:
    visit = Visit.invited(args.invitation, args.server, args.state)
    sitting = Sitting(args)
    client = await visit.begin(GuestSession(chosen_name(args), watch=args.watch), *sitting.fronts)
    async with parting(partial(visit.end, client), partial(visit.step_away, client)):
        await first_of(sitting.play(client), visit.stay(client))
    return exit_status(client)
