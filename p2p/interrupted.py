"""The tables that a crash interrupted and that may go on: what is offered, once, to whom starts the program again.

Leaving a table on purpose leaves nothing to offer. Xing is for one sitting, and so are tables of one person with bots
(RULES.md §1.8): they may go on only for a quarter of an hour.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import games
from engine.errors import EngineError
from p2p.journal import TABLE, Journal, TableFile, last_life, tables_folder
from p2p.state_folder import StateError, read_whole

SHORT: Final = 15 * 60.0
"""Seconds after a crash in which what is for one sitting may go on."""
LONGEST: Final = 30 * 24 * 3600.0
"""Seconds after which nobody comes back to any table."""


@dataclass(frozen=True)
class Interrupted:
    """A table that a crash interrupted.

    Attributes:
        title: of the game.
        people: the names of the other people at the table.
        ago: seconds since its program last lived.
    """

    room: str
    alone: bool
    title: str
    people: tuple[str, ...]
    ago: float

    def sentence(self) -> str:
        """What is offered."""
        company = f" with {' and '.join(self.people)}" if self.people else ""
        return f"A table was interrupted {_how_long_ago(self.ago)}: {self.title}{company}."


def interrupted(state: Path) -> list[Interrupted]:
    """The tables that may go on, the latest first; those that may not any more are given up.

    A table that another program holds is not among them, nor one whose file cannot be read: who asks for it by its room
    is told what is wrong.
    """
    found = []
    for path in tables_folder(state).glob(f"*/{TABLE}"):
        with suppress(StateError, EngineError):
            file = read_whole(path, TableFile)
            table = _described(file, time.time() - last_life(path.parent))
            if not _is_free(state, file.room):
                continue
            if table.ago > _longest(file) or not _worth_it(file):
                give_up(state, file.room)
            else:
                found.append(table)
    return sorted(found, key=lambda table: table.ago)


def give_up(state: Path, room: str) -> None:
    """Delete what could resume a table; raises `StateError` if that cannot be."""
    journal = Journal(state, room)
    try:
        journal.forget()
    finally:
        journal.close()


def _described(file: TableFile, ago: float) -> Interrupted:
    own = file.own_token
    people = [seat.name for seat in file.table.seats if seat.kind == "person" and seat.token != own and seat.name]
    return Interrupted(file.room, file.alone, games.find(file.table.game).title, tuple(people), max(0.0, ago))


def _is_free(state: Path, room: str) -> bool:
    try:
        Journal(state, room).close()
    except StateError:
        return False
    return True


def _longest(file: TableFile) -> float:
    """How long after a crash a table may go on, in seconds."""
    lasting = games.find(file.table.game).lasting and _has_company(file)
    return LONGEST if lasting else SHORT


def _worth_it(file: TableFile) -> bool:
    """Whether there is anything to go on with: a match, or a room whose code or link somebody may have been given."""
    return file.table.playing or not file.alone


def _has_company(file: TableFile) -> bool:
    return sum(seat.kind == "person" for seat in file.table.seats) > 1


def _how_long_ago(seconds: float) -> str:
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            number = int(seconds // size)
            return f"{number} {name}{'' if number == 1 else 's'} ago"
    return "just now"
