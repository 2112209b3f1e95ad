"""The rooms of a signaling server, as a pure state machine.

It is told what connections do (`connection_opened`, `text_received`, `connection_closed` …) and how late it is,
and returns what to do: which message goes to which connection, and which connection to end. What a message does
depends on the part that its connection plays:

    ========  ================  ================  ==============  ====================  =========================
    it is     `open`            `join`            `send`          `close`               its connection ends
    ========  ================  ================  ==============  ====================  =========================
    new       becomes a host    becomes a guest   no-such-room    not-owner             –
    a host    bad-message       bad-message       to a guest      room and connection   the room waits for its
                                                                  end, guests are new   owner, guests are new
    a guest   bad-message       bad-message       to the host     not-owner             the host is told
    ending    nothing that it says counts any more
    ========  ================  ================  ==============  ====================  =========================

A guest is introduced to one connection of the host. When that one ends – lost, closed, or taken over by a newer
one – the guest is told so and is new again: nobody waits for an answer of a host who never heard of them. Room
and token outlive the host's connection, guests do not.
"""

from __future__ import annotations

import hmac
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NewType, assert_never

from signaling.codes import ALPHABET, LONG_NAME, SHORT_NAME, new_room_name
from signaling.limits import AddressBuckets, Bucket, Deadlines, Limits, message_cost
from signaling.messages import (
    HOST,
    BadMessage,
    ClientMessage,
    Close,
    CloseCode,
    From,
    Guest,
    IceServer,
    Join,
    Joined,
    Left,
    Open,
    Opened,
    RefusalCode,
    Refused,
    Send,
    ServerMessage,
    decode_from_client,
)
from signaling.ownership import Ownership

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ConnectionId = NewType("ConnectionId", int)

_FEW_SHORT_NAMES = len(ALPHABET) ** SHORT_NAME // 10


@dataclass(frozen=True, slots=True)
class Deliver:
    """Send a message to a connection; `sender` is the guest whose words it carries to the host, if it does."""

    connection: ConnectionId
    message: ServerMessage
    sender: ConnectionId | None = None


@dataclass(frozen=True, slots=True)
class HangUp:
    """End a connection, after what was to be sent to it before. `reason` fits into a close frame (123 bytes)."""

    connection: ConnectionId
    code: CloseCode
    reason: str


Effect = Deliver | HangUp


@dataclass(slots=True)
class _Connection:
    id: ConnectionId
    address: str
    messages: Bucket
    part: _Hosting | _Visiting | None = None
    ending: bool = False


@dataclass(slots=True)
class _Room:
    name: str
    owner_token: str
    address: str  # of the connection that opened it, or took it over, last
    host: _Connection | None
    guests: dict[str, _Connection] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Hosting:
    room: _Room


@dataclass(frozen=True, slots=True)
class _Visiting:
    room: _Room
    host: _Connection
    peer: str


class Rooms:
    """All rooms and connections of one server.

    Args:
        limits: what clients may use up.
        choose: gives a random whole number from 0 to below its argument, for names of rooms.
        new_token: gives a new unguessable text of 22 symbols of base64url (128 bits), for peers.
        ownership: makes the tokens of owners, and decides who may have a name that nobody has now.
        ice_servers: handed to every host and guest.
        now: the time in seconds, here and in every method of a clock that never runs backwards.
        expected: the tokens of owners who are about to come, by the names of their rooms, which wait for them.
    """

    def __init__(
        self,
        limits: Limits,
        *,
        choose: Callable[[int], int],
        new_token: Callable[[], str],
        ownership: Ownership,
        ice_servers: Sequence[IceServer],
        now: float,
        expected: Mapping[str, str] | None = None,
    ) -> None:
        self._limits = limits
        self._ownership = ownership
        self._choose = choose
        self._new_token = new_token
        self._ice_servers = tuple(ice_servers)
        self._connections: dict[ConnectionId, _Connection] = {}
        self._connections_of: Counter[str] = Counter()
        self._rooms: dict[str, _Room] = {}
        self._rooms_of: Counter[str] = Counter()
        self._joins = AddressBuckets(limits.joins, now)
        self._opens = AddressBuckets(limits.opens, now)
        self._unused = Deadlines[ConnectionId](limits.unused)
        self._introductions = Deadlines[ConnectionId](limits.introduction)
        self._deserted = Deadlines[str](limits.room_kept)
        self._all_may_return_until = now + limits.room_kept if ownership.is_new else now
        for name, token in (expected or {}).items():
            self._rooms[name] = _Room(name, token, "", host=None)
            self._rooms_of[""] += 1
            self._deserted.start(name, now)

    # What happens to the server.

    def connection_opened(self, connection: ConnectionId, address: str, now: float) -> list[Effect]:
        """A client connected, counted under `address` (`signaling.addresses.counted_address`)."""
        client = _Connection(connection, address, Bucket(self._limits.guest_messages, now))
        self._connections[connection] = client
        self._connections_of[address] += 1
        if len(self._connections) > self._limits.max_connections:
            return self._turn_away(client, RefusalCode.SERVER_FULL, "The server is full: try again later.", now)
        if self._connections_of[address] > self._limits.max_connections_per_address:
            full = "Too many connections from your address are open: close one first."
            return self._turn_away(client, RefusalCode.SERVER_FULL, full, now)
        self._unused.start(connection, now)
        return []

    def text_received(self, connection: ConnectionId, text: str, now: float) -> list[Effect]:
        """A client sent a text frame."""
        client = self._connections[connection]
        if client.ending:
            return []
        if not client.messages.take(message_cost(len(text)), now):
            return self._too_many_messages(client, now)
        try:
            message = decode_from_client(text)
        except BadMessage as error:
            return [_refusal(client, error.code, str(error))]
        return self._message_received(client, message, now)

    def binary_received(self, connection: ConnectionId, size: int, now: float) -> list[Effect]:
        """A client sent a binary frame of `size` bytes."""
        client = self._connections[connection]
        if client.ending:
            return []
        if not client.messages.take(message_cost(size), now):
            return self._too_many_messages(client, now)
        return [_refusal(client, RefusalCode.BAD_MESSAGE, "Only text frames are understood here.")]

    def control_received(self, connection: ConnectionId, now: float) -> list[Effect]:
        """A client sent a ping or a pong. They mean nothing to rooms, but are counted."""
        client = self._connections[connection]
        if client.ending or client.messages.take(message_cost(0), now):
            return []
        return self._too_many_messages(client, now)

    def connection_closed(self, connection: ConnectionId, now: float) -> list[Effect]:
        """A connection is gone, whoever ended it. It is not mentioned any more."""
        client = self._connections.pop(connection)
        _count_down(self._connections_of, client.address)
        return self._leave(client, now)

    def time_passed(self, now: float) -> list[Effect]:
        """Time went on: to be called about once a second."""
        effects: list[Effect] = []
        for name in self._deserted.ended(now):
            self._forget(self._rooms[name])
        for connection in self._unused.ended(now):
            effects += self._end_overdue(connection, "No room was opened or joined in time.", now)
        for connection in self._introductions.ended(now):
            effects += self._end_overdue(connection, "The introduction took too long.", now)
        return effects

    # What clients ask for.

    def _message_received(self, client: _Connection, message: ClientMessage, now: float) -> list[Effect]:
        match message:
            case Send():
                return self._send(client, message)
            case Join():
                return self._join(client, message.room, now)
            case Open():
                return self._open(client, message, now)
            case Close():
                return self._close(client, now)
            case _:
                assert_never(message)

    def _open(self, client: _Connection, wish: Open, now: float) -> list[Effect]:
        if client.part is not None:
            return [_refusal(client, RefusalCode.BAD_MESSAGE, "This connection has a room already.")]
        if wish.room is None and wish.owner_token is not None:
            return [_refusal(client, RefusalCode.BAD_MESSAGE, "Name the room that the owner_token belongs to.")]
        if not self._opens.take(client.address, now):
            return [_refusal(client, RefusalCode.TOO_FAST, "Your address opens rooms too fast: wait a little.")]
        room = self._rooms.get(wish.room or "")
        if room is None and self._may_have(wish, now):
            return self._new_room(client, wish, now)
        if room is None or not hmac.compare_digest(room.owner_token, wish.owner_token or ""):
            self._opens.charge(client.address, self._limits.miss_cost, now)
            return [_refusal(client, RefusalCode.NOT_OWNER, "This room belongs to somebody else: open another.")]
        return self._take_over(client, room, now)

    def _new_room(self, client: _Connection, wish: Open, now: float) -> list[Effect]:
        if len(self._rooms) >= self._limits.max_rooms:
            return [_refusal(client, RefusalCode.SERVER_FULL, "The server has no free rooms: try again later.")]
        if self._rooms_of[client.address] >= self._limits.max_rooms_per_address:
            full = "Your address has too many rooms: close one first."
            return [_refusal(client, RefusalCode.SERVER_FULL, full)]
        name = wish.room or self._new_name()
        room = _Room(name, wish.owner_token or self._ownership.new_token(name), client.address, host=None)
        self._rooms[name] = room
        self._rooms_of[room.address] += 1
        return self._seat_host(client, room, now)

    def _take_over(self, client: _Connection, room: _Room, now: float) -> list[Effect]:
        effects: list[Effect] = []
        if room.host is not None:
            taken = "Another connection took this room over with its owner_token."
            effects.append(_refusal(room.host, RefusalCode.NOT_OWNER, taken))
            effects += self._end(room.host, CloseCode.TAKEN_OVER, "taken over", now)
        _count_down(self._rooms_of, room.address)
        room.address = client.address
        self._rooms_of[room.address] += 1
        return effects + self._seat_host(client, room, now)

    def _seat_host(self, client: _Connection, room: _Room, now: float) -> list[Effect]:
        room.host = client
        client.part = _Hosting(room)
        client.messages = Bucket(self._limits.host_messages, now)
        self._unused.cancel(client.id)
        self._deserted.cancel(room.name)
        return [Deliver(client.id, Opened(room.name, room.owner_token, self._ice_servers))]

    def _join(self, client: _Connection, name: str, now: float) -> list[Effect]:
        if client.part is not None:
            return [_refusal(client, RefusalCode.BAD_MESSAGE, "This connection has a room already.")]
        if not self._joins.take(client.address, now):
            return [_refusal(client, RefusalCode.TOO_FAST, "Your address joins rooms too fast: wait a little.")]
        room = self._rooms.get(name)
        if room is None:
            self._joins.charge(client.address, self._limits.miss_cost, now)
            return [_refusal(client, RefusalCode.NO_SUCH_ROOM, "There is no such room.")]
        if room.host is None:
            return [_refusal(client, RefusalCode.HOST_AWAY, "The host is away: try again in a moment.")]
        if self._is_busy(room, client.address):
            return [_refusal(client, RefusalCode.ROOM_BUSY, "Too many guests are joining: try again in a moment.")]
        peer = self._new_token()
        room.guests[peer] = client
        client.part = _Visiting(room, room.host, peer)
        self._unused.cancel(client.id)
        self._introductions.start(client.id, now)
        return [Deliver(client.id, Joined(peer, self._ice_servers)), Deliver(room.host.id, Guest(peer))]

    def _send(self, client: _Connection, message: Send) -> list[Effect]:
        match client.part:
            case _Hosting(room):
                guest = room.guests.get(message.to)
                if guest is None:
                    return [Deliver(client.id, Left(message.to))]
                return [Deliver(guest.id, From(HOST, message.data))]
            case _Visiting(_, host, peer):
                if message.to != HOST:
                    return [_refusal(client, RefusalCode.BAD_MESSAGE, f"A guest can send to `{HOST}` only.")]
                return [Deliver(host.id, From(peer, message.data), sender=client.id)]
            case None:
                return [_refusal(client, RefusalCode.NO_SUCH_ROOM, "You are in no room (any more): join one first.")]
            case _:
                assert_never(client.part)

    def _close(self, client: _Connection, now: float) -> list[Effect]:
        if not isinstance(client.part, _Hosting):
            return [_refusal(client, RefusalCode.NOT_OWNER, "Only the host can close a room.")]
        room = client.part.room
        effects = self._end(client, CloseCode.DONE, "closed", now)
        self._forget(room)
        return effects

    # How things end.

    def _end(self, client: _Connection, code: CloseCode, reason: str, now: float) -> list[Effect]:
        """Take a client out of everything and hang up."""
        effects = self._leave(client, now)
        client.ending = True
        return [*effects, HangUp(client.id, code, reason)]

    def _leave(self, client: _Connection, now: float) -> list[Effect]:
        """Take a client out of its room, and tell who has to know."""
        part, client.part = client.part, None
        self._unused.cancel(client.id)
        self._introductions.cancel(client.id)
        match part:
            case _Hosting(room):
                room.host = None
                self._deserted.start(room.name, now)
                return self._dismiss_guests(room, now)
            case _Visiting(room, host, peer):
                del room.guests[peer]
                return [Deliver(host.id, Left(peer))]
            case None:
                return []
            case _:
                assert_never(part)

    def _dismiss_guests(self, room: _Room, now: float) -> list[Effect]:
        guests, room.guests = room.guests, {}
        for guest in guests.values():
            guest.part = None
            self._introductions.cancel(guest.id)
            self._unused.start(guest.id, now)
        return [Deliver(guest.id, Left(HOST)) for guest in guests.values()]

    def _forget(self, room: _Room) -> None:
        del self._rooms[room.name]
        _count_down(self._rooms_of, room.address)
        self._deserted.cancel(room.name)

    def _end_overdue(self, connection: ConnectionId, reason: str, now: float) -> list[Effect]:
        return self._end(self._connections[connection], CloseCode.OVERDUE, reason, now)

    def _turn_away(self, client: _Connection, code: RefusalCode, text: str, now: float) -> list[Effect]:
        return [_refusal(client, code, text), *self._end(client, CloseCode.TRY_AGAIN_LATER, code, now)]

    def _too_many_messages(self, client: _Connection, now: float) -> list[Effect]:
        too_fast = _refusal(client, RefusalCode.TOO_FAST, "You send too much at once.")
        return [too_fast, *self._end(client, CloseCode.POLICY, RefusalCode.TOO_FAST, now)]

    # What is looked up.

    def _is_busy(self, room: _Room, address: str) -> bool:
        neighbours = sum(guest.address == address for guest in room.guests.values())
        all_places_taken = len(room.guests) >= self._limits.max_guests_per_room
        return all_places_taken or neighbours >= self._limits.max_guests_per_room_and_address

    def _may_have(self, wish: Open, now: float) -> bool:
        """Whether a room that nobody has is given as it is wished for."""
        if wish.room is None or now < self._all_may_return_until:
            return True
        return self._ownership.may_have(wish.room, wish.owner_token)

    def _new_name(self) -> str:
        length = SHORT_NAME if len(self._rooms) < _FEW_SHORT_NAMES else LONG_NAME
        while (name := new_room_name(length, self._choose)) in self._rooms:
            pass
        return name


def _refusal(client: _Connection, code: RefusalCode, text: str) -> Deliver:
    return Deliver(client.id, Refused(code, text))


def _count_down(counter: Counter[str], key: str) -> None:
    """Take one away; what is counted 0 times uses no memory."""
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
