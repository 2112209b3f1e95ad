"""The view of a seat: a game's layout with what all games share around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from engine.inputs import Action
from p2p.messages import Person
from p2p.table_clock import TimeLeft
from p2p.table_view import call, dice_capture, plain, rummy, tien_len, twenty_nine, xing
from p2p.table_view.layout import Laid, Layout, Seen, position
from p2p.table_view.model import Clock, Fan, LogLine, Result, ResultRow, SeatView, Sheet, View
from p2p.table_view.offers import Move
from p2p.table_view.teams import own_first, own_team, team_name

LAYOUTS: Final[Mapping[str, Layout]] = {
    "xing": xing,
    "rummy": rummy,
    "dice-capture": dice_capture,
    "tien-len": tien_len,
    "twenty-nine": twenty_nine,
    "call": call,
}
"""The layout of each game; a game without one is laid out plainly."""


@dataclass(frozen=True)
class LaidTable:
    """A view, and the action that each move on it stands for."""

    view: View
    moves: Mapping[Move, Action]


def layout_of(game: str) -> Layout:
    """How a game is laid out."""
    return LAYOUTS.get(game, plain)


def view_of(
    title: str,
    seen: Seen,
    people: Sequence[Person],
    *,
    prompt: int | None,
    log: Sequence[LogLine] = (),
    time_left: TimeLeft | None = None,
) -> LaidTable:
    """A seat's whole table.

    Args:
        title: of the game, in the viewer's language.
        seen: what the seat may know.
        people: who sits where, by seat.
        prompt: the number that an act answers; none if the seat may not act.
        log: the end of the event log, as the seat may read it.
        time_left: of a time that runs at the table.
    """
    layout = layout_of(seen.view["game"])
    laid = layout.lay_out(seen)
    shown = [zone for zone in laid.zones if seen.own is not None or not isinstance(zone, Fan)]
    zones = {zone.id: zone for zone in shown}
    decided = laid.decided and seen.view["ending"] == "won" and len(seen.view["hands"]) > 1
    view = View(
        game=seen.view["game"],
        title=title,
        hue=layout.hue,
        you=seen.own,
        say=laid.say,
        seats=tuple(_seat(person, seen, laid, clockwise=layout.clockwise) for person in people),
        zones=tuple(shown),
        acts=tuple(offer.act(zones) for offer in laid.offers),
        prompt=prompt,
        strip=tuple(laid.strip),
        sheets=tuple(_sheets(laid, decided=decided)),
        last=laid.last,
        log=tuple(log),
        hints=laid.hints,
        clock=Clock(*time_left, laid.clock) if time_left and laid.clock else None,
        over=_result(seen, laid, decided=decided),
    )
    return LaidTable(view, {move: action for offer in laid.offers for move, action in offer.moves.items()})


def _seat(person: Person, seen: Seen, laid: Laid, *, clockwise: bool) -> SeatView:
    number = person.seat
    return SeatView(
        id=number,
        pos=position(number, seen.seat, len(seen.names), clockwise=clockwise),
        name=seen.names[number],
        kind="bot" if person.stand_in else person.kind,
        link=person.link,
        team=laid.teams[number] if laid.teams else None,
        turn=number in laid.turns,
        dealer=number == laid.dealer,
        n=laid.counts[number] if laid.counts else None,
        chips=tuple(laid.chips.get(number, ())),
        won=seen.view["ending"] is not None and number in seen.view["winners"],
    )


def _sheets(laid: Laid, *, decided: bool) -> list[Sheet]:
    return [msgspec.structs.replace(sheet, decided=decided and not place) for place, sheet in enumerate(laid.sheets)]


def _result(seen: Seen, laid: Laid, *, decided: bool) -> Result | None:
    view = seen.view
    if view["ending"] is None:
        return None
    gained = [f"{points:+d}" for points in view["hands"][-1]] if decided else [None] * len(seen.names)
    rows = _rows_of_teams(seen, gained) if laid.teams else _rows_of_seats(seen, gained)
    return Result(_outcome(seen, laid), tuple(rows))


def _outcome(seen: Seen, laid: Laid) -> str:
    winners: list[int] = seen.view["winners"]
    if not winners:
        return seen.t("Drawn." if seen.view["ending"] == "drawn" else "The match ended without a result.")
    if seen.own in winners and (laid.teams or len(winners) == 1):
        return seen.t("You have won.")
    return seen.t("Won by {names}.", names=" + ".join(seen.names[seat] for seat in winners))


def _rows_of_teams(seen: Seen, gained: Sequence[str | None]) -> list[ResultRow]:
    return [
        ResultRow(
            team_name(seen, team),
            str(seen.view["totals"][team]),
            gained[team],
            badge=seen.t("won") if team in seen.view["winners"] else None,
            us=team == own_team(seen),
        )
        for team in own_first(seen)
    ]


def _rows_of_seats(seen: Seen, gained: Sequence[str | None]) -> list[ResultRow]:
    """The highest total first; who has the hat takes it here."""
    winners, hat = seen.view["winners"], seen.view.get("hat") or ()
    return [
        ResultRow(
            seen.call(seat),
            str(total),
            gained[seat],
            badge=seen.t("takes the hat") if seat in hat else seen.t("won") if seat in winners else None,
            us=seat == seen.own,
        )
        for seat, total in sorted(enumerate(seen.view["totals"]), key=lambda row: -row[1])
    ]
