"""``--stun``: how two players behind routers learn their addresses as the internet sees them (RFC 8489)."""

import argparse

from p2p.commands.common import UsageError
from signaling.codes import InvalidServer, parse_server
from signaling.messages import IceServer


def add_stun_option(parser: argparse.ArgumentParser) -> None:
    """Declare the option."""
    parser.add_argument(
        "--stun",
        action="append",
        default=[],
        metavar="HOST[:PORT]",
        help="a STUN server that players may ask for their address; may be given again (default: nobody is asked)",
    )


def chosen_stun(args: argparse.Namespace) -> tuple[IceServer, ...]:
    """The STUN servers that the arguments name; `UsageError` if one is no address."""
    for place in args.stun:
        try:
            well_formed = parse_server(f"http://{place}").removeprefix("http://").rstrip("/") == place.lower()
        except InvalidServer:
            well_formed = False
        if not well_formed:
            raise UsageError(f'Write a STUN server as HOST or HOST:PORT, not "{place}".')
    return tuple(IceServer((f"stun:{place}",)) for place in args.stun)
