"""Who sits where: the seats of a table, pure data and the questions asked about it."""

from dataclasses import dataclass
from typing import Literal

from p2p.messages import MAX_NAME, Over
from p2p.saved_table import SavedSeat

Kind = Literal["empty", "person", "bot"]


@dataclass
class Seat:
    """A numbered place at the table.

    Attributes:
        token: what proves a person to be the owner of the seat.
        peer: the link on which its person plays; ``None`` while the person is away.
        shaky: whether that link is silent for longer than it should be.
        result: of the last match, if its person played it and none has begun since.
    """

    number: int
    kind: Kind = "empty"
    name: str | None = None
    token: str | None = None
    bot: str | None = None
    peer: str | None = None
    shaky: bool = False
    ready: bool = False
    result: Over | None = None

    @property
    def away(self) -> bool:
        """Whether its person has no link."""
        return self.kind == "person" and self.peer is None

    def saved(self) -> SavedSeat:
        """As it is written down."""
        return SavedSeat(self.kind, self.name, self.token, self.bot)


def restored(saved: list[SavedSeat]) -> list[Seat]:
    """The seats as they were written down, their people away."""
    return [Seat(number, seat.kind, seat.name, seat.token, seat.bot) for number, seat in enumerate(saved)]


def free_seat(seats: list[Seat]) -> Seat | None:
    """The lowest empty seat."""
    return next((seat for seat in seats if seat.kind == "empty"), None)


def tidy_name(name: str) -> str:
    """A name as it may be shown: plain text, single blanks, at most `MAX_NAME` characters; may be empty."""
    visible = "".join(character if character.isprintable() else " " for character in name)
    return " ".join(visible.split())[:MAX_NAME].strip()


def distinct_name(name: str, taken: set[str], fallback: str) -> str:
    """The name, or one like it that nobody at the table has."""
    wanted = tidy_name(name) or fallback
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        suffix = f" {number}"
        candidate = wanted[: MAX_NAME - len(suffix)].rstrip() + suffix
    return candidate
