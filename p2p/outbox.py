"""Where a host's session puts what one step wants done."""

from typing import Final

from p2p.codec import encode
from p2p.effects import AppendRecord, Close, Effect, MatchEnded, OpenRecord, SaveTable, Send
from p2p.messages import Message

_WRITTEN_FIRST: Final = (OpenRecord, AppendRecord, SaveTable, MatchEnded)


class Outbox:
    """Collects the effects of a step."""

    def __init__(self) -> None:
        self._effects: list[Effect] = []

    def put(self, effect: Effect) -> None:
        """Have something done."""
        self._effects.append(effect)

    def send(self, peer: str | None, message: Message) -> None:
        """Send a message to a peer, if there is one."""
        if peer is not None:
            self.put(Send(peer, encode(message)))

    def close(self, peer: str) -> None:
        """Close the link to a peer."""
        self.put(Close(peer))

    def emptied(self) -> list[Effect]:
        """All that the step wants done: first what is written down, then the rest, each in the order it came."""
        effects, self._effects = self._effects, []
        return sorted(effects, key=lambda effect: not isinstance(effect, _WRITTEN_FIRST))
