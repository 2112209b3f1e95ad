"""Nothing of a table is cut off, too small or covered, at any size and in any language."""

from __future__ import annotations

import json
import math
import re
from typing import Any, Final

import pytest
from playwright.async_api import Page, Route

from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, SCREENS, SIDEWAYS, WEB, Shelf

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
_SHOWN_OF_CARDS: Final = """
[...document.querySelectorAll(".fan button")].map((one) => one.getBoundingClientRect()).map((card, place, all) => {
  const later = all.slice(place + 1).filter(({ left, right }) => right > card.left + 1 && left < card.right - 1);
  const beside = later.filter(({ top }) => Math.abs(top - card.top) < 17).map(({ left }) => left - card.left);
  const below = later.filter(({ top }) => top - card.top >= 17).map(({ top }) => top - card.top);
  return [Math.min(card.width, ...beside), Math.min(card.height, ...below), card.top];
})
"""
"""Width, height and place of what later cards leave free of each card."""
_CUT_OFF: Final = """
() => [
  ...document.querySelectorAll(".chip, .deed, .prompt, .stack .name, .stack b, .spread-box small"),
  ...document.querySelectorAll(".meld .tag, .pile .tag"),
]
  .filter((one) => one.getBoundingClientRect().width > 0)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => `${one.className}: ${one.textContent}`)
"""
_RANKS_COVERED: Final = """
() => [...document.querySelectorAll(".centre .badge:not(.lock)")].flatMap((badge) => {
  const card = badge.parentElement;
  const { left, top, width, height } = card.getBoundingClientRect();
  const ofWidth = card.querySelector(".face.small") ? 0.55 : 0.26;
  const at = badge.getBoundingClientRect();
  const beside = at.left >= left + width * ofWidth || at.right <= left;
  const above = at.bottom <= top + height * 0.055 || at.top >= top + height / 2;
  return !beside && !above ? [`${badge.className} on ${card.dataset.card}`] : [];
})
"""
"""The rank of a card stands in the upper half of its left side, which is wider on small faces."""
_CROWDED: Final = {("S", "rummy"), ("S", "rummy-crowded")}
"""A phone of 320 pixels with ten sets and runs on the table: there the middle may be scrolled, downwards."""


async def faults(page: Page) -> list[str]:
    """What is outside, too small or covered."""
    found: list[str] = await page.evaluate(_FAULTS)
    return found


@pytest.mark.parametrize("size", SCREENS)
async def test_every_table_fits_every_screen(visitor: Invites, shelf: Shelf, size: str) -> None:
    """Every card, seat and button is inside, the middle shows all that lies there, the hand enough for a finger.

    Of each card in the hand at least 24 by 44 pixels are free, on phones 36 in width; thirteen cards lie in two rows
    on a phone held upright.
    """
    page = await shelf.show(await visitor(**SCREENS[size].options), "xing", pace="off")
    for name in shelf.names:
        await shelf.change(page, name)
        assert await faults(page) == [], name
        if (size, name) not in _CROWDED:
            assert await page.locator(".app:not(.ended) .centre.scrolls").count() == 0, name
        cards = await page.evaluate(_SHOWN_OF_CARDS)
        assert all(width >= (36 if size == "M" else 24) and height >= 44 for width, height, _ in cards), name
        if size == "M" and len(cards) == 13:
            assert len({round(top / 20) for _, _, top in cards}) == 2, name


@pytest.mark.parametrize("size", SCREENS)
async def test_no_word_is_cut_off_and_no_badge_lies_on_a_rank(visitor: Invites, shelf: Shelf, size: str) -> None:
    """What is said at seats, heaps and above the hand is there to the end; who added a card stands beside its rank."""
    page = await shelf.show(await visitor(**SCREENS[size].options), "xing", pace="off")
    for name in shelf.names:
        await shelf.change(page, name)
        assert (name, await page.evaluate(_CUT_OFF), await page.evaluate(_RANKS_COVERED)) == (name, [], [])


_SAID: Final = {"say", "label", "labels", "text", "texts", "title", "note", "off", "sub", "why", "sure", "total"}
"""Fields of a view that are words in the player's language."""


def longer(text: str) -> str:
    """A text with words that are longer by 40 percent; cards and what stands in braces stay."""
    words = text.split(" ")
    return " ".join(
        word if "{" in word or re.match(r"[2-9TJQKA][SHDC]|X[12]", word) else word + "ó" * math.ceil(0.4 * len(word))
        for word in words
    )


def longer_in(value: Any, *, said: bool = False) -> Any:
    """A view in that language."""
    match value:
        case str():
            return longer(value) if said else value
        case list():
            return [longer_in(item, said=said) for item in value]
        case dict():
            return {key: longer_in(item, said=said or key in _SAID) for key, item in value.items()}
        case _:
            return value


@pytest.mark.parametrize("size", SCREENS)
async def test_a_language_with_longer_words_fits_every_screen(visitor: Invites, shelf: Shelf, size: str) -> None:
    """Every text of page and host is longer by 40 percent, in one language that nobody speaks."""
    english = json.loads((WEB / "src" / "i18n" / "en.json").read_text(encoding="utf-8"))
    person = await visitor(**SCREENS[size].options, locale="de")

    async def pseudo(route: Route) -> None:
        body = f"export default {json.dumps(longer_in(english, said=True))}"
        await route.fulfill(body=body, content_type="text/javascript")

    page = await shelf.show(person, "xing", pace="off", words=pseudo)
    await page.wait_for_function("document.querySelector('.head nav').ariaLabel.endsWith('ó')")
    for name in shelf.names:
        await shelf.change_to(page, longer_in(shelf.view(name)))
        assert await faults(page) == [], name


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
    page = await shelf.show(person, "xing", pace="off")
    await page.evaluate("document.documentElement.style.fontSize = '32px'")
    for name in shelf.names:
        await shelf.change(page, name)
        found = [fault for fault in await faults(page) if fault.startswith("outside") and "card" not in fault]
        assert found == [], name
