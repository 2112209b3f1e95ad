"""Drives a guest's session over links: the same for a friend far away and for the host's own seat."""

import asyncio
import logging
from typing import Final, Protocol

from p2p.alarm import Alarm
from p2p.guest_session import Effect, GuestSession, HangUp, Say, State, Tell
from p2p.link import Link
from p2p.messages import Get, Lang, Manage, Social

_log = logging.getLogger(__name__)
_LONGEST_FAULT: Final = 80


def fault_of(error: Exception) -> str:
    """What is wrong, in brief, for whoever looks into it; it may quote the host, and so hold anything."""
    return f"{type(error).__name__} {error}".strip()[:_LONGEST_FAULT]


class Front(Protocol):
    """What shows the table to a player, or plays in the player's place."""

    def told(self, client: "TableClient", tell: Tell) -> None:
        """Something happened at the table."""


class TableClient:
    """A player's end of a table, with the clock and the present link. Needs a running event loop."""

    def __init__(self, session: GuestSession, *fronts: Front) -> None:
        self.session = session
        self._fronts = fronts
        self._alarm = Alarm(self._time_passed)
        self._link: Link | None = None
        self._former: Link | None = None
        """The link before this one, until that leads to the seat."""
        self._doubted, self._sure = asyncio.Event(), asyncio.Event()
        self._finished = asyncio.Event()

    def attach(self, link: Link) -> None:
        """Play on over a link that has just opened; one that there was before is closed once this one is welcomed."""
        self._former, self._link = self._link, link
        self._perform(self.session.link_opened(self._alarm.now()))
        link.start(
            lambda text: self._perform(self.session.text_received(text, self._alarm.now()), link),
            lambda _reason: self._link_closed(link),
        )

    async def doubted(self) -> None:
        """Wait until there is no link, or one that is silent for longer than it should be."""
        await self._doubted.wait()

    async def sure(self) -> None:
        """Wait until there is a link that is well."""
        await self._sure.wait()

    async def finished(self) -> None:
        """Wait until the session is over for good."""
        await self._finished.wait()

    def doubt(self) -> None:
        """There is reason to think that the link is dead: see whether it is."""
        self._perform(self.session.doubt(self._alarm.now()))

    def act(self, action: str) -> None:
        """Answer the present prompt."""
        self._perform(self.session.act(action))

    def ready(self) -> None:
        """Say that the match may begin."""
        self._perform(self.session.ready())

    def sit(self, seat: int) -> None:
        """Ask for another seat."""
        self._perform(self.session.sit(seat))

    def ask(self, message: Lang | Manage | Social | Get) -> None:
        """Ask the host for something that has no method of its own."""
        self._perform(self.session.ask(message))

    def leave(self) -> None:
        """Leave the table for good."""
        self._perform(self.session.leave())

    def not_understood(self, error: Exception) -> None:
        """Leave a host whose table cannot be shown, or played at; the error says what was tried with it."""
        _log.debug("What the host sent makes no sense.", exc_info=error)
        self._perform(self.session.not_understood(fault_of(error)))

    def hang_up(self) -> None:
        """End the link; the seat stays the player's."""
        self._alarm.set(None)
        if self._link:
            link, self._link = self._link, None
            link.close()

    def _link_closed(self, link: Link) -> None:
        if link is self._link:
            self._hang_up()
            self._perform(self.session.link_closed())

    def _hang_up(self) -> None:
        """Let go of all links; they take their time to close."""
        self._close_former()
        if self._link:
            self._link.close()
        self._link = None

    def _close_former(self) -> None:
        if self._former:
            self._former.close()
        self._former = None

    def _perform(self, effects: list[Effect], link: Link | None = None) -> None:
        if link is not None and link is not self._link:
            return
        for effect in effects:
            match effect:
                case Say(text):
                    if self._link:
                        self._link.send(text)
                case HangUp():
                    self._hang_up()
                case Tell():
                    self._tell(effect)
        self._note_state()
        self._alarm.set(self.session.next_deadline(self._alarm.now()))

    def _tell(self, tell: Tell) -> None:
        if tell.event == "seated":
            self._close_former()
        for front in self._fronts:
            if self.session.state is State.OVER and tell.event != "bye":
                return  # since the front before made no sense of it
            try:
                front.told(self, tell)
            except Exception as error:  # noqa: BLE001  # views are the host's word, and may be anything
                self.not_understood(error)

    def _note_state(self) -> None:
        """Wake who waits for a change of it."""
        now, before = self._doubted, self._sure
        if not self.session.in_doubt:
            now, before = before, now
        now.set()
        before.clear()
        if self.session.state is State.OVER:
            self._finished.set()

    def _time_passed(self) -> None:
        self._perform(self.session.time_passed(self._alarm.now()))
