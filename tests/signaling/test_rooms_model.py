"""Compares `Rooms` with a simple model while clients do anything in any order."""

from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from signaling.limits import Rate
from signaling.messages import (
    HOST,
    Close,
    From,
    Guest,
    Join,
    Joined,
    Left,
    Open,
    Opened,
    Refused,
    Send,
    ServerMessage,
)
from signaling.rooms import ConnectionId
from tests.signaling.room_driver import RoomDriver

PLENTY = Rate(10**9, 0)
NAMES = ("3333", "4444", "K7QX9")


@dataclass
class Client:
    """What the model knows of a connection: the room it hosts or visits, and as which peer."""

    room: str | None = None
    peer: str | None = None


class RoomsModel(RuleBasedStateMachine):
    """Every step says exactly who is told what; everybody else must hear nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.server = RoomDriver(
            opens=PLENTY, joins=PLENTY, guest_messages=PLENTY, host_messages=PLENTY, unused=10**6, introduction=10**6
        )
        self.clients: dict[ConnectionId, Client] = {}
        self.owners: dict[str, str] = {}
        self.away_until: dict[str, float] = {}
        self.peers = ["nobody", HOST]
        self.tokens = ["bm9ib2R5LWd1ZXNzZXMtaX"]
        self.expected: dict[ConnectionId, list[ServerMessage | type[Refused]]] = {}
        self.heard: dict[ConnectionId, int] = {}

    connections = st.runner().flatmap(lambda self: st.sampled_from(sorted(self.clients)))
    any_peer = st.runner().flatmap(lambda self: st.sampled_from(self.peers))
    any_token = st.runner().flatmap(lambda self: st.sampled_from(self.tokens))

    def host_of(self, room: str) -> ConnectionId | None:
        """The connection that hosts a room."""
        return next((c for c, client in self.clients.items() if client.room == room and client.peer is None), None)

    def host_leaves(self, room: str) -> None:
        """The guests of a room are told and are in no room any more."""
        for connection, client in self.clients.items():
            if client.room == room and client.peer is not None:
                client.room = client.peer = None
                self.expect(connection, Left(HOST))

    def expect(self, connection: ConnectionId, *messages: ServerMessage | type[Refused]) -> None:
        """The connection must be told that in this step."""
        self.expected.setdefault(connection, []).extend(messages)

    @invariant()
    def everybody_heard_what_the_model_says(self) -> None:
        """Compare, and begin the next step."""
        for connection in set(self.server.inbox) | set(self.expected):
            told = self.server.inbox[connection][self.heard.get(connection, 0) :]
            expected = self.expected.get(connection, [])
            assert len(told) == len(expected), (told, expected)
            for message, wanted in zip(told, expected, strict=True):
                assert message == wanted or (isinstance(wanted, type) and isinstance(message, wanted))
            self.heard[connection] = len(self.server.inbox[connection])
        self.expected = {}

    @rule(address=st.sampled_from(["a", "b"]))
    def connect(self, address: str) -> None:
        """A new client."""
        if len(self.clients) < 12:
            self.clients[self.server.connect(address)] = Client()

    @precondition(lambda self: self.clients)
    @rule(connection=connections, room=st.none() | st.sampled_from(NAMES), token=st.none() | any_token)
    def open(self, connection: ConnectionId, room: str | None, token: str | None) -> None:
        """A client opens a new room, a wished one, its own or somebody else's."""
        client = self.clients[connection]
        old_host = self.host_of(room) if room is not None else None
        allowed = client.room is None and (room is not None or token is None)
        if not allowed or (room in self.owners and self.owners[room] != token):
            self.server.say(connection, Open(room, token))
            self.expect(connection, Refused)
            return
        if room is not None and old_host is not None:
            self.host_leaves(room)
            del self.clients[old_host]
            self.expect(old_host, Refused)
        (opened,) = self.server.say(connection, Open(room, token))
        assert isinstance(opened, Opened)
        assert room in {None, opened.room}
        assert token in {None, opened.owner_token}
        client.room = opened.room
        self.owners[opened.room] = opened.owner_token
        self.away_until.pop(opened.room, None)
        self.tokens.append(opened.owner_token)
        self.expect(connection, opened)

    @precondition(lambda self: self.clients)
    @rule(connection=connections, room=st.sampled_from([*NAMES, "ZZZZ"]))
    def join(self, connection: ConnectionId, room: str) -> None:
        """A client joins a room that is there or not."""
        client = self.clients[connection]
        host = self.host_of(room)
        answers = self.server.say(connection, Join(room))
        if client.room is not None or host is None:
            self.expect(connection, Refused)
            return
        (joined,) = answers
        assert isinstance(joined, Joined)
        assert joined.peer not in self.peers
        self.peers.append(joined.peer)
        client.room, client.peer = room, joined.peer
        self.expect(connection, joined)
        self.expect(host, Guest(joined.peer))

    @precondition(lambda self: self.clients)
    @rule(connection=connections, to=any_peer, data=st.text(max_size=5))
    def send(self, connection: ConnectionId, to: str, data: str) -> None:
        """A client sends something to anybody whose name it might have heard."""
        client = self.clients[connection]
        self.server.say(connection, Send(to, data))
        if client.room is None or (client.peer is not None and to != HOST):
            self.expect(connection, Refused)
        elif client.peer is not None:
            host = self.host_of(client.room)
            assert host is not None
            self.expect(host, From(client.peer, data))
        else:
            members = [c for c, other in self.clients.items() if other.room == client.room and other.peer == to]
            if members:
                self.expect(members[0], From(HOST, data))
            else:
                self.expect(connection, Left(to))

    @precondition(lambda self: self.clients)
    @rule(connection=connections)
    def close(self, connection: ConnectionId) -> None:
        """A client closes its room, if it has one."""
        client = self.clients[connection]
        self.server.say(connection, Close())
        if client.room is None or client.peer is not None:
            self.expect(connection, Refused)
            return
        self.host_leaves(client.room)
        del self.owners[client.room]
        del self.clients[connection]

    @precondition(lambda self: self.clients)
    @rule(connection=connections)
    def disconnect(self, connection: ConnectionId) -> None:
        """A client is gone."""
        client = self.clients.pop(connection)
        self.server.disconnect(connection)
        if client.room is None:
            return
        if client.peer is None:
            self.host_leaves(client.room)
            self.away_until[client.room] = self.server.now + self.server.limits.room_kept
        elif (host := self.host_of(client.room)) is not None:
            self.expect(host, Left(client.peer))

    @rule(seconds=st.sampled_from([1, 100, 600]))
    def wait(self, seconds: int) -> None:
        """Time passes; rooms without a host come to their end."""
        self.server.wait(seconds)
        for room, end in list(self.away_until.items()):
            if end <= self.server.now:
                del self.away_until[room], self.owners[room]


RoomsModel.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestRoomsModel = RoomsModel.TestCase
