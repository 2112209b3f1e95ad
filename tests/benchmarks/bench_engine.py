"""The engine's random play and copies against OpenSpiel's, side by side in one process.

Both list the legal actions and check the one that is taken; ours also makes its events. Both count the actions
of the players and the time of everything, dealing too. "peer" draws chance as OpenSpiel's own example does, "lean"
with as little Python as possible.
"""

import random
import statistics
import time
from typing import NamedTuple

import pyspiel

from engine import games
from engine.chance import draw
from engine.inputs import Happening, Need, Report
from engine.match import Match
from tests.benchmarks.peers import clone_seconds, play_seconds, timed

ROUNDS = 5
SECONDS = 0.5
COPIES = 20_000
CAP = 2000

_SEAT, _NOTHING = Need.SEAT, Need.NOTHING  # the games are to be measured, not how long reading a member takes


class Duel(NamedTuple):
    """One line of the table."""

    game: str
    seats: int
    options: dict[str, str]
    peer: str
    reach: float
    aim: float


DUELS = (
    Duel("xing", 4, {}, "hearts", 1.0, 1.8),
    Duel("twenty-nine", 4, {}, "hearts", 1.0, 1.8),
    Duel("call", 4, {}, "hearts", 1.0, 1.8),
    Duel("tien-len", 3, {}, "dou_dizhu", 0.5, 1.0),
    Duel("tien-len", 4, {"scoring": "practice"}, "dou_dizhu", 0.5, 1.0),
    Duel("rummy", 2, {}, "gin_rummy", 1.0, 5.0),
    Duel("rummy", 4, {"take": "deep"}, "gin_rummy", 1.0, 5.0),
    Duel("dice-capture", 2, {}, "python_block_dominoes", 10.0, 30.0),
)


def our_speed(duel: Duel, seed: int, seconds: float) -> float:
    """Actions a CPU second of whole matches at random, for about that many seconds."""
    rng = random.Random(seed)
    number = rng.random
    actions = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        match = games.find(duel.game).new(duel.seats, duel.options)
        inputs = 0
        while match.needs is not _NOTHING:
            if match.needs is _SEAT:
                seat = match.to_act[0]
                legal = match.legal(seat)
                match.act(seat, legal[int(number() * len(legal))])
                actions += 1
            else:
                match.chance(draw(match, rng))
            inputs += 1
            if inputs == CAP and match.may_go_on_forever():
                match.report(Report(Happening.END))
    return actions / (time.process_time() - started)


def peer_speed(name: str, seed: int, seconds: float, *, lean: bool) -> float:
    """The same of a game of OpenSpiel."""
    game = pyspiel.load_game(name)
    actions, spent = 0, 0.0
    while spent < seconds:
        seed += 1
        more, took = play_seconds(game, 5, seed, lean=lean)
        actions, spent = actions + more, spent + took
    return actions / spent


def position(game: str, seats: int) -> Match:
    """A match in mid-play."""
    rng = random.Random(1)
    match = games.find(game).new(seats)
    for _ in range(30):
        if match.needs is Need.SEAT:
            seat = match.to_act[0]
            match.act(seat, rng.choice(match.legal(seat)))
        else:
            match.chance(draw(match, rng))
    return match


def compare_play() -> None:
    """Print the speeds of random play."""
    print(f"{'random play':26}{'ours':>9}{'peer':>9}{'ratio':>7}{'lean':>9}{'ratio':>7}   reach / aim   peer")
    for duel in DUELS:
        rounds = [
            (
                our_speed(duel, turn, SECONDS),
                peer_speed(duel.peer, turn * 1000, SECONDS, lean=False),
                peer_speed(duel.peer, turn * 1000, SECONDS, lean=True),
            )
            for turn in range(ROUNDS)
        ]
        ours, peer, lean = (statistics.median(side) for side in zip(*rounds, strict=True))
        ratio, lean_ratio = (statistics.median(each[0] / each[side] for each in rounds) for side in (1, 2))
        label = f"{duel.game} {duel.seats} {' '.join(duel.options.values())}"
        speeds = f"{ours:9,.0f}{peer:9,.0f}{ratio:7.2f}{lean:9,.0f}{lean_ratio:7.2f}"
        print(f"{label:26}{speeds}   {duel.reach} / {duel.aim:<8} {duel.peer}")


def compare_copies() -> None:
    """Print what a copy costs."""
    print(f"{'copy':28}{'ours, µs':>10}{'peer, µs':>10}{'ratio':>8}   at most 2.5 / 1   hearts clone()")
    hearts = pyspiel.load_game("hearts")
    for game, entry in games.GAMES.items():
        match = position(game, entry.seats[-1])
        rounds = [(timed(match.copy, COPIES), clone_seconds(hearts, COPIES, 1)) for _ in range(ROUNDS)]
        ours, peer = (statistics.median(side) / COPIES * 1e6 for side in zip(*rounds, strict=True))
        ratio = statistics.median(mine / theirs for mine, theirs in rounds)
        print(f"{game:28}{ours:10.2f}{peer:10.2f}{ratio:8.2f}")


if __name__ == "__main__":
    compare_play()
    print()
    compare_copies()
