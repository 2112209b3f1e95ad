"""Looking at the page of a seat in a match that was made by hand."""

from typing import TypeVar

from engine.match import Match
from p2p.messages import Person
from p2p.table_view.model import Act, Part, View
from p2p.table_view.views import view_of
from p2p.text.catalogue import ENGLISH
from p2p.text.sentences import Translator
from tests.p2p.table_view.positions import NAMES, seen_at

Z = TypeVar("Z", bound=Part)


def look(match: Match, seat: int = 0, translated: Translator = ENGLISH) -> View:
    """The page of a seat."""
    at_table = [Person(number, NAMES[number], "person") for number in range(match.seats)]
    return view_of(match.game.title, seen_at(match, seat, translated), at_table, prompt=1).view


def zone(view: View, name: str, kind: type[Z]) -> Z:
    """The zone of that name, which is of that kind."""
    found = next(zone for zone in view.zones if zone.id == name)
    assert isinstance(found, kind)
    return found


def act(view: View, name: str) -> Act:
    """The act of that name."""
    return next(act for act in view.acts if act.id == name)


def acts(view: View) -> list[str]:
    """The labels of what may be done."""
    return [act.label for act in view.acts]


def chips(view: View) -> list[list[str]]:
    """The words at each seat, from seat 0 on."""
    return [[chip.text for chip in seat.chips] for seat in view.seats]


def picked(view: View, name: str) -> list[list[str]]:
    """The sets of cards that an act takes, by their faces."""
    chosen = act(view, name).pick
    assert chosen is not None
    cards = next(zone for zone in view.zones if zone.id == chosen.zone).cards  # type: ignore[union-attr]  # fans, spreads
    return [[cards[place].id for place in places] for places in chosen.sets]
