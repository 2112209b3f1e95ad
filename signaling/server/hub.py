"""The connections of a signaling server: carries frames between WebSockets and `signaling.rooms`.

Nobody is allowed to hold up anybody else:

* Each connection has a queue of its own, which one task writes: nobody waits for a slow reader, and a connection
  listens also while it cannot be written to.
* A guest's words in the queue of the host count against that guest, all other words against the reader.
* Every connection is aborted in the end: merely closing it would wait for as long as a peer does not read.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import WSMsgType, web

from signaling.addresses import counted_address, is_near, is_within
from signaling.messages import CloseCode, IceServer, RefusalCode, Refused, encode
from signaling.ownership import Ownership, ServerSecret
from signaling.rooms import ConnectionId, Deliver, Effect, HangUp, Rooms

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from signaling.addresses import Network
    from signaling.limits import Limits

_TOKEN_BYTES = 16
_DRAIN_EVERY = 16 * 1024  # bytes written to a connection between two looks at whether it takes them
_FRAMES_AFTER_FAREWELL = 64  # that a client may send before it answers a close frame


class _Frame(NamedTuple):
    """A frame that waits to be written, and the guest whose words it carries to the host, if it does."""

    payload: bytes
    sender: _Client | None = None
    kind: WSMsgType = WSMsgType.TEXT


_ROOM_BUSY = _Frame(encode(Refused(RefusalCode.ROOM_BUSY, "The host is not reading: try again in a moment.")))


class _Client:
    """One WebSocket: what waits to be written to it, and what it said that waits for somebody else."""

    def __init__(self, websocket: web.WebSocketResponse, transport: asyncio.Transport, closing: float) -> None:
        self.websocket = websocket
        self.unsent = 0  # bytes that wait here, without those that count against a guest
        self.unheard = 0  # bytes of this client that wait for its host
        self._transport = transport
        self._closing = closing
        self._gone = False
        self._frames: deque[_Frame] = deque()
        self._writer: asyncio.Task[None] | None = None
        self._farewell: asyncio.Task[None] | None = None
        self._heard: asyncio.Event | None = None

    @property
    def ending(self) -> bool:
        """Whether the server has decided to end the connection."""
        return self._farewell is not None

    def send(self, frame: _Frame) -> None:
        """Have the frame written after those before it; never waits. Whose end has come is sent no more."""
        if self._gone or self.ending:
            return
        self._frames.append(frame)
        self._count(frame, len(frame.payload))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    def hang_up(self, code: CloseCode, reason: str) -> asyncio.Task[None]:
        """Say goodbye after all that was sent before, and end the connection soon, whatever the other side does."""
        if self._farewell is None:
            self._farewell = asyncio.create_task(self._say_farewell(code, reason))
        return self._farewell

    async def let_go(self) -> None:
        """Release the connection, which is over, and wait until the host has read what this client said."""
        self._gone = True
        if self._farewell is not None:
            self._farewell.cancel()
        self._transport.abort()
        while self._frames:
            frame = self._frames.popleft()
            self._count(frame, -len(frame.payload))
        if tasks := [task for task in (self._writer, self._farewell) if task is not None]:
            await asyncio.wait(tasks)
        if self.unheard:
            self._heard = asyncio.Event()
            await self._heard.wait()

    def add_unheard(self, size: int) -> None:
        """Count bytes of this client that wait for its host."""
        self.unheard += size
        if self._heard is not None and not self.unheard:
            self._heard.set()

    async def _write(self) -> None:
        try:
            while self._frames:
                frame = self._frames.popleft()
                try:
                    await self.websocket.send_frame(frame.payload, frame.kind)
                finally:
                    self._count(frame, -len(frame.payload))
        except ConnectionError:
            pass  # whoever listens to this connection learns of it, too, and lets go of it
        finally:
            self._writer = None

    def _count(self, frame: _Frame, size: int) -> None:
        """Count `size` bytes more or, if it is negative, fewer that wait."""
        if frame.sender is None:
            self.unsent += size
        else:
            frame.sender.add_unheard(size)

    async def _say_farewell(self, code: CloseCode, reason: str) -> None:
        """Write what waits and a close frame, leave time for the answer, which the listener gets, and cut off."""
        with suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(self._closing):
                if self._writer is not None:
                    await self._writer
                await self.websocket.send_frame(code.to_bytes(2, "big") + reason.encode(), WSMsgType.CLOSE)
                await asyncio.Event().wait()
        self._transport.abort()


class Hub:
    """Carries frames between the WebSockets and `Rooms`."""

    def __init__(
        self,
        limits: Limits,
        ice_servers: Sequence[IceServer],
        proxies: Sequence[Network],
        *,
        secret: ServerSecret | None,
        unnamed_proxy: Callable[[str], None] | None = None,
        expected: Mapping[str, str] | None = None,
    ) -> None:
        self._limits = limits
        self._proxies = proxies
        self._unnamed_proxy = unnamed_proxy
        self._clients: dict[ConnectionId, _Client] = {}
        self._numbers = itertools.count()
        self._shutting_down = False
        self._rooms = Rooms(
            limits,
            choose=secrets.randbelow,
            new_token=lambda: secrets.token_urlsafe(_TOKEN_BYTES),
            ownership=Ownership(secrets.token_bytes, secret),
            ice_servers=ice_servers,
            now=monotonic(),
            expected=expected,
        )

    async def signal(self, request: web.Request) -> web.StreamResponse:
        """Handle `/signal`: one WebSocket from its first frame to its end."""
        if self._shutting_down:
            raise web.HTTPServiceUnavailable(text="The server is shutting down.\n")
        if "Sec-WebSocket-Protocol" in request.headers:
            raise web.HTTPBadRequest(text="No subprotocol is spoken here.\n")
        websocket: web.WebSocketResponse = web.WebSocketResponse(
            compress=False,  # with compression, a connection that offers it costs 112 KiB instead of 16
            autoclose=False,
            autoping=False,  # pings count as messages
            heartbeat=self._limits.heartbeat,
            max_msg_size=self._limits.max_received_frame,
            timeout=self._limits.closing,
            writer_limit=_DRAIN_EVERY,
        )
        try:
            await websocket.prepare(request)
        except web.HTTPBadRequest:
            raise web.HTTPUpgradeRequired(text="This address is for WebSockets of Peerdeck.\n") from None
        except ConnectionError:
            return web.Response()  # for nobody: the client is gone
        transport = request.transport
        if transport is None:
            return websocket
        connection = ConnectionId(next(self._numbers))
        client = self._clients[connection] = _Client(websocket, transport, self._limits.closing)
        self._carry_out(self._rooms.connection_opened(connection, self._address(request), monotonic()))
        try:
            await self._listen(connection, client)
        finally:
            try:
                await client.let_go()
            finally:
                self._carry_out(self._rooms.connection_closed(connection, monotonic()))
                del self._clients[connection]
        return websocket

    async def lifespan(self, _app: web.Application) -> AsyncIterator[None]:
        """Tell `Rooms` the time for as long as the application runs."""
        clock = asyncio.create_task(self._tell_time())
        yield
        clock.cancel()
        with suppress(asyncio.CancelledError):
            await clock

    async def shut_down(self, _app: web.Application | None = None) -> None:
        """End all connections in bounded time, and accept no new ones."""
        self._shutting_down = True
        reason = "the server is shutting down"
        farewells = [client.hang_up(CloseCode.GOING_AWAY, reason) for client in self._clients.values()]
        if farewells:
            await asyncio.wait(farewells)

    async def _listen(self, connection: ConnectionId, client: _Client) -> None:
        """Tell `Rooms` what a client sends, until it hangs up, or has been told goodbye and does not answer."""
        unanswered = 0
        while unanswered < _FRAMES_AFTER_FAREWELL:
            message = await client.websocket.receive()
            if client.ending:
                unanswered += 1
                await asyncio.sleep(0)  # what is buffered comes without waiting, and the farewell needs a turn
            now = monotonic()
            match message.type:
                case WSMsgType.TEXT:
                    self._carry_out(self._rooms.text_received(connection, message.data, now))
                case WSMsgType.BINARY:
                    self._carry_out(self._rooms.binary_received(connection, len(message.data), now))
                case WSMsgType.PING:
                    self._carry_out(self._rooms.control_received(connection, now))
                    client.send(_Frame(message.data, kind=WSMsgType.PONG))
                case WSMsgType.PONG:
                    self._carry_out(self._rooms.control_received(connection, now))
                case WSMsgType.CLOSE if not client.ending:
                    await client.websocket.close(drain=False)
                    return
                case _:
                    return

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Deliver():
                    self._deliver(effect)
                case HangUp(connection, code, reason):
                    self._clients[connection].hang_up(code, reason)

    def _deliver(self, effect: Deliver) -> None:
        receiver = self._clients[effect.connection]
        sender = None if effect.sender is None else self._clients[effect.sender]
        frame = _Frame(encode(effect.message), sender)
        if sender is not None and sender.unheard + len(frame.payload) > self._limits.max_unheard:
            receiver, frame = sender, _ROOM_BUSY
        receiver.send(frame)
        if receiver.unsent > self._limits.max_unsent:
            receiver.hang_up(CloseCode.POLICY, "you do not read what you are sent")

    def _address(self, request: web.Request) -> str:
        forwarded = request.headers.getall("X-Forwarded-For", [])
        peer = request.remote or ""
        if forwarded and self._unnamed_proxy and not is_within(peer, self._proxies) and is_near(peer):
            tell, self._unnamed_proxy = self._unnamed_proxy, None  # once
            tell(peer)
        return counted_address(peer, forwarded, self._proxies)

    async def _tell_time(self) -> None:
        while True:
            await asyncio.sleep(1)
            self._carry_out(self._rooms.time_passed(monotonic()))
