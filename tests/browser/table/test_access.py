"""Everybody can use a table: by eye, whatever colours it sees, by ear, and without motion."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import combinations, islice
from typing import Any, Final, Literal

import msgspec
import pytest
from PIL import Image
from playwright.async_api import Page, expect

from engine.games import find
from p2p.commands.shelf import shelf as texts
from tests.browser.axe import complaints
from tests.browser.conftest import Invites
from tests.browser.table.showing import DESK, PHONE, SCREENS, Shelf, tell
from tests.engine.contract.playing import Table, play
from tests.p2p.table_view.positions import positions

# --- axe


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", ["M", "D"])
@pytest.mark.parametrize("half", [0, 1])
async def test_axe_finds_nothing_on_any_table(
    visitor: Invites, shelf: Shelf, half: int, size: str, colours: Literal["light", "dark"]
) -> None:
    """Every view; by halves, since looking at all of them takes long."""
    person = await visitor(**SCREENS[size].options, color_scheme=colours)
    page = await shelf.show(person, "xing", pace="off")
    for name in shelf.names[half::2]:
        await shelf.change(page, name)
        assert await complaints(page) == [], name


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("size", ["M", "D"])
async def test_axe_finds_nothing_on_any_panel(
    visitor: Invites, shelf: Shelf, size: str, colours: Literal["light", "dark"]
) -> None:
    """All that can lie over a table."""
    person = await visitor(**SCREENS[size].options, color_scheme=colours)
    page = await shelf.show(person, "twenty-nine", pace="off")
    await hand_out_rules(page)
    panels = [".seat", ".strip", "Rules", "Menu", "Menu / Settings", "?", "l", *([".open-log"] if size == "M" else [])]
    for panel in panels:
        await open_panel(page, panel)
        assert await complaints(page) == [], panel
        await page.keyboard.press("Escape")
        await page.wait_for_selector("dialog", state="detached")


async def open_panel(page: Page, way: str) -> None:
    """Open what lies over a table: by a key, a selector, or the names of buttons one after the other."""
    if len(way) == 1:
        await page.keyboard.press(way)
    elif way.startswith("."):
        await page.locator(way).first.click()
    else:
        for name in way.split(" / "):
            await page.get_by_role("button", name=name, exact=True).click()
    await page.wait_for_selector("dialog[open]")
    if way == "Rules":
        await page.wait_for_selector(".rules h3")


async def hand_out_rules(page: Page) -> None:
    """Let the host hand out its rulebook when it is asked for."""
    book = texts().rulebook("en", "twenty-nine")
    assert book
    part = {"t": "part", "what": "rules", "part": 0, "parts": 1, "data": msgspec.to_builtins(book.blocks)}
    answer = "(part) => addEventListener('sent', ({ detail }) => detail.what === 'rules' && \
        setTimeout(() => dispatchEvent(new CustomEvent('host', { detail: part }))))"
    await page.evaluate(answer, part)


# --- by ear

RANKS: Final = {
    "en": {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
    "de": {"T": "10", "J": "Bube", "Q": "Dame", "K": "König", "A": "Ass"},
}
SUITS: Final = {
    "en": {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"},
    "de": {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Kreuz"},
}


def spoken(face: str, lang: str) -> str:
    """How a card is called, in a player's words."""
    if face.startswith("X"):
        return "joker" if lang == "en" else "Joker"
    rank, suit = RANKS[lang].get(face[0], face[0]), SUITS[lang][face[1]]
    return f"{rank} of {suit}" if lang == "en" else f"{suit} {rank}"


@pytest.mark.parametrize("lang", ["en", "de"])
async def test_every_card_is_called_by_its_name_and_a_back_by_none(visitor: Invites, shelf: Shelf, lang: str) -> None:
    """Of a card whose back is up, the page says so and nothing else."""
    person = await visitor(**PHONE.options, locale=lang)
    page = await shelf.show(person, "xing", pace="off")
    await page.wait_for_function("(lang) => document.documentElement.lang === lang", arg=lang)
    back = "face-down card" if lang == "en" else "verdeckte Karte"
    heard = set()
    for name in shelf.names:
        await shelf.change(page, name)
        labelled = await page.evaluate(
            "[...document.querySelectorAll('[data-card][aria-label]')].map((c) => [c.dataset.face, c.ariaLabel])"
        )
        for face, label in labelled:
            assert label.split(", ")[0] == (spoken(face, lang) if face else back), name
        heard |= {face for face, _ in labelled}
    assert len(heard) > 40, "nearly the whole deck was looked at"


async def test_a_turn_is_announced_once_and_every_event_once(visitor: Invites, shelf: Shelf) -> None:
    """A whole hand: one sentence for each prompt, none while others play, and the log in its order."""
    page = await shelf.show(await visitor(**PHONE.options), "xing", pace="off")
    await page.evaluate(
        """() => {
          window.said = []; window.logged = [];
          const watch = (query, found) => new MutationObserver((changes) => changes.forEach(found)).observe(
            document.querySelector(query), { childList: true, characterData: true, subtree: true });
          watch("p[role=status]", () => said.push(document.querySelector("p[role=status]").textContent.trim()));
          watch("[role=log]", ({ addedNodes }) => [...addedNodes].forEach((li) => logged.push(li.value)));
        }"""
    )
    prompts: list[str] = []
    logged: list[int] = []
    for number, view in enumerate(islice(views_of_a_seat("dice-capture", 2), 120)):
        if "prompt" in view:
            view["prompt"] = 1000 + number
            prompts.append(in_words(view["say"]))
        elif "over" in view:
            prompts.append(view["over"]["title"])
        logged += [line["n"] for line in view["log"] if line["n"] not in logged]
        await shelf.change_to(page, view)
        if number % 3 == 0:
            await tell(page, {"t": "frames", "seq": 1, "list": [{"view": view}]})  # a host may repeat itself
    assert len(prompts) > 20
    assert await page.evaluate("said") == prompts
    assert await page.evaluate("logged.filter((n) => n >= 0)") == logged


def in_words(sentence: str) -> str:
    """A sentence with its cards in words."""
    words = [spoken(word[:2], "en") + word[2:] if word[:2] in FACES else word for word in sentence.split()]
    return " ".join(words)


FACES: Final = {rank + suit for rank in "23456789TJQKA" for suit in SUITS["en"]} | {"X1", "X2"}


def views_of_a_seat(game: str, seats: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """What seat 0 sees of a random match, change by change."""
    for position in positions(play(Table(find(game), seats, ()), seed)):
        if position.seat == 0:
            yield msgspec.to_builtins(position.laid.frames[-1].view)


# --- without hints


async def test_the_hand_of_xing_does_not_tell_which_card_would_capture(visitor: Invites, shelf: Shelf) -> None:
    """In 500 positions every card of the hand is drawn alike, but for what it is."""
    person = await visitor(**PHONE.options)
    page = await shelf.show(person, "xing", pace="off")
    hands = 0
    for seed in range(20):
        views = [view for view in views_of_a_seat("xing", 4, seed) if "prompt" in view]
        shapes = await page.evaluate(
            """async (views) => {
              const shapes = new Set();
              for (const [number, view] of views.entries()) {
                dispatchEvent(new CustomEvent("host", { detail: { t: "frames", seq: number, list: [{ view }] } }));
                await new Promise((done) => setTimeout(done));
                for (const card of document.querySelectorAll(".fan button")) {
                  const alike = card.cloneNode(false);
                  for (const own of ["data-card", "data-face", "aria-label", "tabindex"]) alike.removeAttribute(own);
                  shapes.add(alike.outerHTML + [...card.children].map((one) => one.tagName + one.classList.length));
                }
              }
              return [...shapes];
            }""",
            views,
        )
        assert len(shapes) == 1, shapes
        hands += len(views)
        if hands >= 500:
            return
    pytest.fail(f"only {hands} positions")


# --- by eye

VISIONS: Final = ("none", "protanopia", "deuteranopia", "tritanopia")
LEAST_APART: Final = 0.10


@pytest.mark.parametrize("colours", ["light", "dark"])
async def test_the_four_suits_differ_for_everybodys_eyes(
    visitor: Invites, shelf: Shelf, colours: Literal["light", "dark"]
) -> None:
    """Each two inks are apart in OKLab, also as people see them who are blind for red, green or blue."""
    person = await visitor(**DESK.options, color_scheme=colours)
    page = await shelf.show(person, "twenty-nine-trump")
    devtools = await page.context.new_cdp_session(page)
    signs = page.locator(".choices.suits .suit")
    await expect(signs).to_have_count(4)
    for vision in VISIONS:
        await devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
        inks = [ink_of(await sign.screenshot()) for sign in await signs.all()]
        apart = min(distance(one, other) for one, other in combinations(inks, 2))
        assert apart >= LEAST_APART, vision


def ink_of(picture: bytes) -> tuple[float, float, float]:
    """The colour in the middle of a sign, which every suit covers."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    pixel = image.getpixel((image.width // 2, image.height * 11 // 20))
    assert isinstance(pixel, tuple)
    return oklab(*(channel / 255 for channel in pixel))


def oklab(red: float, green: float, blue: float) -> tuple[float, float, float]:
    """An sRGB colour in OKLab (Ottosson, 2020)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue))
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """How far two colours of OKLab are apart."""
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


async def test_colours_that_a_system_forces_leave_cards_buttons_and_choices_to_be_seen(
    visitor: Invites, shelf: Shelf
) -> None:
    """Cards and buttons have an edge, the chosen card another one, whoever is on turn an outline; suits stay."""
    person = await visitor(**DESK.options, forced_colors="active")
    page = await shelf.show(person, "tien-len-lead")
    await page.locator(".fan button").first.click(position={"x": 8, "y": 20})
    edges = await page.evaluate(
        """() => [...document.querySelectorAll(".fan button, .acts .button, .seat, .chip")].map((one) => {
          const { borderTopWidth, borderTopStyle, borderTopColor, outlineWidth, outlineStyle } = getComputedStyle(one);
          const edge = borderTopStyle !== "none" ? parseFloat(borderTopWidth) : 0;
          return [one.className, edge, borderTopColor, outlineStyle === "none" ? 0 : parseFloat(outlineWidth)];
        })"""
    )
    assert all(edge >= 1 for _, edge, _, _ in edges), edges
    cards = {(edge, colour) for classes, edge, colour, _ in edges if "card" in classes.split()}
    chosen = {(edge, colour) for classes, edge, colour, _ in edges if "chosen" in classes.split()}
    assert len(chosen) == 1
    assert len(cards) == 2
    await shelf.change(page, "twenty-nine")
    fills = await page.evaluate("[...document.querySelectorAll('.fan .face')].map((f) => getComputedStyle(f).color)")
    assert len(set(fills)) == len(
        {await card.get_attribute("class") for card in await page.locator(".fan .face").all()}
    )


# --- without motion


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_only_who_wants_motion_sees_cards_travel_and_dice_roll(
    visitor: Invites, shelf: Shelf, motion: Literal["reduce", "no-preference"]
) -> None:
    """After each change nothing moves, and dice show at once what was rolled; else cards do move."""
    person = await visitor(**{**PHONE.options, "reduced_motion": motion})
    page = await shelf.show(person, "xing")
    moving = {}
    for name in shelf.names:
        await shelf.change(page, name)
        moving[name] = await page.evaluate("document.getAnimations().length")
    assert (max(moving.values()) == 0) == (motion == "reduce")
    view = shelf.view("dice-capture-steal")
    await shelf.change_to(page, view, {"k": "roll", "at": "zone:dice"})
    dice = page.locator(".dice")
    rolled = next(zone["dice"] for zone in view["zones"] if zone["kind"] == "dice")
    pips = await dice.locator(".die").evaluate_all("(dice) => dice.map((die) => die.querySelectorAll('circle').length)")
    assert pips == rolled
    assert await dice.locator("xpath=self::*[contains(@class, 'rolling')]").count() == (motion != "reduce")
