"""A table of one person with bots, which nobody else can join: its session, and a journal for crashes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import SystemRandom

from msgspec.structs import replace

from engine import games
from p2p.host_session import HostSession
from p2p.journal import REPAIRED, Journal, TableFile, name_for_alone, show_life
from p2p.saved_table import SavedTable
from p2p.state_folder import StateError
from p2p.stopping import parting
from p2p.table_host import BOT_PAUSE, TableHost
from p2p.text.shelf import Shelf
from p2p.tokens import new_token


class AloneTable:
    """A table for one. Made by `open_alone` and `reopen_alone`.

    Attributes:
        host: carries out the session.
        token: what proves the seat of the person.
    """

    def __init__(self, journal: Journal, file: TableFile, *, shelf: Shelf | None, bot_pause: float) -> None:
        self._journal = journal
        self._file = file
        self.token = file.own_token
        chance = SystemRandom()
        session = HostSession(games.find(file.table.game), file.table, new_token, chance, shelf=shelf)
        self.host = TableHost(session, chance, journal=journal, save=self._save, bot_pause=bot_pause)

    async def close(self) -> None:
        """End the table on purpose: nothing can be resumed."""
        await self.host.close()
        self._journal.forget()

    async def leave(self) -> None:
        """The host goes: the table is closed; if it waits because it cannot be written down, it can be resumed."""
        await (self.suspend() if self.host.in_trouble else self.close())

    async def suspend(self) -> None:
        """Stop as it is written down; the table can be resumed."""
        await self.host.suspend()

    def _save(self, table: SavedTable) -> None:
        self._file = replace(self._file, table=table)
        self._journal.save(self._file)


@asynccontextmanager
async def open_alone(
    table: SavedTable,
    state: Path,
    *,
    shelf: Shelf | None = None,
    bot_pause: float = BOT_PAUSE,
    kept: bool = True,
    notice: Callable[[str], None],
) -> AsyncIterator[AloneTable]:
    """A new table; it is closed at the end, unless its journal failed and is to be resumed.

    Args:
        table: the person in seat 0, and bots.
        state: the state folder; where it cannot be written, play goes on without a journal.
        shelf: the texts for players.
        bot_pause: seconds before a bot acts.
        kept: whether a journal is kept.
        notice: takes sentences that the person should read.
    """
    name = name_for_alone(state)
    file = TableFile(name, None, 0, "", "", "", 0, table, table.seats[0].token or "", alone=True)
    journal = Journal(state, name, kept=False)
    if kept:
        try:
            journal = Journal(state, name)
            journal.save(file)
        except StateError as error:
            notice(f"{error} This table is not written down: a crash of this program would lose it.")
            journal.give_up()
    async with _kept(journal, AloneTable(journal, file, shelf=shelf, bot_pause=bot_pause)) as opened:
        yield opened


@asynccontextmanager
async def reopen_alone(
    room: str,
    state: Path,
    *,
    shelf: Shelf | None = None,
    bot_pause: float = BOT_PAUSE,
    notice: Callable[[str], None],
) -> AsyncIterator[AloneTable]:
    """The table of that name as a crash left it.

    Raises:
        StateError: its journal is damaged or not there.
    """
    journal = Journal(state, room)
    try:
        resumed = journal.resume()
        with journal.naming_damage():
            opened = AloneTable(journal, resumed.file, shelf=shelf, bot_pause=bot_pause)
            opened.host.resume(resumed)
    except StateError:
        journal.close()
        raise
    if resumed.repaired:
        notice(REPAIRED)
    async with _kept(journal, opened):
        yield opened


@asynccontextmanager
async def _kept(journal: Journal, opened: AloneTable) -> AsyncIterator[AloneTable]:
    living = asyncio.create_task(show_life(journal))
    try:
        async with parting(opened.leave, opened.suspend):
            yield opened
    finally:
        living.cancel()
        journal.close()
