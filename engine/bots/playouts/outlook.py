"""What a search knows of a game: how to play a match on, and what the end of that is worth."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine.chance import Rng

Values = tuple[float, ...]
"""What a playout came to: for each seat its lead in points, and the match where it is decided."""

Playout = Callable[[Any, Rng], Values]
"""Plays a match, which it may change, to where it can be judged, and judges it for each seat.

It is made for one class of match. Where the hand that is played is over already, it only judges.
"""


class Outlook(NamedTuple):
    """What a search knows of a game.

    Attributes:
        play_out: plays a match on.
        per_weight: what the game's judge calls 1 is worth in the values of a playout.
        misjudged: how far what the judge says of two moves is from what playouts say, as a standard deviation.
        expected: for games of two seats in which chance itself brings points: by how much it is expected to change the
            lead of the first seat, before it decides. What it does beyond that is luck, and tells nothing about moves.
        opened_after: how often a node of the tree is passed before its actions are tried one by one: the better others
            are foreseen by playing on, the later.
    """

    play_out: Playout
    per_weight: float
    misjudged: float
    expected: Callable[[Any], float] | None = None
    opened_after: int = 12


def of_teams(first: float, second: float, winner: int | None, match_counts: float) -> Values:
    """The values for the four seats of two teams.

    Args:
        first: the points of seats 0 and 2.
        second: those of seats 1 and 3.
        winner: the team that has won the match, if one has.
        match_counts: what that is worth in points.
    """
    lead = first - second
    if winner is not None:
        lead += -match_counts if winner else match_counts
    return lead, -lead, lead, -lead


def of_seats(points: Sequence[float], winners: Sequence[int], match_counts: float) -> Values:
    """The values where each seat plays for itself: its lead over the mean of the others.

    Args:
        points: a figure a seat.
        winners: the seats that have won the match; none while it goes on.
        match_counts: what that is worth in points, shared where several have won.
    """
    worth = [float(own) for own in points]
    for seat in winners:
        worth[seat] += match_counts / len(winners)
    total = sum(worth)
    others = len(worth) - 1
    return tuple([own - (total - own) / others for own in worth])
