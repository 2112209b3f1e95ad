"""The view of a seat: a game's layout with what all games share around it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.inputs import Action
from p2p.messages import Person
from p2p.table_view import dice_capture, plain
from p2p.table_view.layout import Laid, Layout, Seen, position
from p2p.table_view.model import LogLine, Result, ResultRow, SeatView, View
from p2p.table_view.offers import Move

LAYOUTS: Final[Mapping[str, Layout]] = {"dice-capture": dice_capture}
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
    log: Sequence[LogLine],
) -> LaidTable:
    """A seat's whole table.

    Args:
        title: of the game.
        seen: what the seat may know.
        people: who sits where.
        prompt: the number that an act answers; none if the seat may not act.
        log: the end of the event log, as the seat may read it.
    """
    layout = layout_of(seen.view["game"])
    laid = layout.lay_out(seen)
    zones = {zone.id: zone for zone in laid.zones}
    view = View(
        game=seen.view["game"],
        title=title,
        hue=layout.hue,
        you=seen.seat,
        say=laid.say,
        seats=tuple(_seat(person, seen, laid, clockwise=layout.clockwise) for person in people),
        zones=tuple(laid.zones),
        acts=tuple(offer.act(zones) for offer in laid.offers),
        prompt=prompt,
        strip=tuple(laid.strip),
        sheet=laid.sheet,
        last=laid.last,
        log=tuple(log),
        hints=laid.hints,
        over=_result(seen),
    )
    return LaidTable(view, {move: action for offer in laid.offers for move, action in offer.moves.items()})


def _seat(person: Person, seen: Seen, laid: Laid, *, clockwise: bool) -> SeatView:
    number = person.seat
    return SeatView(
        id=number,
        pos=position(number, seen.seat, len(seen.names), clockwise=clockwise),
        name=seen.names[number],
        kind=person.kind,
        link=person.link,
        team=laid.teams[number] if laid.teams else None,
        turn=number in laid.turns,
        dealer=number == laid.dealer,
        n=laid.counts[number] if laid.counts else None,
        chips=tuple(laid.chips.get(number, ())),
    )


def _result(seen: Seen) -> Result | None:
    view = seen.view
    if view["ending"] is None:
        return None
    winners: list[int] = view["winners"]
    if winners:
        title = seen.t("Won by {names}.", names=", ".join(map(seen.call, winners)))
    else:
        title = seen.t("Drawn." if view["ending"] == "drawn" else "The match ended without a result.")
    hat: Sequence[int] = view.get("hat") or ()
    rows = tuple(
        ResultRow(
            seen.call(seat),
            str(total),
            badge=seen.t("takes the hat") if seat in hat else seen.t("won") if seat in winners else None,
            us=seat == seen.seat,
        )
        for seat, total in enumerate(view["totals"])
    )
    return Result(title, rows)
