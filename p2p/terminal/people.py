"""What the players at a table are called by the one who reads: "you", and the others by their names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

NOBODY: Final = -1
"""The seat of a reader who has none."""


@dataclass(frozen=True)
class People:
    """The players at a table.

    Args:
        names: by seat; a seat beyond them, or with an empty name, is called by its number.
        own: the reader's seat, or `NOBODY`.
    """

    names: Sequence[str]
    own: int

    def name(self, seat: int) -> str:
        """``you``, or the name of whoever sits there."""
        if seat == self.own:
            return "you"
        name = self.names[seat] if seat < len(self.names) else ""
        return name or f"seat {seat}"

    def all_of(self, seats: Iterable[int]) -> str:
        """Several players: ``you, Bob and Cem``; ``nobody`` where there are none."""
        return enumeration(self.name(seat) for seat in seats) or "nobody"

    def each(self, figures: Sequence[object]) -> str:
        """A figure for each seat: ``8 for you, 4 for Bob``."""
        return self.some(enumerate(figures))

    def some(self, figures: Iterable[tuple[int, object]]) -> str:
        """Seats with their figures, told like `each`: a name that ends in a number stays apart from the figure."""
        return ", ".join(f"{spoken(figure)} for {self.name(seat)}" for seat, figure in figures)

    @property
    def partners(self) -> tuple[int, int]:
        """The reader's seat and the one opposite, where four seats play in two teams."""
        return self.own, (self.own + 2) % 4

    @property
    def opponents(self) -> tuple[int, int]:
        """The other two seats of the four."""
        return (self.own + 1) % 4, (self.own + 3) % 4

    def each_team(self, figures: Sequence[object]) -> str:
        """A figure for each of the two teams, that of seats 0 and 2 first: ``22 for your team, 4 for the others``."""
        ours, theirs = spoken(figures[self.own % 2]), spoken(figures[1 - self.own % 2])
        return f"{ours} for your team, {theirs} for the others"


def enumeration(words: Iterable[str], joint: str = "and") -> str:
    """Words as one lists them: ``A``, ``A and B``, ``A, B and C``; with another ``joint``, ``A, B or C``."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {joint} {last}" if first else last


def spoken(figure: object) -> str:
    """A figure, with "minus" as a word: many screen readers pass over the sign in silence."""
    return f"minus {-figure}" if isinstance(figure, int) and figure < 0 else str(figure)


def counted(number: int, noun: str, ending: str = "s") -> str:
    """A number with its noun, and that with the ending of many things: ``1 card``, ``3 cards``."""
    return f"{number} {noun}{'' if number == 1 else ending}"


def sentence(text: str) -> str:
    """A text with a capital at its beginning and a full stop at its end."""
    return f"{text[:1].upper()}{text[1:]}."
