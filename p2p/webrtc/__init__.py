"""Links over WebRTC data channels, made with aiortc.

The guest makes the offer, the host answers; each description is whole, there is no trickle:

    offering = await make_offer(ice_servers)              # guest
    answering = await answer(offering.sdp, ice_servers)   # host
    await offering.accept(answering.sdp)                  # guest
    link = await offering.opened()                        # guest; host: await answering.opened()

A link is one ordered, reliable data channel named `peerdeck` that carries text only. Whatever goes wrong on the
way to it is a `LinkError` with one sentence, and leaves nothing open.

Importing this module imports aiortc, which takes half a second and 50 MB: import it in the function that needs it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from p2p.link import Reason
from p2p.sdp import Description, DescriptionError, read_description
from p2p.webrtc.connection import Connection, IceServerError, NotOpened, NotOpenedError, settled
from p2p.webrtc.link import WebRtcLink

if TYPE_CHECKING:
    from collections.abc import Coroutine, Sequence

    from aiortc import RTCDataChannel

    from signaling.messages import IceServer

__all__ = [
    "Answering",
    "DescriptionError",
    "IceServerError",
    "NotOpened",
    "NotOpenedError",
    "Offering",
    "WebRtcLink",
    "answer",
    "make_offer",
    "settled",
]

CHANNEL = "peerdeck"
"""Label of the data channel."""
OPEN_SECONDS = 15.0
"""How long a connection may take to open once both descriptions are exchanged."""


async def make_offer(ice_servers: Sequence[IceServer]) -> Offering:
    """Start a connection as the guest.

    Args:
        ice_servers: the STUN and TURN servers to ask for addresses, those and no others: with none of them
            nothing outside the local network is asked. One that does not reply costs 5 s.

    Raises:
        NotOpenedError: this machine has no network address.
        IceServerError: the address of a server cannot be read.
    """
    offering = Offering(ice_servers)
    await offering.prepare()
    return offering


async def answer(offer_sdp: str, ice_servers: Sequence[IceServer]) -> Answering:
    """Continue a connection as the host, with the offer of a guest.

    Args:
        offer_sdp: whatever the guest sent.
        ice_servers: as for `make_offer`.

    Raises:
        DescriptionError: the offer cannot be used.
        NotOpenedError, IceServerError: as for `make_offer`.
    """
    answering = Answering(read_description(offer_sdp, "offer"), ice_servers)
    await answering.prepare()
    return answering


class _Attempt:
    """A connection on its way to being open. Ends in a link, or in an error with everything closed."""

    sdp: str
    """Complete description of this side, to be given to the other."""

    def __init__(self, ice_servers: Sequence[IceServer]) -> None:
        self._connection = Connection(ice_servers)
        self._link: WebRtcLink | None = None
        self._outcome: asyncio.Future[WebRtcLink | NotOpened] = asyncio.get_running_loop().create_future()
        self._connection.on("connectionstatechange", self._connection_changed)
        self._connection.on("datachannel", self._channel_arrived)

    async def opened(self, within: float = OPEN_SECONDS) -> WebRtcLink:
        """Wait for the link, for at most `within` seconds.

        Raises:
            NotOpenedError: it did not open, and everything is closed.
        """
        try:
            await asyncio.wait({self._outcome}, timeout=within)
        except asyncio.CancelledError:
            await self.close()
            raise
        outcome = self._outcome.result() if self._outcome.done() else self._connection.why_not_open()
        if isinstance(outcome, WebRtcLink):
            return outcome
        await self.close()
        raise NotOpenedError(outcome)

    async def close(self) -> None:
        """Give up and release everything. Whoever does not call `opened` calls this."""
        self._settle(NotOpened.GIVEN_UP)
        await self._connection.close()

    async def _run(self, steps: Coroutine[Any, Any, None]) -> None:
        """Run `steps`; if they fail or the caller is cancelled, nothing stays open."""
        try:
            await self._connection.run(steps)
        except BaseException:
            await self.close()
            raise

    def _settle(self, outcome: WebRtcLink | NotOpened) -> None:
        if not self._outcome.done():
            self._outcome.set_result(outcome)

    def _connection_changed(self) -> None:
        if not self._outcome.done() and self._connection.connectionState in {"failed", "closed"}:
            self._settle(self._connection.why_not_open())

    def _channel_arrived(self, channel: RTCDataChannel) -> None:
        """The other side opened a channel, which only the guest should do, and once."""
        if self._link is not None:
            self._settle(NotOpened.WRONG_CHANNEL)
            self._link.end_at_once(Reason.SECOND_CHANNEL)
        elif channel.label == CHANNEL and _is_ordered_and_reliable(channel):
            self._link = WebRtcLink(self._connection, channel)
            self._channel_opened(self._link)
        else:
            self._settle(NotOpened.WRONG_CHANNEL)

    def _channel_opened(self, link: WebRtcLink) -> None:
        # Bytes that are no message make aiortc's reading task fail. The link ends then; the task must not complain.
        reading = self._connection.dtls._task  # noqa: SLF001 - aiortc shows it nowhere else
        if reading is not None:
            reading.add_done_callback(lambda task: task.cancelled() or task.exception())
        self._settle(link)


class Offering(_Attempt):
    """The guest's side of a connection on its way. Made by `make_offer`."""

    def __init__(self, ice_servers: Sequence[IceServer]) -> None:
        super().__init__(ice_servers)
        self._answered = False

    async def prepare(self) -> None:
        """Find the addresses of this machine and set `sdp`. For `make_offer`."""
        await self._run(self._offer())

    async def accept(self, answer_sdp: str) -> None:
        """Take the answer of the host, whatever it sent.

        Raises:
            DescriptionError: it cannot be used, and everything is closed; or there was an answer before, and
                nothing changes.
        """
        if self._answered:
            raise DescriptionError("The other side answered a second time.")
        self._answered = True
        await self._run(self._accept(answer_sdp))

    async def _offer(self) -> None:
        channel = self._connection.createDataChannel(CHANNEL)
        link = self._link = WebRtcLink(self._connection, channel)
        channel.on("open", lambda: self._channel_opened(link))
        self.sdp = await self._connection.describe("offer")

    async def _accept(self, answer_sdp: str) -> None:
        description = read_description(answer_sdp, "answer")
        await self._connection.take(description, "answer")
        self._connection.look_up_late(description)


class Answering(_Attempt):
    """The host's side of a connection on its way. Made by `answer`."""

    def __init__(self, offer: Description, ice_servers: Sequence[IceServer]) -> None:
        super().__init__(ice_servers)
        self._offer = offer

    async def prepare(self) -> None:
        """Take the offer, find the addresses of this machine and set `sdp`. For `answer`."""
        await self._run(self._answer())

    async def _answer(self) -> None:
        await self._connection.take(self._offer, "offer")
        self.sdp = await self._connection.describe("answer")
        self._connection.look_up_late(self._offer)


def _is_ordered_and_reliable(channel: RTCDataChannel) -> bool:
    return channel.ordered and channel.maxRetransmits is None and channel.maxPacketLifeTime is None
