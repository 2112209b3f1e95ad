"""Peerdeck as real processes: start it in a namespace, read its JSON lines, type actions, kill it."""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.network.netlab import Namespace

END = {"event": "end of output"}
PEERDECK = [sys.executable, "-X", "dev", "-m", "p2p"]
SLOW_STEP = "Executing <"
"""How asyncio's development mode tells of a step over 0.1 s, which on a busy machine is nobody's fault."""


class Program:
    """A ``peerdeck`` command that speaks JSON lines.

    Args:
        place: the namespace that it runs in.
        state: its state folder.
        words: the command and its options.
        around: a command that runs it.
    """

    def __init__(self, place: Namespace, state: Path, *words: str, around: Sequence[str] = ()) -> None:
        environment = {**os.environ, "PEERDECK_STATE": str(state), "PYTHONUNBUFFERED": "1"}
        environment.pop("PEERDECK_SERVER", None)
        self.started = time.monotonic()
        self.process = place.popen(
            [*around, *PEERDECK, *words],
            stdin=-1,
            stdout=-1,
            stderr=-1,
            text=True,
            env=environment,
        )
        self.seen: list[dict[str, Any]] = []
        self.said: list[str] = []
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self._readers = [
            threading.Thread(target=self._read, daemon=True),
            threading.Thread(target=self._listen, daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def event(self, *names: str, within: float = 20.0) -> dict[str, Any]:
        """The next event of one of those names; fails with all that was seen if it does not come in time."""
        deadline = time.monotonic() + within
        while True:
            try:
                event = self._events.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {names} within {within} s; {self._story()}") from None
            self.seen.append(event)
            if event["event"] in names:
                return event
            if event is END:
                raise AssertionError(f"the program ended without {names}; {self._story()}")

    def event_by_now(self, name: str) -> dict[str, Any] | None:
        """The next event of that name, if it has come already."""
        while not self._events.empty():
            event = self._events.get()
            self.seen.append(event)
            if event["event"] == name:
                return event
        return None

    def act(self, action: str) -> None:
        """Type an action."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{action}\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        """End it without any warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def exit_status(self, within: float = 20.0) -> int:
        """How it ended by itself, with everything that it said on standard error in ``said``."""
        status = self.process.wait(within)
        for reader in self._readers:
            reader.join(within)
        return status

    def refusal(self, within: float = 15.0) -> str:
        """What a program that cannot do its work says at its end, on both outputs, soon after its start."""
        assert self.exit_status(within) in {1, 2}
        return " ".join([*self.said, *map(str, self._events.queue)])

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._events.put(json.loads(line))
        self._events.put(END)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            if not line.startswith(SLOW_STEP):
                self.said.append(line.rstrip("\n"))

    def _story(self) -> str:
        told = "\n".join(map(str, self.seen[-20:]))
        return f"seen:\n{told}\nsaid:\n" + "\n".join(self.said[-20:])
