"""Servers that do what they should not."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from p2p.handshake import Door, GuestHandshake, Joined, MakeAnswer, MakeOffer, Role, Secret, Send, TakeAnswer
from tests.p2p.handshake.world import PEER, ROOM, Delivery, Device, Entropy, Relay, table

Change = Callable[[dict[str, Any]], dict[str, Any]]


class Changes(Relay):
    """Changes the messages of one kind."""

    def __init__(self, kind: str, change: Change) -> None:
        super().__init__()
        self._kind = kind
        self._change = change

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        message = json.loads(text)
        if message["t"] == self._kind:
            text = json.dumps(self._change(message))
        return [(sender.other, text)]


class Routes(Relay):
    """Delivers something else instead of the message of one kind: nothing, two copies, what it had before."""

    def __init__(self, kind: str, route: Callable[[Role, str, list[str]], list[Delivery]]) -> None:
        super().__init__()
        self._kind = kind
        self._route = route

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        if json.loads(text)["t"] == self._kind:
            return self._route(sender, text, self.seen[:-1])
        return [(sender.other, text)]


class Impostor(Relay):
    """Plays the host to the guest and the guest to the host, each with a guess at the code.

    It follows the protocol to the letter at both ends, and never passes a message on.
    """

    def __init__(self, guess_at_guest: str, guess_at_host: str) -> None:
        super().__init__()
        self._device = Device("impostor", "203.0.113.66")
        secrets = table(Secret.of_code(guess_at_guest))
        self._door = Door(room=ROOM, secrets=secrets, entropy=Entropy("impostor's door"))
        self._door.guest_arrived(PEER, 0)
        secret = Secret.of_code(guess_at_host)
        self._guest = GuestHandshake(room=ROOM, peer=PEER, secret=secret, entropy=Entropy("impostor's guest"))
        self.knew_the_code = {Role.GUEST: False, Role.HOST: False}
        """At which end its guess turned out right."""

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        if sender is Role.HOST:
            return self._to_host(self._guest.text_received(text, 0))
        deliveries = []
        if json.loads(text)["t"] == "knock":
            deliveries = self._to_host(self._guest.start(0))
        join = self._door.join_of(PEER)
        return deliveries + (self._to_guest(join.text_received(text, 0)) if join else [])

    def _to_host(self, effects: list[Any]) -> list[Delivery]:
        deliveries: list[Delivery] = []
        for effect in effects:
            match effect:
                case Send(text):
                    deliveries.append((Role.HOST, text))
                case MakeOffer():
                    deliveries += self._to_host(self._guest.offer_made(self._device.description("actpass"), 0))
                case TakeAnswer() | Joined():
                    self.knew_the_code[Role.HOST] = True
        return deliveries

    def _to_guest(self, effects: list[Any]) -> list[Delivery]:
        deliveries: list[Delivery] = []
        for effect in effects:
            match effect:
                case Send(text):
                    deliveries.append((Role.GUEST, text))
                case MakeAnswer():
                    self.knew_the_code[Role.GUEST] = True
                    join = self._door.join_of(PEER)
                    assert join is not None
                    deliveries += self._to_guest(join.answer_made(self._device.description("active"), 0))
        return deliveries
