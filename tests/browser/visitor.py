"""A person with a browser: a context of its own with one page, and everything that the page heard and said."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

SOON: Final = 15_000
"""Milliseconds: only against hanging. What should be fast is measured."""

LISTEN: Final = """
(() => {
  window.transcript = { heard: [], said: [] };
  const note = (channel) => {
    channel.addEventListener("message", ({ data }) => window.transcript.heard.push(data));
    const send = channel.send.bind(channel);
    channel.send = (data) => { window.transcript.said.push(data); send(data); };
    return channel;
  };
  const make = RTCPeerConnection.prototype.createDataChannel;
  RTCPeerConnection.prototype.createDataChannel = function (...args) { return note(make.apply(this, args)); };
  window.WebSocket = new Proxy(WebSocket, { construct: (target, args) => note(new target(...args)) });
})();
"""

AT_ONCE: Final = """
try { localStorage["peerdeck.prefs"] ??= '{"pace":"off"}'; } catch { /* a page without an origin keeps nothing */ }
"""


@dataclass
class Visitor:
    """Somebody at a page.

    Attributes:
        touch: whether a finger taps, and no mouse.
        errors: what went wrong in the page: exceptions, and what the browser complained of.
    """

    page: Page
    touch: bool = False
    errors: list[str] = field(default_factory=list)

    async def goes_to(self, address: str) -> None:
        """Open an address."""
        await self.page.goto(address)

    async def says_name(self, name: str) -> None:
        """Fill in the name."""
        await self.page.locator("input[name=name]").fill(name)

    async def joins(self, name: str, code: str | None = None) -> None:
        """Fill in the form and send it off."""
        await self.says_name(name)
        if code is not None:
            await self.page.locator("input[name=code]").fill(code)
        await self.page.locator("button[type=submit]").click()

    async def comes(self, link: str, name: str) -> None:
        """Follow an invite link to the lobby."""
        await self.goes_to(link)
        await self.joins(name)
        await self.is_in_the_lobby()

    async def presses(self, label: str) -> None:
        """Click the button of that name."""
        await self.page.get_by_role("button", name=label, exact=True).click()

    async def taps(self, x: float, y: float) -> None:
        """Tap at a point of the page."""
        await (self.page.touchscreen.tap(x, y) if self.touch else self.page.mouse.click(x, y))

    async def waits_for_nothing(self) -> None:
        """Wish, from the next page on, that nothing stays for a moment and nothing moves."""
        await self.page.add_init_script(AT_ONCE)
        await self.page.emulate_media(reduced_motion="reduce")

    async def is_in_the_lobby(self) -> None:
        """Wait until the chairs are there."""
        await expect(self.chair(0)).to_be_visible(timeout=SOON)

    async def is_at_the_table(self) -> None:
        """Wait until the own hand is there."""
        await expect(self.hand.first).to_be_visible(timeout=SOON)

    async def is_told(self, text: str) -> None:
        """Wait until a form's message says that."""
        await expect(self.page.locator("#join-told")).to_contain_text(text, timeout=SOON)

    async def told(self) -> str:
        """What the form says once the attempt is over."""
        message = self.page.locator("#join-told.warn")
        await expect(message).to_be_visible(timeout=SOON)
        return await message.inner_text()

    def chair(self, seat: int) -> Locator:
        """A seat, in the lobby or at the table."""
        return self.page.locator(f"[data-seat='{seat}']")

    @property
    def hand(self) -> Locator:
        """The cards of the own hand."""
        return self.page.locator(".fan [data-card]")

    @property
    def sheet(self) -> Locator:
        """What lies over the page."""
        return self.page.get_by_role("dialog")

    async def heard(self, kind: str | None = None) -> list[dict[str, Any]]:
        """The messages that the page was sent since it was loaded, of one kind or of all."""
        return _messages(await self.page.evaluate("window.transcript.heard"), kind)

    async def said(self, kind: str | None = None) -> list[dict[str, Any]]:
        """The messages that the page sent."""
        return _messages(await self.page.evaluate("window.transcript.said"), kind)

    async def everything_heard(self) -> str:
        """Every text that the page was sent, one a line."""
        return "\n".join(await self.page.evaluate("window.transcript.heard"))


def _messages(texts: list[str], kind: str | None) -> list[dict[str, Any]]:
    messages = [json.loads(text) for text in texts]
    return [message for message in messages if kind is None or message.get("t") == kind]


@asynccontextmanager
async def visiting(browser: Browser, **options: Any) -> AsyncIterator[Visitor]:
    """A person who has never been here before."""
    context = await browser.new_context(**{"locale": "en-GB", **options})
    async with listening(context, touch=options.get("has_touch", False)) as visitor:
        yield visitor


@asynccontextmanager
async def listening(context: BrowserContext, *, touch: bool = False) -> AsyncIterator[Visitor]:
    """A person with that browser; at the end it is closed, and nothing may have gone wrong in the page."""
    await context.add_init_script(LISTEN)
    page = context.pages[0] if context.pages else await context.new_page()
    visitor = Visitor(page, touch=touch)
    watch(visitor, page)
    try:
        yield visitor
        assert not visitor.errors, visitor.errors
    finally:
        await context.close()


def watch(visitor: Visitor, page: Page) -> None:
    """Note what goes wrong in a page."""

    def fails(error: Error) -> None:
        visitor.errors.append(str(error))

    def complains(message: ConsoleMessage) -> None:
        # Of an icon that the browser looks for by itself, the page knows nothing; a host that has gone, a network that
        # is cut, or a server that is shutting down is no fault of a page that fetches something later.
        address = message.location["url"]
        is_elsewhere = any(reason in message.text for reason in ("net::ERR_", "Unexpected response code: 503"))
        if message.type == "error" and not address.endswith("/favicon.ico") and not is_elsewhere:
            visitor.errors.append(f"{message.text} ({address})")

    page.on("pageerror", fails)
    page.on("console", complains)
