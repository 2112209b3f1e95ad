"""A seventh game needs no JavaScript: it is written in Python, in this folder, and registered here only."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import expect

import engine.games
from engine.games import GAMES
from p2p.table_view import views
from tests.browser import seventh_layout
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.matches import match_of
from tests.browser.people import Person, by_keys, with_pointer
from tests.browser.seventh_game import MAGPIE, visible
from tests.browser.table.showing import DESK, PHONE
from tests.engine.contract.declared import Declared

DECLARED = Declared(places=lambda _: {}, gone=None, visible=visible, check_sums=lambda _: None)


def hashes(page: Path) -> Mapping[str, str]:
    """Of every file of the page."""
    return {file.name: sha256(file.read_bytes()).hexdigest() for file in page.iterdir()}


async def test_it_is_dealt_and_finished_with_the_very_same_page(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By finger and by keys alone. All that the pages loaded is in the folder, and no byte of it has changed."""
    monkeypatch.setattr(engine.games, "GAMES", {**GAMES, MAGPIE.name: MAGPIE})
    monkeypatch.setattr(views, "LAYOUTS", {**views.LAYOUTS, MAGPIE.name: seventh_layout})
    before = hashes(page_folder)
    ann = await visitor(**PHONE.options)
    people: list[Person] = [with_pointer(ann, Random(1)), by_keys(await visitor(**DESK.options), Random(2))]
    async with match_of(MAGPIE.name, people, machine, page_folder, tmp_path, seats=3) as match:
        await expect(ann.page.get_by_role("group", name="Nest 1", exact=True)).to_be_visible()
        await match.is_played(within=60)
        await match.is_over_for_everybody()
        await match.was_seen_alike()
        await match.kept_its_secrets(DECLARED)
        loaded = await ann.page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        files = {name.rpartition("/")[2] for name in loaded if re.search(r"\.(js|css|woff2)$", name)}
        assert {Path(name).suffix for name in files} == {".js", ".css", ".woff2"}
        assert files <= before.keys()
    assert hashes(page_folder) == before


@pytest.mark.parametrize("game", GAMES)
def test_the_page_knows_no_game(page_folder: Path, game: str) -> None:
    """Neither its code nor its styles hold a game's name or title, except where the name is a word of JavaScript."""
    names = {re.escape(game), re.escape(GAMES[game].title)}
    pattern = r"[\"'`.]call[\"'`]|\bCall\b" if game == "call" else rf"\b(?:{'|'.join(names)})\b"
    for file in page_folder.iterdir():
        if file.suffix in {".js", ".css", ".html"}:
            found = re.search(pattern, file.read_text(encoding="utf-8"), re.IGNORECASE if game != "call" else 0)
            assert not found, f"{found} in {file.name}"
