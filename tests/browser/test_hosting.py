"""A host opens a table from the page of the own program, as a person does; a friend comes with another browser."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.async_api import expect

from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.visitor import SOON, Visitor
from tests.network.programs import PEERDECK

CODE = re.compile(r"[34679BCDFGHJKMNPQRSTVWXYZ]{4}-[34679BCDFGHJKMNPQRSTVWXYZ]{4}")


@asynccontextmanager
async def peerdeck(machine: Machine, state: Path) -> AsyncIterator[str]:
    """Plain ``peerdeck``, on a machine without a screen; the address that it prints."""
    screenless = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    words = ("page", "--name", "Hanna", "--address", machine.address, "--port", "0", "--state", str(state))
    program = machine.lab.a.popen(
        [*PEERDECK, *words], stdout=subprocess.PIPE, text=True, env={**screenless, "PYTHONUNBUFFERED": "1"}
    )
    assert program.stdout
    try:
        while "#h=" not in (line := await asyncio.to_thread(program.stdout.readline)):
            assert line, "the program has ended"
        yield line.split()[-1]
    finally:
        program.terminate()
        await asyncio.to_thread(program.wait)


async def opens_a_table(hanna: Visitor, url: str, game: str) -> str:
    """From the first question to the lobby; the link on the invitation."""
    await hanna.goes_to(url)
    await hanna.page.get_by_role("button", name="Host a table").click()
    await hanna.sheet.get_by_role("radio", name=game).check()
    await hanna.presses("Open the table")
    await hanna.is_in_the_lobby()
    await hanna.presses("Invite")
    link = hanna.sheet.get_by_label("Invite link", exact=True)
    await expect(link).to_be_visible(timeout=SOON)
    return await link.input_value()


async def closes_the_sheet(person: Visitor) -> None:
    """By its cross."""
    await person.sheet.get_by_role("button", name="Close").click()
    await expect(person.sheet).to_be_hidden()


async def chooses(person: Visitor, *labels: str) -> None:
    """What a menu offers, and then what it asks, one after the other."""
    for label in labels:
        await person.sheet.get_by_role("button", name=label).first.click()


async def test_a_host_opens_a_table_invites_and_seats_friends_and_bots(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Code, link, picture; an open seat is a tap away; bots come, change and go; the host lets people change places."""
    del page_folder
    hanna, bob = await visitor(), await visitor()
    async with peerdeck(machine, tmp_path) as url:
        link = await opens_a_table(hanna, url, "Twenty-nine")
        assert CODE.fullmatch(await hanna.sheet.locator(".room-code").inner_text())
        (read,) = zxingcpp.read_barcodes(Image.open(BytesIO(await hanna.sheet.get_by_role("img").screenshot())))
        assert read.text == link
        await closes_the_sheet(hanna)

        await bob.comes(link, "Bob")
        await bob.chair(3).click()
        await expect(hanna.chair(3)).to_contain_text("Bob", timeout=SOON)
        await expect(bob.chair(1)).to_contain_text("Sit here")

        await hanna.chair(1).click()
        await chooses(hanna, "normal")
        await expect(bob.chair(1)).to_contain_text("bot, normal", timeout=SOON)
        await hanna.chair(1).click()
        await chooses(hanna, "easy")
        await expect(bob.chair(1)).to_contain_text("bot, easy", timeout=SOON)
        await hanna.chair(3).click()
        await chooses(hanna, "Swap seats with Bot 1")
        await expect(bob.chair(1)).to_contain_text("Bob", timeout=SOON)
        await expect(bob.chair(3)).to_contain_text("Bot 1")
        await hanna.chair(3).click()
        await chooses(hanna, "Send the bot away")
        await expect(bob.chair(3)).to_contain_text("Sit here", timeout=SOON)

        await hanna.presses("Change the game")
        await hanna.sheet.get_by_role("radio", name="The one where you put cards down").check()
        await hanna.sheet.get_by_role("radio", name="2", exact=True).check()
        await hanna.sheet.get_by_role("radio", name="Deep pile").check()
        await closes_the_sheet(hanna)
        await expect(bob.page.get_by_role("heading", name="The one where you put cards down")).to_be_visible(
            timeout=SOON
        )
        await expect(bob.page.locator(".rules-of-table")).to_contain_text("Deep pile", timeout=SOON)
        for person in (hanna, bob):
            await person.presses("I am ready")
        for person in (hanna, bob):
            await person.is_at_the_table()
        await hanna.page.close()  # before its program ends


async def test_a_host_pauses_restarts_and_ends_a_game_sends_somebody_away_and_closes_the_table(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """What cannot be taken back is asked first; a reloaded and a reopened page find the table again."""
    del page_folder
    hanna, bob = await visitor(), await visitor()
    async with peerdeck(machine, tmp_path) as url:
        link = await opens_a_table(hanna, url, "Dice Capture")
        await closes_the_sheet(hanna)
        await bob.comes(link, "Bob")
        await bob.presses("I am ready")
        await expect(hanna.chair(1)).to_contain_text("ready", timeout=SOON)
        await hanna.presses("Start now")
        await bob.is_at_the_table()

        await hanna.is_at_the_table()
        await hanna.page.reload()
        await hanna.is_at_the_table()
        again = Visitor(await hanna.page.context.new_page())
        await hanna.page.close()
        await again.goes_to(url.partition("#")[0])
        await again.is_at_the_table()

        await again.presses("Menu")
        await chooses(again, "Pause for everybody")
        await expect(bob.page.locator(".prompt")).to_have_text("The host has paused the game.", timeout=SOON)
        await again.presses("Go on playing")
        await expect(bob.page.locator(".prompt")).not_to_have_text("The host has paused the game.", timeout=SOON)
        await again.presses("Menu")
        await chooses(again, "Begin this game anew", "Not now")
        await chooses(again, "Begin this game anew", "Begin this game anew")
        await again.is_at_the_table()
        await again.presses("Menu")
        await chooses(again, "End this game", "End this game")
        for person in (again, bob):
            await person.presses("To the lobby")
            await person.is_in_the_lobby()

        await again.chair(1).click()
        await chooses(again, "Send Bob away", "Send Bob away")
        await expect(bob.sheet).to_contain_text("The host has asked you to leave the table.", timeout=SOON)
        await again.presses("Menu")
        await chooses(again, "Close the table", "Close the table")
        await chooses(again, "Main menu")
        await expect(again.page.get_by_role("button", name="Host a table")).to_be_visible(timeout=SOON)
