"""What players do to each other beside the game: throws, pokes, lines of their own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.async_api import expect

from p2p import social
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.matches import Match, match_of
from tests.browser.people import Person, with_pointer
from tests.browser.table.showing import PHONE
from tests.browser.visitor import SOON, Visitor


def both(match: Match) -> tuple[Visitor, Visitor]:
    """Ann in seat 1 and Bob in seat 2."""
    return match.seated[1].visitor, match.seated[2].visitor


async def opens_menu_of(person: Visitor, seat: int) -> None:
    """Tap a name at the table."""
    await person.chair(seat).click()
    await expect(person.sheet).to_be_visible()


async def test_names_are_tapped_to_throw_to_poke_and_to_say_a_line_of_ones_own(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody sees what flies and who says what; a line that is kept can be said; who is muted is not seen."""
    line = "I count cards. <b>All</b> of them."
    people: list[Person] = [with_pointer(await visitor(**PHONE.options), Random(seed)) for seed in (1, 2)]
    async with match_of("call", people, machine, page_folder, tmp_path, seats=4) as match:
        ann, bob = both(match)
        await watches(ann)
        await watches(bob)
        await opens_menu_of(ann, 2)
        await ann.presses("Rose")
        await sees(ann, "thing")
        await sees(bob, "thing")
        await opens_menu_of(ann, 2)
        await ann.presses("Poke")
        await heard(ann, "refused", "too-often")
        monkeypatch.setattr(social, "PAUSE", 0.0)
        await opens_menu_of(ann, 2)
        await ann.presses("Poke")
        await heard(bob, "social", "poke")
        await opens_menu_of(ann, 2)
        await ann.sheet.get_by_label("A line of your own").fill(line)
        await ann.presses("Keep it")
        await ann.presses(line)
        await sees(ann, f"said Guest 0 {line}")
        await sees(bob, f"said Guest 0 {line}")
        await opens_menu_of(bob, 1)
        await bob.presses("Hide what Guest 0 throws and says")
        await bob.page.keyboard.press("Escape")
        await opens_menu_of(ann, 2)
        await ann.presses("Tomato")
        await heard(bob, "social", "tomato")
        assert await bob.page.evaluate("window.flown") == ["thing ", f"said Guest 0 {line}"]


async def watches(person: Visitor) -> None:
    """Note all that flies or is said over the table, however short that is."""
    await person.page.evaluate(
        """() => {
          window.flown = [];
          const note = (one) => window.flown.push(`${one.className} ${one.textContent}`);
          new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(note)))
            .observe(document.querySelector(".flights"), { childList: true });
        }"""
    )


async def sees(person: Visitor, what: str) -> None:
    """Wait until that has been seen over the table."""
    await person.page.wait_for_function("(what) => flown.some((one) => one.startsWith(what))", arg=what, timeout=SOON)


async def heard(person: Visitor, kind: str, word: str) -> None:
    """Wait until the page was sent a message of that kind with that word."""
    await person.page.wait_for_function(
        """([kind, word]) =>
          transcript.heard.some((text) => text.startsWith(`{"t":"${kind}"`) && text.includes(word))""",
        arg=[kind, word],
        timeout=SOON,
    )
