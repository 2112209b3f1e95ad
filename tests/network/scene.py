"""A host's open table and its guests, with a hostile server between them: the real shells, in one process."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from p2p.guest import Table, join
from p2p.handshake import Code, Kind, Secret
from p2p.handshake.failures import sentence
from p2p.handshake.steps import SECONDS
from p2p.host import OpenTable, Reach, open_table
from p2p.join import CLOSE_WITHIN, JoinedLink, JoinFailed
from p2p.saved_table import SavedSeat, SavedTable
from p2p.tokens import new_token, token_bytes
from p2p.webrtc import settled
from signaling.codes import ALPHABET
from tests.network.hostile_server import HostileServer, Tactic, honestly

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

KEPT_SEAT = 1
"""A seat whose player is away and may come back."""


@dataclass
class Scene:
    """A table behind a hostile server.

    Attributes:
        notices: what the host was told.
    """

    server: HostileServer
    table: OpenTable
    token: str
    notices: list[str] = field(default_factory=list)

    def secret(self, kind: Kind = Kind.CODE) -> Secret:
        """What opens the table, as a guest's program knows it."""
        invitation = self.table.invitation
        match kind:
            case Kind.CODE:
                return Secret.of_code(invitation.code_secret)
            case Kind.LINK:
                return Secret.of_link(invitation.link_secret)
            case Kind.SEAT:
                return Secret.of_seat(KEPT_SEAT, token_bytes(self.token))

    def wrong_code(self) -> Secret:
        """A guess that is wrong in one symbol."""
        right = self.table.invitation.code_secret
        return Secret.of_code(right[:2] + ALPHABET[ALPHABET.index(right[2]) - 1])

    @property
    def wrong_guesses(self) -> int:
        """Those at the code that the host has written down."""
        return self.table._file.wrong_guesses

    def way_in(self, secret: Secret) -> Table:
        """The table as a guest's program knows it."""
        return Table(self.server.url, self.table.invitation.room, secret)

    async def join(self, secret: Secret) -> JoinedLink:
        """Come as a guest."""
        return await join(self.way_in(secret), None)

    async def fails(
        self,
        secret: Secret,
        guest: Code,
        host: Code | None,
        guesses: tuple[int, int] = (0, 0),
        *,
        seen_as: Kind | None = None,
    ) -> None:
        """Come as a guest, in vain: no seat, at each end its own sentence, and so many wrong guesses at each.

        Args:
            secret: what the guest comes with.
            guest: why it says that it failed.
            host: why the host says so; `None` if the host has seen nobody.
            guesses: more than before, at the guest and at the host's code.
            seen_as: what the host takes the guest's secret for, if not for what it is.
        """
        before = secret.wrong_guesses, self.wrong_guesses
        seats = [seat.saved() for seat in self.table.host.session.seats]
        with pytest.raises(JoinFailed) as failure:
            await self.join(secret)
        assert (failure.value.code, str(failure.value)) == (guest, words(guest, secret.kind, for_host=False))
        if host is not None:
            await self.host_says(words(host, seen_as or secret.kind, for_host=True))
        assert (secret.wrong_guesses - before[0], self.wrong_guesses - before[1]) == guesses
        assert [seat.saved() for seat in self.table.host.session.seats] == seats
        assert not self.table.host._links

    async def host_says(self, text: str) -> None:
        """Wait, not for long, until the host is told that."""
        async with asyncio.timeout(3):
            while text not in self.notices:  # noqa: ASYNC110 - nobody tells when somebody is told
                await asyncio.sleep(0.005)


def words(code: Code, kind: Kind, *, for_host: bool) -> str:
    """The sentence about a failure."""
    return sentence(code, for_host=for_host, secret=kind.word, seconds=SECONDS.get(code))


@asynccontextmanager
async def behind(folder: Path, tactic: Tactic = honestly, **about_the_server: Any) -> AsyncIterator[Scene]:
    """A new table at a server that does this with the texts of its guests; at the end everything is closed."""
    notices: list[str] = []
    token = new_token()
    seats = [SavedSeat("person", "Ann", new_token()), SavedSeat("person", "Bob", token), SavedSeat("empty")]
    async with (
        HostileServer(tactic, **about_the_server) as server,
        open_table(SavedTable("rummy", {}, seats), Reach(server.url), folder, notice=notices.append) as table,
    ):
        yield Scene(server, table, token, notices)
        await table.close()
    await settled(CLOSE_WITHIN)
