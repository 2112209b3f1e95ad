"""Nothing of a table is cut off, too small or covered, at any size, and everybody can use it."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest
from axe_playwright_python.base import AXE_FILE_PATH  # type: ignore[import-untyped]
from playwright.async_api import Page

from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, SCREENS, SIDEWAYS, Shelf

_RULES: Final = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
_FAULTS: Final = """
() => {
  const faults = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  const tell = (what, { dataset, className, textContent }) =>
    faults.push([what, dataset.card ?? "", className, textContent.slice(0, 20)].join(" "));
  const isDrawn = (one) => one.getBoundingClientRect().width > 0;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isDrawn);
  for (const one of shown(".card, .seat, .button, .round, .sort, .prompt, .die")) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) tell("outside", one);
  }
  for (const one of shown("button.button, button.round, button.sort, button.seat, button.strip")) {
    const { width, height } = one.getBoundingClientRect();
    if (width < 43.5 || height < 43.5) tell("too small", one);
  }
  for (const one of shown(".fan button")) {
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width * 0.15, top + height * 0.2);
    if (there?.closest("[data-card]") !== one) tell("its corner is covered", one);
  }
  return faults;
}
"""
_CROWDED: Final = {("S", "rummy"), ("S", "rummy-crowded")}
"""A phone of 320 pixels with ten sets and runs on the table: there the middle may be scrolled, downwards."""


async def faults(page: Page) -> list[str]:
    """What is outside, too small or covered."""
    found: list[str] = await page.evaluate(_FAULTS)
    return found


@pytest.mark.parametrize("size", SCREENS)
async def test_every_table_fits_every_screen(visitor: Invites, shelf: Shelf, size: str) -> None:
    """No sideways scrolling, and every card, seat and button inside; the middle shows all that lies there."""
    person = await visitor(**SCREENS[size].options)
    page = await shelf.show(person, "xing")
    for name in shelf.names:
        await shelf.change(page, name)
        assert await faults(page) == [], name
        if (size, name) not in _CROWDED:
            assert await page.locator(".centre.scrolls").count() == 0, name


async def test_turning_a_phone_keeps_what_was_chosen(visitor: Invites, shelf: Shelf) -> None:
    """The choice, the order of the hand and the focus stay when upright becomes sideways and back."""
    person = await visitor(**PHONE.options)
    page = await shelf.show(person, "tien-len-lead")
    card = page.locator(".fan button").nth(4)
    await card.focus()
    await page.keyboard.press("Space")
    state = (
        "[...document.querySelectorAll('.fan button')]"
        ".map((one) => [one.dataset.card, one.ariaPressed, one === document.activeElement])"
    )
    before = await page.evaluate(state)
    assert any(pressed == "true" for _, pressed, _ in before)
    for screen in (SIDEWAYS, PHONE):
        await page.set_viewport_size({"width": screen.width, "height": screen.height})
        assert await page.evaluate(state) == before


async def test_text_of_twice_the_size_fits_a_desk(visitor: Invites, shelf: Shelf) -> None:
    """With letters twice as large every button and the prompt are still inside."""
    person = await visitor(**DESK.options)
    page = await shelf.show(person, "xing")
    await page.evaluate("document.documentElement.style.fontSize = '32px'")
    for name in ("rummy", "twenty-nine-bidding", "dice-capture", "call-ask"):
        await shelf.change(page, name)
        found = [fault for fault in await faults(page) if fault.startswith("outside") and "card" not in fault]
        assert found == [], name


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", ["M", "D"])
async def test_axe_finds_nothing_on_any_table(
    visitor: Invites, shelf: Shelf, size: str, colours: Literal["light", "dark"]
) -> None:
    """Every view, and every panel over one."""
    person = await visitor(**SCREENS[size].options, color_scheme=colours)
    page = await shelf.show(person, "xing")
    for name in shelf.names:
        await shelf.change(page, name)
        assert await complaints(page) == [], name
    await shelf.change(page, "twenty-nine")
    for opening in (".seat", ".strip", ".head nav button >> nth=0", ".head nav button >> nth=2"):
        await page.locator(opening).first.click()
        await page.wait_for_selector("dialog[open]")
        assert await complaints(page) == [], opening
        await page.keyboard.press("Escape")
        await page.wait_for_selector("dialog", state="detached")


async def complaints(page: Page) -> list[Any]:
    """What axe says, each with the first element that it says it of."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_FILE_PATH.read_text(encoding="utf-8"))
    found = await page.evaluate("(rules) => axe.run(document, { runOnly: rules })", _RULES)
    return [(one["id"], one["nodes"][0]["html"][:160]) for one in found["violations"]]


async def test_face_down_cards_have_no_identity(visitor: Invites, shelf: Shelf) -> None:
    """A card whose back is up says so, and nothing else; with no motion wanted, nothing moves after a change."""
    person = await visitor(**PHONE.options)
    page = await shelf.show(person, "xing")
    for name in shelf.names:
        await shelf.change(page, name)
        named = await page.evaluate(
            "[...document.querySelectorAll('[data-card]')].filter((one) => !one.dataset.face)"
            ".map((one) => one.getAttribute('aria-label'))"
            ".filter((label) => label && !label.startsWith('face-down card'))"
        )
        assert named == [], name
        assert await page.evaluate("document.getAnimations().length") == 0, name
