"""People who sit at a table already, and what can be asked of their pages."""

from __future__ import annotations

import asyncio
import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from playwright.async_api import expect

from tests.browser.tables import HostedTable, hosting
from tests.browser.visitor import SOON

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from tests.browser.machine import Machine
    from tests.browser.visitor import Visitor

_ON_TURN: Final = re.compile("^●")


@asynccontextmanager
async def in_a_match(machine: Machine, page: Path, state: Path, *people: Visitor) -> AsyncIterator[HostedTable]:
    """Everybody has come by link and been dealt a hand."""
    async with hosting(machine, page, state, seats=1 + len(people), game="rummy") as table:
        for number, person in enumerate(people):
            await person.comes(table.link, f"Guest {number}")
        for person in people:
            await person.presses("I am ready")
        for person in people:
            await person.is_at_the_table()
        yield table


async def comes_true(condition: Callable[[], bool]) -> None:
    """Wait for something at the host's end."""
    async with asyncio.timeout(SOON / 1000):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.05)


async def her_turn(person: Visitor) -> None:
    """Wait until she is asked."""
    await expect(person.page).to_have_title(_ON_TURN, timeout=SOON)


async def on_turn(*people: Visitor) -> Visitor:
    """Wait until one of them is asked: who."""
    async with asyncio.timeout(SOON / 1000):
        while True:
            for person in people:
                if _ON_TURN.match(await person.page.title()):
                    return person
            await asyncio.sleep(0.05)


def inputs_of(table: HostedTable) -> int:
    """How many inputs the match has had."""
    running = table.open.host.session.running
    assert running
    return running.inputs


async def hand_of(person: Visitor) -> list[str]:
    """The faces of the own cards, as they lie on the screen."""
    return sorted([str(await card.get_attribute("data-face")) for card in await person.hand.all()])
