"""The rate at which a guest is read (DESIGN.md, Limits): a bucket of messages, and a backlog that waits for it."""

from collections import deque
from typing import Final

from p2p.bucket import Bucket

BUCKET: Final = 60
REFILL_PER_SECOND: Final = 30
MAX_BACKLOG: Final = 256


class Inbox:
    """The texts of one guest, handed over no faster than the bucket refills."""

    def __init__(self) -> None:
        self._bucket = Bucket(BUCKET, REFILL_PER_SECOND)
        self._backlog: deque[str] = deque()

    def put(self, text: str) -> bool:
        """Add a text; false if the backlog is full, in which case the link is to be closed."""
        if len(self._backlog) >= MAX_BACKLOG:
            return False
        self._backlog.append(text)
        return True

    def take(self, now: float) -> str | None:
        """The next text that may be read now, or ``None``."""
        return self._backlog.popleft() if self._backlog and self._bucket.take(now) else None

    def charge(self, texts: int) -> None:
        """What was read last took as much as so many more texts: the next ones wait the longer."""
        self._bucket.charge(texts)

    def next_deadline(self) -> float | None:
        """When the next text may be read; ``None`` while none waits."""
        return self._bucket.next_deadline() if self._backlog else None
