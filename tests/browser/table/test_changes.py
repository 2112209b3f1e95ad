"""What a player has chosen and set outlives what the host sends, however much that is."""

from __future__ import annotations

from typing import Any

import msgspec
from playwright.async_api import expect

from p2p.commands.shelf import shelf as texts
from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, Shelf
from tests.browser.table.test_hand import sent
from tests.p2p.table_view.fixtures import FIXTURES, view_for

_STORM = """
async (views) => {
  for (let i = 0; i < 200; i++) {
    const frames = { t: "frames", seq: i, list: [{ view: views[i % 2] }] };
    dispatchEvent(new CustomEvent("host", { detail: frames }));
    await new Promise((done) => setTimeout(done, 10));
  }
  const last = { ...views[1], say: "This is the last one." };
  dispatchEvent(new CustomEvent("host", { detail: { t: "frames", seq: 200, list: [{ view: last }] } }));
}
"""


async def test_two_hundred_changes_in_two_seconds_end_on_the_last_one(visitor: Invites, shelf: Shelf) -> None:
    """With all motion on, nothing is left behind of those before, and nothing goes wrong."""
    person = await visitor(**{**PHONE.options, "reduced_motion": "no-preference"})
    page = await shelf.show(person, "rummy")
    nodes = "document.querySelectorAll('*').length"
    await page.evaluate(_STORM, [shelf.view("rummy-draw"), shelf.view("rummy")])
    await expect(page.locator(".prompt")).to_have_text("This is the last one.", timeout=5000)
    await page.wait_for_function("document.getAnimations().length === 0")
    assert await page.evaluate(nodes) <= 1500
    shown = await page.evaluate("[...document.querySelectorAll('.fan [data-card]')].map((one) => one.dataset.card)")
    fan = next(zone for zone in shelf.view("rummy")["zones"] if zone["kind"] == "fan")
    assert sorted(shown) == sorted(card["id"] for card in fan["cards"])
    assert await page.locator(".ghost").count() == 0


async def test_another_language_in_the_middle_of_a_hand_keeps_what_was_chosen(visitor: Invites, shelf: Shelf) -> None:
    """Labels, names of cards and the host's sentences change; the chosen cards stay chosen."""
    page = await shelf.show(await visitor(**DESK.options), "tien-len-lead", pace="off")
    card = page.locator(".fan button").nth(3)
    await card.click(position={"x": 8, "y": 20})
    chosen = await card.get_attribute("data-card")
    await page.get_by_role("button", name="Menu", exact=True).click()
    await page.get_by_role("button", name="Settings").click()
    await page.locator("select").select_option("de")
    await expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    await page.keyboard.press("Escape")
    fixture = next(fixture for fixture in FIXTURES if fixture.name == "tien-len-lead")
    german: dict[str, Any] = msgspec.to_builtins(view_for(fixture, texts().catalogue("de")))
    await shelf.change_to(page, german)
    await expect(page.locator(".fan [aria-pressed=true]")).to_have_attribute("data-card", chosen or "")
    assert german["say"] != shelf.view("tien-len-lead")["say"]
    label = await page.locator(".fan [aria-pressed=true]").get_attribute("aria-label")
    assert label
    assert label.split()[0] in {"Pik", "Herz", "Karo", "Kreuz"}
    assert await sent(page) == []


async def test_taking_from_deep_in_the_pile_is_asked_back_with_the_number_of_cards(
    visitor: Invites, shelf: Shelf
) -> None:
    """Nothing is sent before the player has agreed; the card that has to go down is marked until it did."""
    page = await shelf.show(await visitor(**DESK.options), "rummy-draw", pace="off")
    view = shelf.view("rummy-draw")
    act = next(act for act in view["acts"] if "sure" in act)
    pile = next(zone for zone in view["zones"] if zone["id"] == act["pick"]["zone"])
    place = act["pick"]["sets"][0][0]
    card = pile["cards"][place]["id"]
    await page.locator(f".spread [data-card='{card}']").click(position={"x": 6, "y": 12})
    question = page.locator(".asking")
    await expect(question).to_contain_text(f"{len(pile['cards']) - place} cards")
    assert await sent(page) == []
    await question.locator("button.main").click()
    (message,) = await sent(page)
    assert message["cards"] == [card]
    await shelf.change(page, "rummy")
    cards = [card for zone in shelf.view("rummy")["zones"] for card in zone.get("cards", [])]
    marked = await page.evaluate("[...document.querySelectorAll('.is-owed')].map((one) => one.dataset.card)")
    assert marked == [card["id"] for card in cards if "owed" in card.get("m", [])] != []
    await shelf.change(page, "rummy-draw")
    await expect(page.locator(".is-owed")).to_have_count(0)
