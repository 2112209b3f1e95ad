"""Tables as seats see them, at random moments of random matches of every game."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from engine import games
from engine.chance import draw, pick
from engine.inputs import Act, Happening, Need
from engine.match import Match
from engine.syntax import write_action


@dataclass(frozen=True)
class Kind:
    """A way to play a game."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(value for _, value in self.options)])


KINDS = [
    Kind("xing", 4),
    Kind("rummy", 2, (("take", "plain"),)),
    Kind("rummy", 4, (("take", "deep"), ("stock-out", "end"))),
    Kind("dice-capture", 2),
    Kind("tien-len", 4, (("scoring", "practice"),)),
    Kind("tien-len", 3, (("scoring", "tokens"),)),
    Kind("twenty-nine", 4),
    Kind("call", 4),
]
"""Each way in which tables look different."""

NAMES = ["Ann", "Bob", "Cem", "Dan"]


@dataclass(frozen=True)
class Seen:
    """What one seat sees at one moment."""

    game: str
    view: dict[str, Any]
    legal: list[str]


@cache
def moments(kind: Kind, matches: int = 4, inputs: int = 700, share: float = 0.1) -> list[Seen]:
    """What seats see at random moments of random matches.

    Args:
        kind: what is played.
        matches: how many.
        inputs: how many of a match at most.
        share: of all that is seen; the last moment of a match is always among it.
    """
    return [seen for seed in range(matches) for seen in _of_a_match(kind, Random(seed), inputs, share)]


def _of_a_match(kind: Kind, rng: Random, inputs: int, share: float) -> Iterator[Seen]:
    match = games.find(kind.game).new(kind.seats, dict(kind.options))
    for number in range(inputs):
        over = match.needs is Need.NOTHING
        for seat in range(kind.seats):
            if rng.random() < share or over or not number:
                legal = [write_action(match.game.verbs, action) for action in match.legal(seat)]
                yield Seen(kind.game, match.view(seat), legal)
        if over:
            return
        _play_on(match, rng)


def _play_on(match: Match, rng: Random) -> None:
    comings = [report for report in match.reports() if report.happening in {Happening.LEAVE, Happening.SIT}]
    if match.needs is Need.PLAYERS or (match.game.name == "tien-len" and comings and not rng.randrange(40)):
        match.apply(pick([report for report in comings if _leaves_a_table(match, report.happening)] or comings, rng))
    elif match.needs is Need.SEAT:
        seat = pick(match.to_act, rng)
        match.apply(Act(seat, pick(match.legal(seat), rng)))
    else:
        match.apply(draw(match, rng))


def _leaves_a_table(match: Match, happening: Happening) -> bool:
    return happening is Happening.SIT or match.options.get("scoring") == "tokens"
