"""Tables of every kind, random matches at them, and the state and the sight of a match as plain values."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from engine.chance import draw, pick
from engine.events import Event, seen_by
from engine.inputs import Act, Happening, Input, Need, Report
from engine.match import Game, Match

CAP: Final = 500
"""After how many inputs a match that need not end by itself is closed."""

REPORTED: Final[Mapping[Happening, float]] = {
    Happening.HIDE: 0.1,
    Happening.CLOSE: 0.2,
    Happening.SIT: 0.4,
    Happening.LEAVE: 0.003,
    Happening.END: 0.0003,
}
"""How likely the table reports what it may report."""


class Table(NamedTuple):
    """A game with a number of seats and options."""

    game: Game
    seats: int
    options: tuple[tuple[str, str], ...]

    def new(self) -> Match:
        """A new match at this table."""
        return self.game.new(self.seats, dict(self.options))

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(value for _, value in self.options)])


def tables_of(game: Game) -> list[Table]:
    """Every number of seats with every choice of options."""
    return [
        Table(game, seats, tuple(zip(game.options(seats), values, strict=True)))
        for seats in game.seats
        for values in product(*game.options(seats).values())
    ]


def random_input(match: Match, rng: Random, reported: Mapping[Happening, float]) -> Input:
    """Something that the match accepts now."""
    for report in match.reports():
        if rng.random() < reported.get(report.happening, 0):
            return report
    match match.needs:
        case Need.SEAT:
            seat = pick(match.to_act, rng)
            return Act(seat, pick(match.legal(seat), rng))
        case Need.PLAYERS:
            return next(report for report in match.reports() if report.happening is Happening.SIT)
        case _:
            return draw(match, rng)


@dataclass(frozen=True)
class Playthrough:
    """A whole match as its inputs."""

    table: Table
    inputs: tuple[Input, ...]


class Moment(NamedTuple):
    """One input of a match: what stood before, what came, what happened, what stands now."""

    number: int
    before: Match
    given: Input
    events: list[Event]
    after: Match
    """The match itself, which goes on changing."""


def play(table: Table, seed: int, cap: int = CAP, reported: Mapping[Happening, float] = REPORTED) -> Playthrough:
    """A random match to its end, or closed after so many inputs if it need not end."""
    rng = Random(f"{table} {seed}")
    match = table.new()
    inputs: list[Input] = []
    while match.needs is not Need.NOTHING:
        over_long = len(inputs) >= cap and match.may_go_on_forever()
        given = Report(Happening.END) if over_long else random_input(match, rng, reported)
        match.apply(given)
        inputs.append(given)
    return Playthrough(table, tuple(inputs))


def moments(played: Playthrough) -> Iterator[Moment]:
    """Play a match again, input by input."""
    match = played.table.new()
    for number, given in enumerate(played.inputs):
        before = match.copy()
        yield Moment(number, before, given, match.apply(given), match)


def snapshot(match: Match) -> dict[str, Any]:
    """The whole state of a match as values that stay as they are."""
    return {name: _fixed(value) for name, value in match.__dict__.items()}


def _fixed(value: Any) -> Any:
    match value:
        case dict():
            return tuple((key, _fixed(item)) for key, item in value.items())
        case list():
            return tuple(map(_fixed, value))
        case set():
            return frozenset(value)
        case _:
            return value


def shown(match: Match, seat: int | None, events: Sequence[Event]) -> tuple[str, list[Event]]:
    """All that a seat, or somebody without one, is shown after an input: its view, byte by byte, and the events."""
    return json.dumps(match.view(seat)), seen_by(seat, events)
