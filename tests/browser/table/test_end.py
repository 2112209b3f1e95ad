"""How a match ends on the table: what lies there stays, and what decided the match stands out."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, SIDEWAYS, Screen, Shelf


@pytest.mark.parametrize("screen", [PHONE, SIDEWAYS, DESK], ids=str)
async def test_the_table_stays_to_be_seen_above_the_result(visitor: Invites, shelf: Shelf, screen: Screen) -> None:
    """The last trick with its winner, in Tien Len what the last player had left; nothing there is an empty place."""
    page = await shelf.show(await visitor(**screen.options), "twenty-nine-over", pace="off")
    await expect(page.locator(".middle .slot .card:visible")).to_have_count(4)
    await expect(page.locator(".middle .slot.best:visible")).to_have_count(1)
    await shelf.change(page, "tien-len-over")
    left = next(zone for zone in shelf.view("tien-len-over")["zones"] if zone["id"] == "shown")
    await expect(page.locator("[data-place=shown] .card:visible")).to_have_count(len(left["cards"]))
    for name in ("twenty-nine-over", "tien-len-over", "xing-over", "rummy-over", "dice-capture-over"):
        await shelf.change(page, name)
        await expect(page.locator(".outcome")).to_be_in_viewport(ratio=1)
        await expect(page.locator(".middle .hole:visible")).to_have_count(0)


async def test_what_decided_the_match_and_who_has_won_stand_out(visitor: Invites, shelf: Shelf) -> None:
    """The deciding hand in result and score sheet, the winners at their seats; the main thing is to go on."""
    page = await shelf.show(await visitor(**DESK.options), "twenty-nine-over", pace="off")
    view = shelf.view("twenty-nine-over")
    assert await page.locator(".outcome small").all_inner_texts() == [row["gained"] for row in view["over"]["rows"]]
    winners = [seat for seat in view["seats"] if seat.get("won") and seat["pos"]]
    await expect(page.locator(".seat .crown")).to_have_count(len(winners))
    await expect(page.get_by_role("button", name="has won")).to_have_count(len(winners))
    await expect(page.locator(".outcome .main")).to_have_text("Play again")
    await page.get_by_role("button", name="Score", exact=True).click()
    await expect(page.locator("dialog .decided tr:last-child")).to_contain_text(view["sheets"][0]["rows"][-1][0])
