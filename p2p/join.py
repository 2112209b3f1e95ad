"""Carries out a sealed join: the handshake's texts, the peer connection and the clock, at either end.

Importing this module imports WebRTC, which takes half a second: only the commands that connect do it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from p2p import webrtc
from p2p.alarm import Alarm
from p2p.handshake import (
    Effect,
    Failed,
    GuestHandshake,
    HostHandshake,
    Joined,
    MakeAnswer,
    MakeOffer,
    Send,
    SendOnChannel,
    TakeAnswer,
    WrongGuess,
)
from p2p.link import LinkError, Receiver
from signaling.messages import IceServer

CLOSE_WITHIN: Final = 8.0
"""Seconds that closed connections have to let go before a program exits."""


class JoinFailed(Exception):
    """There is no seat; ``code`` says why for programs, ``str()`` for the person."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class JoinedLink:
    """The link that a join opened: its first texts were the handshake's, the others are the session's."""

    def __init__(self, link: webrtc.WebRtcLink, receiver: Receiver) -> None:
        self._link = link
        self._receiver = receiver

    def start(self, on_text: Callable[[str], None], on_closed: Callable[[str], None]) -> None:
        """See `Link.start`."""
        self._receiver.start(on_text, on_closed)

    def send(self, text: str) -> None:
        """See `Link.send`."""
        self._link.send(text)

    def close(self) -> None:
        """See `Link.close`."""
        self._receiver.stop()
        self._link.close()


class Join:
    """One end of one join, from the introduction to an open link or a failure. Needs a running event loop.

    Args:
        handshake: of either end, just started.
        send: sends a text to the other end through the signaling server.
        ice_servers: for the peer connection.
        on_wrong_guess: is told of a guess that was counted, before anything else happens.
    """

    def __init__(
        self,
        handshake: GuestHandshake | HostHandshake,
        send: Callable[[str], None],
        ice_servers: Sequence[IceServer],
        on_wrong_guess: Callable[[WrongGuess], None] = lambda _guess: None,
    ) -> None:
        self._handshake = handshake
        self._send = send
        self._ice_servers = ice_servers
        self._on_wrong_guess = on_wrong_guess
        self._alarm = Alarm(self._time_passed)
        self._outcome: asyncio.Future[tuple[JoinedLink, Joined] | Failed] = asyncio.get_running_loop().create_future()
        self._attempt: webrtc.Offering | webrtc.Answering | None = None
        self._link: webrtc.WebRtcLink | None = None
        self._receiver = Receiver()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, first: list[Effect]) -> tuple[JoinedLink, Joined]:
        """Join.

        Args:
            first: what the handshake wanted done when it was started.

        Returns:
            The open link and what its other end has proved.

        Raises:
            JoinFailed: there is no seat, and nothing is left open.
        """
        self._perform(first)
        outcome: tuple[JoinedLink, Joined] | Failed | None = None
        try:
            outcome = await self._outcome
        finally:
            self._handshake.connection_failed()  # if this was cancelled; what comes from now on changes nothing
            self._alarm.set(None)
            if not isinstance(outcome, tuple):
                await self._release()
        if isinstance(outcome, Failed):
            raise JoinFailed(outcome.code, outcome.text)
        return outcome

    def text_received(self, text: str) -> None:
        """The signaling server passed on a text of the other end."""
        self._perform(self._handshake.text_received(text, self._alarm.now()))

    def introduction_lost(self) -> None:
        """The server, or the other end's connection to it, is gone."""
        self._perform(self._handshake.introduction_lost())

    def make_room(self) -> None:
        """Others are waiting at the host's door."""
        if isinstance(self._handshake, HostHandshake):
            self._perform(self._handshake.crowded_out())

    def _time_passed(self) -> None:
        self._perform(self._handshake.time_passed(self._alarm.now()))

    def _perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(text):
                    self._send(text)
                case SendOnChannel(text):
                    if self._link:
                        self._link.send(text)
                case WrongGuess():
                    self._on_wrong_guess(effect)
                case MakeOffer() | MakeAnswer() | TakeAnswer():
                    self._start(self._connect(effect))
                case Joined():
                    self._settle_joined(effect)
                case Failed():
                    self._settle(effect)
        self._alarm.set(self._handshake.next_deadline())

    async def _connect(self, effect: MakeOffer | MakeAnswer | TakeAnswer) -> None:
        """Take one step of the peer connection."""
        try:
            match effect:
                case MakeOffer():
                    offering = self._attempt = await webrtc.make_offer(self._ice_servers)
                    if isinstance(self._handshake, GuestHandshake):
                        self._perform(self._handshake.offer_made(offering.sdp, self._alarm.now()))
                case MakeAnswer(offer):
                    answering = self._attempt = await webrtc.answer(offer, self._ice_servers)
                    if isinstance(self._handshake, HostHandshake):
                        self._perform(self._handshake.answer_made(answering.sdp, self._alarm.now()))
                    await self._open(answering)
                case TakeAnswer(answer):
                    if isinstance(self._attempt, webrtc.Offering):
                        await self._attempt.accept(answer)
                        await self._open(self._attempt)
        except LinkError:
            self._perform(self._handshake.connection_failed())

    async def _open(self, attempt: webrtc.Offering | webrtc.Answering) -> None:
        link = self._link = await attempt.opened()
        local, remote = link.fingerprints
        self._perform(self._handshake.channel_opened(local, remote, self._alarm.now()))
        link.start(self._text_on_channel, self._link_closed)

    def _text_on_channel(self, text: str) -> None:
        if not self._handshake.over:
            self._perform(self._handshake.channel_text_received(text, self._alarm.now()))
        elif not self._receiver.text_arrived(text) and self._link:
            self._link.close()

    def _link_closed(self, reason: str) -> None:
        self._perform(self._handshake.connection_failed())
        self._receiver.ended(reason)

    def _settle_joined(self, joined: Joined) -> None:
        if self._link:
            self._settle((JoinedLink(self._link, self._receiver), joined))

    def _settle(self, outcome: tuple[JoinedLink, Joined] | Failed) -> None:
        if not self._outcome.done():
            self._outcome.set_result(outcome)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _release(self) -> None:
        """Close whatever was opened for a join that failed or was given up."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._link:
            self._link.close()
        if self._attempt:
            with contextlib.suppress(LinkError):
                await self._attempt.close()
