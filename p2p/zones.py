"""What a seat with a page is shown of a running match, and what its acts mean: zones and acts in its own language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from engine.errors import UnreadableInput
from engine.events import Event
from engine.inputs import Act as ActInput
from engine.inputs import Action
from engine.match import View
from p2p.codec import fitting_frames
from p2p.messages import Act, Frames, Person
from p2p.running_match import RunningMatch
from p2p.table_clock import TimeLeft
from p2p.table_view.frames import LaidFrames, frames_of
from p2p.table_view.layout import Seen
from p2p.table_view.model import Coach, LogLine
from p2p.table_view.moves import UnlistedMove, action_of
from p2p.table_view.offers import Move
from p2p.text.sentences import Translator

LOG_SHOWN: Final = 30
"""How many of the last lines of its log a seat is sent with every view."""


@dataclass(frozen=True)
class Onlooker:
    """Somebody who looks at a match: from a seat, or from a place beside the table.

    Attributes:
        seat: its number, or that of the place.
        people: at the table, by seat.
        names: of the seats, those of people who have left among them.
        translated: gives a text in the seat's language.
        time_left: of a time that runs at the table.
        coach: what a learner is told now.
        log_shown: how many of the last lines of the log go with every view.
    """

    running: RunningMatch
    seat: int
    people: Sequence[Person]
    names: Sequence[str]
    translated: Translator
    time_left: TimeLeft | None = None
    coach: Coach | None = None
    log_shown: int = LOG_SHOWN

    def change(self, events: Sequence[Event]) -> Frames:
        """How the table came to be as it is now; the events are those of the last change."""
        sight = self.running.sight_of(self.seat)
        return self._frames(self._seen(sight.before, []), self.running.seen_from(self.seat, events))

    def snapshot(self) -> Frames:
        """The table as it is now."""
        return self._frames(None, [])

    def act(self, act: Act) -> ActInput:
        """What an act of the present view stands for; raises `UnreadableInput` if that offers no such act."""
        move = Move(act.id or "", frozenset(act.cards), act.to, act.value)
        try:
            return ActInput(self.seat, action_of(self._laid(None, []).moves, move))
        except UnlistedMove as error:
            raise UnreadableInput(self.translated(str(error))) from error

    def now(self) -> Seen:
        """What the seat sees now."""
        sight = self.running.sight_of(self.seat)
        return self._seen(sight.view, sight.prompt.legal if sight.prompt else [])

    def _frames(self, before: Seen | None, events: Sequence[Event]) -> Frames:
        laid = self._laid(before, events)
        frames = list(laid.frames)
        if self.coach:
            frames[-1] = replace(frames[-1], view=replace(frames[-1].view, coach=self.coach))
        return fitting_frames(Frames(self.running.sight_of(self.seat).changes, frames))

    def _laid(self, before: Seen | None, events: Sequence[Event]) -> LaidFrames:
        sight = self.running.sight_of(self.seat)
        title = self.translated(self.running.game.title)
        now = self.now()
        number = sight.prompt.number if sight.prompt else None
        return frames_of(
            title, before, now, events, self.people, prompt=number, log=self._log(now), time_left=self.time_left
        )

    def _seen(self, view: View, legal: Sequence[Action]) -> Seen:
        return Seen(view, legal, self.names, self.translated)

    def _log(self, now: Seen) -> list[LogLine]:
        sight = self.running.sight_of(self.seat)
        last = sight.tail[max(0, len(sight.tail) - self.log_shown) :]
        first = len(sight.log) - len(last) + 1
        return [LogLine(number, now.line(event)) for number, event in enumerate(last, first)]
