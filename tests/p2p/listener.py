"""Somebody who listens to a link and writes down what it says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p.link import Link, Receiver


class Listener:
    """Notes texts and endings of a link, and reacts to texts where a test wants it."""

    def __init__(self, react: Callable[[str], None] = lambda _: None) -> None:
        self.texts: list[str] = []
        self.endings: list[str] = []
        self._react = react
        self._changed = asyncio.Event()

    def start(self, link: Link | Receiver) -> Listener:
        """Listen to `link`."""
        link.start(self.heard, self.told)
        return self

    def heard(self, text: str) -> None:
        """Note a text; there must be none after the end."""
        assert not self.endings, "a text after the end"
        self.texts.append(text)
        self._changed.set()
        self._react(text)

    def told(self, reason: str) -> None:
        """Note an ending."""
        self.endings.append(reason)
        self._changed.set()

    async def hears(self, count: int) -> list[str]:
        """Wait until there are `count` texts, at most 10 s."""
        await self._until(lambda: len(self.texts) >= count)
        return self.texts

    async def is_told(self) -> list[str]:
        """Wait for the end, at most 10 s."""
        await self._until(lambda: bool(self.endings))
        return self.endings

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not condition():
                self._changed.clear()
                await self._changed.wait()
