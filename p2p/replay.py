"""A match once more, as one seat saw it: the frames that its page was sent, without the acts."""

from typing import Final

from msgspec.structs import replace

from p2p.running_match import RunningMatch
from p2p.table_view.model import Frame
from p2p.text.catalogue import Catalogue
from p2p.zones import Onlooker

INPUTS_IN_A_PART: Final = 8
"""So many inputs make a part: few enough for their frames to fit into a message."""


class Replay:
    """A match that is shown again, part by part. Parts are made in their order; an earlier one begins anew.

    Args:
        original: the match as it was played.
        seat: through whose eyes it is seen.
        translated: gives a text in the reader's language.
    """

    def __init__(self, original: RunningMatch, seat: int, translated: Catalogue) -> None:
        self._original = original
        self._seat = seat
        self._translated = translated
        self._match = self._from_the_start()

    def shows(self, original: RunningMatch, seat: int, translated: Catalogue) -> bool:
        """Whether it is this match, so seen and so told."""
        return (self._original, self._seat, self._translated) == (original, seat, translated)

    @property
    def parts(self) -> int:
        """How many parts there are; the first one begins with the table before anything was played."""
        return max(1, -(-len(self._original.played) // INPUTS_IN_A_PART))

    def part(self, number: int) -> list[Frame]:
        """The frames of a part, which is one of `parts`."""
        first = number * INPUTS_IN_A_PART
        if self._match.inputs > first:
            self._match = self._from_the_start()
        for given in self._original.played[self._match.inputs : first]:
            self._match.apply(given)
        frames = [] if number else self._eyes(0).snapshot().list
        for given in self._original.played[first : first + INPUTS_IN_A_PART]:
            step = self._match.apply(given)
            if self._seat in step.shown_to:
                frames = [*frames, *self._eyes(len(step.events)).change(step.events).list]
        return [replace(frame, view=replace(frame.view, prompt=None, acts=())) for frame in frames]

    def _eyes(self, log_shown: int) -> Onlooker:
        people = self._original.players
        names = [person.name or f"seat {person.seat}" for person in people]
        return Onlooker(self._match, self._seat, people, names, self._translated, log_shown=log_shown)

    def _from_the_start(self) -> RunningMatch:
        original = self._original
        return RunningMatch(original.game, original.match.seats, original.match.options, original.names, {})
