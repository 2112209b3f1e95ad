"""A connection to a signaling server that carries typed messages."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, TypeVar

import aiohttp

from p2p.rendezvous.errors import NotAPeerdeckServer, RendezvousError, ServerLost, ServerUnreachable, refusal
from signaling.codes import parse_server
from signaling.messages import (
    MAX_FRAME_BYTES,
    BadMessage,
    ClientMessage,
    Joined,
    Opened,
    Refused,
    ServerMessage,
    decode_from_server,
    encode,
)

if TYPE_CHECKING:
    from typing import Self

Welcome = TypeVar("Welcome", Opened, Joined)

CONNECT_SECONDS: Final = 5.0
"""How long connecting may take, and then the answer to the first message."""

_CLOSE_SECONDS = 1.0
_HEARTBEAT_SECONDS = 20.0
_LONGEST_FRAME = 4 * MAX_FRAME_BYTES  # the server adds to what peers say
_GATEWAY_ERRORS = {HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}


class Channel:
    """An open connection; made by `connect`."""

    def __init__(self, server: str, session: aiohttp.ClientSession, websocket: aiohttp.ClientWebSocketResponse) -> None:
        self._server = server
        self._session = session
        self._websocket = websocket
        self._frames: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    @classmethod
    async def connect(cls, server: str, greeting: ClientMessage, welcome: type[Welcome]) -> tuple[Self, Welcome]:
        """Connect to a server and say what we want from it.

        Args:
            server: its address, as `parse_server` takes it.
            greeting: the first message.
            welcome: the type of the answer when it is granted.

        Returns:
            The channel, and the answer.

        Raises:
            InvalidServer: `server` is no address.
            ServerUnreachable: nobody answers there within `CONNECT_SECONDS`.
            NotAPeerdeckServer: whoever answers does not speak the protocol, or not within `CONNECT_SECONDS`.
            RendezvousError: the server refused, and why.
        """
        server = parse_server(server)
        session = aiohttp.ClientSession()
        try:
            channel = cls(server, session, await _open_websocket(session, server))
        except BaseException:
            await session.close()
            raise
        try:
            return channel, await channel._greet(greeting, welcome)
        except BaseException:
            await channel.close()
            raise

    def send(self, message: ClientMessage) -> None:
        """Send a message after all earlier ones. Never waits; on a lost connection it does nothing.

        Raises:
            ValueError: the message is longer than the protocol allows.
        """
        frame = encode(message)
        if len(frame) > MAX_FRAME_BYTES:
            raise ValueError(f"A message of {len(frame)} bytes is too long for the signaling server.")
        if not self._writer.done():
            self._frames.put_nowait(frame)

    async def receive(self) -> ServerMessage:
        """The next message of the server.

        Raises:
            ServerLost: the connection ended.
            NotAPeerdeckServer: what came is no message of the protocol.
        """
        frame = await self._websocket.receive()
        if frame.type is aiohttp.WSMsgType.TEXT:
            try:
                return decode_from_server(frame.data)
            except BadMessage as error:
                raise NotAPeerdeckServer(self._server) from error
        if frame.type is aiohttp.WSMsgType.BINARY:
            raise NotAPeerdeckServer(self._server)
        raise ServerLost

    def unexpected(self) -> RendezvousError:
        """The error for a message that no server sends now."""
        return NotAPeerdeckServer(self._server)

    async def close(self) -> None:
        """Send what is still to be sent, and end the connection, all in bounded time. May be called again.

        Whoever does not wait for it, because it is cancelled, leaves nothing open either.
        """
        try:
            if not self._writer.done():
                self._frames.put_nowait(None)
                with suppress(TimeoutError):
                    async with asyncio.timeout(_CLOSE_SECONDS):
                        await self._writer
            await self._websocket.close()
        finally:
            self._websocket._cancel_heartbeat()  # noqa: SLF001 - the answer to the close sets aiohttp's timer once more
            await self._session.close()

    async def _greet(self, greeting: ClientMessage, welcome: type[Welcome]) -> Welcome:
        self.send(greeting)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                answer = await self.receive()
        except TimeoutError:
            raise self.unexpected() from None
        if isinstance(answer, Refused):
            raise refusal(answer.code)
        if not isinstance(answer, welcome):
            raise self.unexpected()
        return answer

    async def _write(self) -> None:
        with suppress(ConnectionError):  # `receive` tells of a lost connection
            while (frame := await self._frames.get()) is not None:
                await self._websocket.send_str(frame.decode())


async def _open_websocket(session: aiohttp.ClientSession, server: str) -> aiohttp.ClientWebSocketResponse:
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            return await session.ws_connect(
                f"{server}signal",
                heartbeat=_HEARTBEAT_SECONDS,
                max_msg_size=_LONGEST_FRAME,
                timeout=aiohttp.ClientWSTimeout(ws_close=_CLOSE_SECONDS),
            )
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise _why_not_connected(error, server) from error


def _why_not_connected(error: Exception, server: str) -> RendezvousError:
    """What to tell the player about a failed connection."""
    match error:
        case TimeoutError():
            why = f"did not answer within {CONNECT_SECONDS:.0f} seconds: check the address and your connection"
        case aiohttp.ClientConnectorDNSError():
            why = "cannot be found: check the address and your connection"
        case aiohttp.ClientConnectorCertificateError():
            why = "cannot prove that it is who it says (its certificate is not valid): do not trust it"
        case aiohttp.ClientConnectorSSLError():
            why = "does not speak https: try an address that begins with http://"
        case aiohttp.ClientConnectorError():
            why = "is not reachable: check the address and its port, and whether the server runs"
        case aiohttp.WSServerHandshakeError() if error.status in _GATEWAY_ERRORS:
            why = "does not run at the moment: try again later"
        case aiohttp.ServerConnectionError() | aiohttp.ClientOSError():
            why = "hung up at once: it may be full, try again later"
        case _:
            return NotAPeerdeckServer(server)
    return ServerUnreachable(f"The server {server} {why}.")
