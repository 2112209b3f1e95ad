"""Room life on the screen: who is missing, what the host can do about it, rests between hands, people who look on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from playwright.async_api import Locator, expect

from p2p.messages import Manage, SettingsWish
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.people import with_pointer
from tests.browser.seated import comes_true, hand_of, in_a_match
from tests.browser.tables import hosting
from tests.browser.test_hosting import chooses, closes_the_sheet, opens_a_table, peerdeck
from tests.browser.visitor import SOON, Visitor


async def test_the_host_lets_a_bot_play_for_somebody_who_dropped_out_and_later_frees_the_seat(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Whoever comes back has the seat again; a freed one goes to the next friend, with its cards."""
    del page_folder
    hanna, bob, cleo = await visitor(), await visitor(), await visitor()
    async with peerdeck(machine, tmp_path) as url:
        link = await opens_a_table(hanna, url, "Call")
        await closes_the_sheet(hanna)
        for seat in (2, 3):
            await hanna.chair(seat).click()
            await chooses(hanna, "normal")
            await expect(hanna.chair(seat)).to_contain_text("bot", timeout=SOON)
        await bob.comes(link, "Bob")
        await bob.presses("I am ready")
        await hanna.presses("I am ready")
        await bob.is_at_the_table()
        hand, table = await hand_of(bob), bob.page.url

        await bob.goes_to("about:blank")
        await expect(prompt(hanna)).to_have_text("Bob is away; the table waits.", timeout=SOON)
        await hanna.presses("Let a bot play for Bob")
        await expect(prompt(hanna)).not_to_contain_text("away", timeout=SOON)
        await bob.goes_to(table)
        await bob.is_at_the_table()
        await expect(hanna.chair(1)).not_to_contain_text("away", timeout=SOON)

        await bob.goes_to("about:blank")
        await expect(prompt(hanna)).to_have_text("Bob is away; the table waits.", timeout=SOON)
        await hanna.presses("Free Bob's seat")
        await hanna.presses("Free Bob's seat")  # and that was meant
        await expect(prompt(hanna)).to_contain_text("A seat is free", timeout=SOON)
        await cleo.goes_to(link)
        await cleo.joins("Cleo")
        await cleo.is_at_the_table()
        assert set(await hand_of(cleo)) <= set(hand)
        await expect(hanna.chair(1)).to_contain_text("Cleo", timeout=SOON)
        await hanna.page.close()


def prompt(person: Visitor) -> Locator:
    """The sentence that says what there is to do."""
    return person.page.locator(".prompt")


async def test_between_two_hands_everybody_says_when_to_go_on(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The last hand stays to be looked at until then."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path, "twenty-nine", seats=4, bots=2) as table:
        table.host.ask(Manage("settings", settings=SettingsWish(rest=600)))
        await ann.waits_for_nothing()
        await ann.comes(table.link, "Ann")
        await ann.presses("I am ready")
        await ann.is_at_the_table()
        next_hand = ann.page.get_by_role("button", name="Next hand")
        async with asyncio.timeout(60):
            await with_pointer(ann, Random(3)).player.plays(lambda: table.open.host.session.is_resting)
        await next_hand.click()
        await expect(next_hand).to_be_hidden(timeout=SOON)
        await comes_true(lambda: not table.open.host.session.is_resting)


async def test_who_finds_a_table_full_can_look_on_where_the_host_allows_it(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Without a hand; where it is not allowed, that is said."""
    ann, bob = await visitor(), await visitor()
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        await bob.goes_to(table.link)
        await bob.joins("Bob")
        await bob.is_told("The table is full: every seat is taken.")
        await bob.presses("Watch instead")
        await bob.is_told("Nobody can watch at this table.")
        table.host.ask(Manage("settings", settings=SettingsWish(watchers=True)))
        await bob.presses("Join")
        await expect(bob.page.locator(".prompt")).to_have_text("You watch.", timeout=SOON)
        await expect(bob.hand).to_have_count(0)
        await expect(bob.chair(1)).to_contain_text("Guest 0")
