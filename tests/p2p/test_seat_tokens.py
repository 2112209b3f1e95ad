"""What a guest keeps of the tables it sat at."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import filelock
import pytest

from p2p import state_folder
from p2p.seat_tokens import KeptSeat, SeatTokens
from p2p.state_folder import StateError

SERVER = "https://example.test"


def program(state: Path, server: str = SERVER, room: str = "K7QX") -> SeatTokens:
    """What one program keeps of a table; it ends when nobody refers to it any more."""
    return SeatTokens(state, server, room)


def test_the_next_program_finds_the_seat_of_the_same_server_and_room(tmp_path: Path) -> None:
    """A slash at the end of the server's address does not matter."""
    program(tmp_path / "state").keep(KeptSeat(2, "token"))
    assert program(tmp_path / "state", f"{SERVER}/").claim() == KeptSeat(2, "token")
    assert program(tmp_path / "state", room="K7QZ").claim() is None
    assert program(tmp_path / "state", "https://other.test").claim() is None


def test_nothing_is_found_where_nothing_was_kept(tmp_path: Path) -> None:
    """To look makes no file."""
    assert program(tmp_path / "state").claim() is None
    assert list(tmp_path.iterdir()) == []


def test_a_seat_that_another_program_holds_is_left_alone(tmp_path: Path) -> None:
    """Two friends at one machine have a seat each, and each comes back to a seat that is free."""
    ann, bob = program(tmp_path), program(tmp_path)
    ann.keep(KeptSeat(1, "ann"))
    assert bob.claim() is None
    bob.keep(KeptSeat(2, "bob"))
    assert program(tmp_path).claim() is None
    del ann
    assert program(tmp_path).claim() == KeptSeat(1, "ann")


def test_the_latest_free_seat_counts(tmp_path: Path) -> None:
    """Of several that ended, the one that was kept last."""
    ann, bob = program(tmp_path), program(tmp_path)
    ann.keep(KeptSeat(1, "ann"))
    bob.keep(KeptSeat(2, "bob"))
    del ann, bob
    assert program(tmp_path).claim() == KeptSeat(2, "bob")


def test_whoever_changes_seats_keeps_one_seat(tmp_path: Path) -> None:
    """The new one takes the place of the old one."""
    tokens = program(tmp_path)
    tokens.keep(KeptSeat(1, "same"))
    tokens.keep(KeptSeat(2, "same"))
    del tokens
    first, second = program(tmp_path), program(tmp_path)
    assert first.claim() == KeptSeat(2, "same")
    assert second.claim() is None


def test_a_seat_can_be_forgotten_and_the_others_stay(tmp_path: Path) -> None:
    """To forget what was not kept does no harm."""
    here, elsewhere = program(tmp_path), program(tmp_path, room="K7QZ")
    here.keep(KeptSeat(1, "a"))
    elsewhere.keep(KeptSeat(1, "b"))
    here.forget()
    here.forget()
    del elsewhere
    assert program(tmp_path).claim() is None
    assert program(tmp_path, room="K7QZ").claim() == KeptSeat(1, "b")


def test_the_hundred_latest_tables_are_kept(tmp_path: Path) -> None:
    """The file does not grow for ever; a table that is sat at again is the latest."""
    for number in range(100):
        program(tmp_path, room=f"R{number}").keep(KeptSeat(0, str(number)))
    program(tmp_path, room="R0").keep(KeptSeat(0, "again"))
    program(tmp_path, room="R100").keep(KeptSeat(0, "100"))
    assert program(tmp_path, room="R0").claim() == KeptSeat(0, "again")
    assert program(tmp_path, room="R1").claim() is None
    assert program(tmp_path, room="R2").claim() == KeptSeat(0, "2")


def test_only_the_owner_may_read_the_tokens(tmp_path: Path) -> None:
    """They are as good as the seat; the names of the locks do not tell them."""
    program(tmp_path / "state").keep(KeptSeat(1, "a-token"))
    assert stat.S_IMODE((tmp_path / "state" / "tokens.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700
    assert not any("a-token" in path.name for path in (tmp_path / "state").rglob("*"))


def test_a_damaged_file_counts_as_empty_and_is_replaced(tmp_path: Path) -> None:
    """The code still lets one in."""
    (tmp_path / "tokens.json").write_text("{", encoding="utf-8")
    tokens = program(tmp_path)
    assert tokens.claim() is None
    tokens.keep(KeptSeat(1, "a"))
    del tokens
    assert program(tmp_path).claim() == KeptSeat(1, "a")


def test_several_programs_keep_seats_at_the_same_time_and_none_is_lost(tmp_path: Path) -> None:
    """The file is theirs together."""

    def keep(number: int) -> None:
        program(tmp_path, room=f"R{number}").keep(KeptSeat(0, str(number)))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(40)))
    assert all(program(tmp_path, room=f"R{number}").claim() for number in range(40))


def test_a_file_that_another_program_does_not_let_go_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while; the wait is shortened here."""
    monkeypatch.setattr(state_folder, "_WAIT", 0.01)
    with filelock.FileLock(tmp_path / "tokens.json.lock"), pytest.raises(StateError, match=r"tokens\.json"):
        program(tmp_path).keep(KeptSeat(1, "a"))


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """One sentence."""
    (tmp_path / "file").touch()
    with pytest.raises(StateError, match="file"):
        program(tmp_path / "file").keep(KeptSeat(1, "a"))
