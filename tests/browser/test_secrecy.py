"""Whoever looks into what their page was sent sees no card that their seat cannot know."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine.cards import CARD_TEXTS
from engine.record import Record, lines_of
from tests.browser.conftest import Invites
from tests.browser.machine import Machine
from tests.browser.people import with_pointer
from tests.browser.playing import play
from tests.browser.tables import HostedTable, hosting
from tests.browser.visitor import Visitor
from tests.engine.contract.cards import Knowledge
from tests.engine.contract.declared import DECLARED

_FACE = re.compile(r"\b[2-9TJQKA][SHDC]\b")
_OF_THE_INTRODUCTION = ('"type":', '"t":"welcome"', '"t":"confirm"', '"what":"invite"')
"""Texts that hold keys, which look like anything."""


def kept_from(table: HostedTable, game: str, seat: int) -> set[str]:
    """The cards that the seat was never shown, by the rules and the record of the match; one hand is played."""
    path = table.open.record_path
    assert path
    record = Record()
    knowledge = Knowledge(DECLARED[game], len(table.open.host.session.seats))
    for line in lines_of(path.read_bytes()):
        played = record.feed(line)
        if played and record.match:
            knowledge.learn(played.given, record.match)
    return {CARD_TEXTS[card] for card in knowledge.unknown(record.finish(), seat)}


async def named_to(person: Visitor) -> set[str]:
    """Every card that stands anywhere in what the page was sent."""
    texts = (await person.everything_heard()).split("\n")
    return {
        face for text in texts if not any(word in text for word in _OF_THE_INTRODUCTION) for face in _FACE.findall(text)
    }


@pytest.mark.parametrize("game", ["rummy", "xing", "call"])
async def test_a_page_is_never_sent_a_card_that_its_seat_cannot_know(
    machine: Machine, page_folder: Path, tmp_path: Path, visitor: Invites, game: str
) -> None:
    """From the deal on and while cards are played, in everything that came through the channel."""
    ann = await visitor()
    async with hosting(machine, page_folder, tmp_path, game, seats=4, bots=2) as table:
        await ann.goes_to(table.link)
        await ann.joins("Ann")
        await ann.is_in_the_lobby()
        await ann.presses("I am ready")
        await ann.is_at_the_table()
        for acts in (0, 3):
            await play([with_pointer(ann, Random(game)).player], acts)
            hidden = kept_from(table, game, seat=1)
            named = await named_to(ann)
            assert len(hidden) > 10
            assert {str(await card.get_attribute("data-face")) for card in await ann.hand.all()} <= named
            assert named & hidden == set()
