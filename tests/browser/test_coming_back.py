"""A seat outlives its page: reloads, second tabs, hosts that die, devices that sleep."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.async_api import expect

from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.tables import HostedTable, hosting, serving
from tests.browser.visitor import SOON, Visitor, watch
from tests.network.programs import Program

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable


@asynccontextmanager
async def in_a_match(machine: Machine, page: Path, state: Path, *people: Visitor) -> AsyncIterator[HostedTable]:
    """Everybody has come by link and been dealt a hand."""
    async with hosting(machine, page, state, seats=1 + len(people), game="rummy") as table:
        for number, person in enumerate(people):
            await person.goes_to(table.link)
            await person.joins(f"Guest {number}")
            await person.is_in_the_lobby()
        for person in people:
            await person.presses("I am ready")
        for person in people:
            await person.is_at_the_table()
        yield table


async def comes_true(condition: Callable[[], bool]) -> None:
    """Wait for something at the host's end."""
    async with asyncio.timeout(SOON / 1000):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.05)


async def hand_of(person: Visitor) -> list[str]:
    """The faces of the own cards, as they lie on the screen."""
    return sorted([str(await card.get_attribute("data-face")) for card in await person.hand.all()])


async def test_a_reload_returns_to_the_same_seat_and_the_same_hand(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Without a question; the others see that somebody was away, and there is no second seat."""
    ann, bob = await visitor(), await visitor()
    async with in_a_match(machine, page_folder, tmp_path, ann, bob) as table:
        before = await hand_of(ann)
        await ann.page.reload()
        await ann.is_at_the_table()
        assert await hand_of(ann) == before
        assert [seat.name for seat in table.open.host.session.seats] == ["Hanna", "Guest 0", "Guest 1"]
        await expect(bob.chair(1)).not_to_contain_text("away", timeout=SOON)
        links = [
            person["link"] for lobby in await bob.heard("lobby") for person in lobby["people"] if person["seat"] == 1
        ]
        assert "away" in links
        assert links[-1] == "on"


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


async def test_a_killed_host_is_told_of_and_comes_back_to_the_same_hand(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """First a sign, then a sheet with what can be done; the resumed table needs no click."""
    ann = await visitor()
    options = ("--json", "--name", "Hanna", "--auto", "random")
    async with serving(machine, page_folder) as server:
        host = Program(machine.lab.a, tmp_path, "host", "rummy", "--seats", "2", "--server", server, *options)
        room = await asyncio.to_thread(host.event, "room")
        await ann.goes_to(room["link"])
        await ann.joins("Ann")
        await ann.is_in_the_lobby()
        await ann.presses("I am ready")
        await ann.is_at_the_table()
        before = await hand_of(ann)
        host.kill()
        await expect(ann.page.locator(".pill")).to_be_visible(timeout=SOON)
        await expect(ann.sheet).to_contain_text("The host is away", timeout=SOON)
        await expect(ann.sheet).to_contain_text("your seat is kept")
        host = Program(machine.lab.a, tmp_path, "host", "--resume", *options)
        await expect(ann.sheet).to_be_hidden(timeout=SOON)
        assert await hand_of(ann) == before
        host.kill()


async def test_a_page_that_was_asleep_is_back_soon_after_it_wakes(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """The host had given its link up meanwhile; nobody touches anything."""
    ann = await visitor()
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        (seat,) = [seat for seat in table.open.host.session.seats if seat.name == "Guest 0"]
        devtools = await ann.page.context.new_cdp_session(ann.page)
        await devtools.send("Debugger.enable")
        await devtools.send("Debugger.pause")  # as a device that sleeps: nothing runs, nothing is answered
        await comes_true(lambda: seat.peer is None)
        await devtools.send("Debugger.disable")
        await comes_true(lambda: seat.peer is not None)
        await expect(ann.page.locator(".pill")).to_be_hidden(timeout=SOON)
        await expect(ann.sheet).to_be_hidden()


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
