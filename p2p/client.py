"""Drives a guest's session over links: the same for a friend far away and for the host's own seat."""

import asyncio
from typing import Protocol

from p2p.alarm import Alarm
from p2p.guest_session import Effect, GuestSession, HangUp, Say, State, Tell
from p2p.link import Link
from p2p.messages import Get, Lang, Manage, Social


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
        self._unlinked = asyncio.Event()
        self._unlinked.set()
        self._finished = asyncio.Event()

    def attach(self, link: Link) -> None:
        """Play on over a link that has just opened."""
        self._link = link
        self._unlinked.clear()
        self._perform(self.session.link_opened(self._alarm.now()))
        link.start(
            lambda text: self._perform(self.session.text_received(text, self._alarm.now()), link),
            lambda _reason: self._link_closed(link),
        )

    async def unlinked(self) -> None:
        """Wait until there is no link."""
        await self._unlinked.wait()

    async def finished(self) -> None:
        """Wait until the session is over for good."""
        await self._finished.wait()

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

    def hang_up(self) -> None:
        """End the link; the seat stays the player's."""
        self._alarm.set(None)
        if self._link:
            link, self._link = self._link, None
            link.close()

    def _link_closed(self, link: Link) -> None:
        if link is self._link:
            self._link = None
            self._perform(self.session.link_closed())
            self._unlinked.set()

    def _perform(self, effects: list[Effect], link: Link | None = None) -> None:
        if link is not None and link is not self._link:
            return
        for effect in effects:
            match effect:
                case Say(text):
                    if self._link:
                        self._link.send(text)
                case HangUp():
                    if self._link:
                        self._link.close()
                case Tell():
                    for front in self._fronts:
                        front.told(self, effect)
        if self.session.state is State.OVER:
            self._finished.set()
        self._alarm.set(self.session.next_deadline(self._alarm.now()))

    def _time_passed(self) -> None:
        self._perform(self.session.time_passed(self._alarm.now()))
