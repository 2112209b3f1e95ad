"""A match once more, as one seat saw it: the frames that its page was sent, without the acts."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from p2p.lessons.lesson import Caption
from p2p.messages import Frames
from p2p.running_match import RunningMatch
from p2p.table_view.model import Coach, Frame
from p2p.text.catalogue import Catalogue
from p2p.zones import Onlooker

INPUTS_IN_A_PART: Final = 8
"""So many inputs make a part: few enough for their frames to fit into a message."""

Captions = Mapping[int, Sequence[Caption]]
"""What is explained, by the numbers of the inputs that bring it."""


class Replay:
    """A match that is shown again, part by part. Parts are made in their order; an earlier one begins anew.

    Args:
        original: the match as it was played.
        seat: through whose eyes it is seen; the number of a place beside the table for what everybody saw.
        translated: gives a text in the reader's language.
        captions: what is explained on the way.
    """

    def __init__(self, original: RunningMatch, seat: int, translated: Catalogue, captions: Captions) -> None:
        self._original = original
        self._seat = seat
        self._translated = translated
        self._captions = captions
        self._match = self._from_the_start()

    def shows(self, original: RunningMatch, seat: int, translated: Catalogue) -> bool:
        """Whether it is this match, so seen and so told."""
        return (self._original, self._seat, self._translated) == (original, seat, translated)

    @property
    def parts(self) -> int:
        """How many parts there are; the first one begins with the table before anything was played."""
        return max(1, -(-len(self._original.played) // INPUTS_IN_A_PART))

    def way_to(self, number: int) -> int:
        """How many parts have to be played again before that one."""
        here = -(-self._match.inputs // INPUTS_IN_A_PART)
        return number - here if number >= here else number

    def part(self, number: int) -> list[Frame]:
        """The frames of a part, which is one of `parts`."""
        first = number * INPUTS_IN_A_PART
        if self._match.inputs > first:
            self._match = self._from_the_start()
        for given in self._original.played[self._match.inputs : first]:
            self._match.apply(given)
        frames = [] if number else self._looked_at(self._eyes(0).snapshot(), ())
        for place, given in enumerate(self._original.played[first : first + INPUTS_IN_A_PART], first):
            step = self._match.apply(given)
            if step.reaches(self._match.eyes(self._seat)):
                change = self._eyes(len(step.events)).change(step.events)
                frames = [*frames, *self._looked_at(change, self._captions.get(place, ()))]
        return frames

    def _looked_at(self, change: Frames, captions: Sequence[Caption]) -> list[Frame]:
        """The frames of a change as they are only looked at, one for each thing that is explained at least."""
        coaches: list[Coach | None] = [Coach(self._translated(caption.text), caption.at) for caption in captions] or [
            None
        ]
        more = [replace(change.list[-1], fx=())] * (len(coaches) - len(change.list))
        frames = [*change.list, *more]
        coaches += coaches[-1:] * (len(frames) - len(coaches))
        return [
            replace(frame, view=replace(frame.view, prompt=None, acts=(), coach=coach))
            for frame, coach in zip(frames, coaches, strict=True)
        ]

    def _eyes(self, log_shown: int) -> Onlooker:
        people = self._original.players
        names = [person.name or f"seat {person.seat}" for person in people]
        return Onlooker(self._match, self._seat, people, names, self._translated, log_shown=log_shown)

    def _from_the_start(self) -> RunningMatch:
        original = self._original
        return RunningMatch(original.game, original.match.seats, original.match.options, original.names)
