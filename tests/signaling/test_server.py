"""Tests of the signaling server as its clients meet it: real sockets on this machine."""

import asyncio
import errno
import socket
from dataclasses import replace

import aiohttp
import pytest

from signaling.limits import EMBEDDED, Rate
from signaling.messages import HOST, Close, CloseCode, From, Guest, IceServer, Join, Joined, Left, Open, Refused, Send
from signaling.server import CannotListen, SignalingServer, make_app, serve
from signaling.server.listening import AcceptErrors, allow_sockets
from tests.signaling.wire import PATIENCE, Client, introduced, raw, tcp, without_name_server

TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"


async def fetch(url: str) -> tuple[int, str, str]:
    """Status, content type and text of a page."""
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, response.content_type, await response.text()


async def test_a_host_and_a_guest_are_introduced() -> None:
    """Open, join, texts both ways, good-bye, over real WebSockets."""
    stun = (IceServer(("stun:s.example",), "user", "word"),)
    async with SignalingServer("127.0.0.1", ice_servers=stun) as server, Client(server.url) as host:
        room = await host.open()
        assert room.ice_servers == stun
        async with Client(server.url) as guest:
            joined = await guest.ask(Join(room.room))
            assert isinstance(joined, Joined)
            assert joined.ice_servers == stun
            assert await host.receive() == Guest(joined.peer)
            await guest.send(Send(HOST, "ünïcode \x00 🂡"))
            assert await host.receive() == From(joined.peer, "ünïcode \x00 🂡")
            await host.send(Send(joined.peer, "x" * 60_000))
            assert await guest.receive() == From(HOST, "x" * 60_000)
        assert await host.receive() == Left(joined.peer)


async def test_texts_arrive_in_order_before_the_news_that_their_sender_left() -> None:
    """Last words are heard."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        for n in range(50):
            await pair.guest.send(Send(HOST, str(n)))
        await pair.guest.websocket.close()
        heard = [await pair.host.receive() for _ in range(51)]
        assert heard == [*(From(pair.peer, str(n)) for n in range(50)), Left(pair.peer)]


async def test_closing_a_room_ends_the_connection_and_tells_the_guests() -> None:
    """The host gets a clean end, and the room is gone."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair:
        await pair.host.send(Close())
        assert await pair.host.closed() == CloseCode.DONE
        assert await pair.guest.receive() == Left(HOST)
        assert await pair.guest.refused(Join(pair.room.room)) == "no-such-room"


async def test_the_owner_takes_a_room_over_and_the_zombie_ends_at_once() -> None:
    """The older connection is told why, and ends; the room goes on with the newer one."""
    async with SignalingServer("127.0.0.1") as server, introduced(server) as pair, Client(server.url) as back:
        again = await back.open(Open(pair.room.room, pair.room.owner_token))
        assert again == pair.room
        told = await pair.host.receive()
        assert isinstance(told, Refused)
        assert told.code == "not-owner"
        assert await pair.host.closed() == CloseCode.TAKEN_OVER
        assert await pair.guest.receive() == Left(HOST)
        peer = await pair.guest.join(pair.room.room)
        assert await back.receive() == Guest(peer)


async def test_a_frozen_zombie_does_not_hold_up_the_takeover() -> None:
    """Whether the older connection still reads makes no difference to the owner."""
    async with SignalingServer("127.0.0.1") as server, raw(server) as zombie, Client(server.url) as back:
        await zombie.send(Open("K7QX", TOKEN))
        await zombie.receive()
        zombie.stop_reading()
        async with asyncio.timeout(1):
            assert (await back.open(Open("K7QX", TOKEN))).room == "K7QX"


async def test_a_room_survives_the_servers_restart() -> None:
    """On a new server the host gets the name back with the old token, and nobody else can have it."""
    async with SignalingServer("127.0.0.1") as server, Client(server.url) as host:
        room = await host.open()
    async with SignalingServer("127.0.0.1", server.port) as server, Client(server.url) as host:
        assert await host.open(Open(room.room, room.owner_token)) == room
        async with Client(server.url) as thief:
            assert await thief.refused(Open(room.room, TOKEN)) == "not-owner"
            await thief.join(room.room)


async def test_a_full_server_says_so_and_hangs_up() -> None:
    """One WebSocket too many is told, with a close code that means try again later."""
    limits = replace(EMBEDDED, max_connections=2)
    async with (
        SignalingServer("127.0.0.1", limits=limits) as server,
        introduced(server) as pair,
        Client(server.url) as late,
    ):
        await late.send(Join(pair.room.room))  # what it says before it has read the refusal does no harm
        told = await late.receive()
        assert isinstance(told, Refused)
        assert told.code == "server-full"
        assert await late.closed() == CloseCode.TRY_AGAIN_LATER
        await pair.swap()


async def test_time_goes_on_by_itself() -> None:
    """A connection that does nothing is ended without anybody asking."""
    limits = replace(EMBEDDED, unused=0.1)
    async with SignalingServer("127.0.0.1", limits=limits) as server, Client(server.url) as idle:
        assert await idle.closed() == CloseCode.OVERDUE


async def test_a_ping_is_answered() -> None:
    """Clients may find out whether the server is there."""
    async with SignalingServer("127.0.0.1") as server, raw(server) as client:
        await client.send(client.frame(b"are you there", opcode=9))
        assert await client.receive() == (10, b"are you there")


async def test_people_who_open_the_servers_address_are_told_what_to_do() -> None:
    """The page says how to join, and is text; the WebSocket's address says what it is."""
    async with SignalingServer("127.0.0.1") as server:
        status, kind, text = await fetch(server.url)
        assert (status, kind) == (200, "text/plain")
        assert "peerdeck join CODE" in text
        status, _, text = await fetch(server.url + "signal")
        assert (status, text) == (426, "This address is for WebSockets of Peerdeck.\n")


async def test_operators_can_ask_whether_it_runs() -> None:
    """And learn nothing else."""
    async with SignalingServer("127.0.0.1") as server:
        assert await fetch(server.url + "healthz") == (200, "text/plain", "ok\n")


async def test_clients_behind_a_trusted_proxy_are_counted_one_by_one() -> None:
    """With the proxy named, each forwarded address has limits of its own."""
    limits = replace(EMBEDDED, joins=Rate(1, 0), max_sockets_per_address=0, arrivals=Rate(0, 0))
    async with SignalingServer("127.0.0.1", limits=limits, trusted_proxies=["127.0.0.1"]) as server:
        answers = []
        for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
            async with raw(server, f"X-Forwarded-For: {address}\r\n") as client:
                await client.send(Join("ZZZZ"))
                answers.append(b"too-fast" in (await client.receive())[1])
        assert answers == [False, True, False]


async def test_nobody_chooses_an_address_without_a_trusted_proxy() -> None:
    """The header changes nothing by default."""
    limits = replace(EMBEDDED, joins=Rate(1, 0))
    async with SignalingServer("127.0.0.1", limits=limits) as server:
        answers = []
        for address in ("192.0.2.1", "192.0.2.2"):
            async with raw(server, f"X-Forwarded-For: {address}\r\n") as client:
                await client.send(Join("ZZZZ"))
                answers.append(b"too-fast" in (await client.receive())[1])
        assert answers == [False, True]


# Starting and stopping.


def test_a_server_for_many_may_open_as_many_files() -> None:
    """The limit of this process is raised as far as needed, with some files to spare, and never lowered."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, before[1]))
        for wanted, allowed in [(400, 500), (350, 500)]:
            assert allow_sockets(wanted) == wanted
            assert resource.getrlimit(resource.RLIMIT_NOFILE) == (allowed, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(("soft", "hard", "taken"), [(100, 500, 400), (256, 256, 156), (20, 20, 10), (1, 1, 1)])
def test_where_the_system_allows_too_few_files_fewer_connections_are_taken(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, soft: int, hard: int, taken: int
) -> None:
    """Some files stay for the program itself, and the operator is told."""
    resource = pytest.importorskip("resource")
    allowed: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: allowed.append(limits))
    assert allow_sockets(600) == taken
    assert allowed == ([(hard, hard)] if soft < hard else [])
    assert f"may open {hard} files: only {taken} connections are taken at a time, where 600 could be" in caplog.text


async def test_running_out_of_files_is_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    """Other errors are told as ever."""
    loop = asyncio.get_running_loop()
    handler = AcceptErrors()
    full = {"message": "socket.accept()", "exception": OSError(errno.EMFILE, "Too many open files"), "socket": None}
    for _ in range(100):
        handler(loop, full)
    assert caplog.messages == ["No more connections can be taken at the moment: Too many open files."]
    handler(loop, {"message": "something else", "exception": OSError(errno.EMFILE, "Too many open files")})
    assert caplog.messages[1:] == ["something else"]
    async with SignalingServer("127.0.0.1"):
        assert isinstance(loop.get_exception_handler(), AcceptErrors)


async def test_it_listens_for_both_families_unless_told_otherwise() -> None:
    """Without an address, IPv4 and IPv6 reach it on one port, and its own address works."""
    async with SignalingServer() as server:
        for address in ("127.0.0.1", "[::1]") if socket.has_dualstack_ipv6() else ("127.0.0.1",):
            assert (await fetch(f"http://{address}:{server.port}/healthz"))[0] == 200
        assert (await fetch(server.url + "healthz"))[0] == 200


@pytest.mark.parametrize(("host", "url"), [("localhost", "http://localhost:{}/"), ("0.0.0.0", "http://127.0.0.1:{}/")])
async def test_its_address_is_one_that_works_here(host: str, url: str) -> None:
    """Names and wildcards are turned into something that this machine can open."""
    async with SignalingServer(host) as server:
        assert server.url == url.format(server.port)
        assert (await fetch(server.url + "healthz"))[0] == 200


async def test_without_ipv6_it_listens_for_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which IPv6 is switched off is no problem."""
    create = socket.create_server

    def without_ipv6(address: tuple[str, int], *, family: int = socket.AF_INET, **more: bool) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EADDRNOTAVAIL, "switched off")
        return create(address, family=family, **more)

    monkeypatch.setattr(socket, "create_server", without_ipv6)
    async with SignalingServer() as server:
        assert (await fetch(server.url + "healthz"))[0] == 200


async def test_a_port_in_use_is_told_in_one_sentence() -> None:
    """Whether it was asked for on one address or on all."""
    async with SignalingServer() as server:
        for host in (None, "127.0.0.1"):
            with pytest.raises(CannotListen, match=rf"^Port {server.port} is in use already: .*\.$"):
                await SignalingServer(host, server.port).__aenter__()


@pytest.mark.parametrize(
    ("host", "port", "told"),
    [
        ("192.0.2.1", 0, "192.0.2.1 is no address of this machine"),
        ("no-such-name.invalid", 0, '"no-such-name.invalid" is no name or address that this machine knows'),
        ("a" * 64, 0, '"a{64}" is no name or address that this machine knows'),
        (None, 70_000, "70000 is no TCP port"),
        ("127.0.0.1", 70_000, "70000 is no TCP port"),
        ("127.0.0.1", -1, "-1 is no TCP port"),
    ],
)
async def test_where_it_cannot_listen_is_told_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, host: str | None, port: int, told: str
) -> None:
    """Each reason has a sentence that says what to do."""
    without_name_server(monkeypatch)
    with pytest.raises(CannotListen, match=f"^{told}.*: .*\\.$"):
        await SignalingServer(host, port).__aenter__()


@pytest.mark.parametrize(
    ("number", "told"), [(errno.EACCES, "needs special rights"), (errno.ENOBUFS, "failed .No buffer space")]
)
async def test_other_reasons_have_sentences_too(monkeypatch: pytest.MonkeyPatch, number: int, told: str) -> None:
    """Also those that cannot be brought about on every machine."""

    def fail(*_args: object, **_more: object) -> socket.socket:
        raise OSError(number, "as the system says")

    monkeypatch.setattr(socket, "create_server", fail)
    with pytest.raises(CannotListen, match=f"^.*80 {told}.*: .*\\.$"):
        await SignalingServer(None, 80).__aenter__()


def test_a_proxy_that_is_no_address_is_refused_when_it_is_named() -> None:
    """Not only when the first client comes."""
    with pytest.raises(ValueError, match="nonsense"):
        make_app(trusted_proxies=["nonsense"])


async def test_serve_announces_its_address_and_runs_until_cancelled() -> None:
    """And leaves nothing behind."""
    announced: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve("127.0.0.1", 0, announce=announced.set_result))
    url = await asyncio.wait_for(announced, PATIENCE)
    async with Client(url) as client:
        await client.open()
        task.cancel()
        assert await client.closed() == CloseCode.GOING_AWAY
    with pytest.raises(asyncio.CancelledError):
        await task
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_serve_tells_why_it_cannot_listen() -> None:
    """By the same error as the embedded server."""
    async with SignalingServer("127.0.0.1") as server:
        with pytest.raises(CannotListen):
            await serve("127.0.0.1", server.port)


async def test_shutting_down_tells_everybody_and_takes_no_time() -> None:
    """Hosts and guests hear that the server is going away, and no task or socket is left."""
    loop = asyncio.get_running_loop()
    async with SignalingServer("127.0.0.1") as server:
        pair_context = introduced(server)
        pair = await pair_context.__aenter__()
        idle = await Client(server.url).__aenter__()
        started = loop.time()
    assert loop.time() - started < 1.5
    assert await pair.host.closed() == CloseCode.GOING_AWAY
    assert await idle.closed() == CloseCode.GOING_AWAY
    await pair_context.__aexit__(None, None, None)
    await idle.__aexit__(None, None, None)
    with pytest.raises(aiohttp.ClientConnectorError):
        await Client(server.url).__aenter__()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_server_that_is_shutting_down_takes_nobody_in() -> None:
    """Who asks for a WebSocket at the last moment is told so."""
    async with SignalingServer("127.0.0.1") as server, raw(server) as deaf, tcp(server) as late:
        deaf.stop_reading()
        ending = asyncio.create_task(server._hub.shut_down())
        await asyncio.sleep(0.01)
        await late.send(b"GET /signal HTTP/1.1\r\nHost: h\r\n\r\n")
        assert b" 503 " in await asyncio.wait_for(late.reader.readline(), PATIENCE)
        await ending


async def test_shutting_down_does_not_wait_for_those_who_do_not_read() -> None:
    """Silent sockets, half requests and clients that never answer are cut off in bounded time."""
    loop = asyncio.get_running_loop()
    limits = replace(EMBEDDED, closing=0.3)
    async with SignalingServer("127.0.0.1", limits=limits) as server:
        contexts = [raw(server) for _ in range(3)]
        for context in contexts:
            client = await context.__aenter__()
            client.stop_reading()
        silent, half = socket.create_connection(("127.0.0.1", server.port)), socket.socket()
        half.connect(("127.0.0.1", server.port))
        half.send(b"GET /signal HTTP/1.1\r\nHost:")
        await asyncio.sleep(0.05)
        started = loop.time()
    assert loop.time() - started < 2
    for context in contexts:
        await context.__aexit__(None, None, None)
    silent.close()
    half.close()
    assert asyncio.all_tasks() == {asyncio.current_task()}
