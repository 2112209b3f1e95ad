"""A page on the host's own machine, as the program sees it: a WebSocket that says what a page says."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TypeVar

import aiohttp
import msgspec

from p2p.codec import decode_from_host, encode
from p2p.local_messages import Home, Open
from p2p.messages import HostMessage, Message

M = TypeVar("M", bound=HostMessage)
PATIENCE = 10


class Page:
    """A page in a browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket

    async def say(self, message: Message | str) -> None:
        """Say something to the program."""
        await self._socket.send_str(message if isinstance(message, str) else encode(message))

    async def text(self) -> str | None:
        """What the program says next; `None` if it has hung up."""
        async with asyncio.timeout(PATIENCE):
            frame = await self._socket.receive()
        return frame.data if frame.type is aiohttp.WSMsgType.TEXT else None

    async def hears(self, kind: type[M]) -> M:
        """The next message of a kind; what the program can do is passed over."""
        while text := await self.text():
            if text.startswith('{"t":"home"'):
                continue
            message = decode_from_host(text)
            if isinstance(message, kind):
                return message
        raise AssertionError("the program has hung up")

    async def home(self) -> Home:
        """What the program says that it can do."""
        return msgspec.json.decode(await self.text() or "", type=Home)

    async def drop(self) -> None:
        """Reload, or close the tab."""
        await self._socket.close()


def ticket_of(url: str) -> str:
    """What stands in the address."""
    return url.partition("#h=")[2]


def origin_of(url: str) -> str:
    """Where the page comes from, as a browser says."""
    return url.partition("/#")[0]


@asynccontextmanager
async def opened(url: str, headers: Mapping[str, str] | None = None) -> AsyncIterator[Page]:
    """A page whose WebSocket is open."""
    origin = origin_of(url)
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"{origin}/local", headers={"Origin": origin, **(headers or {})}) as socket,
    ):
        yield Page(socket)


@asynccontextmanager
async def trusted(url: str, lang: str = "en", token: str | None = None) -> AsyncIterator[Page]:
    """A page that has shown the ticket of its address, and the secret if it has come before."""
    async with opened(url) as browser:
        await browser.say(Open(token or "", ticket_of(url), lang))
        yield browser
