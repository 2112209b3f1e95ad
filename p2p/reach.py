"""The address at which others on the network reach this machine."""

import socket
from contextlib import suppress
from ipaddress import IPv6Address
from typing import Final
from urllib.parse import urlsplit

from signaling.codes import parse_server

_ELSEWHERE: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses of the documentation's networks (RFC 5737, RFC 3849): asking for the way there sends nothing."""
_DISCARD: Final = 9
LOOPBACK: Final = "127.0.0.1"


def own_address(family: socket.AddressFamily = socket.AF_INET) -> str:
    """The address of the interface that leads out; the loopback's of IPv4 where there is none."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE[family], _DISCARD))
        address: str = probe.getsockname()[0]
        return address
    return LOOPBACK


def url_for_guests(address: str | None, port: int) -> str:
    """Where guests find a server of this machine.

    Args:
        address: at which others reach this machine, with a port of its own where a router or proxy passes that on to
            ours, or a whole URL; ``None`` to find out.
        port: of the server here.

    Raises:
        InvalidServer: it is none.
    """
    address = address or _found_out()
    if "://" in address:
        return parse_server(address)
    with suppress(ValueError):
        address = f"[{IPv6Address(address)}]"
    return parse_server(address if _has_port(address) else f"{address}:{port}")


def _found_out() -> str:
    address = own_address()
    return own_address(socket.AF_INET6) if address == LOOPBACK else address


def _has_port(address: str) -> bool:
    try:
        return urlsplit(f"//{address}").port is not None
    except ValueError:
        return True  # whatever it is, it cannot be read
