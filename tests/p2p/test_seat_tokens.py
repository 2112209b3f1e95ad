"""What a guest keeps of the tables it sat at."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import filelock
import pytest

from p2p import seat_tokens
from p2p.seat_tokens import KeptSeat, SeatTokens
from p2p.state_folder import StateError

SERVER = "https://example.test"


def test_a_seat_is_found_by_server_and_room(tmp_path: Path) -> None:
    """Also by the next program; a slash at the end of the server's address does not matter."""
    SeatTokens(tmp_path / "state").keep(SERVER, "K7QX", KeptSeat(2, "token"))
    kept = SeatTokens(tmp_path / "state")
    assert kept.find(f"{SERVER}/", "K7QX") == KeptSeat(2, "token")
    assert kept.find(SERVER, "K7QZ") is None
    assert kept.find("https://other.test", "K7QX") is None


def test_nothing_is_found_where_nothing_was_kept(tmp_path: Path) -> None:
    """To look makes no file."""
    assert SeatTokens(tmp_path / "state").find(SERVER, "K7QX") is None
    assert list(tmp_path.iterdir()) == []


def test_the_latest_seat_of_a_room_counts(tmp_path: Path) -> None:
    """Whoever changed seats has one token, not two."""
    tokens = SeatTokens(tmp_path)
    tokens.keep(SERVER, "K7QX", KeptSeat(1, "old"))
    tokens.keep(SERVER, "K7QX", KeptSeat(2, "new"))
    assert tokens.find(SERVER, "K7QX") == KeptSeat(2, "new")


def test_a_seat_can_be_forgotten_and_the_others_stay(tmp_path: Path) -> None:
    """To forget what was not kept does no harm."""
    tokens = SeatTokens(tmp_path)
    tokens.keep(SERVER, "K7QX", KeptSeat(1, "a"))
    tokens.keep(SERVER, "K7QZ", KeptSeat(1, "b"))
    tokens.forget(SERVER, "K7QX")
    tokens.forget(SERVER, "K7QX")
    assert tokens.find(SERVER, "K7QX") is None
    assert tokens.find(SERVER, "K7QZ") == KeptSeat(1, "b")


def test_the_hundred_latest_seats_are_kept(tmp_path: Path) -> None:
    """The file does not grow for ever; a seat that is kept again is the latest."""
    tokens = SeatTokens(tmp_path)
    for number in range(100):
        tokens.keep(SERVER, f"R{number}", KeptSeat(0, str(number)))
    tokens.keep(SERVER, "R0", KeptSeat(0, "again"))
    tokens.keep(SERVER, "R100", KeptSeat(0, "100"))
    assert tokens.find(SERVER, "R0") == KeptSeat(0, "again")
    assert tokens.find(SERVER, "R1") is None
    assert tokens.find(SERVER, "R2") == KeptSeat(0, "2")


def test_only_the_owner_may_read_the_tokens(tmp_path: Path) -> None:
    """They are as good as the seat."""
    SeatTokens(tmp_path / "state").keep(SERVER, "K7QX", KeptSeat(1, "a"))
    assert stat.S_IMODE((tmp_path / "state" / "tokens.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


def test_a_damaged_file_counts_as_empty_and_is_replaced(tmp_path: Path) -> None:
    """The code still lets one in."""
    (tmp_path / "tokens.json").write_text("{", encoding="utf-8")
    tokens = SeatTokens(tmp_path)
    assert tokens.find(SERVER, "K7QX") is None
    tokens.keep(SERVER, "K7QX", KeptSeat(1, "a"))
    assert tokens.find(SERVER, "K7QX") == KeptSeat(1, "a")


def test_several_programs_keep_seats_at_the_same_time_and_none_is_lost(tmp_path: Path) -> None:
    """Two friends may play on one machine."""

    def keep(number: int) -> None:
        SeatTokens(tmp_path).keep(SERVER, f"R{number}", KeptSeat(0, str(number)))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(keep, range(40)))
    assert all(SeatTokens(tmp_path).find(SERVER, f"R{number}") for number in range(40))


def test_a_file_that_another_program_does_not_let_go_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while; the wait is shortened here."""
    monkeypatch.setattr(seat_tokens, "_WAIT", 0.01)
    with filelock.FileLock(tmp_path / "tokens.json.lock"), pytest.raises(StateError, match=r"tokens\.json"):
        SeatTokens(tmp_path).keep(SERVER, "K7QX", KeptSeat(1, "a"))


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """One sentence."""
    (tmp_path / "file").touch()
    with pytest.raises(StateError, match="file"):
        SeatTokens(tmp_path / "file").keep(SERVER, "K7QX", KeptSeat(1, "a"))
