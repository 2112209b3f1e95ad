"""The rate at which a guest is read (DESIGN.md, Limits): a bucket of messages, and a backlog that waits for it."""

from collections import deque
from typing import Final

BUCKET: Final = 60
REFILL_PER_SECOND: Final = 30
MAX_BACKLOG: Final = 256

_ENOUGH: Final = 1 - 1e-6
"""Of the bucket for one text: the grain of a clock must not make a deadline come a hair too early, for ever."""


class Inbox:
    """The texts of one guest, handed over no faster than the bucket refills.

    Args:
        now: when the link opened, in seconds.
    """

    def __init__(self, now: float) -> None:
        self._tokens = float(BUCKET)
        self._filled_at = now
        self._backlog: deque[str] = deque()

    def put(self, text: str) -> bool:
        """Add a text; false if the backlog is full, in which case the link is to be closed."""
        if len(self._backlog) >= MAX_BACKLOG:
            return False
        self._backlog.append(text)
        return True

    def take(self, now: float) -> str | None:
        """The next text that may be read now, or ``None``."""
        refill = max(0.0, now - self._filled_at) * REFILL_PER_SECOND
        self._tokens = min(float(BUCKET), self._tokens + refill)
        self._filled_at = now
        if not self._backlog or self._tokens < _ENOUGH:
            return None
        self._tokens -= 1
        return self._backlog.popleft()

    def charge(self, texts: int) -> None:
        """What was read last took as much as so many more texts: the next ones wait the longer."""
        self._tokens -= texts

    def next_deadline(self) -> float | None:
        """When the next text may be read; ``None`` while none waits."""
        if not self._backlog:
            return None
        return self._filled_at + max(0.0, 1 - self._tokens) / REFILL_PER_SECOND
