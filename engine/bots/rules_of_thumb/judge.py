"""A judge weighs what a seat may do by the rules of thumb of one game; a bot takes what it weighs highest.

Judges add up floats with ``math.fsum`` and use no functions beyond the four operations, since ``sum`` rounds
differently from one Python version to the next: the same seed gives the same choices everywhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from engine.bots.bot import Bot
from engine.chance import Rng, pick
from engine.events import Event
from engine.inputs import Action
from engine.match import View


@dataclass(frozen=True)
class Level:
    """How well a bot plays by the rules of thumb.

    Attributes:
        attentive: whether it counts what was played, reads what others do, and looks beyond its own next move.
        slip: how far it misjudges an action at most, in the judge's ``unit``.
    """

    attentive: bool
    slip: float


NORMAL: Final = Level(attentive=True, slip=0.0)
EASY: Final = Level(attentive=False, slip=1.0)


class Judge(ABC):
    """Weighs actions for one seat of one match, from what that seat sees and nothing else.

    Args:
        seat: the seat that it judges for.
        seats: how many there are.
        attentive: see `Level`.
    """

    unit: ClassVar[float]
    """What a beginner's worst misjudgement of an action amounts to, in the figures that `weigh` gives."""

    def __init__(self, seat: int, seats: int, *, attentive: bool) -> None:
        self.seat = seat
        self.seats = seats
        self.attentive = attentive

    @abstractmethod
    def see(self, event: Event) -> None:
        """Take in an event that the seat may see; called for each, in order, from the start of the match."""

    @abstractmethod
    def weigh(self, legal: Sequence[Action], view: View) -> Sequence[float]:
        """How good each of several legal actions seems, in points of the game or something near them."""

    def doubt(self, match: Any) -> float:  # noqa: ARG002  # for those who can tell
        """How much an imagined match disagrees with what the others did: 0 if they may well have done so.

        Args:
            match: of the judge's game, as its seat may imagine it now.
        """
        return 0.0


class RulesOfThumb(Bot):
    """Takes the action that its judge weighs highest, as its level lets it judge.

    Args:
        judge: weighs the actions.
        level: how well it plays.
        rng: decides between equal actions, and how a weaker player misjudges them.
    """

    def __init__(self, make_judge: Callable[..., Judge], level: Level, seat: int, seats: int, rng: Rng) -> None:
        self._judge = make_judge(seat, seats, attentive=level.attentive)
        self._slip = level.slip * self._judge.unit
        self._rng = rng

    def see(self, event: Event) -> None:
        """See `Bot.see`."""
        self._judge.see(event)

    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:
        """See `Bot.choose`."""
        if len(legal) == 1:
            return legal[0]
        weights = self._judge.weigh(legal, look())
        if self._slip:
            weights = [weight + self._slip * self._misjudgement() for weight in weights]
        highest = max(weights)
        best = [action for action, weight in zip(legal, weights, strict=True) if weight == highest]
        return best[0] if len(best) == 1 else pick(best, self._rng)

    def _misjudgement(self) -> float:
        """Between -1 and 1, small ones more often than large ones."""
        return self._rng.random() + self._rng.random() - 1
