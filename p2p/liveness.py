"""Our own sign of life on a link: WebRTC notices a dead peer only after half a minute (DESIGN.md, WebRTC).

Both ends ping; a peer that is silent is first shaky, then gone. From a shaky one a guest looks for another link, and
keeps the old one until there is one: so a false alarm costs nothing. Pure: time comes in.
"""

from enum import Enum
from typing import Final

PING_EVERY: Final = 2.0
SHAKY_AFTER: Final = 5.0
GONE_AFTER: Final = 10.0
"""Seconds of silence. With 10 % loss a text may wait two seconds for SCTP's timer, hence not under six."""
PROBE: Final = 1.2
"""Seconds in which a peer that is doubted should answer a ping."""


class Signs(Enum):
    """What the silence of a peer says."""

    ON = "on"
    SHAKY = "shaky"
    GONE = "gone"


class Liveness:
    """Watches one link.

    Args:
        now: when the link opened, in seconds.
    """

    def __init__(self, now: float) -> None:
        self._ping_at = now + PING_EVERY
        self.heard(now)

    def heard(self, now: float) -> None:
        """Something arrived from the peer."""
        self._shaky_at, self._gone_at = now + SHAKY_AFTER, now + GONE_AFTER

    def doubt(self, now: float) -> None:
        """There is reason to think that the link is dead: a ping is due, and not much time for an answer."""
        self._ping_at = now
        self._shaky_at = min(self._shaky_at, now + PROBE)

    def ping_due(self, now: float) -> bool:
        """Whether a ping is to be sent now; it counts as sent."""
        if now < self._ping_at:
            return False
        self._ping_at = now + PING_EVERY
        return True

    def signs(self, now: float) -> Signs:
        """How the peer is at this moment."""
        if now >= self._gone_at:
            return Signs.GONE
        return Signs.SHAKY if now >= self._shaky_at else Signs.ON

    def next_deadline(self, now: float) -> float:
        """When to look again: the next ping, or the next change of the signs that silence brings."""
        return min([self._ping_at, *(change for change in (self._shaky_at, self._gone_at) if change > now)])
