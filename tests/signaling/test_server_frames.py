"""Tests of the signaling server with clients that send what they should not: only they themselves are hurt."""

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import Callable

import aiohttp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from signaling.messages import (
    HOST,
    MAX_FRAME_BYTES,
    Close,
    Join,
    Left,
    Open,
    Send,
    encode,
)
from signaling.server import SignalingServer
from tests.signaling.wire import PATIENCE, RawClient, becomes, introduced, play_part, raw, tcp


@pytest.mark.parametrize("part", ["new", "guest", "host"])
async def test_any_text_that_is_no_message_is_refused_to_its_sender(part: str) -> None:
    """Null, lists, numbers, deep nesting, unknown types: each is answered, and the sender may go on."""
    nasty = ["", "null", "[]", "7", "1e999", '"x"', "{}", "[" * 60_000, '{"x":' * 10_000, '{"type":"x"}', "\0" * 9]
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair, raw(server) as client:
        await play_part(client, part, pair)
        for text in nasty:
            await client.send(client.frame(text.encode()))
            opcode, answer = await client.receive()
            assert (opcode, json.loads(answer)["code"]) == (1, "bad-message")
        await client.send(client.frame(b"x" * 10, opcode=2))
        assert b"bad-message" in (await client.receive())[1]
        await client.send(client.frame(b" " * (MAX_FRAME_BYTES + 1)))
        assert b"too-big" in (await client.receive())[1]
        await pair.swap()


HARD_TO_BEAR: dict[str, Callable[[RawClient], bytes]] = {
    "ten megabytes": lambda c: c.frame(b"x" * 10_000_000),
    "ten megabytes in pieces": lambda c: (
        c.frame(b"x" * 60_000, fin=False) + c.frame(b"x" * 60_000, opcode=0, fin=False) * 166
    ),
    "the claim of 2^62 bytes": lambda c: c.frame(b"x" * 1000, length=2**62),
    "the claim of 2^63 bytes": lambda c: c.frame(b"x" * 1000, length=2**63),
    "bad UTF-8": lambda c: c.frame(b'{"type":"join","room":"\xff"}'),
    "a lone continuation": lambda c: c.frame(b"x", opcode=0),
    "an unknown opcode": lambda c: c.frame(b"x", opcode=3),
    "reserved bits": lambda c: bytes([0xF1]) + c.frame(b"x")[1:],
    "a long ping": lambda c: c.frame(b"x" * 126, opcode=9),
    "a ping in pieces": lambda c: c.frame(b"x", opcode=9, fin=False),
    "a close with one byte": lambda c: c.frame(b"x", opcode=8),
    "a close with a wild code": lambda c: c.frame(b"\x00\x01bye", opcode=8),
    "a compressed frame": lambda c: bytes([0xC1]) + c.frame(b"x")[1:],
    "HTTP": lambda _: b"GET / HTTP/1.1\r\n\r\n" * 10,
    "noise": lambda _: bytes(range(255, 0, -1)) * 100,
}


@pytest.mark.parametrize("what", HARD_TO_BEAR)
async def test_what_breaks_the_websocket_protocol_ends_its_sender_only(what: str) -> None:
    """The connection ends at once, its slot is free, and a pair in the same room notices nothing but that."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair, raw(server) as client:
        await play_part(client, "guest", pair)
        with contextlib.suppress(ConnectionError):  # the server may hang up before all is sent
            await client.send(HARD_TO_BEAR[what](client))
        await client.is_closed()
        assert isinstance(await pair.host.receive(), Left)
        await becomes(server, 2)
        await pair.swap()


MESSAGES = [b"null", b"[]", encode(Join("K7QX")), encode(Open()), encode(Close()), encode(Send(HOST, "x"))]
frames = st.builds(
    RawClient.frame,
    st.binary(max_size=200) | st.sampled_from(MESSAGES),
    opcode=st.integers(0, 15) | st.sampled_from([1, 1, 1, 9]),
    fin=st.sampled_from([True, True, False]),
    length=st.none() | st.integers(0, 2**63),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(frames | st.binary(max_size=300), max_size=12))
async def test_random_bytes_hurt_nobody_else(chunks: list[bytes]) -> None:
    """Whatever arrives on one connection, the server goes on, others talk, and nothing is left behind."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        async with raw(server) as client:
            with contextlib.suppress(ConnectionError):
                for chunk in chunks:
                    await client.send(chunk)
            await pair.swap()
        await becomes(server, 2)
        await pair.swap()


@settings(max_examples=30, deadline=None)
@given(st.lists(st.binary(max_size=500), max_size=5))
async def test_random_bytes_instead_of_http_hurt_nobody_else(chunks: list[bytes]) -> None:
    """The same before the connection has become a WebSocket."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        async with tcp(server) as client:
            with contextlib.suppress(ConnectionError):
                for chunk in chunks:
                    await client.send(chunk)
            await pair.swap()
        await pair.swap()


NO_HTTP = {
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00",
    "no method": b"K7QX-M4TC\r\n\r\n",
    "another version": b"GET /K7QX-M4TC HTTP/9.9\r\n\r\n",
    "a long header": b"GET /K7QX-M4TC HTTP/1.1\r\nHost: h\r\nA: " + b"x" * 20_000 + b"\r\n\r\n",
    "a huge body": b"POST /signal HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999\r\n\r\nx",
    "another page": b"GET /K7QX-M4TC HTTP/1.1\r\nHost: h\r\n\r\n",
}


@pytest.mark.parametrize("what", NO_HTTP)
async def test_requests_that_mean_nothing_are_refused_and_not_logged(
    what: str, caplog: pytest.LogCaptureFixture
) -> None:
    """They may hold anything, and anybody can fill a log with them."""
    async with SignalingServer("127.0.0.1") as server, tcp(server) as client:
        await client.send(NO_HTTP[what])
        async with asyncio.timeout(PATIENCE):
            assert b" 40" in await client.reader.readline()
    assert not caplog.records


async def test_a_subprotocol_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    """There is none, and a client that wants one would not understand ours."""
    async with SignalingServer("127.0.0.1") as server, aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(server.url + "signal", protocols=["K7QX-M4TC"])
    assert not caplog.records


async def test_who_connects_and_vanishes_at_once_leaves_no_trace(caplog: pytest.LogCaptureFixture) -> None:
    """Neither in the log, nor among the connections."""
    request = b"GET /signal HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    request += b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        for n in range(100):
            client = socket.create_connection(("127.0.0.1", server.port))
            client.send(request)
            await asyncio.sleep(n % 4 / 1000)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closing resets it
            client.close()
        await pair.swap()
        await becomes(server, 2)
    assert not caplog.records
