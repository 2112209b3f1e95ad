"""Networks that vanish, devices that sleep: the seat waits, the page comes back, nothing is played that was not seen.

The browser is at the other end of the cable, so that it can be pulled; Chromium's own offline mode leaves WebRTC alone.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from p2p.seating import Seat
from tests.browser.axe import complaints
from tests.browser.machine import Machine
from tests.browser.seated import comes_true, hand_of, her_turn, in_a_match, inputs_of
from tests.browser.visitor import SOON, Visitor, visiting

DEEDS = ".acts > button[data-act], .place.can"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def far_browser(lab_machine: Machine) -> AsyncIterator[Browser]:
    """A browser on the other machine."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=lab_machine.far_chromium, chromium_sandbox=False, args=lab_machine.arguments
        )
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def ann(machine: Machine, far_browser: Browser) -> AsyncIterator[Visitor]:
    """A person with that browser. The browser's complaints about a cut network are no fault of the page."""

    @asynccontextmanager
    async def coming() -> AsyncIterator[Visitor]:
        async with visiting(far_browser) as visitor, AsyncExitStack() as cable:
            cable.callback(machine.lab.mend)
            cable.callback(machine.lab.remember)
            yield visitor
            visitor.errors[:] = [error for error in visitor.errors if "WebSocket connection" not in error]

    async with coming() as visitor:
        yield visitor


async def taps(person: Visitor) -> None:
    """Tap what can be done without choosing cards, as somebody impatient does."""
    await person.page.evaluate(f"document.querySelectorAll('{DEEDS}').forEach((one) => one.click())")


def seat_of(seats: list[Seat], name: str) -> Seat:
    """Where that person sits."""
    (seat,) = [seat for seat in seats if seat.name == name]
    return seat


async def test_a_short_gap_in_the_network_costs_a_sign_and_nothing_else(
    machine: Machine, page_folder: Path, tmp_path: Path, ann: Visitor
) -> None:
    """The same link goes on, or another; what was tapped meanwhile is not sent later."""
    async with in_a_match(machine, page_folder, tmp_path, ann):
        await her_turn(ann)
        machine.lab.cut()
        await expect(ann.page.locator(".pill")).to_be_visible(timeout=SOON)
        await expect(ann.page.locator(".acts > button[data-act]:not([aria-disabled=true])")).to_have_count(0)
        await taps(ann)
        await expect(ann.page.locator(".prompt")).to_contain_text("That was not sent")
        machine.lab.mend()
        await expect(ann.page.locator(".pill")).to_be_hidden(timeout=SOON)
        await expect(ann.sheet).to_be_hidden()
        assert await ann.said("act") == []
        await her_turn(ann)


async def test_a_dead_link_is_replaced_before_anybody_is_away(
    machine: Machine, page_folder: Path, tmp_path: Path, ann: Visitor
) -> None:
    """The network is there, but a router has forgotten the connection: another is looked for beside the silent one."""
    async with in_a_match(machine, page_folder, tmp_path, ann) as table:
        await her_turn(ann)
        before, played = await hand_of(ann), inputs_of(table)
        machine.lab.forget()
        async with asyncio.timeout(SOON / 1000):
            while len(await ann.heard("welcome")) < 2:  # noqa: ASYNC110 - nobody tells, and the sign is gone soon
                await asyncio.sleep(0.05)
        await expect(ann.page.locator(".pill")).to_be_hidden(timeout=SOON)
        await expect(ann.sheet).to_be_hidden(timeout=SOON)
        await her_turn(ann)
        assert (await hand_of(ann), inputs_of(table)) == (before, played)
        await taps(ann)
        await comes_true(lambda: inputs_of(table) > played)


async def test_who_loses_the_network_finds_the_same_hand_when_it_is_back(
    machine: Machine, page_folder: Path, tmp_path: Path, ann: Visitor
) -> None:
    """First a sign, then a sheet that says whose network it is; then the seat, without a click and without old taps."""
    await stays_away(machine, page_folder, tmp_path, ann, 0)


@pytest.mark.long
@pytest.mark.timeout(200)
async def test_who_is_offline_for_a_minute_finds_the_same_hand(
    machine: Machine, page_folder: Path, tmp_path: Path, ann: Visitor
) -> None:
    """The table has waited."""
    await stays_away(machine, page_folder, tmp_path, ann, 60)


async def stays_away(machine: Machine, page: Path, state: Path, ann: Visitor, seconds: float) -> None:
    """Pull the cable until both ends have noticed, and that long."""
    async with in_a_match(machine, page, state, ann) as table:
        session = table.open.host.session
        seat = seat_of(list(session.seats), "Guest 0")
        await her_turn(ann)
        before, played = await hand_of(ann), inputs_of(table)
        machine.lab.cut()
        await taps(ann)  # sent before anybody knows, and lost
        sent = len(await ann.said("act"))
        assert sent
        await expect(ann.page.locator(".pill")).to_be_visible(timeout=SOON)
        await taps(ann)
        await expect(ann.sheet).to_contain_text("No network", timeout=SOON)
        assert await complaints(ann.page) == []
        await taps(ann)
        await comes_true(lambda: seat.away)
        await asyncio.sleep(seconds)
        machine.lab.mend()
        await expect(ann.sheet).to_be_hidden(timeout=SOON)
        await comes_true(lambda: not seat.away)
        assert (await hand_of(ann), inputs_of(table)) == (before, played)
        assert len(await ann.said("act")) == sent
        await taps(ann)  # what was lost can be done again
        await comes_true(lambda: inputs_of(table) > played)


async def test_a_sleeping_page_is_back_soon_after_it_wakes(
    machine: Machine, page_folder: Path, tmp_path: Path, ann: Visitor
) -> None:
    """The host had given its link up meanwhile; what was tapped on the dark screen is not played."""
    await sleeps(machine, page_folder, tmp_path, ann, seconds=0)


@pytest.mark.long
@pytest.mark.timeout(200)
async def test_a_page_that_slept_for_a_minute_is_back_soon_after_it_wakes(
    machine: Machine, page_folder: Path, tmp_path: Path, ann: Visitor
) -> None:
    """As a phone in a pocket."""
    await sleeps(machine, page_folder, tmp_path, ann, seconds=60)


async def sleeps(machine: Machine, page: Path, state: Path, ann: Visitor, *, seconds: float) -> None:
    """Stop everything that runs in the page until the host has noticed, and that long."""
    async with in_a_match(machine, page, state, ann) as table:
        seat = seat_of(list(table.open.host.session.seats), "Guest 0")
        await her_turn(ann)
        before, played = await hand_of(ann), inputs_of(table)
        box = await ann.page.locator(DEEDS).first.bounding_box()
        assert box
        browser = ann.page.context.browser
        assert browser
        pages = await processes_of_pages(browser)
        signal_all(pages, signal.SIGSTOP)
        try:
            tapping = asyncio.create_task(ann.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5))
            await comes_true(lambda: seat.away)
            await asyncio.sleep(seconds)
        finally:
            signal_all(pages, signal.SIGCONT)
        await comes_true(lambda: not seat.away)
        await tapping
        await expect(ann.page.locator(".pill")).to_be_hidden(timeout=SOON)
        await expect(ann.sheet).to_be_hidden()
        assert (await hand_of(ann), inputs_of(table)) == (before, played)
        await taps(ann)
        await comes_true(lambda: inputs_of(table) > played)


async def processes_of_pages(browser: Browser) -> list[int]:
    """In which a browser runs what its pages are."""
    devtools = await browser.new_browser_cdp_session()
    processes = (await devtools.send("SystemInfo.getProcessInfo"))["processInfo"]
    return [process["id"] for process in processes if process["type"] == "renderer"]


def signal_all(processes: list[int], what: signal.Signals) -> None:
    """Send a signal to each; one that has ended meanwhile does not matter."""
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, what)
