"""Carries out what a host's session wants: links, journal, chance, bots and the clock."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Final

from engine.chance import Rng, draw
from p2p.alarm import Alarm
from p2p.effects import (
    AppendRecord,
    AskBot,
    Close,
    DrawChance,
    Effect,
    EndTable,
    MatchEnded,
    OpenRecord,
    RenewCode,
    SaveTable,
    Send,
)
from p2p.host_session import Admission, HostSession
from p2p.journal import Journal
from p2p.link import Link
from p2p.saved_table import SavedTable
from p2p.state_folder import StateError

BOT_PAUSE: Final = 0.9
"""Seconds that a bot seems to think, so that people can follow; it does not depend on the cards."""


CLOSE_WITHIN: Final = 4.0
"""Seconds that the links have to take the goodbye; one of them may hang."""


class TableHost:
    """A table that is hosted in this program. Needs a running event loop.

    Args:
        journal: where the match is written down; ``None`` for a table that nothing needs to bring back.
        save: writes the table down, with what the shell knows of it.
        rng: the source of chance.
        renew_code: makes a new room code; ``None`` where nobody else can join.
        bot_pause: seconds before a bot acts.

    Attributes:
        ended: set when the table is to be closed: the player with the host's rights wants it, or nobody is left.
        failed: set when the journal could not be written; the table must not go on then.
    """

    def __init__(
        self,
        session: HostSession,
        rng: Rng,
        *,
        journal: Journal | None = None,
        save: Callable[[SavedTable], None] | None = None,
        renew_code: Callable[[], None] | None = None,
        bot_pause: float = BOT_PAUSE,
    ) -> None:
        self.session = session
        self.failed: asyncio.Future[StateError] = asyncio.get_running_loop().create_future()
        self._rng = rng
        self._journal = journal
        self.ended = asyncio.Event()
        self._save = save
        self._renew_code = renew_code
        self._bot_pause = bot_pause
        self._loop = asyncio.get_running_loop()
        self._links: dict[str, Link] = {}
        self._opened = 0
        self._alive = 0
        self._quiet = asyncio.Event()
        self._alarm = Alarm(self._time_passed)

    def link_opened(self, link: Link, admission: Admission) -> None:
        """Take a link whose other end has proved what ``admission`` says."""
        self._opened += 1
        peer = f"peer {self._opened}"
        self._links[peer] = link
        self._alive += 1
        self._quiet.clear()
        self.perform(self.session.link_opened(peer, admission, self._alarm.now()))
        link.start(partial(self._text_received, peer), partial(self._link_closed, peer))

    async def close(self) -> None:
        """End the table on purpose; everybody is told, as far as their links take it in bounded time."""
        self.perform(self.session.close_table())
        self._alarm.set(None)
        if self._alive:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_WITHIN):
                    await self._quiet.wait()

    def perform(self, effects: list[Effect]) -> None:
        """Carry out effects in their order; after a failure of the journal nothing is carried out any more."""
        for effect in effects:
            if self.failed.done():
                return
            try:
                self._perform(effect)
            except StateError as error:
                self.fail(error)
        if all(seat.kind != "person" for seat in self.session.seats):
            self.ended.set()
        self._alarm.set(self.session.next_deadline(self._alarm.now()))

    def fail(self, error: StateError) -> None:
        """Something could not be written down: carry out nothing any more, and tell who waits for `failed`."""
        if not self.failed.done():
            self.failed.set_result(error)

    def _perform(self, effect: Effect) -> None:
        match effect:
            case Send(peer, text):
                if peer in self._links:
                    self._links[peer].send(text)
            case Close(peer):
                if link := self._links.pop(peer, None):
                    link.close()
            case DrawChance():
                self._loop.call_soon(self._draw)
            case AskBot():
                self._loop.call_later(self._bot_pause, self._choose, effect)
            case RenewCode():
                self._loop.call_soon(self._renew)
            case EndTable():
                self.ended.set()
            case _:
                self._write(effect)

    def _write(self, effect: OpenRecord | AppendRecord | SaveTable | MatchEnded) -> None:
        match effect:
            case SaveTable(table):
                if self._save:
                    self._save(table)
            case OpenRecord(number, header):
                if self._journal:
                    self._journal.open_record(number, header)
            case AppendRecord(line):
                if self._journal:
                    self._journal.append(line)
            case MatchEnded():
                if self._journal:
                    self._journal.close_record()

    def _text_received(self, peer: str, text: str) -> None:
        self.perform(self.session.text_received(peer, text, self._alarm.now()))

    def _link_closed(self, peer: str, _reason: str) -> None:
        self._links.pop(peer, None)
        self._alive -= 1
        if not self._alive:
            self._quiet.set()
        self.perform(self.session.link_closed(peer))

    def _draw(self) -> None:
        match = self.session.match_to_draw_for
        if match:
            self.perform(self.session.chance_drawn(draw(match, self._rng)))

    def _choose(self, ask: AskBot) -> None:
        action = ask.bot.choose(ask.legal, ask.look)
        self.perform(self.session.bot_chose(ask.seat, ask.prompt, action))

    def _renew(self) -> None:
        if self._renew_code:
            try:
                self._renew_code()
            except StateError as error:
                self.fail(error)

    def _time_passed(self) -> None:
        self.perform(self.session.time_passed(self._alarm.now()))
