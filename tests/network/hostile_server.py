"""A real signaling server that is up to something: real sockets, and whatever a `Relay` makes of each introduction."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Self

from aiohttp import WSMsgType, web

from p2p.handshake import GuestHandshake, HostHandshake, Role, Secret, TableSecrets
from p2p.join import Join, JoinedLink, JoinFailed
from signaling.messages import (
    HOST,
    Close,
    From,
    Guest,
    IceServer,
    Joined,
    Left,
    Open,
    Opened,
    RefusalCode,
    Refused,
    Send,
    ServerMessage,
    decode_from_client,
    encode,
)
from signaling.messages import Join as Enter
from signaling.server import page_routes
from tests.p2p.handshake.world import LINK, Delivery, Relay

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

ROOM = "K7QX"
OWNER_TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"


class _Line:
    """A WebSocket and what waits to be written to it."""

    def __init__(self, websocket: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self.websocket = websocket
        self._transport = transport
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def say(self, message: ServerMessage) -> None:
        """Send after all earlier ones."""
        self._frames.put_nowait(encode(message))

    def hang_up(self) -> None:
        """Break the connection off."""
        if self._transport:
            self._transport.abort()

    async def end(self) -> None:
        """Stop writing."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.websocket.send_str((await self._frames.get()).decode())


class Introduction:
    """A guest who asked for the room, and the way to both ends.

    Attributes:
        relay: what is done with the texts.
        sent: how many texts each end has sent.
    """

    def __init__(self, peer: str, guest: _Line, host: _Line) -> None:
        self.peer = peer
        self.relay = Relay()
        self.sent = {Role.GUEST: 0, Role.HOST: 0}
        self._lines = {Role.GUEST: guest, Role.HOST: host}

    def deliver(self, recipient: Role, text: str) -> None:
        """Hand a text to one end, as if the other had sent it."""
        self._lines[recipient].say(From(HOST if recipient is Role.GUEST else self.peer, text))

    def tell(self, recipient: Role, message: ServerMessage) -> None:
        """Say something to one end in the server's own name."""
        self._lines[recipient].say(message)

    def hang_up(self) -> None:
        """Cut both ends off."""
        for line in self._lines.values():
            line.hang_up()

    def received(self, sender: Role, text: str) -> None:
        """One end sent a text."""
        self.sent[sender] += 1
        self.relay.seen.append(text)
        for recipient, delivered in self.relay.received(sender, text):
            self.deliver(recipient, delivered)


Tactic = Callable[[Introduction], Relay]
"""Chooses what is done with the texts of an introduction."""


def honestly(_introduction: Introduction) -> Relay:
    """Pass everything on."""
    return Relay()


class HostileServer:
    """Speaks the signaling protocol on loopback for one host; an asynchronous context manager.

    Args:
        tactic: see below.
        room: its only one.
        ice_servers: for everybody.
        page: the folder of the page that it hands out, as it should be.

    Attributes:
        tactic: for the guests to come.
        frames: every frame that came, in order.
        requests: the request line and the headers of every connection.
        introductions: of all guests, in the order in which they came.
    """

    def __init__(
        self,
        tactic: Tactic = honestly,
        *,
        room: str = ROOM,
        ice_servers: Sequence[IceServer] = (),
        page: Path | None = None,
    ) -> None:
        self.frames: list[str] = []
        self.requests: list[str] = []
        self.introductions: list[Introduction] = []
        self.url = ""
        self.tactic = tactic
        self._room = room
        self._ice_servers = tuple(ice_servers)
        self._host: _Line | None = None
        app = web.Application()
        app.router.add_routes([*page_routes(page), web.get("/signal", self._signal)])
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)

    @property
    def latest(self) -> Introduction:
        """The introduction of the guest who came last."""
        return self.introductions[-1]

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{site.port}/"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for introduction in self.introductions:
            if isinstance(introduction.relay, Middleman):
                await introduction.relay.leave()
        await self._runner.cleanup()

    async def _signal(self, request: web.Request) -> web.StreamResponse:
        self.requests.append(f"{request.method} {request.raw_path} {request.headers}")
        websocket = web.WebSocketResponse(compress=False)
        await websocket.prepare(request)
        line = _Line(websocket, request.transport)
        try:
            async for frame in websocket:
                if frame.type is WSMsgType.TEXT:
                    self.frames.append(frame.data)
                    await self._take(line, frame.data)
        finally:
            self._hung_up(line)
            await line.end()
        return websocket

    async def _take(self, line: _Line, frame: str) -> None:
        match decode_from_client(frame):
            case Open():
                self._host = line
                line.say(Opened(self._room, OWNER_TOKEN, self._ice_servers))
            case Enter(room):
                self._introduce(line, room)
            case Send(to, data):
                for introduction in self.introductions:
                    if line is not self._host and introduction._lines[Role.GUEST] is line:
                        introduction.received(Role.GUEST, data)
                    elif line is self._host and introduction.peer == to:
                        introduction.received(Role.HOST, data)
            case Close():
                await line.websocket.close()

    def _introduce(self, line: _Line, room: str) -> None:
        if self._host is None or room != self._room:
            line.say(Refused(RefusalCode.NO_SUCH_ROOM, "There is no such room."))
            return
        introduction = Introduction(f"peer-{len(self.introductions)}", line, self._host)
        self.introductions.append(introduction)
        line.say(Joined(introduction.peer, self._ice_servers))
        self._host.say(Guest(introduction.peer))
        introduction.relay = self.tactic(introduction)

    def _hung_up(self, line: _Line) -> None:
        for introduction in self.introductions:
            if line is introduction._lines[Role.GUEST] and not isinstance(introduction.relay, Middleman):
                introduction.tell(Role.HOST, Left(introduction.peer))


class Middleman(Relay):
    """Plays the host to the guest and the guest to the host, by the book, with a WebRTC connection of its own to each.

    It never passes a text of the server on, and hides from the host that the guest has left. Once both let it in, it
    carries the texts of the two channels to and fro and reads them all.

    Args:
        introduction: whose texts it is given.
        guess_at_guest: what it takes the guest's secret for; ``None`` to leave the guest alone.
        guess_at_host: what it takes the host's secret for; ``None`` to leave the host alone.

    Attributes:
        reached: the ends that took it for the other one.
        overheard: what it read on the two channels.
    """

    def __init__(self, introduction: Introduction, guess_at_guest: Secret | None, guess_at_host: Secret | None) -> None:
        super().__init__()
        self.reached: set[Role] = set()
        self.overheard: list[str] = []
        self._links: dict[Role, JoinedLink] = {}
        self._joins: dict[Role, Join] = {}
        self._running: list[asyncio.Task[None]] = []
        about = {"room": ROOM, "peer": introduction.peer, "entropy": os.urandom}
        if guess_at_guest:
            secrets = TableSecrets(guess_at_guest, Secret.of_link(LINK[::-1]))
            self._meet(Role.GUEST, HostHandshake(secrets=secrets, **about), introduction)  # type: ignore[arg-type]
        if guess_at_host:
            self._meet(Role.HOST, GuestHandshake(secret=guess_at_host, **about), introduction)  # type: ignore[arg-type]

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text: nothing but what its own ends say."""
        if sender in self._joins:
            self._joins[sender].text_received(text)
        return []

    async def leave(self) -> None:
        """Close everything."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for link in self._links.values():
            link.close()

    def _meet(self, role: Role, handshake: GuestHandshake | HostHandshake, introduction: Introduction) -> None:
        join = self._joins[role] = Join(handshake, partial(introduction.deliver, role), ())
        self._running.append(asyncio.create_task(self._run(role, handshake, join)))

    async def _run(self, role: Role, handshake: GuestHandshake | HostHandshake, join: Join) -> None:
        with contextlib.suppress(JoinFailed):
            self._links[role], _ = await join.run(handshake.start(asyncio.get_running_loop().time()))
            self.reached.add(role)
            if len(self.reached) == len(Role):
                for end in Role:
                    self._links[end].start(partial(self._carry, end.other), lambda _reason: None)

    def _carry(self, recipient: Role, text: str) -> None:
        self.overheard.append(text)
        self._links[recipient].send(text)
