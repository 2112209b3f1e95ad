"""When this machine comes into another network, or into one again."""

import asyncio
from collections.abc import Callable
from typing import Final

from p2p.reach import LOOPBACK, own_address

_LOOK_EVERY: Final = 1.0
"""Seconds between two looks at the own address."""


async def watch_moves(moved: Callable[[], object]) -> None:
    """Call, until cancelled, whenever this machine has another address, or one again after it had none.

    Its connections are dead then, though nothing says so, and new ones can be had at once.
    """
    before = own_address()
    while True:
        await asyncio.sleep(_LOOK_EVERY)
        now = own_address()
        if now not in {before, LOOPBACK}:
            moved()
        before = now
