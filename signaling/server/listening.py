"""Where a server listens, and why it cannot."""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import os
import socket
from typing import Any

_log = logging.getLogger(__name__)

_LAST_PORT = 65535
_SPARE_FILES = 100  # files that the process opens besides connections
_OUT_OF_RESOURCES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_SECONDS_BETWEEN_COMPLAINTS = 60


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
    except (OSError, UnicodeError) as error:
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


def _why_not(error: OSError | UnicodeError, host: str | None, port: int) -> str:
    if isinstance(error, socket.gaierror | UnicodeError):
        return f'"{host}" is no name or address that this machine knows: listen at one of its own addresses.'
    number = error.errno
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use already: stop the program that uses it, or choose another port."
    if number == errno.EACCES:
        return f"Port {port} needs special rights here: choose one from 1024 on."
    if number == errno.EADDRNOTAVAIL:
        return f"{host} is no address of this machine: listen at one of its own addresses."
    return f"Listening on port {port} failed ({os.strerror(number or 0)}): choose another port or address."


def allow_sockets(wanted: int) -> int:
    """Let this process have `wanted` sockets open beside its other files, or as many as the system allows it.

    Returns:
        how many sockets there may be, at least 1. Were more let in, the system would refuse them one by one, and the
        process could not open its own files either.
    """
    try:
        import resource  # noqa: PLC0415 - Windows has neither the module nor the limit
    except ImportError:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + _SPARE_FILES
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return wanted
    allowed = needed if hard == resource.RLIM_INFINITY else max(soft, min(needed, hard))
    if allowed > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed == needed:
        return wanted
    sockets = max(1, allowed - min(_SPARE_FILES, allowed // 2))
    _log.warning(
        "This process may open %d files: only %d connections are taken at a time, where %d could be (ulimit -n).",
        allowed,
        sockets,
        wanted,
    )
    return sockets


class AcceptErrors:
    """A handler of an event loop's errors that is brief where no more connections can be taken: one line a minute."""

    def __init__(self) -> None:
        self._told = -math.inf

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Tell of an error; asyncio tells of each try, with a stack, and tries again many times a second."""
        error = context.get("exception")
        if not (isinstance(error, OSError) and error.errno in _OUT_OF_RESOURCES and "socket" in context):
            loop.default_exception_handler(context)
        elif loop.time() - self._told >= _SECONDS_BETWEEN_COMPLAINTS:
            self._told = loop.time()
            _log.warning("No more connections can be taken at the moment: %s.", error.strerror)
