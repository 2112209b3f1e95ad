"""The page of a program that crashed before, or whose disk is full: what it asks, and what the answers do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import expect

from p2p.cli import _parser
from p2p.commands import page as page_command
from p2p.commands import paging
from p2p.journal import written_tables
from tests.browser.axe import complaints
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.visitor import SOON, Visitor
from tests.p2p.commands.test_resuming import alone_in_mid_match
from tests.p2p.test_interrupted import BOB, crashed, table


@asynccontextmanager
async def program(state: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Plain `peerdeck` with a state folder; the address of its page."""
    shown: asyncio.Queue[str] = asyncio.Queue()
    for module in (page_command, paging):
        monkeypatch.setattr(module, "page_folder", lambda: folder)
    monkeypatch.setattr(page_command, "show", shown.put_nowait)
    words = ["page", "--name", "Ann", "--port", "0", "--state", str(state)]
    serving = asyncio.create_task(page_command._serve(_parser(words).parse_args(words)))
    try:
        yield await asyncio.wait_for(shown.get(), SOON / 1000)
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def test_the_page_offers_what_a_crash_interrupted(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One table after the other: one is given up, the other goes on, and waits for the others."""
    del machine
    crashed(tmp_path, "K7QX", table("dice-capture", BOB))
    alone_in_mid_match(tmp_path)
    hanna = await visitor()
    async with program(tmp_path, page_folder, monkeypatch) as url:
        await hanna.goes_to(url)
        await expect(hanna.page.get_by_role("heading", name="Interrupted: Dice Capture")).to_be_visible(timeout=SOON)
        assert await complaints(hanna.page) == []
        await hanna.page.get_by_role("button", name="Give it up").click()
        await hanna.page.get_by_text("1 min ago · with Bob").wait_for(timeout=SOON)
        await hanna.page.get_by_role("button", name="Go on").click()
        await hanna.page.get_by_text("Bob is away; the table waits.").wait_for(timeout=SOON)


async def starts_a_match(hanna: Visitor) -> None:
    """Alone, against a bot."""
    await hanna.page.get_by_role("button", name="Alone").click()
    await hanna.sheet.get_by_role("radio", name="Dice Capture").check()
    await hanna.presses("Play")


async def test_the_player_decides_what_becomes_of_a_table_that_cannot_be_written_down(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked in a sheet over the table, which goes when it is settled."""
    del machine
    hanna = await visitor()
    async with program(tmp_path, page_folder, monkeypatch) as url:
        await hanna.goes_to(url)
        await starts_a_match(hanna)
        await hanna.is_at_the_table()
        (tmp_path / "tables" / "alone1" / "table.json.new").mkdir()
        await hanna.page.reload()
        question = hanna.page.get_by_role("dialog", name="The table cannot be written down")
        await question.get_by_text("Is a directory").wait_for(timeout=SOON)
        assert await complaints(hanna.page) == []
        await question.get_by_role("button", name="Try again").click()
        await question.get_by_role("button", name="Go on without writing").click()
        await expect(question).to_be_hidden(timeout=SOON)
        await hanna.is_at_the_table()
        assert written_tables(tmp_path, alone=True) == []
