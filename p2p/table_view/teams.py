"""What the games of two teams have in common: seats 0 and 2 play against 1 and 3."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.tricks import TEAMS
from p2p.table_view.layout import Seen, in_a_row, sheet_of_hands
from p2p.table_view.model import Sheet, StripRow

TEAM_OF: Final = (0, 1, 0, 1)
"""The team of each seat."""


def own_team(seen: Seen) -> int | None:
    """The viewer's team; none for somebody who only watches."""
    return None if seen.own is None else TEAM_OF[seen.own]


def own_first(seen: Seen) -> tuple[int, int]:
    """Both teams, the viewer's first."""
    first = TEAM_OF[seen.seat]
    return first, 1 - first


def team_name(seen: Seen, team: int) -> str:
    """Who plays in a team, the viewer first."""
    seats = sorted(TEAMS[team], key=lambda seat: seat != seen.seat)
    return " + ".join(map(seen.call, seats))


def owned_by(seen: Seen, team: int, texts: tuple[str, str, str]) -> str:
    """What belongs to a team, in few words: of the viewer's own, of the others, or, for who only watches, by name.

    Args:
        seen: what the viewer sees.
        team: whose it is.
        texts: for each of the three; the last one has the gap ``{names}``.
    """
    own = own_team(seen)
    ours, theirs, named = texts
    text = named if own is None else ours if team == own else theirs
    return seen.t(text, names=team_name(seen, team))


def team_strip(seen: Seen, totals: Sequence[str], subs: Sequence[str | None]) -> list[StripRow]:
    """A row a team, from what stands in each by team."""
    own = own_team(seen)
    return [StripRow(team_name(seen, team), totals[team], subs[team], us=team == own) for team in own_first(seen)]


def team_columns(seen: Seen) -> Mapping[int, str]:
    """The heads of a sheet's columns, by the first seat of each team."""
    return {team: team_name(seen, team) for team in own_first(seen)}


def sheet_of_teams(seen: Seen, *, target: str | None) -> Sheet:
    """The score sheet of both teams."""
    return sheet_of_hands(seen, team_columns(seen), hand=seen.t("Hand"), target=target)


def team_hand_in_figures(seen: Seen) -> str:
    """What the last hand brought both teams."""
    points = seen.view["hands"][-1]
    return in_a_row(f"{team_name(seen, team)}\u00a0{points[team]:+d}" for team in own_first(seen))
