"""The few times that run at a table: Xing's look at the last card, Tien Len's chop window (RULES.md §0.4). Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.events import Event
from engine.inputs import Happening, Report
from engine.match import Timed


class TimeLeft(NamedTuple):
    """A time that runs: seconds left, of how many."""

    left: float
    of: float


class TableClock:
    """What the table is to report by itself, and when.

    A time that has just begun does not know yet how late it is: it asks to be told at once.

    Args:
        timed: of the game.
    """

    def __init__(self, timed: Mapping[Happening, Timed]) -> None:
        self._timed = timed
        self._due: dict[Happening, float | None] = {}
        """When each time that runs is over; ``None`` while it waits to be told the time."""
        self._now = 0.0
        """When it was last told."""

    def saw(self, events: Sequence[Event], reports: Sequence[Report]) -> None:
        """Something happened: times begin, and those whose report is not due any more are forgotten."""
        codes = {event.code for event in events}
        allowed = {report.happening for report in reports}
        begun = {happening: None for happening, timed in self._timed.items() if timed.begins in codes}
        self._due = {happening: due for happening, due in (self._due | begun).items() if happening in allowed}

    def begin_again(self, reports: Sequence[Report]) -> None:
        """The match goes on after it was read back, or after it stood still: whatever may be reported has its time."""
        self._due = {report.happening: None for report in reports if report.happening in self._timed}

    def over(self, now: float) -> Report | None:
        """The report whose time is over, if there is one."""
        self._now = now
        for happening, due in self._due.items():
            if due is None:
                self._due[happening] = now + self._timed[happening].seconds
            elif now >= due:
                return Report(happening)
        return None

    def next_deadline(self, now: float) -> float | None:
        """When to call `over` next; ``None`` while no time runs."""
        return min((now if due is None else due for due in self._due.values()), default=None)

    def left(self) -> TimeLeft | None:
        """How much is left of a time that runs, as of when the time was last told; ``None`` while none runs."""
        for happening, due in self._due.items():
            whole = self._timed[happening].seconds
            return TimeLeft(whole if due is None else min(whole, max(0.0, due - self._now)), whole)
        return None
