"""A host that sends what cannot be shown: the page says so in a sentence, and goes on to be a page."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from playwright.async_api import expect

from engine.games.twenty_nine import GAME as TWENTY_NINE
from p2p.codec import encode
from p2p.local_messages import Home
from p2p.messages import PROTOCOL_VERSION, Frames, Lobby, Manage, Message, Welcome
from signaling.server import page_routes
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.visitor import SOON
from tests.p2p.desk import Desk
from tests.p2p.introductions import serving

Told = list[dict[str, Any]]


def told_by_an_honest_host() -> Told:
    """Welcome, lobby and table, as the page of a host who plays with bots is told them."""
    desk = Desk(TWENTY_NINE, empty=0, bots=3)
    desk.join("ann", "Ann", "the host's token", "zones")
    desk.say("ann", Manage("start"))
    desk.draw_all()
    kinds: tuple[type[Message], ...] = (Welcome, Lobby, Frames)
    return [json.loads(encode(desk.last("ann", kind))) for kind in kinds]  # type: ignore[type-var]  # each is one


def changed(number: int, *way: Any) -> Callable[[Told], None]:
    """Put a number, or nothing at all, where something else belongs in one of the messages; ``way`` ends with it."""
    *inner, last, instead = way

    def change(told: Told) -> None:
        part: Any = told[number]
        for key in inner:
            part = part[key]
        part[last] = instead

    return change


LOBBY, TABLE = 1, 2
VIEW = ("list", -1, "view")
MAKES_NO_SENSE = [
    changed(LOBBY, "people", [None]),
    changed(LOBBY, "watchers", 7),
    changed(TABLE, "list", [{}]),
    changed(TABLE, *VIEW, "zones", [None]),
    changed(TABLE, *VIEW, "seats", None),
    changed(TABLE, *VIEW, "log", "x"),
]


@asynccontextmanager
async def program(folder: Path, told: Told) -> AsyncIterator[str]:
    """What calls itself the program of this machine, and tells its page that; the address to open."""

    async def talk(request: web.Request) -> web.StreamResponse:
        websocket = web.WebSocketResponse(compress=False)
        await websocket.prepare(request)
        await websocket.receive()
        home = Home(PROTOCOL_VERSION, "Ann", "alone", [], starts=False, token="s" * 22)  # no secret
        await websocket.send_str(encode(home))
        async for frame in websocket:
            if json.loads(frame.data)["t"] == "hello":
                for message in told:
                    await websocket.send_str(json.dumps(message))
        return websocket

    app = web.Application()
    app.router.add_routes([*page_routes(folder), web.get("/local", talk)])
    async with serving(app) as address:
        yield f"{address}#h=ticket"


async def test_an_honest_host_is_shown(machine: Machine, page_folder: Path, visitor: Invites) -> None:
    """Or the next test would show nothing."""
    del machine
    ann = await visitor()
    async with program(page_folder, told_by_an_honest_host()) as address:
        await ann.goes_to(address)
        await ann.is_at_the_table()


@pytest.mark.parametrize("change", MAKES_NO_SENSE)
async def test_what_makes_no_sense_is_told_in_a_sentence(
    machine: Machine, page_folder: Path, visitor: Invites, change: Callable[[Told], None]
) -> None:
    """Nothing goes wrong in the page, and one can go on from there."""
    del machine
    told = told_by_an_honest_host()
    change(told)
    ann = await visitor()
    async with program(page_folder, told) as address:
        await ann.goes_to(address)
        await expect(ann.page.get_by_text("this page cannot read")).to_be_visible(timeout=SOON)
        await expect(ann.page.get_by_role("link", name="Join")).to_be_visible()
