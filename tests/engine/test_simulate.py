"""Whole matches by bots: repeatable, always ending, and replayable."""

import pytest

from engine import games
from engine.games import GAMES
from engine.match import Ending, Match, Points
from engine.record import read
from engine.simulate import Plan, Simulated, Summary, simulate


def plan(name: str, *, seed: int = 0, cap: int = 300, chaos: bool = False) -> Plan:
    """Random bots at a table of the largest size."""
    game = games.find(name)
    seats = game.seats[-1]
    return Plan(game, seats, {}, ["random"] * seats, seed, cap, chaos)


@pytest.mark.parametrize("chaos", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_records(name: str, *, chaos: bool) -> None:
    """And another seed gives others; the number of matches changes none of them."""
    texts = [[each.record_text() for each in simulate(plan(name, chaos=chaos), matches)] for matches in (3, 2)]
    assert texts[0][:2] == texts[1]
    assert len(set(texts[0])) == 3
    assert texts[1] != [each.record_text() for each in simulate(plan(name, seed=1, chaos=chaos), 2)]


@pytest.mark.parametrize("chaos", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_record_replays_to_the_same_end(name: str, *, chaos: bool) -> None:
    """What the simulation wrote is what it played."""
    for simulated in simulate(plan(name, chaos=chaos), 3):
        replayed = read(simulated.record_text().encode()).finish()
        assert [replayed.view(seat) for seat in range(replayed.seats)] == [
            simulated.match.view(seat) for seat in range(replayed.seats)
        ]


def test_only_a_match_that_need_not_end_is_capped() -> None:
    """A capped match gets the end of the table as its last input; others play on."""
    (capped,) = simulate(plan("dice-capture", cap=5), 1)
    assert len(capped.inputs) == 6
    assert capped.record_text().splitlines()[-1] == "table end"
    (whole,) = simulate(plan("twenty-nine", cap=5), 1)
    assert whole.match.ending is Ending.WON


def test_chaos_reports_what_the_table_may_report() -> None:
    """Seats are left and taken, windows closed and the known card hidden, all by the rules."""
    lines = "".join(
        simulated.record_text()
        for name in ("xing", "tien-len", "rummy")
        for simulated in simulate(plan(name, chaos=True), 60)
    )
    for report in ("table hide", "table leave"):
        assert report in lines
    tokens = Plan(games.find("tien-len"), 3, {"scoring": "tokens"}, ["random"] * 3, 0, 600, chaos=True)
    lines = "".join(simulated.record_text() for simulated in simulate(tokens, 20))
    assert {"table leave", "table sit", "table end"} <= {" ".join(line.split()[:2]) for line in lines.splitlines()}


def finished(match: Match, ending: Ending, winners: tuple[int, ...], totals: Points) -> Simulated:
    """A match that ended like this."""
    match._finish(ending, winners)
    match.totals = totals
    return Simulated(match, [], 7)


def test_the_summary_counts_shared_wins_for_each_and_ended_matches_for_nobody() -> None:
    """RECORDS.md, Commands."""
    xing = games.find("xing")
    summary = Summary(4)
    summary.add(finished(xing.new(), Ending.WON, (0, 2), (51, 4, 51, 4)))
    summary.add(finished(xing.new(), Ending.ENDED, (), (1, 2, 1, 2)))
    assert (summary.matches, summary.actions, summary.wins) == (2, 14, [1, 0, 1, 0])
    assert summary.totals == [52, 6, 52, 6]
