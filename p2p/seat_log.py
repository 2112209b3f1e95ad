"""What a seat has seen of a match, as events of the engine: in order, each once, however the links came and went. Pure.

Every event that a host tells has its number in the seat's log. After a return the host tells the last events; if some
before them are missing, they come from the log that it hands out (p2p/PROTOCOL.md).
"""

from collections import deque
from collections.abc import Iterable

from engine.events import Event
from engine.match import Game
from engine.told import read_event
from p2p.messages import EventLine


class SeatLog:
    """Puts the events of one match together.

    Args:
        game: what is played.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._next = 0
        self._waiting: deque[EventLine] = deque()
        self._ready: list[Event] = []

    @property
    def has_gap(self) -> bool:
        """Whether events are missing, so that those after them have to wait."""
        return bool(self._waiting)

    def told(self, lines: Iterable[EventLine]) -> None:
        """The host tells events as they happen, or the last ones again after a return.

        Raises:
            UnreadableInput: the game tells nothing like that.
        """
        self._waiting.extend(lines)
        self._sort_in()

    def handed_out(self, lines: Iterable[EventLine]) -> None:
        """The host hands out a part of the log; the parts come in their order. Raises as `told`."""
        self._waiting.extendleft(reversed(list(lines)))
        self._sort_in()

    def take(self) -> list[Event]:
        """The events that have come since this was last called, as far as none is missing before them."""
        taken, self._ready = self._ready, []
        return taken

    def _sort_in(self) -> None:
        while self._waiting and (self._waiting[0].n is None or self._waiting[0].n <= self._next):
            line = self._waiting.popleft()
            if line.n is None or line.n == self._next:
                self._ready.append(read_event(self._game, line.code, line.params))
                self._next += line.n is not None
