"""See how a game plays: the first hand of a match of bots, always the same one, with the cards of one of them."""

from random import Random
from typing import Final

from engine import bots
from engine.bots.bot import Bot
from engine.chance import draw
from engine.inputs import Act
from engine.match import Game
from p2p.management import DEFAULT_BOT
from p2p.running_match import RunningMatch

_SEED: Final = 29
_LONGEST: Final = 160
"""Inputs after which a demonstration ends at the latest."""


def demonstration(game: Game) -> RunningMatch:
    """The match that is shown, played as far as it is shown."""
    rng = Random(_SEED)
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
