"""Lets guests in: a sealed join for each whom the signaling server tells of, a few at a time."""

import asyncio
import os
from collections.abc import Callable
from typing import Final

from p2p.bucket import Bucket
from p2p.handshake import Door, Effect, Failed, Kind, Secret, Send, TableSecrets, WrongGuess
from p2p.host_session import Admission, Newcomer, Owner
from p2p.join import Join, JoinedLink, JoinFailed
from p2p.rendezvous import HostRendezvous
from p2p.tokens import token_of
from signaling.messages import From, Guest, Left

_TOLD_AT_ONCE: Final = 20
_TOLD_PER_SECOND: Final = 0.5
"""Failures of joins that the host is told; wrong guesses are told all."""


class Doorkeeper:
    """The door of a hosted table.

    Args:
        rendezvous: the open room.
        secrets: what opens the table.
        admit: takes a link whose other end has proved what its admission says.
        on_wrong_guess: is told of a guess that was counted, before anything else happens.
        on_failure: is told why a join failed, in a sentence for the host.
    """

    def __init__(
        self,
        rendezvous: HostRendezvous,
        secrets: TableSecrets,
        *,
        admit: Callable[[JoinedLink, Admission], None],
        on_wrong_guess: Callable[[WrongGuess], None],
        on_failure: Callable[[str], None],
    ) -> None:
        self._rendezvous = rendezvous
        self._door = Door(room=rendezvous.room, secrets=secrets, entropy=os.urandom)
        self._admit = admit
        self._on_wrong_guess = on_wrong_guess
        self._on_failure = on_failure
        self._telling = Bucket(_TOLD_AT_ONCE, _TOLD_PER_SECOND)
        self._joins: dict[str, Join] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def keep(self) -> None:
        """Let guests in until the room is closed or taken over, or this is cancelled."""
        try:
            async for event in self._rendezvous:
                match event:
                    case Guest(peer):
                        self._begin(peer)
                    case From(peer, text) if peer in self._joins:
                        self._joins[peer].text_received(text)
                    case Left(peer) if peer in self._joins:
                        self._joins[peer].introduction_lost()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, peer: str) -> None:
        if peer in self._joins:
            return  # no honest server tells of a guest twice
        now = asyncio.get_running_loop().time()
        if dawdler := self._door.in_the_way(now):
            self._joins[dawdler].make_room()
        first = self._door.guest_arrived(peer, now)
        handshake = self._door.join_of(peer)
        if handshake is None:
            self._turn_away(peer, first)
            return
        self._joins[peer] = Join(
            handshake,
            lambda text: self._rendezvous.send(peer, text),
            self._rendezvous.ice_servers,
            self._on_wrong_guess,
        )
        task = asyncio.get_running_loop().create_task(self._let_in(peer, first))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _turn_away(self, peer: str, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self._rendezvous.send(peer, effect.text)
            elif isinstance(effect, Failed):
                self._tell(effect.text)

    def _tell(self, failure: str) -> None:
        """Tell the host of a failure, unless there are so many that nothing else could be read."""
        if self._telling.take(asyncio.get_running_loop().time()):
            self._on_failure(failure)

    async def _let_in(self, peer: str, first: list[Effect]) -> None:
        try:
            link, joined = await self._joins[peer].run(first)
        except JoinFailed as failure:
            self._tell(str(failure))
        else:
            self._admit(link, _admission(joined.secret))
        finally:
            del self._joins[peer]


def _admission(proved: Secret) -> Admission:
    """What the other end may come in as: the owner of the very token that it has proved, whoever has the seat now."""
    return Owner(token_of(proved.value)) if proved.kind is Kind.SEAT else Newcomer()
