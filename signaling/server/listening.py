"""Sockets: where a server listens, and how many connections it lets in."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections import Counter
from typing import TYPE_CHECKING, cast

from signaling.addresses import counted_address, is_within

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from signaling.addresses import Network
    from signaling.limits import Limits

_log = logging.getLogger(__name__)

_LAST_PORT = 65535


class CannotListen(Exception):
    """The server cannot be started where it was told to; `str()` is a sentence that says what to do."""


async def bind(host: str | None, port: int) -> list[socket.socket]:
    """Open the sockets on which a server listens, all on the same port.

    Args:
        host: address or name to listen at; None for all addresses of this machine, IPv4 and IPv6.
        port: TCP port; 0 for any that is free.

    Raises:
        CannotListen: host or port cannot be used.
    """
    if not 0 <= port <= _LAST_PORT:
        raise CannotListen(f"{port} is no TCP port: choose one from 1 to {_LAST_PORT}.")
    sockets: list[socket.socket] = []
    try:
        if host is None:
            return [_open_everywhere(port)]
        resolve = asyncio.get_running_loop().getaddrinfo
        for family, _, _, _, address in await resolve(host, port, type=socket.SOCK_STREAM):
            # The first socket settles the port for the others.
            settled = sockets[0].getsockname()[1] if sockets else port
            sockets.append(socket.create_server((address[0], settled, *address[2:]), family=family))
    except OSError as error:
        for opened in sockets:
            opened.close()
        raise CannotListen(_why_not(error, host, port)) from error
    return sockets


def _open_everywhere(port: int) -> socket.socket:
    """One socket for both families where that is possible, since two could not share a free port."""
    if socket.has_dualstack_ipv6():
        try:
            return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
        except OSError as error:
            if error.errno != errno.EADDRNOTAVAIL:  # which means that IPv6 is switched off
                raise
    return socket.create_server(("", port))


def _why_not(error: OSError, host: str | None, port: int) -> str:
    if isinstance(error, socket.gaierror):
        return f"{host} is no name or address that this machine knows: listen at one of its own addresses."
    number = error.errno
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use already: stop the program that uses it, or choose another port."
    if number == errno.EACCES:
        return f"Port {port} needs special rights here: choose one from 1024 on."
    if number == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: listen at one of its own addresses."
    return f"Listening on port {port} failed ({os.strerror(number or 0)}): choose another port or address."


def allow_files(wanted: int) -> None:
    """Let this process have `wanted` files open, or as many as the system allows it."""
    try:
        import resource  # noqa: PLC0415 - Windows has neither the module nor the limit
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed < wanted:
        _log.warning("This process may open %d files; a full server needs %d (ulimit -n).", allowed, wanted)


class Door:
    """Counts TCP connections before anything is read from them, so that no flood of them uses up all files.

    Args:
        new_handler: makes the protocol that serves one connection.
        limits: how many may be open.
        proxies: through these come the connections of many clients, so that only the total counts for them.
    """

    def __init__(self, new_handler: Callable[[], asyncio.Protocol], limits: Limits, proxies: Sequence[Network]) -> None:
        self.new_handler = new_handler
        self._limits = limits
        self._proxies = proxies
        self._inside: Counter[str] = Counter()
        self._total = 0

    def new_visitor(self) -> asyncio.Protocol:
        """Make the protocol of a new connection; for `loop.create_server`."""
        return _Visitor(self)

    def enter(self, peer: str) -> bool:
        """Count a connection from the address `peer`, if there is room for it, and tell whether there is."""
        address = counted_address(peer)
        crowded = self._inside[address] >= self._limits.max_sockets_per_address
        if self._total >= self._limits.max_sockets or (crowded and not is_within(peer, self._proxies)):
            return False
        self._total += 1
        self._inside[address] += 1
        return True

    def leave(self, peer: str) -> None:
        """Count a connection less of those that entered."""
        address = counted_address(peer)
        self._total -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


class _Visitor(asyncio.Protocol):
    """One TCP connection: hands everything on to the handler, if the door lets it in."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._handler: asyncio.Protocol | None = None
        self._peer = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._peer = str(transport.get_extra_info("peername", ("",))[0])
        if self._door.enter(self._peer):
            self._handler = self._door.new_handler()
            self._handler.connection_made(transport)
        else:
            cast("asyncio.Transport", transport).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._handler is not None:
            self._door.leave(self._peer)
            self._handler.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._handler is not None:
            self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        return None if self._handler is None else self._handler.eof_received()

    def pause_writing(self) -> None:
        if self._handler is not None:
            self._handler.pause_writing()

    def resume_writing(self) -> None:
        if self._handler is not None:
            self._handler.resume_writing()
