"""What a client of the signaling server may use up: all limits with their defaults, and how they are counted.

Everybody behind one router shares an address, so the limits of an address leave room for a family or a school.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from signaling.messages import MAX_FRAME_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Rate:
    """How much may be taken: `burst` at once, and `per_second` in the long run."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """All limits of a server; `EMBEDDED` and `STAND_ALONE` are ready for use."""

    max_sockets: int = 600
    """Open TCP connections; well below the 1,024 files that many systems let a process open."""
    max_sockets_per_address: int = 150
    arrivals: Rate = Rate(burst=300, per_second=10)
    """New TCP connections of one address."""
    received: Rate = Rate(burst=2 * 1024 * 1024, per_second=128 * 1024)
    """Bytes that one TCP connection may bring. Messages are counted as well: this is for what are none."""
    max_connections: int = 500
    """Open WebSockets. One over it is told so, while a socket over `max_sockets` is closed without a word."""
    max_connections_per_address: int = 100
    max_rooms: int = 200
    max_rooms_per_address: int = 50
    max_guests_per_room: int = 48
    """Guests being introduced at one time; who has reached the host leaves the room again."""
    max_guests_per_room_and_address: int = 24

    joins: Rate = Rate(burst=60, per_second=1)
    """`join` of one address. A miss costs `miss_cost` more, so that nobody finds rooms by trying."""
    opens: Rate = Rate(burst=30, per_second=0.5)
    """`open` of one address; a room that belongs to somebody else costs `miss_cost` more."""
    miss_cost: float = 5
    guest_messages: Rate = Rate(burst=100, per_second=5)
    """Messages of one connection, until it hosts a room. A message counts 1, and 1 more for each 4 KiB."""
    host_messages: Rate = Rate(burst=500, per_second=100)

    max_received_frame: int = 4 * MAX_FRAME_BYTES
    """Bytes of a frame that are received at all; one over `MAX_FRAME_BYTES` is refused, one over this cuts off."""
    max_unheard: int = 128 * 1024
    """Bytes of one guest that may wait until its host reads them."""
    max_unsent: int = 256 * 1024
    """Other bytes that may wait until a peer reads them; over it the peer is cut off."""

    room_kept: float = 600
    """Seconds that a room waits for its host to come back."""
    unused: float = 30
    """Seconds in which a connection must open or join a room."""
    introduction: float = 180
    """Seconds that a guest may stay in a room."""
    heartbeat: float = 20
    """Seconds between pings; a peer that is silent for half as long after one is gone."""
    unasked: float = 10
    """Seconds in which a TCP connection must make a whole HTTP request."""
    answering: float = 60
    """Seconds in which a client must have taken the answer to an HTTP request."""
    closing: float = 1
    """Seconds that the end of a connection may take."""


EMBEDDED: Final = Limits()
"""Limits of a server inside the host's own program."""
STAND_ALONE: Final = Limits(max_sockets=11_000, max_connections=10_000, max_rooms=8_000)
"""Limits of a server that does nothing else and serves many tables."""

_BYTES_PER_UNIT = 4096
_SECONDS_BETWEEN_TIDYING = 60


def message_cost(size: int) -> float:
    """What a message of `size` bytes or characters takes from `Limits.guest_messages` or `host_messages`."""
    return 1 + size / _BYTES_PER_UNIT


class Bucket:
    """A token bucket: full at first, emptied by `take`, filling up steadily.

    Args:
        rate: how much it holds, and how fast it fills.
        now: the time in seconds.
    """

    __slots__ = ("_level", "_measured", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._level = rate.burst
        self._measured = now

    def take(self, cost: float, now: float) -> bool:
        """Take `cost` out if that much is in it, and tell whether it was."""
        self._fill(now)
        if self._level < cost:
            return False
        self._level -= cost
        return True

    def charge(self, cost: float, now: float) -> None:
        """Take `cost` out even if that leaves a debt."""
        self._fill(now)
        self._level -= cost

    def is_full(self, now: float) -> bool:
        """Whether it is as good as new."""
        self._fill(now)
        return self._level >= self._rate.burst

    def _fill(self, now: float) -> None:
        self._level = min(self._rate.burst, self._level + (now - self._measured) * self._rate.per_second)
        self._measured = now


class AddressBuckets:
    """One bucket for each address that is not as good as new.

    Args:
        rate: of every address.
        now: the time in seconds.
    """

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._tidied = now

    def take(self, address: str, now: float) -> bool:
        """Take 1 from the address's bucket if it is in it, and tell whether it was."""
        return self._bucket(address, now).take(1, now)

    def charge(self, address: str, cost: float, now: float) -> None:
        """Take `cost` from the address's bucket even if that leaves a debt."""
        self._bucket(address, now).charge(cost, now)

    def _bucket(self, address: str, now: float) -> Bucket:
        if now - self._tidied >= _SECONDS_BETWEEN_TIDYING:
            self._tidied = now
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if not bucket.is_full(now)}
        if address not in self._buckets:
            self._buckets[address] = Bucket(self._rate, now)
        return self._buckets[address]

    def __len__(self) -> int:
        return len(self._buckets)


class Deadlines(Generic[Key]):
    """Things that all may last equally long, in the order in which they end.

    Args:
        seconds: how long each may last.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends: OrderedDict[Key, float] = OrderedDict()

    def start(self, key: Key, now: float) -> None:
        """Let `key` last from now on."""
        self._ends[key] = now + self._seconds
        self._ends.move_to_end(key)

    def cancel(self, key: Key) -> None:
        """Let `key` last for ever, whether it was started or not."""
        self._ends.pop(key, None)

    def ended(self, now: float) -> Iterator[Key]:
        """Give and forget those whose time is over."""
        while self._ends and next(iter(self._ends.values())) <= now:
            yield self._ends.popitem(last=False)[0]

    def __len__(self) -> int:
        return len(self._ends)
