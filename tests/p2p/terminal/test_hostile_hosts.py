"""A host that sends anything: a guest's program at a terminal says so in a sentence, and nothing else happens."""

import io
import json
import sys
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import games
from engine.bots.random_bot import RandomBot
from p2p.client import TableClient
from p2p.codec import encode
from p2p.guest_session import GuestSession, State
from p2p.link import memory_pair
from p2p.messages import Manage, Ready
from p2p.terminal.app.front import TerminalFront
from p2p.terminal.app.output import Output
from p2p.terminal.console import Console
from tests.p2p.desk import Desk

TYPED = ["who", "table", "score", "actions", "hand", "log", "1", "play as", "rules", "help", "ready"]
OUT_OF_PLACE: list[Any] = [
    *(None, True, -1, 0, 15, 99, 10**30, 1e308),
    *("", "x", "AS", "ZZ", "a" * 300, "\x1b]52;c;cA==\x07\x1b[2J", "a\nb", "\x9b2J", "\u202eback"),
    *([], [[]], [None], [0, 0, 0, 0], ["AS"], {}, {"a": 1}),
]


@cache
def told_by_an_honest_host(game: str) -> tuple[str, ...]:
    """What a guest is told in the lobby and in the first moves of a match."""
    kind = games.find(game)
    desk = Desk(kind, empty=1, bots=kind.seats[-1] - 2)
    desk.host_joins()
    desk.join("ann")
    bots = {number: RandomBot(Random(number)) for number in range(kind.seats[-1])}
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    for _ in range(40):
        running = desk.session.running
        asked = [seat for seat in bots if running and running.prompt_of(seat)]
        if desk.session.match_to_draw_for:
            desk.draw()
        elif desk.bots_asked:
            desk.bot_acts(desk.bots_asked.pop(0))
        elif asked and asked[0] < 2:
            desk.act(("host", "ann")[asked[0]])
    desk.say("host", Manage("end"))
    return tuple(encode(message) for message in desk.heard["ann"] if message)


def places_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values in a message but its kind."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        if (key, way) != ("t", ()):
            yield (*way, key)
            yield from places_in(part, (*way, key))


@st.composite
def changed(draw: st.DrawFn, text: str) -> str:
    """A message in which something is missing, or something else."""
    message = json.loads(text)
    if ways := list(places_in(message)):
        *way, last = draw(st.sampled_from(ways))
        inner = message
        for key in way:
            inner = inner[key]
        if draw(st.booleans()):
            inner[last] = draw(st.sampled_from(OUT_OF_PLACE))
        else:
            del inner[last]
    return json.dumps(message)


@pytest.mark.parametrize("game", games.GAMES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
async def test_whatever_a_host_sends_is_shown_or_ends_the_session_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, game: str, data: st.DataObject
) -> None:
    """No traceback, and nothing that moves a terminal's cursor, whatever the player types then."""
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdout", printed)
    front = TerminalFront(Output(), rulebooks=lambda _game: None)
    console = Console(front._narrator, lambda _game: None, careful=True)
    client = TableClient(GuestSession("Ann"), front)
    here, there, wire = memory_pair()
    there.start(lambda _: None, lambda _: None)
    client.attach(here)
    texts = told_by_an_honest_host(game)
    for number, text in enumerate(texts):
        if number > 1 and data.draw(st.integers(0, 7)) == 0:
            there.send(data.draw(changed(text)))
        else:
            there.send(text)
        wire.deliver()
        if client.session.state is State.OVER:
            break
    for line in TYPED:
        front.take(client, console, line)
    monkeypatch.undo()
    assert all(line.isprintable() for line in printed.getvalue().split("\n"))
    goodbye = client.session.goodbye
    assert goodbye is None or (goodbye.code == "unreadable" and goodbye.text.endswith("."))
    client.hang_up()


def test_the_honest_host_is_understood() -> None:
    """Or all this would show nothing."""
    for game in games.GAMES:
        assert len(told_by_an_honest_host(game)) > 12
