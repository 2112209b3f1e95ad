"""Hosting a table: server, room, journal, door and the host's own seat, wired together."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from typing import Final

from msgspec.structs import replace

from engine import games
from p2p.client import TableClient
from p2p.doorkeeper import Doorkeeper
from p2p.effects import SaveTable
from p2p.handouts import Invite
from p2p.handshake import Kind, Secret, TableSecrets, WrongGuess
from p2p.host_session import HostSession
from p2p.join import CLOSE_WITHIN
from p2p.journal import REPAIRED, Journal, TableFile, show_life
from p2p.local_page import LocalTable, page_folder
from p2p.local_seat import take_local_seat
from p2p.moves import watch_moves
from p2p.qr import qr_code
from p2p.reach import url_for_guests
from p2p.rendezvous import HostRendezvous, HostState, RendezvousError
from p2p.saved_table import SavedTable
from p2p.state_folder import StateError
from p2p.table_host import BOT_PAUSE, TableHost
from p2p.text.shelf import Shelf
from p2p.tokens import new_token, token_bytes
from p2p.webrtc import settled
from signaling.codes import DEFAULT_PORT, InviteLink, RoomCode, new_code, parse_server
from signaling.messages import IceServer
from signaling.server import CannotListen, SignalingServer

_ANOTHER_WAY: Final = "Name another folder with --state DIR, or host without writing anything down with --no-journal."


@dataclass(frozen=True)
class Reach:
    """Where guests find the table.

    Attributes:
        server: URL of somebody's signaling server; ``None`` for one of our own.
        port: for our own server; ``None`` for the usual one, or any that is free.
        address: at which others reach our own server, as `url_for_guests` takes it; ``None`` to find out.
        ice_servers: that our own server hands to everybody.
    """

    server: str | None = None
    port: int | None = None
    address: str | None = None
    ice_servers: tuple[IceServer, ...] = ()


@dataclass
class Invitation:
    """How to invite somebody: what is printed, shown and passed on."""

    server: str
    room: str
    code_secret: str
    link_secret: bytes = field(repr=False)

    @property
    def code(self) -> str:
        """The room code."""
        return RoomCode(self.room, self.code_secret).text

    @property
    def link(self) -> str:
        """The invite link."""
        return InviteLink(self.server, self.room, self.link_secret).url

    def handed_out(self) -> Invite:
        """The invitation as players at the table are given it."""
        return Invite(self.code, self.link, self.server, qr_code(self.link))


class OpenTable:
    """A table that friends can join, with everything that keeps it going. Made by `open_table`.

    Attributes:
        host: carries out the session.
        invitation: how to invite.
        journal: where it is written down.
    """

    def __init__(
        self,
        rendezvous: HostRendezvous,
        journal: Journal,
        file: TableFile,
        server_seen_by_guests: str,
        *,
        shelf: Shelf | None,
        bot_pause: float,
        notice: Callable[[str], None],
    ) -> None:
        chance = SystemRandom()
        self.journal = journal
        self._file = file
        self._notice = notice
        self._rendezvous = rendezvous
        code = Secret.of_code(file.code_secret, file.wrong_guesses)
        if code.frozen:
            notice(code.count_in_words(for_host=True))
        self._keys = TableSecrets(code, Secret.of_link(token_bytes(file.link_secret)))
        self._tokens: dict[int, str] = {}
        self.invitation = Invitation(server_seen_by_guests, file.room, file.code_secret, token_bytes(file.link_secret))
        session = HostSession(games.find(file.table.game), file.table, new_token, chance, shelf=shelf)
        self.host = TableHost(
            session,
            chance,
            journal=journal,
            save=self._save_table,
            renew_code=self.renew_code,
            bot_pause=bot_pause,
        )
        self._save_table(file.table)
        self.host.perform(session.invitation_is(self.invitation.handed_out()))
        self.doorkeeper = Doorkeeper(
            rendezvous,
            self._keys,
            admit=self.host.link_opened,
            on_wrong_guess=self._count_guess,
            on_failure=notice,
        )

    @property
    def record_path(self) -> Path | None:
        """The record of the last match; ``None`` if there is none or it could not be written."""
        return self.journal.record_path

    def sit_down(self, client: TableClient) -> None:
        """Give the host's seat to a client in this program."""
        take_local_seat(self.host, client, self._file.own_token)

    def for_page(self) -> LocalTable:
        """The table as the host's own page joins it."""
        return LocalTable(self.host, self._file.own_token, alone=False)

    def renew_code(self) -> None:
        """Make a new room code and a new invite link; the old ones open nothing any more.

        Both, since everybody at the table is told both: whoever was sent away must not come back by the link.

        Raises:
            StateError: they cannot be written down; the old ones stay.
        """
        code, link = new_code(self._file.room, secrets.randbelow), new_token()
        file = replace(self._file, code_secret=code.secret, link_secret=link, wrong_guesses=0)
        self.journal.save(file)
        self._file = file
        self._keys.put(Secret.of_code(code.secret))
        self._keys.put(Secret.of_link(token_bytes(link)))
        self.invitation.code_secret, self.invitation.link_secret = code.secret, token_bytes(link)
        self.host.perform(self.host.session.invitation_is(self.invitation.handed_out()))

    def moved(self) -> None:
        """This machine is in another network: guests must find it there."""
        if self._file.server is not None:  # our own one is in this program
            self._rendezvous.renew()

    async def close(self) -> None:
        """End the table on purpose: guests are told, the code opens nothing, nothing can be resumed."""
        await self.host.close()
        await settled(CLOSE_WITHIN)
        await self._rendezvous.close_room()
        self.journal.forget()

    async def leave(self) -> None:
        """The host goes: the table is closed; if it waits because it cannot be written down, it can be resumed."""
        await (self.suspend() if self.host.in_trouble else self.close())

    async def suspend(self) -> None:
        """Stop as it is written down: guests find their links ended and wait, and the table can be resumed."""
        await self.host.suspend()
        await settled(CLOSE_WITHIN)

    def _save_table(self, table: SavedTable) -> None:
        self._file = replace(self._file, table=table)
        self.journal.save(self._file)
        tokens = table.tokens()
        for key in self._tokens.keys() - tokens.keys():
            self._keys.free_seat(key)
        for key, token in tokens.items():
            if token != self._tokens.get(key):
                self._keys.put(Secret.of_seat(key, token_bytes(token)))
        self._tokens = tokens

    def _count_guess(self, guess: WrongGuess) -> None:
        if guess.kind is Kind.CODE:
            self._file = replace(self._file, wrong_guesses=guess.count)
            try:
                self.journal.save(self._file)
            except StateError as error:
                self.host.write_later(SaveTable(self.host.session.saved()), error)
                raise  # so that the guest does not hear of a guess that a crash would forget
        self._notice(guess.text)


@asynccontextmanager
async def open_table(
    table: SavedTable,
    reach: Reach,
    state: Path,
    *,
    shelf: Shelf | None = None,
    bot_pause: float = BOT_PAUSE,
    kept: bool = True,
    notice: Callable[[str], None],
) -> AsyncIterator[OpenTable]:
    """A new table in a new room.

    Args:
        table: the seats and the game.
        reach: where guests find it.
        state: the state folder.
        shelf: the texts for players.
        bot_pause: seconds before a bot acts.
        kept: whether a journal is kept, so that a crash loses nothing.
        notice: takes sentences that the host should read.

    Raises:
        CannotListen: our own server cannot be started.
        InvalidServer, RendezvousError: the room cannot be opened.
        StateError: the journal cannot be written.
    """
    async with AsyncExitStack() as stack:
        server, seen_by_guests, port = await _server(stack, reach)
        rendezvous = await stack.enter_async_context(HostRendezvous(server, on_state=_reporter(notice)))
        try:
            journal = Journal(state, rendezvous.room, kept=kept)
            stack.callback(journal.close)
            journal.forget()  # of another table, if this server gives its rooms the same names again
        except StateError as error:
            raise StateError(f"{error} {_ANOTHER_WAY}") from error
        file = TableFile(
            room=rendezvous.room,
            server=reach.server,
            port=port,
            owner_token=rendezvous.owner_token,
            code_secret=new_code(rendezvous.room, secrets.randbelow).secret,
            link_secret=new_token(),
            wrong_guesses=0,
            table=table,
            own_token=table.seats[0].token or "",
        )
        opened = OpenTable(rendezvous, journal, file, seen_by_guests, shelf=shelf, bot_pause=bot_pause, notice=notice)
        await stack.enter_async_context(_kept_door(opened))
        yield opened


@asynccontextmanager
async def reopen_table(
    room: str,
    state: Path,
    address: str | None,
    ice_servers: tuple[IceServer, ...] = (),
    *,
    shelf: Shelf | None = None,
    bot_pause: float = BOT_PAUSE,
    notice: Callable[[str], None],
) -> AsyncIterator[OpenTable]:
    """The table of a room as a crash left it: same code, same seats, same cards.

    Raises:
        As `open_table`; `StateError` also for a journal that is damaged or not there.
    """
    async with AsyncExitStack() as stack:
        journal = Journal(state, room)
        stack.callback(journal.close)
        resumed = journal.resume()
        file = resumed.file
        if resumed.repaired:
            notice(REPAIRED)
        reach = Reach(file.server, file.port, address, ice_servers)
        server, seen_by_guests, _ = await _server(stack, reach, {room: file.owner_token})
        rendezvous = await stack.enter_async_context(
            HostRendezvous(server, room=room, owner_token=file.owner_token, on_state=_reporter(notice))
        )
        with journal.naming_damage():
            opened = OpenTable(
                rendezvous, journal, file, seen_by_guests, shelf=shelf, bot_pause=bot_pause, notice=notice
            )
            opened.host.resume(resumed)
        await stack.enter_async_context(_kept_door(opened))
        yield opened


@asynccontextmanager
async def _kept_door(opened: OpenTable) -> AsyncIterator[None]:
    keeping = [
        asyncio.create_task(opened.doorkeeper.keep()),
        asyncio.create_task(show_life(opened.journal)),
        asyncio.create_task(watch_moves(opened.moved)),
    ]
    try:
        yield
    finally:
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)


async def _server(
    stack: AsyncExitStack, reach: Reach, expected: Mapping[str, str] | None = None
) -> tuple[str, str, int]:
    """Where the signaling server is.

    Args:
        stack: holds our own server, if it is that.
        reach: where guests find the table.
        expected: the room that is opened again, so that nobody else takes it from our own server before.

    Returns:
        Its URL for this program, its URL for guests, and its port.
    """
    if reach.server:
        url = parse_server(reach.server)
        return url, url, 0
    running = await _own_server(stack, reach, expected)
    return running.url, url_for_guests(reach.address, running.port), running.port


async def _own_server(stack: AsyncExitStack, reach: Reach, expected: Mapping[str, str] | None) -> SignalingServer:
    """Our own server, at the usual port or, if nobody asked for it and it is taken, at another."""

    def at(port: int) -> SignalingServer:
        return SignalingServer(port=port, ice_servers=reach.ice_servers, page=page_folder(), expected=expected)

    try:
        return await stack.enter_async_context(at(DEFAULT_PORT if reach.port is None else reach.port))
    except CannotListen:
        if reach.port is not None:
            raise
        return await stack.enter_async_context(at(0))


def _reporter(notice: Callable[[str], None]) -> Callable[[HostState, RendezvousError | None], None]:
    """Tells the host how the room is doing at the server; the table goes on in any case."""

    def report(state: HostState, reason: RendezvousError | None) -> None:
        match state:
            case HostState.OPEN:
                notice("The room is open at the server again.")
            case HostState.LOST:
                notice(f"{reason} Those at the table play on; the room is opened again as soon as possible.")
            case HostState.TAKEN:
                notice(
                    "At the server the room is somebody else's now: those at the table play on, nobody else can join."
                )

    return report
