"""Tests of what clients may use up of a server's rooms: no network, no waiting."""

from collections.abc import Sized

import pytest

from signaling.messages import (
    HOST,
    Close,
    CloseCode,
    From,
    Join,
    Joined,
    Left,
    Open,
    Opened,
    Refused,
    Send,
)
from tests.signaling.room_driver import RoomDriver

TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"


def test_a_full_server_says_so() -> None:
    """One connection too many is told to come later; when one leaves, there is room again."""
    server = RoomDriver(max_connections=3, max_connections_per_address=2)
    first, second = server.connect("a"), server.connect("a")
    third = server.connect("a")
    assert isinstance(told := server.last(third), Refused)
    assert told.code == "server-full"
    assert server.hung_up[third] == CloseCode.TRY_AGAIN_LATER
    server.disconnect(third)
    server.connect("b")
    fourth = server.connect("c")
    assert server.hung_up[fourth] == CloseCode.TRY_AGAIN_LATER
    server.disconnect(fourth)
    server.disconnect(first)
    assert server.connect("c") not in server.hung_up
    assert second not in server.hung_up


def test_rooms_are_limited_in_all_and_for_each_address() -> None:
    """A host is told; rooms that end, and rooms taken over from elsewhere, make room."""
    server = RoomDriver(max_rooms=3, max_rooms_per_address=2)
    host, _ = server.host(address="a")
    away, moved = server.host(address="a")
    late = server.connect("a")
    assert server.refusal(late, Open()) == "server-full"
    server.host(address="b")
    assert server.refusal(server.connect("b"), Open()) == "server-full"
    server.disconnect(away)
    server.host(Open(moved.room, moved.owner_token), address="c")
    assert server.refusal(late, Open()) == "server-full"
    server.say(host, Close())
    assert isinstance(server.say(late, Open())[0], Opened)


def test_a_room_admits_only_so_many_guests_at_a_time() -> None:
    """One address cannot fill a room, many can; whoever leaves makes room."""
    server = RoomDriver(max_guests_per_room=4, max_guests_per_room_and_address=3)
    _, opened = server.host()
    guests = [server.guest(opened.room, "a")[0] for _ in range(3)]
    assert server.refusal(server.connect("a"), Join(opened.room)) == "room-busy"
    server.guest(opened.room, "b")
    late = server.connect("b")
    assert server.refusal(late, Join(opened.room)) == "room-busy"
    server.disconnect(guests[0])
    assert isinstance(server.say(late, Join(opened.room))[0], Joined)


def test_a_family_behind_one_router_is_not_too_fast() -> None:
    """Dozens of joins a minute from one address go through, all evening."""
    server = RoomDriver()
    _, opened = server.host()
    for _ in range(200):
        guest, _ = server.guest(opened.room)
        server.disconnect(guest)
        server.wait(1)


def test_rooms_cannot_be_found_by_trying() -> None:
    """A scanner is too fast after ten misses, and then gets ten tries a minute, whatever connection it uses."""
    server = RoomDriver()
    answers = [server.refusal(server.connect(), Join(f"ZZ{n:02}")) for n in range(20)]
    assert answers == ["no-such-room"] * 10 + ["too-fast"] * 10
    found_out = 0
    for n in range(600):
        server.wait(1)
        connection = server.connect()
        found_out += server.refusal(connection, Join(f"ZZ{n:02}")) == "no-such-room"
        server.disconnect(connection)
    assert found_out <= 100


def test_rooms_cannot_be_found_by_opening_them_either() -> None:
    """Trying whether a name is taken is as limited as joining is."""
    server = RoomDriver()
    _, opened = server.host(address="a")
    scanner = server.connect("b")
    answers = [server.refusal(scanner, Open(opened.room, TOKEN)) for _ in range(10)]
    assert answers == ["not-owner"] * 5 + ["too-fast"] * 5


def test_a_scanner_does_not_lock_others_out() -> None:
    """Being too fast concerns one address."""
    server = RoomDriver()
    _, opened = server.host(address="a")
    for _ in range(20):
        server.say(server.connect("b"), Join("ZZZZ"))
    assert server.refusal(server.connect("b"), Join(opened.room)) == "too-fast"
    assert server.guest(opened.room, "c")


@pytest.mark.parametrize("what", ["text", "binary", "ping", "big"])
def test_a_flood_ends_its_sender_only(what: str) -> None:
    """Too many frames of any kind: the sender is told once and cut off, and the host sees it leave."""
    server = RoomDriver()
    host, opened = server.host()
    guest, peer = server.guest(opened.room)
    other, other_peer = server.guest(opened.room)
    sent = 0
    while guest not in server.hung_up:
        sent += 1
        assert sent < 200
        match what:
            case "text":
                server.say(guest, Send(HOST, "x"))
            case "big":
                server.say(guest, Send(HOST, "x" * 60_000))
            case "binary":
                server.carry_out(server.rooms.binary_received(guest, 10, server.now))
            case _:
                server.carry_out(server.rooms.control_received(guest, server.now))
    told = server.last(guest)
    assert isinstance(told, Refused)
    assert told.code == "too-fast"
    assert server.hung_up[guest] == CloseCode.POLICY
    assert server.last(host) == Left(peer)
    told_so_far = list(server.inbox[guest])
    server.say(guest, Send(HOST, "x"))
    server.carry_out(server.rooms.control_received(guest, server.now))
    server.carry_out(server.rooms.binary_received(guest, 1, server.now))
    assert server.inbox[guest] == told_so_far
    server.say(other, Send(HOST, "calm"))
    assert server.last(host) == From(other_peer, "calm")


def test_a_host_may_say_more_than_a_guest() -> None:
    """Whoever answers many at once needs more; who has just connected does not."""
    server = RoomDriver()
    host, opened = server.host()
    guest, peer = server.guest(opened.room)
    for _ in range(300):
        server.say(host, Send(peer, "x"))
    assert host not in server.hung_up
    assert len(server.inbox[guest]) == 301


def test_connections_that_do_nothing_end() -> None:
    """Thirty seconds to open or join something, counted anew when the host leaves."""
    server = RoomDriver()
    idle = server.connect()
    host, opened = server.host()
    guest, _ = server.guest(opened.room)
    server.wait(29)
    assert not server.hung_up
    server.wait(1)
    assert server.hung_up == {idle: CloseCode.OVERDUE}
    server.disconnect(host)
    server.wait(29)
    assert guest not in server.hung_up
    server.wait(1)
    assert server.hung_up[guest] == CloseCode.OVERDUE


def test_an_introduction_does_not_last_for_ever() -> None:
    """A guest that stays in a room for three minutes makes place for others; hosts may stay."""
    server = RoomDriver()
    host, opened = server.host()
    guest, peer = server.guest(opened.room)
    server.wait(179)
    assert guest not in server.hung_up
    server.wait(1)
    assert server.hung_up[guest] == CloseCode.OVERDUE
    assert server.last(host) == Left(peer)
    server.disconnect(guest)
    server.wait(100_000)
    assert host not in server.hung_up


def test_nothing_is_left_when_everybody_is_gone() -> None:
    """Connections, rooms and addresses of the past use no memory."""
    server = RoomDriver()
    for n in range(30):
        host, opened = server.host(address=f"h{n}")
        guests = [server.guest(opened.room, f"g{n}")[0] for _ in range(3)]
        stranger = server.connect(f"s{n}")
        server.say(stranger, Join("ZZZZ"))
        for connection in [guests[0], host, *guests[1:], stranger]:
            server.disconnect(connection)
    server.wait(700)
    last = server.connect()
    server.say(last, Join("ZZZZ"))
    server.say(last, Open())
    server.say(last, Close())
    server.disconnect(last)
    rooms = server.rooms
    parts: list[Sized] = [rooms._connections, rooms._connections_of, rooms._rooms, rooms._rooms_of]
    parts += [rooms._unused, rooms._introductions, rooms._deserted]
    assert [len(part) for part in parts] == [0] * len(parts)
    assert len(rooms._joins) == len(rooms._opens) == 1
