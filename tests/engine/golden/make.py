"""Makes the golden records anew: ``python -m tests.engine.golden.make``.

One random match for every game, number of seats and choice of options, with what the table may report, and beside it
the SHA-256 of what ``peerdeck replay --trace`` prints for it. Look at the difference before you commit it: it says
that a match that was played before would be judged otherwise now.
"""

import hashlib
import json
from pathlib import Path
from typing import Final

from engine.games import GAMES
from engine.inputs import Happening
from engine.record import Record, lines_of, write, write_header, write_input
from engine.state import state_of
from tests.engine.contract.playing import Playthrough, Table, play, tables_of

FOLDER: Final = Path(__file__).parent
CAP: Final = 400
"""After how many inputs a match that need not end by itself is closed."""

REPORTED: Final = {Happening.HIDE: 0.1, Happening.CLOSE: 0.2, Happening.SIT: 0.4, Happening.LEAVE: 0.001}

TABLES: Final = [table for game in GAMES.values() for table in tables_of(game)]


def record_of(table: Table) -> Path:
    """Where the table's record is kept."""
    return FOLDER / f"{table}.record"


def digest_of(table: Table) -> Path:
    """Where the digest of its trace is kept."""
    return FOLDER / f"{table}.trace"


def text_of(played: Playthrough) -> str:
    """The match as a record file."""
    table = played.table
    header = write_header(table.game, table.seats, dict(table.options))
    return write(header, [write_input(table.game, given) for given in played.inputs])


def trace_of(data: bytes) -> str:
    """What ``peerdeck replay --trace`` prints for a record."""
    record = Record()
    states = [json.dumps(state_of(record.finish(), done)) for line in lines_of(data) if (done := record.feed(line))]
    return "".join(f"{state}\n" for state in states)


def digest(trace: str) -> str:
    """The SHA-256 of a trace."""
    return hashlib.sha256(trace.encode()).hexdigest()


def longest_of_a_few(table: Table) -> Playthrough:
    """The longest of a few matches, since a match may end at once when a player leaves."""
    return max((play(table, seed, CAP, REPORTED) for seed in range(8)), key=lambda played: len(played.inputs))


def make() -> None:
    """Write all records and digests."""
    for table in TABLES:
        text = text_of(longest_of_a_few(table))
        record_of(table).write_text(text, encoding="utf-8", newline="\n")
        digest_of(table).write_text(f"{digest(trace_of(text.encode()))}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    make()
