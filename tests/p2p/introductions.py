"""What the tests of the rendezvous share: waiting with an end, and servers that are wrong."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from p2p.rendezvous import HostEvent, HostRendezvous, HostState, RendezvousError

PATIENCE = 15.0
TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"


class States:
    """Collects the changes of a host's state and lets a test wait for them."""

    def __init__(self) -> None:
        self._changes: asyncio.Queue[tuple[HostState, RendezvousError | None]] = asyncio.Queue()

    def __call__(self, state: HostState, reason: RendezvousError | None) -> None:
        """For `HostRendezvous(on_state=…)`."""
        self._changes.put_nowait((state, reason))

    async def next(self) -> HostState:
        """The next change; a bad one has a reason with a sentence."""
        state, reason = await asyncio.wait_for(self._changes.get(), PATIENCE)
        assert (reason is None) == (state is HostState.OPEN)
        assert reason is None or str(reason).endswith(".")
        return state


async def event(host: HostRendezvous) -> HostEvent:
    """The next event of a host."""
    return await asyncio.wait_for(anext(host), PATIENCE)


@asynccontextmanager
async def serving(app: web.Application) -> AsyncIterator[str]:
    """Serve an application on this machine; yields its address."""
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{site.port}/"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def wrong_server(handler: Callable[[web.WebSocketResponse], Awaitable[object]]) -> AsyncIterator[str]:
    """A server with a WebSocket at the right place that does what `handler` says; yields its address."""

    async def signal(request: web.Request) -> web.StreamResponse:
        websocket = web.WebSocketResponse()
        await websocket.prepare(request)
        await websocket.receive()
        await handler(websocket)
        return websocket

    app = web.Application()
    app.router.add_get("/signal", signal)
    async with serving(app) as address:
        yield address
