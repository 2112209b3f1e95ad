"""The history of finished matches: where records move, how they are named and found, and how many are kept."""

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.record import read
from p2p import history
from p2p.history import History, finished_at
from p2p.journal import Journal
from p2p.state_folder import StateError
from tests.p2p.test_journal import ROOM, saved, table_file, written

WHEN = datetime(2026, 11, 30, 20, 15, 3, tzinfo=UTC)


def record(folder: Path, text: str = "record 1\n", when: datetime = WHEN) -> Path:
    """A record that was written last at a time."""
    path = folder / "0001.record"
    path.write_text(text, encoding="utf-8")
    os.utime(path, (when.timestamp(), when.timestamp()))
    return path


def test_a_record_moves_under_a_name_that_tells_when_and_where_it_was_played(tmp_path: Path) -> None:
    """Two of the same second, room and number do not overwrite each other."""
    history = History(tmp_path)
    first = history.take(record(tmp_path, "first"), ROOM, 1)
    second = history.take(record(tmp_path, "second"), ROOM, 1)
    assert [path.stem for path in (first, second)] == ["20261130-201503-K7QX-1", "20261130-201503-K7QX-1-2"]
    assert [path.read_text(encoding="utf-8") for path in (first, second)] == ["first", "second"]
    assert not (tmp_path / "0001.record").exists()
    assert finished_at(first) == WHEN
    with pytest.raises(StateError, match="does not tell when"):
        finished_at(tmp_path / "0001.record")


def test_the_latest_come_first_and_can_be_found_by_number_or_name(tmp_path: Path) -> None:
    """Number 1 is the latest; a name of something else finds nothing."""
    history = History(tmp_path)
    assert history.records() == []
    assert history.find("1") is None
    old = history.take(record(tmp_path), "AAAA", 2)
    new = history.take(record(tmp_path, when=WHEN.replace(year=2027)), "AAAA", 1)
    assert history.records() == [new, old]
    assert [history.find(name) for name in ("1", "2", old.stem)] == [new, old, old]
    assert [history.find(name) for name in ("0", "3", "-1", "9999999", "../0001")] == [None] * 5


def test_only_so_many_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest go."""
    monkeypatch.setattr(history, "MOST_KEPT", 3)
    kept = History(tmp_path)
    for number in range(5):
        kept.take(record(tmp_path, when=WHEN.replace(second=number)), ROOM, number)
    assert [path.stem[-1] for path in kept.records()] == ["4", "3", "2"]


# --- how matches come there


def test_a_finished_match_moves_and_the_next_one_has_a_record_of_its_own(tmp_path: Path) -> None:
    """The journal's folder holds the running match only."""
    with closing(Journal(tmp_path, ROOM)) as journal:
        journal.open_record(1, ["record 1", "game dice-capture", "seats 2"])
        journal.append("table end")
        journal.finish_record()
        path = journal.record_path
        assert path
        assert path.parent == tmp_path / "history"
        assert read(path.read_bytes()).finish().ending
        journal.open_record(2, ["record 1"])
        assert sorted(found.name for found in journal.folder.iterdir()) == ["0002.record", "lock"]


def test_a_crash_before_the_move_loses_no_match(tmp_path: Path) -> None:
    """The table says that it is over: the record moves when the table is opened again."""
    path, lines = written(tmp_path)
    path.write_text("".join(f"{line}\n" for line in [*lines, "table end"]), encoding="utf-8")
    with closing(Journal(tmp_path, ROOM)) as journal:
        journal.save(table_file(saved(playing=False)))
        assert journal.resume().inputs == []
        assert not path.exists()
        (moved,) = History(tmp_path).records()
        assert read(moved.read_bytes()).finish().ending


def test_a_crash_before_the_table_says_that_it_plays_leaves_no_rubbish(tmp_path: Path) -> None:
    """A record that holds nothing but its header, and was never told of, is no match; one that is damaged is left."""
    with closing(Journal(tmp_path, ROOM)) as journal:
        journal.save(table_file(saved(playing=False)))
        journal.open_record(2, ["record 1", "game dice-capture", "seats 2"])
        (journal.folder / "0003.record").write_text("nonsense\n", encoding="utf-8")
        journal.resume()
        assert sorted(path.name for path in journal.folder.iterdir()) == ["0003.record", "lock", "table.json"]
    assert History(tmp_path).records() == []
