"""Plays at the page's table by what is on the screen: knows buttons, places and cards, and no game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.browser.visitor import Visitor

_OFFERED: Final = """
(() => {
  const seen = (kind, query) => [...document.querySelectorAll(query)].map((element) => ({ kind, element }));
  const able = ":not([aria-disabled=true])";
  const question = seen("deed", `.asking button.main`);
  const deeds = seen("deed", `.choices button${able}, .acts > button[data-act]${able}, button.place.can`);
  const cards = seen("card", `.fan button[data-card]:not(.dim), .spread button[data-card]`);
  return question.length ? question : [...deeds, ...cards];
})()
"""
_TITLE_ON_TURN: Final = "●"


async def play(players: Sequence[Player], acts: int, within: float = 60.0) -> None:
    """Let them play until each has had so many acts taken by the host."""
    deadline = time.monotonic() + within
    while (taken := [await player.taken() for player in players]) and min(taken) < acts:
        assert time.monotonic() < deadline, f"only {taken} acts within {within} s"
        for player in players:
            await player.tries()


class Player:
    """Somebody who tries what the screen offers.

    Args:
        visitor: whose page it is.
        rng: chooses among what is offered.
    """

    def __init__(self, visitor: Visitor, rng: Random) -> None:
        self._visitor = visitor
        self._rng = rng

    async def taken(self) -> int:
        """How many acts the page has sent and the host has not refused."""
        return len(await self._visitor.said("act")) - len(await self._visitor.heard("refused"))

    async def tries(self) -> None:
        """Click one thing that is offered, if it is this player's turn."""
        page = self._visitor.page
        if not (await page.title()).startswith(_TITLE_ON_TURN):
            await asyncio.sleep(0.02)
            return
        kinds = await page.evaluate(f"{_OFFERED}.map(({{ kind }}) => kind)")
        deeds = [place for place, kind in enumerate(kinds) if kind == "deed"]
        chosen = await page.evaluate("document.querySelector('.fan [aria-pressed=true]') !== null")
        likely = deeds if deeds and (chosen or self._rng.random() < 0.4) else list(range(len(kinds)))
        if chosen and not deeds and self._rng.random() < 0.25:
            await page.keyboard.press("Escape")
        elif likely:
            await page.evaluate(f"{_OFFERED}[{self._rng.choice(likely)}]?.element.click()")
