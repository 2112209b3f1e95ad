"""Matches that were played before are judged as they were: golden records (made by `tests.engine.golden.make`)."""

from pathlib import Path

import pytest

from engine.record import Record, lines_of, write_input
from p2p.cli import main
from tests.engine.contract.playing import Table
from tests.engine.golden.make import FOLDER, TABLES, digest, digest_of, record_of, trace_of

at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@at_every_table
def test_a_golden_record_is_judged_as_it_was(table: Table) -> None:
    """Every state of the trace is the same, byte by byte."""
    trace = trace_of(record_of(table).read_bytes())
    assert digest(trace) == digest_of(table).read_text(encoding="utf-8").strip()


@at_every_table
def test_a_golden_record_is_a_whole_match_in_canonical_text(table: Table) -> None:
    """Written again, each input is the line that it came from; the match is over after the last."""
    record = Record()
    for line in lines_of(record_of(table).read_bytes()):
        done = record.feed(line)
        if done:
            assert write_input(table.game, done.given) == done.text
    match = record.finish()
    assert (match.game, match.seats, dict(match.options)) == (table.game, table.seats, dict(table.options))
    assert match.ending is not None


def test_every_game_seat_and_option_has_a_golden_record_and_no_other_lies_about() -> None:
    """A new game or option fails here until the records are made anew."""
    kept = {path for path in FOLDER.iterdir() if path.suffix in {".record", ".trace"}}
    assert kept == {path for table in TABLES for path in (record_of(table), digest_of(table))}


def test_the_command_prints_the_trace_that_the_digests_are_of(capsys: pytest.CaptureFixture[str]) -> None:
    """``peerdeck replay --trace``."""
    path: Path = record_of(TABLES[0])
    assert main(["replay", str(path), "--trace"]) == 0
    assert capsys.readouterr().out == trace_of(path.read_bytes())
