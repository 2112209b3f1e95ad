"""Bots that think: what they choose may depend on how long they may think about it."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from engine.bots.bot import Bot
from engine.bots.playouts import OUTLOOKS
from engine.bots.rules_of_thumb import JUDGES
from engine.bots.search.contest import Contest, Move, Verdict
from engine.chance import Rng
from engine.events import Event
from engine.inputs import Action
from engine.match import View
from engine.memories import MEMORIES

SIMULATIONS: Final = 200
"""How many simulations a search makes for a move, unless it is told otherwise."""


SIMULATIONS_AT_TABLES: Final = 1000
"""How many a table has it make, where there is time for them."""


def never() -> bool:
    """There is always time."""
    return False


class Thinker(Bot):
    """A bot that can be given time.

    What it chooses depends on the source of random numbers it was made with, on what it saw, and on how many
    simulations it makes; not on what it was asked before.
    """

    @abstractmethod
    def think(
        self,
        legal: Sequence[Action],
        view: View,
        simulations: int | None = None,
        out_of_time: Callable[[], bool] = never,
    ) -> Verdict:
        """Choose one of the legal actions.

        Args:
            legal: at least one action, in the engine's order.
            view: what the seat sees.
            simulations: how many to make at most; as many as the bot was made for, if not given.
            out_of_time: whether it must choose now.
        """

    @abstractmethod
    def by_rule(self, legal: Sequence[Action], view: View) -> Action:
        """What it would do without thinking: the answer of the rules of thumb."""

    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:
        """See `Bot.choose`."""
        return legal[0] if len(legal) == 1 else self.think(legal, look()).action


class Searcher(Thinker):
    """Plays a seat of any game by information-set tree search.

    Who has seen nothing of a match, such as a bot that is only told the present moment, cannot imagine how it may
    stand, and goes by the rules of thumb.

    Args:
        game: its name.
        rng: gives the seed of all choices.
        simulations: how many it makes for a move.
    """

    def __init__(self, game: str, seat: int, seats: int, rng: Rng, simulations: int | None = None) -> None:
        self._game = game
        self._seat = seat
        self._memory = MEMORIES[game](seat, seats)
        self._judge = JUDGES[game](seat, seats, attentive=True)
        self._seed = int(rng.random() * (1 << 53))
        self._has_seen = False
        self._simulations = simulations

    def see(self, event: Event) -> None:
        """See `Bot.see`."""
        self._has_seen = True
        self._memory.see(event)
        self._judge.see(event)

    def think(
        self,
        legal: Sequence[Action],
        view: View,
        simulations: int | None = None,
        out_of_time: Callable[[], bool] = never,
    ) -> Verdict:
        """See `Thinker.think`."""
        if len(legal) == 1:
            return Verdict(legal[0], 0)
        moves = self._moves(legal, view)
        outlook = OUTLOOKS[self._game]
        if not self._has_seen or outlook.is_settled(view):
            return Verdict(moves[0].action, 0)
        contest = Contest(
            self._memory.scene(view),
            self._seat,
            moves,
            outlook,
            doubt=self._judge.doubt,
            simulations=self._simulations or simulations or SIMULATIONS,
            rng=Random(f"{self._seed} {legal}"),
        )
        return contest.run(out_of_time)

    def by_rule(self, legal: Sequence[Action], view: View) -> Action:
        """See `Thinker.by_rule`."""
        return self._moves(legal, view)[0].action

    def _moves(self, legal: Sequence[Action], view: View) -> list[Move]:
        """The moves, as good as the rules of thumb take them to be, the best one first."""
        weights = self._judge.weigh(legal, view)
        return sorted(map(Move, legal, weights), key=lambda move: -move.weight)
