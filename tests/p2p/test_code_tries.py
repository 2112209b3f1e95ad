"""Failures of a room code outlive the program that saw them."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from p2p.code_tries import CodeTries
from p2p.state_folder import StateError

SERVER = "http://cards.example/"


def tries(state: Path, room: str = "K7QX", code_secret: str = "M4T", server: str = SERVER) -> CodeTries:
    """As a program that was just started has them."""
    return CodeTries(state, server, room, code_secret)


def test_failures_add_up_over_programs(tmp_path: Path) -> None:
    """However the address of the server is written; no failure changes nothing and writes nothing."""
    tries(tmp_path).add(0)
    assert list(tmp_path.iterdir()) == []
    tries(tmp_path).add(1)
    tries(tmp_path, server=SERVER.rstrip("/")).add(2)
    assert tries(tmp_path).failed == 3


def test_each_code_has_its_own(tmp_path: Path) -> None:
    """Other rooms and servers are not touched; a new code of the same room starts anew, the old one is forgotten."""
    tries(tmp_path).add(2)
    tries(tmp_path, room="QQQQ").add(1)
    assert tries(tmp_path, server="http://other.example/").failed == 0
    tries(tmp_path, code_secret="XXX").add(1)
    assert [tries(tmp_path, code_secret=secret).failed for secret in ("XXX", "M4T")] == [1, 0]
    assert tries(tmp_path, room="QQQQ").failed == 1


def test_a_hundred_rooms_are_remembered(tmp_path: Path) -> None:
    """The latest."""
    for number in range(101):
        tries(tmp_path, room=f"R{number}").add(1)
    tries(tmp_path, room="R1").add(1)
    tries(tmp_path, room="R101").add(1)
    assert [tries(tmp_path, room=f"R{number}").failed for number in (0, 1, 2, 3, 101)] == [0, 2, 0, 1, 1]


def test_programs_that_fail_at_the_same_time_are_all_counted(tmp_path: Path) -> None:
    """The file is theirs together."""
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: tries(tmp_path).add(1), range(40)))
    assert tries(tmp_path).failed == 40


def test_a_damaged_file_counts_as_empty(tmp_path: Path) -> None:
    """And is replaced by the next failure."""
    (tmp_path / "tries.json").write_text("{")
    assert tries(tmp_path).failed == 0
    tries(tmp_path).add(1)
    assert tries(tmp_path).failed == 1


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """One sentence."""
    (tmp_path / "file").touch()
    with pytest.raises(StateError, match="file"):
        tries(tmp_path / "file").add(1)
