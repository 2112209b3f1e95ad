"""Somebody's own bot at a friend's table: the program that the README shows, over real WebRTC."""

from __future__ import annotations

import os
import re
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from engine.record import read
from tests.network.programs import Program

if TYPE_CHECKING:
    import subprocess

    from tests.network.netlab import Namespace, Netlab

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


def program_of_the_readme(folder: Path) -> Path:
    """The README's example of a bot that plays at a friend's table, as a file."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (text,) = (block for block in blocks if "p2p.play(" in block)
    path = folder / "cautious.py"
    path.write_text(text, encoding="utf-8")
    return path


def run(place: Namespace, program: Path, *words: str) -> subprocess.Popen[Any]:
    """Start a Python program, which finds Peerdeck as an installed one would."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PEERDECK_STATE": str(program.parent / "state")}
    return place.popen([sys.executable, str(program), *words], stdout=-1, stderr=-1, text=True, env=environment)


def test_the_bot_of_the_readme_plays_a_match_at_a_friends_table(netlab: Netlab, tmp_path: Path) -> None:
    """It sits down by the link under a name that says what it is, plays to the end and prints the result."""
    words = ("xing", "--bots", "normal,normal", "--auto", "normal", "--seed", "1", "--json", "--name", "Ann")
    ann = Program(netlab.a, tmp_path / "host", "host", *words)
    bot = run(netlab.b, program_of_the_readme(tmp_path), ann.event("room")["link"])
    while (joined := ann.event("joined"))["name"] != "Cautious bot":
        assert joined["name"] in {"Ann", "Bot 1", "Bot 2"}
    over = ann.event("over", within=PATIENCE)
    printed, said = bot.communicate(timeout=PATIENCE)
    assert (bot.returncode, said) == (0, "")
    totals, winners = (tuple(over[key]) for key in ("totals", "winners"))
    assert printed == f"Result(seat=1, ending='won', totals={totals}, winners={winners})\n"
    assert ann.exit_status() == 0
    (record,) = (tmp_path / "host").rglob("*.record")
    assert read(record.read_bytes()).finish().totals == totals


@pytest.mark.long
def test_a_bot_comes_back_to_its_seat_after_the_host_crashed(netlab: Netlab, tmp_path: Path) -> None:
    """The host's program is killed in mid-match and resumed; the bot's goes on by itself, to the same result."""
    words = ("xing", "--bots", "normal,normal", "--json", "--name", "Ann", "--port", "9003")
    ann = Program(netlab.a, tmp_path / "host", "host", *words)
    bot = run(netlab.b, program_of_the_readme(tmp_path), ann.event("room")["link"])
    for _ in range(3):
        ann.act(ann.event("prompt", within=PATIENCE)["legal"][0])
    ann.event("prompt", within=PATIENCE)
    ann.kill()
    ann = Program(netlab.a, tmp_path / "host", "host", "--resume", "--json", "--auto", "normal", "--seed", "1")
    over = ann.event("over", within=PATIENCE)
    printed, said = bot.communicate(timeout=PATIENCE)
    assert (bot.returncode, said) == (0, "")
    assert f"totals={tuple(over['totals'])}" in printed


def test_a_bot_whose_table_is_closed_gets_one_clear_error(netlab: Netlab, tmp_path: Path) -> None:
    """There was no match, and so there is no result."""
    ann = Program(netlab.a, tmp_path / "host", "host", "xing", "--json", "--name", "Ann")
    bot = run(netlab.b, program_of_the_readme(tmp_path), ann.event("room")["link"])
    while ann.event("joined")["name"] != "Cautious bot":
        pass
    ann.process.send_signal(signal.SIGINT)
    _, said = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 1
    assert said.splitlines()[-1].startswith("p2p.bot_guest.TableLeft: ")
