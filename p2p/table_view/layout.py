"""What the layout of each game is made of: what it may look at, and what it lays out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.events import Event
from engine.inputs import Action
from p2p.table_view.model import Card, Chip, Effect, Hints, Mark, Sheet, StripRow, Trick, Zone
from p2p.table_view.offers import Offer


@dataclass(frozen=True)
class Seen:
    """All that a seat may know: a layout is made from nothing else.

    Attributes:
        view: the engine's view for the seat.
        legal: what the seat may do now; empty if it may not act.
        names: of the players, by seat.
        translated: gives an English text in the viewer's language, its gaps kept.
    """

    view: Mapping[str, Any]
    legal: Sequence[Action]
    names: Sequence[str]
    translated: Callable[[str], str] = str

    def t(self, text: str, **gaps: object) -> str:
        """A text in the viewer's language, its gaps ``{name}`` filled."""
        return self.translated(text).format(**gaps)

    @property
    def seat(self) -> int:
        """The viewer's seat."""
        seat: int = self.view["seat"]
        return seat

    def call(self, seat: int) -> str:
        """How the viewer reads a seat: "You", or the player's name."""
        return self.t("You") if seat == self.seat else self.names[seat]


@dataclass
class Laid:
    """A game's own part of a view.

    Attributes:
        say: what to do, or who is waited for.
        turns: the seats that are seen to be on turn.
        counts: how many cards each seat holds.
        chips: words at seats.
        teams: the team of each seat, where there are teams.
    """

    say: str
    zones: list[Zone]
    offers: list[Offer] = field(default_factory=list)
    turns: Sequence[int] = ()
    counts: Sequence[int | None] = ()
    dealer: int | None = None
    chips: dict[int, list[Chip]] = field(default_factory=dict)
    teams: Sequence[int] = ()
    strip: list[StripRow] = field(default_factory=list)
    sheet: Sheet | None = None
    last: Trick | None = None
    hints: Hints = "legal"


class Layout(Protocol):
    """How a game is laid out.

    Attributes:
        hue: of its felt, in degrees.
        clockwise: whether the next seat is drawn on the left.
    """

    hue: int
    clockwise: bool

    def lay_out(self, seen: Seen) -> Laid:
        """The table as a seat sees it now."""

    def effects(self, seen: Seen, events: Sequence[Event]) -> tuple[list[Effect], int]:
        """What to show on the way to this view, and how long to hold it (milliseconds)."""


def face_up(cards: Iterable[str], marks: Mapping[str, Sequence[Mark]] | None = None) -> tuple[Card, ...]:
    """Cards that can be seen, each with its marks."""
    marks = marks or {}
    return tuple(Card(card, card, tuple(marks.get(card, ()))) for card in cards)


def face_down(name: str, number: int) -> tuple[Card, ...]:
    """Cards of which nothing is known but how many they are."""
    return tuple(Card(f"{name}-{place}") for place in range(number))


def position(seat: int, viewer: int, seats: int, *, clockwise: bool) -> int:
    """Where a seat is drawn: 0 below, 1 left, 2 above, 3 right; the viewer is below."""
    step = (seat - viewer) % seats
    places = {1: [0], 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3]}[seats]
    return places[step if clockwise or step == 0 else seats - step]


def sheet_of(
    seen: Seen, columns: Sequence[str], *, target: str | None = None, seats: Sequence[int] | None = None
) -> Sheet:
    """The score sheet: a row a finished hand, a column a player or team, read at the given seats."""
    chosen = seats if seats is not None else range(len(columns))
    rows = tuple(
        (str(number), *(str(points[seat]) for seat in chosen)) for number, points in enumerate(seen.view["hands"], 1)
    )
    return Sheet((seen.t("Hand"), *columns), rows, target)
