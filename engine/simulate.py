"""Whole matches played by bots: the same seed gives the same records everywhere (RECORDS.md, Commands)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from engine import bots, record
from engine.bots.bot import Bot
from engine.chance import Rng, draw, pick
from engine.events import Event
from engine.inputs import Act, Happening, Input, Need, Report
from engine.match import Ending, Game, Match

DEFAULT_CAP: Final = 4000
CHAOS: Final = 0.02
"""How often, in chaos, the table reports something where it may."""


@dataclass(frozen=True)
class Simulated:
    """A match played by bots to its end.

    Attributes:
        match: in its last state.
        inputs: all that were given.
        actions: how many of them were a seat's.
    """

    match: Match
    inputs: list[Input]
    actions: int

    @property
    def broken_off(self) -> bool:
        """Whether the table, and nobody's play, has ended it."""
        breaks = {Happening.END, Happening.LEAVE}
        return any(isinstance(last, Report) and last.happening in breaks for last in self.inputs[-1:])

    def record_text(self) -> str:
        """The match as a record file."""
        game = self.match.game
        header = record.write_header(game, self.match.seats, self.match.options)
        return record.write(header, (record.write_input(game, given) for given in self.inputs))


@dataclass(frozen=True)
class Plan:
    """What to simulate.

    Args:
        kinds: the kind of bot for each seat.
        cap: after how many inputs a match that need not end by itself is ended by the table.
        chaos: whether the table reports things at random: seats left and taken, windows closed, cards hidden.
    """

    game: Game
    seats: int
    options: Mapping[str, str]
    kinds: Sequence[str]
    seed: int = 0
    cap: int = DEFAULT_CAP
    chaos: bool = False


def simulate(plan: Plan, matches: int) -> Iterator[Simulated]:
    """Play matches one after the other; each has its own source of random numbers, made from seed and number.

    Raises:
        InvalidOptions, UnknownBot: the plan names what there is not.
    """
    for number in range(1, matches + 1):
        yield play(plan, number, _always(Random(f"{plan.seed} {number}")))


def _always(rng: Rng) -> Callable[[Match], Rng]:
    """Decide everything in a match with one source of random numbers."""
    return lambda _match: rng


def play(plan: Plan, number: int, fate: Callable[[Match], Rng]) -> Simulated:
    """Play one match of a plan.

    Args:
        plan: whose seed and ``number`` make the bots' sources of random numbers.
        number: of the match.
        fate: gives the source of random numbers for what is decided next and is no bot's choice.

    Raises:
        InvalidOptions, UnknownBot: the plan names what there is not.
    """
    match = plan.game.new(plan.seats, plan.options)
    players = [
        bots.make(kind, plan.game, seat, plan.seats, Random(f"{plan.seed} {number} seat {seat}"))
        for seat, kind in enumerate(plan.kinds)
    ]
    inputs: list[Input] = []
    actions = 0
    capped = match.may_go_on_forever()
    while match.needs is not Need.NOTHING:
        given: Input | None = _happening(match, fate(match)) if plan.chaos else None
        if capped and len(inputs) >= plan.cap:
            given = Report(Happening.END)
        elif given is None:
            given = _next_input(match, players, fate)
        actions += isinstance(given, Act)
        _tell(players, match.apply(given))
        inputs.append(given)
    return Simulated(match, inputs, actions)


def _happening(match: Match, rng: Rng) -> Report | None:
    """Something that the table reports, now and then, and whenever the match waits for players."""
    if match.needs is not Need.PLAYERS and rng.random() >= CHAOS:
        return None
    reports = [report for report in match.reports() if report.happening is not Happening.END]
    return pick(reports, rng) if reports else None


def _next_input(match: Match, players: Sequence[Bot], fate: Callable[[Match], Rng]) -> Input:
    if match.needs is not Need.SEAT:
        return draw(match, fate(match))
    seat = match.to_act[0] if len(match.to_act) == 1 else pick(match.to_act, fate(match))
    return Act(seat, players[seat].choose(match.legal(seat), lambda: match.view(seat)))


def _tell(players: Sequence[Bot], events: Sequence[Event]) -> None:
    for seat, player in enumerate(players):
        for event in events:
            if event.audience >> seat & 1:
                player.see(event)


@dataclass
class Summary:
    """The figures of a simulation, as the command prints them; a figure a seat where it is a list."""

    seats: int
    matches: int = 0
    hands: int = 0
    actions: int = 0
    ended: int = 0
    wins: list[int] = field(init=False)
    totals: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.totals = [0] * self.seats

    def add(self, simulated: Simulated) -> None:
        """Count a match in; a shared win counts for each winner, a drawn or ended match for nobody."""
        match = simulated.match
        self.matches += 1
        self.hands += len(match.hand_points)
        self.actions += simulated.actions
        self.ended += simulated.broken_off
        if match.ending is Ending.WON:
            for seat in match.winners:
                self.wins[seat] += 1
        for seat, total in enumerate(match.totals):
            self.totals[seat] += total
