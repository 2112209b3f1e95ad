"""See how a game plays: the first hand of a match of bots, always the same one, and what is explained in it."""

from random import Random
from typing import Final

from engine import bots
from engine.bots.bot import Bot
from engine.chance import draw
from engine.events import seen_by
from engine.inputs import Act
from engine.match import Game
from p2p.lessons import LESSONS
from p2p.lessons.lesson import Caption
from p2p.running_match import RunningMatch
from p2p.seating import DEFAULT_BOT

SEEN_BY: Final = 0
"""Through whose eyes a demonstration is seen."""
_SEEDS: Final = range(6)
"""Of the hands from which the one is chosen in which most is explained."""
_LONGEST: Final = 160
"""Inputs after which a demonstration ends at the latest."""


def demonstration(game: Game) -> RunningMatch:
    """The match that is shown, played as far as it is shown."""
    return max((_played(game, seed) for seed in _SEEDS), key=_worth)


def explained(running: RunningMatch) -> dict[int, list[Caption]]:
    """What is explained in a match, by the numbers of the inputs that bring it: each event once."""
    lesson = LESSONS.get(running.game.name)
    left = dict(lesson.captions) if lesson else {}
    match = running.game.new(running.match.seats, running.match.options)
    found = {}
    for number, given in enumerate(running.played):
        codes = {event.code for event in seen_by(SEEN_BY, match.apply(given))}
        if new := [code for code in left if code in codes]:
            found[number] = [left.pop(code) for code in new]
    return found


def _worth(running: RunningMatch) -> int:
    return sum(map(len, explained(running).values()))


def _played(game: Game, seed: int) -> RunningMatch:
    rng = Random(seed)
    seats = game.seats[-1]
    players: dict[int, Bot] = {seat: bots.make(DEFAULT_BOT, game, seat, seats, rng) for seat in range(seats)}
    names = {seat: f"Bot {seat + 1}" for seat in range(seats)}
    running = RunningMatch(game, seats, {}, names, players)
    while not (running.over or running.match.hand_points or running.inputs >= _LONGEST):
        if running.needs_chance:
            running.apply(draw(running.match, rng))
        else:
            _let_act(running)
    return running


def _let_act(running: RunningMatch) -> None:
    seat = running.match.to_act[0]
    sight = running.sights[seat]
    action = running.bots[seat].choose(sight.prompt.legal if sight.prompt else [], lambda: sight.view)
    running.apply(Act(seat, action))
