"""What a search knows of a game: how to play a match on, and what the end of that is worth."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

from engine.chance import Rng
from engine.match import View

Values = tuple[float, ...]
"""What a playout came to: for each seat its lead in points, and the match where it is decided."""

Playout = Callable[[Any, Rng], Values]
"""Plays a match, which it may change, to where it can be judged, and judges it for each seat.

It is made for one class of match. Where the hand that is played is over already, it only judges.
"""


class Prospects(NamedTuple):
    """What a match of two seats promises the first of them.

    Attributes:
        points: its lead at the end, as it is expected.
        won: how likely it is to win the match, less how likely it is to lose it.
    """

    points: float
    won: float


def is_open(_view: View) -> bool:
    """A moment like any other: the rules of thumb do not settle it."""
    return False


class Outlook(NamedTuple):
    """What a search knows of a game.

    Attributes:
        play_out: plays a match on.
        per_weight: what the game's judge calls 1 is worth in the values of a playout.
        misjudged: how far what the judge says of two moves is from what playouts say, as a standard deviation.
        hopeless: how far below its favourite, in the same values, the judge must put a move for it not to be tried.
        opened_after: how often a moment must have been reached before what may be done in it is tried in turn. Trying
            costs whoever is to move, and so makes moves look good that leave the other player much to choose from;
            where a playout tells nearly all that there is to tell, it is put off.
        is_settled: whether the rules of thumb are trusted at a moment that a view shows, and nothing is searched.
        prospects: for games of two seats in which chance itself brings points: what the match promises as it stands.
            Just before dice are rolled this is exactly the mean of what it is after them, so that a difference is luck,
            and tells nothing about moves.
        match_counts: what winning the match is worth in points, where there are prospects.
        pays: whether it pays to search at all in a match as it stands, where that is not always so; else the judge's
            favourite is taken.
    """

    play_out: Playout
    per_weight: float
    misjudged: float
    hopeless: float = inf
    opened_after: int = 12
    is_settled: Callable[[View], bool] = is_open
    prospects: Callable[[Any], Prospects] | None = None
    match_counts: float = 0.0
    pays: Callable[[Any], bool] | None = None


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
