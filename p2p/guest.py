"""Joining a table: by code, by link or by the token of a seat; and coming back by itself after a loss."""

import asyncio
import contextlib
import os
from dataclasses import dataclass, field
from typing import Final

from p2p.client import TableClient
from p2p.guest_session import State
from p2p.handshake import Code, GuestHandshake, Secret
from p2p.join import Join, JoinedLink, JoinFailed
from p2p.messages import HIGHEST_SEAT
from p2p.moves import watch_moves
from p2p.rendezvous import GuestRendezvous, RendezvousError
from p2p.seat_tokens import KeptSeat
from p2p.tokens import token_bytes
from p2p.waiting import first_of

RETURN_WITHIN: Final = 15 * 60.0
"""Seconds in which a guest tries to come back; a server keeps a room for ten minutes without its host."""
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 5.0
_FINAL: Final = frozenset({Code.NO_SUCH_SEAT, Code.WITHDRAWN, Code.WRONG_SECRET})
"""Failures that say that a seat is no longer ours."""


@dataclass(frozen=True)
class Table:
    """A table to be joined: where it is and what opens it."""

    server: str
    room: str
    secret: Secret = field(repr=False)


async def join(table: Table, kept: KeptSeat | None) -> JoinedLink:
    """Join a table; with a kept seat first as its owner.

    Raises:
        RendezvousError: the server cannot introduce us.
        JoinFailed: the host does not let us in.
    """
    if kept:
        try:
            return await _join(table, _seat_secret(kept))
        except JoinFailed as failure:
            if failure.code not in _FINAL:
                raise
    return await _join(table, table.secret)


async def come_back(table: Table, client: TableClient) -> None:
    """Keep a client at its table: whenever its link is lost, join again with the seat's token.

    While a link is only silent for longer than it should be, another one is looked for beside it, and what works first
    is taken: so a guest whose network has changed need not wait until the old link is certainly dead.

    Returns when the session is over.

    Raises:
        JoinFailed: the seat is no longer ours, or nothing helped for `RETURN_WITHIN` seconds.
    """
    moved = asyncio.Event()

    def move() -> None:
        moved.set()
        client.doubt()

    await first_of(_keep_linked(table, client, moved), watch_moves(move))


async def _keep_linked(table: Table, client: TableClient, moved: asyncio.Event) -> None:
    session = client.session
    while True:
        await first_of(client.doubted(), client.finished())
        if session.state is State.OVER or session.key is None or session.token is None:
            return
        moved.clear()
        link = await _another_link(table, KeptSeat(session.key, session.token), client, moved)
        if link:
            client.attach(link)


async def _another_link(table: Table, kept: KeptSeat, client: TableClient, moved: asyncio.Event) -> JoinedLink | None:
    """Another link to the seat; ``None`` if the one that there is has come to life again meanwhile, or all is over.

    Also ``None`` if this machine is in another network than when it was begun: then it is to be begun anew.
    """
    found: list[JoinedLink] = []

    async def look() -> None:
        found.append(await _return(table, kept, client))

    await first_of(look(), client.sure(), client.finished(), moved.wait())
    return found[0] if found else None


async def _return(table: Table, kept: KeptSeat, client: TableClient) -> JoinedLink:
    secret = _seat_secret(kept)
    give_up = asyncio.get_running_loop().time() + RETURN_WITHIN
    pause = _FIRST_PAUSE
    while True:
        try:
            return await _join(table, secret)
        except (RendezvousError, JoinFailed) as error:
            late = asyncio.get_running_loop().time() > give_up
            certain = client.session.state is State.AWAY  # else there is still a link, and its host knows better
            if certain and isinstance(error, JoinFailed) and (late or error.code in _FINAL):
                raise
            if certain and late:
                raise JoinFailed(error.code, str(error)) from error
        await asyncio.sleep(pause)
        pause = min(_LONGEST_PAUSE, pause * 2)


async def _join(table: Table, secret: Secret) -> JoinedLink:
    link: JoinedLink | None = None
    try:
        async with GuestRendezvous(table.server, table.room) as rendezvous:
            handshake = GuestHandshake(room=table.room, peer=rendezvous.peer, secret=secret, entropy=os.urandom)
            join = Join(handshake, rendezvous.send, rendezvous.ice_servers)
            listening = asyncio.create_task(_listen(rendezvous, join))
            try:
                link, _ = await join.run(handshake.start(asyncio.get_running_loop().time()))
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
            return link
    except BaseException:
        if link:  # given up while the server was told goodbye
            link.close()
        raise


async def _listen(rendezvous: GuestRendezvous, join: Join) -> None:
    try:
        while True:
            join.text_received(await rendezvous.receive())
    except RendezvousError:
        join.introduction_lost()


def _seat_secret(kept: KeptSeat) -> Secret:
    """What proves a seat, as its host has told it; raises `JoinFailed` if that is no such thing."""
    if 0 <= kept.seat <= HIGHEST_SEAT:
        with contextlib.suppress(ValueError):
            return Secret.of_seat(kept.seat, token_bytes(kept.token))
    raise JoinFailed(Code.NO_SUCH_SEAT, "The host told something that is no token of a seat.")
