"""Tests of the signaling server with clients that want what is not theirs."""

import contextlib
import json

import aiohttp
import pytest

from signaling.messages import (
    Close,
    CloseCode,
    Guest,
    Join,
    Left,
    Open,
    Send,
)
from signaling.server import SignalingServer
from tests.signaling.wire import Client, introduced, raw, unharmed

TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"


async def test_rooms_cannot_be_scanned() -> None:
    """However many connections are used, ten tries are all there are at once, by joining or by opening."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        joins, opens = [], []
        for n in range(12):
            async with Client(server.url) as scanner:
                joins.append(await scanner.refused(Join(f"ZZ{'34679BCDFGHJ'[n]}Z")))
                opens.append(await scanner.refused(Open(pair.room.room, TOKEN)))
        assert joins.count("no-such-room") <= 10
        assert joins[-1] == "too-fast"
        assert opens[-1] == "too-fast"
        await pair.swap()


async def test_a_room_cannot_be_stolen() -> None:
    """Neither without its token, nor with a wrong one, nor by closing it from elsewhere."""
    async with SignalingServer("127.0.0.1") as server, unharmed(server) as pair, Client(server.url) as thief:
        assert await thief.refused(Open(pair.room.room)) == "not-owner"
        assert await thief.refused(Open(pair.room.room, TOKEN)) == "not-owner"
        assert await thief.refused(Close()) == "not-owner"
        assert await thief.refused(f'{{"type":"close","room":"{pair.room.room}"}}') == "not-owner"


async def test_nobody_speaks_as_somebody_else_or_to_another_room() -> None:
    """Claimed senders are ignored, peers of other rooms are unknown, the server's messages are not a client's."""
    async with SignalingServer("127.0.0.1") as server, unharmed(server) as pair, Client(server.url) as cheat:
        assert await cheat.refused(Send(pair.peer, "x")) == "no-such-room"
        assert await cheat.refused(f'{{"type":"from","peer":"{pair.peer}","data":"x"}}') == "bad-message"
        await cheat.open()
        assert await cheat.ask(Send(pair.peer, "x")) == Left(pair.peer)


async def test_rooms_cannot_be_listed() -> None:
    """No message and no page names a room."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair, Client(server.url) as nosy:
        for kind in ("list", "rooms", "peers", "opened", "guest", "*"):
            assert await nosy.refused(json.dumps({"type": kind})) == "bad-message"
        async with aiohttp.ClientSession() as session:
            for path in ("", "signal", "healthz", "rooms", f"{pair.room.room}", "metrics", "../", "%2e%2e/"):
                async with session.get(server.url + path) as response:
                    assert pair.room.room not in (await response.text()).replace(str(response.url), "")


async def test_codes_and_tokens_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever happens, the log has no room, token, peer or text."""
    caplog.set_level("DEBUG")
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        await pair.swap()
        async with Client(server.url) as other:
            await other.refused(Open(pair.room.room, TOKEN))
            await other.refused("null")
        words = [pair.room.room, pair.room.owner_token, pair.peer, "there 1", TOKEN]
    assert not [word for word in words if word in caplog.text]


async def test_a_taken_over_host_cannot_go_on() -> None:
    """The older connection is out: it neither hears of new guests nor reaches them."""
    async with SignalingServer("127.0.0.1") as server, raw(server) as zombie, Client(server.url) as owner:
        await zombie.send(Open("K7QX", TOKEN))
        await zombie.receive()
        await owner.open(Open("K7QX", TOKEN))
        assert b"not-owner" in (await zombie.receive())[1]
        opcode, reason = await zombie.receive()
        assert (opcode, int.from_bytes(reason[:2], "big")) == (8, CloseCode.TAKEN_OVER)
        async with Client(server.url) as guest:
            peer = await guest.join("K7QX")
            with contextlib.suppress(ConnectionError):
                await zombie.send(Send(peer, "x"))
                await zombie.send(Close())
            assert await owner.receive() == Guest(peer)
            with pytest.raises(TimeoutError):
                await guest.websocket.receive(timeout=0.1)
