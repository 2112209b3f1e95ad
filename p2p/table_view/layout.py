"""What the layout of each game is made of: what it may look at, and what it lays out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from engine.events import Event
from engine.inputs import Action
from p2p.table_view.model import Card, Chip, Effect, Hints, Mark, Sheet, StripRow, Trick, Zone
from p2p.table_view.offers import Offer
from p2p.text.catalogue import ENGLISH
from p2p.text.sentences import Translator, line_of


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
    translated: Translator = ENGLISH

    def t(self, text: str, **gaps: object) -> str:
        """A text in the viewer's language, its gaps ``{name}`` filled."""
        return self.translated(text).format(**gaps)

    def line(self, event: Event) -> str:
        """What an event tells, in the viewer's language."""
        return line_of(event, self.names.__getitem__, self.translated)

    @property
    def own(self) -> int | None:
        """The viewer's seat; none for somebody who only watches."""
        seat: int | None = self.view["seat"]
        return seat

    @property
    def seat(self) -> int:
        """The seat from which the table is drawn: the viewer's or, for somebody who only watches, the first."""
        return self.own or 0

    def call(self, seat: int) -> str:
        """How the viewer reads a seat: "You", or the player's name."""
        return self.t("You") if seat == self.own else self.names[seat]

    def while_nobody_acts(self, view: Mapping[str, Any]) -> "Seen":
        """The same eyes on a table at which nothing can be done: a step on the way to what is seen now."""
        return replace(self, view=view, legal=())


@dataclass
class Laid:
    """A game's own part of a view.

    Attributes:
        say: what to do, or who is waited for.
        turns: the seats that are seen to be on turn.
        counts: how many cards each seat holds.
        chips: words at seats.
        teams: the team of each seat, where there are teams.
        sheets: the first one has a row a hand.
        clock: what the time is for that runs now, if it is to be seen.
        decided: whether a match that is won was decided by the last hand that was finished.
    """

    say: str
    zones: list[Zone]
    offers: list[Offer] = field(default_factory=list)
    turns: Sequence[int] = ()
    counts: Sequence[int | None] = ()
    dealer: int | None = None
    chips: Mapping[int, Sequence[Chip]] = field(default_factory=dict)
    teams: Sequence[int] = ()
    strip: list[StripRow] = field(default_factory=list)
    sheets: list[Sheet] = field(default_factory=list)
    last: Trick | None = None
    hints: Hints = "legal"
    clock: str | None = None
    decided: bool = True


@dataclass(frozen=True)
class Scene:
    """A step on the way to what is seen now, or the last one: what is seen now.

    Attributes:
        view: as the engine's, made from what the seat saw before, sees now and was told in between.
        fx: what happens on the way to it.
        hold: how long it stays before the next step (milliseconds).
        say: what is said instead of the layout's own words.
    """

    view: Mapping[str, Any]
    fx: Sequence[Effect] = ()
    hold: int = 0
    say: str | None = None


class Told:
    """What a seat was told between two views."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self._by_code = {event.code: event for event in events}

    def __contains__(self, code: str) -> bool:
        return code in self._by_code

    def __getitem__(self, code: str) -> Event:
        """The last event of that code; `KeyError` if there was none."""
        return self._by_code[code]

    def params(self, code: str) -> Mapping[str, Any]:
        """The values of that event, as JSON."""
        return self._by_code[code].params()


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

    def scenes(self, before: Seen, now: Seen, told: Told) -> list[Scene]:
        """The way from what a seat saw before to what it sees now, which is the last scene.

        Args:
            before: what it saw when it was last shown something.
            now: what it sees now.
            told: what it was told in between.
        """


def waiting(seen: Seen) -> str:
    """Who or what is waited for, in a sentence."""
    view = seen.view
    if view["ending"] is not None:
        return seen.t("The match is over.")
    if view["to_act"]:
        return seen.t("{name} is on turn.", name=", ".join(seen.names[seat] for seat in view["to_act"]))
    return seen.t(_NEEDED.get(view["needs"], "One moment."))


_NEEDED = {
    "dealer": "The first dealer is drawn.",
    "deck": "The cards are shuffled and dealt.",
    "dice": "The dice are rolling.",
    "card": "A card is drawn.",
    "players": "The next round waits for players.",
}


_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_AS_TEXT: Final = "\ufe0e"
"""Keeps a suit's sign from being drawn as a coloured picture."""


def suit_sign(suit: str) -> str:
    """The sign of a suit, where its name would be too long."""
    return _SIGNS[suit] + _AS_TEXT


def hand_in_figures(seen: Seen, seats: Iterable[int] | None = None) -> str:
    """What the last hand brought each seat, or those given."""
    points = seen.view["hands"][-1]
    return in_a_row(f"{seen.call(seat)}\u00a0{points[seat]:+d}" for seat in seats or range(len(points)))


def in_a_row(texts: Iterable[str]) -> str:
    """Texts beside each other; where they need two lines, none begins with the dot between them."""
    return "\u00a0· ".join(texts)


def face_up(cards: Iterable[str], marks: Mapping[str, Sequence[Mark]] | None = None) -> tuple[Card, ...]:
    """Cards that can be seen, each with its marks."""
    marks = marks or {}
    return tuple(Card(card, card, tuple(marks.get(card, ()))) for card in cards)


def face_down(name: str, number: int) -> tuple[Card, ...]:
    """The backs of a heap of which nothing is known but how many cards lie there: one, or none for an empty heap."""
    return (Card(name),) if number else ()


def position(seat: int, viewer: int, seats: int, *, clockwise: bool) -> int:
    """Where a seat is drawn: 0 below, 1 left, 2 above, 3 right; the viewer is below."""
    step = (seat - viewer) % seats
    places = {1: [0], 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3]}[seats]
    return places[step if clockwise or step == 0 else seats - step]


def sheet_of_hands(seen: Seen, columns: Mapping[int, str], *, hand: str, target: str | None = None) -> Sheet:
    """The score sheet: a row a finished hand.

    Args:
        seen: what the viewer sees.
        columns: the head of each column, by the seat whose figures stand in it.
        hand: what a row is called.
        target: what the match is played to.
    """
    rows = [
        (str(number), *(str(points[seat]) for seat in columns)) for number, points in enumerate(seen.view["hands"], 1)
    ]
    total = (seen.t("Total"), *(str(seen.view["totals"][seat]) for seat in columns))
    return Sheet(seen.t("Score"), (hand, *columns.values()), tuple(rows), total, target)
