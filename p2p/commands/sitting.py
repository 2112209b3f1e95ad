"""The player's part of play, host and join: until the player leaves, the table closes or the one match is over."""

import argparse
import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from p2p.client import TableClient
from p2p.commands.seat_options import one_match
from p2p.guest_session import Tell
from p2p.terminal import app, json_lines

_FAREWELLS: Final = frozenset({"bye", "table-closed"})


class MatchWatch:
    """A front that notices the end of a match."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def told(self, client: TableClient, tell: Tell) -> None:  # noqa: ARG002  # as every front
        """Note the end."""
        if tell.event == "over":
            self.over.set()


async def sit(client: TableClient, watch: MatchWatch, args: argparse.Namespace) -> None:
    """Let the player play until the player wants to leave, the table is closed or the one match is over."""
    ends: list[Coroutine[Any, Any, object]] = [client.finished()]
    if one_match(args):
        ends.append(watch.over.wait())
    if not args.auto:
        ends.append(json_lines.play(client) if args.json else app.play(client))
    await first_of(*ends)


def exit_status(client: TableClient) -> int:
    """0 after a match, or when the player or the host closed the table in good order; else 1."""
    goodbye = client.session.goodbye
    return 0 if client.session.result or (goodbye and goodbye.code in _FAREWELLS) else 1


async def first_of(*parts: Coroutine[Any, Any, object]) -> None:
    """Run parts side by side until one of them ends; the others are cancelled. An error of one is raised."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
