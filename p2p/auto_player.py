"""A bot at a guest's end of a table: ``--auto BOT`` and `p2p.play`.

There is one bot a match. It is shown the events that its seat is told, each once and in order, and asked when its seat
is. It thinks in a thread, or where the bots of a host's table think that take their time, so that the link stays alive
meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from random import Random, SystemRandom
from typing import Final

import msgspec

from engine import bots, games
from engine.bots import Maker
from engine.bots.bot import Bot
from engine.bots.search.thinker import Searcher
from engine.events import Event
from engine.inputs import Action
from engine.match import Game, View
from engine.syntax import read_action, write_action
from p2p.bot_pool import BotPool
from p2p.bot_worker import Failure
from p2p.client import TableClient
from p2p.guest_session import Tell
from p2p.messages import EventLine, Get, Manage
from p2p.seat_log import SeatLog

_NOTHING_TO_HAND_OUT: Final = frozenset({"nothing-there", "no-such-part"})

_log = logging.getLogger(__name__)

SEEDS: Final = 2**32
"""How many seeds there are to choose from."""


def seed_or_new(seed: int | None) -> int:
    """A seed, or one that nobody can foresee."""
    return SystemRandom().randrange(SEEDS) if seed is None else seed


class BadChoice(Exception):
    """A bot chose what its seat may not do."""


class _Playing:
    """One match of the player's in one seat: its bot, and what that bot has seen."""

    def __init__(self, number: int, seat: int, game: Game, bot: Bot, pool: BotPool) -> None:
        self.number = number
        self.seat = seat
        self.game = game
        self.log = SeatLog(game)
        self.asked_for_part: int | None = None
        self._bot = bot
        self._pool = pool
        if isinstance(bot, Searcher):
            pool.warm_up()

    async def show(self, events: Sequence[Event]) -> None:
        """Show the bot what has happened; raises whatever the bot raises."""
        if events:
            await asyncio.to_thread(self._show, events)

    def _show(self, events: Sequence[Event]) -> None:
        for event in events:
            self._bot.see(event)

    async def choose(self, legal: list[Action], view: View) -> Action:
        """Ask the bot; raises `BadChoice` and whatever the bot raises."""
        if isinstance(self._bot, Searcher):
            return await self._search(self._bot, legal, view)
        choice = await asyncio.to_thread(self._bot.choose, legal, lambda: view)
        if choice not in legal:
            raise BadChoice(f"{type(self._bot).__name__} chose {choice!r}, which is none of the legal actions.")
        return choice

    async def _search(self, bot: Searcher, legal: list[Action], view: View) -> Action:
        """Let a bot think within the time that it would have at its host's table."""
        answer = await self._pool.think(bot, legal, view)
        if isinstance(answer, Failure):
            _log.warning("The bot is replaced by rules of thumb for a move: %s.", answer.why)
            return bot.by_rule(legal, view)
        return answer.action


class AutoPlayer:
    """Lets bots play for a seat. Needs a running event loop once it is told something.

    Args:
        maker: makes the bot of each match.
        seed: its random numbers come from this and the number of the match at the table.
        pool: where bots think that take their time; it is closed with the player.
    """

    def __init__(self, maker: Maker, seed: int, pool: BotPool | None = None) -> None:
        self._maker = maker
        self._seed = seed
        self._pool = pool or BotPool()
        self._match: _Playing | None = None
        self._answered: int | None = None
        self._work: asyncio.Task[None] | None = None
        self._failure: asyncio.Future[Exception] | None = None
        self._error: Exception | None = None

    @classmethod
    def of_kind(cls, kind: str, seed: int) -> "AutoPlayer":
        """Plays as bots of a kind do; raises `UnknownBot` if there is none of that name."""
        bots.check(kind)
        return cls(partial(bots.make, kind), seed)

    async def failure(self) -> None:
        """Wait until a bot fails; raises its error."""
        if self._error is None:
            self._failure = asyncio.get_running_loop().create_future()
            self._error = await self._failure
        raise self._error

    async def caught_up(self) -> None:
        """Wait until the bot has seen all that there was to see."""
        if self._work:
            await asyncio.wait({self._work})

    async def close(self) -> None:
        """End what is being thought."""
        if self._work:
            self._work.cancel()
        await self._pool.close()

    def told(self, client: TableClient, tell: Tell) -> None:
        """Take in what happens at the table. A front is not called again while it is being told something.

        Where the table cannot be written down, nobody is here to decide: it ends, and can be resumed.
        """
        if self._error:
            return
        match tell.event:
            case "table":
                self._guarded(lambda: self._hear_table(client))
            case "part" if tell.facts["what"] == "log":
                self._guarded(lambda: self._hear_part(client, **tell.facts))
            case "refused" if tell.facts["code"] in _NOTHING_TO_HAND_OUT and self._match:
                self._match.asked_for_part = None
            case "seated" if self._match:  # over another link perhaps: what was asked for over the last one may be lost
                self._match.asked_for_part = None
            case "trouble" if tell.facts["yours"]:
                self._soon(client, Manage("close"))
            case "prompt":
                self._answered = None
                self._set_to_work(client)
            case "over":
                self._set_to_work(client)

    # --- what the seat sees

    def _hear_table(self, client: TableClient) -> None:
        session = client.session
        if session.lobby is None or session.table is None or session.seat is None:
            return
        number = session.lobby.matches
        if self._match is None or (self._match.number, self._match.seat) != (number, session.seat):
            game = games.find(session.lobby.game)
            seats = len(session.table.view["totals"])
            bot = self._maker(game, session.seat, seats, Random(f"{self._seed} {number}"))
            self._match = _Playing(number, session.seat, game, bot, self._pool)
        self._match.log.told(session.table.events)
        self._fill_gap(client, self._match)

    def _hear_part(self, client: TableClient, part: int, parts: int, data: object, **_what: object) -> None:
        playing = self._match
        if playing is None or part != playing.asked_for_part:
            return
        playing.log.handed_out(msgspec.convert(data, list[EventLine]))
        playing.asked_for_part = part + 1 if part + 1 < parts and playing.log.has_gap else None
        if playing.asked_for_part is not None:
            self._soon(client, Get("log", playing.asked_for_part))
        self._set_to_work(client)

    def _fill_gap(self, client: TableClient, playing: _Playing) -> None:
        if playing.log.has_gap and playing.asked_for_part is None:
            playing.asked_for_part = 0
            self._soon(client, Get("log"))

    @staticmethod
    def _soon(client: TableClient, wish: Get | Manage) -> None:
        asyncio.get_running_loop().call_soon(client.ask, wish)

    # --- what it does

    def _set_to_work(self, client: TableClient) -> None:
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._answer(client))
            self._work.add_done_callback(self._done)

    async def _answer(self, client: TableClient) -> None:
        """Show the bot what has happened, and answer prompts as long as there are any."""
        session = client.session
        while (playing := self._match) and not playing.log.has_gap:
            table, events = session.table, playing.log.take()
            await playing.show(events)
            if table is None or table.prompt is None or table.prompt == self._answered:
                if not events:
                    return
                continue
            legal = [read_action(playing.game.verbs, text.split(" ")) for text in table.legal]
            choice = await playing.choose(legal, table.view)
            if session.table and session.table.prompt == table.prompt and playing is self._match:
                self._answered = table.prompt
                client.act(write_action(playing.game.verbs, choice))

    def _done(self, work: "asyncio.Task[None]") -> None:
        if not work.cancelled() and isinstance(error := work.exception(), Exception):
            self._fail(error)

    def _guarded(self, hear: Callable[[], None]) -> None:
        try:
            hear()
        except Exception as error:  # noqa: BLE001  # a bot of anybody's may raise anything as it is made
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        self._error = self._error or error
        if self._failure and not self._failure.done():
            self._failure.set_result(error)


class MatchWatch:
    """A front that notices the end of a match."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def told(self, client: TableClient, tell: Tell) -> None:  # noqa: ARG002  # as every front
        """Note the end."""
        if tell.event == "over":
            self.over.set()


class AlwaysReady:
    """Says ready as often as the lobby asks for it."""

    def told(self, client: TableClient, tell: Tell) -> None:
        """Answer the lobby."""
        lobby = client.session.lobby
        if tell.event != "lobby" or lobby is None or client.session.seat is None:
            return
        begins = not lobby.playing and not client.session.result
        if (begins or lobby.resting) and not lobby.people[lobby.you].ready:
            client.ready()
