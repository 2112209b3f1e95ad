"""What a crash leaves behind, and which of it may go on for how long."""

import os
import time
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import games
from p2p.interrupted import LONGEST, SHORT, Interrupted, give_up, interrupted
from p2p.journal import Journal, TableFile, is_alone, name_for_alone, written_tables
from p2p.saved_table import SavedSeat, SavedTable
from p2p.state_folder import StateError
from p2p.tokens import new_token

OWN = SavedSeat("person", "Ann", new_token())
BOB = SavedSeat("person", "Bob", new_token())
BOT = SavedSeat("bot", "Bot 1", None, "random")


def crashed(state: Path, room: str, table: SavedTable, ago: float = 60) -> None:
    """A table whose program has ended without a word."""
    file = TableFile(room, None, 0, new_token(), "M4T", new_token(), 0, table, OWN.token or "", alone=is_alone(room))
    with closing(Journal(state, room)) as journal:
        journal.save(file)
        if table.playing:
            journal.open_record(table.matches, ["record 1", f"game {table.game}", f"seats {len(table.seats)}"])
        then = time.time() - ago
        for path in (*journal.folder.glob("*.record"), journal.folder / "table.json"):
            os.utime(path, (then, then))


def table(game: str = "dice-capture", *others: SavedSeat, playing: bool = True) -> SavedTable:
    """A table of Ann and others."""
    return SavedTable(game, {}, [OWN, *(others or (BOB,))], 1, playing)


def offered(state: Path) -> list[str]:
    """The rooms that are offered."""
    return [found.room for found in interrupted(state)]


def left(state: Path) -> set[str]:
    """The rooms of all journals."""
    return {*written_tables(state, alone=True), *written_tables(state, alone=False)}


def test_what_a_crash_interrupted_is_offered_the_latest_first(tmp_path: Path) -> None:
    """With the game, the others, and when that was."""
    assert interrupted(tmp_path) == []
    crashed(tmp_path, "AAAA", table("rummy", BOB, replace(BOB, name="Cem"), BOT), ago=7300)
    crashed(tmp_path, "BBBB", table(), ago=70)
    latest, older = interrupted(tmp_path)
    assert (latest.room, latest.alone, latest.people) == ("BBBB", False, ("Bob",))
    assert latest.sentence() == "A table was interrupted 1 minute ago: Dice Capture with Bob."
    title = games.find("rummy").title
    assert older.sentence() == f"A table was interrupted 2 hours ago: {title} with Bob and Cem."
    assert (
        Interrupted("alone1", alone=True, title="Xing", people=(), ago=5).sentence()
        == "A table was interrupted just now: Xing."
    )


@pytest.mark.parametrize(
    ("room", "what", "longest"),
    [
        ("K7QX", table(), LONGEST),
        ("K7QX", table("xing", BOB, BOB, BOB), SHORT),
        ("K7QX", table("dice-capture", BOT), SHORT),
        ("alone1", table("dice-capture", BOT), SHORT),
    ],
    ids=["with others", "xing", "with bots", "alone"],
)
def test_xing_and_tables_of_one_person_go_on_only_for_a_quarter_of_an_hour(
    tmp_path: Path, room: str, what: SavedTable, longest: float
) -> None:
    """After that they are given up: nothing is kept for another day (RULES.md §1.8)."""
    crashed(tmp_path, room, what, ago=longest - 30)
    assert offered(tmp_path) == [room]
    assert offered(tmp_path) == [room], "looking does not make it younger"
    crashed(tmp_path, room, what, ago=longest + 30)
    assert offered(tmp_path) == []
    assert left(tmp_path) == set()
    assert list((tmp_path / "tables").iterdir()) == []


def test_a_program_that_lives_makes_its_table_young(tmp_path: Path) -> None:
    """However long its people think; otherwise the quarter of an hour would begin with the last act."""
    crashed(tmp_path, "alone1", table("xing", BOT, BOT, BOT), ago=SHORT - 30)
    with closing(Journal(tmp_path, "alone1")) as journal:
        journal.show_life()
    (found,) = interrupted(tmp_path)
    assert found.ago < 30


def test_where_nothing_is_lost_nothing_is_offered(tmp_path: Path) -> None:
    """Alone, and no match."""
    crashed(tmp_path, "alone1", table("dice-capture", BOT, playing=False))
    assert offered(tmp_path) == []
    assert left(tmp_path) == set()


def test_a_lobby_that_others_may_come_to_is_offered(tmp_path: Path) -> None:
    """Who sat there comes back, and who has only the link still can come; for a quarter of an hour if nobody had."""
    crashed(tmp_path, "K7QX", table(playing=False), ago=SHORT + 60)
    crashed(tmp_path, "K7QZ", table("dice-capture", BOT, playing=False))
    assert offered(tmp_path) == ["K7QZ", "K7QX"]
    crashed(tmp_path, "K7QZ", table("dice-capture", BOT, playing=False), ago=SHORT + 60)
    assert offered(tmp_path) == ["K7QX"]


def test_a_table_that_another_program_holds_is_neither_offered_nor_touched(tmp_path: Path) -> None:
    """It is not interrupted at all, however quiet it is."""
    crashed(tmp_path, "K7QX", table("xing", BOB, BOB, BOB), ago=SHORT + 60)
    with closing(Journal(tmp_path, "K7QX")):
        assert offered(tmp_path) == []
        with pytest.raises(StateError, match="Another program"):
            give_up(tmp_path, "K7QX")
    assert left(tmp_path) == {"K7QX"}


def test_a_damaged_table_is_not_offered_and_not_deleted(tmp_path: Path) -> None:
    """Who asks for it is told what is wrong."""
    crashed(tmp_path, "K7QX", table())
    (tmp_path / "tables" / "K7QX" / "table.json").write_text("{", encoding="utf-8")
    assert offered(tmp_path) == []
    assert left(tmp_path) == {"K7QX"}


def test_who_does_not_want_to_go_on_gives_the_table_up(tmp_path: Path) -> None:
    """It is not offered again."""
    crashed(tmp_path, "AAAA", table(), ago=20)
    crashed(tmp_path, "BBBB", table(), ago=10)
    give_up(tmp_path, "BBBB")
    assert offered(tmp_path) == ["AAAA"]
    assert left(tmp_path) == {"AAAA"}


def test_each_table_for_one_has_a_name_of_its_own(tmp_path: Path) -> None:
    """Two programs may run, and a crash may have left a third one behind."""
    crashed(tmp_path, "alone2", table("xing", BOT, BOT, BOT))
    names = []
    for _ in range(3):
        names.append(name_for_alone(tmp_path))
        Journal(tmp_path, names[-1])
    assert names == ["alone1", "alone3", "alone4"]
    assert all(map(is_alone, names))
