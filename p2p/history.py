"""The matches that were played here: their records, to be replayed. The oldest go when there are too many.

``history/20261130-201500-K7QX-1.record`` is a pure record (RECORDS.md): the time (UTC) of its last line, the room, and
the number of the match there.
"""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from p2p.state_folder import StateError, make_folder, naming_the_file, sync_folder

MOST_KEPT: Final = 500
"""Records; a long match of Call takes 30 kB."""
_SUFFIX: Final = ".record"
_STAMP: Final = "%Y%m%d-%H%M%S"


class History:
    """The records of finished matches in a state folder.

    Raises:
        StateError: from every method, where the disk does not do what it should; one sentence that names the file.
    """

    def __init__(self, state: Path) -> None:
        self.folder = state / "history"

    def take(self, record: Path, room: str, number: int) -> Path:
        """Move the record of a finished match here.

        Returns:
            Where it is now.
        """
        make_folder(self.folder)
        with naming_the_file(record):
            finished = datetime.fromtimestamp(record.stat().st_mtime, UTC)
            name = f"{finished:{_STAMP}}-{room}-{number}"
            there = self.folder / f"{name}{_SUFFIX}"
            tries = 1
            while there.exists():  # another match of that room, number and second
                tries += 1
                there = self.folder / f"{name}-{tries}{_SUFFIX}"
            record.replace(there)
            sync_folder(self.folder)
            for old in self.records()[MOST_KEPT:]:
                old.unlink(missing_ok=True)
        return there

    def records(self) -> list[Path]:
        """All records, the latest first."""
        with naming_the_file(self.folder), suppress(FileNotFoundError):
            records = [path for path in self.folder.iterdir() if path.suffix == _SUFFIX]
            return sorted(records, key=lambda path: path.name, reverse=True)
        return []

    def latest_of(self, room: str, number: int) -> Path | None:
        """The latest record of a match of that number in a room; ``None`` if there is none."""
        wanted = [room, str(number)]
        return next((path for path in self.records() if path.stem.split("-")[2:4] == wanted), None)

    def find(self, name: str) -> Path | None:
        """The record of that name, or of that number, where 1 is the latest; ``None`` if there is none."""
        records = self.records()
        if name.isdecimal() and len(name) <= len(str(MOST_KEPT)):
            number = int(name)
            return records[number - 1] if 1 <= number <= len(records) else None
        return next((path for path in records if path.stem == name), None)


def finished_at(record: Path) -> datetime:
    """When the match ended, in local time, as its name tells.

    Raises:
        StateError: it is not the name of a record of the history.
    """
    try:
        stamp = "-".join(record.stem.split("-")[:2])
        return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC).astimezone()
    except ValueError as error:
        raise StateError(f"{record} does not tell when its match was played.") from error
