"""Whole hands and matches of every game, by people who use what is on their screens and nothing else."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from random import Random

import pytest

from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.matches import match_of
from tests.browser.people import Person, by_keys, with_pointer
from tests.browser.table.showing import DESK, PHONE

_LOG = logging.getLogger(__name__)
SEATS = {"xing": 4, "rummy": 3, "dice-capture": 2, "tien-len": 4, "twenty-nine": 4, "call": 4}
TO_AN_END = {"tien-len": {"scoring": "practice"}}
"""Options with which a match ends; for tokens Tien Len is played until the players have had enough."""


@pytest.mark.parametrize("game", SEATS)
async def test_a_hand_is_played_to_its_end_by_finger_and_by_keys_alone(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, game: str
) -> None:
    """Of dice capture it is the whole match. All see the same table, and nobody is sent what the seat cannot know."""
    people: list[Person] = [
        with_pointer(await visitor(**PHONE.options), Random(1)),
        by_keys(await visitor(**DESK.options), Random(2)),
    ]
    async with match_of(game, people, machine, page_folder, tmp_path, seats=SEATS[game]) as match:
        await match.is_played(within=100, hands=None if game == "dice-capture" else 1)
        await match.was_seen_alike()
        await match.kept_its_secrets()
        if game == "dice-capture":
            await match.is_over_for_everybody()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", SEATS)
async def test_a_whole_match_is_played_to_its_end(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, game: str
) -> None:
    """Two people with browsers, a host in Python and bots, until somebody has won; how long it took is logged."""
    people: list[Person] = [with_pointer(await visitor(**screen.options), Random(3)) for screen in (PHONE, DESK)]
    options = TO_AN_END.get(game)
    async with match_of(game, people, machine, page_folder, tmp_path, seats=SEATS[game], options=options) as match:
        began = time.monotonic()
        await match.is_played(within=3500)
        await match.is_over_for_everybody()
        await match.was_seen_alike()
        await match.kept_its_secrets()
        took = time.monotonic() - began
        _LOG.info("%s: %d hands, %d presses by two people, %.0f s", game, match.hands, match.presses, took)
