"""What a seat remembers, and the matches it can imagine from that: the ground that search stands on.

A bot gets what a player gets. Its memory is made of the events its seat saw; together with the seat's present view it
can imagine full matches that agree with everything the seat has seen, and that depend on nothing it has not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from engine.inputs import Need
from engine.match import Ending

if TYPE_CHECKING:
    from engine.chance import Rng
    from engine.events import Event
    from engine.match import Match, View


class Memory(ABC):
    """What one seat remembers of a match beyond what its view shows."""

    @abstractmethod
    def see(self, event: Event) -> None:
        """Take in an event that the seat may see; called for each, in order, from the start of the match."""

    @abstractmethod
    def scene(self, view: View) -> Scene:
        """The table as the seat knows it now; made once a decision, since many matches are imagined from it."""


class Scene(ABC):
    """A moment of a match as one seat knows it."""

    @abstractmethod
    def imagine(self, rng: Rng) -> Match:
        """A full match that agrees with all that the seat knows; what it cannot know is drawn from ``rng``.

        Only ``rng.random()`` is called, whose sequence Python promises to keep.
        """


def take_over(match: Match, view: View) -> None:
    """Set in a new match what the view of every game tells: its phase, who is to act, the score and the end."""
    match.phase = type(match.phase)(view["phase"])
    match.needs = Need(view["needs"])
    match.to_act = tuple(view["to_act"])
    match.totals = tuple(view["totals"])
    match.hand_points = tuple(tuple(points) for points in view["hands"])
    match.ending = Ending(view["ending"]) if view["ending"] else None
    match.winners = tuple(view["winners"])
