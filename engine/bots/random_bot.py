"""The bot that plays any legal action, each as likely: for tests, simulations and as a yardstick."""

from collections.abc import Callable, Sequence

from engine.bots.bot import Bot
from engine.chance import Rng, pick
from engine.events import Event
from engine.inputs import Action
from engine.match import View


class RandomBot(Bot):
    """Chooses with a source of random numbers that it is given."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def see(self, event: Event) -> None:
        """Nothing that happens matters to it."""

    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:  # noqa: ARG002  # it plays blindly
        """Any of the legal actions."""
        return pick(legal, self._rng)
