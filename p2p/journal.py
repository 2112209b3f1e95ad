"""A host's journal: its table and the record of each match, on the disk before anybody is told.

``tables/<room>/table.json`` says who sits where and what lets the room be opened again; ``0001.record`` … are pure
records (RECORDS.md). Leaving a table on purpose removes ``table.json``: the journal is for crashes only.
"""

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

import filelock
import msgspec

from engine.errors import EngineError
from engine.inputs import Input
from engine.record import Record, lines_of
from p2p.saved_table import SavedTable
from p2p.state_folder import StateError, make_folder, naming_the_file, read_whole, sync_folder, write_whole

_TABLE: Final = "table.json"


class TableFile(msgspec.Struct, frozen=True):
    """All that a host needs to open the same room again.

    Attributes:
        server: the signaling server's URL; ``None`` for the one inside the host's own program.
        code_secret: the part of the short code that the server never sees.
        link_secret: the secret of the invite link.
        wrong_guesses: at the present short code.
        own_token: what proves the seat of the player at the host's own machine.
    """

    room: str
    server: str | None
    port: int
    owner_token: str
    code_secret: str
    link_secret: str
    wrong_guesses: int
    table: SavedTable
    own_token: str = ""


@dataclass(frozen=True)
class Resumed:
    """A table as it was written down.

    Attributes:
        inputs: of the match that was going on.
        repaired: whether a torn last line was cut off its record; nobody had been told of it.
    """

    file: TableFile
    inputs: list[Input]
    repaired: bool


class Journal:
    """The folder of one table, held by one program at a time.

    Args:
        state: the state folder.
        room: the room's name.

    Raises:
        StateError: from every method, where the disk does not do what it should; one sentence that names the file.
    """

    def __init__(self, state: Path, room: str) -> None:
        if not room.isalnum():
            raise StateError(f'"{room}" is not the name of a room.')
        self.folder = state / "tables" / room
        make_folder(self.folder)
        self._lock = filelock.FileLock(self.folder / "lock", timeout=0)
        with naming_the_file(self.folder):
            try:
                self._lock.acquire()
            except filelock.Timeout as error:
                raise StateError(f"Another program holds the table in {self.folder}.") from error
        self._record: BinaryIO | None = None
        self.record_path: Path | None = None

    def matches_kept(self) -> int:
        """The number of the last record: a new table in an old room counts on from there, and overwrites nothing."""
        names = [path.stem for path in self.folder.glob("*.record")]
        return max((int(name) for name in names if name.isdecimal()), default=0)

    def save(self, file: TableFile) -> None:
        """Write the table down."""
        write_whole(self.folder / _TABLE, file)

    def open_record(self, number: int, header: Sequence[str]) -> None:
        """Begin the record of a match."""
        self.close_record()
        self.record_path = self.folder / record_name(number)
        with naming_the_file(self.record_path):
            self._record = self.record_path.open("wb")
            sync_folder(self.folder)
        self._append(header)

    def append(self, line: str) -> None:
        """Write a line of the open record down to the disk."""
        self._append([line])

    def close_record(self) -> None:
        """The match is over, or the program ends."""
        record, self._record = self._record, None
        if record and self.record_path:
            with naming_the_file(self.record_path):
                record.close()

    def close(self) -> None:
        """Let go of the table; it can be resumed."""
        try:
            self.close_record()
        finally:
            self._lock.release()

    def forget(self) -> None:
        """The table is over on purpose: nothing resumes it; its records stay."""
        path = self.folder / _TABLE
        with naming_the_file(path):
            path.unlink(missing_ok=True)
            sync_folder(self.folder)

    def resume(self) -> Resumed:
        """The table as it was written down, and the running match's record, open to go on.

        A last line without its end was torn by the crash: it is cut off. Any other fault is refused, and named
        with its line; nothing is loaded in part.
        """
        self.close_record()
        file = read_whole(self.folder / _TABLE, TableFile)
        if not file.table.playing:
            return Resumed(file, [], repaired=False)
        path = self.record_path = self.folder / record_name(file.table.matches)
        with naming_the_file(path):
            data = path.read_bytes()
            whole = data[: data.rfind(b"\n") + 1]
            inputs = _inputs_of(path, whole, file.table)
            self._record = path.open("r+b")
            self._record.truncate(len(whole))
            self._record.seek(0, os.SEEK_END)
        return Resumed(file, inputs, repaired=len(whole) < len(data))

    def _append(self, lines: Iterable[str]) -> None:
        record = self._record
        if record is None or self.record_path is None:
            raise StateError(f"No record is open in {self.folder}.")
        with naming_the_file(self.record_path):
            record.write("".join(f"{line}\n" for line in lines).encode())
            record.flush()
            os.fsync(record.fileno())


def record_name(number: int) -> str:
    """The file name of a match's record."""
    return f"{number:04}.record"


def resumable(state: Path) -> list[str]:
    """The rooms that a crash left behind, the latest first."""
    found = [path for path in (state / "tables").glob(f"*/{_TABLE}") if path.is_file()]
    return [path.parent.name for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)]


def _inputs_of(path: Path, data: bytes, table: SavedTable) -> list[Input]:
    record = Record()
    inputs = []
    try:
        for line in lines_of(data):
            played = record.feed(line)
            if played:
                inputs.append(played.given)
        match = record.finish()
        options = match.game.new(len(table.seats), table.options).options
    except EngineError as error:
        raise StateError(f"{path} is damaged: {error}") from error
    if (match.game.name, match.seats, match.options) != (table.game, len(table.seats), options):
        raise StateError(f"{path} is damaged: it is the record of another table.")
    return inputs
