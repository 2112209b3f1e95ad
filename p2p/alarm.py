"""Calls a session back when its next deadline has come."""

import asyncio
from collections.abc import Callable


class Alarm:
    """One timer that is set anew after every step. Needs a running event loop."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._ring = ring
        self._handle: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """The loop's clock, in seconds: the one that deadlines are told in."""
        return self._loop.time()

    def set(self, deadline: float | None) -> None:
        """Ring at the deadline instead of whenever it was set before; ``None``: not at all."""
        if self._handle:
            self._handle.cancel()
        self._handle = None if deadline is None else self._loop.call_at(max(deadline, self.now()), self._ring)
