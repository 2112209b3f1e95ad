"""A table in this process: the real host with its own server, which hands out the page, on the machine of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from p2p.auto_player import AlwaysReady, AutoPlayer
from p2p.client import Front, TableClient
from p2p.guest_session import GuestSession
from p2p.host import OpenTable, Reach, open_table
from p2p.join import CLOSE_WITHIN
from p2p.saved_table import SavedSeat, SavedTable
from p2p.tokens import new_token
from p2p.webrtc import settled
from signaling.server import SignalingServer
from tests.browser.machine import NAME, Machine


@dataclass
class HostedTable:
    """A table with a host who plays by itself, if anybody does.

    Attributes:
        server: where the page is.
        host: the host's own end of the table, unless the host comes with a page.
        notices: what the host was told.
    """

    open: OpenTable
    server: str
    host: TableClient
    notices: list[str] = field(default_factory=list)

    @property
    def link(self) -> str:
        """The invite link."""
        return self.open.invitation.link

    @property
    def code(self) -> str:
        """The room code."""
        return self.open.invitation.code

    @property
    def named_server(self) -> str:
        """The page at a name that is not this machine's own: from there it is no secure context."""
        return self.server.replace(self.server.split("/")[2].rpartition(":")[0], NAME)


@asynccontextmanager
async def hosting(
    machine: Machine,
    page: Path,
    state: Path,
    game: str = "rummy",
    *,
    seats: int = 3,
    bots: int = 0,
    bot: str = "random",
    host_plays: str | None = "random",
    options: Mapping[str, str] | None = None,
    server: str | None = None,
) -> AsyncIterator[HostedTable]:
    """Open a table: the host in seat 0, bots in the last seats, the others are open.

    Args:
        machine: where everybody is.
        page: the folder of the page.
        state: the host's state folder.
        game: its name.
        seats: how many there are.
        bots: how many of them are for bots.
        bot: the kind of the bots.
        host_plays: as which kind of bot the host plays; none if the host comes with a page.
        options: of the game, where they are not the usual ones.
        server: somebody else's, instead of one that hands out the page.
    """
    chairs = [SavedSeat("person", "Hanna", new_token()), *[SavedSeat("empty")] * (seats - 1 - bots)]
    chairs += [SavedSeat("bot", f"Bot {number + 1}", bot=bot) for number in range(bots)]
    async with serving(machine, page, server) as address:
        notices: list[str] = []
        reach = Reach(address)
        async with open_table(
            SavedTable(game, dict(options or {}), chairs), reach, state, bot_pause=0.0, notice=notices.append
        ) as table:
            fronts: Sequence[Front] = (AlwaysReady(), AutoPlayer.of_kind(host_plays or "random", 7))
            client = TableClient(GuestSession("Hanna"), *fronts)
            if host_plays:
                table.sit_down(client)
            yield HostedTable(table, address, client, notices)
            await table.close()
        await settled(CLOSE_WITHIN)


@asynccontextmanager
async def serving(machine: Machine, page: Path, other: str | None = None) -> AsyncIterator[str]:
    """A signaling server with the page, unless there is another one."""
    if other:
        yield other
        return
    async with SignalingServer(machine.address, page=page) as running:
        yield running.url
