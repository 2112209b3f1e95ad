"""The host's side of introductions: a room that stays open."""

from __future__ import annotations

import asyncio
import logging
import random
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING

from p2p.bucket import Bucket
from p2p.rendezvous.channel import Channel
from p2p.rendezvous.errors import NotOwner, RendezvousError
from signaling.messages import Close, From, Guest, Left, Open, Opened, RefusalCode, Refused, Send

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

    from signaling.messages import IceServer, ServerMessage

_log = logging.getLogger(__name__)

_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 10.0
_AT_ONCE = 500
_PER_SECOND = 100
"""Messages of a server that are read; one that sends more waits, so that it cannot keep this program from the game."""
_MOST_GUESTS = 512
"""Guests of a room at one time; a server that tells of more, and never that one left, is none."""
_MOST_EVENTS = 256  # that wait to be taken; then reading waits, too
_CLOSE_SECONDS = 1.0

HostEvent = Guest | From | Left
"""A guest came, said something, or left."""


class HostState(Enum):
    """How a room is doing at the server."""

    OPEN = "open"
    """Guests can join."""
    LOST = "lost"
    """The connection to the server is lost. It is tried again and again, and the room is taken back."""
    TAKEN = "taken"
    """The room belongs to another program now. It is not tried again."""


class HostRendezvous:
    """A room at a signaling server that is kept open, as an asynchronous context manager and iterator.

    The room is taken back with its owner token after the server was restarted or the connection was lost; no loss
    of the server ever raises. Iterating gives what guests do, until the room is closed or taken over. Every guest
    that came also leaves: when the connection is lost, all do.

    Leaving the context without `close_room` keeps the room at the server for ten minutes, so that another program
    with `room` and `owner_token` can go on with it.

    Args:
        server: address of the server, as `signaling.codes.parse_server` takes it.
        room: name of the room to open or take back; None for a new one.
        owner_token: what `owner_token` was when that room was opened.
        on_state: is told each change after entering, and the reason for a bad one.

    Attributes:
        room: name of the room.
        owner_token: proves that the room is this host's; a secret.
        ice_servers: STUN and TURN servers to use.

    Raises:
        InvalidServer: on entering, if `server` is no address.
        RendezvousError: on entering, if the room cannot be opened.
    """

    room: str
    owner_token: str
    ice_servers: tuple[IceServer, ...]

    def __init__(
        self,
        server: str,
        *,
        room: str | None = None,
        owner_token: str | None = None,
        on_state: Callable[[HostState, RendezvousError | None], None] = lambda _state, _reason: None,
    ) -> None:
        self._server = server
        self._wish = Open(room, owner_token)
        self._on_state = on_state
        self._closing = False
        self._pause = _FIRST_PAUSE
        self._guests: set[str] = set()
        self._events: asyncio.Queue[HostEvent | None] = asyncio.Queue(_MOST_EVENTS)
        self._channel: Channel
        self._keeper: asyncio.Task[None]
        self._ending: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._channel = await self._open_room()
        self._keeper = asyncio.create_task(self._keep_room())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._keeper.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeper
        await self._channel.close()
        if self._ending:
            await self._ending
        self._end_events()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> HostEvent:
        event = await self._events.get()
        if event is None:
            self._events.put_nowait(None)  # for whoever asks again
            raise StopAsyncIteration
        return event

    def send(self, peer: str, text: str) -> None:
        """Send a text to a guest. Never waits; to a guest that left, or without a server, it does nothing.

        Raises:
            ValueError: the text is longer than the protocol allows (64 KiB with all that is around it).
        """
        self._channel.send(Send(peer, text))

    def renew(self) -> None:
        """The connection to the server is dead, though nothing says so yet: take the room back over another one."""
        self._pause = _FIRST_PAUSE
        self._ending = asyncio.create_task(self._channel.close())

    async def close_room(self) -> None:
        """End the room for good: guests are told, and the code that was passed on opens nothing any more.

        Without the server's help – it is not reachable just now – the room ends there after ten minutes.
        """
        self._closing = True
        self._channel.send(Close())
        await asyncio.wait({self._keeper}, timeout=_CLOSE_SECONDS)
        self._keeper.cancel()

    async def _open_room(self) -> Channel:
        channel, opened = await Channel.connect(self._server, self._wish, Opened)
        if self._wish.room not in {None, opened.room}:
            await channel.close()
            raise channel.unexpected()
        self.room, self.owner_token, self.ice_servers = opened.room, opened.owner_token, opened.ice_servers
        self._wish = Open(opened.room, opened.owner_token)
        return channel

    async def _keep_room(self) -> None:
        reason: RendezvousError | None
        try:
            while True:
                reason = await self._introduce()
                if self._closing:
                    return
                if not isinstance(reason, NotOwner):
                    self._on_state(HostState.LOST, reason)
                    reason = await self._reopen()
                if reason is not None:
                    self._on_state(HostState.TAKEN, reason)
                    return
                self._on_state(HostState.OPEN, None)
        finally:
            self._end_events()

    async def _introduce(self) -> RendezvousError:
        """Pass on what guests do until the connection is of no use any more, and return why it is not."""
        loop = asyncio.get_running_loop()
        opened_at = loop.time()
        bucket = Bucket(_AT_ONCE, _PER_SECOND)
        try:
            while True:
                if not bucket.take(loop.time()):
                    await asyncio.sleep(bucket.next_deadline() - loop.time())
                    bucket.take(loop.time())
                await self._message_received(await self._channel.receive())
        except RendezvousError as error:
            if loop.time() - opened_at > _LONGEST_PAUSE:
                self._pause = _FIRST_PAUSE
            await self._channel.close()
            await self._dismiss_guests()
            return error

    async def _message_received(self, message: ServerMessage) -> None:
        match message:
            case Guest(peer):
                if len(self._guests) == _MOST_GUESTS:
                    raise self._channel.unexpected()
                self._guests.add(peer)
                await self._events.put(message)
            case From(peer):
                if peer in self._guests:
                    await self._events.put(message)
            case Left(peer):
                if peer in self._guests:  # else it answers a text to somebody who had left
                    self._guests.remove(peer)
                    await self._events.put(message)
            case Refused(code=RefusalCode.NOT_OWNER):
                raise NotOwner
            case Refused(code):
                _log.warning("The signaling server refused something (%s).", code)
            case _:
                raise self._channel.unexpected()

    async def _dismiss_guests(self) -> None:
        """Let all guests leave: the server has told them, or they have lost it as well."""
        while self._guests:
            await self._events.put(Left(self._guests.pop()))

    async def _reopen(self) -> NotOwner | None:
        """Try until the room is open again, or has got another owner."""
        while True:
            await asyncio.sleep(self._pause * random.uniform(0.5, 1))  # not all hosts of a server at once
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)
            try:
                self._channel = await self._open_room()
            except NotOwner as error:
                return error
            except RendezvousError as error:
                _log.info("The room is not open yet: %s", error)
            else:
                return None

    def _end_events(self) -> None:
        if self._events.full():
            self._events.get_nowait()
        self._events.put_nowait(None)
