"""What a guest keeps of the tables it sat at: the token that brings it back to its seat."""

from pathlib import Path
from typing import Final

import msgspec

from p2p.state_folder import StateError, make_folder, read_whole, write_whole

_FILE: Final = "tokens.json"
_MOST: Final = 100


class KeptSeat(msgspec.Struct, frozen=True):
    """A seat at a table, and what proves it."""

    seat: int
    token: str


class _Kept(msgspec.Struct, frozen=True):
    """The file: seats by server and room, the latest last."""

    seats: dict[str, KeptSeat]


class SeatTokens:
    """The file of tokens in a state folder."""

    def __init__(self, state: Path) -> None:
        self._path = state / _FILE

    def find(self, server: str, room: str) -> KeptSeat | None:
        """The seat kept for a room; a damaged file counts as empty, since the code still lets one in."""
        return self._read().get(_key(server, room))

    def keep(self, server: str, room: str, seat: KeptSeat) -> None:
        """Keep a seat; raises `StateError`."""
        seats = self._read()
        seats.pop(_key(server, room), None)
        seats[_key(server, room)] = seat
        self._write(seats)

    def forget(self, server: str, room: str) -> None:
        """The seat is no longer ours; raises `StateError`."""
        seats = self._read()
        if seats.pop(_key(server, room), None):
            self._write(seats)

    def _read(self) -> dict[str, KeptSeat]:
        try:
            return dict(read_whole(self._path, _Kept).seats)
        except StateError:
            return {}

    def _write(self, seats: dict[str, KeptSeat]) -> None:
        make_folder(self._path.parent)
        write_whole(self._path, _Kept(dict(list(seats.items())[-_MOST:])))


def _key(server: str, room: str) -> str:
    return f"{server.rstrip('/')} {room}"
