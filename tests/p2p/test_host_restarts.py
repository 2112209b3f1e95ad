"""The host's program ends at every write of whole matches, and is started again: nothing is lost, nobody is lost.

A session plays a recorded match with people in all seats, and everything is written into a real journal. After every
write, and in the middle of every line, the journal is copied as a crash would leave it, and another program goes on.
"""

import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
import pytest

from engine import games
from engine.inputs import Act as ActInput
from engine.inputs import Chance, Input
from engine.match import Game
from engine.record import Record, lines_of, read
from engine.simulate import Plan, simulate
from engine.state import state_of
from engine.syntax import write_action
from p2p.effects import AppendRecord, Effect, MatchEnded, OpenRecord, SaveTable
from p2p.history import History
from p2p.journal import Journal, Resumed, record_name
from p2p.messages import Act, Lobby, Over, Ready, Table, Welcome
from p2p.saved_table import SavedSeat, SavedTable
from tests.p2p.desk import Desk
from tests.p2p.test_journal import ROOM, table_file

SEATS = {"xing": 4, "rummy": 2, "dice-capture": 2, "tien-len": 4, "twenty-nine": 4, "call": 4}
NAMES = ("Ann", "Bob", "Cem", "Dao")
OFTEN = 60
"""So many inputs of a match are each followed by a restart of the whole host, and after that each `SELDOM`-th."""
SELDOM = 29


def played(game: Game, seed: int) -> list[Input]:
    """The inputs of a whole match, from the first chance outcome to its end."""
    seats = SEATS[game.name]
    (simulated,) = simulate(Plan(game, seats, {}, ["normal"] * seats, seed=seed, cap=2000), 1)
    record = Record()
    return [read.given for line in lines_of(simulated.record_text().encode()) if (read := record.feed(line))]


def shortest(game: Game, seed: int) -> list[Input]:
    """The shortest of a few matches."""
    return min((played(game, seed + number) for number in range(4)), key=len)


@dataclass(frozen=True)
class Told:
    """What everybody knows at some moment, to the byte.

    Attributes:
        state: of the match; nothing when none goes on.
        tables: what each seat sees of it, as after a return.
        results: what each seat was told of the last match.
        table: as it is to be written down.
        rests: whether the match rests between two hands, or was just about to go on with the next one.
    """

    state: bytes
    tables: tuple[bytes, ...]
    results: tuple[Over | None, ...]
    table: SavedTable
    rests: bool

    def tables_of(self, seat: int) -> list[bytes]:
        """What that seat is shown: nothing, or its table."""
        return [self.tables[seat]] if self.tables else []


def told_by(desk: Desk) -> Told:
    """What everybody at a table knows now."""
    running = desk.session.running
    seats = range(len(desk.session.seats))
    tables: tuple[bytes, ...] = ()
    if running:
        tables = tuple(msgspec.json.encode(running.snapshot_for(seat, lambda seat: NAMES[seat])) for seat in seats)
    state = msgspec.json.encode(state_of(running.match, None)) if running else b""
    results = tuple(seat.result for seat in desk.session.seats)
    rests = bool(running and running.game.leaving.rests and running.hands and running.between_hands)
    assert rests or not desk.session.is_resting
    return Told(state, tables, results, desk.session.saved(), rests)


class Evening:
    """A host and its guests, all of whom the test plays.

    Args:
        inputs: of the whole match.
        state: the state folder of the first program.
        elsewhere: where copies of it go on.
        often: how many inputs are each followed by a restart.
    """

    def __init__(self, game: Game, inputs: list[Input], state: Path, elsewhere: Path, often: int) -> None:
        self.game = game
        self.inputs = inputs
        self.names = NAMES[: SEATS[game.name]]
        self.journal = Journal(state, ROOM)
        self.desk = Desk()
        seats = [SavedSeat("person", name, f"token {name}") for name in self.names]
        self.desk.start(game, SavedTable(game.name, {}, seats))
        self.journal.save(table_file(self.desk.session.saved()))
        self._told = told_by(self.desk)
        self.restarts = 0
        self._state = state
        self._elsewhere = elsewhere
        self._often = often
        self._rng = Random(SEATS[game.name])

    def gather(self) -> None:
        """Everybody sits down and is ready."""
        for name in self.names:
            self.desk.join(name, name, f"token {name}")
            self.write(self.desk.effects)
        self._be_ready()

    def _be_ready(self) -> None:
        for name in self.names:
            self.desk.say(name, Ready())
            self.write(self.desk.effects)

    def _end_rest(self) -> None:
        """Everybody wants the next hand."""
        self._be_ready()
        assert not self.desk.session.is_resting

    def play(self, given: Input) -> None:
        """Play an input as it comes to the host, and crash after each write that it brings."""
        match given:
            case Chance():
                if self.desk.session.is_resting:
                    self._end_rest()
                self.desk.did(self.desk.session.chance_drawn(given))
            case ActInput(seat, action):
                running = self.desk.session.running
                assert running
                prompt = running.sights[seat].prompt
                assert prompt
                self.desk.now += 0.1  # nobody acts faster than guests may
                self.desk.say(NAMES[seat], Act(prompt.number, write_action(self.game.verbs, action)))
            case _:
                raise AssertionError("bots report nothing")
        assert self.desk.wanted(AppendRecord)
        self.write(self.desk.effects)

    def write(self, effects: list[Effect]) -> None:
        """Write a step down, and crash in the middle of each line and after each write."""
        before, now = self._told, told_by(self.desk)
        for effect in effects:
            match effect:
                case OpenRecord(number, header):
                    self.journal.open_record(number, header)
                    self._crash(before)
                case AppendRecord(line):
                    self._crash(before, torn=line[: self._rng.randrange(1, len(line) + 1)])
                    self.journal.append(line)
                    self._crash(now)
                case SaveTable(table):
                    self.journal.save(table_file(table))
                    self._crash(now)
                case MatchEnded():
                    self.journal.finish_record()
                    self._crash(now)
        self._told = now

    def _crash(self, expected: Told, torn: str = "") -> None:
        """Let another program go on with what is on the disk: all that was written, and no more."""
        shutil.rmtree(self._elsewhere, ignore_errors=True)
        shutil.copytree(self._state, self._elsewhere)
        if torn:
            path = self._elsewhere / "tables" / ROOM / record_name(expected.table.matches)
            with path.open("ab") as record:
                record.write(torn.encode())
        with closing(Journal(self._elsewhere, ROOM)) as journal:
            resumed = journal.resume()
            assert resumed.repaired == bool(torn)
            assert not resumed.inputs or resumed.inputs == self.inputs[: len(resumed.inputs)]
            if not expected.state or len(resumed.inputs) < self._often or len(resumed.inputs) % SELDOM == 0:
                self._go_on(journal, resumed, expected)

    def _go_on(self, journal: Journal, resumed: Resumed, expected: Told) -> None:
        """Everybody comes back to what they had before them."""
        self.restarts += 1
        again = Desk()
        again.start(self.game, resumed.file.table)
        if resumed.file.table.playing:
            again.did(again.session.resume(resumed.inputs, resumed.names))
            if again.wanted(MatchEnded):
                journal.finish_record()
        assert told_by(again) == expected
        assert again.session.is_resting == expected.rests
        for seat, name in enumerate(self.names):
            again.join(name, name, f"token {name}")
            assert again.last(name, Welcome).seat == seat
            assert again.last(name, Lobby).playing == bool(expected.state)
            assert [msgspec.json.encode(table) for table in again.told(name, Table)[-1:]] == expected.tables_of(seat)
            assert again.told(name, Over) == [result for result in [expected.results[seat]] if result]
        if expected.results[0]:
            (kept,) = History(self._elsewhere).records()
            assert read(kept.read_bytes()).finish().ending


def whole_match(name: str, tmp_path: Path, seed: int, often: int) -> Evening:
    """A match of a game from the lobby to the lobby, with the host's end at every write."""
    game = games.find(name)
    inputs = shortest(game, seed)
    evening = Evening(game, inputs, tmp_path / "state", tmp_path / "elsewhere", often)
    evening.gather()
    for given in inputs:
        evening.play(given)
    assert evening.desk.session.running is None
    assert evening.desk.session.saved().seats[0].result
    evening.journal.close()
    return evening


@pytest.mark.parametrize("name", games.GAMES)
def test_whenever_the_host_ends_in_a_match_another_one_goes_on(name: str, tmp_path: Path) -> None:
    """After every write and in the middle of every line, in a match of every game: the same state, to the byte.

    All guests come back to what they had before them, and to the result if there is one. Far into a match the journal
    is read back after every input, and the whole host started after some.
    """
    evening = whole_match(name, tmp_path, seed=1, often=OFTEN)
    assert evening.restarts > min(OFTEN, len(evening.inputs))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 103))
@pytest.mark.parametrize("name", games.GAMES)
def test_whenever_the_host_ends_in_many_matches_another_one_goes_on(name: str, seed: int, tmp_path: Path) -> None:
    """The same with a restart of the whole host at every write of longer matches."""
    evening = whole_match(name, tmp_path, seed, often=10_000)
    assert evening.restarts > 2 * len(evening.inputs)
