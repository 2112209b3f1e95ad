"""Tests of the rooms' state machine: no network, no waiting."""

import pytest

from signaling.codes import new_code, parse_code
from signaling.limits import Rate
from signaling.messages import (
    HOST,
    MAX_FRAME_BYTES,
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
    Refused,
    Send,
)
from tests.signaling.room_driver import RoomDriver

TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"


def test_a_host_and_a_guest_are_introduced_and_talk() -> None:
    """The whole of an introduction: open, join, texts both ways, good-bye."""
    stun = (IceServer(("stun:s.example",)),)
    server = RoomDriver(ice_servers=stun)
    host, opened = server.host()
    assert opened.ice_servers == stun
    guest, peer = server.guest(opened.room)
    assert server.inbox[guest] == [Joined(peer, stun)]
    assert server.last(host) == Guest(peer)

    server.say(guest, Send(HOST, "knock"))
    assert server.last(host) == From(peer, "knock")
    assert server.senders[host][-1] == guest
    server.say(host, Send(peer, "share"))
    assert server.last(guest) == From(HOST, "share")
    assert server.senders[guest][-1] is None

    server.disconnect(guest)
    assert server.last(host) == Left(peer)


def test_names_are_valid_tokens_and_peers_unguessable_and_all_different() -> None:
    """Every room, owner and peer gets something of its own."""
    server = RoomDriver(max_rooms_per_address=1000, opens=Rate(1000, 0), max_connections_per_address=1000)
    opened = [server.host()[1] for _ in range(100)]
    peers = [server.guest(room.room)[1] for room in opened[:40]]
    secrets = [room.owner_token for room in opened] + peers
    assert len({room.room for room in opened}) == 100
    assert len(set(secrets)) == 140
    assert {len(room.room) for room in opened} == {4}


def test_names_get_a_fifth_symbol_when_a_tenth_of_the_short_ones_is_in_use() -> None:
    """Rooms stay hard to find by trying, however many there are."""
    many = 25**4 // 10
    server = RoomDriver(
        max_rooms=10**6, max_rooms_per_address=10**6, opens=Rate(10**6, 0), max_connections_per_address=10**6,
        max_connections=10**6,
    )  # fmt: skip
    lengths = [len(server.host()[1].room) for _ in range(many + 20)]
    assert lengths == [4] * many + [5] * 20


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    """When chance gives a name again, another one is tried."""
    server = RoomDriver()
    numbers = iter([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    server.rooms._choose = lambda _below: next(numbers)
    assert [server.host()[1].room for _ in range(2)] == ["3333", "4444"]


def test_unknown_closed_and_expired_rooms_look_the_same() -> None:
    """Nobody learns from a refusal whether there ever was such a room."""
    server = RoomDriver()
    closed_host, closed = server.host()
    server.say(closed_host, Close())
    expired_host, expired = server.host()
    server.disconnect(expired_host)
    server.wait(server.limits.room_kept)
    answers = [server.say(server.connect(), Join(room)) for room in (closed.room, expired.room, "ZZZZ", "no room", "")]
    assert len(answers[0]) == 1
    assert all(answer == answers[0] for answer in answers)
    assert isinstance(answers[0][0], Refused)
    assert answers[0][0].code == "no-such-room"


# The host goes away and comes back.


def test_a_room_outlives_its_hosts_connection() -> None:
    """Guests are told that the host left; joining is refused until the owner is back, and then works."""
    server = RoomDriver()
    host, opened = server.host()
    guest, _ = server.guest(opened.room)
    server.disconnect(host)
    assert server.last(guest) == Left(HOST)
    assert server.refusal(guest, Join(opened.room)) == "host-away"
    server.wait(10)

    back, again = server.host(Open(opened.room, opened.owner_token))
    assert again == opened
    (joined,) = server.say(guest, Join(opened.room))
    assert isinstance(joined, Joined)
    assert server.inbox[back] == [again, Guest(joined.peer)]


def test_a_peer_is_never_named_again() -> None:
    """A guest that joins again after the host's absence is another peer, so that old texts reach nobody."""
    server = RoomDriver()
    host, opened = server.host()
    guest, peer = server.guest(opened.room)
    server.disconnect(host)
    back, _ = server.host(Open(opened.room, opened.owner_token))
    server.say(guest, Join(opened.room))
    assert server.peers_of(back) != [peer]
    assert server.say(back, Send(peer, "old")) == [Left(peer)]


def test_the_owner_takes_over_from_a_zombie_at_once() -> None:
    """The newer connection wins without waiting; the older one and its guests are told."""
    server = RoomDriver()
    zombie, opened = server.host()
    guest, _ = server.guest(opened.room)
    back, again = server.host(Open(opened.room, opened.owner_token))
    assert again == opened
    told = server.last(zombie)
    assert isinstance(told, Refused)
    assert told.code == "not-owner"
    assert server.hung_up[zombie] == CloseCode.TAKEN_OVER
    assert server.last(guest) == Left(HOST)

    assert server.say(zombie, Close()) == []
    assert server.say(zombie, Send("p", "x")) == []
    server.disconnect(zombie)
    (joined,) = server.say(guest, Join(opened.room))
    assert isinstance(joined, Joined)
    assert server.last(back) == Guest(joined.peer)


@pytest.mark.parametrize("host_is_there", [True, False])
def test_nobody_takes_a_room_over_without_its_token(host_is_there: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """A wrong token and none are refused alike, whether the host is there or away; nothing changes."""
    server = RoomDriver()
    host, opened = server.host()
    if not host_is_there:
        server.disconnect(host)
    thief = server.connect()
    assert server.refusal(thief, Open(opened.room)) == "not-owner"
    assert server.refusal(thief, Open(opened.room, TOKEN)) == "not-owner"
    assert server.refusal(thief, Open(opened.room, opened.owner_token[:-1] + "_")) == "not-owner"
    if host_is_there:
        assert server.guest(opened.room)
    else:
        assert server.refusal(server.connect(), Join(opened.room)) == "host-away"


def test_a_server_that_was_restarted_gives_the_name_back_and_keeps_the_token() -> None:
    """A new server knows nothing, and grants what the host of an old one asks for."""
    restarted = RoomDriver(seed=2)
    host, opened = restarted.host(Open("K7QX", TOKEN))
    assert (opened.room, opened.owner_token) == ("K7QX", TOKEN)
    restarted.disconnect(host)
    assert restarted.host(Open("K7QX", TOKEN))[1] == opened


def test_a_wanted_name_without_a_token_gets_a_new_one() -> None:
    """Wishing for a free name is allowed; the server makes the token."""
    server = RoomDriver()
    opened = server.host(Open("K7QX9"))[1]
    assert opened.room == "K7QX9"
    assert len(opened.owner_token) == 22
    assert server.refusal(server.connect(), Open(None, opened.owner_token)) == "bad-message"


def test_a_deserted_room_is_kept_for_ten_minutes_and_not_longer() -> None:
    """Within that time only the owner gets in, after it anybody may have the name."""
    server = RoomDriver()
    host, opened = server.host()
    server.disconnect(host)
    server.wait(599)
    stranger = server.connect()
    assert server.refusal(stranger, Open(opened.room, TOKEN)) == "not-owner"
    server.wait(1)
    (granted,) = server.say(stranger, Open(opened.room, TOKEN))
    assert isinstance(granted, Opened)
    assert granted.owner_token == TOKEN


def test_a_host_that_came_back_is_not_expired_by_its_absence() -> None:
    """The ten minutes start anew with each absence."""
    server = RoomDriver()
    host, opened = server.host()
    for _ in range(3):
        server.disconnect(host)
        server.wait(500)
        host, _ = server.host(Open(opened.room, opened.owner_token))
        server.wait(500)
    assert server.guest(opened.room)


def test_closing_ends_the_room_and_the_connection() -> None:
    """Guests are told, the name is free, the host's connection ends as asked for."""
    server = RoomDriver()
    host, opened = server.host()
    guest, _ = server.guest(opened.room)
    assert server.say(host, Close()) == []
    assert server.hung_up[host] == CloseCode.DONE
    assert server.last(guest) == Left(HOST)
    server.disconnect(host)
    assert server.refusal(guest, Join(opened.room)) == "no-such-room"
    assert server.host(Open(opened.room, TOKEN))[1].owner_token == TOKEN


# Who may say what.


def test_a_connection_plays_one_part_only() -> None:
    """Neither a host nor a guest opens or joins anything else, and nothing changes by trying."""
    server = RoomDriver()
    host, opened = server.host()
    other = server.host()[1]
    guest, peer = server.guest(opened.room)
    for connection in (host, guest):
        assert server.refusal(connection, Open()) == "bad-message"
        assert server.refusal(connection, Open(opened.room, opened.owner_token)) == "bad-message"
        assert server.refusal(connection, Join(other.room)) == "bad-message"
    server.say(guest, Send(HOST, "still here"))
    assert server.last(host) == From(peer, "still here")


def test_only_the_host_closes_a_room() -> None:
    """Guests and strangers cannot."""
    server = RoomDriver()
    host, opened = server.host()
    guest, _ = server.guest(opened.room)
    assert server.refusal(guest, Close()) == "not-owner"
    assert server.refusal(server.connect(), Close()) == "not-owner"
    assert host not in server.hung_up


def test_guests_reach_the_host_only_and_under_their_own_name() -> None:
    """A guest can neither write to another guest nor pretend to be one."""
    server = RoomDriver()
    host, opened = server.host()
    guest, peer = server.guest(opened.room)
    other, other_peer = server.guest(opened.room)
    assert server.refusal(guest, Send(other_peer, "psst")) == "bad-message"
    assert server.refusal(guest, Send(peer, "me")) == "bad-message"
    server.say(guest, f'{{"type":"send","to":"host","data":"x","peer":"{other_peer}","from":"{other_peer}"}}')
    assert server.last(host) == From(peer, "x")
    assert server.refusal(guest, f'{{"type":"from","peer":"{other_peer}","data":"x"}}') == "bad-message"
    assert len(server.inbox[other]) == 1


def test_hosts_reach_their_own_guests_only() -> None:
    """A peer of another room is answered like one that never was."""
    server = RoomDriver()
    host, _ = server.host()
    _, other_room = server.host()
    stranger, stranger_peer = server.guest(other_room.room)
    assert server.say(host, Send(stranger_peer, "psst")) == [Left(stranger_peer)]
    assert server.say(host, Send("nobody", "psst")) == [Left("nobody")]
    assert server.say(host, Send(HOST, "me")) == [Left(HOST)]
    assert len(server.inbox[stranger]) == 1


def test_who_is_in_no_room_can_send_to_nobody() -> None:
    """Neither before joining nor after the host left."""
    server = RoomDriver()
    assert server.refusal(server.connect(), Send(HOST, "x")) == "no-such-room"
    host, opened = server.host()
    guest, _ = server.guest(opened.room)
    server.disconnect(host)
    assert server.refusal(guest, Send(HOST, "x")) == "no-such-room"


@pytest.mark.parametrize("text", ["null", "[]", "7", "{}", "[" * 9999, '{"type":"list"}', '{"type":"rooms"}'])
def test_a_bad_message_is_refused_and_changes_nothing(text: str) -> None:
    """The sender is told and may go on."""
    server = RoomDriver()
    host, opened = server.host()
    guest, peer = server.guest(opened.room)
    for connection in (host, guest):
        assert server.refusal(connection, text) == "bad-message"
    server.say(guest, Send(HOST, "x"))
    assert server.last(host) == From(peer, "x")


def test_a_message_that_is_too_big_has_a_code_of_its_own() -> None:
    """The sender learns that size is the reason."""
    server = RoomDriver()
    host, _ = server.host()
    assert server.refusal(host, Send("p", "x" * MAX_FRAME_BYTES)) == "too-big"


def test_binary_frames_are_refused() -> None:
    """Only text is understood; the sender is told and may go on."""
    server = RoomDriver()
    host, _ = server.host()
    server.carry_out(server.rooms.binary_received(host, 10, server.now))
    told = server.last(host)
    assert isinstance(told, Refused)
    assert told.code == "bad-message"
    assert host not in server.hung_up


def test_a_room_whose_host_is_expected_waits_for_nobody_else() -> None:
    """From the first moment on, and as long as one whose host was lost."""
    token = "bm9ib2R5LWd1ZXNzZXMtaX"
    server = RoomDriver(expected={"K7QX": token, "K7QZ": token})
    assert server.refusal(server.connect(), Open("K7QX")) == "not-owner"
    assert server.refusal(server.connect(), '{"type":"join","room":"K7QX"}') == "host-away"
    _, opened = server.host(Open("K7QX", token))
    assert opened.room == "K7QX"
    server.wait(server.limits.room_kept + 1)
    assert server.refusal(server.connect(), '{"type":"join","room":"K7QZ"}') == "no-such-room"
    server.guest("K7QX")


def test_a_name_of_a_room_and_a_secret_make_a_code() -> None:
    """What the server gives fits into what players pass on."""
    code = new_code(RoomDriver().host()[1].room, lambda _below: 7)
    assert parse_code(code.text) == code
