"""A seat outlives its page: reloads, second tabs, hosts that die, devices that sleep."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import groupby
from pathlib import Path
from random import Random

from playwright.async_api import async_playwright, expect

from p2p.messages import Manage
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.people import with_pointer
from tests.browser.playing import play
from tests.browser.seated import comes_true, hand_of, her_turn, in_a_match, on_turn
from tests.browser.tables import hosting, serving
from tests.browser.visitor import SOON, Visitor, listening, watch
from tests.network.programs import Program


async def test_a_reload_on_turn_returns_to_the_same_seat_hand_and_question(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Without a question of its own; the other browser sees "away", then "on", and there is no second seat."""
    people = await visitor(), await visitor()
    async with in_a_match(machine, page_folder, tmp_path, *people) as table:
        ann = await on_turn(*people)
        (bob,) = [person for person in people if person is not ann]
        seat = (await ann.heard("welcome"))[-1]["seat"]
        before = await hand_of(ann)
        (asked,) = {frames["list"][-1]["view"].get("prompt") for frames in (await ann.heard("frames"))[-1:]}
        await ann.page.reload()
        await her_turn(ann)
        assert await hand_of(ann) == before
        assert (await ann.heard("frames"))[-1]["list"][-1]["view"]["prompt"] == asked
        assert [seat.name for seat in table.open.host.session.seats] == ["Hanna", "Guest 0", "Guest 1"]
        await expect(bob.chair(seat)).not_to_contain_text("away", timeout=SOON)
        links = [lobby["people"][seat]["link"] for lobby in await bob.heard("lobby")]
        assert [link for link, _ in groupby(links)][-3:] == ["on", "away", "on"]
        await play([with_pointer(ann, Random(1)).player], acts=1)


async def test_a_browser_that_was_closed_comes_back_to_the_seat_when_it_is_opened_again(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The seat is kept with the browser's own things: the address of the table is enough, or that of the server."""
    bob = await visitor()
    async with (
        opened_browser(machine, tmp_path / "profile") as ann,
        in_a_match(machine, page_folder, tmp_path, ann, bob) as table,
    ):
        before, address = await hand_of(ann), ann.page.url
        await ann.page.close(run_before_unload=True)
        await comes_true(lambda: table.open.host.session.seats[1].away)
        await ann.page.context.close()
        async with opened_browser(machine, tmp_path / "profile") as again:
            await again.goes_to(address)
            await again.is_at_the_table()
            assert await hand_of(again) == before
            assert (await again.heard("welcome"))[-1]["seat"] == 1
            await again.goes_to("about:blank")
            await again.goes_to(table.server)
            await again.page.get_by_role("link", name=f"Back to table {table.code[:4]}").click()
            await again.is_at_the_table()
            assert await hand_of(again) == before


@asynccontextmanager
async def opened_browser(machine: Machine, profile: Path) -> AsyncIterator[Visitor]:
    """A browser that keeps its things in a folder."""
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            profile, executable_path=machine.chromium, chromium_sandbox=False, args=machine.arguments, locale="en-GB"
        )
        async with listening(context) as visitor:
            yield visitor


async def test_the_same_link_in_a_second_tab_takes_the_seat_over_and_the_first_can_take_it_back(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Whoever has lost it says so, and sends nothing more."""
    ann = await visitor()
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        second = Visitor(await ann.page.context.new_page())
        watch(second, second.page)
        await second.goes_to(table.link)
        await second.is_at_the_table()
        await expect(ann.sheet).to_contain_text("opened in another window", timeout=SOON)
        said = len(await ann.said())
        await ann.page.evaluate("document.querySelector('.fan [data-card]').click()")
        await asyncio.sleep(2.5)
        assert len(await ann.said()) == said, "not even a ping"
        await ann.presses("Use here")
        await expect(second.sheet).to_contain_text("opened in another window", timeout=SOON)
        await ann.is_at_the_table()
        assert len(table.open.host.session.seats) == 2
        assert second.errors == []


async def test_a_killed_host_is_told_of_and_comes_back_to_the_same_hands(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """First a sign, then a sheet with what can be done; at the resumed table both guests need no click."""
    people = await visitor(), await visitor()
    options = ("--json", "--name", "Hanna", "--auto", "random")
    async with serving(machine, page_folder) as server:
        host = Program(machine.lab.a, tmp_path, "host", "rummy", "--seats", "3", "--server", server, *options)
        room = await asyncio.to_thread(host.event, "room")
        for number, person in enumerate(people):
            await person.comes(room["link"], f"Guest {number}")
        for person in people:
            await person.presses("I am ready")
        for person in people:
            await person.is_at_the_table()
        before = [await hand_of(person) for person in people]
        host.kill()
        for person in people:
            await expect(person.page.locator(".pill")).to_be_visible(timeout=SOON)
        for person in people:
            await expect(person.sheet).to_contain_text("The host is away", timeout=SOON)
            await expect(person.sheet).to_contain_text("your seat is kept")
        host = Program(machine.lab.a, tmp_path, "host", "--resume", *options)
        for person in people:
            await expect(person.sheet).to_be_hidden(timeout=SOON)
        assert [await hand_of(person) for person in people] == before
        await play([with_pointer(await on_turn(*people), Random(1)).player], acts=1)
        host.kill()


async def test_whose_table_is_closed_is_told_and_goes_home(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The seat is not tried again, not even by a reload."""
    ann = await visitor()
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        await table.open.close()
        await expect(ann.sheet).to_contain_text("The host has closed the table.", timeout=SOON)
        await ann.presses("Main menu")
        await expect(ann.page.get_by_role("link", name="Join friends")).to_be_visible()
        await ann.page.reload()
        await expect(ann.page.get_by_role("link", name="Join friends")).to_be_visible()


async def test_who_is_sent_away_is_told_so_and_not_brought_back_by_a_reload(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The others see the seat free; an invitation still opens the table."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.comes(table.link, "Ann")
        table.host.ask(Manage("kick", seat=1))
        await expect(ann.sheet).to_contain_text("The host has asked you to leave the table.", timeout=SOON)
        said = len(await ann.said())
        await ann.presses("Main menu")
        assert len(await ann.said()) == said
        assert table.open.host.session.seats[1].kind == "empty"
        await ann.page.reload()
        await expect(ann.page.get_by_role("link", name="Join friends")).to_be_visible()
        await ann.comes(table.link, "Ann")


async def test_who_goes_to_the_main_menu_keeps_the_seat_until_leaving_the_table(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """From there one can go back to the hand, or give the seat up; the host is told of that at once."""
    ann = await visitor()
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        seats = table.open.host.session
        await ann.page.evaluate("location.hash = ''")
        await ann.page.get_by_role("link", name="Back to the table").click()
        await ann.is_at_the_table()
        await ann.page.evaluate("location.hash = ''")
        await ann.presses("Leave the table")
        await comes_true(lambda: seats.seats[1].kind == "empty")
        await expect(ann.page.get_by_role("link", name="Back to the table")).to_be_hidden()
