"""The signaling server as an aiohttp application, as a part of a program, and as a program."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Self, cast

from aiohttp import hdrs, web
from aiohttp.http import HttpProcessingError

from signaling.addresses import parse_networks
from signaling.codes import DEFAULT_PORT, parse_server
from signaling.limits import EMBEDDED, STAND_ALONE, Limits
from signaling.server.door import Door, answering
from signaling.server.hub import Hub
from signaling.server.listening import AcceptErrors, allow_sockets, bind
from signaling.server.page import page_routes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from signaling.messages import IceServer
    from signaling.ownership import ServerSecret

_log = logging.getLogger(__name__)
# Anybody can send what is no HTTP, and it may hold anything: a code, or a screenful of nonsense.
_log.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))

_REACHED_AT = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - nothing listens there yet
_WELCOME = """\
This is a Peerdeck server. It introduces people who want to play cards with each other, and then steps aside.
To join a friend's table, install Peerdeck and run: peerdeck join CODE --server ADDRESS
CODE is the room code that your friend gave you, ADDRESS what you opened to read this.
"""


def make_app(
    *,
    limits: Limits = STAND_ALONE,
    ice_servers: Sequence[IceServer] = (),
    trusted_proxies: Sequence[str] = (),
    page: Path | None = None,
) -> web.Application:
    """Make the aiohttp application of a signaling server.

    Args:
        limits: what clients may use up.
        ice_servers: STUN and TURN servers, handed to every host and guest.
        trusted_proxies: addresses or networks whose `X-Forwarded-For` is believed.
        page: the folder of the page for browsers; without one, `/` answers with a sentence.

    Raises:
        ValueError: one of the proxies is no address or network.
    """
    return _application(Hub(limits, ice_servers, parse_networks(trusted_proxies), secret=None), page)


class SignalingServer:
    """A signaling server inside a running event loop, as an asynchronous context manager.

    Args:
        host: address or name to listen at; None for all addresses of this machine, IPv4 and IPv6.
        port: TCP port; 0 for any that is free.
        limits: what clients may use up.
        ice_servers: STUN and TURN servers, handed to every host and guest.
        trusted_proxies: addresses or networks whose `X-Forwarded-For` is believed.
        page: the folder of the page for browsers.
        secret: by which rooms are known to be their owners' after a restart (`signaling.ownership`).
        unnamed_proxy: is told once of a near address that passes on the addresses of clients, but is not trusted.
        expected: as for `signaling.rooms.Rooms`.

    Raises:
        ValueError: one of the proxies is no address or network.
        CannotListen: on entering, if host or port cannot be used.
    """

    def __init__(
        self,
        host: str | None = None,
        port: int = 0,
        *,
        limits: Limits = EMBEDDED,
        ice_servers: Sequence[IceServer] = (),
        trusted_proxies: Sequence[str] = (),
        page: Path | None = None,
        secret: ServerSecret | None = None,
        unnamed_proxy: Callable[[str], None] | None = None,
        expected: Mapping[str, str] | None = None,
    ) -> None:
        self._host = host and host.removeprefix("[").removesuffix("]")  # as addresses of IPv6 stand beside ports
        self._port = port
        self._limits = limits
        self._proxies = parse_networks(trusted_proxies)
        self._hub = Hub(
            limits, ice_servers, self._proxies, secret=secret, unnamed_proxy=unnamed_proxy, expected=expected
        )
        self._runner = web.AppRunner(
            _application(self._hub, page),
            access_log=None,
            logger=_log,
            keepalive_timeout=limits.unasked,
            shutdown_timeout=limits.closing,
        )
        self._servers: list[asyncio.Server] = []

    @property
    def port(self) -> int:
        """The TCP port on which the server listens."""
        return self._port

    @property
    def url(self) -> str:
        """Address of the listening server as this machine reaches it, in the form of `parse_server`."""
        host = self._host or ""
        host = _REACHED_AT.get(host, host)
        return parse_server(f"http://[{host}]:{self._port}" if ":" in host else f"http://{host}:{self._port}")

    async def __aenter__(self) -> Self:
        sockets = await bind(self._host, self._port)
        self._port = sockets[0].getsockname()[1]
        await self._runner.setup()
        limits = replace(self._limits, max_sockets=allow_sockets(self._limits.max_sockets))
        door = Door(cast("web.Server", self._runner.server), limits, self._proxies)
        loop = asyncio.get_running_loop()
        if loop.get_exception_handler() is None:  # else the program has its own way to tell of errors
            loop.set_exception_handler(AcceptErrors())
        self._servers = [await loop.create_server(door.new_visitor, sock=sock) for sock in sockets]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for server in self._servers:
            server.close()
        # First by itself: the runner's cleanup stops reading, and then peers cannot say goodbye.
        await self._hub.shut_down()
        await self._runner.cleanup()


async def serve(
    host: str | None = None,
    port: int = DEFAULT_PORT,
    *,
    limits: Limits = STAND_ALONE,
    ice_servers: Sequence[IceServer] = (),
    trusted_proxies: Sequence[str] = (),
    page: Path | None = None,
    secret: ServerSecret | None = None,
    announce: Callable[[str], None] = print,
) -> None:
    """Run a signaling server and nothing else, until cancelled.

    Args:
        host: as for `SignalingServer`, like those that follow.
        port: TCP port.
        limits: what clients may use up.
        ice_servers: STUN and TURN servers, handed to every host and guest.
        trusted_proxies: addresses or networks whose `X-Forwarded-For` is believed.
        page: the folder of the page for browsers.
        secret: by which rooms are known to be their owners' after a restart.
        announce: called once, with the server's address, when it listens.

    Raises:
        ValueError: one of the proxies is no address or network.
        CannotListen: host or port cannot be used.
    """
    async with SignalingServer(
        host,
        port,
        limits=limits,
        ice_servers=ice_servers,
        trusted_proxies=trusted_proxies,
        page=page,
        secret=secret,
        unnamed_proxy=_tell_of_proxy,
    ) as server:
        announce(server.url)
        await asyncio.Event().wait()


def _tell_of_proxy(address: str) -> None:
    """Without being told, an operator would only see that guests are refused for being too many or too fast."""
    _log.warning(
        "A proxy at %s passes on the addresses of clients, who all share one client's limits as long as it is not "
        "named: --trust-proxy %s.",
        address,
        address,
    )


def _application(hub: Hub, page: Path | None) -> web.Application:
    app = web.Application()
    app.router.add_routes(page_routes(page) or [web.get("/", _welcome)])
    app.router.add_get("/healthz", _healthy)
    app.router.add_get("/signal", hub.signal)
    app.cleanup_ctx.append(hub.lifespan)
    app.on_response_prepare.append(_prepare)
    app.on_shutdown.append(hub.shut_down)
    return app


async def _prepare(request: web.Request, response: web.StreamResponse) -> None:
    """One request on a connection, since only connections are counted; and what holds for every answer."""
    response.force_close()
    if response.status != HTTPStatus.SWITCHING_PROTOCOLS:
        answering(request.transport)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers[hdrs.SERVER] = "Peerdeck"  # which versions run here helps nobody but attackers


async def _welcome(_request: web.Request) -> web.Response:
    return web.Response(text=_WELCOME)


async def _healthy(_request: web.Request) -> web.Response:
    return web.Response(text="ok\n", headers={"Cache-Control": "no-store"})
