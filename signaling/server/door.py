"""The door of a server: how many TCP connections it lets in, and how much each may bring."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, cast

from signaling.addresses import counted_address, is_within
from signaling.limits import AddressBuckets, Bucket

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from signaling.addresses import Network
    from signaling.limits import Limits

_READ_AT_ONCE = 16 * 1024


class Door:
    """Counts TCP connections and their bytes before anything is made of them, so that no flood uses up a process.

    Args:
        new_handler: makes the protocol that serves one connection.
        limits: what may come in.
        proxies: through these come the connections of many clients, so that no limit of an address holds for them.
    """

    def __init__(self, new_handler: Callable[[], asyncio.Protocol], limits: Limits, proxies: Sequence[Network]) -> None:
        self.new_handler = new_handler
        self.limits = limits
        self._proxies = proxies
        self._arrivals = AddressBuckets(limits.arrivals, monotonic())
        self._inside: Counter[str] = Counter()
        self._total = 0

    def new_visitor(self) -> asyncio.BaseProtocol:
        """Make the protocol of a new connection; for `loop.create_server`."""
        return _Visitor(self)

    def enter(self, peer: str) -> bool:
        """Count a connection from the address `peer`, if there is room for it, and tell whether there is."""
        address = counted_address(peer)
        if self._total >= self.limits.max_sockets:
            return False
        if not is_within(peer, self._proxies):
            crowded = self._inside[address] >= self.limits.max_sockets_per_address
            if crowded or not self._arrivals.take(address, monotonic()):
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


def answering(transport: asyncio.Transport | None) -> None:
    """Tell a connection that its one answer is on its way: whoever does not take it in time is cut off."""
    visitor = transport and transport.get_protocol()
    if isinstance(visitor, _Visitor):
        visitor.answered()


class _Visitor(asyncio.BufferedProtocol):
    """One TCP connection: hands everything on to the handler, if the door lets it in and while it keeps measure.

    It reads by buffers of its own, because these can be small: with asyncio's 256 KiB, a few connections that send
    as fast as they can make all others wait for seconds.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._received = Bucket(door.limits.received, monotonic())
        self._handler: asyncio.Protocol | None = None
        self._transport: asyncio.Transport
        self._peer = ""
        self._buffer = bytearray()
        self._end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._peer = str(transport.get_extra_info("peername", ("",))[0])
        if self._door.enter(self._peer):
            self._handler = self._door.new_handler()
            self._handler.connection_made(transport)
        else:
            self._transport.abort()

    def answered(self) -> None:
        """An answer is on its way, after which the connection ends; who does not take it in time is cut off."""
        if self._end is None:
            self._end = asyncio.get_running_loop().call_later(self._door.limits.answering, self._transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._end is not None:
            self._end.cancel()
        if self._handler is not None:
            self._door.leave(self._peer)
            self._handler.connection_lost(exc)

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002 - asyncio would like to read more at once
        self._buffer = bytearray(_READ_AT_ONCE)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        data, self._buffer = bytes(self._buffer[:nbytes]), bytearray()
        if self._handler is None:
            return
        if self._received.take(nbytes, monotonic()):
            self._handler.data_received(data)
        else:
            self._transport.abort()

    def eof_received(self) -> bool | None:
        return None if self._handler is None else self._handler.eof_received()

    def pause_writing(self) -> None:
        if self._handler is not None:
            self._handler.pause_writing()

    def resume_writing(self) -> None:
        if self._handler is not None:
            self._handler.resume_writing()
