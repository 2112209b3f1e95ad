"""One aiortc connection, tamed: it asks no servers but the given ones and always closes, in bounded time."""

from __future__ import annotations

import asyncio
import ipaddress
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal

from aioice import ConnectionClosed
from aiortc import RTCConfiguration, RTCIceServer, RTCPeerConnection, RTCSessionDescription
from aiortc.rtcicetransport import parse_stun_turn_uri
from aiortc.sdp import candidate_from_sdp

from p2p.link import LinkError
from p2p.sdp import Description, DescriptionError, read_description

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from aiortc import RTCDtlsTransport, RTCIceTransport

    from signaling.messages import IceServer

CLOSE_SECONDS = 3.0
"""How long aiortc gets to close a connection before its sockets are taken away."""
GATHER_SECONDS = 6.0
"""How long aiortc may look for addresses of this machine; it gives up on a server after 5 s."""
FLOOD_BYTES = 1024 * 1024
"""How much more than its room a peer may send; some, because aiortc's own sender does not look at the room."""

_background: set[asyncio.Task[None]] = set()
"""What runs in the background, kept here because an event loop alone does not keep its tasks alive."""


class NotOpened(StrEnum):
    """Why no link came about: the name is the code for translations, the value the English sentence."""

    NO_ADDRESS_HERE = "This machine has no network address that another player could reach."
    NO_ANSWER = "The other side did not answer in time."
    NO_ADDRESS_THERE = "The other side named no network address that could be tried."
    UNREACHABLE = "The other side could not be reached: a firewall or a router may be in the way."
    WENT_AWAY = "The other side went away before the connection was open."
    NOT_TRUSTED = "The other side could not prove that the connection leads to it."
    WRONG_CHANNEL = "The other side opened something else than the channel of this game."
    GIVEN_UP = "This side gave the connection up."


class NotOpenedError(LinkError):
    """A connection did not open, and is closed; `reason` says why."""

    def __init__(self, reason: NotOpened) -> None:
        super().__init__(reason.value)
        self.reason = reason


class IceServerError(LinkError):
    """The address of a STUN or TURN server cannot be read; `str()` is one sentence that names it."""


class Connection(RTCPeerConnection):
    """An `RTCPeerConnection` that asks no servers but the given ones and always closes, once and in bounded time."""

    def __init__(self, ice_servers: Sequence[IceServer]) -> None:
        super().__init__(_configuration(ice_servers))
        self.own_fingerprint = b""
        self.other_fingerprint = b""
        self.flooded = False
        """Whether the other side sent a message without end."""
        self._running: asyncio.Future[None] | None = None
        self._looking_up: asyncio.Future[None] | None = None
        self._connecting: set[asyncio.Future[None] | None] = set()
        self._closing: asyncio.Task[None] | None = None

    @property
    def dtls(self) -> RTCDtlsTransport:
        """The encrypted connection under the data channel."""
        assert self.sctp is not None  # noqa: S101 - exists as soon as there is a channel or a description
        return self.sctp.transport

    @property
    def ice(self) -> RTCIceTransport:
        """The way to the other side."""
        return self.dtls.transport

    async def run(self, steps: Coroutine[Any, Any, None]) -> None:
        """Run `steps` to their end even if the caller is cancelled: aiortc would leave sockets and tasks behind."""
        self._running = asyncio.ensure_future(steps)
        await asyncio.shield(self._running)

    async def describe(self, kind: Literal["offer", "answer"]) -> str:
        """Find the addresses of this machine and describe this side.

        Raises:
            NotOpenedError: there is no address.
        """
        await self.setLocalDescription()
        self._refuse_floods()
        if not self.ice.iceGatherer.getLocalCandidates():
            raise NotOpenedError(NotOpened.NO_ADDRESS_HERE)
        sdp: str = self.localDescription.sdp
        self.own_fingerprint = read_description(sdp, kind).fingerprint
        return sdp

    async def take(self, description: Description, kind: Literal["offer", "answer"]) -> None:
        """Give aiortc what the other side said, but for the addresses to look up.

        Raises:
            DescriptionError: aiortc refuses it.
        """
        try:
            await self.setRemoteDescription(RTCSessionDescription(sdp=description.to_sdp(), type=kind))
        except Exception as error:  # aiortc has no class of its own for this
            raise DescriptionError(f"The {kind} does not fit this side's description.") from error
        self.other_fingerprint = description.fingerprint

    def look_up_late(self, description: Description) -> None:
        """Add the addresses behind `.local` names in the background, then tell aiortc that there are no more."""
        self._looking_up = asyncio.ensure_future(self._look_up(description))

    def why_not_open(self) -> NotOpened:
        """What this connection is still waiting for, or failed at."""
        if not self.other_fingerprint:
            return NotOpened.NO_ANSWER
        if self.dtls.state == "failed":
            return NotOpened.NOT_TRUSTED
        if self.ice.state == "completed" or self.dtls.state != "new":
            return NotOpened.WENT_AWAY
        if not self.ice.getRemoteCandidates():
            return NotOpened.NO_ADDRESS_THERE
        return NotOpened.UNREACHABLE

    async def close(self) -> None:
        """Close; goes on if the caller is cancelled. Aiortc, too, calls this when the other side has closed."""
        if self._closing is None:
            self._closing = in_background(self._close())
        await asyncio.shield(self._closing)

    async def _RTCPeerConnection__connect(self) -> None:  # noqa: N802 - takes the place of aiortc's method
        """Connect as aiortc does, in a task that `close` can end: aiortc forgets it, and so it outlives its connection.

        Left alone, it starts timers and tasks on what is closed already, some of which never end.
        """
        if self._closing is not None:
            return
        task = asyncio.current_task()
        self._connecting.add(task)
        try:
            await super()._RTCPeerConnection__connect()  # type: ignore[misc]
        except ConnectionError:
            pass  # the other side closed meanwhile, which the states of the transports tell
        finally:
            self._connecting.discard(task)

    def _refuse_floods(self) -> None:
        """Hang up on a peer whose unfinished messages exceed by far the room that it was told of, 1 MiB.

        Aiortc keeps all fragments of a message until its last one arrives, and looks at them all whenever one does.
        """
        sctp = self.sctp
        assert sctp is not None  # noqa: S101 - see `dtls`
        handle = sctp._handle_data  # noqa: SLF001 - aiortc has no limit of its own

        async def handle_bounded(data: bytes) -> None:
            await handle(data)
            if sctp._advertised_rwnd < -FLOOD_BYTES:  # noqa: SLF001
                self.flooded = True
                raise ConnectionError  # for aiortc, the other side is gone

        sctp._handle_data = handle_bounded  # type: ignore[method-assign]  # noqa: SLF001

    async def _look_up(self, description: Description) -> None:
        candidates = [candidate_from_sdp(line) for line in description.late_candidates]
        for candidate in candidates:
            candidate.sdpMid = description.mid
        # A name that cannot be looked up is no reason to fail: the browser behind it is found by its own packets.
        await asyncio.gather(*map(self.addIceCandidate, candidates), return_exceptions=True)
        # Told that there are no more while it has no pair to try, aiortc would not wait for those packets.
        if _can_pair(self.ice):
            await self.addIceCandidate(None)

    async def _close(self) -> None:
        if self._running is not None:
            await asyncio.wait({self._running}, timeout=GATHER_SECONDS)
        await _cancel({task for task in (self._looking_up, *self._connecting) if task is not None})
        closing = asyncio.ensure_future(super().close())
        await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
        if not closing.done() or closing.exception() is not None:
            closing.cancel()
            _take_sockets_away(self.ice)


def in_background(steps: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Run `steps` in the background, for certain."""
    task = asyncio.get_running_loop().create_task(steps)
    _background.add(task)
    task.add_done_callback(_background.discard)
    return task


async def settled(within: float) -> None:
    """Wait until every connection that was closed has let go of its sockets, at most `within` seconds.

    A program that exits waits for this, or what it said last may not arrive.
    """
    if _background:
        await asyncio.wait(_background, timeout=within)


async def _cancel(tasks: set[asyncio.Future[None]]) -> None:
    """End tasks within `CLOSE_SECONDS`."""
    attempts = 60
    for _ in range(attempts):
        if not tasks:
            return
        for task in tasks:
            task.cancel()
        # More than once, because `asyncio.wait_for` of Python 3.11 swallows a cancellation that comes with a result.
        _, tasks = await asyncio.wait(tasks, timeout=CLOSE_SECONDS / attempts)


def _configuration(ice_servers: Sequence[IceServer]) -> RTCConfiguration:
    """Servers as aiortc wants them; always a list, since without one it asks a public server of its own choice."""
    for url in (url for server in ice_servers for url in server.urls):
        try:
            port = parse_stun_turn_uri(url)["port"]
        except ValueError:
            port = 0
        if not 0 < port < 65536:
            raise IceServerError(f"The address {url[:100]!r} of a STUN or TURN server cannot be read.")
    return RTCConfiguration(
        iceServers=[
            RTCIceServer(urls=list(server.urls), username=server.username, credential=server.credential)
            for server in ice_servers
        ]
    )


def _can_pair(ice: RTCIceTransport) -> bool:
    """Whether an address of the other side can be tried from one of this side: of the same version of IP."""
    here = {ipaddress.ip_address(candidate.ip).version for candidate in ice.iceGatherer.getLocalCandidates()}
    there = {candidate.ip for candidate in ice.getRemoteCandidates()}
    # Names are looked up in IPv4 only.
    return any((4 if ip.endswith(".local") else ipaddress.ip_address(ip).version) in here for ip in there)


def _take_sockets_away(ice: RTCIceTransport) -> None:
    """Release what a connection holds whose `close` failed or hangs: aioice has more to do there than aiortc."""
    connection = ice._connection  # noqa: SLF001 - aioice has no other way
    for protocol in connection._protocols:  # noqa: SLF001
        protocol.transport.abort()
    connection._queue.put_nowait(None)  # noqa: SLF001 - wakes who reads
    connection._emit_event(ConnectionClosed())  # noqa: SLF001 - wakes who watches
