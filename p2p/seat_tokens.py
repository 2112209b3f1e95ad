"""What a guest keeps of the tables it sat at: the token that brings it back to its seat."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import filelock
import msgspec

from p2p.state_folder import StateError, make_folder, naming_the_file, read_whole, write_whole

_FILE: Final = "tokens.json"
_MOST: Final = 100
_WAIT: Final = 5.0
"""Seconds to wait for another program that is writing the file just now."""


class KeptSeat(msgspec.Struct, frozen=True):
    """A seat at a table, and what proves it."""

    seat: int
    token: str


class _Kept(msgspec.Struct, frozen=True):
    """The file: seats by server and room, the latest last."""

    seats: dict[str, KeptSeat]


class SeatTokens:
    """The file of tokens in a state folder; several programs may use it at the same time.

    Raises:
        StateError: from `keep` and `forget`, where the file cannot be written; the seats kept so far stay.
    """

    def __init__(self, state: Path) -> None:
        self._path = state / _FILE

    def find(self, server: str, room: str) -> KeptSeat | None:
        """The seat kept for a room; a damaged file counts as empty, since the code still lets one in."""
        return self._read().get(_key(server, room))

    def keep(self, server: str, room: str, seat: KeptSeat) -> None:
        """Keep a seat, instead of the one kept for the same room."""
        with self._locked():
            seats = self._read()
            seats.pop(_key(server, room), None)
            seats[_key(server, room)] = seat
            self._write(seats)

    def forget(self, server: str, room: str) -> None:
        """The seat is no longer ours."""
        with self._locked():
            seats = self._read()
            if seats.pop(_key(server, room), None):
                self._write(seats)

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        make_folder(self._path.parent)
        lock = filelock.FileLock(self._path.with_name(f"{_FILE}.lock"), timeout=_WAIT)
        with naming_the_file(self._path), lock:
            yield

    def _read(self) -> dict[str, KeptSeat]:
        try:
            return dict(read_whole(self._path, _Kept).seats)
        except StateError:
            return {}

    def _write(self, seats: dict[str, KeptSeat]) -> None:
        write_whole(self._path, _Kept(dict(list(seats.items())[-_MOST:])))


def _key(server: str, room: str) -> str:
    return f"{server.rstrip('/')} {room}"
