"""Somebody's own bot at a friend's table: what `p2p.play` does."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from engine import bots
from engine.bots import Maker
from engine.bots.bot import Bot
from p2p.auto_player import AlwaysReady, AutoPlayer, MatchWatch, seed_or_new
from p2p.client import TableClient
from p2p.guest_session import GuestSession
from p2p.messages import MAX_NAME
from p2p.plain_text import tidy_text
from p2p.seating import tidy_name
from p2p.visit import Visit
from p2p.waiting import first_of

_MARK: Final = " bot"
_LONGEST_REASON: Final = 200

AnyBot = Bot | Callable[..., Bot] | str
"""A bot; what makes one, from nothing or from all that a `Maker` gets; or the name of a kind of bot."""

_log = logging.getLogger(__name__)


class TableLeft(Exception):
    """There will be no result: the table was closed, or the bot was sent away from it. ``str()`` says why."""


@dataclass(frozen=True)
class Result:
    """How a match ended for the bot that played in it.

    Attributes:
        seat: the bot's.
        ending: ``won``, ``drawn`` or ``ended``: without result.
        totals: the points, one figure a seat.
        winners: the seats that won.
    """

    seat: int
    ending: str
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def won(self) -> bool:
        """Whether the bot won, alone or with others."""
        return self.seat in self.winners


async def play(
    invitation: str,
    bot: AnyBot,
    *,
    name: str | None,
    server: str | None,
    seed: int | None,
    state: Path | None,
) -> Result:
    """See `p2p.play_async`."""
    seed = seed_or_new(seed)
    player = AutoPlayer(maker_of(bot), seed)
    visit = Visit.invited(invitation, server, state)
    called = tidy_name(name or name_of(bot))
    watch = MatchWatch()
    client = await visit.begin(GuestSession(called), player, AlwaysReady(), watch)
    _log.info("%s plays as %s with seed %d", type(bot).__name__ if isinstance(bot, Bot) else bot, called, seed)
    try:
        await first_of(watch.over.wait(), client.finished(), player.failure(), visit.stay(client))
        await player.caught_up()
        return _result_of(client)
    finally:
        await player.close()
        await visit.end(client)


def maker_of(bot: AnyBot) -> Maker:
    """What makes the bot of the match.

    Raises:
        UnknownBot: there is no kind of bot of that name.
    """
    if isinstance(bot, str):
        bots.check(bot)
        return partial(bots.make, bot)
    if isinstance(bot, Bot):
        return lambda *_table: bot
    if isinstance(bot, type) and "__init__" not in {name for kind in bot.__mro__[:-1] for name in vars(kind)}:
        return lambda *_table: bot()
    return bot


def name_of(bot: AnyBot) -> str:
    """What a bot is called at the table, so that everybody sees that it is one."""
    own = bot if isinstance(bot, str) else getattr(bot, "__name__", type(bot).__name__)
    return own[: MAX_NAME - len(_MARK)] + _MARK


def _result_of(client: TableClient) -> Result:
    result, seat = client.session.result, client.session.seat
    if result is None or seat is None:
        goodbye = client.session.goodbye
        raise TableLeft(tidy_text(goodbye.text if goodbye else "", _LONGEST_REASON) or "The table is closed.")
    return Result(seat, result.ending, tuple(result.totals), tuple(result.winners))
