"""Who sits where: the seats of a table, pure data and the questions asked about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from p2p.messages import MAX_NAME, Over, ViewKind
from p2p.saved_table import SavedSeat

Kind = Literal["empty", "person", "bot"]


@dataclass(eq=False)
class Seat:
    """A numbered place at the table. A person who moves takes it along; it then has another number.

    Attributes:
        token: what proves a person to be the owner of the seat.
        peer: the link on which its person plays; ``None`` while the person is away.
        shaky: whether that link is silent for longer than it should be.
        view: what that link is sent of a match.
        lang: the person's language.
        result: of the last match, if its person played it and none has begun since.
        played_as: the seat in which its person played the last match that ended.
        social_at: when its person last threw, poked or taunted, in seconds.
    """

    number: int
    kind: Kind = "empty"
    name: str | None = None
    token: str | None = None
    bot: str | None = None
    peer: str | None = None
    shaky: bool = False
    view: ViewKind = "record"
    lang: str = "en"
    ready: bool = False
    result: Over | None = None
    played_as: int | None = None
    social_at: float | None = None

    @property
    def away(self) -> bool:
        """Whether its person has no link."""
        return self.kind == "person" and self.peer is None

    def saved(self) -> SavedSeat:
        """As it is written down."""
        return SavedSeat(self.kind, self.name, self.token, self.bot, self.result, self.played_as)


def restored(saved: list[SavedSeat]) -> list[Seat]:
    """The seats as they were written down, their people away."""
    return [
        Seat(number, seat.kind, seat.name, seat.token, seat.bot, result=seat.result, played_as=seat.played_as)
        for number, seat in enumerate(saved)
    ]


def free_seat(seats: list[Seat]) -> Seat | None:
    """The lowest empty seat."""
    return next((seat for seat in seats if seat.kind == "empty"), None)


def fitted(seats: Sequence[Seat], number: int) -> list[Seat] | None:
    """The same players, with their old numbers, at a table of so many seats; ``None`` if there are too many people.

    Who can stay stays; people whose seats are gone take the lowest empty ones, or else those of bots.
    """
    people = [seat for seat in seats if seat.kind == "person"]
    if len(people) > number:
        return None
    placed = {seat.number: seat for seat in seats if seat.number < number and seat.kind != "empty"}
    for person in people:
        if person.number >= number:
            empty = [place for place in range(number) if place not in placed]
            bots = [place for place, seat in placed.items() if seat.kind == "bot"]
            placed[(empty or sorted(bots))[0]] = person
    return [placed.get(place) or Seat(place) for place in range(number)]


def next_host(seats: Sequence[Seat], leaver: int) -> Seat | None:
    """Who has the host's rights when that person leaves: the next in order who is here, else the next person at all."""
    order = [seats[(leaver + step) % len(seats)] for step in range(1, len(seats))]
    people = [seat for seat in order if seat.kind == "person"]
    return next((seat for seat in people if seat.peer), people[0] if people else None)


def tidy_name(name: str) -> str:
    """A name as it may be shown: plain text, single blanks, at most `MAX_NAME` characters; may be empty."""
    return tidy_text(name, MAX_NAME)


def tidy_text(text: str, longest: int) -> str:
    """A text as it may be shown: plain, single blanks, at most so many characters; may be empty."""
    visible = "".join(character if character.isprintable() else " " for character in text)
    return " ".join(visible.split())[:longest].strip()


def distinct_name(name: str, taken: set[str], fallback: str) -> str:
    """The name, or one like it that nobody at the table has."""
    wanted = tidy_name(name) or fallback
    candidate, number = wanted, 1
    while candidate in taken:
        number += 1
        suffix = f" {number}"
        candidate = wanted[: MAX_NAME - len(suffix)].rstrip() + suffix
    return candidate
