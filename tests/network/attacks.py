"""What a hostile server does with texts, where it takes more than the pure attacks of `tests.p2p.handshake.hostile`."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest

from p2p.handshake import GuestHandshake, HostHandshake, Role
from p2p.handshake.effects import Effect
from p2p.handshake.messages import to_base64
from tests.network.hostile_server import Introduction
from tests.p2p.handshake.hostile import Change, Routes, raw
from tests.p2p.handshake.world import Delivery, Relay

_COLONS = re.compile(r"(?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}")


class Leaks:
    """The plain descriptions of each end, as no server can have them."""

    def __init__(self) -> None:
        self.descriptions: dict[Role, str] = {}

    def fingerprint(self, role: Role) -> str:
        """Of the certificate of one end, as its description spells it."""
        found = _COLONS.search(self.descriptions[role])
        assert found
        return found[0]


@pytest.fixture
def leaks(monkeypatch: pytest.MonkeyPatch) -> Leaks:
    """Both ends tell the attacker what they seal."""
    leaked = Leaks()

    class TalkativeGuest(GuestHandshake):
        def offer_made(self, sdp: str, now: float) -> list[Effect]:
            leaked.descriptions[Role.GUEST] = sdp
            return super().offer_made(sdp, now)

    class TalkativeHost(HostHandshake):
        def answer_made(self, sdp: str, now: float) -> list[Effect]:
            leaked.descriptions[Role.HOST] = sdp
            return super().answer_made(sdp, now)

    monkeypatch.setattr("p2p.guest.GuestHandshake", TalkativeGuest)
    monkeypatch.setattr("p2p.handshake.door.HostHandshake", TalkativeHost)
    return leaked


class SwapsFingerprints(Relay):
    """Puts its own certificate in the place of every fingerprint that it can read, however it is spelt."""

    def __init__(self, leaks: Leaks) -> None:
        super().__init__()
        self.swapped = 0
        self._leaks = leaks

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        changed = _COLONS.sub("66" + ":66" * 31, text)
        for role in self._leaks.descriptions:
            colons = self._leaks.fingerprint(role)
            certificate = bytes.fromhex(colons.replace(":", ""))
            for spelling in (certificate.hex(), certificate.hex().upper(), *_spellings_inside_base64(certificate)):
                changed = changed.replace(spelling, "6" * len(spelling))
        self.swapped += changed != text
        return [(sender.other, changed)]


def _spellings_inside_base64(data: bytes) -> list[str]:
    """How the bytes look in the base64 of something longer, at each of the three places where they may begin."""
    inside = [base64.urlsafe_b64encode(bytes(before) + data + bytes(2)).decode() for before in range(3)]
    return [text[4 if number else 0 : 40] for number, text in enumerate(inside)]


class SwapsInsideTheSeal(Relay):
    """Knows the sealed description by heart and turns the fingerprint in it into another, bit by bit.

    AES-GCM enciphers each bit on its own, so that it can; only the tag at the end gives it away.
    """

    def __init__(self, kind: str, leaks: Leaks) -> None:
        super().__init__()
        self._kind = kind
        self._leaks = leaks

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        message = json.loads(text)
        if message["t"] == self._kind:
            sealed = bytearray(raw(message["sealed"]))
            true = self._leaks.fingerprint(sender).encode()
            place = self._leaks.descriptions[sender].encode().index(true)
            for offset, (here, there) in enumerate(zip(true, b"66" + b":66" * 31, strict=True), place):
                sealed[offset] ^= here ^ there
            text = json.dumps(message | {"sealed": to_base64(bytes(sealed))})
        return [(sender.other, text)]


class PutsInPlainText(Relay):
    """Has a description of its own, with a connection behind it, and hands it over in the place of the sealed one."""

    def __init__(self, kind: str, description: str) -> None:
        super().__init__()
        self._kind = kind
        self._description = description

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        message = json.loads(text)
        if message["t"] == self._kind:
            text = json.dumps(message | {"sealed": to_base64(self._description.encode())})
        return [(sender.other, text)]


class ReplaysToTheGuest(Relay):
    """Answers the guest with the host's half of the messages of an old join; the host hears nothing of it."""

    def __init__(self, old: list[str]) -> None:
        super().__init__()
        self._old = [text for text in old if '"t":"share"' in text or '"t":"accept"' in text]

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        if sender is Role.GUEST and self._old and '"t":"refused"' not in text:
            return [(Role.GUEST, self._old.pop(0))]
        return [(sender.other, text)]


class Crossing:
    """A tactic: holds the proofs of two guests until both are there, and hands each over as the other's."""

    def __init__(self) -> None:
        self._held: list[tuple[Introduction, str]] = []

    def __call__(self, introduction: Introduction) -> Relay:
        """What is done with the texts of one of the two."""
        return Routes("proof", lambda _sender, text, _seen: self._hold(introduction, text))

    def _hold(self, introduction: Introduction, proof: str) -> list[Delivery]:
        self._held.append((introduction, proof))
        if len(self._held) == 2:
            (one, proof_of_one), (two, proof_of_two) = self._held
            one.deliver(Role.HOST, proof_of_two)
            two.deliver(Role.HOST, proof_of_one)
        return []


def relabelled(**change: Any) -> Change:
    """Change keys of a message."""
    return lambda message: message | change
