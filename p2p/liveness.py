"""Our own sign of life on a link: WebRTC notices a dead peer only after half a minute (DESIGN.md, WebRTC).

Both ends ping; a peer that is silent is first shaky, then gone. Pure: time comes in.
"""

from enum import Enum
from typing import Final

PING_EVERY: Final = 2.0
SHAKY_AFTER: Final = 5.0
GONE_AFTER: Final = 10.0
"""Seconds of silence. With 10 % loss a text may wait two seconds for SCTP's timer, hence not under six."""


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
        self._heard = now
        self._ping_at = now + PING_EVERY

    def heard(self, now: float) -> None:
        """Something arrived from the peer."""
        self._heard = now

    def ping_due(self, now: float) -> bool:
        """Whether a ping is to be sent now; it counts as sent."""
        if now < self._ping_at:
            return False
        self._ping_at = now + PING_EVERY
        return True

    def signs(self, now: float) -> Signs:
        """How the peer is at this moment."""
        if now >= self._heard + GONE_AFTER:
            return Signs.GONE
        return Signs.SHAKY if now >= self._heard + SHAKY_AFTER else Signs.ON

    def next_deadline(self, now: float) -> float:
        """When to look again: the next ping, or the next change of the signs that silence brings."""
        changes = (self._heard + SHAKY_AFTER, self._heard + GONE_AFTER)
        return min([self._ping_at, *(change for change in changes if change > now)])
