"""How often a room code has failed from here (PROTOCOL.md, Guesses).

A guest shows its proof to whoever answers, so each failure may have been a guess of somebody in the middle. A program
that forgot them at its end would let him guess once for each time that somebody impatient starts it again.
"""

from pathlib import Path
from typing import Final

import msgspec

from p2p.state_folder import StateError, locked, read_whole, write_whole

_FILE: Final = "tries.json"
_MOST: Final = 100


class _Failed(msgspec.Struct, frozen=True):
    """The failures of the latest code of a room."""

    code_secret: str
    count: int


class _Kept(msgspec.Struct, frozen=True):
    """The file: failures by server and room, the latest last."""

    rooms: dict[str, _Failed]


class CodeTries:
    """The failures of one code, for all programs of one user.

    Args:
        state: the state folder.
        server: URL of the signaling server.
        room: the room's name.
        code_secret: the secret symbols of the code. Another code of the same room starts anew.
    """

    def __init__(self, state: Path, server: str, room: str, code_secret: str) -> None:
        self._path = state / _FILE
        self._room = f"{server.rstrip('/')} {room}"
        self._code_secret = code_secret

    @property
    def failed(self) -> int:
        """How many there were; a damaged file counts as empty."""
        kept = self._read().get(self._room)
        return kept.count if kept and kept.code_secret == self._code_secret else 0

    def add(self, failures: int) -> None:
        """Write down that there were more; raises `StateError` if that cannot be done."""
        if failures:
            with locked(self._path):
                latest = _Failed(self._code_secret, self.failed + failures)
                rooms = [(room, kept) for room, kept in self._read().items() if room != self._room]
                write_whole(self._path, _Kept(dict([*rooms, (self._room, latest)][-_MOST:])))

    def _read(self) -> dict[str, _Failed]:
        try:
            return read_whole(self._path, _Kept).rooms
        except StateError:
            return {}
