"""What a guest keeps of the tables it sat at: the token that brings it back to its seat."""

import contextlib
import hashlib
from pathlib import Path
from typing import Final

import filelock
import msgspec

from p2p.state_folder import StateError, locked, make_folder, naming_the_file, read_whole, write_whole

_FILE: Final = "tokens.json"
_LOCKS: Final = "seats"
_MOST: Final = 100
_MOST_IN_A_ROOM: Final = 8


class KeptSeat(msgspec.Struct, frozen=True):
    """What proves a seat at a table; ``seat`` is the number of the token, its ``key`` (`p2p.messages.Welcome`)."""

    seat: int
    token: str


class _Kept(msgspec.Struct, frozen=True):
    """The file: the seats kept for each server and room, the latest last."""

    seats: dict[str, list[KeptSeat]]


class SeatTokens:
    """The seats at one table that the programs of one user keep. Two friends may play there from one machine.

    A program holds one seat at a time: a lock, which ends with the program, tells others to leave it alone.

    Args:
        state: the state folder.
        server: URL of the signaling server.
        room: the room's name.

    Raises:
        StateError: from `keep` and `forget`, where the files cannot be written; the seats kept so far stay.
    """

    def __init__(self, state: Path, server: str, room: str) -> None:
        self._path = state / _FILE
        self._table = f"{server.rstrip('/')} {room}"
        self._held: KeptSeat | None = None
        self._lock: filelock.BaseFileLock | None = None

    def claim(self) -> KeptSeat | None:
        """The latest seat kept that no other program holds; it is held from now on.

        A damaged file counts as empty, since the code still lets one in.
        """
        for seat in reversed(self._read().get(self._table, [])):
            with contextlib.suppress(StateError):
                if self._hold(seat):
                    return seat
        return None

    def keep(self, seat: KeptSeat) -> None:
        """Keep a seat and hold it, instead of the one held before."""
        self._replace_held([seat])
        self._hold(seat)

    def forget(self) -> None:
        """The seat that is held is no longer ours."""
        self._replace_held([])

    def _replace_held(self, instead: list[KeptSeat]) -> None:
        with locked(self._path):
            seats = self._read()
            others = [seat for seat in seats.pop(self._table, []) if seat != self._held]
            kept = [*others, *instead][-_MOST_IN_A_ROOM:]
            self._write(seats | {self._table: kept} if kept else seats)
        if self._lock:
            self._lock.release()
        self._lock = self._held = None

    def _hold(self, seat: KeptSeat) -> bool:
        """Hold a seat; false if another program does."""
        folder = self._path.parent / _LOCKS
        make_folder(folder)
        # A token is unique and must not be told, so that its digest names the lock.
        lock = filelock.FileLock(folder / hashlib.sha256(seat.token.encode()).hexdigest()[:32], timeout=0)
        with naming_the_file(folder):
            try:
                lock.acquire()
            except filelock.Timeout:
                return False
        self._held, self._lock = seat, lock
        return True

    def _read(self) -> dict[str, list[KeptSeat]]:
        try:
            return dict(read_whole(self._path, _Kept).seats)
        except StateError:
            return {}

    def _write(self, seats: dict[str, list[KeptSeat]]) -> None:
        write_whole(self._path, _Kept(dict(list(seats.items())[-_MOST:])))
