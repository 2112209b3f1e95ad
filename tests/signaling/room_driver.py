"""Drives `Rooms` as a server would, and remembers what it tells each connection."""

import itertools
import random
from collections import defaultdict
from dataclasses import replace
from typing import Any

from signaling.limits import Limits
from signaling.messages import (
    ClientMessage,
    CloseCode,
    Guest,
    IceServer,
    Joined,
    Open,
    Opened,
    Refused,
    ServerMessage,
    encode,
)
from signaling.ownership import Ownership, ServerSecret
from signaling.rooms import ConnectionId, Deliver, Effect, HangUp, Rooms


class RoomDriver:
    """A server without sockets: `now` goes on only when told to, chance is seeded."""

    def __init__(
        self,
        *,
        ice_servers: tuple[IceServer, ...] = (),
        seed: int = 1,
        secret: ServerSecret | None = None,
        expected: dict[str, str] | None = None,
        **limits: Any,
    ) -> None:
        self.limits = replace(Limits(), **limits)
        self.now = 1000.0
        rng = random.Random(seed)
        self.rooms = Rooms(
            self.limits,
            choose=rng.randrange,
            new_token=lambda: f"{rng.getrandbits(128):032x}"[:22],
            ownership=Ownership(rng.randbytes, secret),
            ice_servers=ice_servers,
            now=self.now,
            expected=expected,
        )
        self.inbox: dict[ConnectionId, list[ServerMessage]] = defaultdict(list)
        self.senders: dict[ConnectionId, list[ConnectionId | None]] = defaultdict(list)
        self.hung_up: dict[ConnectionId, CloseCode] = {}
        self._numbers = itertools.count(1)

    def connect(self, address: str = "192.0.2.1") -> ConnectionId:
        """A client connects."""
        connection = ConnectionId(next(self._numbers))
        self._carry_out(self.rooms.connection_opened(connection, address, self.now))
        return connection

    def say(self, connection: ConnectionId, message: ClientMessage | str) -> list[ServerMessage]:
        """A client sends a message; returns what it is told at once."""
        already = len(self.inbox[connection])
        text = message if isinstance(message, str) else encode(message).decode()
        self._carry_out(self.rooms.text_received(connection, text, self.now))
        return self.inbox[connection][already:]

    def disconnect(self, connection: ConnectionId) -> None:
        """A connection ends."""
        self._carry_out(self.rooms.connection_closed(connection, self.now))

    def wait(self, seconds: float) -> None:
        """Time passes, told once a second."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + 1)
            self._carry_out(self.rooms.time_passed(self.now))

    def carry_out(self, effects: list[Effect]) -> None:
        """Do what `Rooms` said, for methods that have no shorthand here."""
        self._carry_out(effects)

    def host(self, wish: Open | None = None, address: str = "192.0.2.1") -> tuple[ConnectionId, Opened]:
        """A host connects and opens a room."""
        connection = self.connect(address)
        (opened,) = self.say(connection, wish or Open())
        assert isinstance(opened, Opened), opened
        return connection, opened

    def guest(self, room: str, address: str = "192.0.2.1") -> tuple[ConnectionId, str]:
        """A guest connects and joins a room; returns connection and peer."""
        connection = self.connect(address)
        (joined,) = self.say(connection, f'{{"type":"join","room":"{room}"}}')
        assert isinstance(joined, Joined), joined
        return connection, joined.peer

    def peers_of(self, host: ConnectionId) -> list[str]:
        """The guests that a host was told of, in order."""
        return [message.peer for message in self.inbox[host] if isinstance(message, Guest)]

    def last(self, connection: ConnectionId) -> ServerMessage:
        """What a connection was told last."""
        return self.inbox[connection][-1]

    def refusal(self, connection: ConnectionId, message: ClientMessage | str) -> str:
        """Say something that is refused, and return the code."""
        (answer,) = self.say(connection, message)
        assert isinstance(answer, Refused), answer
        assert answer.text.endswith(".")
        return answer.code

    def _carry_out(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Deliver(connection, message, sender):
                    assert connection not in self.hung_up, "told something after the end"
                    self.inbox[connection].append(message)
                    self.senders[connection].append(sender)
                case HangUp(connection, code, reason):
                    assert connection not in self.hung_up, "hung up twice"
                    assert len(reason.encode()) <= 123
                    self.hung_up[connection] = code
