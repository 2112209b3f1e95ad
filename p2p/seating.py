"""Who sits where: the seats of a table, pure data and the questions asked about it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from p2p.messages import MAX_NAME, Consequence, Over, ViewKind
from p2p.plain_text import look_of, tidy_text
from p2p.saved_table import SavedSeat

Kind = Literal["empty", "person", "bot"]

DEFAULT_BOT: Final = "normal"
"""The kind of bot where nobody says another one."""
FIRST_WATCHER: Final = 8
"""The number of the first place from which to watch; no game has so many seats."""
WATCHERS: Final = 8
"""How many may watch, at most: a sealed join tells sixteen people apart."""


@dataclass(eq=False)
class Seat:
    """A numbered place at the table. A person who moves takes it along; it then has another number.

    Attributes:
        token: what proves a person to be the owner of the seat.
        key: the number under which that token opens a join; it stays while the person moves.
        peer: the link on which its person plays; ``None`` while the person is away.
        shaky: whether that link is silent for longer than it should be.
        stand_in: the kind of bot that plays for its person, who has the seat back as soon as it wants to.
        view: what that link is sent of a match.
        lang: the person's language.
        result: of the last match, if its person played it and none has begun since.
        played_as: the seat in which its person played the last match that ended; a place beside the table where the
            person did not play all of it there.
        leaving_told: what its person was last told of the consequence of leaving.
        late: whether its person sat down here after the match had begun.
        social_at: when its person last threw, poked or taunted, in seconds.
    """

    number: int
    kind: Kind = "empty"
    name: str | None = None
    token: str | None = None
    bot: str | None = None
    key: int | None = None
    stand_in: str | None = None
    peer: str | None = None
    shaky: bool = False
    view: ViewKind = "record"
    lang: str = "en"
    ready: bool = False
    result: Over | None = None
    played_as: int | None = None
    leaving_told: Consequence | None = None
    late: bool = False
    social_at: float | None = None

    @property
    def away(self) -> bool:
        """Whether its person has no link."""
        return self.kind == "person" and self.peer is None

    @property
    def player(self) -> str | None:
        """The kind of bot that plays here, if one does."""
        return self.bot or self.stand_in

    def saved(self) -> SavedSeat:
        """As it is written down."""
        key = None if self.key == self.number else self.key
        return SavedSeat(
            self.kind,
            self.name,
            self.token,
            self.bot,
            self.result,
            self.played_as,
            key,
            self.stand_in,
            self.late,
        )


def restored(saved: Sequence[SavedSeat], first: int = 0) -> list[Seat]:
    """The seats as they were written down, their people away; ``first`` is the number of the first."""
    return [_restored(number, seat) for number, seat in enumerate(saved, first)]


def _restored(number: int, saved: SavedSeat) -> Seat:
    return Seat(
        number,
        saved.kind,
        saved.name,
        saved.token,
        saved.bot,
        key=number if saved.key is None and saved.token else saved.key,
        stand_in=saved.stand_in,
        result=saved.result,
        played_as=saved.played_as,
        late=saved.late,
    )


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


def made_of(name: str, wanted: str) -> bool:
    """Whether `distinct_name` may have made the name of the one that is wanted."""
    numbered = re.search(r" [1-9][0-9]*$", name)
    suffix = numbered[0] if numbered else ""
    return name == wanted or name == wanted[: MAX_NAME - len(suffix)].rstrip() + suffix


def distinct_name(name: str, taken: set[str], fallback: str) -> str:
    """The name, or one like it that nobody at the table has, nor one that looks the same."""
    wanted = tidy_name(name) or fallback
    candidate, number = wanted, 1
    looks = {look_of(other) for other in taken}
    while look_of(candidate) in looks:
        number += 1
        suffix = f" {number}"
        candidate = wanted[: MAX_NAME - len(suffix)].rstrip() + suffix
    return candidate
