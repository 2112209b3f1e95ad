"""Whose a connection of this machine is, by what Linux lists of its sockets (``/proc/net/tcp`` and ``tcp6``). Pure."""

import sys
from collections.abc import Iterable
from ipaddress import IPv4Address
from typing import Final

_ESTABLISHED: Final = "01"
_NOBODY: Final = -1
"""The owner of a socket that has been closed by its program: Linux does not tell any more."""

Address = tuple[str, int]


def owner_of(tables: Iterable[str], client: Address, server: Address) -> int | None:
    """The number of the user whose program has the client's end of a connection over IPv4.

    Args:
        tables: the texts of the lists.
        client: IPv4 address and port of that end.
        server: of the other one.

    Returns:
        ``None`` if no such socket is listed, as where the connection comes from another machine or system; a number
        that no user has if it is closed already.
    """
    near, far = _listed(client), _listed(server)
    for line in (line for table in tables for line in table.splitlines()[1:]):
        _, local, remote, state, _, _, _, user, *_ = line.split()
        if _is(local, near) and _is(remote, far):
            return int(user) if state == _ESTABLISHED else _NOBODY
    return None


def _listed(address: Address) -> tuple[str, str]:
    """How it is listed: the four bytes as a number of this machine, in hexadecimal, and the port likewise."""
    host, port = address
    return f"{int.from_bytes(IPv4Address(host).packed, sys.byteorder):08X}", f"{port:04X}"


def _is(listed: str, address: tuple[str, str]) -> bool:
    """Among the sockets of IPv6, an address of IPv4 is the end of a longer one."""
    host, _, port = listed.partition(":")
    return host[-8:] == address[0] and port == address[1]
