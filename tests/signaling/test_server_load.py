"""Tests of the signaling server with clients that use up too much, or do not read: only they themselves are hurt."""

import asyncio
import contextlib
import gc
import json
import os
import socket
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import cast

import aiohttp
import pytest
from aiohttp import web

from signaling.limits import EMBEDDED, Rate
from signaling.messages import (
    HOST,
    MAX_FRAME_BYTES,
    Guest,
    Join,
    Left,
    Open,
    Refused,
    Send,
    encode,
)
from signaling.server import SignalingServer
from tests.signaling.wire import PATIENCE, Client, becomes, introduced, play_part, raw, tcp, unharmed

TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"
PLENTY = Rate(10**9, 0)


async def sockets_become(server: SignalingServer, number: int) -> None:
    """Wait until so many TCP connections are open."""
    inside = cast("web.Server", server._runner.server)
    async with asyncio.timeout(PATIENCE):
        while len(inside.connections) != number:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


async def test_half_open_connections_end_by_themselves() -> None:
    """Silence, half a request, and half a frame: none is kept for ever."""
    limits = replace(EMBEDDED, unasked=0.3, unused=0.5)
    async with SignalingServer("127.0.0.1", limits=limits) as server, unharmed(server):
        async with tcp(server) as silent, tcp(server) as half, raw(server) as mute:
            await half.send(b"GET /signal HTTP/1.1\r\nHost: h\r\nUpgr")
            await mute.send(mute.frame(encode(Open()))[:5])
            for client in (silent, half, mute):
                await client.is_closed()
        await becomes(server, 2)


async def test_a_peer_that_vanishes_without_a_word_is_noticed() -> None:
    """No answer to a ping, as after a loss of power: the host is told that the guest left."""
    limits = replace(EMBEDDED, heartbeat=0.4)
    async with SignalingServer("127.0.0.1", limits=limits) as server, introduced(server) as pair, raw(server) as client:
        await play_part(client, "guest", pair)
        talk = asyncio.create_task(pair.guest.websocket.receive())  # answers pings
        told = await pair.host.receive()
        assert isinstance(told, Left)
        assert told.peer != pair.peer
        talk.cancel()
        await asyncio.gather(talk, return_exceptions=True)


async def test_a_guest_who_does_not_read_is_cut_off_and_does_not_stall_the_host() -> None:
    """What piles up for it is bounded; the host goes on at once, and learns that the guest left."""
    limits = replace(EMBEDDED, host_messages=PLENTY, received=PLENTY)
    async with (
        SignalingServer("127.0.0.1", limits=limits) as server,
        unharmed(server),
        introduced(server) as pair,
        raw(server, small=True) as client,
    ):
        await client.send(Join(pair.room.room))
        joined = json.loads((await client.receive())[1])["peer"]
        assert await pair.host.receive() == Guest(joined)
        client.stop_reading()
        most = 0
        async with asyncio.timeout(PATIENCE):
            while len(server._hub._clients) == 5:
                await pair.host.send(Send(joined, "x" * 30_000))
                await asyncio.sleep(0)
                most = max([most, *(c.unsent for c in server._hub._clients.values())])
        assert 0 < most <= limits.max_unsent + MAX_FRAME_BYTES
        assert await pair.host.receive() == Left(joined)
        await pair.host.send(Send("nobody", "x"))
        while await pair.host.receive() == Left(joined):
            pass  # the answers to what was sent before the host knew
        await pair.swap()


async def test_guests_of_a_host_who_does_not_read_are_told_so() -> None:
    """Each may leave so much waiting and no more; nobody else is refused because of another one."""
    limits = replace(EMBEDDED, guest_messages=PLENTY, received=PLENTY)
    async with SignalingServer("127.0.0.1", limits=limits) as server, unharmed(server), raw(server, small=True) as host:
        await host.send(Open("K7QX", TOKEN))
        await host.receive()
        host.stop_reading()
        async with Client(server.url) as flooder, Client(server.url) as calm:
            await flooder.join("K7QX")
            await calm.join("K7QX")
            answer = None
            for _ in range(1000):
                await flooder.send(Send(HOST, "x" * 30_000))
                with contextlib.suppress(TimeoutError):
                    answer = await flooder.websocket.receive(timeout=0.01)
                    break
            assert answer is not None
            assert json.loads(answer.data)["code"] == "room-busy"
            clients = server._hub._clients.values()
            assert max(c.unheard for c in clients) <= limits.max_unheard
            assert max(c.unsent for c in clients) <= limits.max_unsent
            await calm.send(Send(HOST, "x"))
            with pytest.raises(TimeoutError):
                await calm.websocket.receive(timeout=0.05)
        await asyncio.sleep(0.1)
        assert len(server._hub._clients) == 5, "guests whose words wait still count"
        host.writer.transport.abort()
        await becomes(server, 2)


async def test_coming_and_going_does_not_pile_up_words_at_a_host_who_does_not_read() -> None:
    """A guest that leaves keeps its place until its words are read, so that memory stays bounded."""
    limits = replace(EMBEDDED, guest_messages=PLENTY, joins=PLENTY)
    async with SignalingServer("127.0.0.1", limits=limits) as server, raw(server, small=True) as host:
        await host.send(Open("K7QX", TOKEN))
        await host.receive()
        host.stop_reading()
        answer = None
        for _ in range(500):
            async with Client(server.url) as guest:
                answer = await guest.ask(Join("K7QX"))
                if isinstance(answer, Refused):
                    break
                for _ in range(5):
                    await guest.send(Send(HOST, "x" * 60_000))
        assert isinstance(answer, Refused)
        assert answer.code == "room-busy"
        waiting = sum(client.unheard for client in server._hub._clients.values())
        assert waiting <= limits.max_guests_per_room * limits.max_unheard


async def test_a_peer_that_stops_reading_and_breaks_the_protocol_does_not_keep_its_slot() -> None:
    """Full buffers and an oversize frame: the end still comes in bounded time."""
    limits = replace(EMBEDDED, guest_messages=PLENTY, max_unsent=10**9, introduction=1)
    async with (
        SignalingServer("127.0.0.1", limits=limits) as server,
        Client(server.url) as host,
        raw(server, small=True) as client,
    ):
        await client.send(Join((await host.open()).room))
        peer = json.loads((await client.receive())[1])["peer"]
        assert await host.receive() == Guest(peer)
        client.stop_reading()
        with contextlib.suppress(ConnectionError):
            await client.send(client.frame(b"null") * 50_000)
            await client.send(client.frame(b"x", length=10_000_000))
        assert await host.receive() == Left(peer)
        await becomes(server, 1)


@pytest.mark.parametrize("what", ["messages", "pings", "empty pieces", "pongs", "garbage"])
async def test_a_flood_hurts_its_sender_only(what: str) -> None:
    """While one client sends as fast as it can, a pair elsewhere and one in its room go on talking."""
    async with SignalingServer("127.0.0.1") as server, unharmed(server) as pair, raw(server) as client:
        await client.send(Open())
        await client.receive()
        burst = {
            "messages": client.frame(encode(Send("nobody", "x"))),
            "pings": client.frame(b"", opcode=9),
            "empty pieces": client.frame(b"", opcode=0, fin=False),
            "pongs": client.frame(b"", opcode=10),
            "garbage": client.frame(b"null"),
        }[what] * 500
        if what == "empty pieces":
            await client.send(client.frame(b"", fin=False))
        end = asyncio.get_running_loop().time() + 1.5
        drain = asyncio.create_task(client.is_closed())
        while asyncio.get_running_loop().time() < end:
            try:
                await client.send(burst)
            except ConnectionError:
                await asyncio.sleep(0.5)
            await asyncio.sleep(0)
        drain.cancel()
        await asyncio.gather(drain, return_exceptions=True)
        assert pair.swaps > 3


async def test_connections_beyond_an_addresss_share_are_refused_before_anything_is_read() -> None:
    """One address cannot use up all sockets, and when they are gone there is room again."""
    limits = replace(EMBEDDED, max_sockets_per_address=10, max_sockets=50)
    async with SignalingServer("127.0.0.1", limits=limits) as server:
        async with introduced(server) as pair, contextlib.AsyncExitStack() as crowd:
            clients = [await crowd.enter_async_context(tcp(server)) for _ in range(40)]
            refused = 0
            for client in clients:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.02):
                        await client.is_closed()
                        refused += 1
            assert refused == 32
            await pair.swap()
        await becomes(server, 0)
        async with introduced(server) as pair:
            await pair.swap()


async def test_connections_that_come_too_often_are_refused() -> None:
    """Connecting again and again is limited, too; who is in stays in."""
    limits = replace(EMBEDDED, arrivals=Rate(3, 0))
    async with SignalingServer("127.0.0.1", limits=limits) as server, introduced(server) as pair:
        async with tcp(server):
            pass
        for _ in range(3):
            async with tcp(server) as late:
                await late.is_closed()
        await pair.swap()


async def test_a_connection_that_brings_too_much_is_cut_off() -> None:
    """Bytes are counted whatever they mean: also those that never become a message."""
    limits = replace(EMBEDDED, received=Rate(50_000, 0))
    async with SignalingServer("127.0.0.1", limits=limits) as server, introduced(server) as pair, raw(server) as client:
        await client.send(client.frame(b"", fin=False))
        with contextlib.suppress(ConnectionError):
            await client.send(client.frame(b"", opcode=0, fin=False) * 20_000)
        await client.is_closed()
        await pair.swap()


async def test_a_connection_makes_one_request() -> None:
    """Requests of HTTP are not counted, so that each needs a connection, which is."""
    async with SignalingServer("127.0.0.1") as server, tcp(server) as client:
        await client.send(b"GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n" * 10)
        async with asyncio.timeout(PATIENCE):
            assert (await client.reader.read()).count(b"200 OK") == 1


async def test_who_does_not_take_a_page_does_not_keep_its_slot(tmp_path: Path) -> None:
    """Also where the answer does not fit into the system's buffers; others are served meanwhile."""
    (tmp_path / "index.html").touch()
    (tmp_path / "app.js").write_bytes(os.urandom(20_000_000))
    limits = replace(EMBEDDED, answering=0.5)
    async with (
        SignalingServer("127.0.0.1", limits=limits, page=tmp_path) as server,
        unharmed(server),
        tcp(server, small=True) as deaf,
    ):
        deaf.stop_reading()
        await deaf.send(b"GET /app.js HTTP/1.1\r\nHost: h\r\n\r\n")
        await sockets_become(server, 3)
        await sockets_become(server, 2)


async def test_a_full_server_still_serves_those_who_are_in() -> None:
    """With every socket taken, talking goes on, and a newcomer finds the door closed."""
    limits = replace(EMBEDDED, max_sockets=2)
    async with SignalingServer("127.0.0.1", limits=limits) as server, introduced(server) as pair:
        with pytest.raises(aiohttp.ClientError):
            await Client(server.url).__aenter__()
        await pair.swap()


async def test_idle_connections_cost_little_memory() -> None:
    """Below 32 KiB each, also for clients that offer compression."""
    limits = replace(EMBEDDED, max_sockets_per_address=400, max_connections_per_address=400)
    async with SignalingServer("127.0.0.1", limits=limits) as server:
        request = (
            b"GET /signal HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
        )
        loop = asyncio.get_running_loop()

        async def connect(count: int) -> list[socket.socket]:
            opened = []
            for _ in range(count):
                connection = socket.socket()
                connection.settimeout(0)
                opened.append(connection)
                await loop.sock_connect(connection, ("127.0.0.1", server.port))
                await loop.sock_sendall(connection, request)
                assert b" 101 " in await loop.sock_recv(connection, 1000)
            return opened

        sockets = await connect(20)
        tracemalloc.start()
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        sockets += await connect(200)
        gc.collect()
        each = (tracemalloc.get_traced_memory()[0] - before) / 200
        tracemalloc.stop()
        for connection in sockets:
            connection.close()
        assert each < 32 * 1024
        await becomes(server, 0)
