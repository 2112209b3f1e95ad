"""``--json``: a table as JSON lines, for scripts (DESIGN.md, Commands)."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncGenerator
from typing import Any, Final

from p2p.client import TableClient
from p2p.guest_session import Tell

_PRINTED: Final = frozenset({"joined", "left", "started", "prompt", "refused", "gone", "back", "over"})


def print_event(event: str, **facts: Any) -> None:
    """Print one milestone, at once."""
    print(json.dumps({"event": event, **facts}), flush=True)


class JsonFront:
    """Prints what happens at the table; the link to the host is reported as the host being gone and back."""

    def __init__(self) -> None:
        self._host_gone = False

    def told(self, client: TableClient, tell: Tell) -> None:
        """Print it if it is a milestone."""
        if tell.event in _PRINTED:
            facts = dict(tell.facts)
            if tell.event == "joined":
                facts["you"] = facts["seat"] == client.session.seat
            print_event(tell.event, **facts)
        elif tell.event == "away":
            self._host_gone = True
            print_event("gone", host=True)
        elif tell.event == "seated" and self._host_gone:
            self._host_gone = False
            print_event("back", host=True)
        elif tell.event == "bye" and tell.facts["code"] != "bye":
            print_event("error", **tell.facts)


async def input_lines() -> AsyncGenerator[str]:
    """The lines of standard input as they come, without their ends; over at its end."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    try:
        transport, _ = await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    except (ValueError, OSError):  # a file, or nothing at all: read it in a thread
        while line := await asyncio.to_thread(sys.stdin.readline):
            yield line.rstrip("\r\n")
        return
    with contextlib.closing(transport):
        while True:
            try:
                raw = await reader.readline()
            except ValueError:  # longer than the reader's limit; it has been dropped
                continue
            if not raw:
                return
            yield raw.decode(errors="replace").rstrip("\r\n")


async def play(client: TableClient) -> None:
    """Carry out the actions that standard input brings, until it ends."""
    async with contextlib.aclosing(input_lines()) as lines:
        async for line in lines:
            if line:
                client.act(line)
