"""``peerdeck simulate GAME --duplicate``: kinds of bots compared on the same deals, on all cores."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import track

from engine import games
from engine.arena import Comparison, Deal, Estimate, compared, play_deal, scored
from engine.simulate import Plan
from p2p.stopping import raising

_CHUNKS_A_PROCESS: Final = 16
"""Deals are handed out in so many lots to each process: few enough to cost little, many enough to end together."""


class Job(NamedTuple):
    """A plan as it travels to another process, where the game is looked up again."""

    game: str
    seats: int
    options: Mapping[str, str]
    kinds: tuple[str, ...]
    seed: int
    cap: int

    def plan(self) -> Plan:
        """The plan itself."""
        return Plan(games.find(self.game), self.seats, self.options, self.kinds, self.seed, self.cap)


def run_arena(plan: Plan, deals: int, processes: int, *, as_json: bool) -> int:
    """Play the deals, one or more, and print what they tell; gives the exit status."""
    job = Job(plan.game.name, plan.seats, dict(plan.options), tuple(plan.kinds), plan.seed, plan.cap)
    console = Console(stderr=True)
    started = time.perf_counter()
    with _played(job, deals, min(processes, deals)) as played:
        if not as_json and console.is_terminal:
            name = plan.game.name
            comparison = compared(track(played, description=name, total=deals, console=console, transient=True))
        else:
            comparison = compared(played)
    seconds = time.perf_counter() - started
    if as_json:
        print(json.dumps(_as_json(comparison, seconds)))
    else:
        _print(plan.game.title, comparison, seconds)
    return 0


@contextmanager
def _played(job: Job, deals: int, processes: int) -> Iterator[Iterator[Deal]]:
    """The deals in their order, whoever plays them."""
    numbers = range(1, deals + 1)
    if processes == 1:
        yield map(partial(_play, job), numbers)
        return
    context = get_context("spawn")  # since the progress bar has a thread, and forking beside threads can hang
    theirs, ours = context.Pipe(duplex=False)
    with theirs, ours, raising(), ProcessPoolExecutor(processes, context, _live_with_the_command, (theirs,)) as pool:
        try:
            yield pool.map(partial(_play, job), numbers, chunksize=-(-deals // (processes * _CHUNKS_A_PROCESS)))
        except BaseException:
            ours.close()
            raise


def _live_with_the_command(lifeline: Connection) -> None:
    """Ctrl-C ends the command, which ends its processes: at the end of the lifeline, however that comes about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_command, args=(lifeline,), daemon=True).start()


def _end_with_the_command(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(1)


def _play(job: Job, number: int) -> Deal:
    plan = job.plan()
    return scored(plan, play_deal(plan, number))


def _as_json(comparison: Comparison, seconds: float) -> dict[str, object]:
    return {
        "deals": comparison.deals,
        "matches": comparison.matches,
        "hands": comparison.hands,
        "actions": comparison.actions,
        "seconds": round(seconds, 3),
        "actions_per_second": round(comparison.actions / seconds),
        "kinds": {
            kind: {
                "points": _json_of(points),
                "lead": _json_of(comparison.lead[kind]),
                "won": comparison.won[kind],
                "margin": _json_of(comparison.margin[kind]),
                **_json_of_skill(comparison, kind),
            }
            for kind, points in comparison.points.items()
        },
    }


def _json_of_skill(comparison: Comparison, kind: str) -> dict[str, object]:
    if kind not in comparison.skill:
        return {}
    lead, margin = comparison.skill[kind]
    return {"without_luck": {"lead": _json_of(lead), "margin": _json_of(margin)}}


def _json_of(estimate: Estimate) -> dict[str, object]:
    mean, margin = estimate
    interval = None if margin is None else [round(mean - margin, 4), round(mean + margin, 4)]
    return {"mean": round(mean, 4), "interval": interval}


def _print(title: str, comparison: Comparison, seconds: float) -> None:
    print(
        f"{title}: {comparison.deals} deals in all seatings, {comparison.matches} matches, "
        f"{comparison.hands} hands, {comparison.actions} actions"
    )
    for kind, points in comparison.points.items():
        won = f"{comparison.won[kind]} won ({comparison.won[kind] / comparison.matches:.1%})"
        won += f", {_share_of(comparison.margin[kind])} more than others"
        print(f"{kind}: {_text_of(points)} points a match, lead {_text_of(comparison.lead[kind], '+')}, {won}")
    for kind, (lead, margin) in comparison.skill.items():
        print(f"{kind} without the luck of the dice: lead {_text_of(lead, '+')}, {_share_of(margin)} more won")
    print(f"{seconds:.1f} s, {comparison.actions / seconds:.0f} actions a second")


def _text_of(estimate: Estimate, sign: str = "-") -> str:
    mean, margin = estimate
    return f"{mean:{sign}.2f}" if margin is None else f"{mean:{sign}.2f} ± {margin:.2f}"


def _share_of(estimate: Estimate) -> str:
    mean, margin = estimate
    return f"{mean:+.1%}" if margin is None else f"{mean:+.1%} ± {margin:.1%}"
