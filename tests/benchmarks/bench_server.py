"""The signaling server with many rooms: memory, CPU time and files, beside a bare WebSocket server of aiohttp.

Two processes by turns, `peerdeck serve` and one that sends everything back; their clients are here, each with a source
address of its own on the loopback. What is compared: a connection that waits, and one that comes, has 3 kB passed on in
each direction and goes. An introduction has the host's connection to serve as well.
"""

import asyncio
import json
import os
import resource
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, Self

from aiohttp import web

ROOMS: Final = 2000
VISITS: Final = 2000
AT_ONCE: Final = 20
TEXT: Final = "x" * 3000
FILES: Final = 6000
_REQUEST: Final = (
    b"GET /signal HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
_PING, _PONG, _CLOSE = 9, 10, 8


class Client:
    """A WebSocket that costs this process little."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int, number: int) -> Self:
        """Connect from the address of that number."""
        address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(_REQUEST)
        await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    def say(self, **message: str) -> None:
        """Send a message."""
        self._write(0x81, json.dumps(message).encode())

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        while True:
            opcode, length = await self._reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack(">H", await self._reader.readexactly(2))
            data = await self._reader.readexactly(length)
            if opcode & 15 == _PING:
                self._write(0x80 | _PONG, data)
            elif opcode & 15 == _CLOSE:
                raise EOFError(data)
            else:
                return dict(json.loads(data))

    def hang_up(self) -> None:
        """Close the connection."""
        self._writer.close()

    def _write(self, head: int, data: bytes) -> None:
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self._writer.write(bytes([head]) + length + bytes(4) + data)


class Measured:
    """What a server's process has used."""

    def __init__(self, process: int) -> None:
        self._folder = Path(f"/proc/{process}")

    def kib(self) -> int:
        """Memory in the machine."""
        (line,) = (line for line in (self._folder / "status").read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1])

    def seconds(self) -> float:
        """CPU time."""
        fields = (self._folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def files(self) -> int:
        """Open files and sockets."""
        return len(list((self._folder / "fd").iterdir()))


async def echo(request: web.Request) -> web.WebSocketResponse:
    """Send everything back."""
    websocket: web.WebSocketResponse = web.WebSocketResponse(compress=False, heartbeat=20)
    await websocket.prepare(request)
    async for message in websocket:
        await websocket.send_str(message.data)
    return websocket


def serve_bare() -> None:
    """Serve until killed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    app = web.Application()
    app.router.add_get("/signal", echo)
    web.run_app(app, host="127.0.0.1", port=0, print=lambda text: print(text.split()[3], flush=True), access_log=None)


@contextmanager
def server(*words: str) -> Iterator[tuple[int, Measured]]:
    """A server's port, and what it uses."""
    with tempfile.TemporaryDirectory() as state:
        environment = {**os.environ, "PEERDECK_STATE": state}
        process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2]), Measured(process.pid)
        finally:
            process.kill()
            process.communicate()


async def many(number: int, work: Callable[[int], Awaitable[Any]]) -> list[Any]:
    """Do something so many times, a few at once."""
    done: list[Any] = []
    for first in range(0, number, AT_ONCE):
        done += await asyncio.gather(*(work(each) for each in range(first, min(number, first + AT_ONCE))))
    return done


@asynccontextmanager
async def crowd(port: int, measured: Measured, *, opens: bool) -> AsyncIterator[list[tuple[Client, str]]]:
    """So many connections that wait, hosts of rooms or not; prints what they cost."""

    async def come(number: int) -> tuple[Client, str]:
        client = await Client.connect(port, number)
        if opens:
            client.say(type="open")
        return client, (await client.hear())["room"] if opens else ""

    kib, seconds = measured.kib(), measured.seconds()
    clients = await many(ROOMS, come)
    print(
        f"  {'a room with its host' if opens else 'a connection'}: {(measured.kib() - kib) / ROOMS:.1f} KiB, "
        f"{(measured.seconds() - seconds) / ROOMS * 1000:.2f} ms of CPU; {measured.files()} files open"
    )
    yield clients
    for client, _ in clients:
        client.hang_up()


async def introductions(port: int, measured: Measured) -> float:
    """Milliseconds of CPU that a join takes, from the connection to its end."""
    async with crowd(port, measured, opens=True) as hosts:

        async def join(number: int) -> None:
            host, room = hosts[number % ROOMS]
            guest = await Client.connect(port, ROOMS + number)
            guest.say(type="join", room=room)
            await guest.hear()
            guest.say(type="send", to="host", data=TEXT)
            peer = (await host.hear())["peer"]
            await host.hear()
            host.say(type="send", to=peer, data=TEXT)
            await guest.hear()
            guest.hang_up()
            await host.hear()

        return await timed(measured, join)


async def echoes(port: int, measured: Measured) -> float:
    """Milliseconds of CPU that a connection takes which has a text sent back."""
    async with crowd(port, measured, opens=False):

        async def visit(number: int) -> None:
            client = await Client.connect(port, ROOMS + number)
            client.say(data=TEXT)
            await client.hear()
            client.hang_up()

        return await timed(measured, visit)


async def timed(measured: Measured, work: Callable[[int], Awaitable[None]]) -> float:
    """Do it `VISITS` times, twice: the second time tells whether memory grows."""
    await many(VISITS, work)
    kib, seconds, start = measured.kib(), measured.seconds(), time.perf_counter()
    await many(VISITS, lambda number: work(VISITS + number))
    each = (measured.seconds() - seconds) / VISITS * 1000
    wall = VISITS / (time.perf_counter() - start)
    print(f"  a visit: {each:.2f} ms of CPU, {wall:.0f} a second here; {measured.kib() - kib:+d} KiB after {VISITS}")
    return each


def main() -> None:
    """Measure both."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print(f"{ROOMS} that wait, and {VISITS} visits of 3 kB in each direction")
    print("peerdeck serve")
    with server("-m", "p2p", "serve", "--host", "127.0.0.1", "--port", "0") as (port, measured):
        ours = asyncio.run(introductions(port, measured))
    print("a bare WebSocket server, with one connection where an introduction has two")
    with server("-c", "from tests.benchmarks.bench_server import serve_bare; serve_bare()") as (port, measured):
        bare = asyncio.run(echoes(port, measured))
    print(f"an introduction costs {ours / bare:.1f} times as much CPU as a bare visit")


if __name__ == "__main__":
    main()
