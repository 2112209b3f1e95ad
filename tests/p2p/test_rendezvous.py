"""Tests of the client of the signaling server, against the real server."""

import asyncio
from dataclasses import replace

import pytest
from aiohttp import web

from p2p.rendezvous import (
    GuestRendezvous,
    HostAway,
    HostRendezvous,
    HostState,
    NoSuchRoom,
    NotAPeerdeckServer,
    ServerLost,
)
from p2p.rendezvous.host import _AT_ONCE, _MOST_GUESTS, _PER_SECOND
from signaling.limits import EMBEDDED, Rate
from signaling.messages import From, Guest, IceServer, Joined, Left, Opened, encode
from signaling.server import SignalingServer
from tests.p2p.introductions import PATIENCE, TOKEN, States, event, wrong_server


async def test_host_and_guest_talk() -> None:
    """A guest is announced, both say something, and the host hears that it left."""
    stun = (IceServer(("stun:s.example",)),)
    async with SignalingServer("127.0.0.1", ice_servers=stun) as server, HostRendezvous(server.url) as host:
        assert host.ice_servers == stun
        async with GuestRendezvous(server.url, host.room) as guest:
            assert guest.ice_servers == stun
            assert await event(host) == Guest(guest.peer)
            guest.send("knock")
            assert await event(host) == From(guest.peer, "knock")
            host.send(guest.peer, "share")
            assert await guest.receive() == "share"
            guest.send("last words")
        assert await event(host) == From(guest.peer, "last words")
        assert await event(host) == Left(guest.peer)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_several_guests_are_told_apart() -> None:
    """Each text comes with its sender and goes to its receiver only."""
    async with (
        SignalingServer("127.0.0.1") as server,
        HostRendezvous(server.url) as host,
        GuestRendezvous(server.url, host.room) as one,
        GuestRendezvous(server.url, host.room) as two,
    ):
        assert [await event(host), await event(host)] == [Guest(one.peer), Guest(two.peer)]
        for guest in (two, one):
            guest.send(f"I am {guest.peer}")
            assert await event(host) == From(guest.peer, f"I am {guest.peer}")
            host.send(guest.peer, f"You are {guest.peer}")
            assert await guest.receive() == f"You are {guest.peer}"


@pytest.mark.parametrize("form", ["http://127.0.0.1:{}", "http://127.0.0.1:{}/", "127.0.0.1:{}", "localhost:{}"])
async def test_the_servers_address_may_be_given_in_several_forms(form: str) -> None:
    """With and without scheme, name or number."""
    async with SignalingServer("127.0.0.1") as server, HostRendezvous(form.format(server.port)) as host:
        assert len(host.room) == 4


async def test_a_server_may_live_below_a_path() -> None:
    """As behind a proxy that serves other things, too."""
    async with wrong_server(lambda websocket: websocket.send_str(encode(Joined("p")).decode())) as url:
        with pytest.raises(NotAPeerdeckServer):
            await GuestRendezvous(url + "cards/", "K7QX").__aenter__()
        async with GuestRendezvous(url, "K7QX") as guest:
            assert guest.peer == "p"


async def test_a_server_that_never_stops_talking_is_read_at_a_bounded_rate() -> None:
    """Or it could keep a host's program from the game, which needs no server any more."""
    too_much = _AT_ONCE + 50

    async def talk(websocket: web.WebSocketResponse) -> None:
        await websocket.send_str(encode(Opened("K7QX", TOKEN)).decode())
        for number in range(too_much // 2):
            await websocket.send_str(encode(Guest(f"p{number}")).decode())
            await websocket.send_str(encode(Left(f"p{number}")).decode())
        await websocket.receive()

    async with wrong_server(talk) as url, HostRendezvous(url) as host:
        began = asyncio.get_running_loop().time()
        for _ in range(too_much):
            await event(host)
        assert asyncio.get_running_loop().time() - began >= 40 / _PER_SECOND


async def test_a_server_that_tells_of_guests_without_end_is_left_for_a_while() -> None:
    """They are not all kept in mind; those at the table play on, as without a server."""

    async def talk(websocket: web.WebSocketResponse) -> None:
        await websocket.send_str(encode(Opened("K7QX", TOKEN)).decode())
        for number in range(_MOST_GUESTS + 1):
            await websocket.send_str(encode(Guest(f"p{number}")).decode())
        await websocket.receive()

    states = States()
    async with wrong_server(talk) as url, HostRendezvous(url, on_state=states) as host:
        came = [await event(host) for _ in range(2 * _MOST_GUESTS)]
        assert {type(one) for one in came[:_MOST_GUESTS]} == {Guest}
        assert {type(one) for one in came[_MOST_GUESTS:]} == {Left}
        assert await states.next() is HostState.LOST


# Losing the server.


async def test_the_room_is_taken_back_when_the_server_was_restarted() -> None:
    """The same name and token, on a server that knows nothing; guests left, and may come again."""
    states = States()
    async with SignalingServer("127.0.0.1") as server:
        host = await HostRendezvous(server.url, on_state=states).__aenter__()
        room, token = host.room, host.owner_token
        guest = await GuestRendezvous(server.url, room).__aenter__()
        assert await event(host) == Guest(guest.peer)
    with pytest.raises((ServerLost, HostAway)):
        await guest.receive()
    await guest.__aexit__(None, None, None)
    assert await states.next() is HostState.LOST
    assert await event(host) == Left(guest.peer)
    host.send(guest.peer, "to nobody")  # is no error
    async with SignalingServer("127.0.0.1", server.port):
        assert await states.next() is HostState.OPEN
        assert (host.room, host.owner_token) == (room, token)
        async with GuestRendezvous(server.url, room) as guest:
            assert await event(host) == Guest(guest.peer)
            guest.send("again")
            assert await event(host) == From(guest.peer, "again")
        await host.__aexit__(None, None, None)


async def test_the_room_is_taken_back_when_only_the_connection_was_lost() -> None:
    """The server still has the old connection, which is evicted."""
    states = States()
    async with SignalingServer("127.0.0.1") as server, HostRendezvous(server.url, on_state=states) as host:
        room = host.room
        await host._channel._websocket.close()
        assert await states.next() is HostState.LOST
        assert await states.next() is HostState.OPEN
        assert host.room == room
        async with GuestRendezvous(server.url, room) as guest:
            assert await event(host) == Guest(guest.peer)


async def test_the_room_is_taken_back_at_once_over_another_connection_when_the_old_one_is_doubted() -> None:
    """Guests that were on their way leave, and come again; doubt while there is no connection changes nothing."""
    states = States()
    async with SignalingServer("127.0.0.1") as server, HostRendezvous(server.url, on_state=states) as host:
        room, token = host.room, host.owner_token
        async with GuestRendezvous(server.url, room) as guest:
            assert await event(host) == Guest(guest.peer)
            host.renew()
            assert await states.next() is HostState.LOST
            host.renew()
            assert await event(host) == Left(guest.peer)
            assert await states.next() is HostState.OPEN
        assert (host.room, host.owner_token) == (room, token)
        async with GuestRendezvous(server.url, room) as guest:
            assert await event(host) == Guest(guest.peer)


async def test_another_program_goes_on_with_the_room() -> None:
    """A host that died is followed by one with its room and token."""
    async with SignalingServer("127.0.0.1") as server:
        async with HostRendezvous(server.url) as host:
            room, token = host.room, host.owner_token
        with pytest.raises(HostAway):
            await GuestRendezvous(server.url, room).__aenter__()
        async with HostRendezvous(server.url, room=room, owner_token=token) as host:
            assert (host.room, host.owner_token) == (room, token)
            async with GuestRendezvous(server.url, room):
                pass


async def test_who_is_taken_over_is_told_and_does_not_fight() -> None:
    """The newer program keeps the room; the older one's events end."""
    states = States()
    async with (
        SignalingServer("127.0.0.1") as server,
        HostRendezvous(server.url, on_state=states) as old,
        HostRendezvous(server.url, room=old.room, owner_token=old.owner_token) as new,
    ):
        assert await states.next() is HostState.TAKEN
        for _ in range(2):
            assert [happening async for happening in old] == []
        old.send("anybody", "x")
        async with GuestRendezvous(server.url, new.room) as guest:
            assert await event(new) == Guest(guest.peer)


async def test_a_name_that_somebody_took_meanwhile_is_not_tried_again() -> None:
    """After a restart another program was faster."""
    states = States()
    async with SignalingServer("127.0.0.1") as server:
        host = await HostRendezvous(server.url, on_state=states).__aenter__()
    assert await states.next() is HostState.LOST
    async with SignalingServer("127.0.0.1", server.port), HostRendezvous(server.url, room=host.room):
        assert await states.next() is HostState.TAKEN
        await host.__aexit__(None, None, None)


async def test_a_host_may_leave_while_the_server_is_gone() -> None:
    """Nothing hangs and nothing is left."""
    states = States()
    async with SignalingServer("127.0.0.1") as server:
        host = await HostRendezvous(server.url, on_state=states).__aenter__()
    assert await states.next() is HostState.LOST
    async with asyncio.timeout(PATIENCE):
        await host.close_room()
        assert [happening async for happening in host] == []
        await host.__aexit__(None, None, None)
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_room_that_was_closed_is_gone() -> None:
    """Guests are told, and the name means nothing any more; closing is no loss."""
    states = States()
    async with SignalingServer("127.0.0.1") as server, HostRendezvous(server.url, on_state=states) as host:
        async with GuestRendezvous(server.url, host.room) as guest:
            assert await event(host) == Guest(guest.peer)
            await host.close_room()
            with pytest.raises(HostAway):
                await guest.receive()
        assert [happening async for happening in host] == [Left(guest.peer)]
        with pytest.raises(NoSuchRoom):
            await GuestRendezvous(server.url, host.room).__aenter__()
        assert states._changes.empty()


async def test_a_host_that_does_not_listen_holds_up_nobody_but_its_guests() -> None:
    """Events that nobody takes are bounded; leaving works all the same."""
    limits = replace(EMBEDDED, guest_messages=Rate(10_000, 0))
    async with SignalingServer("127.0.0.1", limits=limits) as server:
        async with HostRendezvous(server.url) as host, GuestRendezvous(server.url, host.room) as guest:
            for n in range(1000):
                guest.send(str(n))
            await asyncio.sleep(0.5)
            assert host._events.qsize() == 256
        assert asyncio.all_tasks() > {asyncio.current_task()}  # those of the server


async def test_a_text_that_is_too_long_is_the_callers_mistake() -> None:
    """Nothing is sent, and the connection lives on."""
    async with (
        SignalingServer("127.0.0.1") as server,
        HostRendezvous(server.url) as host,
        GuestRendezvous(server.url, host.room) as guest,
    ):
        for send in (guest.send, lambda text: host.send(guest.peer, text)):
            with pytest.raises(ValueError, match="too long for the signaling server"):
                send("x" * 65_536)
        guest.send("x" * 65_000)
        assert await event(host) == Guest(guest.peer)
        assert await event(host) == From(guest.peer, "x" * 65_000)
