"""Plays at the page's table by what is on the screen, with a pointer or with keys alone, and knows no game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any, Final, Protocol

from tests.browser.screen import Page, Screen, Thing, look
from tests.browser.wits import Wits

_PATIENCE: Final = 0.3
"""Seconds that somebody looks at a table where nothing is to be done, before asking whether all is done."""
_AT_A_LOSS: Final = 20
"""How often somebody on turn may find nothing to press, since the table is just changing."""
_MOST_TABS: Final = 40
_MOMENTS: Final = 20

_ACTS: Final = """
(() => {
  const count = (texts, start) => texts.filter((text) => text.startsWith(start)).length;
  return count(transcript.said, '{"t":"act"') - count(transcript.heard, '{"t":"refused"');
})()
"""
_FOCUS: Final = """
() => {
  const here = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(here);
  const { left, top, right, bottom } = here.getBoundingClientRect();
  return {
    there: THERE,
    shown: here.matches(":focus-visible") && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
      && left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1,
    on: here.outerHTML.slice(0, 120),
  };
}
"""


class Hands(Protocol):
    """What presses what somebody wants to press."""

    async def press(self, thing: Thing) -> None:
        """Press a button or a card."""

    async def clear(self, screen: Screen) -> None:
        """Take all chosen cards back."""


class Pointer:
    """A mouse, or a finger.

    Args:
        tap: taps at a point of the page.
    """

    def __init__(self, tap: Callable[[float, float], Awaitable[None]]) -> None:
        self._tap = tap

    async def press(self, thing: Thing) -> None:
        """See `Hands.press`; fails if it is covered."""
        assert thing.at, f"{thing.name!r} cannot be reached: something lies over it"
        await self._tap(*thing.at)

    async def clear(self, screen: Screen) -> None:
        """See `Hands.clear`: a tap on a chosen card takes it back."""
        for card in screen.of("card"):
            if card.chosen:
                await self.press(card)


class Keyboard(Protocol):
    """What sends keys to a page."""

    async def press(self, key: str) -> None:
        """Press a key, named as the browser names it, e.g. ``Shift+Tab``."""


class Keys:
    """A keyboard alone. Wherever it leads, it has to be seen.

    Args:
        page: what the keys go to.
        keyboard: sends them.
    """

    def __init__(self, page: Page, keyboard: Keyboard) -> None:
        self._page = page
        self._keyboard = keyboard

    async def press(self, thing: Thing) -> None:
        """See `Hands.press`: by its letter if it has one, by arrows in the hand, else by Tab."""
        await self._is_somewhere()
        if thing.key and not thing.off:
            await self._keyboard.press(thing.key)
            return
        if thing.kind == "card":
            await self._keyboard.press("g")
            await self._keyboard.press("Home")
            await self.goes_to(f"here === window.seen[{thing.number}]", "ArrowRight")
        else:
            await self.goes_to(f"here === window.seen[{thing.number}]")
        await self._keyboard.press("Enter")

    async def clear(self, screen: Screen) -> None:
        """See `Hands.clear`."""
        del screen
        await self._keyboard.press("Escape")

    async def _is_somewhere(self) -> None:
        """The focus is where one can see it, also if what had it before has gone; it may need a moment for that."""
        focus = await self._focus("false")
        for _ in range(_MOMENTS):
            if focus["shown"]:
                return
            focus = await self._focus("false")
        raise AssertionError(f"the focus is not seen, but on {focus['on']}")

    async def _focus(self, there: str) -> Any:
        return await self._page.evaluate(_FOCUS.replace("THERE", there))

    async def goes_to(self, there: str, key: str = "Tab") -> None:
        """Press a key until the focus is where it should be; there it has to be seen.

        Args:
            there: in JavaScript, whether ``here`` is the element.
            key: that leads to it.
        """
        way = []
        for _ in range(_MOST_TABS):
            focus = await self._focus(there)
            if focus["there"]:
                assert focus["shown"], f"the focus is not seen on {focus['on']}"
                return
            way.append(focus["on"])
            await self._keyboard.press(key)
        raise AssertionError("\n".join([f"{key} does not lead to where {there}, but to:", *way]))


class Player:
    """Somebody who plays what the screen offers.

    Args:
        page: what is looked at.
        hands: what presses what is wanted.
        rng: chooses among what is offered.

    Attributes:
        presses: how often something was pressed.
    """

    def __init__(self, page: Page, hands: Hands, rng: Random) -> None:
        self._page = page
        self._hands = hands
        self._wits = Wits(rng)
        self.presses = 0

    async def taken(self) -> int:
        """How many acts the page has sent and the host has not refused."""
        acts: int = await self._page.evaluate(_ACTS)
        return acts

    async def plays(self, until: Callable[[], bool] = lambda: False) -> Screen:
        """Play until that is so or the match is over; what is seen then."""
        lost = 0
        while not (screen := await look(self._page, _PATIENCE)).over and not until():
            if not screen.turn:
                continue
            thing = self._wits.next_press(screen)
            lost = lost + 1 if thing is None and not any(card.chosen for card in screen.of("card")) else 0
            assert lost < _AT_A_LOSS, f"it is my turn, but nothing can be done: {screen}"
            await (self._hands.press(thing) if thing else self._hands.clear(screen))
            self.presses += 1
        return screen


async def play(players: Sequence[Player], acts: int, within: float = 60.0) -> None:
    """Let them play until each has had so many acts taken by the host."""
    enough = False

    async def count() -> None:
        nonlocal enough
        while min([await player.taken() for player in players]) < acts:  # noqa: ASYNC110  # pages are asked, they do not tell
            await asyncio.sleep(0.05)
        enough = True

    async with asyncio.timeout(within), asyncio.TaskGroup() as everybody:
        everybody.create_task(count())
        for player in players:
            everybody.create_task(player.plays(lambda: enough))
