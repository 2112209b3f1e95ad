"""A bucket that fills by itself: how much may be taken at once, and how much in the long run. Pure."""

from typing import Final

_ENOUGH: Final = 1 - 1e-6
"""Of the bucket for one: the grain of a clock must not make a deadline come a hair too early, for ever."""


class Bucket:
    """It begins full.

    Args:
        burst: how much it holds.
        per_second: how fast it fills again.
    """

    def __init__(self, burst: float, per_second: float) -> None:
        self._burst = float(burst)
        self._per_second = per_second
        self._held = self._burst
        self._filled_at: float | None = None

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        passed = 0.0 if self._filled_at is None else max(0.0, now - self._filled_at)
        self._held = min(self._burst, self._held + passed * self._per_second)
        self._filled_at = now
        if self._held < _ENOUGH:
            return False
        self._held -= 1
        return True

    def charge(self, much: float) -> None:
        """Take more, whether it is there or not: what is missing has to come first."""
        self._held -= much

    def next_deadline(self) -> float:
        """When there will be one, as of the last look; 0 for at once before the first one."""
        if self._filled_at is None:
            return 0.0
        return self._filled_at + max(0.0, 1 - self._held) / self._per_second
