"""The page of a player's own program: alone against bots, with no network between them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from playwright.async_api import expect

from engine.games import GAMES
from p2p.alone import open_alone
from p2p.commands.seat_options import new_table
from p2p.commands.shelf import shelf
from p2p.handouts import game_card
from p2p.library import Library
from p2p.local_messages import Home, Start
from p2p.local_page import LocalPage, LocalTable
from p2p.messages import PROTOCOL_VERSION
from signaling.server import page_routes
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.visitor import SOON


def home(lang: str) -> Home:
    """What the program can do."""
    cards = [game_card(game, shelf(), lang) for game in GAMES.values()]
    return Home(PROTOCOL_VERSION, "Hanna", "none", cards, starts=True)


@asynccontextmanager
async def own_program(page: Path) -> AsyncIterator[LocalPage]:
    """A program that starts the tables that its page wishes for."""

    async def grant(local: LocalPage) -> None:
        wish = await local.wishes.get()
        start = wish.wanted
        assert isinstance(start, Start)
        game = GAMES[start.game]
        seats = start.seats or game.seats[-1]
        table = new_table(game, start.options or {}, seats, start.name, ["random"] * (seats - 1))
        async with open_alone(table, page, shelf=shelf(), bot_pause=0.0, kept=False, notice=print) as alone:
            local.table = LocalTable(alone.host, alone.token, alone=True)
            wish.answer.set_result(None)
            await asyncio.Event().wait()

    async with LocalPage(page_routes(page), home, Library(shelf())) as local:
        granting = asyncio.create_task(grant(local))
        try:
            yield local
        finally:
            granting.cancel()
            with suppress(asyncio.CancelledError):
                await granting


async def test_a_game_alone_is_three_clicks_away_and_a_reload_returns_to_it(
    machine: Machine, page_folder: Path, visitor: Invites
) -> None:
    """How do you want to play, which game, play: then the hand lies there. The secret leaves the address at once."""
    del machine
    hanna = await visitor()
    async with own_program(page_folder) as program:
        await hanna.goes_to(program.url())
        await expect(hanna.page.get_by_role("button", name="Host a table")).to_be_visible(timeout=SOON)
        assert hanna.page.url.endswith("#"), "the ticket is gone from the address"
        await hanna.page.get_by_role("button", name="Alone").click()
        await hanna.sheet.get_by_role("radio", name="Dice Capture").check()
        await expect(hanna.sheet.locator("input[name=name]")).to_have_value("Hanna")
        await hanna.page.get_by_role("button", name="Play", exact=True).press("Enter")
        await expect(hanna.page.locator(".fan button:focus")).to_have_count(1, timeout=SOON)  # not a seat, nor nothing
        await hanna.page.reload()
        await hanna.is_at_the_table()
        await hanna.page.get_by_role("button", name="Menu").click()
        await hanna.presses("End this game")
        await hanna.presses("End this game")
        await hanna.presses("To the lobby")
        await expect(hanna.page.get_by_role("button", name="I am ready")).to_be_visible()
        await expect(hanna.page.get_by_role("button", name="Invite")).to_be_hidden()  # nobody else can come


async def test_a_program_that_was_killed_is_said_to_be_started_again(
    machine: Machine, tmp_path: Path, visitor: Invites
) -> None:
    """It is the player's own: no host is away, and no network is to blame."""
    del machine
    hanna = await visitor()
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "p2p", "play", "dice-capture", "--page", "--state", str(tmp_path)),
        stdout=subprocess.PIPE,
        env={**os.environ, "BROWSER": "true"},
    )
    assert program.stdout
    address = (await program.stdout.readline()).decode().split()[-1]
    await hanna.goes_to(address)
    await hanna.is_in_the_lobby()
    program.kill()
    await program.wait()
    await expect(hanna.sheet).to_contain_text("Peerdeck has ended on this machine", timeout=SOON)
    await expect(hanna.sheet).to_contain_text("Start it again")


async def test_a_page_without_the_secret_may_only_join(machine: Machine, page_folder: Path, visitor: Invites) -> None:
    """It says how one plays alone instead."""
    del machine
    guest = await visitor()
    async with own_program(page_folder) as program:
        await guest.goes_to(program.url().partition("#")[0])
        await expect(guest.page.get_by_role("link", name="Join friends")).to_be_visible(timeout=SOON)
        await expect(guest.page.get_by_role("button", name="Alone")).to_be_hidden()
        await expect(guest.page.get_by_text("start Peerdeck on your own computer")).to_be_visible()
