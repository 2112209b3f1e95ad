"""After a crash: what is offered, to whom, and what the answers lead to."""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from engine import games
from engine.simulate import Plan, simulate
from p2p.cli import _parser
from p2p.commands import host, page, play, resuming
from p2p.commands.menu import chosen_command
from p2p.journal import Journal, TableFile, written_tables
from p2p.local_messages import Resume, Start
from p2p.messages import Frames, Hello, Lobby, Manage, Refused
from p2p.saved_table import SavedSeat, SavedTable
from p2p.tokens import new_token
from tests.p2p.commands.running import CommandLine
from tests.p2p.commands.test_page import _a_page_is_built, parsed, printed_url, running
from tests.p2p.own_page import trusted
from tests.p2p.test_interrupted import BOB, BOT, OWN, crashed, table

__all__ = ["_a_page_is_built"]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The state folder of everything."""
    monkeypatch.setenv("PEERDECK_STATE", str(tmp_path))
    return tmp_path


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The end of a pipe to type into; the other one is standard input."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield writing


def answer(typing: int, answers: str) -> None:
    """Type, and no more."""
    os.write(typing, answers.encode())
    os.close(typing)


def rooms(state: Path) -> set[str]:
    """The tables that could be resumed."""
    return {*written_tables(state, alone=True), *written_tables(state, alone=False)}


# --- plain peerdeck in the terminal


@pytest.mark.parametrize(
    ("answers", "words", "left"),
    [
        ("y\n", ["host", "--resume", "K7QX", "--terminal"], {"K7QX", "alone1"}),
        ("\n", ["host", "--resume", "K7QX", "--terminal"], {"K7QX", "alone1"}),
        ("what\nno\nyes\n", ["play", "--resume", "alone1", "--terminal"], {"alone1"}),
        ("n\nn\n1\n1\n", ["play", "xing"], set()),
    ],
)
def test_the_terminal_asks_whether_to_go_on(
    state: Path, typing: int, answers: str, words: list[str], left: set[str]
) -> None:
    """The latest table first; who says no gives it up, and is asked about the next one, and then as ever."""
    crashed(state, "K7QX", table(), ago=60)
    crashed(state, "alone1", table("dice-capture", BOT), ago=120)
    answer(typing, answers)
    assert chosen_command() == words
    assert rooms(state) == left


# --- host and play


def test_only_a_person_at_a_terminal_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Scripts never."""
    assert not resuming.may_be_asked(parsed("host", "xing"))
    terminal = type("Terminal", (), {"isatty": lambda _self: True})()
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys, "stdout", terminal)
    assert resuming.may_be_asked(parsed("host", "xing"))
    assert not resuming.may_be_asked(parsed("host", "xing", "--json"))
    assert not resuming.may_be_asked(parsed("play", "xing", "--auto", "easy"))


@pytest.mark.parametrize(("module", "ask", "room"), [(host, host._ask_before, "K7QX"), (play, play._goes_on, "alone1")])
def test_a_command_that_is_started_again_offers_what_was_its_own(
    state: Path, typing: int, module: ModuleType, ask: Callable[[argparse.Namespace], object], room: str
) -> None:
    """`host` tables for friends, `play` those for one."""
    crashed(state, "K7QX", table())
    crashed(state, "alone1", table("dice-capture", BOT))
    command = module.__name__.rpartition(".")[2]
    args = _parser([command]).parse_args([command, "xing"])
    answer(typing, "yes\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(module, "may_be_asked", lambda _args: True)
        ask(args)
    assert args.resume == room


def test_who_cannot_write_is_asked_whether_to_host_without_a_journal(
    state: Path, typing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the table is opened."""
    (state / "file").touch()
    monkeypatch.setattr(host, "may_be_asked", lambda _args: True)
    args = _parser(["host"]).parse_args(["host", "xing", "--state", str(state / "file" / "below")])
    answer(typing, "y\n")
    host._ask_before(args)
    assert (args.resume, args.no_journal) == (None, True)


@pytest.mark.parametrize("command", ["host", "play"])
def test_what_cannot_be_resumed_is_one_sentence(state: Path, peerdeck: CommandLine, command: str) -> None:
    """No table, several tables, none of that name, one that is too old, a damaged one."""
    assert "there is nothing to resume" in peerdeck.fails(1, command, "--resume", "--json")
    names = ["K7QX", "K7QZ"] if command == "host" else ["alone1", "alone2"]
    for name in names:
        crashed(state, name, table("dice-capture", BOB if command == "host" else BOT))
    assert "Several tables can be resumed" in peerdeck.fails(2, command, "--resume", "--json")
    assert "There is no table" in peerdeck.fails(1, command, "--resume", "K7Q9", "--json")
    crashed(state, "K7QC" if command == "host" else "alone3", table("xing", *[BOT] * 3), ago=1000)
    assert "may still go on" in peerdeck.fails(
        1, command, "--resume", "K7QC" if command == "host" else "alone3", "--json"
    )
    path = state / "tables" / names[0] / "0001.record"
    path.write_text(path.read_text(encoding="utf-8") + "nonsense\n", encoding="utf-8")
    ran = peerdeck.run(command, "--resume", names[0], "--json", "--terminal")
    assert (ran.status, "0001.record is damaged: Line 4" in ran.err) == (1, True)
    assert path.read_text(encoding="utf-8").endswith("nonsense\n")


DAMAGES = {
    "bot": ("genius", 'no bot "genius"'),
    "game": ("canasta", "another table"),
    "host": (77, "list index out of range"),
    "seats": ([], "seats, not 0"),
    "code_secret": ("M", "three symbols"),
    "link_secret": ("x", "base64"),
}
"""What stands in a table's file instead, and what is said of it."""


@pytest.mark.parametrize("key", DAMAGES)
def test_a_table_of_which_nothing_can_be_made_is_one_sentence(state: Path, peerdeck: CommandLine, key: str) -> None:
    """It is JSON of the right kind, but not what this program writes; and it stays as it is."""
    wrong, said = DAMAGES[key]
    command, room = ("host", "K7QX") if key.endswith("secret") else ("play", "alone1")
    crashed(state, room, table("dice-capture", BOT))
    path = state / "tables" / room / "table.json"
    file = json.loads(path.read_bytes())
    place = file if key in file else file["table"] if key in file["table"] else file["table"]["seats"][1]
    place[key] = wrong
    path.write_text(json.dumps(file), encoding="utf-8")
    damaged = path.read_bytes()
    ran = peerdeck.run(command, "--resume", room, "--json", "--terminal")
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert "is damaged: " in ran.err
    assert said in ran.err
    assert path.read_bytes() == damaged


def alone_in_mid_match(state: Path) -> None:
    """A match against a bot whose program was killed after twelve inputs."""
    game = games.find("dice-capture")
    (simulated,) = simulate(Plan(game, 2, {}, ["random"] * 2, seed=4, cap=12), 1)
    lines = simulated.record_text().splitlines()[:15]
    seats = [SavedSeat("person", "Ann", new_token()), SavedSeat("bot", "Bot 1", None, "random")]
    file = TableFile("alone1", None, 0, "", "", "", 0, SavedTable(game.name, {}, seats, 1, playing=True), alone=True)
    with closing(Journal(state, "alone1")) as journal:
        journal.save(replace(file, own_token=seats[0].token or ""))
        journal.open_record(1, lines[:3])
        for line in lines[3:]:
            journal.append(line)


@pytest.mark.parametrize(("more", "name"), [((), "Ann"), (("--name", "Zoe"), "Zoe")])
def test_a_match_alone_goes_on_after_a_crash(
    state: Path, peerdeck: CommandLine, more: tuple[str, ...], name: str
) -> None:
    """With the same cards and the same name, to its end; then nothing is left but a match of the history."""
    alone_in_mid_match(state)
    ran = peerdeck.run("play", "--resume", "--json", "--auto", "random", "--seed", "1", *more)
    assert [fact["name"] for fact in ran.objects if fact["event"] == "joined" and fact["you"]] == [name]
    assert (ran.status, ran.objects[-1]["event"]) == (0, "over")
    assert rooms(state) == set()
    (match,) = peerdeck.run("replay", "--json").objects
    assert match["totals"] == ran.objects[-1]["totals"]


# --- the page


@asynccontextmanager
async def served(state: Path, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[str]:
    """The page of plain `peerdeck`."""
    words = ["page", "--name", "Ann", "--port", "0", "--address", "127.0.0.1", "--state", str(state)]
    async with running(asyncio.create_task(page._serve(parsed(*words)))):
        yield await printed_url(capsys)


async def test_the_page_is_offered_what_a_crash_interrupted(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One table at a time, in its language; what is given up is not offered again."""
    alone_in_mid_match(state)
    crashed(state, "K7QX", SavedTable("dice-capture", {}, [OWN, BOB], 1, playing=True), ago=300)
    async with served(state, capsys) as url, trusted(url, "de") as browser:
        left = (await browser.home()).interrupted
        assert left
        assert (left.room, left.title, left.people, left.ago < 60) == ("alone1", "Würfelfang", (), True)
        await browser.say(Resume("alone1", go_on=False))
        left = (await browser.home()).interrupted
        assert left
        assert (left.room, left.people, left.ago // 60) == ("K7QX", ("Bob",), 5)
        await browser.say(Resume("K7QX", go_on=False))
        assert (await browser.home()).interrupted is None
        assert rooms(state) == set()
        await browser.say(Resume("K7QX"))
        assert (await browser.hears(Refused)).code == "not-written"


async def test_the_page_goes_on_with_a_match_alone(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The hand lies there again."""
    alone_in_mid_match(state)
    async with served(state, capsys) as url, trusted(url) as browser:
        await browser.home()
        await browser.say(Resume("alone1"))
        home = await browser.home()
        assert (home.table, home.interrupted) == ("alone", None)
        await browser.say(Hello(1, "Ann", view="zones"))
        assert (await browser.hears(Lobby)).playing
        assert (await browser.hears(Frames)).list
        await browser.say(Manage("close"))


async def test_the_page_goes_on_with_a_table_of_friends(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The room has its code again, and waits for the others."""
    crashed(state, "K7QX", table())
    async with served(state, capsys) as url, trusted(url) as browser:
        await browser.home()
        await browser.say(Resume("K7QX"))
        assert (await browser.home()).table == "open"
        await browser.say(Hello(1, "Ann", view="zones"))
        assert (await browser.hears(Lobby)).waiting_for == [1]
        await browser.say(Manage("close"))


async def test_a_table_that_cannot_be_written_down_is_opened_only_if_the_player_agrees(
    state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first wish is refused with the reason."""
    (state / "tables").touch()
    async with served(state, capsys) as url, trusted(url) as browser:
        await browser.home()
        await browser.say(Start("dice-capture", alone=False))
        refused = await browser.hears(Refused)
        assert (refused.code, "tables" in refused.text) == ("not-written", True)
        await browser.say(Start("dice-capture", alone=False, kept=False))
        assert (await browser.home()).table == "open"
        await browser.say(Hello(1, "Ann", view="zones"))
        await browser.hears(Lobby)
        await browser.say(Manage("close"))
