"""A bot that thinks, at a table with three people: nobody else waits for it."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.record import read
from p2p.retrace import retrace
from tests.benchmarks.figures import percentile
from tests.network.programs import Program

if TYPE_CHECKING:
    import subprocess

    from tests.network.netlab import Namespace, Netlab

GUEST = Path(__file__).with_name("pinging_guest.py")
PATIENCE = 120.0


def guest(place: Namespace, link: str, name: str, seconds: float) -> subprocess.Popen[str]:
    """A guest that pings all the time."""
    return place.popen([sys.executable, str(GUEST), link, name, str(seconds)], stdout=-1, stderr=-1, text=True)


def evening(netlab: Netlab, folder: Path, seconds: float, bot: str = "hard") -> list[dict[str, Any]]:
    """What two guests measured, at a table with a host and a bot."""
    words = ("twenty-nine", "--bots", bot, "--auto", "normal", "--seed", "1", "--json", "--name", "Ann")
    ann = Program(netlab.a, folder, "host", *words)
    link = ann.event("room", within=PATIENCE)["link"]
    guests = [guest(netlab.b, link, name, seconds) for name in ("Bob", "Cid")]
    told = []
    for each in guests:
        printed, said = each.communicate(timeout=PATIENCE)
        assert (each.returncode, said) == (0, "")
        told.append(json.loads(printed))
    ann.kill()
    return told


def records(folder: Path) -> list[Path]:
    """The records that a host wrote."""
    return list(folder.rglob("*.record"))


def test_others_are_answered_while_a_bot_thinks(netlab: Netlab, tmp_path: Path) -> None:
    """Their pings and their acts; and what the bot did in its process can be retraced from the record."""
    for told in evening(netlab, tmp_path, 12.0):
        assert len(told["took"]) > 20
        assert told["acts"] > 2
        assert told["refused"] == 0
    (record,) = records(tmp_path)
    lines = record.read_text(encoding="utf-8").splitlines()
    assert read(record.read_bytes()).match
    moves = list(retrace(lines))
    assert moves
    assert all(move.chosen == move.played for move in moves)


def processes_of(folder: Path) -> list[str]:
    """The command lines of all processes that keep their state there."""
    marker = f"PEERDECK_STATE={folder}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            if marker in (process / "environ").read_bytes().split(b"\0"):
                found.append((process / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return found


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_no_process_outlives_the_table(netlab: Netlab, tmp_path: Path, ending: signal.Signals) -> None:
    """Neither after Ctrl-C while a bot thinks, which says nothing, nor when the host's program is killed."""
    words = ("twenty-nine", "--bots", "hard,hard,hard", "--json", "--name", "Ann")
    ann = Program(netlab.a, tmp_path, "play", *words)
    deadline = time.monotonic() + PATIENCE
    while not any("bot_worker" in command for command in processes_of(tmp_path)):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    ann.process.send_signal(ending)
    ann.exit_status(PATIENCE)
    while processes_of(tmp_path):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert ann.said == []


@pytest.mark.long
def test_pings_take_no_longer_because_a_bot_thinks(
    netlab: Netlab, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Measured and printed beside a table whose bot does not think; the machine's load is in both."""
    figures = {}
    for bot in ("hard", "normal"):
        folder = tmp_path / bot
        took = [1000 * each for told in evening(netlab, folder, 60.0, bot) for each in told["took"]]
        figures[bot] = took
        with capsys.disabled():
            shown = ", ".join(f"{percent} %: {percentile(took, percent):.1f} ms" for percent in (50, 95, 99, 100))
            print(f"\npings at a table with a {bot} bot: {len(took)}; {shown}")  # noqa: T201  # measured, not asserted
    assert all(len(took) > 200 for took in figures.values())
