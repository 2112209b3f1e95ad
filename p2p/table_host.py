"""Carries out what a host's session wants: links, journal, chance, bots and the clock."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from engine.bots.search.contest import Verdict
from engine.bots.search.thinker import Thinker
from engine.chance import Rng, draw
from engine.errors import EngineError
from engine.record import lines_of
from p2p.alarm import Alarm
from p2p.bot_pool import BotPool
from p2p.bot_worker import Failure, answer_of
from p2p.effects import (
    AppendRecord,
    AskBot,
    Close,
    DrawChance,
    Effect,
    EndTable,
    GiveUpJournal,
    MatchEnded,
    OpenRecord,
    RenewCode,
    Request,
    SaveTable,
    Send,
    WriteAgain,
    Written,
)
from p2p.host_session import Admission, HostSession
from p2p.journal import Journal, Resumed
from p2p.link import Link
from p2p.retrace import HowChosen, read_back
from p2p.saved_table import SavedTable
from p2p.state_folder import StateError

_log = logging.getLogger(__name__)

BOT_PAUSE: Final = 0.9
"""Seconds that a bot seems to think, so that people can follow; it does not depend on the cards."""


CLOSE_WITHIN: Final = 4.0
"""Seconds that the links have to take the goodbye; one of them may hang."""


class TableHost:
    """A table that is hosted in this program. Needs a running event loop.

    Args:
        journal: where the match is written down; ``None`` for a table that nothing needs to bring back.
        save: writes the table down, with what the shell knows of it; raises `StateError` if it cannot.
        rng: the source of chance.
        renew_code: makes a new room code; ``None`` where nobody else can join.
        bot_pause: seconds before a bot acts.
        pool: where bots think that take their time; it is closed with the table.

    Attributes:
        ended: set when the table is to be closed: the player with the host's rights wants it, or nobody is left.
        failed: set when the journal cannot be written and the player with the host's rights does not want to go on.
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
        pool: BotPool | None = None,
    ) -> None:
        self.session = session
        self.failed: asyncio.Future[StateError] = asyncio.get_running_loop().create_future()
        self._rng = rng
        self._journal = journal
        self.ended = asyncio.Event()
        self._save = save
        self._renew_code = renew_code
        self._bot_pause = bot_pause
        self._pool = pool or BotPool()
        self._thinking: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._links: dict[str, Link] = {}
        self._unwritten: list[Written] = []
        self._opened = 0
        self._alive = 0
        self._suspended = False
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

    def resume(self, resumed: Resumed) -> None:
        """Take up what the journal holds: the match that was going on, and the one before it, to be seen again."""
        self._remember(resumed.finished)
        if resumed.file.table.playing:
            self.perform(self.session.resume(resumed.inputs, resumed.names))
            if self.session.running is None:  # it was over, and only its record knows which bots were in it
                self._remember(resumed.record)

    def _remember(self, record: bytes) -> None:
        with contextlib.suppress(EngineError):  # one that somebody has spoilt keeps nobody from going on
            if finished := read_back(lines_of(record)):
                self.session.has_played(finished)

    async def close(self) -> None:
        """End the table on purpose; everybody is told, as far as their links take it in bounded time."""
        self.perform(self.session.close_table())
        await self._wind_down()

    async def suspend(self) -> None:
        """Stand still as it is written down, for good; everybody's link ends, and they wait for the table to return."""
        self._suspended = True
        for link in self._links.values():
            link.close()
        await self._wind_down()

    async def _wind_down(self) -> None:
        self._alarm.set(None)
        for task in self._thinking:
            task.cancel()
        await self._pool.close()
        if self._alive:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_WITHIN):
                    await self._quiet.wait()

    @property
    def in_trouble(self) -> bool:
        """Whether something could not be written down and nobody has decided yet what is to become of the table."""
        return bool(self._unwritten)

    def perform(self, effects: list[Effect]) -> None:
        """Carry out effects in their order; of a step that cannot be written down nobody is told anything."""
        if self._suspended:
            return
        could_be_written = not self._unwritten
        for effect in effects:
            if self.failed.done():
                return
            if isinstance(effect, Written):
                self._write_down(effect)
            elif not (isinstance(effect, Send) and could_be_written and self._unwritten):
                self._perform(effect)
        running = self.session.running
        if running and any(isinstance(bot, Thinker) for bot in running.bots.values()):
            self._pool.warm_up()
        if all(seat.kind != "person" for seat in self.session.seats):
            self.ended.set()
        self._alarm.set(self.session.next_deadline(self._alarm.now()))

    def write_later(self, effect: Written, error: StateError) -> None:
        """Something could not be written down: let the player with the host's rights decide what to do."""
        self._unwritten.append(effect)
        self._ask_what_to_do(error)

    def _write_down(self, effect: Written) -> None:
        """Write, or wait behind what could not be written before."""
        if self._unwritten:
            self._unwritten.append(effect)
            return
        try:
            self._write(effect)
        except StateError as error:
            self.write_later(effect, error)

    def _ask_what_to_do(self, error: StateError) -> None:
        self._error = error
        self._loop.call_soon(self._ask)

    def _ask(self) -> None:
        if self._unwritten:  # it may have been settled in the meantime
            self.perform(self.session.journal_failed(str(self._error)))

    def _write_again(self) -> None:
        """What could not be written is tried once more."""
        while self._unwritten:
            try:
                self._write(self._unwritten[0])
            except StateError as error:
                self._ask_what_to_do(error)
                return
            del self._unwritten[0]
        self.perform(self.session.journal_settled())

    def _give_up_journal(self) -> None:
        if self._journal:
            self._journal.give_up()
        self._write_again()

    def _end(self) -> None:
        """End the table; if that is the answer to trouble with the journal, leave what is written to be resumed."""
        if not self._unwritten:
            self.ended.set()
        elif not self.failed.done():
            self.failed.set_result(self._error)

    def _perform(self, effect: Send | Close | Request) -> None:
        match effect:
            case Send(peer, text):
                if peer in self._links:
                    self._links[peer].send(text)
            case Close(peer):
                if link := self._links.pop(peer, None):
                    link.close()
            case _:
                self._begin(effect)

    def _begin(self, effect: Request) -> None:
        match effect:
            case DrawChance():
                self._loop.call_soon(self._draw)
            case AskBot():
                self._let_think(effect)
            case RenewCode():
                self._loop.call_soon(self._renew)
            case WriteAgain():
                self._loop.call_soon(self._write_again)
            case GiveUpJournal():
                self._loop.call_soon(self._give_up_journal)
            case EndTable():
                self._end()

    def _write(self, effect: Written) -> None:
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
                    self._journal.finish_record()

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

    def _let_think(self, ask: AskBot) -> None:
        task = self._loop.create_task(self._choose(ask))
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def _choose(self, ask: AskBot) -> None:
        """Let a bot choose; that it thinks shows in nothing, unless it takes longer than every bot seems to."""
        pause = self._loop.create_task(asyncio.sleep(self._bot_pause))
        bot = ask.bot
        if isinstance(bot, Thinker):
            answer = await self._pool.think(bot, ask.legal, ask.look())
            await pause
        else:
            await pause
            answer = answer_of(lambda: Verdict(bot.choose(ask.legal, ask.look), 0), ask.legal)
        if isinstance(answer, Failure):
            _log.warning("The bot in seat %d is replaced by rules of thumb for a move: %s.", ask.seat, answer.why)
            action, how = ask.stand_in(), HowChosen(by_rule=answer.why)
        else:
            action, how = answer.action, HowChosen(answer.cut_after)
        self.perform(self.session.bot_chose(ask.seat, ask.prompt, action, how))

    def _renew(self) -> None:
        if self._renew_code:
            try:
                self._renew_code()
            except StateError as error:
                self.perform(self.session.code_not_renewed(str(error)))

    def _time_passed(self) -> None:
        self.perform(self.session.time_passed(self._alarm.now()))
