"""A table that is opened again, with a stranger who waits for the moment."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

import aiohttp
import msgspec

from p2p.host import reopen_table
from p2p.journal import TableFile
from signaling.messages import Open
from tests.p2p.test_interrupted import crashed, table
from tests.signaling.wire import Client

ROOM = "K7QX"


def crashed_at_a_port(state: Path) -> int:
    """A host's table whose own server was at that port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    crashed(state, ROOM, table())
    path = state / "tables" / ROOM / "table.json"
    file = msgspec.json.decode(path.read_bytes(), type=TableFile)
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(file, port=port)))
    return port


async def steals(port: int) -> str:
    """What a stranger is answered who asks for the room as soon as there is a server."""
    while True:
        with suppress(aiohttp.ClientError):
            async with Client(f"http://127.0.0.1:{port}/") as stranger:
                return await stranger.refused(Open(ROOM))


async def test_nobody_takes_the_room_before_its_host(tmp_path: Path) -> None:
    """Our own server knows whose it is before it listens."""
    port = crashed_at_a_port(tmp_path)
    strangers = [asyncio.create_task(steals(port)) for _ in range(3)]
    await asyncio.sleep(0.05)
    async with reopen_table(ROOM, tmp_path, "127.0.0.1", notice=print) as opened:
        assert opened.invitation.room == ROOM
        assert await asyncio.gather(*strangers) == ["not-owner"] * 3
        await opened.suspend()
