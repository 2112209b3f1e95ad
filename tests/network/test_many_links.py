"""Guests who come and break off, again and again, wherever they are at that moment: nothing is left of them."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final

from p2p.bucket import Bucket
from p2p.codec import encode
from p2p.guest import Table, join
from p2p.handshake import Secret
from p2p.host import OpenTable, Reach, open_table
from p2p.join import CLOSE_WITHIN, JoinedLink, JoinFailed
from p2p.messages import Hello
from p2p.rendezvous import RendezvousError
from p2p.saved_table import SavedSeat, SavedTable
from p2p.tokens import new_token, token_bytes
from p2p.webrtc import settled
from signaling.limits import STAND_ALONE, Rate
from signaling.server import SignalingServer
from tests.network.leftovers import open_descriptors

if TYPE_CHECKING:
    from pathlib import Path

ADDRESS: Final = "10.77.0.1"
CYCLES: Final = 200
WARM_UP: Final = 40
"""Cycles after which everything that is made once and kept is there."""
AT_ONCE: Final = 4
LONGEST_JOIN: Final = 0.6
MORE_OBJECTS: Final = 1_000
"""That a program may hold after more cycles; each of them makes many more."""


async def come_and_break_off(way_in: Table, rng: Random) -> str:
    """Join by the seat's token and break off at a random moment, of the join or after it; how far it came."""
    joining = asyncio.create_task(join(way_in, None))
    await asyncio.wait({joining}, timeout=rng.uniform(0, LONGEST_JOIN))
    if not joining.done():
        joining.cancel()
    link: JoinedLink | None = None
    with suppress(asyncio.CancelledError, JoinFailed, RendezvousError):
        link = await joining
    if link is None:
        return "joining"
    link.start(lambda _text: None, lambda _reason: None)
    stage = rng.choice(["open", "greeting", "seated"])
    if stage != "open":
        link.send(encode(Hello(1, "Bob")))
    if stage == "seated":
        await asyncio.sleep(rng.uniform(0, 0.1))
    link.close()
    return stage


async def let_go(table: OpenTable, descriptors: int, tasks: int) -> int:
    """Wait until no more than so many descriptors and tasks are left; the objects that this program holds then."""
    await settled(CLOSE_WITHIN)
    async with asyncio.timeout(15):
        # Nobody tells when the last of them is gone.
        while table.host._links or open_descriptors() > descriptors or len(asyncio.all_tasks()) > tasks:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    gc.collect()
    return len(gc.get_objects())


async def test_nothing_is_left_of_guests_who_break_off(tmp_path: Path, complaints: list[dict[str, Any]]) -> None:
    """200 times, at random moments: no socket, no task, no exception that nobody handled, and no more memory."""
    rng = Random(7)
    stages: dict[str, int] = {}

    token = new_token()
    seats = [SavedSeat("person", "Ann", new_token()), SavedSeat("person", "Bob", token)]
    patient = dataclasses.replace(STAND_ALONE, joins=Rate(burst=1_000, per_second=100))

    async def cycles(number: int) -> None:
        for _ in range(number // AT_ONCE):
            for stage in await asyncio.gather(*(come_and_break_off(way_in, rng) for _ in range(AT_ONCE))):
                stages[stage] = stages.get(stage, 0) + 1

    async with (
        SignalingServer(ADDRESS, limits=patient) as server,
        open_table(SavedTable("dice-capture", {}, seats), Reach(server.url), tmp_path, notice=lambda _: None) as table,
    ):
        table.doorkeeper._door._arrivals = Bucket(1_000, 100)
        invitation = table.invitation
        way_in = Table(invitation.server, invitation.room, Secret.of_seat(1, token_bytes(token)))
        at_first = open_descriptors(), len(asyncio.all_tasks())
        await cycles(WARM_UP)
        objects = await let_go(table, *at_first)
        await cycles(CYCLES - WARM_UP)
        assert await let_go(table, *at_first) < objects + MORE_OBJECTS
        await table.close()
    assert stages.keys() == {"joining", "open", "greeting", "seated"}, stages
    assert complaints == []
