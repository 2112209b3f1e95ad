"""People with browsers at a table of a game: they come, play what is on their screens, and see how it ends."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playwright.async_api import expect

from p2p.commands.shelf import shelf
from p2p.library import Library
from p2p.local_messages import Home
from p2p.local_page import LocalPage
from p2p.messages import PROTOCOL_VERSION
from p2p.running_match import RunningMatch
from signaling.server import page_routes
from tests.browser.leaks import leaks
from tests.browser.machine import Machine
from tests.browser.people import Person
from tests.browser.tables import HostedTable, hosting
from tests.browser.visitor import SOON
from tests.engine.contract.declared import DECLARED, Declared

BOT: Final = "normal"
STANDS_STILL: Final = 60.0
"""Seconds without anything played after which a match has come to a halt; only against hanging."""
_SEEN: Final = """
(() => {
  const text = (query) => [...document.querySelectorAll(query)].map((one) => one.textContent).join(" | ");
  const busy = document.querySelectorAll("[aria-busy=true]").length;
  const tail = (texts) => texts.slice(-4).map((one) => one.slice(0, 300));
  return JSON.stringify({
    title: document.title, says: text(".prompt"), pill: text(".pill"), sheet: text("dialog[open]"), busy,
    said: tail(transcript.said), heard: tail(transcript.heard),
  }, null, 1);
})()
"""


@dataclass
class Match:
    """A match that has begun.

    Attributes:
        seated: who sits in which seat.
    """

    table: HostedTable
    running: RunningMatch
    seated: dict[int, Person]

    @property
    def hands(self) -> int:
        """How many hands are over."""
        return len(self.running.match.hand_points)

    @property
    def presses(self) -> int:
        """How often they have pressed something."""
        return sum(person.player.presses for person in self.seated.values())

    async def is_played(self, within: float, *, hands: int | None = None) -> None:
        """Let them play so many hands, or to the end of the match."""
        async with asyncio.timeout(within), asyncio.TaskGroup() as everybody:
            playing = [
                everybody.create_task(person.player.plays(lambda: hands is not None and self.hands >= hands))
                for person in self.seated.values()
            ]
            everybody.create_task(self._goes_on(playing))

    async def _goes_on(self, playing: Sequence[asyncio.Task[Any]]) -> None:
        """While anybody plays, the match does not stand still; if it does, tell what is seen."""
        inputs, since = -1, 0.0
        while not all(task.done() for task in playing):
            if inputs != self.running.inputs:
                inputs, since = self.running.inputs, time.monotonic()
            if time.monotonic() - since > STANDS_STILL:
                seen = [await person.visitor.page.evaluate(_SEEN) for person in self.seated.values()]
                raise AssertionError("\n".join([f"the match stands still before {self.running.match.to_act}", *seen]))
            await asyncio.sleep(0.2)

    async def kept_its_secrets(self, declared: Declared | None = None) -> None:
        """Nobody's page was sent a card that its seat could not know; what one was sent would tell others much."""
        declared = declared or DECLARED[self.running.game.name]
        heard = {seat: await person.visitor.everything_heard() for seat, person in self.seated.items()}
        for seat, texts in heard.items():
            found = leaks(texts.split("\n"), self.running, seat, declared)
            assert found == [], f"seat {seat}: {found[0]}"
        one, other = list(heard)[:2]
        assert leaks(heard[one].split("\n"), self.running, other, declared), "this would have been found"

    async def was_seen_alike(self) -> None:
        """Everybody saw the same cards in the middle, one after the other."""
        stories = [_story(await person.visitor.heard("frames")) for person in self.seated.values()]
        assert all(story == stories[0] for story in stories)
        assert len(stories[0]) > 5

    async def is_over_for_everybody(self) -> None:
        """The result stands on every screen, with the totals of the host."""
        for person in self.seated.values():
            rows = person.visitor.page.locator(".outcome li b")
            await expect(rows.first).to_be_visible(timeout=SOON)
            assert {int(total) for total in await rows.all_inner_texts()} == set(self.running.match.totals)


def _story(messages: Sequence[dict[str, Any]]) -> list[str]:
    """The open cards in the middle, as often as they changed."""
    story: list[str] = []
    for message in messages:
        view = message["list"][-1]["view"]
        now = json.dumps(cards_in_the_middle(view))
        if not story or story[-1] != now:
            story.append(now)
    return story


def cards_in_the_middle(view: dict[str, Any]) -> list[Any]:
    """What lies open in the middle, place by place, without any words."""
    return [_faces(zone) for zone in view["zones"] if zone["area"] == "centre"]


def _faces(zone: dict[str, Any]) -> list[Any]:
    cards = [*zone.get("cards", ()), *(slot["card"] for slot in zone.get("slots", ()))]
    groups = [[card.get("f") for card in group.get("cards", ())] for group in zone.get("groups", ())]
    return [zone["id"], [card.get("f") for card in cards], [group for group in groups if group], zone.get("dice")]


@asynccontextmanager
async def match_of(
    game: str,
    people: Sequence[Person],
    machine: Machine,
    page: Path,
    state: Path,
    *,
    seats: int,
    options: Mapping[str, str] | None = None,
) -> AsyncIterator[Match]:
    """Let people come to a table and begin a match; a host in Python and bots take the other seats.

    Where there are no others, the first one is the host and comes by the host's own page; all else are guests.
    """
    hosting_alone = len(people) < seats
    bots = seats - len(people) - hosting_alone
    plays = BOT if hosting_alone else None
    async with (
        hosting(
            machine, page, state, game, seats=seats, bots=bots, bot=BOT, host_plays=plays, options=options
        ) as table,
        _own_page(table, page) as own,
    ):
        for number, person in enumerate(people):
            await person.visitor.waits_for_nothing()
            if number == 0 and not hosting_alone:
                await person.visitor.goes_to(own.url())
                await person.visitor.is_in_the_lobby()
            else:
                await person.comes(table.link, f"Guest {number}")
        for person in people:
            await person.is_ready()
        for person in people:
            await person.visitor.is_at_the_table()
        running = table.open.host.session.running
        assert running
        names = {name: seat for seat, name in running.names.items()}
        seated = {names.get(f"Guest {number}", 0): person for number, person in enumerate(people)}
        yield Match(table, running, seated)
        for person in people:
            await person.visitor.goes_to("about:blank")  # before the host is gone, which they would complain of


@asynccontextmanager
async def _own_page(table: HostedTable, page: Path) -> AsyncIterator[LocalPage]:
    def home(_lang: str) -> Home:
        return Home(PROTOCOL_VERSION, "Hanna", "none", [], starts=False)

    async with LocalPage(page_routes(page), home, Library(shelf())) as own:
        own.table = table.open.for_page()
        yield own
