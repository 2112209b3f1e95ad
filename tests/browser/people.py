"""People with browsers who come to a table, sit down, play and do nothing by other means than others have."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from playwright.async_api import expect

from tests.browser.playing import Keys, Player, Pointer
from tests.browser.visitor import SOON, Visitor


class Person(Protocol):
    """Somebody with a browser.

    Attributes:
        visitor: what they look at.
        player: what they do on their turns.
    """

    visitor: Visitor
    player: Player

    async def comes(self, link: str, name: str) -> None:
        """Open an invite link, say a name and sit down in a free seat."""

    async def is_ready(self) -> None:
        """Let the match begin, once all others are ready."""


@dataclass
class Tapper:
    """Somebody with a mouse or a finger."""

    visitor: Visitor
    player: Player

    async def comes(self, link: str, name: str) -> None:
        """See `Person.comes`."""
        await self.visitor.comes(link, name)

    async def is_ready(self) -> None:
        """See `Person.is_ready`."""
        await self.visitor.presses("I am ready")


@dataclass
class Typist:
    """Somebody with a keyboard alone. Of the open seats they take the last one."""

    visitor: Visitor
    keys: Keys
    player: Player

    async def comes(self, link: str, name: str) -> None:
        """See `Person.comes`."""
        page = self.visitor.page
        await self.visitor.goes_to(link)
        await self.keys.goes_to("here.name === 'name'")  # where the page puts it by itself
        await page.keyboard.type(name)
        await page.keyboard.press("Enter")
        await self.visitor.is_in_the_lobby()
        seats = page.get_by_role("button", name="Sit here")
        if await seats.count():
            seat = await seats.last.get_attribute("data-seat")
            await self.keys.goes_to(f"here.dataset.seat === '{seat}'")
            await page.keyboard.press("Enter")
            await expect(self.visitor.chair(int(seat or 0))).to_contain_text(name, timeout=SOON)

    async def is_ready(self) -> None:
        """See `Person.is_ready`."""
        await self.keys.goes_to("here.textContent === 'I am ready'")
        await self.visitor.page.keyboard.press("Enter")


def with_pointer(visitor: Visitor, rng: Random) -> Tapper:
    """Somebody who taps."""
    return Tapper(visitor, Player(visitor.page, Pointer(visitor.taps), rng))


def by_keys(visitor: Visitor, rng: Random) -> Typist:
    """Somebody who types."""
    keys = Keys(visitor.page, visitor.page.keyboard)
    return Typist(visitor, keys, Player(visitor.page, keys, rng))
