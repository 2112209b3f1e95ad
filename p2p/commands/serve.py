"""``peerdeck serve``: a signaling server and nothing else."""

import argparse
import asyncio
import os
import secrets
from pathlib import Path

from p2p.commands.common import CommandError, whole_number
from p2p.commands.stun_option import add_stun_option, chosen_stun
from p2p.local_page import page_folder
from p2p.state_folder import StateError, naming_the_file
from signaling.codes import DEFAULT_PORT
from signaling.server import SECRET_BYTES, CannotListen, serve


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
        help="keep a secret there, made if it is missing: after a restart nobody can take another's room",
    )
    add_stun_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted."""
    ice_servers = chosen_stun(args)
    secret = _kept_secret(args.secret_file) if args.secret_file else None
    try:
        asyncio.run(
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


def _kept_secret(path: Path) -> bytes:
    """The secret of a file, which only its owner reads; a new one where there is no file yet."""
    try:
        with naming_the_file(path):
            if not path.exists():
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                    file.write(secrets.token_bytes(SECRET_BYTES))
            secret = path.read_bytes()
    except StateError as error:
        raise CommandError(str(error)) from error
    if len(secret) < SECRET_BYTES:
        raise CommandError(f"{path} holds no secret of {SECRET_BYTES} bytes or more: delete it, and a new one is made.")
    return secret


def _announce(url: str) -> None:
    print(f"Listening at {url}", flush=True)
