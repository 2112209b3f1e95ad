"""What a bot is: a player who sees only what its seat sees."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from engine.events import Event
from engine.inputs import Action
from engine.match import View


class Bot(ABC):
    """Plays one seat of one match."""

    @abstractmethod
    def see(self, event: Event) -> None:
        """Take in an event that the seat may see; called for each, in order, from the start of the match."""

    @abstractmethod
    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:
        """Choose one of the legal actions.

        Args:
            legal: at least one action, in the engine's order.
            look: gives the seat's present view; a function, since making a view costs and not every bot looks.
        """
