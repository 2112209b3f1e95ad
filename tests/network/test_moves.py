"""A machine that comes into another network, or into the same one again, notices it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from p2p.moves import watch_moves
from p2p.reach import LOOPBACK, own_address

if TYPE_CHECKING:
    from tests.network.netlab import Netlab

PATIENCE = 60.0
A_LOOK = 1.3
"""Seconds in which the machine looks at its address once, if it has nothing else to do."""


async def test_another_address_is_noticed_and_the_same_one_after_there_was_none(netlab: Netlab) -> None:
    """That there is none is no move: nothing could be done then."""
    noticed: asyncio.Queue[str] = asyncio.Queue()
    with netlab.b.entered():
        watching = asyncio.create_task(watch_moves(lambda: noticed.put_nowait(own_address())))
        await asyncio.sleep(A_LOOK)
        assert own_address() == netlab.b.address
        assert noticed.empty()
        async with asyncio.timeout(PATIENCE):
            while noticed.empty():  # a busy machine may not look in between
                netlab.cut()
                assert own_address() == LOOPBACK
                await asyncio.sleep(A_LOOK)
                assert noticed.empty()
                netlab.mend()
                await asyncio.sleep(A_LOOK)
            assert await noticed.get() == netlab.b.address
            netlab.b.run(["ip", "addr", "flush", "dev", "cable"])
            netlab.b.run(["ip", "addr", "add", "10.77.0.77/24", "dev", "cable"])
            netlab.b.run(["ip", "route", "replace", "default", "via", netlab.a.address])
            assert await noticed.get() == "10.77.0.77"
        watching.cancel()
