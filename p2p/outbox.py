"""Where a host's session puts what one step wants done."""

from typing import Final

from p2p.codec import encode
from p2p.effects import Close, Effect, Send, Written
from p2p.messages import Bye, Message, Part, Ping, Pong, Refused, Trouble, Welcome

_TELLS_NOTHING: Final = (Welcome, Part, Ping, Pong, Bye, Refused, Trouble)
"""Messages that acknowledge nothing of what is played."""


class Outbox:
    """Collects the effects of a step.

    Attributes:
        halted: whether nothing may be told of what happens, since it cannot be written down.
    """

    def __init__(self) -> None:
        self.halted = False
        self._effects: list[Effect] = []

    def put(self, effect: Effect) -> None:
        """Have something done."""
        self._effects.append(effect)

    def send(self, peer: str | None, message: Message) -> None:
        """Send a message to a peer, if there is one and it may be told."""
        if peer is not None and (not self.halted or isinstance(message, _TELLS_NOTHING)):
            self.put(Send(peer, encode(message)))

    def close(self, peer: str) -> None:
        """Close the link to a peer."""
        self.put(Close(peer))

    def emptied(self) -> list[Effect]:
        """All that the step wants done: first what is written down, then the rest, each in the order it came."""
        effects, self._effects = self._effects, []
        return sorted(effects, key=lambda effect: not isinstance(effect, Written))
