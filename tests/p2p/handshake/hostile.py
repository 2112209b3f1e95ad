"""Servers that do what they should not."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

from p2p.handshake import Door, GuestHandshake, Joined, MakeAnswer, MakeOffer, Role, Secret, Send, TakeAnswer
from p2p.handshake.messages import to_base64
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


class AcceptsBlindly(Relay):
    """Lets the host share its half, then answers the guest's proof itself, without keys."""

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        if '"t":"proof"' not in text:
            return [(sender.other, text)]
        blind = {"confirmation": to_base64(bytes(32)), "sealed": to_base64(bytes(600))}
        return [(Role.GUEST, '{{"t":"accept","confirmation":"{confirmation}","sealed":"{sealed}"}}'.format(**blind))]


class Replays(Relay):
    """Gives the host the messages of an old join of the same guest instead of the new ones."""

    def __init__(self, old: list[str]) -> None:
        super().__init__()
        self._old = [text for text in old if '"t":"knock"' in text or '"t":"proof"' in text]

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        return [(Role.HOST, self._old.pop(0))] if sender is Role.GUEST and self._old else [(sender.other, text)]


def raw(text: str) -> bytes:
    """The bytes in base64url."""
    return base64.urlsafe_b64decode(text + "==")


def without_seal(message: dict[str, Any]) -> dict[str, Any]:
    """Stripped."""
    return {key: value for key, value in message.items() if key != "sealed"}


def empty_seal(message: dict[str, Any]) -> dict[str, Any]:
    """Nothing in it."""
    return message | {"sealed": ""}


def cut_seal(message: dict[str, Any]) -> dict[str, Any]:
    """One byte short."""
    return message | {"sealed": to_base64(raw(message["sealed"])[:-1])}


def changed_seal(message: dict[str, Any]) -> dict[str, Any]:
    """One bit changed."""
    sealed = bytearray(raw(message["sealed"]))
    sealed[0] ^= 1
    return message | {"sealed": to_base64(bytes(sealed))}
