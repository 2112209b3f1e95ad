"""Cards are chosen, played and laid elsewhere by tap, by drag and by keys, and nothing is sent by mistake."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, Shelf


async def sent(page: Page) -> list[dict[str, Any]]:
    """The acts that the page would have sent."""
    messages: list[dict[str, Any]] = await page.evaluate("window.sent.filter((one) => one.t === 'act')")
    return messages


async def hand(page: Page) -> list[str]:
    """The cards of the hand as they lie."""
    cards: list[str] = await page.evaluate(
        "[...document.querySelectorAll('.fan button')].map((one) => one.dataset.card)"
    )
    return cards


async def drag(page: Page, card: Locator, dx: float, dy: float) -> None:
    """Drag a card by some pixels."""
    box = await card.bounding_box()
    assert box
    x, y = box["x"] + 12, box["y"] + 20
    await page.mouse.move(x, y)
    await page.mouse.down()
    for step in range(1, 9):
        await page.mouse.move(x + dx * step / 8, y + dy * step / 8)
    await page.mouse.up()


async def test_a_tap_plays_a_card_and_a_second_one_sends_nothing(visitor: Invites, shelf: Shelf) -> None:
    """Exactly one act is sent, however often the card is tapped before the host answers."""
    page = await shelf.show(await visitor(**PHONE.options), "xing")
    card = page.locator(".fan button").first
    await card.tap()
    await card.tap()
    (act,) = await sent(page)
    assert (act["id"], act["to"], len(act["cards"])) == ("play", "pile", 1)


async def test_a_card_that_is_dragged_up_is_played(visitor: Invites, shelf: Shelf) -> None:
    """The other way to play, and the same act."""
    page = await shelf.show(await visitor(**DESK.options), "xing")
    card = (await hand(page))[1]
    await drag(page, page.locator(".fan button").nth(1), 20, -260)
    (act,) = await sent(page)
    assert act["cards"] == [card]


async def test_a_card_that_is_dragged_sideways_lies_elsewhere_for_good(visitor: Invites, shelf: Shelf) -> None:
    """Nothing is sent; the order outlives five more views and a reload."""
    page = await shelf.show(await visitor(**DESK.options), "twenty-nine")
    before = await hand(page)
    await drag(page, page.locator(".fan button").first, 330, 0)
    after = await hand(page)
    assert after != before
    assert sorted(after) == sorted(before)
    assert await sent(page) == []
    view = await page.evaluate("fetch('fixtures/twenty-nine.json').then((answer) => answer.json())")
    for _ in range(5):
        frames = {"t": "frames", "seq": 1, "list": [{"view": view}]}
        await page.evaluate("(frames) => dispatchEvent(new CustomEvent('host', { detail: frames }))", frames)
        assert await hand(page) == after
    await page.reload()
    await page.wait_for_selector(".app .prompt")
    assert await hand(page) == after


async def test_enter_chooses_a_card_and_then_plays_what_is_chosen(visitor: Invites, shelf: Shelf) -> None:
    """From the last card itself, without a way to the button; the space bar takes a choice back."""
    page = await shelf.show(await visitor(**DESK.options), "tien-len")
    pair = [await page.locator(".fan button:not(.dim)").nth(place).get_attribute("data-card") for place in (0, 1)]
    for name in pair:
        card = page.locator(f".fan [data-card='{name}']")
        await card.focus()
        for key, chosen in (("Enter", "true"), ("Space", "false"), ("Enter", "true")):
            await page.keyboard.press(key)
            await expect(card).to_have_attribute("aria-pressed", chosen)
    assert await sent(page) == []
    await page.keyboard.press("Enter")
    (act,) = await sent(page)
    assert (act["id"], sorted(act["cards"])) == ("play", sorted(map(str, pair)))


async def test_a_drag_that_is_called_off_changes_nothing(visitor: Invites, shelf: Shelf) -> None:
    """The system takes the pointer away, or the player presses Esc: the card goes back."""
    page = await shelf.show(await visitor(**DESK.options), "twenty-nine")
    before = await hand(page)
    box = await page.locator(".fan button").first.bounding_box()
    assert box
    for call_off in ("dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1 }))", None):
        await page.mouse.move(box["x"] + 12, box["y"] + 20)
        await page.mouse.down()
        await page.mouse.move(box["x"] + 300, box["y"] + 20, steps=6)
        await (page.evaluate(call_off) if call_off else page.keyboard.press("Escape"))
        await page.mouse.up()
        assert await hand(page) == before
    assert await sent(page) == []


async def test_a_dim_card_is_never_sent_and_says_why(visitor: Invites, shelf: Shelf) -> None:
    """The reason is seen in the prompt and told to those who listen."""
    page = await shelf.show(await visitor(**DESK.options), "twenty-nine")
    await page.locator(".fan .dim").first.click(position={"x": 8, "y": 20})
    told = await page.locator(".prompt.warn").inner_text()
    assert told
    await expect(page.locator("[role=status]")).not_to_be_empty()
    assert await sent(page) == []


async def test_where_only_chipping_is_left_every_card_is_dim_and_says_why(visitor: Invites, shelf: Shelf) -> None:
    """As in every game: what the rules refuse looks so, even if that is the whole hand; in an auction none does."""
    page = await shelf.show(await visitor(**DESK.options), "tien-len-beaten")
    cards = page.locator(".fan button")
    await expect(page.locator(".fan .dim")).to_have_count(await cards.count())
    await cards.first.click(position={"x": 8, "y": 20})
    await expect(page.locator(".prompt.warn")).to_contain_text("It is in nothing that beats the play on the table")
    for asked in ("rummy-draw", "dice-capture-steal"):
        await shelf.change(page, asked)
        await expect(page.locator(".fan .dim")).to_have_count(await cards.count())
    await shelf.change(page, "call-bidding")
    await expect(page.locator(".fan .dim")).to_have_count(0)


async def test_a_tap_on_a_chop_chooses_all_of_it(visitor: Invites, shelf: Shelf) -> None:
    """Its cards glow and are one of the sets; the button then says what it does, and sends them all."""
    page = await shelf.show(await visitor(**PHONE.options), "tien-len-chop")
    glowing = page.locator(".fan [class*=is-glow]")
    await glowing.first.tap(position={"x": 8, "y": 20})
    await expect(page.locator(".fan [aria-pressed=true]")).to_have_count(await glowing.count())
    await page.locator("[data-act=play]").tap()
    (act,) = await sent(page)
    assert len(act["cards"]) == await glowing.count()


async def test_by_keys_alone_a_card_is_found_moved_and_played(visitor: Invites, shelf: Shelf) -> None:
    """G goes to the hand, arrows along it, with Alt they move the card, Enter plays it; Esc takes a choice back."""
    page = await shelf.show(await visitor(**DESK.options), "xing")
    first, second, *rest = await hand(page)
    await page.keyboard.press("g")
    await page.keyboard.press("Alt+ArrowRight")
    assert await hand(page) == [second, first, *rest]
    await expect(page.locator(f".fan [data-card='{first}']")).to_be_focused()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("Enter")
    (act,) = await sent(page)
    assert act["cards"] == [second]


async def test_the_letter_of_an_act_does_it(visitor: Invites, shelf: Shelf) -> None:
    """As the host names it; a letter for cards that are not chosen yet only says so."""
    page = await shelf.show(await visitor(**DESK.options), "tien-len")
    acts = await page.evaluate(
        "fetch('fixtures/tien-len.json').then((answer) => answer.json()).then((view) => view.acts)"
    )
    play = next(act for act in acts if act.get("pick"))
    chip = next(act for act in acts if not act.get("pick"))
    await page.keyboard.press(play["key"])
    assert await sent(page) == []
    await page.keyboard.press(chip["key"])
    (act,) = await sent(page)
    assert act["id"] == chip["id"]


async def test_a_refusal_is_told_and_the_player_may_try_again(visitor: Invites, shelf: Shelf) -> None:
    """What the host does not do leaves the table as it was."""
    page = await shelf.show(await visitor(**DESK.options), "xing")
    await page.locator(".fan button").first.click(position={"x": 8, "y": 20})
    refused = {"t": "refused", "code": "stale", "text": "That was too late.", "prompt": 7}
    await page.evaluate("(refused) => dispatchEvent(new CustomEvent('host', { detail: refused }))", refused)
    await expect(page.locator(".prompt.warn")).to_have_text("That was too late.")
    await page.locator(".fan button").nth(1).click(position={"x": 8, "y": 20})
    assert len(await sent(page)) == 2
