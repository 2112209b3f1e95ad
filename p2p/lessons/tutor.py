"""A teacher beside a learner: which step of a lesson is told now. Pure."""

from collections.abc import Sequence
from random import Random

from engine.events import Event
from p2p.lessons.lesson import Lesson, Moment, Step
from p2p.table_view.layout import Seen, Told
from p2p.table_view.model import Coach


class Tutor:
    """Tells a learner one step after the other.

    Args:
        lesson: what is taught.
        seat: of the learner.

    Attributes:
        rng: of the cards; always the same.
    """

    def __init__(self, lesson: Lesson, seat: int) -> None:
        self.seat = seat
        self.rng = Random(lesson.seed)
        self._left = lesson.first_game()
        self._due: list[Step] = []
        self._now: Step | None = None

    @property
    def is_reading(self) -> bool:
        """Whether the table waits until the learner has read what is told."""
        return self._now is not None and self._now.reads

    def saw(self, seen: Seen, events: Sequence[Event], *, acted: bool) -> None:
        """Something happened.

        Args:
            seen: the table as the learner sees it now.
            events: what the learner was told.
            acted: whether it was the learner who acted, and so has read what was told.
        """
        moment = Moment(seen, Told(events))
        happened = [step for step in self._left if any(code in moment.told for code in step.on) and step.when(moment)]
        for step in happened:
            self._left.remove(step)
        self._due += happened
        if self._now and (acted if self._now.reads else not self._now.when(moment)):
            self._now = None
        if self._now is None:
            self._go_on(moment)

    def read(self, seen: Seen) -> None:
        """The learner has read what is told."""
        if self.is_reading:
            self._now = None
            self._go_on(Moment(seen, Told([])))

    def coach(self, seen: Seen) -> Coach | None:
        """What is told now."""
        step = self._now
        return Coach(seen.t(step.text, **step.fill(seen)), step.place(seen), step.reads) if step else None

    def _go_on(self, moment: Moment) -> None:
        if self._due:
            self._now = self._due.pop(0)
            return
        self._now = next((step for step in self._left if not step.on and step.when(moment)), None)
        if self._now:
            self._left.remove(self._now)
