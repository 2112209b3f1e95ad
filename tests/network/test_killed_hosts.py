"""Hosts that are killed in the middle of matches of every game, and started again: the matches go on to their ends.

Real programs on two machines, a guest in each match who comes back by itself, bots in all seats. The inputs at which a
host dies are drawn from a seed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import pytest

from engine import games
from engine.record import lines_of, read
from tests.network.programs import Program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.network.netlab import Netlab

AUTO = ("--json", "--auto", "normal")
LONGEST_MATCH = 300.0


@dataclass
class Match:
    """A match of two programs, one of which is killed again and again."""

    netlab: Netlab
    folder: Path
    game: str
    host: Program
    guest: Program

    def record(self) -> bytes:
        """What is written down of the running match; nothing before and after it."""
        found = list((self.folder / "host" / "tables").glob("*/*.record"))
        return found[0].read_bytes() if found else b""

    def kill_at(self, inputs: int) -> bytes | None:
        """Kill the host once so many inputs are written down; what was written, or nothing if the match is over."""
        deadline = time.monotonic() + LONGEST_MATCH
        while self.record().count(b"\n") < inputs:
            if self.host.process.poll() is not None:
                return None
            assert time.monotonic() < deadline
            time.sleep(0.002)
        self.host.kill()
        return self.record()

    def restart(self, written: bytes) -> None:
        """Start the host again: it goes on behind the last whole line."""
        self.host = Program(self.netlab.a, self.folder / "host", "host", "--resume", *AUTO)
        self.host.event("room", within=60)
        whole = written[: written.rfind(b"\n") + 1]
        now = self.record()
        assert not now or now.startswith(whole)


def begin(netlab: Netlab, folder: Path, game: str) -> Match:
    """A match of two people and, where the game needs more, bots."""
    seats = {"rummy": 2}.get(game, games.find(game).seats[-1])
    bots = ("--bots", ",".join(["normal"] * (seats - 2))) if seats > 2 else ()
    words = ("host", game, "--seats", str(seats), *bots, *AUTO, "--name", "Ann")
    host = Program(netlab.a, folder / "host", *words)
    guest = Program(netlab.b, folder / "guest", "join", host.event("room", within=60)["link"], *AUTO, "--name", "Bob")
    return Match(netlab, folder, game, host, guest)


def kills(seed: int, number: int) -> Iterator[int]:
    """After how many lines of the record a host is killed."""
    rng = Random(seed)
    lines = 0
    for _ in range(number):
        lines += rng.randrange(5, 25)
        yield lines


def ends_well(match: Match) -> None:
    """Both programs and the record agree on the result, and nothing is left that could be resumed."""
    over = match.host.event("over", within=LONGEST_MATCH)
    assert match.guest.event("over", within=60)["totals"] == over["totals"]
    assert (match.host.exit_status(60), match.guest.exit_status(60)) == (0, 0)
    (record,) = (match.folder / "host" / "history").glob("*.record")
    assert over["totals"] == list(read(record.read_bytes()).finish().totals)
    assert list((match.folder / "host" / "tables").iterdir()) == []
    assert len(list(lines_of(record.read_bytes()))) > 10


@pytest.mark.timeout(600)  # twelve programs at once on a machine that may have much else to do
def test_a_killed_host_goes_on_in_every_game(netlab: Netlab, tmp_path: Path) -> None:
    """Six matches at once, each of whose hosts is killed once."""
    matches = [begin(netlab, tmp_path / game, game) for game in games.GAMES]
    written = [match.kill_at(next(kills(number, 1))) for number, match in enumerate(matches)]
    for match, lines in zip(matches, written, strict=True):
        if lines is not None:
            match.restart(lines)
    for match in matches:
        ends_well(match)


def test_a_result_that_nobody_had_heard_is_told_to_all(netlab: Netlab, tmp_path: Path) -> None:
    """The host dies when the last input is on the disk and nothing was sent yet."""
    host = Program(netlab.a, tmp_path / "host", "host", "dice-capture", "--json", "--name", "Ann")
    guest = Program(
        netlab.b, tmp_path / "guest", "join", host.event("room", within=60)["link"], "--json", "--name", "Bob"
    )
    host.act(host.event("prompt")["legal"][0])
    guest.event("prompt")
    host.kill()
    (record,) = (tmp_path / "host" / "tables").glob("*/*.record")
    with record.open("ab") as file:
        file.write(b"table end\n")
    host = Program(netlab.a, tmp_path / "host", "host", "--resume", "--json")
    over = host.event("over")
    assert guest.event("over", within=60) == over
    assert (host.exit_status(60), guest.exit_status(60)) == (0, 0)
    assert len(list((tmp_path / "host" / "history").iterdir())) == 1


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", games.GAMES)
def test_a_host_that_is_killed_ten_times_goes_on(netlab: Netlab, tmp_path: Path, game: str) -> None:
    """In one match; the guest stays and comes back each time."""
    match = begin(netlab, tmp_path, game)
    for inputs in kills(7, 10):
        written = match.kill_at(inputs)
        if written is None:
            break
        match.restart(written)
    ends_well(match)
