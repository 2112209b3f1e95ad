"""Bots that watch a match, whoever plays it."""

from collections.abc import Iterable, Sequence
from random import Random

from engine import bots
from engine.bots.bot import Bot
from engine.events import Event, seen_by
from engine.inputs import Action, Input
from engine.match import Match
from engine.record import Record
from engine.syntax import write_action
from tests.engine.contract.playing import Table


class Watchers:
    """One bot of a kind in every seat of a match.

    Args:
        table: what is played.
        kind: the name of the bots' kind.
        seed: of their random numbers.
    """

    def __init__(self, table: Table, kind: str, seed: object = 0) -> None:
        self.match = table.new()
        self.bots = [
            bots.make(kind, table.game, seat, table.seats, Random(f"{seed} {seat}")) for seat in range(table.seats)
        ]

    def apply(self, given: Input) -> None:
        """Play an input and let every bot see what its seat may."""
        events = self.match.apply(given)
        for seat, bot in enumerate(self.bots):
            for event in seen_by(seat, events):
                bot.see(event)

    def choice(self, seat: int) -> Action:
        """What the bot in a seat that is to act would do."""
        return choice(self.bots[seat], self.match, seat)


def choice(bot: Bot, match: Match, seat: int) -> Action:
    """What a bot would do for a seat that is to act."""
    return bot.choose(match.legal(seat), lambda: match.view(seat))


def shown(bot: Bot, seat: int, match: Match, inputs: Iterable[Input]) -> Match:
    """Show a bot all that its seat saw of a match that began as the given one; gives the match as it is then."""
    for given in inputs:
        for event in seen_by(seat, match.apply(given)):
            bot.see(event)
    return match


def choices(watchers: Watchers, inputs: Sequence[Input]) -> list[Action]:
    """What the bots would have done before each input of a match, and what they do at its end."""
    chosen = []
    for given in inputs:
        chosen += [watchers.choice(seat) for seat in watchers.match.to_act]
        watchers.apply(given)
    return chosen


def read(lines: Sequence[str]) -> tuple[Match, list[Event]]:
    """The match that a record tells, and all that happened in it."""
    record = Record()
    events: list[Event] = []
    for line in lines:
        done = record.feed(line)
        events += done.events if done else ()
    return record.finish(), events


def answer(lines: Sequence[str], kind: str = "normal") -> str:
    """What a bot that has seen a record does at its end, for the seat to act: a line of records without the seat."""
    match, events = read(lines)
    (seat,) = match.to_act
    bot = bots.make(kind, match.game, seat, match.seats, Random(0))
    for event in seen_by(seat, events):
        bot.see(event)
    return write_action(match.game.verbs, choice(bot, match, seat))
