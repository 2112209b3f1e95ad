"""What each game asks of the page: chops that are one, piles that cost more, bids, steals, and a card to peek at."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, Shelf
from tests.browser.table.test_hand import drag, hand, sent

CORNER: Any = {"x": 8, "y": 12}
"""Of a card, where it is seen even if others lie over it."""


def glowing(page: Page) -> Locator:
    """The cards of the hand that are in a chop."""
    return page.locator(".fan [class*=is-glow]")


def chosen(page: Page) -> Locator:
    """The cards of the hand that are chosen."""
    return page.locator(".fan [aria-pressed=true]")


# --- Tien Len


async def test_a_chop_that_beats_nothing_is_chosen_card_by_card(visitor: Invites, shelf: Shelf) -> None:
    """It glows all the same (FEATURES.md 3-9)."""
    page = await shelf.show(await visitor(**PHONE.options), "tien-len-chop")
    view = shelf.view("tien-len-chop")
    places = [number for number, card in enumerate(view["zones"][-1]["cards"]) if card.pop("g", None)]
    (play,) = [act for act in view["acts"] if act["id"] == "play"]
    play["pick"]["sets"] = [[place] for place in places]
    play["labels"] = ["Play it"] * len(places)
    play["to"] = {"trick": list(range(len(places)))}
    await shelf.change_to(page, {**view, "say": "Beat the single."})
    await expect(glowing(page)).to_have_count(len(places))
    await glowing(page).first.tap(position=CORNER)
    await expect(chosen(page)).to_have_count(1)
    assert await sent(page) == []


async def test_a_chop_moves_as_one(visitor: Invites, shelf: Shelf) -> None:
    """Dragged by any of its cards, it lies together wherever it is put down (FEATURES.md 3-8)."""
    page = await shelf.show(await visitor(**DESK.options), "tien-len-chop")
    chop = {str(await card.get_attribute("data-card")) for card in await glowing(page).all()}
    before = await hand(page)
    await drag(page, glowing(page).nth(2), 420, 0)
    after = await hand(page)
    assert after != before
    places = [place for place, card in enumerate(after) if card in chop]
    assert places == list(range(places[0], places[0] + len(chop)))
    assert await sent(page) == []


# --- the put-down rummy


async def test_a_card_deep_in_the_pile_says_what_it_costs_before_it_is_taken(visitor: Invites, shelf: Shelf) -> None:
    """How many cards come with it, and that it must go down; whoever thinks better of it has sent nothing."""
    page = await shelf.show(await visitor(**PHONE.options), "rummy-draw")
    pile = page.locator(".spread .step")
    (deep, *_) = [place for place in range(await pile.count()) if await pile.nth(place).locator("button").count()]
    cost = await pile.count() - deep
    assert cost > 1
    for answer in ("Not now", f"Take .* and {cost - 1} above it"):
        await pile.nth(deep).locator("button").tap(position=CORNER)
        question = page.locator(".asking")
        await expect(question).to_contain_text(f"Takes {cost} cards;")
        assert await sent(page) == []
        await question.get_by_role("button", name=re.compile(answer)).tap()
    (act,) = await sent(page)
    assert (act["id"], len(act["cards"])) == ("take", 1)


async def test_a_card_of_the_pile_that_cannot_be_taken_is_no_button(visitor: Invites, shelf: Shelf) -> None:
    """Only usable takes are offered (FEATURES.md 1-9)."""
    page = await shelf.show(await visitor(**PHONE.options), "rummy-draw")
    (take,) = [act for act in shelf.view("rummy-draw")["acts"] if act["id"] == "take"]
    await expect(page.locator(".spread button")).to_have_count(len(take["pick"]["sets"]))


async def test_the_card_that_must_go_down_is_marked(visitor: Invites, shelf: Shelf) -> None:
    """In the hand, in its name, and at the own seat (FEATURES.md 1-20)."""
    page = await shelf.show(await visitor(**PHONE.options), "rummy")
    owed = page.locator(".fan .is-owed")
    await expect(owed).to_have_count(1)
    await expect(owed).to_have_accessible_name(re.compile("must go down"))
    await expect(owed.locator(".badge")).to_be_visible()
    await expect(page.locator(".own .chip.warn")).to_contain_text("owes")


# --- dice capture


@pytest.mark.parametrize("way", ["button", "pile", "key"])
async def test_a_steal_is_one_press_away(visitor: Invites, shelf: Shelf, way: str) -> None:
    """By its button, by the pile that it is about, or by its letter (FEATURES.md 2-16); all say which card."""
    page = await shelf.show(await visitor(**DESK.options), "dice-capture-steal")
    await expect(page.locator(".prompt")).to_contain_text("Steal")
    match way:
        case "button":
            await page.locator("[data-act=steal]").click()
        case "pile":
            await page.locator("button.pile.can").click(position=CORNER)
        case _:
            await page.keyboard.press("s")
    assert [act["id"] for act in await sent(page)] == ["steal"]


# --- bidding and trump


async def test_a_number_that_cannot_be_bid_any_more_says_why(visitor: Invites, shelf: Shelf) -> None:
    """The ladder shows all numbers; what is tapped below is not sent."""
    page = await shelf.show(await visitor(**PHONE.options), "twenty-nine-bidding")
    ladder = page.get_by_role("group", name="Bid").get_by_role("button")
    await expect(ladder).to_have_count(13)
    await ladder.first.tap(force=True)  # it looks useless, and is tapped all the same
    await expect(page.locator(".prompt.warn")).to_contain_text("is bid already")
    assert await sent(page) == []
    await ladder.last.tap()
    (act,) = await sent(page)
    assert (act["id"], act["value"]) == ("bid", "28")


async def test_the_own_hidden_trump_card_is_seen_for_a_moment_and_by_nobody_else(
    visitor: Invites, shelf: Shelf
) -> None:
    """At any time, by a tap on it; nothing is sent (FEATURES.md 4-15)."""
    page = await shelf.show(await visitor(**PHONE.options), "call")
    card = page.locator("[data-place=trump] [data-card]")
    (trump,) = [zone for zone in shelf.view("call")["zones"] if zone["id"] == "trump"]
    await expect(card).to_have_attribute("data-face", "")
    await page.locator("button[data-place=trump]").tap()
    await expect(card).to_have_attribute("data-face", trump["cards"][0]["f"])
    await expect(card).to_have_attribute("data-face", "", timeout=5000)
    assert await sent(page) == []


async def test_two_presses_of_enter_send_one_act(visitor: Invites, shelf: Shelf) -> None:
    """Until the host answers, the table is busy."""
    page = await shelf.show(await visitor(**DESK.options), "xing")
    await page.keyboard.press("g")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    assert len(await sent(page)) == 1
    await expect(page.locator(".mine")).to_have_attribute("aria-busy", "true")
