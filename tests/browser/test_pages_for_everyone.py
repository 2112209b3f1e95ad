"""The pages around the table can be read, reached and used by everyone, at every size."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import pytest

from tests.browser.axe import complaints
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.seated import in_a_match
from tests.browser.tables import hosting
from tests.browser.visitor import Visitor

_OUTSIDE: Final = """
(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const things = [...document.querySelectorAll("button, a, .chair, input:not([type=radio])")];
  const bad = things.filter((thing) => thing.checkVisibility()).filter((thing) => {
    const { left, right, width, height } = thing.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1 || height < 43.5);
  });
  return [...wide, ...bad.map((thing) => thing.outerHTML.slice(0, 120))];
})()
"""


async def is_sound(person: Visitor, where: str) -> None:
    """Nothing that axe complains of, nothing beyond the edges, nothing too small for a thumb."""
    await person.page.wait_for_function("document.getAnimations().length === 0")
    assert await complaints(person.page) == [], where
    assert await person.page.evaluate(_OUTSIDE) == [], where


@dataclass(frozen=True)
class Screen:
    """What somebody looks at."""

    width: int
    height: int
    colours: Literal["light", "dark"]
    language: str

    def __str__(self) -> str:
        return f"{self.width}x{self.height} {self.colours} {self.language}"

    @property
    def options(self) -> dict[str, Any]:
        """As a new browser context wants them."""
        return {
            "viewport": {"width": self.width, "height": self.height},
            "color_scheme": self.colours,
            "locale": self.language,
            "bypass_csp": True,  # axe is put in from outside
        }


SCREENS: Final = (
    Screen(320, 568, "light", "de-DE"),
    Screen(360, 640, "dark", "en-GB"),
    Screen(740, 360, "light", "en-GB"),
    Screen(1280, 800, "dark", "de-DE"),
)


@pytest.mark.parametrize("screen", SCREENS, ids=str)
async def test_home_joining_lobby_and_invitation(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, screen: Screen
) -> None:
    """In both languages, on a small phone, a phone held both ways, and a desk."""
    ann = await visitor(**screen.options)
    async with hosting(machine, page_folder, tmp_path, "call", seats=4) as table:
        await ann.goes_to(table.server)
        await ann.page.locator(".way").first.wait_for()
        await is_sound(ann, "home")
        await ann.goes_to(f"{table.server}#join")
        await ann.joins("Maximilian Huber", "K7QX-M4TC")
        await ann.told()
        await is_sound(ann, "a join that failed")
        await ann.joins("Maximilian Huber", table.code)
        await ann.is_in_the_lobby()
        await is_sound(ann, "lobby")
        await ann.page.locator(".below button").first.click()
        await ann.sheet.get_by_role("img").wait_for()
        await is_sound(ann, "invitation")


@pytest.mark.parametrize("screen", [SCREENS[1], Screen(1280, 800, "light", "en-GB")], ids=str)
async def test_what_is_said_of_a_seat_that_is_gone(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, screen: Screen
) -> None:
    """The seat was opened elsewhere, taken back, and then the table was closed."""
    ann = await visitor(**screen.options)
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        second = Visitor(await ann.page.context.new_page())
        await second.goes_to(table.link)
        await second.is_at_the_table()
        await ann.sheet.locator(".button.main").wait_for()
        await is_sound(ann, "opened elsewhere")
        await ann.sheet.locator(".button.main").click()
        await ann.is_at_the_table()
        await table.open.close()
        await ann.sheet.locator(".button.main").wait_for()
        await is_sound(ann, "table closed")
