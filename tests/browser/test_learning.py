"""Learning a game in the page: one that is watched, a first one step by step, the rules, and a match seen again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.async_api import Locator, Page, expect

from engine.games import GAMES
from p2p.messages import Manage
from tests.browser.axe import complaints
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.tables import hosting
from tests.browser.test_own_page import own_program
from tests.browser.visitor import SOON, Visitor

_PHONE: Final = {"width": 360, "height": 640}
_MOST_STEPS: Final = 400
_HINTS: Final = 5
_DESK: Final = {"width": 1280, "height": 800}
_SIDEWAYS: Final = {"width": 740, "height": 360}
_HINT: Final = """
() => {
  const [element, ring] = [document.querySelector(".coach"), document.querySelector(".ring")?.getBoundingClientRect()];
  if (!element) return null;
  const hint = element.getBoundingClientRect();
  const beside = !ring || hint.right <= ring.left || hint.left >= ring.right;
  const apart = beside || hint.bottom <= ring.top || hint.top >= ring.bottom;
  const out = hint.left < 0 || hint.top < 0 || hint.right > innerWidth || hint.bottom > innerHeight;
  const fault = out ? "beyond the edge" : apart ? "" : "over what it is about";
  return { text: element.querySelector("p").innerText, fault };
}
"""
_GO_ON: Final = """
() => {
  const found = [
    ".coach .main",
    ".choices button:not([aria-disabled=true]), .acts > button[data-act]:not([aria-disabled=true]), button.place.can",
    ".fan button[data-card]:not(.dim)",
  ].flatMap((query) => [...document.querySelectorAll(query)]);
  found[0]?.click();
}
"""


async def learns(person: Visitor, game: str, label: str) -> None:
    """From the first page to one of the ways to learn a game."""
    await person.page.get_by_role("button", name="Learn a game").click()
    place = list(GAMES).index(game)
    await person.sheet.locator(".learn-games > li").nth(place).get_by_role("button", name=label).click()


async def is_home(person: Visitor) -> None:
    """Wait for the first page."""
    await expect(person.page.locator(".way").first).to_be_visible(timeout=SOON)


def film(page: Page) -> Locator:
    """The ways through what is watched."""
    return page.locator(".film")


async def step_to_the_end(page: Page) -> int:
    """Step on with the arrow key; how many steps there were."""
    forward = film(page).get_by_role("button", name="Next step")
    for steps in range(_MOST_STEPS):
        if await forward.get_attribute("aria-disabled") == "true":
            return steps
        await page.keyboard.press("ArrowRight")
    raise AssertionError("there is no end")


async def test_every_game_is_seen_played_with_the_keyboard_and_one_to_its_end(
    machine: Machine, page_folder: Path, visitor: Invites
) -> None:
    """A hand by bots, with words on what happens; Escape leads back to where one was."""
    del machine
    hanna = await visitor(viewport=_PHONE, reduced_motion="reduce", bypass_csp=True)  # axe is put in from outside
    async with own_program(page_folder) as program:
        await hanna.goes_to(program.url())
        for game in GAMES:
            await learns(hanna, game, "See how a game plays")
            await expect(hanna.page.locator(".head h1")).to_have_text(GAMES[game].title, timeout=SOON)
            shown = {await film(hanna.page).locator(".prompt").inner_text()}
            await hanna.page.keyboard.press("ArrowRight")
            await hanna.page.keyboard.press("ArrowRight")
            shown.add(await film(hanna.page).locator(".prompt").inner_text())
            await hanna.page.keyboard.press("ArrowLeft")
            assert len(shown) == 2
            if game == "tien-len":
                assert await step_to_the_end(hanna.page) > 30
                assert await complaints(hanna.page) == []
            await hanna.page.keyboard.press("Escape")
            await expect(film(hanna.page)).to_be_hidden()
            await hanna.page.keyboard.press("Escape")
            await is_home(hanna)
        assert not await hanna.said("act")


async def test_what_is_watched_goes_on_by_itself_until_it_is_stopped(
    machine: Machine, page_folder: Path, visitor: Invites
) -> None:
    """Faster if one likes; the browser's way back leaves it, too."""
    del machine
    hanna = await visitor()
    async with own_program(page_folder) as program:
        await hanna.goes_to(program.url())
        await learns(hanna, "xing", "See how a game plays")
        pause = film(hanna.page).get_by_role("button", name="Pause")
        await expect(pause).to_be_visible(timeout=SOON)
        await film(hanna.page).get_by_role("button", name="Speed 1").click()
        await expect(hanna.page.locator(".log li").nth(2)).to_be_attached(timeout=SOON)
        await pause.click()
        await expect(film(hanna.page).get_by_role("button", name="Play", exact=True)).to_be_visible()
        await hanna.page.go_back()
        await is_home(hanna)


@pytest.mark.parametrize("game", GAMES)
async def test_a_first_game_is_told_step_by_step_and_no_hint_covers_what_it_is_about(
    machine: Machine, page_folder: Path, visitor: Invites, game: str
) -> None:
    """Hint by hint, what is read and what is done; then without hints, in the middle of the match."""
    del machine
    hanna = await visitor(viewport=_PHONE, reduced_motion="reduce", bypass_csp=True)
    async with own_program(page_folder) as program:
        await hanna.goes_to(program.url())
        await learns(hanna, game, "Your first game")
        await follows(hanna, _HINTS)
        assert await complaints(hanna.page) == []
        hint = hanna.page.locator(".coach")
        await hint.get_by_role("button", name="Without hints").click()
        await expect(hint).to_be_hidden(timeout=SOON)
        await hanna.is_at_the_table()
        assert {message["do"] for message in await hanna.said("learn")} == {"start", "next", "leave"}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("viewport", [_PHONE, _SIDEWAYS, _DESK], ids=["phone", "sideways", "desk"])
async def test_no_hint_covers_what_it_is_about_on_any_screen(
    machine: Machine, page_folder: Path, visitor: Invites, game: str, viewport: Any
) -> None:
    """Further on in the first game."""
    del machine
    hanna = await visitor(viewport=viewport, reduced_motion="reduce")
    async with own_program(page_folder) as program:
        await hanna.goes_to(program.url())
        await learns(hanna, game, "Your first game")
        await follows(hanna, 6 if game == "rummy" else 9)  # who plays without sense sees few sets and runs


async def follows(person: Visitor, hints: int) -> None:
    """Read and do what so many hints tell; none may cover what it is about."""
    await expect(person.page.locator(".coach")).to_be_visible(timeout=SOON)
    told: set[str] = set()
    for _ in range(_MOST_STEPS):
        hint = await person.page.evaluate(_HINT)
        if hint and hint["text"] not in told:
            await person.page.wait_for_timeout(60)  # until it has found its place
            again = await person.page.evaluate(_HINT)
            if again and again["text"] == hint["text"]:
                told.add(hint["text"])
                assert again["fault"] == "", hint["text"]
        if len(told) == hints:
            return
        await person.page.evaluate(_GO_ON)
        await person.page.wait_for_timeout(30)
    raise AssertionError(f"only {told}")


async def test_the_rules_of_every_game_can_be_read_before_and_during_it(
    machine: Machine, page_folder: Path, visitor: Invites
) -> None:
    """With cards as pictures; from the first page and from the menu of the table."""
    del machine
    hanna = await visitor()
    async with own_program(page_folder) as program:
        await hanna.goes_to(program.url())
        for game in GAMES:
            await learns(hanna, game, "Rules")
            rules = hanna.page.locator(".rules")
            await expect(rules.locator("h3").first).to_be_visible(timeout=SOON)
            assert await rules.locator("h3").count() >= 5
            await hanna.page.keyboard.press("Escape")
            await expect(rules).to_be_hidden()
            await hanna.page.keyboard.press("Escape")
        await learns(hanna, "tien-len", "Rules")
        orders = hanna.page.locator(".rules p:has(.card)")
        await expect(orders.first).to_be_visible(timeout=SOON)
        assert [await orders.nth(place).locator(".card").count() for place in range(2)] == [13, 4]  # ranks, suits
        await hanna.page.keyboard.press("Escape")
        await hanna.page.locator(".learn-games > li").first.get_by_role("button", name="Deal this game").click()
        await hanna.is_at_the_table()
        await hanna.presses("Menu")
        await hanna.sheet.get_by_role("button", name="Rules").click()
        await expect(hanna.page.locator(".rules tr", has_text="Each Xing")).to_be_visible(timeout=SOON)


async def test_a_guest_sees_a_game_in_the_lobby_and_the_finished_match_again(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Over the link to the host; a match that goes on behind it is there again afterwards."""
    ann = await visitor(reduced_motion="reduce")
    async with hosting(machine, page_folder, tmp_path, "dice-capture", seats=2) as table:
        await ann.comes(table.link, "Ann")
        await ann.page.get_by_role("button", name="See how a game plays").click()
        await expect(film(ann.page)).to_be_visible(timeout=SOON)
        await film(ann.page).get_by_role("button", name="Leave").click()
        await ann.is_in_the_lobby()
        await ann.presses("I am ready")
        await ann.is_at_the_table()
        await expect(ann.page.locator(".log li").nth(1)).to_be_attached(timeout=SOON)
        table.host.ask(Manage("end"))
        await expect(ann.page.locator(".outcome")).to_be_visible(timeout=SOON)
        lines = await _log_of(ann)
        await ann.presses("See it again")
        await expect(film(ann.page)).to_be_visible(timeout=SOON)
        await step_to_the_end(ann.page)
        await expect(ann.page.locator(".outcome")).to_be_visible()
        assert await _log_of(ann) == lines
        await ann.page.keyboard.press("Escape")
        await expect(ann.page.get_by_role("button", name="Play again")).to_be_visible()
        await ann.presses("To the lobby")
        await ann.presses("See the last match again")
        await expect(film(ann.page)).to_be_visible(timeout=SOON)
        assert _faces(await ann.heard("part"), "replay") <= _faces(await ann.heard("frames"))


async def _log_of(person: Visitor) -> Sequence[str]:
    return await person.page.locator(".log li").all_inner_texts()


def _faces(messages: list[dict[str, Any]], what: str | None = None) -> set[str]:
    """All cards whose faces were told."""
    found: set[str] = set()

    def look(thing: object) -> None:
        if isinstance(thing, dict):
            found.update(card for card in [thing.get("f")] if isinstance(card, str))
            for value in thing.values():
                look(value)
        elif isinstance(thing, list):
            for value in thing:
                look(value)

    for message in messages:
        if what in {None, message.get("what")}:
            look(message)
    return found
