"""Tests of what can go wrong between a client and the signaling server: each is an error and a sentence of its own."""

import asyncio
import socket
from dataclasses import replace

import pytest
from aiohttp import web

from p2p.rendezvous import (
    GuestRendezvous,
    HostAway,
    HostRendezvous,
    HostState,
    NoAnswer,
    NoSuchRoom,
    NotAPeerdeckServer,
    NotOwner,
    NotUnderstood,
    RendezvousError,
    RoomBusy,
    ServerFull,
    ServerLost,
    ServerUnreachable,
    TooFast,
)
from p2p.rendezvous import channel as channel_module
from signaling.codes import InvalidServer
from signaling.limits import EMBEDDED, Rate
from signaling.messages import Guest, Joined, Left, Opened, encode
from signaling.server import SignalingServer
from tests.p2p.introductions import PATIENCE, TOKEN, States, event, wrong_server
from tests.signaling.wire import without_name_server


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connecting gives up soon."""
    monkeypatch.setattr(channel_module, "CONNECT_SECONDS", 0.3)


# What a guest can meet. Each is an error of its own, and a sentence.


async def refused(error: type[RendezvousError], rendezvous: HostRendezvous | GuestRendezvous, told: str = ".") -> None:
    """Entering fails with the error, in bounded time, with one sentence that tells what to do."""
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(error, match=told) as caught:
            await rendezvous.__aenter__()
    assert caught.type is error
    assert str(caught.value).endswith(".")
    assert ":" in str(caught.value) or "," in str(caught.value)
    assert caught.value.code


async def test_no_such_room() -> None:
    """A room that never was."""
    async with SignalingServer("127.0.0.1") as server:
        await refused(NoSuchRoom, GuestRendezvous(server.url, "ZZZZ"), "ask the host")


async def test_a_host_that_leaves_while_a_guest_waits() -> None:
    """The guest learns of it at once."""
    async with SignalingServer("127.0.0.1") as server:
        async with HostRendezvous(server.url) as host:
            guest = await GuestRendezvous(server.url, host.room).__aenter__()
        with pytest.raises(HostAway):
            await guest.receive()
        await guest.__aexit__(None, None, None)


async def test_a_host_that_does_not_answer() -> None:
    """A guest's patience has an end."""
    async with (
        SignalingServer("127.0.0.1") as server,
        HostRendezvous(server.url) as host,
        GuestRendezvous(server.url, host.room, patience=0.2) as guest,
    ):
        with pytest.raises(NoAnswer):
            await guest.receive()


async def test_a_busy_room_a_full_server_and_too_many_tries() -> None:
    """Each limit of the server has an error of its own."""
    limits = replace(EMBEDDED, max_guests_per_room=0, max_connections=3, joins=Rate(3, 0), miss_cost=1)
    async with SignalingServer("127.0.0.1", limits=limits) as server, HostRendezvous(server.url) as host:
        await refused(RoomBusy, GuestRendezvous(server.url, host.room))
        await refused(NoSuchRoom, GuestRendezvous(server.url, "ZZZZ"))
        await refused(TooFast, GuestRendezvous(server.url, host.room))
        async with HostRendezvous(server.url), HostRendezvous(server.url):
            await refused(ServerFull, HostRendezvous(server.url))


async def test_no_free_rooms_and_a_room_of_somebody_else() -> None:
    """What a host can meet."""
    limits = replace(EMBEDDED, max_rooms=1)
    async with SignalingServer("127.0.0.1", limits=limits) as server, HostRendezvous(server.url) as host:
        await refused(ServerFull, HostRendezvous(server.url))
        await refused(NotOwner, HostRendezvous(server.url, room=host.room, owner_token=TOKEN))


async def test_a_server_without_free_sockets_hangs_up() -> None:
    """It may be full, and the sentence says so."""
    limits = replace(EMBEDDED, max_sockets=0)
    async with SignalingServer("127.0.0.1", limits=limits) as server:
        await refused(ServerUnreachable, GuestRendezvous(server.url, "K7QX"), "hung up at once: it may be full")


async def test_nobody_listens() -> None:
    """Connection refused."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    await refused(ServerUnreachable, GuestRendezvous(f"127.0.0.1:{port}", "K7QX"), "is not reachable")


async def test_no_such_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name cannot be found."""
    without_name_server(monkeypatch)
    await refused(ServerUnreachable, GuestRendezvous("http://no-such-name.invalid", "K7QX"), "cannot be found")


@pytest.mark.usefixtures("impatient")
async def test_a_server_that_never_answers() -> None:
    """A connection that is accepted and then ignored."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        url = f"http://127.0.0.1:{mute.getsockname()[1]}"
        await refused(ServerUnreachable, GuestRendezvous(url, "K7QX"), "did not answer within")


async def test_https_where_there_is_none() -> None:
    """The wrong scheme is named."""
    async with SignalingServer("127.0.0.1") as server:
        url = f"https://127.0.0.1:{server.port}"
        await refused(ServerUnreachable, GuestRendezvous(url, "K7QX"), "does not speak https")


async def test_something_else_listens_there() -> None:
    """A web server without our page, and a server of another protocol."""
    async with wrong_server(lambda _websocket: asyncio.sleep(0)) as url:
        await refused(NotAPeerdeckServer, GuestRendezvous(url + "other", "K7QX"), "is no Peerdeck server")

    async def greet(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH_9.9\r\n")
        await writer.drain()
        writer.close()

    ssh = await asyncio.start_server(greet, "127.0.0.1", 0)
    async with ssh:
        url = f"http://127.0.0.1:{ssh.sockets[0].getsockname()[1]}"
        await refused(NotAPeerdeckServer, GuestRendezvous(url, "K7QX"), "is no Peerdeck server")


async def test_a_proxy_whose_server_is_down() -> None:
    """The gateway answers, but nobody behind it."""

    async def down(_request: web.Request) -> web.Response:
        return web.Response(status=502)

    app = web.Application()
    app.router.add_get("/signal", down)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    await refused(ServerUnreachable, GuestRendezvous(f"127.0.0.1:{site.port}", "K7QX"), "does not run at the moment")
    await runner.cleanup()


@pytest.mark.parametrize(
    "answer", ["null", "[]", "{}", '{"type":"pong"}', '{"type":"guest","peer":"p"}', "x" * 200_000]
)
async def test_a_server_of_another_protocol(answer: str) -> None:
    """A WebSocket whose messages are not ours."""
    async with wrong_server(lambda websocket: websocket.send_str(answer)) as url:
        await refused(NotAPeerdeckServer, GuestRendezvous(url, "K7QX"))
        await refused(NotAPeerdeckServer, HostRendezvous(url))


async def test_a_server_that_sends_bytes() -> None:
    """Only text is ours."""
    async with wrong_server(lambda websocket: websocket.send_bytes(b"x")) as url:
        await refused(NotAPeerdeckServer, GuestRendezvous(url, "K7QX"))


@pytest.mark.usefixtures("impatient")
async def test_a_server_that_says_nothing() -> None:
    """It accepts the WebSocket and is silent."""
    async with wrong_server(lambda _websocket: asyncio.sleep(10)) as url:
        await refused(NotAPeerdeckServer, GuestRendezvous(url, "K7QX"))


async def test_a_server_that_gives_another_room_than_was_asked_for() -> None:
    """The code that was passed on would lead nowhere, so that the host must know."""
    opened = encode(Opened("ZZZZ", TOKEN)).decode()
    async with wrong_server(lambda websocket: websocket.send_str(opened)) as url:
        await refused(NotAPeerdeckServer, HostRendezvous(url, room="K7QX", owner_token=TOKEN))


async def test_a_server_that_hangs_up_instead_of_answering() -> None:
    """The connection is lost before anything was said."""
    async with wrong_server(lambda websocket: websocket.close()) as url:
        await refused(ServerLost, GuestRendezvous(url, "K7QX"), "try again")


async def test_a_server_that_refuses_what_it_should_not() -> None:
    """Its own words are not shown: who knows what they are."""
    evil = '{"type":"refused","code":"bad-message","text":"\\u001b[2J pay here"}'
    async with wrong_server(lambda websocket: websocket.send_str(evil)) as url:
        await refused(NotUnderstood, GuestRendezvous(url, "K7QX"), "update Peerdeck")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ('{"type":"refused","code":"too-fast","text":""}', TooFast),
        ('{"type":"from","peer":"p2","data":"x"}', NotAPeerdeckServer),
        ('{"type":"left","peer":"p2"}', NotAPeerdeckServer),
        ("null", NotAPeerdeckServer),
    ],
)
async def test_what_a_guest_is_told_later(text: str, error: type[RendezvousError]) -> None:
    """A refusal, and a server that goes wrong in the middle."""

    async def join_then(websocket: web.WebSocketResponse) -> None:
        await websocket.send_str(encode(Joined("p")).decode())
        await websocket.send_str(text)

    async with wrong_server(join_then) as url, GuestRendezvous(url, "K7QX") as guest:
        with pytest.raises(error):
            await guest.receive()


async def test_a_host_ignores_what_is_not_about_its_guests(caplog: pytest.LogCaptureFixture) -> None:
    """Texts of strangers and late news of peers are no events; a refusal is logged without what was said."""
    states = States()

    async def go_wrong(websocket: web.WebSocketResponse) -> None:
        for text in (
            encode(Opened("K7QX", TOKEN)).decode(),
            '{"type":"from","peer":"stranger","data":"x"}',
            '{"type":"left","peer":"stranger"}',
            '{"type":"refused","code":"too-big","text":"secret"}',
            '{"type":"guest","peer":"p"}',
            '{"type":"joined","peer":"p"}',
        ):
            await websocket.send_str(text)

    async with wrong_server(go_wrong) as url, HostRendezvous(url, on_state=states) as host:
        assert [await event(host), await event(host)] == [Guest("p"), Left("p")]
        assert await states.next() is HostState.LOST
    assert "too-big" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("url", ["", "ftp://h", "h:p", "http://user@h", "http://h/#j=K7QX.secret"])
async def test_a_bad_address_is_no_address(url: str) -> None:
    """It is refused with a sentence, before anything is sent."""
    for rendezvous in (HostRendezvous(url), GuestRendezvous(url, "K7QX")):
        with pytest.raises(InvalidServer):
            await rendezvous.__aenter__()


async def test_giving_up_while_connecting_leaves_nothing() -> None:
    """A cancelled entry closes what it had opened."""
    async with wrong_server(lambda _websocket: asyncio.sleep(10)) as url:
        before = asyncio.all_tasks()
        entering = asyncio.create_task(GuestRendezvous(url, "K7QX").__aenter__())
        await asyncio.sleep(0.2)
        entering.cancel()
        with pytest.raises(asyncio.CancelledError):
            await entering
        await asyncio.sleep(0.05)
        ours = {task for task in asyncio.all_tasks() - before if "Channel" in repr(task)}
        assert not ours
