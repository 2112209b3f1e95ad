"""Where bots think: in processes that are replaced when they fail, and in threads where there are none."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest

from engine import games
from engine.bots.search.contest import Verdict
from engine.bots.search.thinker import SIMULATIONS_AT_TABLES, Searcher, Thinker, never
from engine.chance import draw
from engine.events import Event
from engine.inputs import Action, Need
from engine.match import Match, View
from p2p.bot_pool import BotPool, ThreadWorker
from p2p.bot_worker import COMMAND, Failure

PATIENCE = 60.0
"""Seconds: more than a busy machine needs; no test waits that long where all is well."""


def first_choice(seed: int = 1) -> tuple[Searcher, Match]:
    """A bot at the first choice of a hand of Twenty-nine, and the match."""
    match = games.find("twenty-nine").new()
    rng = Random(seed)
    seen: list[Event] = []
    while match.needs is not Need.SEAT:
        seen += match.chance(draw(match, rng))
    seat = match.to_act[0]
    bot = Searcher("twenty-nine", seat, 4, Random(seed))
    for event in seen:
        if event.audience >> seat & 1:
            bot.see(event)
    return bot, match


class Odd(Thinker):
    """A bot with a habit.

    Args:
        habit: what it does when it is to think.
    """

    def __init__(self, habit: Callable[[], Any]) -> None:
        self._habit = habit

    def see(self, event: Event) -> None:
        """Nothing matters to it."""

    def think(
        self,
        legal: Sequence[Action],
        view: View,  # noqa: ARG002  # this bot is blind
        simulations: int | None = None,  # noqa: ARG002
        out_of_time: Callable[[], bool] = never,  # noqa: ARG002
    ) -> Verdict:
        """Follow the habit."""
        return Verdict(self._habit() or legal[-1], 1)

    def by_rule(self, legal: Sequence[Action], view: View) -> Action:  # noqa: ARG002  # this bot is blind
        """The first."""
        return legal[0]


def fails() -> None:
    """Break."""
    raise ValueError("I am\nconfused")


def dies() -> None:
    """End the process."""
    os._exit(3)


def hangs() -> None:
    """Never answer."""
    time.sleep(3600)


def cheats() -> Action:
    """Do what is not allowed."""
    return Action("fly")


def chatters() -> None:
    """Say something on standard output."""
    print("I think, therefore I am")  # noqa: T201  # that is what is tested


LEGAL = [Action("pass"), Action("bid", 16)]


@asynccontextmanager
async def pool_with(**settings: Any) -> AsyncIterator[BotPool]:
    """A pool that is closed in the end."""
    pool = BotPool(**{"seconds": PATIENCE, "limit": PATIENCE} | settings)
    try:
        yield pool
    finally:
        await pool.close()


@pytest.mark.parametrize("command", [COMMAND, None], ids=["process", "thread"])
async def test_a_bot_chooses_the_same_wherever_it_thinks(command: tuple[str, ...] | None) -> None:
    """As it does in this process with so many simulations."""
    bot, match = first_choice()
    seat = match.to_act[0]
    legal, view = match.legal(seat), match.view(seat)
    async with pool_with(command=command) as pool:
        assert await pool.think(bot, legal, view) == bot.think(legal, view, SIMULATIONS_AT_TABLES)


async def test_time_that_runs_out_is_told() -> None:
    """Then the bot has made fewer simulations, and says after how many imagined matches it stopped."""
    bot, match = first_choice()
    seat = match.to_act[0]
    async with pool_with(seconds=0.0) as pool:
        verdict = await pool.think(bot, match.legal(seat), match.view(seat))
    assert isinstance(verdict, Verdict)
    assert verdict.cut_after == 1
    assert verdict.action in match.legal(seat)


@pytest.mark.parametrize("command", [COMMAND, None], ids=["process", "thread"])
@pytest.mark.parametrize(("habit", "why"), [(fails, "ValueError: I am"), (cheats, "not legal")])
async def test_a_bot_that_fails_is_told_with_the_reason(
    habit: Callable[[], Any], why: str, command: tuple[str, ...] | None
) -> None:
    """And the next one is answered."""
    async with pool_with(command=command) as pool:
        answer = await pool.think(Odd(habit), LEGAL, {})
        assert isinstance(answer, Failure)
        assert why in answer.why
        assert await pool.think(Odd(chatters), LEGAL, {}) == Verdict(LEGAL[-1], 1)


async def test_a_process_that_dies_is_replaced() -> None:
    """Nobody waits for it."""
    async with pool_with() as pool:
        for _ in range(2):
            assert await pool.think(Odd(dies), LEGAL, {}) == Failure("its process has ended")
        assert await pool.think(Odd(chatters), LEGAL, {}) == Verdict(LEGAL[-1], 1)


@pytest.mark.parametrize("command", [COMMAND, None], ids=["process", "thread"])
async def test_nobody_waits_for_a_bot_that_hangs(command: tuple[str, ...] | None) -> None:
    """Its process is ended, and none is left that might answer late."""
    async with pool_with(limit=0.2, command=command) as pool:
        pool.warm_up()
        await pool.idle[0].ready()
        answer = await pool.think(Odd(hangs), LEGAL, {})
        assert isinstance(answer, Failure)
        assert "longer than" in answer.why
        assert not pool.idle


@pytest.mark.parametrize("command", [("/nowhere/peerdeck",), (sys.executable, "-c", "")], ids=["none", "ends at once"])
async def test_where_no_process_can_be_started_bots_think_in_threads(
    command: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    """That is logged once; no process is tried again."""
    async with pool_with(command=command) as pool:
        pool.warm_up()
        answers = await asyncio.gather(*(pool.think(Odd(chatters), LEGAL, {}) for _ in range(5)))
        assert answers == [Verdict(LEGAL[-1], 1)] * 5
        assert {type(worker) for worker in pool.idle} == {ThreadWorker}
    assert [record.getMessage() for record in caplog.records] == [
        "Bots think in threads of this program: no process can be started."
    ]


async def test_a_process_that_is_slow_to_start_is_kept() -> None:
    """The first bot is not waited for longer than others; sooner or later the process is there."""
    async with pool_with(limit=0.01) as pool:
        assert isinstance(await pool.think(Odd(chatters), LEGAL, {}), Failure)
        (worker,) = pool.idle
        await worker.ready()
        assert pool.idle == [worker]


async def test_closing_ends_what_is_being_thought() -> None:
    """At once; who waits is told."""
    pool = BotPool(limit=PATIENCE)
    thinking = asyncio.create_task(pool.think(Odd(hangs), LEGAL, {}))
    await asyncio.sleep(0.5)  # it has begun, or is about to: both are to end
    await pool.close()
    await asyncio.wait({thinking}, timeout=PATIENCE)
    assert thinking.done()


async def test_a_single_action_needs_no_process() -> None:
    """It is not even started."""
    async with pool_with(command=("/nowhere/peerdeck",)) as pool:
        assert await pool.think(Odd(fails), LEGAL[:1], {}) == Verdict(LEGAL[0], 0)


async def test_several_bots_think_side_by_side_and_the_others_wait() -> None:
    """All are answered."""
    async with pool_with() as pool:
        answers = await asyncio.gather(*(pool.think(Odd(chatters), LEGAL, {}) for _ in range(5)))
        assert answers == [Verdict(LEGAL[-1], 1)] * 5
        assert len(pool.idle) <= 2
