"""A second browser engine: Debian's Firefox comes to the same table as all others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.browser.firefox import Firefox, browsing_firefox
from tests.browser.leaks import leaks
from tests.browser.machine import Machine
from tests.browser.playing import Player, Pointer
from tests.browser.tables import hosting
from tests.browser.visitor import AT_ONCE, LISTEN
from tests.engine.contract.declared import DECLARED

_BUTTON = """
(name) => {
  const button = [...document.querySelectorAll("button")].find((one) => one.textContent === name);
  const { left, top, width, height } = button?.getBoundingClientRect() ?? {};
  return button ? [left + width / 2, top + height / 2] : null;
}
"""


async def sits_down(firefox: Firefox, link: str, name: str) -> None:
    """Open an invite link, say a name, and say in the lobby that the match may begin."""
    await firefox.goes_to(link)
    await firefox.comes_true("document.activeElement?.name === 'name'")
    await firefox.types(*name, "Enter")
    await firefox.comes_true(f"({_BUTTON})('I am ready') !== null")
    await firefox.taps(*await firefox.evaluate(_BUTTON, "I am ready"))
    await firefox.comes_true("document.querySelector('.fan [data-card]') !== null")


@pytest.mark.timeout(180)
async def test_firefox_joins_over_webrtc_and_plays_a_hand(
    lab_machine: Machine, page_folder: Path, tmp_path: Path
) -> None:
    """It hides its addresses, as it does for people. It was sent no secrets, and nothing went wrong in it."""
    profile = tmp_path / "profile"
    profile.mkdir()
    preload = f"() => {{ {LISTEN}; {AT_ONCE} }}"
    with lab_machine.lab.a.entered():
        async with (
            hosting(
                lab_machine, page_folder, tmp_path, "xing", seats=4, bots=2, bot="normal", host_plays="normal"
            ) as table,
            browsing_firefox(lab_machine, profile, preload) as firefox,
        ):
            await sits_down(firefox, table.link, "Fox")
            running = table.open.host.session.running
            assert running
            player = Player(firefox, Pointer(firefox.taps), Random(3))
            async with asyncio.timeout(120):
                await player.plays(until=lambda: len(running.match.hand_points) > 0)
            heard = await firefox.evaluate("window.transcript.heard")
            assert leaks(heard, running, 1, DECLARED["xing"]) == []
            assert leaks(heard, running, 2, DECLARED["xing"]), "this would have been found"
            assert firefox.errors == []
