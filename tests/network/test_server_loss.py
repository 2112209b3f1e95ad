"""The server goes away in mid-hand and comes back: nobody at the table notices, and the code works again."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.network.programs import Program
from tests.network.test_bad_lines import BACK_WITHIN, next_prompt, take_turns
from tests.network.test_two_programs import serving

if TYPE_CHECKING:
    from pathlib import Path

    from tests.network.netlab import Netlab


def join(netlab: Netlab, folder: Path, room: dict[str, Any], name: str) -> Program:
    """Somebody on machine `b` comes with the code."""
    words = ("join", room["code"], "--server", room["server"], "--json", "--name", name)
    return Program(netlab.b, folder, *words)


def says(program: Program, sentence: str, within: float) -> None:
    """Wait until the person at a program has been told that."""
    deadline = time.monotonic() + within
    while not any(sentence in line for line in program.said):
        assert time.monotonic() < deadline, program.said
        time.sleep(0.05)


@pytest.mark.parametrize("seconds", [4, pytest.param(60, marks=pytest.mark.long)])
def test_nobody_at_the_table_notices_that_the_server_is_gone(netlab: Netlab, tmp_path: Path, seconds: float) -> None:
    """Play goes on without it. Once it is back, the code works as before: for the owner of a seat, and for others."""
    with serving(netlab) as address:
        words = ("host", "dice-capture", "--json", "--name", "Ann", "--server", address)
        ann = Program(netlab.a, tmp_path / "host", *words)
        room = ann.event("room")
        bob = join(netlab, tmp_path / "bob", room, "Bob")
        players = {0: ann, 1: bob}
        prompt = take_turns(players, next_prompt(players), 2)
    gone = time.monotonic()
    says(ann, "Those at the table play on", within=10)
    prompt = take_turns(players, prompt, 4)
    time.sleep(max(0.0, gone + seconds - time.monotonic()))
    assert not [event for player in players.values() for event in player.seen if event["event"] in {"gone", "refused"}]
    with serving(netlab):
        says(ann, "The room is open at the server again", within=BACK_WITHIN)
        bob.kill()
        players[1] = join(netlab, tmp_path / "bob", room, "Bob")
        assert players[1].event("started", within=BACK_WITHIN)
        if prompt["seat"] == 1:
            assert players[1].event("prompt") == prompt
        take_turns(players, prompt, 1)
        assert "The table is full" in join(netlab, tmp_path / "cem", room, "Cem").refusal()
