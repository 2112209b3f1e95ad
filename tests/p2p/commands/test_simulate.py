"""``peerdeck simulate``: whole matches by bots (RECORDS.md, Commands)."""

from pathlib import Path

import pytest

from engine.games import GAMES
from engine.record import read
from tests.p2p.commands.running import CommandLine

FIGURES = {"matches", "hands", "actions", "seconds", "actions_per_second", "wins", "totals"}


def test_the_figures_as_json(peerdeck: CommandLine) -> None:
    """One object, with a figure a seat where it is a list."""
    ran = peerdeck.run("simulate", "dice-capture", "--matches", "20", "--seed", "7", "--json")
    assert (ran.status, ran.err) == (0, "")
    (figures,) = ran.objects
    assert set(figures) >= FIGURES
    assert (figures["matches"], figures["hands"]) == (20, 20)
    assert len(figures["wins"]) == len(figures["totals"]) == 2
    assert 0 < sum(figures["wins"]) <= 20


def test_the_figures_for_people(peerdeck: CommandLine) -> None:
    """A line for the game and a line a seat."""
    ran = peerdeck.run("simulate", "xing")
    assert ran.lines[0].startswith("Xing: 1 match, ")
    assert [line.split(":")[0] for line in ran.lines[1:5]] == [f"seat {seat}" for seat in range(4)]


def test_the_same_seed_gives_the_same_records(peerdeck: CommandLine, tmp_path: Path) -> None:
    """Byte for byte; another seed gives others."""
    for folder, seed in (("one", "7"), ("two", "7"), ("three", "8")):
        arguments = ("--matches", "30", "--seed", seed, "--records", str(tmp_path / folder), "--json")
        assert peerdeck.run("simulate", "dice-capture", *arguments).status == 0
    one, two, three = (
        [path.read_bytes() for path in sorted((tmp_path / folder).iterdir())] for folder in ("one", "two", "three")
    )
    assert len(one) == 30
    assert one == two != three
    assert all(read(data).finish().ending for data in one)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end(game: str, peerdeck: CommandLine, tmp_path: Path) -> None:
    """And each record replays to the totals that are counted."""
    (figures,) = peerdeck.run("simulate", game, "--cap", "600", "--records", str(tmp_path), "--json").objects
    (path,) = tmp_path.iterdir()
    assert path.name == "0001.record"
    match = read(path.read_bytes()).finish()
    assert match.ending
    assert list(match.totals) == figures["totals"]


def test_seats_options_and_bots_of_each_seat(peerdeck: CommandLine, tmp_path: Path) -> None:
    """They stand in the record."""
    arguments = ("--seats", "3", "--option", "take=deep", "--option", "stock-out=end", "--bots", "random,random,random")
    ran = peerdeck.run("simulate", "rummy", *arguments, "--cap", "100", "--records", str(tmp_path), "--json")
    assert ran.status == 0
    assert (tmp_path / "0001.record").read_text().splitlines()[:5] == [
        "record 1",
        "game rummy",
        "seats 3",
        "option take deep",
        "option stock-out end",
    ]


def test_a_cap_ends_what_need_not_end(peerdeck: CommandLine, tmp_path: Path) -> None:
    """With the input that closes the table."""
    ran = peerdeck.run("simulate", "rummy", "--cap", "50", "--records", str(tmp_path))
    assert ran.status == 0
    assert ran.lines[0].endswith("1 match broken off")
    lines = (tmp_path / "0001.record").read_text().splitlines()
    assert (lines[-1], len(lines)) == ("table end", 3 + 51)


def test_no_match_at_all(peerdeck: CommandLine) -> None:
    """Zero matches are no error."""
    (figures,) = peerdeck.run("simulate", "xing", "--matches", "0", "--json").objects
    assert (figures["matches"], figures["actions"]) == (0, 0)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("whist", 'There is no game "whist"; the games are '),
        ("xing --seats 2", "xing is played with 4 seats, not 2."),
        ("xing --option take=deep", 'xing has no option "take"; it has none.'),
        ("rummy --option take=half", 'Option "take" of rummy with 4 seats is one of plain, deep; not "half".'),
        ("rummy --option take", 'Write an option as KEY=VALUE, not "take".'),
        ("rummy --option take=deep --option take=deep", 'Option "take" is given twice.'),
        ("xing --bots genius", 'There is no bot "genius"; the bots are random'),
        ("xing --bots random,random", "Name one kind of bot for all, or one for each of the 4 seats."),
        ("xing --bots hard:0", 'There is no bot "hard:0"; write the simulations a move as in hard:500.'),
        ("xing --bots easy:9", 'There is no bot "easy:9"; write the simulations a move as in hard:500.'),
        ("xing --bots ,", 'There is no bot ""; the bots are random'),
        ("xing --bots random,easy,easy --duplicate", "Name kinds of bots that go evenly round the 4 seats, "),
        ("xing --duplicate --chaos", "Leave out --chaos and --records where deals are played in all seatings."),
        ("xing --duplicate --records d", "Leave out --chaos and --records where deals are played in all seatings."),
        ("xing --duplicate --matches 0", "Say how many deals to play in all seatings: --matches 1 or more."),
        ("xing --duplicate --processes 0", "Argument --processes: it must be at least 1, not 0. Try: "),
        ("xing --matches -1", "Argument --matches: it must be at least 0, not -1. Try: peerdeck simulate --help"),
        ("xing --matches many", 'Argument --matches: it must be a whole number, not "many". Try: '),
        ("xing --seed 1.5", 'Argument --seed: it must be a whole number, not "1.5". Try: '),
        ("xing --cap 0", "Argument --cap: it must be at least 1, not 0. Try: "),
        ("xing --match 3", 'simulate does not take "--match". Try: peerdeck simulate --help'),
        ("", "The following arguments are required: GAME. Try: peerdeck simulate --help"),
    ],
)
def test_wrong_usage(words: str, sentence: str, peerdeck: CommandLine) -> None:
    """Status 2 and one sentence that says what would be right."""
    assert peerdeck.fails(2, "simulate", *words.split()).startswith(sentence)


def test_a_folder_that_cannot_be_written(peerdeck: CommandLine, tmp_path: Path) -> None:
    """A file stands in its place, or above it."""
    (tmp_path / "file").touch()
    for name in ("file", "file/below"):
        folder = tmp_path / name
        sentence = peerdeck.fails(1, "simulate", "xing", "--records", str(folder))
        assert sentence.startswith(f"The record cannot be written to {folder}: ")


def test_deals_in_all_seatings(peerdeck: CommandLine) -> None:
    """A line for each kind with its points, its lead over the others and what it has won."""
    arguments = ("--bots", "easy,random", "--matches", "3", "--duplicate", "--processes", "1")
    ran = peerdeck.run("simulate", "xing", *arguments)
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines[0].startswith("Xing: 3 deals in all seatings, 6 matches, ")
    assert [line.split(":")[0] for line in ran.lines[1:3]] == ["easy", "random"]
    assert all(" ± " in line and " lead " in line and " won (" in line for line in ran.lines[1:3])


def test_deals_in_all_seatings_as_json(peerdeck: CommandLine) -> None:
    """The same figures, however many processes share the work."""
    arguments = ("--bots", "easy,random", "--matches", "4", "--duplicate", "--json", "--processes")
    (one,), (two,) = (peerdeck.run("simulate", "dice-capture", *arguments, processes).objects for processes in "12")
    assert (one["deals"], one["matches"], one["hands"]) == (4, 8, 8)
    assert set(one["kinds"]) == {"easy", "random"}
    easy = one["kinds"]["easy"]
    low, high = easy["lead"]["interval"]
    assert low < easy["lead"]["mean"] < high
    assert easy["lead"]["mean"] == -one["kinds"]["random"]["lead"]["mean"]
    for figures in (one, two):
        del figures["seconds"], figures["actions_per_second"]
    assert one == two


def test_one_deal_tells_of_no_interval(peerdeck: CommandLine) -> None:
    """There is nothing to compare it with."""
    (figures,) = peerdeck.run("simulate", "xing", "--duplicate", "--json").objects
    assert figures["kinds"]["random"]["points"]["interval"] is None
