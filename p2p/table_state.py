"""What there is at a host's table: the seats, the game and the match. Pure data, and the questions asked about it."""

from dataclasses import dataclass, field
from typing import Literal

from engine.match import Game
from p2p.lessons.tutor import Tutor
from p2p.messages import Person
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedTable
from p2p.seating import Seat, restored
from p2p.table_clock import TableClock, TimeLeft


@dataclass
class TableState:
    """A table.

    Attributes:
        host: the seat of the player with the host's rights; none if nobody is left.
        matches: how many have begun.
        running: the match that is going on.
        paused: whether the player with the host's rights has stopped it.
        finished: the last match that ended.
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
    finished: RunningMatch | None = None
    clock: TableClock = field(default_factory=lambda: TableClock({}))
    tutor: Tutor | None = None
    trouble: str | None = None

    @classmethod
    def restored(cls, game: Game, saved: SavedTable) -> "TableState":
        """The table as it was written down, its people away and its match still to be taken up."""
        seats = restored(saved.seats)
        host = None if saved.host is None else seats[saved.host]
        return cls(game, dict(saved.options), seats, host, saved.matches, paused=saved.paused)

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
        )

    def seat_of(self, token: str) -> Seat | None:
        """The seat that a token proves."""
        return next((seat for seat in self.seats if seat.token == token), None)

    def missing(self) -> list[int]:
        """The seats without which the match stands still."""
        return [seat.number for seat in self.seats if seat.away] if self.running else []

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

    def people(self) -> list[Person]:
        """Who sits where, as everybody may know it."""
        return [Person(seat.number, seat.name, seat.kind, _link_of(seat), seat.ready, seat.bot) for seat in self.seats]

    def name_of(self, number: int) -> str:
        """The name of whoever sits there, or sat there when the match began."""
        at_start = self.running.names if self.running else {}
        return self.seats[number].name or at_start.get(number) or f"seat {number}"

    def names(self) -> list[str]:
        """The name of each seat."""
        return [self.name_of(number) for number in range(len(self.seats))]


def _link_of(seat: Seat) -> Literal["on", "shaky", "away"]:
    if seat.away:
        return "away"
    return "shaky" if seat.shaky else "on"
