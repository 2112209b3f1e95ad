"""A guest, a host's door and a server between them, all in memory and without a clock.

`World.run` carries out what the two ends want, through a relay that may be hostile, and lets time pass whenever
nothing else happens, until both ends are through.
"""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field

from p2p.handshake import (
    Door,
    Effect,
    Failed,
    GuestHandshake,
    Joined,
    MakeAnswer,
    MakeOffer,
    Role,
    Secret,
    Send,
    SendOnChannel,
    TableSecrets,
    TakeAnswer,
    WrongGuess,
)
from p2p.sdp import Description

ROOM = "K7QX"
PEER = "p1"
CODE = "M4T"
LINK = bytes(range(16))
TOKEN = bytes(range(100, 116))


class Entropy:
    """Bytes that depend on a seed only."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def __call__(self, size: int) -> bytes:
        """The next bytes."""
        self._drawn += 1
        return hashlib.shake_256(f"{self._seed} {self._drawn}".encode()).digest(size)


def table(code: Secret | None = None) -> TableSecrets:
    """Secrets of a table with seat 2 kept for somebody."""
    return TableSecrets(code or Secret.of_code(CODE), Secret.of_link(LINK), [Secret.of_seat(2, TOKEN)])


@dataclass
class Device:
    """A WebRTC library with a certificate and an address."""

    name: str
    address: str = "192.0.2.7"

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of its certificate."""
        return hashlib.sha256(self.name.encode()).digest()

    def description(self, setup: str) -> str:
        """What it would offer or answer."""
        return Description(
            mid="0",
            ice_ufrag="ufra",
            ice_password=hashlib.sha256(self.name.encode()).hexdigest(),
            fingerprint=self.fingerprint,
            setup=setup,
            sctp_port=5000,
            max_message_size=65536,
            candidates=(f"1 1 udp 2130706431 {self.address} 50111 typ host",),
            late_candidates=(),
        ).to_sdp()


Delivery = tuple[Role, str]


class Relay:
    """An honest server. Hostile ones change what it hands over."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered, and to whom, when `sender` sends a text."""
        return [(sender.other, text)]


@dataclass
class End:
    """What came of one end."""

    effects: list[Effect] = field(default_factory=list)
    received: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)

    @property
    def joined(self) -> bool:
        """Whether it has reached the other end."""
        return any(isinstance(effect, Joined) for effect in self.effects)

    @property
    def failure(self) -> Failed:
        """The one failure; it is the last that the end wanted, and in words."""
        (failure,) = [effect for effect in self.effects if isinstance(effect, Failed)]
        assert self.effects[-1] is failure
        assert failure.text.endswith(".")
        assert "{" not in failure.text
        return failure

    @property
    def guesses(self) -> int:
        """Wrong guesses that it has counted."""
        return sum(isinstance(effect, WrongGuess) for effect in self.effects)


class World:
    """One guest on its way to one host."""

    def __init__(
        self,
        relay: Relay | None = None,
        *,
        knows: Secret | None = None,
        secrets: TableSecrets | None = None,
        peer_told_to_guest: str = PEER,
        room_told_to_guest: str = ROOM,
        seed: str = "world",
        stalled: type[Effect] | None = None,
    ) -> None:
        self.relay = relay or Relay()
        self.secrets = secrets or table()
        self.secret = knows or Secret.of_code(CODE)
        self.door = Door(room=ROOM, secrets=self.secrets, entropy=Entropy(f"host {seed}"))
        self.guest = GuestHandshake(
            room=room_told_to_guest,
            peer=peer_told_to_guest,
            secret=self.secret,
            entropy=Entropy(f"guest {seed}"),
        )
        self.ends = {Role.GUEST: End(), Role.HOST: End()}
        self.devices = {Role.GUEST: Device("guest"), Role.HOST: Device("host", "198.51.100.9")}
        self.middleman: dict[Role, bytes] = {}
        """Whose certificate an end sees instead of the other end's."""
        self.now = 0.0
        self._stalled = stalled
        """What is never carried out."""
        self._server: deque[Delivery] = deque()
        self._channel: deque[Delivery] = deque()

    @property
    def guest_end(self) -> End:
        """What came of the guest."""
        return self.ends[Role.GUEST]

    @property
    def host_end(self) -> End:
        """What came of the host."""
        return self.ends[Role.HOST]

    def run(self) -> World:
        """From the first knock until nobody waits for anything."""
        self.carry_out(Role.HOST, self.door.guest_arrived(PEER, self.now))
        self.carry_out(Role.GUEST, self.guest.start(self.now))
        while self._deliver() or self._wait():
            pass
        return self

    def carry_out(self, role: Role, effects: list[Effect]) -> None:
        """Do what one end wants done."""
        self.ends[role].effects += effects
        device = self.devices[role]
        for effect in effects:
            if type(effect) is self._stalled:
                continue
            match effect:
                case Send(text):
                    self.ends[role].sent.append(text)
                    self.relay.seen.append(text)
                    self._server += self.relay.received(role, text)
                case SendOnChannel(text):
                    self._channel.append((role.other, text))
                case MakeOffer():
                    self.carry_out(role, self.guest.offer_made(device.description("actpass"), self.now))
                case MakeAnswer():
                    join = self.door.join_of(PEER)
                    assert join is not None
                    self.carry_out(role, join.answer_made(device.description("active"), self.now))
                case TakeAnswer():
                    self.open_channel()

    def open_channel(self) -> None:
        """The two devices have found each other."""
        for role in (Role.HOST, Role.GUEST):
            end = self.guest if role is Role.GUEST else self.door.join_of(PEER)
            if end is not None:
                local = self.devices[role].fingerprint
                remote = self.middleman.get(role, self.devices[role.other].fingerprint)
                self.carry_out(role, end.channel_opened(local, remote, self.now))

    def channel_text(self, recipient: Role, text: str) -> str:  # noqa: ARG002  # for worlds that look at it
        """What arrives on the channel when that text was sent to `recipient`."""
        return text

    def _deliver(self) -> bool:
        """Hand over the next text, if one is under way."""
        waiting = self._server or self._channel
        if not waiting:
            return False
        role, text = waiting.popleft()
        end = self.guest if role is Role.GUEST else self.door.join_of(PEER)
        if end is not None and waiting is self._server:
            self.ends[role].received.append(text)
            self.carry_out(role, end.text_received(text, self.now))
        elif end is not None:
            self.carry_out(role, end.channel_text_received(self.channel_text(role, text), self.now))
        return True

    def _wait(self) -> bool:
        """Let time pass until the next deadline, if there is one."""
        ends = [(Role.GUEST, self.guest), (Role.HOST, self.door.join_of(PEER))]
        deadlines = [end.next_deadline() for _, end in ends if end is not None]
        waiting = [deadline for deadline in deadlines if deadline is not None]
        if not waiting:
            return False
        self.now = min(waiting)
        for role, end in ends:
            if end is not None:
                self.carry_out(role, end.time_passed(self.now))
        return True
