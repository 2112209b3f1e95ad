"""A host's journal: real files, cut and damaged in every way."""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from engine import games
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.match import Game, Match
from engine.record import read
from engine.simulate import Plan, simulate
from engine.state import state_of
from p2p.effects import AppendRecord, OpenRecord
from p2p.journal import Journal, Resumed, TableFile, record_name
from p2p.messages import Table
from p2p.saved_table import SavedSeat, SavedTable
from p2p.state_folder import StateError
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk

ROOM = "K7QX"


def saved(game: str = "dice-capture", seats: int = 2, *, playing: bool = True) -> SavedTable:
    """A table of people."""
    people = [SavedSeat("person", f"Player {seat}", f"token {seat}") for seat in range(seats)]
    return SavedTable(game, {}, people, 1, playing)


def table_file(table: SavedTable | None = None) -> TableFile:
    """What a host keeps of its table."""
    return TableFile(ROOM, None, 8420, "owner", "M4T", "link secret", 0, table or saved())


def written(state: Path, game: Game = DICE_CAPTURE, inputs: int = 12) -> tuple[Path, list[str]]:
    """A journal as a crash in mid-match left it: the record's file and its lines."""
    (simulated,) = simulate(Plan(game, game.seats[-1], {}, ["random"] * game.seats[-1], seed=4, cap=inputs), 1)
    text = simulated.record_text()
    lines = text.splitlines()[: 3 + inputs]
    journal = Journal(state, ROOM)
    journal.open_record(1, lines[:3])
    for line in lines[3:]:
        journal.append(line)
    journal.save(table_file(saved(game.name, game.seats[-1])))
    journal.close()
    assert journal.record_path
    return journal.record_path, lines


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """The journal of a table."""
    with contextlib.closing(Journal(tmp_path, ROOM)) as opened:
        yield opened


def resumed_from(state: Path) -> Resumed:
    """What a program that is started again finds."""
    with contextlib.closing(Journal(state, ROOM)) as opened:
        return opened.resume()


# --- writing


def test_a_line_is_on_the_disk_when_append_returns(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was flushed and fsync was called for the record."""
    journal.open_record(1, ["record 1", "game dice-capture", "seats 2"])
    synced: list[int] = []
    really = os.fsync

    def fsync(descriptor: int) -> None:
        really(descriptor)
        synced.append(os.fstat(descriptor).st_size)

    monkeypatch.setattr(os, "fsync", fsync)
    journal.append("table end")
    assert journal.record_path
    content = journal.record_path.read_bytes()
    assert content == b"record 1\ngame dice-capture\nseats 2\ntable end\n"
    assert synced == [len(content)]


def test_each_match_has_a_record_of_its_own(tmp_path: Path, journal: Journal) -> None:
    """The one before is closed."""
    for number in (1, 2):
        journal.open_record(number, ["record 1"])
        journal.append(f"# {number}")
    folder = tmp_path / "tables" / ROOM
    assert (folder / "0001.record").read_text(encoding="utf-8") == "record 1\n# 1\n"
    assert (folder / "0002.record").read_text(encoding="utf-8") == "record 1\n# 2\n"
    assert record_name(12345) == "12345.record"


def test_a_line_without_an_open_record_is_refused(journal: Journal) -> None:
    """Before the first match, and after a match."""
    with pytest.raises(StateError, match="No record is open"):
        journal.append("table end")
    journal.open_record(1, ["record 1"])
    journal.finish_record()
    with pytest.raises(StateError, match="No record is open"):
        journal.append("table end")


def test_a_full_disk_is_said_in_a_sentence(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the file; nothing may be acknowledged then."""
    journal.open_record(1, ["record 1"])

    def no_space(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StateError, match=r"0001\.record: No space left on device\."):
        journal.append("table end")
    monkeypatch.undo()


def test_the_table_is_replaced_whole_and_only_its_owner_may_read_it(journal: Journal) -> None:
    """It holds every secret of the table."""
    journal.save(table_file(saved(playing=False)))
    journal.save(table_file(saved()))
    path = journal.folder / "table.json"
    assert msgspec.json.decode(path.read_bytes(), type=TableFile).table.playing
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.folder.stat().st_mode) == 0o700
    assert sorted(found.name for found in journal.folder.iterdir()) == ["lock", "table.json"]


def test_one_program_at_a_time_holds_a_table(tmp_path: Path) -> None:
    """The next one may come when the first has let go."""
    first = Journal(tmp_path, ROOM)
    with pytest.raises(StateError, match="Another program holds the table"):
        Journal(tmp_path, ROOM)
    Journal(tmp_path, "K7QZ").close()
    first.close()
    Journal(tmp_path, ROOM).close()


@pytest.mark.parametrize("room", ["", ".", "..", "../K7QX", "a/b", "a\\b", "K7 QX"])
def test_a_room_cannot_lead_out_of_the_folder(tmp_path: Path, room: str) -> None:
    """Its name comes from a server that need not be friendly."""
    with pytest.raises(StateError, match="is not the name of a room"):
        Journal(tmp_path, room)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    """It is not taken for a table that another program holds."""
    (tmp_path / "tables" / ROOM / "lock").mkdir(parents=True)
    with pytest.raises(StateError, match="directory"):
        Journal(tmp_path, ROOM)


# --- resuming


def test_a_table_in_its_lobby_is_resumed_without_a_match(journal: Journal) -> None:
    """Seats, options and secrets are those of before."""
    journal.save(table_file(saved(playing=False)))
    resumed = journal.resume()
    assert resumed.file == table_file(saved(playing=False))
    assert (resumed.inputs, resumed.repaired) == ([], False)


def test_a_match_goes_on_where_its_record_ends(tmp_path: Path) -> None:
    """What is appended stands behind what was there."""
    path, lines = written(tmp_path)
    journal = Journal(tmp_path, ROOM)
    resumed = journal.resume()
    assert len(resumed.inputs) == len(lines) - 3
    assert not resumed.repaired
    journal.append("table end")
    journal.close()
    assert path.read_text(encoding="utf-8").splitlines() == [*lines, "table end"]


@pytest.fixture
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of the toy game can be read back."""
    monkeypatch.setattr(games, "GAMES", {**games.GAMES, TOY.name: TOY})


def states_by_length(lines: list[str]) -> dict[int, Match]:
    """The match after each whole line of a record, by the bytes up to there."""
    states = {}
    for count in range(3, len(lines) + 1):
        text = "".join(f"{line}\n" for line in lines[:count]).encode()
        states[len(text)] = read(text).finish()
    return states


@pytest.mark.usefixtures("toy_is_registered")
@pytest.mark.parametrize("game", [DICE_CAPTURE, TOY], ids=lambda game: game.name)
def test_wherever_a_crash_cuts_the_record_the_match_is_that_of_its_whole_lines(tmp_path: Path, game: Game) -> None:
    """At every byte: the state, and what each seat is shown, are the same to the byte; the torn line is cut off."""
    path, lines = written(tmp_path, game)
    data = path.read_bytes()
    states = states_by_length(lines)
    for cut in range(min(states), len(data) + 1):
        path.write_bytes(data[:cut])
        whole = max(length for length in states if length <= cut)
        resumed = resumed_from(tmp_path)
        assert resumed.repaired == (whole < cut)
        assert path.read_bytes() == data[:whole]
        desk = Desk(game, empty=game.seats[-1] - 1)
        desk.start(game, resumed.file.table)
        desk.did(desk.session.resume(resumed.inputs))
        running = desk.session.running
        assert running
        assert msgspec.json.encode(state_of(running.match, None)) == msgspec.json.encode(state_of(states[whole], None))
        for seat, sight in enumerate(running.sights):
            assert msgspec.json.encode(sight.view) == msgspec.json.encode(states[whole].view(seat))


def test_a_record_that_is_cut_within_its_header_is_refused(tmp_path: Path) -> None:
    """No crash does that: the table says that it plays only after the header is on the disk."""
    path, lines = written(tmp_path)
    data = path.read_bytes()
    for cut in range(len("".join(f"{line}\n" for line in lines[:3]))):
        path.write_bytes(data[:cut])
        with pytest.raises(StateError, match=r"0001\.record is damaged: Line \d: The file ends within its header"):
            resumed_from(tmp_path)
        assert path.read_bytes() == data[:cut], "nothing was repaired"


@pytest.mark.parametrize("damage", ["9 play 2S new", "0 play", "\x00\x00\x00", "dice 7 7", "record 1"])
def test_a_damaged_line_is_refused_and_named_with_its_number(tmp_path: Path, damage: str) -> None:
    """Nothing is loaded in part, and the file stays as it is, for whoever can mend it."""
    path, lines = written(tmp_path)
    lines[6] = damage
    content = "".join(f"{line}\n" for line in lines)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(StateError, match=r"0001\.record is damaged: Line 7 \("):
        resumed_from(tmp_path)
    assert path.read_text(encoding="utf-8") == content


def test_bytes_that_are_no_text_are_refused_with_their_line(tmp_path: Path) -> None:
    """As any other damage."""
    path, _lines = written(tmp_path)
    path.write_bytes(path.read_bytes() + b"\xff\xfe\n")
    with pytest.raises(StateError, match=r"Line 16 .*not UTF-8"):
        resumed_from(tmp_path)


@pytest.mark.parametrize(
    "table",
    [
        saved("xing", 4),
        SavedTable("dice-capture", {}, saved(seats=3).seats, 1, playing=True),
        SavedTable("dice-capture", {"take": "deep"}, saved().seats, 1, playing=True),
        saved("unknown"),
    ],
)
def test_the_record_of_another_table_is_refused(tmp_path: Path, table: SavedTable) -> None:
    """Game, seats and options must be the table's own."""
    written(tmp_path)
    with contextlib.closing(Journal(tmp_path, ROOM)) as journal:
        journal.save(table_file(table))
    with pytest.raises(StateError, match="is damaged"):
        resumed_from(tmp_path)


def test_options_that_are_left_at_their_default_need_not_be_named(journal: Journal) -> None:
    """A record names only those that differ; the table may name them all."""
    journal.open_record(1, ["record 1", "game rummy", "seats 3"])
    table = SavedTable("rummy", {"take": "plain"}, saved(seats=3).seats, 1, playing=True)
    journal.save(table_file(table))
    assert journal.resume().inputs == []


@pytest.mark.parametrize("missing", ["table.json", "0001.record"])
def test_a_file_that_is_gone_is_named(tmp_path: Path, missing: str) -> None:
    """One sentence."""
    path, _ = written(tmp_path)
    (path.parent / missing).unlink()
    with pytest.raises(StateError, match=f"{missing}: No such file"):
        resumed_from(tmp_path)


@pytest.mark.parametrize("matches", [0, 2, 10**30])
def test_a_table_that_names_another_match_loses_no_record(tmp_path: Path, matches: int) -> None:
    """What may be the running match is cleared away only when the table is found to be whole."""
    path, _ = written(tmp_path)
    table = path.parent / "table.json"
    table.write_text(
        table.read_text(encoding="utf-8").replace('"matches": 1', f'"matches": {matches}'), encoding="utf-8"
    )
    with pytest.raises(StateError, match="No such file"):
        resumed_from(tmp_path)
    assert path.exists()


def test_the_table_of_another_room_is_refused(tmp_path: Path) -> None:
    """A folder that was renamed, or a file that was copied."""
    path, _ = written(tmp_path)
    path.parent.rename(path.parent.with_name("K7QZ"))
    with pytest.raises(StateError, match="about another room"), contextlib.closing(Journal(tmp_path, "K7QZ")) as other:
        other.resume()


def test_what_a_session_wants_written_down_is_what_it_resumes_from(tmp_path: Path) -> None:
    """Header with names, lines, and the table of the same step."""
    desk = Desk()
    desk.begin("ann")
    with contextlib.closing(Journal(tmp_path, ROOM)) as journal:
        (opened,) = desk.wanted(OpenRecord)
        journal.open_record(opened.number, opened.header)
        journal.save(table_file(desk.session.saved()))
        desk.draw()
        (line,) = desk.wanted(AppendRecord)
        journal.append(line.line)
    resumed = resumed_from(tmp_path)
    again = Desk()
    again.start(DICE_CAPTURE, resumed.file.table)
    again.did(again.session.resume(resumed.inputs))
    assert [seat.token for seat in again.session.seats] == [OWN_TOKEN, "token 1"]
    again.join("ann", "Ann", "token 1")
    assert again.last("ann", Table).view == desk.last("ann", Table).view
