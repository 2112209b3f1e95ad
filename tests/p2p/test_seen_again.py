"""The last match can be seen again after the host's program was started again: it is taken from the history."""

import asyncio
import os
import shutil
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from engine import games
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.record import lines_of
from engine.simulate import Plan, simulate
from p2p.alone import AloneTable, open_alone, reopen_alone
from p2p.client import TableClient
from p2p.effects import AppendRecord, Effect, MatchEnded, OpenRecord, SaveTable
from p2p.guest_session import GuestSession, Tell
from p2p.history import History
from p2p.journal import Journal
from p2p.local_seat import take_local_seat
from p2p.messages import Get, Manage, Part, Ready
from p2p.retrace import read_back
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedSeat, SavedTable
from p2p.table_view.model import Frame
from tests.p2p.desk import OWN_TOKEN, Desk, refusal
from tests.p2p.test_journal import ROOM, resumed_from, table_file
from tests.p2p.test_librarian import fetched

PEERS = ("host", "ann")


class WrittenTable:
    """A host, ann and bots; whatever is to be kept is written into a journal."""

    def __init__(self, game: str, bots: int, state: Path) -> None:
        self.state = state
        self.tokens: dict[str, str] = {"host": OWN_TOKEN}
        self.journal = Journal(state, ROOM)
        self.desk = Desk()
        seats = [SavedSeat("person", "Host", OWN_TOKEN), SavedSeat("empty")]
        seats += [SavedSeat("bot", f"Bot {number}", None, "normal") for number in range(bots)]
        self.desk.start(games.find(game), SavedTable(game, {}, seats))
        self.journal.save(table_file(self.desk.session.saved()))

    def write(self, effects: list[Effect]) -> None:
        """Keep what a step wants kept."""
        for effect in effects:
            match effect:
                case OpenRecord(number, header):
                    self.journal.open_record(number, header)
                case AppendRecord(line):
                    self.journal.append(line)
                case SaveTable(table):
                    self.journal.save(table_file(table))
                case MatchEnded():
                    self.journal.finish_record()

    def join(self, peer: str) -> None:
        """Somebody comes, or comes back."""
        self.tokens[peer] = self.desk.join(peer, token=self.tokens.get(peer), view="zones")
        self.write(self.desk.effects)

    def say(self, peer: str, said: Ready | Manage) -> None:
        """Somebody says something."""
        self.desk.say(peer, said)
        self.write(self.desk.effects)

    def play(self, inputs: int) -> None:
        """Let bots choose, and chance be drawn, as long as nobody else is asked."""
        for _ in range(inputs):
            if self.desk.bots_asked:
                self.desk.bot_acts(self.desk.bots_asked.pop(0))
            elif self.desk.session.match_to_draw_for:
                self.desk.draw()
            else:
                return
            self.write(self.desk.effects)

    def restart(self) -> None:
        """The program ends, and another one goes on."""
        self.journal.close()
        resumed = resumed_from(self.state)
        self.journal = Journal(self.state, ROOM)
        self.journal.resume()
        self.desk = Desk()
        self.desk.start(games.find(resumed.file.table.game), resumed.file.table)
        finished = read_back(lines_of(resumed.finished))
        if finished:
            self.desk.session.has_played(finished)
        if resumed.file.table.playing:
            self.desk.did(self.desk.session.resume(resumed.inputs, resumed.names))
            self.write(self.desk.effects)


def seen(table: WrittenTable, peer: str) -> bytes:
    """All that somebody is shown of the last match."""
    return msgspec.json.encode(fetched(table.desk, peer, "replay"))


@pytest.mark.parametrize(("game", "bots"), [("xing", 2), ("dice-capture", 0), ("twenty-nine", 2), ("tien-len", 1)])
def test_after_a_restart_everybody_sees_the_last_match_as_before(game: str, bots: int, tmp_path: Path) -> None:
    """To the byte: in the lobby, in the next match, and in the lobby of another game."""
    table = WrittenTable(game, bots, tmp_path)
    for peer in PEERS:
        table.join(peer)
    for peer in PEERS:
        table.say(peer, Ready())
    table.play(60)
    table.say("host", Manage("end"))
    before = {peer: seen(table, peer) for peer in PEERS}
    assert before["host"] != before["ann"]
    table.restart()
    for step in ("in the lobby", "in the next match", "in the lobby of another game"):
        for peer in PEERS:
            table.join(peer)
        assert {peer: seen(table, peer) for peer in before} == before, step
        if step == "in the lobby":
            table.say("host", Manage("start"))
            table.restart()
        elif step == "in the next match":
            table.say("host", Manage("game", game="rummy", seats=3))
            before = {peer: seen(table, peer) for peer in before}
            table.restart()
    table.journal.close()


def test_after_a_restart_in_the_first_match_there_is_nothing_to_see_again(tmp_path: Path) -> None:
    """Though the history has a match of a table that had the same room before; nor where a record is gone."""
    with closing(Journal(tmp_path, ROOM)) as older:
        older.open_record(1, ["record 1", "game dice-capture", "seats 2"])
        older.append("table end")
        older.finish_record()
    table = WrittenTable("dice-capture", 0, tmp_path)
    for peer in PEERS:
        table.join(peer)
    for peer in PEERS:
        table.say(peer, Ready())
    table.restart()
    table.join("host")
    assert refusal(table.desk.say("host", Get("replay"))) == "nothing-there"
    table.say("host", Manage("end"))
    for record in History(tmp_path).records():
        record.unlink()
    table.restart()
    table.join("host")
    assert refusal(table.desk.say("host", Get("replay"))) == "nothing-there"
    table.journal.close()


def test_of_two_tables_that_had_the_same_room_the_later_one_is_seen_again(tmp_path: Path) -> None:
    """Both had a first match."""
    (simulated,) = simulate(Plan(DICE_CAPTURE, 2, {}, ["random"] * 2, seed=1, cap=20), 1)
    lines = simulated.record_text().splitlines()
    for length in (12, 9):
        with closing(Journal(tmp_path, ROOM)) as journal:
            journal.open_record(1, lines[:length])
            journal.append("table end")
            assert journal.record_path
            os.utime(journal.record_path, (2e9 - length, 2e9 - length))
            journal.finish_record()
    latest = History(tmp_path).latest_of(ROOM, 1)
    assert latest
    assert latest.read_text(encoding="utf-8").splitlines() == [*lines[:9], "table end"]


# --- whole programs


class Ears:
    """A front that waits for what is told."""

    def __init__(self) -> None:
        self._told: asyncio.Queue[Tell] = asyncio.Queue()

    def told(self, client: TableClient, tell: Tell) -> None:  # noqa: ARG002  # as every front
        """Note it."""
        self._told.put_nowait(tell)

    async def hear(self, event: str) -> Tell:
        """The next event of that name."""
        while (tell := await self._told.get()).event != event:
            pass
        return tell


async def replay(client: TableClient, ears: Ears) -> Part:
    """The first part of what was played last."""
    client.ask(Get("replay"))
    return msgspec.convert((await ears.hear("part")).facts, Part)


async def take_seat(table: AloneTable, ears: Ears) -> TableClient:
    """Sit down in the host's seat, and listen."""
    client = TableClient(GuestSession("Ann"), ears)
    take_local_seat(table.host, client, OWN_TOKEN)
    await ears.hear("lobby")
    return client


@pytest.mark.parametrize("spoilt", [False, True])
async def test_a_program_that_goes_on_with_a_table_hands_out_its_last_match(tmp_path: Path, spoilt: bool) -> None:  # noqa: FBT001  # a case
    """Without it, if the record was spoilt meanwhile: the table goes on all the same."""
    seats = [SavedSeat("person", "Ann", OWN_TOKEN), SavedSeat("bot", "Bot", None, "normal")]
    ears, first, second = Ears(), tmp_path / "first", tmp_path / "second"
    async with open_alone(SavedTable("dice-capture", {}, seats), first, bot_pause=0, notice=print) as table:
        client = await take_seat(table, ears)
        client.ready()
        client.act((await ears.hear("prompt")).facts["legal"][0])
        client.ask(Manage("end"))
        await ears.hear("over")
        before = await replay(client, ears)
        client.ready()
        await ears.hear("prompt")
        shutil.copytree(first, second)  # as a crash leaves it
    if spoilt:
        (record,) = History(second).records()
        record.write_bytes(b"nonsense\n")
    async with reopen_alone("alone1", second, notice=print) as again:
        ears = Ears()
        client = await take_seat(again, ears)
        if spoilt:
            client.ask(Get("replay"))
            assert (await ears.hear("refused")).facts["code"] == "nothing-there"
        else:
            assert await replay(client, ears) == before
        assert client.session.lobby
        assert client.session.lobby.playing


async def test_a_match_that_was_over_as_the_program_crashed_can_be_seen_with_its_bots(tmp_path: Path) -> None:
    """Its last line was on the disk, but the table did not say so yet."""
    seats = [SavedSeat("person", "Ann", OWN_TOKEN), SavedSeat("bot", "Bot", None, "normal")]
    ears, first, second = Ears(), tmp_path / "first", tmp_path / "second"
    async with open_alone(SavedTable("dice-capture", {}, seats), first, bot_pause=0, notice=print) as table:
        client = await take_seat(table, ears)
        client.ready()
        await ears.hear("prompt")
        shutil.copytree(first, second)  # as a crash leaves it
    with (second / "tables" / "alone1" / "0001.record").open("ab") as record:
        record.write(b"table end\n")
    async with reopen_alone("alone1", second, notice=print) as again:
        ears = Ears()
        client = await take_seat(again, ears)
        frames = msgspec.convert((await replay(client, ears)).data, list[Frame])
        assert [seat.kind for seat in frames[0].view.seats] == ["person", "bot"]


def test_a_record_without_a_match_is_none() -> None:
    """Nothing can be seen of it."""
    assert read_back([]) is None
    assert read_back(["record 1", "game xing", "seats 4"]) is None
    assert isinstance(read_back(["record 1", "game xing", "seats 4", "table end"]), RunningMatch)
