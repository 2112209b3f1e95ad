"""The guest's side of an introduction."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from p2p.rendezvous.channel import Channel
from p2p.rendezvous.errors import HostAway, NoAnswer, refusal
from signaling.messages import HOST, From, Join, Joined, Left, Refused, Send

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

    from signaling.messages import IceServer


class GuestRendezvous:
    """A guest in a room of a signaling server, as an asynchronous context manager.

    Args:
        server: address of the server, as `signaling.codes.parse_server` takes it.
        room: name of the room.
        patience: seconds from entering in which the introduction must be over.

    Attributes:
        peer: this guest's name at the server.
        ice_servers: STUN and TURN servers to use.

    Raises:
        InvalidServer: on entering, if `server` is no address.
        RendezvousError: on entering, if the server does not admit this guest to the room.
    """

    peer: str
    ice_servers: tuple[IceServer, ...]

    def __init__(self, server: str, room: str, *, patience: float = 60.0) -> None:
        self._server = server
        self._room = room
        self._patience = patience
        self._deadline = 0.0
        self._channel: Channel

    async def __aenter__(self) -> Self:
        self._deadline = asyncio.get_running_loop().time() + self._patience
        self._channel, joined = await Channel.connect(self._server, Join(self._room), Joined)
        self.peer, self.ice_servers = joined.peer, joined.ice_servers
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._channel.close()

    def send(self, text: str) -> None:
        """Send a text to the host. Never waits; if it is lost, `receive` tells why.

        Raises:
            ValueError: the text is longer than the protocol allows (64 KiB with all that is around it).
        """
        self._channel.send(Send(HOST, text))

    async def receive(self) -> str:
        """The next text from the host.

        Raises:
            HostAway: the host left; joining again may help.
            ServerLost: the connection to the server ended.
            NoAnswer: patience is at its end.
            RendezvousError: what was sent was refused.
        """
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._channel.receive()
        except TimeoutError:
            raise NoAnswer from None
        match message:
            case From(peer=peer, data=data) if peer == HOST:
                return data
            case Left(peer=peer) if peer == HOST:
                raise HostAway
            case Refused(code=code):
                raise refusal(code)
            case _:
                raise self._channel.unexpected()
