"""When the journal cannot be written: the table waits, nobody is told anything, and the right person decides."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.games.dice_capture import GAME as DICE_CAPTURE
from p2p.alone import AloneTable, open_alone, reopen_alone
from p2p.auto_player import AutoPlayer
from p2p.client import TableClient
from p2p.effects import EndTable, GiveUpJournal, WriteAgain
from p2p.guest_session import GuestSession, Tell
from p2p.history import History
from p2p.host_session import Owner
from p2p.journal import written_tables
from p2p.local_seat import take_local_seat
from p2p.messages import (
    Act,
    Get,
    Hello,
    Lobby,
    Manage,
    Part,
    Ping,
    Pong,
    Refused,
    Table,
    Trouble,
    Welcome,
)
from p2p.saved_table import SavedSeat, SavedTable
from tests.p2p.desk import OWN_TOKEN, Desk, refusal

WHY = "/state/0001.record: No space left on device."
ANN = SavedSeat("person", "Ann", OWN_TOKEN)
BOT = SavedSeat("bot", "Bot", None, "easy")


@pytest.fixture
def desk() -> Desk:
    """A match of two people, in which the disk is full."""
    desk = Desk()
    desk.begin("ann")
    desk.draw()
    desk.did(desk.session.journal_failed(WHY))
    return desk


# --- the session


def test_everybody_is_told_and_one_is_asked(desk: Desk) -> None:
    """The player with the host's rights; who comes back meanwhile is told, too."""
    assert desk.last("host", Trouble) == Trouble(WHY, yours=True)
    assert desk.last("ann", Trouble) == Trouble(WHY, yours=False)
    desk.close("ann")
    desk.open("ann again", Owner(desk.session.seats[1].token or ""))
    welcome, trouble = desk.say("ann again", Hello(1, "Ann"))
    assert isinstance(welcome, Welcome)
    assert trouble == Trouble(WHY, yours=False)
    desk.did(desk.session.journal_settled())
    assert isinstance(desk.heard["ann again"][2], Welcome)


def test_nothing_else_is_done_or_told_meanwhile(desk: Desk) -> None:
    """Acts and wishes are refused; the links are kept alive."""
    prompt = desk.last("host", Table).prompt
    assert refusal(desk.say("host", Act(prompt or 0, "roll 1"))) == "trouble"
    assert refusal(desk.say("ann", Get("replay"))) == "trouble"
    assert isinstance(desk.say("ann", Get("rules"))[0], Part)
    assert refusal(desk.say("host", Manage("end"))) == "trouble"
    assert refusal(desk.say("ann", Manage("go-on"))) == "not-the-host"
    assert desk.say("ann", Ping()) == [Pong()]
    desk.close("ann")
    assert isinstance(desk.heard["host"][-1], Refused), "no lobby"


@pytest.mark.parametrize(("deed", "effect"), [("write-again", WriteAgain()), ("go-on", GiveUpJournal())])
def test_what_is_decided_is_done_by_the_shell(desk: Desk, deed: str, effect: object) -> None:
    """And cannot be decided where there is nothing to decide."""
    wish = Manage(deed)  # type: ignore[arg-type]  # one of its deeds
    assert desk.say("host", wish) == []
    assert desk.effects == [effect]
    desk.did(desk.session.journal_settled())
    assert refusal(desk.say("host", wish)) == "no-trouble"


def test_the_table_may_be_closed_instead(desk: Desk) -> None:
    """As at any time."""
    desk.say("host", Manage("close"))
    assert desk.effects == [EndTable()]


def test_when_it_is_settled_everybody_is_told_everything(desk: Desk) -> None:
    """As after a return: also what happened in the step that could not be written down."""
    before = {peer: desk.last(peer, Table) for peer in ("host", "ann")}
    heard = {peer: len(desk.heard[peer]) for peer in before}
    desk.did(desk.session.journal_settled())
    for peer, table in before.items():
        news = desk.heard[peer][heard[peer] :]
        assert [type(message) for message in news] == [Welcome, Lobby, Table]
        after = desk.last(peer, Table)
        assert (after.view, after.prompt, after.legal, after.seq) == (table.view, table.prompt, table.legal, table.seq)
    assert isinstance(desk.act("host", "play " + desk.last("host", Table).legal[0].split(" ", 1)[1])[0], Table)


# --- the shell, with a folder that takes nothing


class Watcher:
    """A front that notes what was told, and can be waited for."""

    def __init__(self) -> None:
        self.told_so_far: list[Tell] = []
        self._news = asyncio.Event()

    def told(self, client: TableClient, tell: Tell) -> None:  # noqa: ARG002  # as every front
        """Note it."""
        self.told_so_far.append(tell)
        self._news.set()

    async def hears(self, event: str) -> Tell:
        """The next event of that name."""
        async with asyncio.timeout(10):
            while True:
                while self.told_so_far:
                    tell = self.told_so_far.pop(0)
                    if tell.event == event:
                        return tell
                self._news.clear()
                await self._news.wait()


def block(state: Path) -> Path:
    """Let nothing be written in the folder of the only table; the folder."""
    (room,) = written_tables(state, alone=True)
    folder = state / "tables" / room
    (folder / "table.json.new").mkdir()
    return folder


def table() -> SavedTable:
    """Ann against a bot."""
    return SavedTable(
        "dice-capture", {}, [SavedSeat("person", "Ann", OWN_TOKEN), SavedSeat("bot", "Bot", None, "easy")]
    )


@asynccontextmanager
async def blocked_table(state: Path, *fronts: AutoPlayer) -> AsyncIterator[tuple[AloneTable, TableClient, Watcher]]:
    """A table alone at whose start nothing could be written down; the person is asked what to do."""
    async with open_alone(table(), state, bot_pause=0, notice=print) as opened:
        watcher = Watcher()
        client = TableClient(GuestSession("Ann"), watcher, *fronts)
        take_local_seat(opened.host, client, OWN_TOKEN)
        await watcher.hears("lobby")
        block(state)
        client.ready()
        assert (await watcher.hears("trouble")).facts["yours"]
        assert opened.host.in_trouble
        yield opened, client, watcher


async def test_what_could_not_be_written_is_written_again(tmp_path: Path) -> None:
    """As often as the person likes; once there is room, the match goes on and can be resumed."""
    async with blocked_table(tmp_path) as (opened, client, watcher):
        client.ask(Manage("write-again"))
        assert "table.json: Is a directory" in (await watcher.hears("trouble")).facts["text"]
        (tmp_path / "tables" / "alone1" / "table.json.new").rmdir()
        client.ask(Manage("write-again"))
        prompt = await watcher.hears("prompt")
        assert not opened.host.in_trouble
        client.act(prompt.facts["legal"][0])
        await watcher.hears("table")
        assert (tmp_path / "tables" / "alone1" / "0001.record").read_bytes().count(b"\n") >= 4


async def test_two_answers_in_a_hurry_settle_it_once(tmp_path: Path) -> None:
    """The first one fails again, the second one helps: nobody is asked any more."""
    async with blocked_table(tmp_path) as (opened, client, watcher):
        client.ask(Manage("write-again"))
        client.ask(Manage("go-on"))
        prompt = await watcher.hears("prompt")
        await asyncio.sleep(0)
        assert (opened.host.in_trouble, client.session.trouble) == (False, None)
        client.act(prompt.facts["legal"][0])
        await watcher.hears("table")


async def test_play_goes_on_without_a_journal_if_the_person_agrees(tmp_path: Path) -> None:
    """Nothing is left that would resume an older state; with the next match the journal is tried again."""
    async with blocked_table(tmp_path) as (opened, client, watcher):
        client.ask(Manage("go-on"))
        await watcher.hears("prompt")
        assert written_tables(tmp_path, alone=True) == []
        client.ask(Manage("end"))
        await watcher.hears("over")
        assert History(tmp_path).records() == []
        (tmp_path / "tables" / "alone1" / "table.json.new").rmdir()
        client.ready()
        await watcher.hears("prompt")
        assert written_tables(tmp_path, alone=True) == ["alone1"]
        client.ask(Manage("end"))
        await watcher.hears("over")
        assert len(History(tmp_path).records()) == 1
        assert not opened.host.in_trouble


async def test_who_stops_can_resume_what_is_written_down(tmp_path: Path) -> None:
    """Here that is the lobby; the program ends with the sentence."""
    async with blocked_table(tmp_path) as (opened, client, _):
        client.ask(Manage("close"))
        assert "table.json: Is a directory" in str(await asyncio.wait_for(opened.host.failed, 10))
    (tmp_path / "tables" / "alone1" / "table.json.new").rmdir()
    async with reopen_alone("alone1", tmp_path, notice=print) as again:
        assert [seat.name for seat in again.host.session.seats] == ["Ann", "Bot"]


async def test_a_bot_in_the_place_of_the_person_stops(tmp_path: Path) -> None:
    """Nobody is there to decide, and so nothing is lost."""
    async with blocked_table(tmp_path, AutoPlayer.of_kind("random", 1)) as (opened, _, _):
        assert "table.json: Is a directory" in str(await asyncio.wait_for(opened.host.failed, 10))
    assert written_tables(tmp_path, alone=True) == ["alone1"]


async def test_alone_no_journal_is_needed_to_begin(tmp_path: Path) -> None:
    """A folder that takes nothing is told of, and play goes on."""
    (tmp_path / "tables").touch()
    said: list[str] = []
    async with open_alone(table(), tmp_path, bot_pause=0, notice=said.append) as opened:
        watcher = Watcher()
        client = TableClient(GuestSession("Ann"), watcher)
        take_local_seat(opened.host, client, OWN_TOKEN)
        await watcher.hears("lobby")
        client.ready()
        await watcher.hears("prompt")
    (sentence,) = said
    assert sentence.endswith("This table is not written down: a crash of this program would lose it.")


def test_a_new_code_that_cannot_be_written_down_is_not_made() -> None:
    """The person is told why, and the table is in no trouble."""
    desk = Desk(DICE_CAPTURE)
    desk.host_joins()
    desk.did(desk.session.code_not_renewed(WHY))
    assert desk.last("host", Refused) == Refused("no-new-code", WHY)
    assert not desk.told("host", Trouble)
