"""A host's journal: its table and the record of the running match, on the disk before anybody is told.

``tables/<room>/table.json`` says who sits where and what lets the room be opened again; ``0001.record`` is the pure
record (RECORDS.md) of the running match. A match that is over moves to the history. Leaving a table on purpose removes
what could resume it: the journal is for crashes only.
"""

import asyncio
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

import filelock
import msgspec

from engine.errors import EngineError
from engine.inputs import Input
from engine.record import Record, lines_of, read
from p2p.history import History
from p2p.saved_table import SavedTable
from p2p.state_folder import (
    StateError,
    make_folder,
    naming_the_file,
    read_whole,
    sync_folder,
    why_not_written,
    write_whole,
)

TABLE: Final = "table.json"
REPAIRED: Final = "The last line of the record was cut short by the crash and left out; nobody had been told of it."
_STAYS: Final = "So the table will be offered again, as it was when it could last be written down."
_LIFE_SHOWN_EVERY: Final = 20.0
_LOCK: Final = "lock"
_ALONE: Final = "alone"
"""What the names begin with that journals have of tables which nobody else can join; rooms have capitals."""
_RECORDS: Final = "*.record"


class TableFile(msgspec.Struct, frozen=True):
    """All that a host needs to open the same room again.

    Attributes:
        server: the signaling server's URL; ``None`` for the one inside the host's own program.
        code_secret: the part of the short code that the server never sees.
        link_secret: the secret of the invite link.
        wrong_guesses: at the present short code.
        own_token: what proves the seat of the player at the host's own machine.
        alone: whether nobody else can join; then there is neither server nor code.
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
    alone: bool = False


@dataclass(frozen=True)
class Resumed:
    """A table as it was written down.

    Attributes:
        inputs: of the match that was going on.
        names: of those who began it, by seat.
        repaired: whether a torn last line was cut off its record; nobody had been told of it.
        record: of that match, as it is on the disk.
        finished: the record of the last match that ended at the table, as far as the history has it.
    """

    file: TableFile
    inputs: list[Input] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    repaired: bool = False
    record: bytes = b""
    finished: bytes = b""


class Journal:
    """The folder of one table, held by one program at a time.

    Args:
        state: the state folder.
        room: the room's name.
        kept: false for a host who plays without a journal: then nothing is written, and nothing can fail.

    Raises:
        StateError: from every method, where the disk does not do what it should; one sentence that names the file.
            What was to be written is then not there, not even in part, and can be written again.

    Attributes:
        record_path: of the last match that was begun; in the history once it is over.
    """

    def __init__(self, state: Path, room: str, *, kept: bool = True) -> None:
        if not room.isalnum():
            raise StateError(f'"{room}" is not the name of a room.')
        self.room = room
        self.folder = tables_folder(state) / room
        self.record_path: Path | None = None
        self._kept = kept
        self._outdated = False
        """Whether what is on the disk is older than what was played, because it could not be deleted."""
        self._history = History(state)
        self._record: _RecordFile | None = None
        self._number = 0
        self._lock: filelock.BaseFileLock | None = None
        if kept:
            self._hold()

    def _hold(self) -> None:
        make_folder(self.folder)
        lock = filelock.FileLock(self.folder / _LOCK, timeout=0)
        with naming_the_file(self.folder):
            try:
                lock.acquire()
            except filelock.Timeout as error:
                raise StateError(f"Another program holds the table in {self.folder}.") from error
        self._lock = lock

    # --- writing

    def save(self, file: TableFile) -> None:
        """Write the table down."""
        if self._kept:
            write_whole(self.folder / TABLE, file)

    def open_record(self, number: int, header: Sequence[str]) -> None:
        """Begin the record of a match; of a journal that was given up, try whether it can be kept again."""
        self._close_record()
        path = self.folder / record_name(number)
        if self._kept:
            self._begin(path, header)
        elif self._lock and why_not_written(self.folder) is None:
            with suppress(StateError):
                self.forget()
                self._begin(path, header)
                self._kept = True
        self._number = number

    def _begin(self, path: Path, header: Sequence[str]) -> None:
        record = _RecordFile(path, new=True)
        try:
            record.append("".join(f"{line}\n" for line in header).encode())
        except StateError:
            record.close()
            raise
        self._record, self.record_path = record, path
        sync_folder(self.folder)

    def append(self, line: str) -> None:
        """Write a line of the open record down to the disk."""
        if not self._kept:
            return
        if self._record is None:
            raise StateError(f"No record is open in {self.folder}.")
        self._record.append(f"{line}\n".encode())

    def finish_record(self) -> None:
        """The match is over, and the table says so on the disk: the record moves to the history."""
        self._close_record()
        if self._kept and self.record_path:
            self.record_path = self._history.take(self.record_path, self.room, self._number)

    def show_life(self) -> None:
        """Tell, for after a crash, that the program has lived until now; or try again to delete what is outdated."""
        if self._kept:
            with naming_the_file(self.folder):
                os.utime(self.folder / TABLE)
        elif self._outdated:
            self.forget()

    def give_up(self) -> None:
        """Write nothing more of this match: the table goes on without a journal, and nothing can resume it.

        What cannot be deleted now, because the disk takes not even that, goes as soon as it can be.
        """
        self._kept, self._outdated, self.record_path = False, self._kept or self._outdated, None
        with suppress(StateError):
            self.forget()

    def close(self) -> None:
        """Let go of the table; it can be resumed, unless it was forgotten."""
        self._close_record()
        if self._lock:
            self._lock.release()
            with suppress(OSError):
                if not (self.folder / TABLE).exists():
                    (self.folder / _LOCK).unlink(missing_ok=True)
                    self.folder.rmdir()

    def forget(self) -> None:
        """The table is over on purpose, or not written down any more: nothing resumes it."""
        self._close_record()
        if not (self._kept or self._outdated):
            return
        try:
            with naming_the_file(self.folder):
                (self.folder / TABLE).unlink(missing_ok=True)
                for path in self.folder.glob(_RECORDS):
                    path.unlink()
                sync_folder(self.folder)
        except StateError as error:
            if self._outdated:
                raise StateError(f"{error} {_STAYS}") from error
            raise
        self._outdated = False

    # --- after a crash

    def resume(self) -> Resumed:
        """The table as it was written down, and the running match's record, open to go on.

        A last line without its end was torn by the crash: it is cut off. Any other fault is refused, and named
        with its line; nothing is loaded in part.
        """
        self._close_record()
        file = read_whole(self.folder / TABLE, TableFile)
        if file.room != self.room:
            raise StateError(f"{self.folder / TABLE} is damaged: it is about another room.")
        self._number = file.table.matches
        path = self.folder / record_name(self._number)
        if not file.table.playing:
            self._sweep(running=None)
            return Resumed(file, finished=self._last_finished(file.table))
        self.record_path = path
        with naming_the_file(path):
            data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        inputs, names = _read_record(path, whole, file.table)
        self._sweep(running=path)
        self._record = _RecordFile(path, length=len(whole))
        finished = self._last_finished(file.table)
        return Resumed(file, inputs, names, repaired=len(whole) < len(data), record=whole, finished=finished)

    @contextmanager
    def naming_damage(self) -> Iterator[None]:
        """Turn what is wrong with a table that was written down, and shows when it is opened, into a `StateError`."""
        try:
            yield
        except (EngineError, LookupError, ValueError) as error:
            what = str(error).rstrip(".")
            raise StateError(f"{self.folder / TABLE} is damaged: no table can be made of it ({what}).") from error

    def _last_finished(self, table: SavedTable) -> bytes:
        """The record of the match before the running one; what cannot be read keeps nobody from going on."""
        with suppress(OSError):
            path = self._history.latest_of(self.room, table.matches - table.playing)
            return path.read_bytes() if path else b""
        return b""

    def _sweep(self, running: Path | None) -> None:
        """Clear away what a crash between two steps left: a finished record that had not moved, or one just begun."""
        for path in self.folder.glob(_RECORDS):
            if path != running:
                with naming_the_file(path), suppress(EngineError):
                    if read(path.read_bytes()).finish().ending:
                        self._history.take(path, self.room, int(path.stem) if path.stem.isdecimal() else 0)
                    else:
                        path.unlink()

    def _close_record(self) -> None:
        record, self._record = self._record, None
        if record:
            record.close()


class _RecordFile:
    """An open record: what `append` has written is on the disk, and what it could not write is not in the file.

    Args:
        new: whether to make it; else it goes on behind its first ``length`` bytes.
    """

    def __init__(self, path: Path, *, new: bool = False, length: int = 0) -> None:
        self._path = path
        self._length = length
        with naming_the_file(path):
            self._file = path.open("wb" if new else "r+b", buffering=0)
            self._file.truncate(length)
            self._file.seek(length)

    def append(self, data: bytes) -> None:
        with naming_the_file(self._path):
            try:
                rest = memoryview(data)
                while rest:
                    rest = rest[self._file.write(rest) :]
                os.fsync(self._file.fileno())
            except OSError:
                with suppress(OSError):
                    self._file.truncate(self._length)
                    self._file.seek(self._length)
                raise
        self._length += len(data)

    def close(self) -> None:
        with naming_the_file(self._path):
            self._file.close()


async def show_life(journal: Journal) -> None:
    """Show, until cancelled, that the program lives, so that it can be told after a crash when that was."""
    while True:
        await asyncio.sleep(_LIFE_SHOWN_EVERY)
        with suppress(StateError):
            journal.show_life()


def record_name(number: int) -> str:
    """The file name of a match's record."""
    return f"{number:04}.record"


def name_for_alone(state: Path) -> str:
    """What the journal of a table is called that nobody else can join: a name that no other such table has."""
    folder = tables_folder(state)
    return next(name for number in count(1) if not _is_there(folder / (name := f"{_ALONE}{number}")))


def _is_there(path: Path) -> bool:
    """Whether something is known to be there; where nobody may look, whoever writes there is told why not."""
    try:
        return path.exists()
    except OSError:
        return False


def tables_folder(state: Path) -> Path:
    """Where the journals of all tables are."""
    return state / "tables"


def is_alone(room: str) -> bool:
    """Whether it is the name of a table that nobody else can join."""
    return room.startswith(_ALONE)


def written_tables(state: Path, *, alone: bool) -> list[str]:
    """The rooms of the journals that are there, whatever state they are in, the latest first."""
    found = [path for path in tables_folder(state).glob(f"*/{TABLE}") if is_alone(path.parent.name) == alone]
    return [path.parent.name for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)]


def last_life(folder: Path) -> float:
    """When the program that held a journal's folder last lived, as far as its files tell; seconds since the epoch."""
    files = [folder / TABLE, *folder.glob(_RECORDS)]
    return max((path.stat().st_mtime for path in files if path.exists()), default=0.0)


def _read_record(path: Path, data: bytes, table: SavedTable) -> tuple[list[Input], dict[int, str]]:
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
    return inputs, record.header.names if record.header else {}
