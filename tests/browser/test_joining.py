"""Friends come to a table with nothing but a browser, over real WebRTC."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import expect

from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.tables import hosting
from tests.browser.visitor import SOON


async def test_friends_join_by_link_and_by_code_and_see_the_same_table(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites
) -> None:
    """Both say when they are ready, and are dealt their hands."""
    ann, bob = await visitor(), await visitor()
    async with hosting(machine, page_folder, tmp_path) as table:
        await ann.goes_to(table.link)
        await ann.joins("Ann")
        await ann.is_in_the_lobby()
        assert table.link.partition(".")[2] not in ann.page.url, "the secret is gone from the address"
        await bob.goes_to(table.server)
        await bob.page.get_by_role("link", name="Join friends").click()
        await bob.joins("Bob", table.code)
        await bob.is_in_the_lobby()
        for person in (ann, bob):
            for seat, name in enumerate(("Hanna", "Ann", "Bob")):
                await expect(person.chair(seat)).to_contain_text(name, timeout=SOON)
            await person.presses("I am ready")
        for person in (ann, bob):
            await person.is_at_the_table()
