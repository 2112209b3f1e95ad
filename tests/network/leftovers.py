"""What a test of WebRTC or sockets must not leave behind: sockets, tasks, timers, exceptions that nobody handled."""

from __future__ import annotations

import asyncio
import gc
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.network.netlab import Netlab


@asynccontextmanager
async def nothing_left_behind() -> AsyncIterator[list[dict[str, Any]]]:
    """Fail at the end if the code inside left something, or if it takes longer than 5 s to let it go.

    The value is the list of what the event loop complained of; a test that expects complaints empties it.
    """
    loop = asyncio.get_running_loop()
    heard: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: heard.append(context))
    descriptors, tasks = open_descriptors(), asyncio.all_tasks()
    gc.freeze()  # the collection at the end then looks only at what the test made, which takes 2 ms and not 60
    yield heard
    async with asyncio.timeout(5):
        # Nobody tells when a descriptor is closed.
        while open_descriptors() > descriptors or asyncio.all_tasks() - tasks - {asyncio.current_task()}:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    gc.collect()  # tasks complain of an exception that nobody asked for when they are collected
    gc.unfreeze()
    await asyncio.sleep(0)
    assert heard == []
    timers = _timers(loop)
    assert timers == []


@pytest.fixture
async def complaints(inside_netlab: Netlab) -> AsyncIterator[list[dict[str, Any]]]:
    """Run the test in a network of its own, with `nothing_left_behind`; the value is the same."""
    del inside_netlab
    async with nothing_left_behind() as heard:
        yield heard


def open_descriptors() -> int:
    """How many files and sockets this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


def _timers(loop: asyncio.AbstractEventLoop) -> list[str]:
    """Calls that the event loop still has to make; the timeout around the wait above is cancelled by then."""
    return [repr(handle) for handle in loop._scheduled if not handle.cancelled()]  # type: ignore[attr-defined]
