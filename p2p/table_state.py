"""What there is at a host's table: the seats, the game and the match. Pure data, and the questions asked about it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from msgspec.structs import replace

from engine.match import Game
from p2p.lessons.tutor import Tutor
from p2p.messages import Person, Settings
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedTable
from p2p.seating import FIRST_WATCHER, Seat, next_host, restored
from p2p.table_clock import TableClock, TimeLeft


@dataclass
class TableState:
    """A table.

    Attributes:
        host: the seat of the player with the host's rights; none if nobody is left.
        matches: how many have begun.
        running: the match that is going on.
        paused: whether the player with the host's rights has stopped it.
        resting: whether it rests between two hands.
        finished: the last match that ended.
        settings: how the table is run.
        watchers: people who have no seat, each with the number of a place.
        is_open: whether others can join the table, so that there is a code.
        clock: of the running match.
        tutor: who tells a learner in the running match what to do; none if nobody learns.
        trouble: why nothing can be written down, until it can or need not.
    """

    game: Game
    options: dict[str, str]
    seats: list[Seat]
    host: Seat | None
    matches: int = 0
    running: RunningMatch | None = None
    paused: bool = False
    resting: bool = False
    finished: RunningMatch | None = None
    settings: Settings = field(default_factory=Settings)
    watchers: list[Seat] = field(default_factory=list)
    is_open: bool = False
    clock: TableClock = field(default_factory=lambda: TableClock({}))
    tutor: Tutor | None = None
    trouble: str | None = None

    @classmethod
    def restored(cls, game: Game, saved: SavedTable) -> "TableState":
        """The table as it was written down, its people away and its match still to be taken up."""
        seats = restored(saved.seats)
        return cls(
            game,
            dict(saved.options),
            seats,
            host=None if saved.host is None else seats[saved.host],
            matches=saved.matches,
            paused=saved.paused,
            settings=saved.settings,
            watchers=restored(saved.watchers, FIRST_WATCHER),
        )

    def saved(self) -> SavedTable:
        """The table as it is written down."""
        return SavedTable(
            game=self.game.name,
            options=self.options,
            seats=[seat.saved() for seat in self.seats],
            matches=self.matches,
            playing=self.running is not None,
            host=self.host.number if self.host else None,
            paused=self.paused,
            settings=self.settings,
            watchers=[replace(watcher.saved(), key=watcher.key) for watcher in self.watchers],
        )

    # --- who is there

    def everybody(self) -> Iterator[Seat]:
        """All seats, and then the places of those who watch."""
        yield from self.seats
        yield from self.watchers

    def people_in_seats(self) -> list[Seat]:
        """The seats of people, be they here or away."""
        return [seat for seat in self.seats if seat.kind == "person"]

    def active(self) -> list[Seat]:
        """The seats of people who are here and play themselves."""
        return [seat for seat in self.people_in_seats() if seat.peer and not seat.stand_in]

    def seat_of(self, token: str) -> Seat | None:
        """The seat, or place of a watcher, that a token proves."""
        return next((seat for seat in self.everybody() if seat.token == token), None)

    def seat_at(self, number: int | None) -> Seat | None:
        """The seat, or place of a watcher, with a number."""
        return next((seat for seat in self.everybody() if seat.number == number), None)

    def free_key(self, wanted: int) -> int:
        """A number under which a new token may open joins: that of the seat, if no token has it."""
        taken = {seat.key for seat in self.everybody()}
        return wanted if wanted not in taken else next(key for key in count() if key not in taken)

    def acting_host(self) -> Seat | None:
        """Who has the host's rights now: the one they belong to or, while that person is away, the next who is here."""
        host = self.host
        if host and host.peer is None:
            stand_in = next_host(self.seats, host.number)
            return stand_in if stand_in and stand_in.peer else host
        return host

    # --- whether the match may go on

    def missing(self) -> list[int]:
        """The seats without which the match stands still.

        Where nobody is here who plays, it waits for all people: bots do not play on among themselves.
        """
        running, people = self.running, self.people_in_seats()
        if running is None:
            return []
        if people and not self.active():
            return [person.number for person in people]
        return [
            seat.number
            for seat in self.seats
            if seat.number not in running.absent and (seat.kind == "empty" or (seat.away and not seat.stand_in))
        ]

    @property
    def stands_still(self) -> bool:
        """Whether nothing may happen in the match."""
        return self.paused or self.trouble is not None or bool(self.missing())

    @property
    def waits_for_reader(self) -> bool:
        """Whether nobody but a learner may act, who reads what a tutor told."""
        return self.tutor is not None and self.tutor.is_reading

    def time_left(self) -> TimeLeft | None:
        """Of a time that runs in the match; while that stands still, none does."""
        still = self.running is None or self.stands_still or self.waits_for_reader
        return None if still else self.clock.left()

    # --- as it is told

    def people(self) -> list[Person]:
        """Who sits where, as everybody may know it."""
        return [_told(seat) for seat in self.seats]

    def people_watching(self) -> list[Person]:
        """Who watches, as everybody may know it."""
        return [_told(seat) for seat in self.watchers]

    def name_of(self, number: int) -> str:
        """The name of whoever sits there, or sat there when the match began; a bot is known by it."""
        at_start = self.running.names if self.running else {}
        seat = self.seats[number]
        name = seat.name or at_start.get(number) or f"seat {number}"
        return f"{name} (bot)" if seat.stand_in else name

    def names(self) -> list[str]:
        """The name of each seat."""
        return [self.name_of(number) for number in range(len(self.seats))]


def _told(seat: Seat) -> Person:
    return Person(
        seat.number, seat.name, seat.kind, _link_of(seat), seat.ready, seat.player, stand_in=seat.stand_in is not None
    )


def _link_of(seat: Seat) -> Literal["on", "shaky", "away"]:
    if seat.away:
        return "away"
    return "shaky" if seat.shaky else "on"
