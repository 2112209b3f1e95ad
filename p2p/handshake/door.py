"""The host's door: the guests of a room whose joins are under way."""

from typing import Final

from p2p.bucket import Bucket
from p2p.handshake.agreement import Entropy
from p2p.handshake.effects import Effect, Failed, Send
from p2p.handshake.failures import Code, sentence
from p2p.handshake.host import HostHandshake
from p2p.handshake.messages import Kind, Refused, encode
from p2p.handshake.secret import TableSecrets

MAX_PENDING: Final = 8
"""Joins that may be under way at a time in a room."""
PATIENCE: Final = 5.0
"""Seconds in which a guest at a crowded door should have proved something."""
ARRIVALS_AT_ONCE: Final = 30
ARRIVALS_PER_SECOND: Final = 5
"""Guests who are listened to: each costs big numbers, some 10 ms, before anybody has proved anything."""
TOLD_AGAIN_AFTER: Final = 60.0
"""Seconds after which the host is told again that somebody was turned away unheard."""


class Door:
    """All joins of a room: a `HostHandshake` for each guest, forgotten when it is over.

    Args:
        room: name of the room.
        secrets: what opens the table.
        entropy: as `HostHandshake`.
    """

    def __init__(self, *, room: str, secrets: TableSecrets, entropy: Entropy) -> None:
        self._room = room
        self._secrets = secrets
        self._entropy = entropy
        self._joins: dict[str, HostHandshake] = {}
        """In the order in which the guests came."""
        self._since: dict[str, float] = {}
        self._arrivals = Bucket(ARRIVALS_AT_ONCE, ARRIVALS_PER_SECOND)
        self._telling = Bucket(1, 1 / TOLD_AGAIN_AFTER)

    def guest_arrived(self, peer: str, now: float) -> list[Effect]:
        """The server tells of a guest: begin its join, or say what to do instead if too many come.

        The host is told of that now and then, not of each: a server may tell of guests as fast as it can.
        """
        self._forget_ended()
        if peer in self._joins:
            return []
        if len(self._joins) >= MAX_PENDING or not self._arrivals.take(now):
            text = sentence(Code.TOO_MANY, for_host=True, secret=Kind.CODE.word, seconds=None)
            told = [Failed(Code.TOO_MANY, text)] if self._telling.take(now) else []
            return [Send(encode(Refused(code=Code.TOO_MANY))), *told]
        join = HostHandshake(room=self._room, peer=peer, secrets=self._secrets, entropy=self._entropy)
        self._joins[peer], self._since[peer] = join, now
        return join.start(now)

    def join_of(self, peer: str) -> HostHandshake | None:
        """The join of that guest, if one is under way: the one to hand its texts and events to."""
        self._forget_ended()
        return self._joins.get(peer)

    def in_the_way(self, now: float) -> str | None:
        """Who has to make room (`HostHandshake.crowded_out`) for the next guest: at a full door the first who dawdles.

        Else a stranger could keep everybody out, also those who come back to their seats, by knocking and waiting.
        """
        self._forget_ended()
        if len(self._joins) < MAX_PENDING:
            return None
        dawdling = (p for p, join in self._joins.items() if not join.proved and now - self._since[p] > PATIENCE)
        return next(dawdling, None)

    def _forget_ended(self) -> None:
        self._joins = {peer: join for peer, join in self._joins.items() if not join.over}
        self._since = {peer: self._since[peer] for peer in self._joins}
