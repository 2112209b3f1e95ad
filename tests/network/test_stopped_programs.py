"""Programs that are told to end, by real signals: tables can be resumed, others know at once, and nothing is left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.network.programs import PEERDECK
from tests.network.test_two_programs import host, join

if TYPE_CHECKING:
    from tests.network.netlab import Netlab

AT_ONCE = 8.0
"""Seconds; silence is taken for a loss after 10."""


def processes_of(state: Path) -> list[str]:
    """The command lines of all processes that were started with that state folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"PEERDECK_STATE={state}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:  # it has ended meanwhile
            continue
    return found


def nothing_runs_on(state: Path) -> None:
    """A process that thinks notices within a move that nobody waits for its answer."""
    deadline = time.monotonic() + 20
    while processes_of(state):
        assert time.monotonic() < deadline, processes_of(state)
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=str)
def test_a_host_that_is_told_to_end(netlab: Netlab, tmp_path: Path, number: signal.Signals) -> None:
    """SIGTERM and SIGHUP: the guest knows at once and comes back to the same cards. SIGINT: the table is closed.

    In each case no process of the bots stays, and of the files only those that resume the table.
    """
    ann, room = host(netlab, tmp_path, "tien-len", "--seats", "3", "--bots", "hard")
    bob = join(netlab.b, tmp_path, room["link"])
    bob.event("started")
    state = tmp_path / "host"
    while len(processes_of(state)) < 2:
        time.sleep(0.01)
    ann.process.send_signal(number)
    told = time.monotonic()
    end = bob.event("gone", "error", within=15)
    assert time.monotonic() - told < AT_ONCE
    status = ann.exit_status()
    nothing_runs_on(state)
    kept = {path.name for path in (state / "tables").rglob("*") if path.is_file()}
    if number is signal.SIGINT:
        assert (end["event"], end["code"], status, kept) == ("error", "table-closed", 130, set())
        return
    assert (status, end["event"], end["host"]) == (-number, "gone", True)
    assert kept == {"lock", "table.json", "0001.record"}
    assert ann.said == []
    if number is signal.SIGTERM:
        _, same_room = host(netlab, tmp_path, "--resume")
        assert same_room == room
        assert bob.event("back", within=30)["host"] is True


def test_no_process_of_the_bots_outlives_a_host_that_is_killed(netlab: Netlab, tmp_path: Path) -> None:
    """Nobody was left to end it."""
    ann, room = host(netlab, tmp_path, "tien-len", "--seats", "3", "--bots", "hard")
    join(netlab.b, tmp_path, room["link"]).event("started")
    while len(processes_of(tmp_path / "host")) < 2:
        time.sleep(0.01)
    ann.kill()
    nothing_runs_on(tmp_path / "host")


def test_a_guest_that_is_told_to_end_keeps_the_seat(netlab: Netlab, tmp_path: Path) -> None:
    """The host knows at once, and the guest who is started again sits where it sat."""
    ann, room = host(netlab, tmp_path)
    bob = join(netlab.b, tmp_path, room["link"])
    ann.act(ann.event("prompt")["legal"][0])
    before = bob.event("prompt")
    bob.process.send_signal(signal.SIGTERM)
    assert ann.event("gone", within=AT_ONCE)["name"] == "Bob"
    assert (bob.exit_status(), bob.said) == (-signal.SIGTERM, [])
    again = join(netlab.b, tmp_path, room["link"])
    assert ann.event("back")["seat"] == 1
    assert again.event("prompt") == before


def test_a_script_that_no_longer_reads_leaves_a_table_that_can_be_resumed(netlab: Netlab, tmp_path: Path) -> None:
    """The program that drives a host has crashed: that is nobody's wish to close the table."""
    environment = {**os.environ, "PEERDECK_STATE": str(tmp_path / "host")}
    words = [*PEERDECK, "host", "dice-capture", "--json"]
    ann = netlab.a.popen(words, stdin=-1, stdout=-1, stderr=-1, text=True, env=environment)
    assert ann.stdout is not None
    bob = join(netlab.b, tmp_path, json.loads(ann.stdout.readline())["link"])
    bob.event("joined")
    ann.stdout.close()
    bob.act("dance")
    assert bob.event("gone", within=20)["host"] is True
    assert ann.wait(20) == 1
    host(netlab, tmp_path, "--resume")
    assert bob.event("back", within=30)["host"] is True


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL], ids=str)
def test_no_process_of_a_simulation_outlives_it(tmp_path: Path, number: signal.Signals) -> None:
    """However it is ended."""
    words = ["simulate", "call", "--matches", "100000", "--duplicate", "--bots", "normal,easy"]
    environment = {**os.environ, "PEERDECK_STATE": str(tmp_path)}
    with (tmp_path / "said").open("w") as said:
        process = subprocess.Popen([*PEERDECK, *words], stdout=said, stderr=said, env=environment)
        while len(processes_of(tmp_path)) < 4:  # itself, two that play, and one of the library's
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(number)
        assert process.wait(20) == (130 if number is signal.SIGINT else -number)
    nothing_runs_on(tmp_path)


def test_a_program_that_is_held_up_still_ends() -> None:
    """The second SIGTERM needs nobody who listens."""
    held_up = "import time; from p2p import stopping\nasync def main(): print('up', flush=True); time.sleep(60)\n"
    words = [sys.executable, "-c", f"{held_up}stopping.run(main())"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2])
    assert process.stdout is not None
    process.stdout.readline()
    told = 0
    while process.poll() is None:  # signals that come too soon after each other are one
        process.terminate()
        told += 1
        time.sleep(0.2)
    assert (process.returncode, told > 1) == (-signal.SIGTERM, True)
    process.stdout.close()
