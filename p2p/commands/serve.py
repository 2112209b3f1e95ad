"""``peerdeck serve``: a signaling server and nothing else."""

import argparse
import sys
from pathlib import Path

from p2p.commands.common import CommandError, whole_number
from p2p.commands.server_secret import server_secret
from p2p.commands.stun_option import add_stun_option, chosen_stun
from p2p.local_page import page_folder
from p2p.stopping import run as run_until_stopped
from signaling.codes import DEFAULT_PORT
from signaling.server import CannotListen, serve


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen (default: all addresses of this machine)")
    parser.add_argument("--port", type=whole_number, default=DEFAULT_PORT, help=f"TCP port (default {DEFAULT_PORT})")
    parser.add_argument(
        "--trust-proxy",
        action="append",
        default=[],
        metavar="NETWORK",
        help="believe X-Forwarded-For from this address or network; may be given again",
    )
    parser.add_argument(
        "--secret-file",
        type=Path,
        metavar="FILE",
        help="has the secret that keeps rooms for their hosts across restarts (default: one in the state folder)",
    )
    add_stun_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    ice_servers = chosen_stun(args)
    secret = server_secret(args.secret_file, _notice)
    try:
        run_until_stopped(
            serve(
                args.host,
                args.port,
                ice_servers=ice_servers,
                trusted_proxies=args.trust_proxy,
                page=page_folder(),
                secret=secret,
                announce=_announce,
            )
        )
    except (CannotListen, ValueError) as error:
        raise CommandError(str(error)) from error
    return 0


def _announce(url: str) -> None:
    print(f"Listening at {url}", flush=True)


def _notice(text: str) -> None:
    print(f"peerdeck: {text}", file=sys.stderr, flush=True)
