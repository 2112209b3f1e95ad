"""Pairs of peers in one process, and peers that do what ours never would."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription

from p2p.webrtc import Answering, Offering, WebRtcLink, answer, make_offer

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from aiortc import RTCDataChannel

    from tests.network.netlab import Netlab


async def introduce() -> tuple[Offering, Answering]:
    """A guest and a host, in the network of the caller, who know each other's description."""
    offering = await make_offer(())
    answering = await answer(offering.sdp, ())
    await offering.accept(answering.sdp)
    return offering, answering


async def connect() -> tuple[WebRtcLink, WebRtcLink]:
    """The links of a guest and of a host."""
    offering, answering = await introduce()
    guest, host = await asyncio.gather(offering.opened(), answering.opened())
    return guest, host


async def connect_across(netlab: Netlab) -> tuple[WebRtcLink, WebRtcLink]:
    """The links of a guest on machine `a` and of a host on machine `b`."""
    offering, answering = await introduce_across(netlab)
    guest, host = await asyncio.gather(offering.opened(), answering.opened())
    return guest, host


async def introduce_across(netlab: Netlab) -> tuple[Offering, Answering]:
    """A guest on machine `a` and a host on machine `b`, who know each other's description."""
    at_a: AbstractContextManager[None] = netlab.a.entered()
    with at_a:
        offering = await make_offer(())
    with netlab.b.entered():
        answering = await answer(offering.sdp, ())
    await offering.accept(answering.sdp)
    return offering, answering


async def close(*links: WebRtcLink) -> None:
    """Close links and wait until their sockets are released."""
    for link in links:
        link.close()
    for link in links:
        await link.wait_closed()


class Stranger:
    """A guest that speaks WebRTC but was not made by us: opens whatever channel it likes, sends whatever it likes."""

    def __init__(self, label: str = "peerdeck", **options: Any) -> None:
        self.peer = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.channel: RTCDataChannel = self.peer.createDataChannel(label, **options)
        self.opened = asyncio.Event()
        self.closed = asyncio.Event()
        self.channel.on("open", self.opened.set)
        self.channel.on("close", self.closed.set)

    async def knock(self) -> Answering:
        """Offer a connection to a host of ours and take its answer."""
        await self.peer.setLocalDescription()
        answering = await answer(self.peer.localDescription.sdp, ())
        await self.peer.setRemoteDescription(RTCSessionDescription(sdp=answering.sdp, type="answer"))
        return answering

    async def connect(self) -> WebRtcLink:
        """The host's link to this stranger."""
        link = await (await self.knock()).opened()
        await self.opened.wait()
        return link

    async def send_raw(self, protocol: int, data: bytes) -> None:
        """Send bytes as if they were a message of that kind (RFC 8831 section 8)."""
        sctp = self.peer.sctp
        assert sctp is not None
        assert self.channel.id is not None
        await sctp._send(self.channel.id, protocol, data)

    async def leave(self) -> None:
        """Close in aiortc's way."""
        await self.peer.close()
