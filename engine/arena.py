"""The arena: kinds of bots compared on the same deals, each of which is played in all seatings.

What luck does to one kind in one seating it does to the others in the next, so that far fewer matches tell who is
better. A deal, with all its matches, is one observation: its matches are no independent ones.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, sqrt
from random import Random
from typing import Final, NamedTuple

from engine.bots.playouts.outlook import Prospects
from engine.chance import Rng
from engine.inputs import Need
from engine.luck import luck_of
from engine.match import Ending, Match
from engine.simulate import Plan, Simulated, play


def seatings(kinds: Sequence[str]) -> list[tuple[str, ...]]:
    """All the ways to seat the kinds by moving everybody round the table, each way once."""
    rotations = ((*kinds[-step:], *kinds[:-step]) for step in range(len(kinds)))
    return list(dict.fromkeys(rotations))


class SameFate:
    """Decides the same in all matches of a deal, as far as they ask for the same.

    The decks of the third hand are the same ones however many cards were played before it, and so are the first,
    second … roll of the dice; a card that is drawn from a hand is drawn at the same place of it.
    """

    def __init__(self, seed: int, deal: int) -> None:
        self._name = f"{seed} {deal}"
        self._asked: Counter[tuple[Need, int]] = Counter()

    def __call__(self, match: Match) -> Rng:
        """The source of random numbers for what the match needs now."""
        asked = match.needs, len(match.hand_points)
        self._asked[asked] += 1
        return Random(f"{self._name} {asked[0]} {asked[1]} {self._asked[asked]}")


def play_deal(plan: Plan, number: int) -> list[Simulated]:
    """Play a deal in all seatings of the plan's kinds.

    Raises:
        InvalidOptions, UnknownBot: the plan names what there is not.
    """
    return [play(replace(plan, kinds=kinds), number, SameFate(plan.seed, number)) for kinds in seatings(plan.kinds)]


class Scores(NamedTuple):
    """What one kind achieved in all the matches of one deal.

    Attributes:
        points: a match, the mean of its seats.
        lead: the same less the mean of the other kinds' seats; 0 where there are none.
        won: the matches that a seat of the kind won, alone or with others.
        margin: the matches that only seats of the kind won, less those that only others won, as a share of all.
        skill: the lead and the margin without the luck of the dice, where it can be told (`engine.luck`).
    """

    points: float
    lead: float
    won: int
    margin: float
    skill: Prospects | None = None


class Deal(NamedTuple):
    """A deal that was played in all seatings."""

    matches: int
    hands: int
    actions: int
    scores: Mapping[str, Scores]
    """By kind."""


class _Seated(NamedTuple):
    """A match, who sat where in it, and what the dice brought seat 0, where that can be told."""

    kinds: Sequence[str]
    match: Match
    luck: Prospects | None


def scored(plan: Plan, played: Sequence[Simulated]) -> Deal:
    """What the matches of a deal brought each kind of the plan.

    Args:
        plan: whose kinds are scored.
        played: as `play_deal` gives them.
    """
    alone = len(set(plan.kinds)) == 1
    seated = [
        _Seated(kinds, simulated.match, None if alone else luck_of(simulated.match, simulated.inputs))
        for kinds, simulated in zip(seatings(plan.kinds), played, strict=True)
    ]
    return Deal(
        matches=len(seated),
        hands=sum(len(each.match.hand_points) for each in seated),
        actions=sum(simulated.actions for simulated in played),
        scores={kind: _scores_of(kind, seated) for kind in dict.fromkeys(plan.kinds)},
    )


def _scores_of(kind: str, seated: Sequence[_Seated]) -> Scores:
    own: list[int] = []
    others: list[int] = []
    won = lost = 0
    for kinds, match, _ in seated:
        for seat_kind, total in zip(kinds, match.totals, strict=True):
            (own if seat_kind == kind else others).append(total)
        if match.ending is Ending.WON:
            won += any(kinds[seat] == kind for seat in match.winners)
            lost += any(kinds[seat] != kind for seat in match.winners)
    points = sum(own) / len(own)
    lead = points - sum(others) / len(others) if others else 0.0
    margin = (won - lost) / len(seated)
    luck = _luck_of(kind, seated)
    return Scores(points, lead, won, margin, luck and Prospects(lead - luck.points, margin - luck.won))


def _luck_of(kind: str, seated: Sequence[_Seated]) -> Prospects | None:
    """What the dice brought a kind, in the mean of the matches."""
    points = won = 0.0
    for kinds, _, luck in seated:
        if luck is None:
            return None
        sign = 1 if kinds[0] == kind else -1
        points += sign * luck.points / len(seated)
        won += sign * luck.won / len(seated)
    return Prospects(points, won)


class Estimate(NamedTuple):
    """A mean and how far the true one may be from it with a confidence of 95 %; ``None`` after one observation."""

    mean: float
    margin: float | None


def estimate(figures: Sequence[float]) -> Estimate:
    """The mean of one or more observations with its 95 % interval (Student's t)."""
    number = len(figures)
    mean = fsum(figures) / number
    if number == 1:
        return Estimate(mean, None)
    variance = fsum((figure - mean) * (figure - mean) for figure in figures) / (number - 1)
    return Estimate(mean, _quantile(number - 1) * sqrt(variance / number))


_NORMAL: Final = 1.959964
"""The quantile of the normal distribution that 95 % of it lie within."""


def _quantile(freedom: int) -> float:
    """The like quantile of Student's t: known figures, then Fisher's expansion, which is less than 1 % off."""
    if freedom <= 2:
        return (12.7062, 4.3027)[freedom - 1]
    z, v = _NORMAL, freedom
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third


@dataclass(frozen=True)
class Comparison:
    """What all deals together tell.

    Attributes:
        points: for each kind, the points a match.
        lead: for each kind, how many more these are than the other kinds'.
        won: for each kind, the matches that it won.
        margin: for each kind, the share of the matches that it won, less that of those that others won.
        skill: for each kind, lead and margin without the luck of the dice; empty where it cannot be told.
    """

    deals: int
    matches: int
    hands: int
    actions: int
    points: Mapping[str, Estimate]
    lead: Mapping[str, Estimate]
    won: Mapping[str, int]
    margin: Mapping[str, Estimate]
    skill: Mapping[str, tuple[Estimate, Estimate]]


def compared(deals: Iterable[Deal]) -> Comparison:
    """Sum up one or more deals of one plan."""
    all_deals = list(deals)
    kinds = list(all_deals[0].scores)
    scores = {kind: [deal.scores[kind] for deal in all_deals] for kind in kinds}
    return Comparison(
        deals=len(all_deals),
        matches=sum(deal.matches for deal in all_deals),
        hands=sum(deal.hands for deal in all_deals),
        actions=sum(deal.actions for deal in all_deals),
        points={kind: estimate([each.points for each in scores[kind]]) for kind in kinds},
        lead={kind: estimate([each.lead for each in scores[kind]]) for kind in kinds},
        won={kind: sum(each.won for each in scores[kind]) for kind in kinds},
        margin={kind: estimate([each.margin for each in scores[kind]]) for kind in kinds},
        skill={kind: skill for kind in kinds if (skill := _skill(scores[kind]))},
    )


def _skill(scores: Sequence[Scores]) -> tuple[Estimate, Estimate] | None:
    found = [each.skill for each in scores if each.skill]
    if len(found) < len(scores):
        return None
    return estimate([each.points for each in found]), estimate([each.won for each in found])
