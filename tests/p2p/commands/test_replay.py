"""``peerdeck replay``: what a record says about a match (RECORDS.md, Commands)."""

import json
import os
from pathlib import Path

import pytest

from engine.cards import CARD_TEXTS
from p2p.history import History
from tests.engine.games.dice_tables import START, deck
from tests.p2p.commands.running import CommandLine, Ran

LINES = [
    *START,
    "name 0 Ann",
    "# two friends",
    deck("5D 3S QS JS 7S", "9S 2H 3H 5H 6H"),
    "0 play 5D new",
    "1 roll 1",
    "dice 5 1",
]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a match that goes on."""
    path = tmp_path / "0001.record"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


def test_the_score_sheet(peerdeck: CommandLine, record: Path) -> None:
    """Names where there are any, totals, and how it stands."""
    ran = peerdeck.run("replay", str(record))
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines == ["       Ann  seat 1", "total    0       1", "The match is still going on."]


def test_the_state_as_json(peerdeck: CommandLine, record: Path) -> None:
    """One object, of the state after the last line."""
    ran = peerdeck.run("replay", str(record), "--json")
    (state,) = ran.objects
    assert (state["line"], state["input"], state["totals"], state["over"]) == (9, "dice 5 1", [0, 1], False)
    assert state["legal"]["0"][:2] == ["play 3S new", "play 7S new"]


def test_a_trace_has_an_object_for_every_input(peerdeck: CommandLine, record: Path) -> None:
    """And none for the header, comments and blank lines."""
    ran = peerdeck.run("replay", str(record), "--trace")
    assert [state["line"] for state in ran.objects] == [6, 7, 8, 9]
    assert [state["needs"] for state in ran.objects] == ["seat", "seat", "dice", "seat"]


def test_what_a_seat_sees(peerdeck: CommandLine, record: Path) -> None:
    """The view of that seat and nothing of the other."""
    (view,) = peerdeck.run("replay", str(record), "--view", "1").objects
    assert view["hand"] == ["2H", "3H", "5H", "6H", "9S"]
    assert view["counts"] == [4, 5]
    assert "3S" not in json.dumps(view)


def test_standard_input(peerdeck: CommandLine) -> None:
    """A dash stands for it."""
    ran = peerdeck.run("replay", "-", "--json", typed="\n".join(LINES).encode())
    assert ran.objects[0]["line"] == 9


def test_a_record_without_inputs(peerdeck: CommandLine) -> None:
    """Line and input are null; a trace has nothing to show."""
    header = "\n".join(START).encode()
    (state,) = peerdeck.run("replay", "-", "--json", typed=header).objects
    assert (state["line"], state["input"], state["needs"]) == (None, None, "deck")
    assert peerdeck.run("replay", "-", "--trace", typed=header).out == ""


@pytest.mark.parametrize("how", ["", "--json", "--trace", "--view 0"])
def test_a_refused_line_ends_the_replay(how: str, peerdeck: CommandLine, record: Path) -> None:
    """With status 1; the JSON object that says why comes last, for people it is a sentence on standard error."""
    record.write_text("\n".join([*LINES, "0 play AS new", "1 roll 1"]), encoding="utf-8")
    ran = peerdeck.run("replay", str(record), *how.split())
    reason = "AS is not in your hand."
    assert ran.status == 1
    if how in {"--json", "--trace"}:
        assert ran.objects[-1] == {"line": 10, "input": "0 play AS new", "error": reason}
        assert len(ran.objects) == (1 if how == "--json" else 5)
        assert ran.err == ""
    else:
        assert (ran.out, ran.err) == ("", f'peerdeck: Line 10 ("0 play AS new"): {reason}\n')


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", 1),
        (b"record 2\n", 1),
        (b"record 1\ngame whist\n", 2),
        (b"record 1\ngame xing\n", 3),
        (b"record 1\ngame xing\nseats 3\n", 3),
        (b"record 1\r\ngame xing\r\nseats 4\r\nplay\r\n", 4),
        (b"\xff\xfe\n", 1),
        (b"record 1\ngame xing\nseats 4\n0 pl\xc3", 4),
        (b"\0" * 5000, 1),
    ],
)
def test_a_header_that_is_refused_is_reported_like_any_line(data: bytes, line: int, peerdeck: CommandLine) -> None:
    """Whatever is in the file."""
    ran = peerdeck.run("replay", "-", "--json", typed=data)
    assert ran.status == 1
    (refused,) = ran.objects
    assert refused["line"] == line
    assert refused["error"].endswith(".")


def test_files_that_cannot_be_read(peerdeck: CommandLine, tmp_path: Path) -> None:
    """One that is not there, a folder, and one below a file."""
    (tmp_path / "file").touch()
    for name, reason in (("none", "No such file or directory"), (".", "Is a directory"), ("file/x", "Not a directory")):
        path = tmp_path / name
        assert peerdeck.fails(1, "replay", str(path)) == f"{path} cannot be read: {reason}."


@pytest.mark.parametrize(
    "data", [b"", b"# a comment\n", b"# Peerdeck\n\nPlay cards with friends.\n", b"\x7fELF\xff\0" * 99]
)
@pytest.mark.parametrize("way", [(), ("--log",), ("--bots",), ("--view", "0")])
def test_what_is_no_record_at_all_is_said_to_be_none(
    data: bytes, way: tuple[str, ...], peerdeck: CommandLine, tmp_path: Path
) -> None:
    """In a sentence about the file, with nothing of what is in it."""
    path = tmp_path / "file"
    path.write_bytes(data)
    said = peerdeck.fails(1, "replay", str(path), *way)
    assert said == f'{path} is no record of a match: it does not begin with a line like "record 1".'


def test_wrong_usage(peerdeck: CommandLine, record: Path) -> None:
    """A seat that there is not, and two ways at once."""
    assert peerdeck.fails(2, "replay", str(record), "--view", "2") == (
        "There is no seat 2 at this table; it has seats 0 to 1."
    )
    assert peerdeck.fails(2, "replay", str(record), "--view", "-1").startswith("There is no seat -1")
    assert "must be a whole number" in peerdeck.fails(2, "replay", str(record), "--view", "x")
    assert "not allowed with argument" in peerdeck.fails(2, "replay", str(record), "--json", "--trace")


# --- the history


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A state folder in which a match was played to its end and another one broken off."""
    for second, more in enumerate((["table end"], [])):
        path = tmp_path / "0001.record"
        lines = LINES if more else [*START, "name 0 Ann", "name 1 Bob", "table end"]
        path.write_text("\n".join([*lines, *more]) + "\n", encoding="utf-8")
        os.utime(path, (1_800_000_000 + second, 1_800_000_000 + second))
        History(tmp_path).take(path, "K7QX", second + 1)
    return tmp_path


def test_without_a_file_the_matches_played_here_are_listed(peerdeck: CommandLine, played: Path) -> None:
    """The latest first, with its number, when it was, and how it ended."""
    latest, older = peerdeck.run("replay", "--state", str(played)).lines
    assert latest.startswith("   1  2027-01-1")
    assert latest.endswith("Dice Capture: Ann 0, Bob 0; not played to its end")
    assert older.endswith("Dice Capture: Ann 0, seat 1 1; not played to its end")
    facts = peerdeck.run("replay", "--state", str(played), "--json").objects
    assert [fact["name"] for fact in facts] == ["20270115-080001-K7QX-2", "20270115-080000-K7QX-1"]
    assert (facts[1]["game"], facts[1]["totals"], facts[1]["ending"]) == ("dice-capture", [0, 1], "ended")


def test_a_match_of_the_list_is_replayed_by_its_number_or_name(peerdeck: CommandLine, played: Path) -> None:
    """A file of that name comes first."""
    for name in ("2", "20270115-080000-K7QX-1"):
        ran = peerdeck.run("replay", name, "--state", str(played))
        assert ran.lines[:2] == ["       Ann  seat 1", "total    0       1"]
    for number in ("3", "0", "-1", "99999"):
        assert peerdeck.fails(1, "replay", number, "--state", str(played)) == (
            f"There is no match {number} here: peerdeck replay lists those there are."
        )


def test_the_log_tells_what_happened_in_sentences(peerdeck: CommandLine, record: Path) -> None:
    """With the names of the players."""
    assert peerdeck.run("replay", str(record), "--log").lines[-4:-2] == [
        "Ann plays 5D as pile 1.",
        "seat 1 rolls for 5D, the top of pile 1.",
    ]


def test_where_nothing_was_played_that_is_said(peerdeck: CommandLine, tmp_path: Path) -> None:
    """And a script gets nothing."""
    assert peerdeck.run("replay", "--state", str(tmp_path)).out == "No match has been played to its end here yet.\n"
    assert peerdeck.run("replay", "--state", str(tmp_path), "--json").out == ""


def test_a_damaged_match_is_listed_as_such(peerdeck: CommandLine, played: Path) -> None:
    """With its line; what is no match of ours is passed over."""
    path = History(played).records()[0]
    path.write_text("record 1\nnonsense\n", encoding="utf-8")
    (played / "history" / "something.record").touch()
    latest = peerdeck.run("replay", "--state", str(played)).lines[0]
    assert "damaged: Line 2" in latest


def test_bots_choose_once_more(peerdeck: CommandLine, tmp_path: Path) -> None:
    """What they would not do again is told, and the exit status is 1 then."""
    record = tmp_path / "bots.record"
    bots = [f"# bot {seat} is normal 7" for seat in range(4)]
    hand = ["record 1", "game xing", "seats 4", "dealer 3", f"deck {' '.join(CARD_TEXTS[:52])}"]

    def retraced(*lines: str) -> Ran:
        record.write_text("\n".join(lines), encoding="utf-8")
        return peerdeck.run("replay", str(record), "--bots")

    again = []
    for card in ("3S", "3C", "3D", "3H"):
        ran = retraced(*hand, *bots, f"0 play {card}")
        if ran.status == 0:
            assert ran.lines == ["1 of 1 moves of bots are made again."]
            again.append(card)
        else:
            assert ran.lines[0].startswith("line 10: seat 0 would play ")
            assert ran.lines[0].endswith(f", not play {card}")
            assert ran.lines[1:] == ["0 of 1 moves of bots are made again."]
    assert len(again) == 1
    ran = retraced(*hand, "# bot 0 is genius 7")
    assert ran.status == 1
    assert 'There is no bot "genius"' in ran.err
    assert retraced("record 2").status == 1
