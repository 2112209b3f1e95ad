"""Two friends on a bad line: delay, jitter and loss, a blackout, another address, sleep.

The real programs, over real WebRTC. What has to hold is that nobody loses a seat or a card, and that everybody comes
back without doing anything; how long that takes is measured in `tests/benchmarks/bench_network.py`.
"""

from __future__ import annotations

import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from engine.record import read
from tests.network.programs import PEERDECK, Program
from tests.network.test_two_programs import last_record

if TYPE_CHECKING:
    from pathlib import Path

    from tests.network.bad_line import BadLine
    from tests.network.netlab import Netlab

BAD = {"delay": 0.2, "jitter": 0.03, "loss": 0.1}
"""200 ms in each direction, and every tenth packet lost."""
BLACKOUT = {"loss": 1.0}
GONE_WITHIN = 13.0
"""Silence is noticed after 10 s; a loaded machine is given some more."""
BACK_WITHIN = 40.0


def ann(netlab: Netlab, line: BadLine, tmp_path: Path, *words: str) -> tuple[Program, dict[str, Any]]:
    """The host on machine `a`, reached over the line."""
    words = words or ("dice-capture",)
    program = Program(
        netlab.a, tmp_path / "host", "host", *words, "--json", "--name", "Ann", "--address", line.a_address
    )
    return program, program.event("room")


def bob(netlab: Netlab, tmp_path: Path, room: dict[str, Any], *words: str) -> Program:
    """A guest on machine `b`."""
    return Program(netlab.b, tmp_path / "guest", "join", room["link"], "--json", "--name", "Bob", *words)


def take_turns(players: dict[int, Program], prompt: dict[str, Any], acts: int) -> dict[str, Any]:
    """Whoever is asked acts, so many times, as the last prompt says; the prompt after that."""
    for _ in range(acts):
        players[prompt["seat"]].act(prompt["legal"][0])
        prompt = next_prompt(players)
    return prompt


def next_prompt(players: dict[int, Program]) -> dict[str, Any]:
    """The next prompt that anybody gets."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        for player in players.values():
            found = player.event_by_now("prompt")
            if found:
                return found
        time.sleep(0.01)
    raise AssertionError("nobody is asked")


@pytest.fixture
def table(netlab: Netlab, bad_line: BadLine, tmp_path: Path) -> tuple[dict[int, Program], dict[str, Any]]:
    """Ann and Bob in mid-match on a good line: their programs by seat, and the prompt that waits."""
    host, room = ann(netlab, bad_line, tmp_path)
    players = {0: host, 1: bob(netlab, tmp_path, room)}
    return players, take_turns(players, next_prompt(players), 3)


def plays_on(players: dict[int, Program], prompt: dict[str, Any]) -> None:
    """After a return: the prompt of before stands, for whoever was asked, and acts are seen by both."""
    assert players[prompt["seat"]].event("prompt", within=BACK_WITHIN) == prompt
    take_turns(players, prompt, 2)


def test_a_bad_line_is_slow_and_nothing_else(netlab: Netlab, bad_line: BadLine, tmp_path: Path) -> None:
    """Joining works, acts are seen, and nobody is taken for gone: 200 ms each way, every tenth packet lost."""
    bad_line.is_now(**BAD)
    host, room = ann(netlab, bad_line, tmp_path)
    players = {0: host, 1: bob(netlab, tmp_path, room)}
    take_turns(players, next_prompt(players), 8)
    assert not [event for player in players.values() for event in player.seen if event["event"] in {"gone", "refused"}]
    carried, lost = bad_line.is_now()
    assert 0.02 < lost / (carried + lost) < 0.3


@pytest.mark.parametrize("seconds", [13, pytest.param(30, marks=pytest.mark.long)])
def test_after_a_blackout_everybody_is_back_at_the_same_cards(
    bad_line: BadLine, table: tuple[dict[int, Program], dict[str, Any]], seconds: float
) -> None:
    """Both notice it, and when the line is mended the guest's program comes back by itself."""
    players, prompt = table
    bad_line.is_now(**BLACKOUT)
    dark = time.monotonic()
    assert players[0].event("gone", within=GONE_WITHIN)["name"] == "Bob"
    assert players[1].event("gone", within=GONE_WITHIN)["host"] is True
    time.sleep(max(0.0, dark + seconds - time.monotonic()))
    bad_line.is_now()
    assert players[0].event("back", within=BACK_WITHIN)["name"] == "Bob"
    plays_on(players, prompt)


@pytest.mark.parametrize("seconds", [3, pytest.param(6, marks=pytest.mark.long)])
def test_a_short_cut_is_hardly_noticed(
    bad_line: BadLine, table: tuple[dict[int, Program], dict[str, Any]], seconds: float
) -> None:
    """When the line is mended, all go on: what was said in the dark arrives once, or is asked again. Nobody is gone."""
    players, prompt = table
    bad_line.is_now(**BLACKOUT)
    players[prompt["seat"]].act(prompt["legal"][0])
    time.sleep(seconds)
    bad_line.is_now()
    take_turns(players, next_prompt(players), 2)
    assert not [event for player in players.values() for event in player.seen if event["event"] in {"gone", "refused"}]


def test_a_guest_whose_address_changes_comes_back_to_the_seat(
    bad_line: BadLine, table: tuple[dict[int, Program], dict[str, Any]]
) -> None:
    """A phone that leaves the Wi-Fi: a new connection from the new address, by the token, beside the dead one."""
    players, prompt = table
    while prompt["seat"] != 1:
        prompt = take_turns(players, prompt, 1)
    bad_line.move_b("10.78.0.77")
    plays_on(players, prompt)


@pytest.mark.long
def test_guests_find_a_host_whose_address_changes(netlab: Netlab, bad_line: BadLine, tmp_path: Path) -> None:
    """Somebody's server goes on introducing them, as soon as the host has told it where it is now."""
    url = f"http://{bad_line.a_address}:9001"
    words = ["serve", "--host", bad_line.a_address, "--port", "9001"]
    server = netlab.a.popen([*PEERDECK, *words], stdout=-1, text=True)
    assert server.stdout
    server.stdout.readline()
    host = Program(netlab.b, tmp_path / "host", "host", "dice-capture", "--json", "--name", "Ann", "--server", url)
    guest = Program(netlab.a, tmp_path / "guest", "join", host.event("room")["link"], "--json", "--name", "Bob")
    players = {0: host, 1: guest}
    prompt = next_prompt(players)
    while prompt["seat"] != 1:
        prompt = take_turns(players, prompt, 1)
    bad_line.move_b("10.78.0.77")
    plays_on(players, prompt)


def test_a_link_that_only_seems_to_live_is_replaced(
    netlab: Netlab, table: tuple[dict[int, Program], dict[str, Any]]
) -> None:
    """A router has forgotten the connection: nothing says so, and another one is looked for beside it."""
    players, prompt = table
    while prompt["seat"] != 1:
        prompt = take_turns(players, prompt, 1)
    netlab.forget()
    plays_on(players, prompt)


@pytest.mark.parametrize("seconds", [14, pytest.param(60, marks=pytest.mark.long)])
def test_a_guest_that_was_asleep_is_back_soon_after_waking(
    bad_line: BadLine, table: tuple[dict[int, Program], dict[str, Any]], seconds: float
) -> None:
    """At the same cards; and what was typed before nobody listened is dropped, never played later."""
    del bad_line
    players, prompt = table
    guest = players[1]
    guest.process.send_signal(signal.SIGSTOP)
    asleep = time.monotonic()
    if prompt["seat"] == 1:
        guest.act(prompt["legal"][0])
    assert players[0].event("gone", within=GONE_WITHIN)["name"] == "Bob"
    time.sleep(max(0.0, asleep + seconds - time.monotonic()))
    guest.process.send_signal(signal.SIGCONT)
    assert players[0].event("back", within=BACK_WITHIN)["name"] == "Bob"
    plays_on(players, prompt)


@pytest.mark.long
def test_two_matches_at_once_end_on_a_bad_line(netlab: Netlab, bad_line: BadLine, tmp_path: Path) -> None:
    """Played by bots to their ends; all programs and both records agree."""
    bad_line.is_now(**BAD)
    auto = ("--auto", "random")
    tables = []
    for number in range(2):
        folder = tmp_path / str(number)
        host, room = ann(netlab, bad_line, folder, "dice-capture", *auto)
        tables.append((host, bob(netlab, folder, room, *auto), folder))
    for host, guest, folder in tables:
        over = host.event("over", within=600)
        assert guest.event("over", within=60) == over
        assert (host.exit_status(), guest.exit_status()) == (0, 0)
        assert over["totals"] == list(read(last_record(folder).read_bytes()).finish().totals)
