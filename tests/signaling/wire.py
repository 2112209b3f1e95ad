"""Clients of a signaling server for its tests: an honest one, and a raw socket that may send anything."""

import asyncio
import base64
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Any, Self

import aiohttp
import pytest

from signaling.messages import (
    HOST,
    ClientMessage,
    From,
    Guest,
    Join,
    Joined,
    Open,
    Opened,
    Refused,
    Send,
    ServerMessage,
    decode_from_server,
    encode,
)
from signaling.server import SignalingServer

PATIENCE = 10.0  # seconds that a test waits for what must come at once


def without_name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let names below `.invalid` be unknown without asking anybody outside this machine."""
    resolve = socket.getaddrinfo

    def resolve_here(host: str, *args: Any, **more: Any) -> Any:
        if host.endswith(".invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return resolve(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolve_here)


class Client:
    """An honest client, by aiohttp."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session: aiohttp.ClientSession | None = None
        self._websocket: aiohttp.ClientWebSocketResponse | None = None

    @property
    def websocket(self) -> aiohttp.ClientWebSocketResponse:
        """The WebSocket below, to do what an honest client does not."""
        assert self._websocket is not None
        return self._websocket

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        try:
            self._websocket = await self._session.ws_connect(self._url + "signal")
        except BaseException:
            await self._session.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._session is not None
        await self.websocket.close()
        await self._session.close()

    async def send(self, message: ClientMessage | str) -> None:
        """Send a message, or any text."""
        await self.websocket.send_str(message if isinstance(message, str) else encode(message).decode())

    async def receive(self) -> ServerMessage:
        """The next message."""
        message = await self.websocket.receive(timeout=PATIENCE)
        assert message.type is aiohttp.WSMsgType.TEXT, message
        return decode_from_server(message.data)

    async def ask(self, message: ClientMessage | str) -> ServerMessage:
        """Send a message and take what comes next."""
        await self.send(message)
        return await self.receive()

    async def closed(self) -> int | None:
        """Wait for the end and return the server's close code; nothing but the end may come."""
        message = await self.websocket.receive(timeout=PATIENCE)
        if message.type is aiohttp.WSMsgType.CLOSE:
            return int(message.data)
        assert message.type in {aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING}, message
        return self.websocket.close_code

    async def refused(self, message: ClientMessage | str) -> str:
        """Send something that is refused, and return the code."""
        answer = await self.ask(message)
        assert isinstance(answer, Refused), answer
        return answer.code

    async def open(self, wish: Open | None = None) -> Opened:
        """Open a room."""
        opened = await self.ask(wish or Open())
        assert isinstance(opened, Opened), opened
        return opened

    async def join(self, room: str) -> str:
        """Join a room; returns the peer."""
        joined = await self.ask(Join(room))
        assert isinstance(joined, Joined), joined
        return joined.peer


class Pair:
    """A host and a guest who were introduced, and who notice whether their texts still arrive."""

    def __init__(self, host: Client, guest: Client, room: Opened, peer: str) -> None:
        self.host = host
        self.guest = guest
        self.room = room
        self.peer = peer
        self.slowest = 0.0
        self.swaps = 0

    async def swap(self) -> None:
        """A text there and back."""
        started = asyncio.get_running_loop().time()
        self.swaps += 1
        await self.guest.send(Send(HOST, f"there {self.swaps}"))
        assert await self.host.receive() == From(self.peer, f"there {self.swaps}")
        await self.host.send(Send(self.peer, f"back {self.swaps}"))
        assert await self.guest.receive() == From(HOST, f"back {self.swaps}")
        self.slowest = max(self.slowest, asyncio.get_running_loop().time() - started)

    async def swap_for_ever(self) -> None:
        """Texts there and back, a few a second, until cancelled."""
        while True:
            await self.swap()
            await asyncio.sleep(0.25)


@asynccontextmanager
async def introduced(server: SignalingServer) -> AsyncIterator[Pair]:
    """A host and a guest in a room of their own."""
    async with Client(server.url) as host, Client(server.url) as guest:
        room = await host.open()
        peer = await guest.join(room.room)
        assert await host.receive() == Guest(peer)
        yield Pair(host, guest, room, peer)


@asynccontextmanager
async def unharmed(server: SignalingServer) -> AsyncIterator[Pair]:
    """A pair that keeps talking while something bad happens; fails if they are disturbed."""
    async with introduced(server) as pair:
        talk = asyncio.create_task(pair.swap_for_ever())
        try:
            yield pair
            assert not talk.done(), "the pair was disturbed"
        finally:
            talk.cancel()
            await asyncio.gather(talk, return_exceptions=True)
    assert pair.swaps > 0
    assert pair.slowest < 2, f"a text took {pair.slowest} s"


class RawClient:
    """A TCP connection that can send any bytes, frames that no library sends, and not read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @staticmethod
    def frame(payload: bytes, *, opcode: int = 1, fin: bool = True, length: int | None = None) -> bytes:
        """A masked frame, with the length it claims."""
        mask = os.urandom(4)
        size = len(payload) if length is None else length
        head = bytes([fin << 7 | opcode])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        whole_mask = (mask * (len(payload) // 4 + 1))[: len(payload)]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(whole_mask, "big")
        return head + mask + masked.to_bytes(len(payload), "big")

    async def send(self, message: ClientMessage | bytes) -> None:
        """Send a message, or any bytes."""
        self.writer.write(message if isinstance(message, bytes) else self.frame(encode(message)))
        async with asyncio.timeout(PATIENCE):
            await self.writer.drain()

    async def receive(self) -> tuple[int, bytes]:
        """Opcode and payload of the next frame."""
        async with asyncio.timeout(PATIENCE):
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                width = 2 if size == 126 else 8
                size = int.from_bytes(await self.reader.readexactly(width), "big")
            return first & 15, await self.reader.readexactly(size)

    def stop_reading(self) -> None:
        """Be deaf from now on."""
        self.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a transport that also reads

    async def is_closed(self) -> None:
        """Wait until the server has ended the TCP connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                while await self.reader.read(65536):
                    pass
            except ConnectionError:
                pass


@asynccontextmanager
async def tcp(server: SignalingServer, *, small: bool = False) -> AsyncIterator[RawClient]:
    """A TCP connection on which nothing was said yet; a small one buffers next to nothing of what it does not read."""
    connection = socket.socket()
    connection.settimeout(0)
    if small:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=connection)
    try:
        yield RawClient(reader, writer)
    finally:
        writer.transport.abort()


@asynccontextmanager
async def raw(server: SignalingServer, headers: str = "", *, small: bool = False) -> AsyncIterator[RawClient]:
    """A WebSocket on a raw socket."""
    async with tcp(server, small=small) as client:
        key = base64.b64encode(os.urandom(16)).decode()
        upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
        request = f"GET /signal HTTP/1.1\r\nHost: h\r\n{upgrade}\r\nSec-WebSocket-Key: {key}\r\n{headers}\r\n"
        await client.send(request.encode())
        async with asyncio.timeout(PATIENCE):
            assert b" 101 " in await client.reader.readuntil(b"\r\n\r\n")
        yield client


async def becomes(server: SignalingServer, connections: int) -> None:
    """Wait until the server holds just so many connections."""
    clients = server._hub._clients
    async with asyncio.timeout(PATIENCE):
        while len(clients) != connections:  # noqa: ASYNC110 - the server has no event for it
            await asyncio.sleep(0.01)


async def play_part(client: RawClient, part: str, pair: Pair) -> None:
    """Make a raw client new, a guest of the pair's room, or a host of its own."""
    if part == "guest":
        await client.send(Join(pair.room.room))
        await client.receive()
        assert isinstance(await pair.host.receive(), Guest)
    elif part == "host":
        await client.send(Open())
        await client.receive()
