"""The host's own page: a browser on this machine, joined to this program over a WebSocket of the loopback.

The page comes from here, so nobody else could have changed it, and no network is needed. A ticket in the fragment of
its address, which browsers keep to themselves, opens it once; in exchange it gets a secret that it keeps. Besides, only
pages that were served from here are listened to, only under a name of this machine, and, where the system tells whose
a connection is, only those of the same user.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from aiohttp import WSMsgType, hdrs, web
from aiohttp.typedefs import Handler
from msgspec.structs import replace

from engine.errors import UnknownGame
from p2p.codec import encode
from p2p.host_session import Admission, Newcomer, Owner
from p2p.library import Library, Reader
from p2p.link import MAX_TEXT_BYTES, Reason, Receiver, size_in_bytes, why_not_sent
from p2p.local_messages import Home, Open, Resume, Start, read_from_page
from p2p.messages import Get, Part, Refused
from p2p.reasons import REFUSALS
from p2p.socket_owner import owner_of
from p2p.table_host import TableHost
from p2p.tickets import Answer, Tickets
from p2p.tokens import new_token

DEFAULT_LOCAL_PORT: Final = 8421
"""Where the page is served if possible: browsers keep settings by address."""
_ADDRESS: Final = "127.0.0.1"
_NAMES: Final = (_ADDRESS, "localhost")
_PATH: Final = "/local"
_FIRST_WORD_WITHIN: Final = 10.0
_CLOSE_WITHIN: Final = 2.0
_SOCKETS: Final = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_ROOT: Final = 0


_WHY_NOT: Final = {
    "wrong": Refused("wrong-token", "Open the address that the program shows."),
    "used": Refused("used-ticket", "That address was opened already; the program shows a new one."),
    "foreign": Refused("other-user", "That program was started by another user of this machine; start your own."),
}
"""What a page is told that may not come."""


def page_folder() -> Path | None:
    """The folder of the built page, if it has been built."""
    folder = Path(__file__).with_name("static")
    return folder if (folder / "index.html").is_file() else None


@dataclass(frozen=True)
class LocalTable:
    """A table of this program.

    Attributes:
        token: what proves the seat of the player at this machine.
        alone: whether nobody else can join.
    """

    host: TableHost
    token: str
    alone: bool

    def admission(self) -> Admission:
        """How the page is let in: to its seat, or, if it has left that, to any that is free."""
        seated = any(seat.token == self.token for seat in self.host.session.seats)
        return Owner(self.token) if seated else Newcomer(self.token)


class LocalLink:
    """A `p2p.link.Link` over the WebSocket of the page."""

    def __init__(self, websocket: web.WebSocketResponse) -> None:
        self._websocket = websocket
        self._receiver = Receiver()
        self._ending: Reason | None = None
        self._unsent: deque[str] = deque()
        self._unsent_bytes = 0
        self._writer: asyncio.Task[None] | None = None

    def start(self, on_text: Callable[[str], None], on_closed: Callable[[str], None]) -> None:
        """See `Link.start`."""
        self._receiver.start(on_text, on_closed)

    def send(self, text: str) -> None:
        """See `Link.send`."""
        if self._ending is not None:
            return
        reason = why_not_sent(text, self._unsent_bytes)
        if reason:
            self._unsent.clear()
            self._end(reason)
            return
        self._unsent.append(text)
        self._unsent_bytes += size_in_bytes(text) or 0
        self._write_soon()

    def close(self) -> None:
        """See `Link.close`."""
        if self._ending is None:
            self._end(Reason.CLOSED_HERE)

    def text_arrived(self, text: str) -> None:
        """The page said something."""
        if not self._receiver.text_arrived(text):
            self._end(Reason.UNREAD)

    def ended(self, reason: Reason) -> None:
        """The WebSocket is over."""
        self._ending = self._ending or reason
        self._receiver.ended(self._ending)

    def _end(self, reason: Reason) -> None:
        self._ending = reason
        self._receiver.stop()
        self._write_soon()

    def _write_soon(self) -> None:
        if self._writer is None or self._writer.done():
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        """Write what waits, and hang up if that is the end; who listens to the WebSocket tells of it."""
        with suppress(ConnectionError, TimeoutError):
            while self._unsent:
                text = self._unsent.popleft()
                self._unsent_bytes -= size_in_bytes(text) or 0
                await self._websocket.send_str(text)
            if self._ending is not None:
                async with asyncio.timeout(_CLOSE_WITHIN):
                    await self._websocket.close()


@dataclass(frozen=True)
class Wish:
    """A page wants a table, or gives one up that a crash interrupted.

    Attributes:
        answer: takes the code and the sentence of a refusal, or ``None`` once `LocalPage.table` is there, or the other
            one given up.
    """

    wanted: Start | Resume
    answer: "asyncio.Future[tuple[str, str] | None]"


class LocalPage:
    """Serves the page to browsers on this machine and joins them to the table of this program.

    To be entered as an asynchronous context manager.

    Args:
        files: what serves the page's files.
        home: what the program can do, for a reader of a language; the rest is filled in here.
        library: what can be read and watched without a table.
        port: TCP port; 0 for any that is free.
        tell: is given a new address for the player, when a page came by one that had been used already.
        goes_to: the fragment of the address at which a page goes on once it was opened; none for the first question.

    Raises:
        OSError: on entering, if the port cannot be used.

    Attributes:
        table: of this program, if there is one.
        wishes: of pages for a table, where the program is ready to start one.
    """

    def __init__(
        self,
        files: Iterable[web.AbstractRouteDef],
        home: Callable[[str], Home],
        library: Library,
        port: int = 0,
        *,
        tell: Callable[[str], None] = lambda _url: None,
        goes_to: str | None = None,
    ) -> None:
        self.table: LocalTable | None = None
        self.wishes: asyncio.Queue[Wish] = asyncio.Queue()
        self._home = home
        self._library = library
        self._port = port
        self._tell = tell
        self._goes_to = goes_to
        self._tickets = Tickets(new_token)
        self._open: set[web.WebSocketResponse] = set()
        app = web.Application(middlewares=[self._only_for_this_machine])
        app.router.add_routes([*files, web.get(_PATH, self._serve)])
        app.on_shutdown.append(self._close_all)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_CLOSE_WITHIN)

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, _ADDRESS, self._port)
        try:
            await site.start()
        except OSError:
            await self._runner.cleanup()
            raise
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()

    def url(self) -> str:
        """The address of the page, with a ticket that opens it once."""
        self._tickets.wants_telling()
        return f"http://{_ADDRESS}:{self._port}/#h={self._tickets.ticket}"

    # --- who may come

    @web.middleware
    async def _only_for_this_machine(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what a name that only pretends to be this machine brings here."""
        if request.headers.get(hdrs.HOST) not in {f"{name}:{self._port}" for name in _NAMES}:
            raise web.HTTPForbidden(text="This page is for the machine that it runs on.\n")
        return await handler(request)

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get(hdrs.ORIGIN) not in {f"http://{name}:{self._port}" for name in _NAMES}:
            raise web.HTTPForbidden(text="Only the page of this program may come here.\n")
        websocket = web.WebSocketResponse(compress=False, max_msg_size=MAX_TEXT_BYTES, timeout=_CLOSE_WITHIN)
        await websocket.prepare(request)
        self._open.add(websocket)
        try:
            if _is_of_this_user(request):
                await self._listen(websocket)
            else:
                await websocket.send_str(encode(_WHY_NOT["foreign"]))
        finally:
            self._open.discard(websocket)
            await websocket.close()
        return websocket

    async def _listen(self, websocket: web.WebSocketResponse) -> None:
        opened = await _first_text(websocket)
        message = read_from_page(opened) if opened is not None else None
        shown: Answer = self._tickets.shown(message.token, message.ticket) if isinstance(message, Open) else "wrong"
        if shown in _WHY_NOT:
            await websocket.send_str(encode(_WHY_NOT[shown]))
            if shown == "used" and self._tickets.wants_telling():
                self._tell(self.url())
        elif isinstance(message, Open):
            await self._receive(websocket, message.lang, new=shown == "new")

    async def _close_all(self, _app: web.Application) -> None:
        for websocket in list(self._open):
            await websocket.close()

    # --- a page that has shown the secret

    async def _receive(self, websocket: web.WebSocketResponse, lang: str, *, new: bool) -> None:
        """Answer the page; once it has said its first word to a table, that has it."""
        await self._tell_home(websocket, lang, new=new)
        reader = Reader(self._library)
        link: LocalLink | None = None
        reason = Reason.CLOSED_THERE
        try:
            async for frame in websocket:
                if frame.type is not WSMsgType.TEXT:
                    reason = Reason.LOST if frame.type is WSMsgType.ERROR else Reason.BINARY
                    break
                said = None if link else read_from_page(frame.data)
                if isinstance(said, Start | Resume):
                    await self._begin(websocket, said, lang)
                elif isinstance(said, Get):
                    await websocket.send_str(encode(_found(reader, said, lang)))
                elif link or self.table:
                    link = link or self._join(websocket)
                    link.text_arrived(frame.data)
        finally:
            if link:
                link.ended(reason)

    async def _tell_home(self, websocket: web.WebSocketResponse, lang: str, *, new: bool = False) -> None:
        kind = "none" if self.table is None else "alone" if self.table.alone else "open"
        told = replace(self._home(lang), table=kind)
        if new:
            told = replace(told, token=self._tickets.secret, goes_to=self._goes_to)
        if self.table:
            told = replace(told, interrupted=None)
        await websocket.send_str(encode(told))

    async def _begin(self, websocket: web.WebSocketResponse, wanted: Start | Resume, lang: str) -> None:
        """Have a table started, and tell the page how that went."""
        if self.table or not self._home(lang).starts:
            refusal: tuple[str, str] | None = ("table-there", "There is a table already.")
        else:
            wish = Wish(wanted, asyncio.get_running_loop().create_future())
            self.wishes.put_nowait(wish)
            refusal = await wish.answer
        if refusal:
            await websocket.send_str(encode(Refused(*refusal)))
        else:
            await self._tell_home(websocket, lang)

    def _join(self, websocket: web.WebSocketResponse) -> LocalLink:
        link = LocalLink(websocket)
        if self.table:
            self.table.host.link_opened(link, self.table.admission())
        return link


def _is_of_this_user(request: web.Request) -> bool:
    """Whether the page is in a browser of the same user, or may be: not every system tells."""
    transport = request.transport
    if transport is None or not hasattr(os, "getuid") or os.getuid() == _ROOT:
        return True
    with suppress(OSError):
        tables = [path.read_text(encoding="ascii") for path in _SOCKETS]
        client, server = transport.get_extra_info("peername"), transport.get_extra_info("sockname")
        return owner_of(tables, client, server) in {None, _ROOT, os.getuid()}
    return True


def _found(reader: Reader, wanted: Get, lang: str) -> Part | Refused:
    """What is read or watched before there is a table."""
    try:
        found = reader.part(wanted, None, lang)
    except UnknownGame as error:
        return Refused("no-such-game", str(error))
    return Refused(found, REFUSALS[found]) if isinstance(found, str) else found


async def _first_text(websocket: web.WebSocketResponse) -> str | None:
    """What the other end says first; ``None`` if it says nothing in time, or something else than text."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_FIRST_WORD_WITHIN):
            frame = await websocket.receive()
        if frame.type is WSMsgType.TEXT:
            text: str = frame.data
            return text
    return None
