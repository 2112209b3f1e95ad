"""What a seat has seen, put together from what it is told as things happen, after returns, and from the log."""

from collections.abc import Sequence
from random import Random

import pytest

from engine.errors import UnreadableInput
from engine.events import Event, seen_by
from engine.games.rummy import GAME as RUMMY
from engine.games.xing import GAME as XING
from engine.match import Game
from engine.simulate import Plan, simulate
from p2p.messages import EventLine, Table
from p2p.running_match import LOG_TAIL, RunningMatch
from p2p.seat_log import SeatLog


def told(game: Game, seat: int = 0) -> tuple[RunningMatch, list[Table], list[Event]]:
    """A match, all that a seat was told of it, and what it saw, less what no log keeps."""
    seats = game.seats[-1]
    running = RunningMatch(game, seats, {}, {}, {})
    tables, seen = [], []
    for given in next(simulate(Plan(game, seats, {}, ["normal"] * seats, seed=2, cap=500), 1)).inputs:
        step = running.apply(given)
        tables.append(running.table_for(seat, step.events, str))
        seen += [event for event in seen_by(seat, step.events) if not event.sentence.fleeting]
    return running, tables, seen


def alike(events: Sequence[Event]) -> list[object]:
    """What events tell, without who else saw it."""
    return [(event.sentence, event.values) for event in events]


def logged(log: SeatLog) -> list[object]:
    """What has come, less what no log keeps."""
    return alike([event for event in log.take() if not event.sentence.fleeting])


@pytest.mark.parametrize("game", [XING, RUMMY], ids=lambda game: game.name)
def test_what_is_told_as_it_happens_comes_once_and_in_order(game: Game) -> None:
    """Told twice it counts once."""
    _, tables, seen = told(game)
    log = SeatLog(game)
    for table in tables:
        log.told(table.events)
        log.told([line for line in table.events if line.n is not None])
    assert not log.has_gap
    assert logged(log) == alike(seen)
    assert log.take() == []


def test_what_may_be_seen_only_as_it_happens_has_no_number() -> None:
    """The known card of Xing comes through, in its place, and is in no log."""
    running, tables, _ = told(XING)
    log = SeatLog(XING)
    log.told(tables[0].events + tables[1].events)
    codes = [event.code for event in log.take()]
    assert codes[:3] == ["deals", "table-laid", "last-card"]
    assert "last-card" not in {line.code for line in running.log_for(0, str)}


def test_after_a_short_absence_the_end_of_the_log_is_enough() -> None:
    """What was missed is in it, what was not comes no second time."""
    running, tables, seen = told(RUMMY)
    log = SeatLog(RUMMY)
    for table in tables[:-10]:
        log.told(table.events)
    log.told(running.snapshot_for(0, str).events)
    assert not log.has_gap
    assert logged(log) == alike(seen)


@pytest.mark.parametrize("before", [0, 3])
def test_after_a_long_one_the_rest_comes_from_the_log(before: int) -> None:
    """What happens meanwhile waits its turn."""
    running, tables, seen = told(RUMMY)
    log = SeatLog(RUMMY)
    for table in tables[:before]:
        log.told(table.events)
    already = logged(log)
    log.told(running.snapshot_for(0, str).events)
    assert (log.has_gap, log.take()) == (True, [])
    whole = running.log_for(0, str)
    assert len(whole) > 2 * LOG_TAIL
    for start in range(0, len(whole), 50):
        log.handed_out(whole[start : start + 50])
    assert not log.has_gap
    assert already + logged(log) == alike(seen)


def test_the_log_is_numbered_as_it_was_told() -> None:
    """Every event has the same number in both."""
    running, tables, _ = told(RUMMY, seat=Random(1).choice(range(4)))
    assert all(line.n is not None for table in tables for line in table.events)
    _, tables, _ = told(RUMMY)
    assert [line for table in tables for line in table.events] == running.log_for(0, str)


def test_what_the_game_does_not_tell_is_an_error() -> None:
    """The host plays another version of the game."""
    with pytest.raises(UnreadableInput):
        SeatLog(RUMMY).told([EventLine("juggled", {}, "…", 0)])
