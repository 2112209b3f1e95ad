"""Nothing is left behind, also where aiortc alone would leave something."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING

import aioice.ice
import pytest

import p2p.webrtc.connection
from p2p.link import LinkError, Reason
from p2p.webrtc import Answering, Offering, WebRtcLink, answer, make_offer, settled
from tests.p2p.listener import Listener
from tests.p2p.webrtc.peers import close, connect, introduce

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.network.netlab import Netlab


async def test_after_fifty_connections_nothing_is_left() -> None:
    """Neither sockets nor tasks nor timers nor exceptions: the fixture of all these tests counts them."""
    for number in range(50):
        guest, host = await connect()
        at_host = Listener().start(host)
        guest.send(f"bye {number}")
        await close(guest)
        await host.wait_closed()
        assert at_host.texts == [f"bye {number}"]


async def test_a_program_can_wait_until_all_its_links_have_let_go() -> None:
    """Before it exits; and it does not wait for links that nobody closed."""
    guest, host = await connect()
    await settled(within=0)
    guest.send("bye")
    guest.close()
    await settled(within=5)
    at_guest = Listener().start(guest)
    assert at_guest.endings == [Reason.CLOSED_HERE]
    await close(guest, host)


@pytest.mark.parametrize("after", [0.0, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03])
@pytest.mark.parametrize("who", ["guest", "host", "both"])
async def test_giving_up_at_any_moment_leaves_nothing(who: str, after: float) -> None:
    """While the addresses are tried, while the encryption is agreed, while the channel opens."""
    offering, answering = await introduce()
    opening = asyncio.gather(outcome(offering), outcome(answering))
    await asyncio.sleep(after)
    await asyncio.gather(*(side.close() for side in (offering, answering) if who in {"both", name(side)}))
    await close(*(link for link in await opening if isinstance(link, WebRtcLink)))


def name(side: Offering | Answering) -> str:
    """Which side it is."""
    return "guest" if isinstance(side, Offering) else "host"


async def outcome(side: Offering | Answering) -> WebRtcLink | LinkError:
    """What came of it; the deadline is short because nobody hears of a side that left before they had met."""
    try:
        return await side.opened(within=0.1)
    except LinkError as error:
        return error


async def hangs(*_: object) -> None:
    """Never come back."""
    await asyncio.Event().wait()


async def fails(*_: object) -> None:
    """As aioice does when it is used in a second event loop."""
    raise RuntimeError("bound to a different event loop")


@pytest.mark.parametrize("what", [hangs, fails])
async def test_a_connection_that_does_not_close_loses_its_sockets(
    what: Callable[..., Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In bounded time; when it was open, when the other side closed it, and when it never was open."""
    monkeypatch.setattr(aioice.ice, "unref_mdns_protocol", what)
    monkeypatch.setattr(p2p.webrtc.connection, "CLOSE_SECONDS", 0.1)
    start = time.monotonic()
    offering = await make_offer(())
    await offering.close()
    guest, host = await connect()
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    await close(guest)
    await host.wait_closed()
    assert at_guest.endings == [Reason.CLOSED_HERE]
    assert at_host.endings == [Reason.CLOSED_THERE]
    assert time.monotonic() - start < 2


def test_a_second_event_loop_of_the_same_program_can_connect_and_close(inside_netlab: Netlab) -> None:
    """Looking names up leaves a lock of the first event loop in aioice, at which closing in the second one fails."""
    del inside_netlab

    async def meet_three_browsers() -> None:
        offerings = [await make_offer(()) for _ in range(3)]
        hidden = [re.sub(r"(1 udp \d+) \S+", r"\1 nobody-knows-me.local", offering.sdp) for offering in offerings]
        answerings = await asyncio.gather(*(answer(sdp, ()) for sdp in hidden))
        for offering, answering in zip(offerings, answerings, strict=True):
            await offering.accept(answering.sdp)
        await close(*await asyncio.gather(*(side.opened() for side in (*offerings, *answerings))))
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(meet_three_browsers())
    asyncio.run(meet_three_browsers())
