"""A visit to a friend's table: from the invitation to the seat, back to it after a loss, and home."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2p.client import Front, TableClient
from p2p.code_tries import CodeTries
from p2p.guest import Table, come_back, join
from p2p.guest_session import GuestSession, Tell
from p2p.handshake import Secret
from p2p.join import CLOSE_WITHIN
from p2p.seat_tokens import KeptSeat, SeatTokens
from p2p.state_folder import StateError, state_folder
from p2p.webrtc import settled
from signaling.codes import InviteLink, RoomCode, parse_invitation, parse_server

_SEAT_GIVEN_UP: Final = frozenset({"bye", "kicked", "table-closed", "seat-gone"})


class NoServer(Exception):
    """A room code was given, and no server to look for it at."""


@dataclass(frozen=True)
class Visit:
    """A table that somebody is invited to, and what is kept of it here.

    Attributes:
        table: where it is and what opens it.
        tokens: of the seats there.
        tries: how often its code, if it is one, has failed from here.
    """

    table: Table
    tokens: SeatTokens
    tries: CodeTries | None

    @classmethod
    def invited(cls, invitation: str, server: str | None, state: Path | None) -> "Visit":
        """The table that a room code or an invite link names.

        Args:
            invitation: either of them.
            server: for a code: URL of the signaling server; that of ``PEERDECK_SERVER`` if not given.
            state: the state folder; the usual one if not given.

        Raises:
            InvalidCode, InvalidLink, InvalidServer, NoServer: they name none.
        """
        match parse_invitation(invitation):
            case InviteLink(server, room, link_secret):
                return cls._at(Table(server, room, Secret.of_link(link_secret)), state, None)
            case RoomCode(room, code_secret):
                server = server_for_code(server)
                tries = CodeTries(state_folder(state), server, room, code_secret)
                return cls._at(Table(server, room, Secret.of_code(code_secret, tries.failed)), state, tries)

    @classmethod
    def _at(cls, table: Table, state: Path | None, tries: CodeTries | None) -> "Visit":
        return cls(table, SeatTokens(state_folder(state), table.server, table.room), tries)

    async def begin(self, session: GuestSession, *fronts: Front) -> TableClient:
        """Join the table and sit down.

        Raises:
            RendezvousError: the server cannot introduce us.
            JoinFailed: the host does not let us in.
        """
        secret = self.table.secret
        failed_before = secret.wrong_guesses
        try:
            link = await join(self.table, self.tokens.claim())
        finally:
            if self.tries:
                with contextlib.suppress(StateError):
                    self.tries.add(secret.wrong_guesses - failed_before)
        client = TableClient(session, *fronts, _SeatKeeper(self.tokens))
        client.attach(link)
        return client

    async def stay(self, client: TableClient) -> None:
        """Come back whenever the link is lost; see `come_back`."""
        await come_back(self.table, client)

    async def end(self, client: TableClient) -> None:
        """Leave for good."""
        client.leave()
        await settled(CLOSE_WITHIN)

    async def step_away(self, client: TableClient) -> None:
        """Hang up; the seat is kept, here and at the table, for another time."""
        client.hang_up()
        await settled(CLOSE_WITHIN)


def server_for_code(chosen: str | None) -> str:
    """The server at which a room code is looked for; raises `InvalidServer` and `NoServer`."""
    server = chosen or os.environ.get("PEERDECK_SERVER")
    if not server:
        raise NoServer("Say which server the table is at: the host's program shows it.")
    return parse_server(server)


class _SeatKeeper:
    """A front that keeps the token of the seat for another time, and forgets it when the table is over."""

    def __init__(self, tokens: SeatTokens) -> None:
        self._tokens = tokens

    def told(self, client: TableClient, tell: Tell) -> None:
        """Note a seat taken or given up; play goes on if it cannot be written down."""
        session = client.session
        with contextlib.suppress(StateError):
            if tell.event == "seated" and session.key is not None and session.token:
                self._tokens.keep(KeptSeat(session.key, session.token))
            elif tell.event == "bye" and tell.facts["code"] in _SEAT_GIVEN_UP:
                self._tokens.forget()
