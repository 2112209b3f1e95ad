"""What a learner sees: a seat's view as a row of whole numbers that is as long in every position of a game.

A row is made of named fields, one after the other. Of seats the learner's own comes first, then the others in the
order of play. A set of cards is a number for each card in the order of `engine.cards` (2S 2C 2D 2H 3S … AH, then the
jokers): 1 if it is in the set. What there is not is 0.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.cards import CARD_NUMBERS, CARD_TEXTS, SUITS
from engine.match import View

CARDS = len(CARD_TEXTS)


@dataclass(frozen=True)
class Glance:
    """A view, with words for what stands in it.

    Attributes:
        view: the seat's.
        seats: how many there are.
        chosen: the cards chosen so far, as a set, where a play is put together card by card.
    """

    view: View
    seats: int
    chosen: int = 0

    def __getitem__(self, key: str) -> Any:
        return self.view[key]

    def place(self, seat: int) -> int:
        """Where a seat comes, counted from the own one."""
        own: int = self.view["seat"]
        return (seat - own) % self.seats

    def by_seat(self, figures: Sequence[int]) -> list[int]:
        """A figure a seat, the own one first."""
        own: int = self.view["seat"]
        return [*figures[own:], *figures[:own]]

    def seat(self, *seats: int | None) -> list[int]:
        """Some seats, or none: 1 for each of them."""
        row = [0] * self.seats
        for seat in seats:
            if seat is not None:
                row[self.place(seat)] = 1
        return row

    def sides(self, figures: Sequence[int]) -> list[int]:
        """A figure for the own side of partners and one for the other."""
        own: int = self.view["seat"] & 1
        return [figures[own], figures[1 - own]]

    def trick(self, trick: View) -> list[int]:
        """For each seat the card that it played to a trick."""
        rows = [[0] * CARDS for _ in range(self.seats)]
        for place, card in enumerate(trick["cards"]):
            rows[self.place((trick["leader"] + place) % self.seats)] = cards([card])
        return [number for row in rows for number in row]


@dataclass(frozen=True)
class Field:
    """A stretch of a row: its name, its length, and what makes it from a view."""

    name: str
    size: int
    of: Callable[[Glance], list[int]]


def row_of(fields: Iterable[Field], glance: Glance) -> list[int]:
    """The row of a view."""
    return [number for field in fields for number in field.of(glance)]


def cards(texts: Iterable[str | None]) -> list[int]:
    """A set of cards; ``None`` stands for none."""
    row = [0] * CARDS
    for text in texts:
        if text is not None:
            row[CARD_NUMBERS[text]] = 1
    return row


def one_of(value: object, values: Sequence[object]) -> list[int]:
    """Which of several values it is; none of them is all 0."""
    return [int(value == one) for one in values]


# --- fields that several games have


def hand(name: str = "hand") -> Field:
    """The cards of a list in the view."""
    return Field(name, CARDS, lambda glance: cards(glance[name]))


def one_card(name: str) -> Field:
    """A card of the view, or none."""
    return Field(name, CARDS, lambda glance: cards([glance[name]]))


def figures(name: str, seats: int) -> Field:
    """A figure a seat."""
    return Field(name, seats, lambda glance: glance.by_seat(glance[name]))


def seat(name: str, seats: int) -> Field:
    """A seat of the view, or none."""
    return Field(name, seats, lambda glance: glance.seat(glance[name]))


def some_seats(name: str, seats: int) -> Field:
    """A list of seats."""
    return Field(name, seats, lambda glance: glance.seat(*glance[name]))


def number(name: str) -> Field:
    """A number of the view, or a truth; 0 for none."""
    return Field(name, 1, lambda glance: [int(glance[name] or 0)])


def phase(phases: Iterable[str]) -> Field:
    """The phase of the match."""
    known = tuple(phases)
    return Field("phase", len(known), lambda glance: one_of(glance["phase"], known))


def suit(name: str) -> Field:
    """A suit, or none."""
    return Field(name, len(SUITS), lambda glance: one_of(glance[name], SUITS))
