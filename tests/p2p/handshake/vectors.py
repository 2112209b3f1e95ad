"""Makes the vectors of the handshake: `python -m tests.p2p.handshake.vectors` writes them anew.

Everything is fixed, randomness too, so that a client in another language can be checked step by step. All bytes are
in hexadecimal; the texts of the messages are as they are sent.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

from spake2.ed25519_basic import (  # type: ignore[import-untyped]  # the package has no types
    ElementOfUnknownGroup,
    L,
    Q,
    decodepoint,
    xform_affine_to_extended,
)
from spake2.parameters.ed25519 import ParamsEd25519  # type: ignore[import-untyped]  # as above

from p2p.handshake import Effect, GuestHandshake, HostHandshake, Joined, Secret, Send, SendOnChannel, TableSecrets
from p2p.handshake.messages import Accept, Proof, decode_to_guest, decode_to_host, from_base64
from p2p.handshake.sealing import KEY_BYTES, NONCE_BYTES, Sealing
from p2p.handshake.steps import Role
from p2p.sdp import read_description

FILE: Final = Path(__file__).parents[1] / "vectors" / "handshake.json"

# As a browser writes it, and as aiortc does.
OFFER: Final = """v=0
o=- 4611731400430051336 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
m=application 54609 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 198.51.100.7
a=candidate:1 1 udp 2113937151 0b9f3f6c-3a1e-4c6e-9d55-6f5f7d1b2a10.local 54609 typ host
a=candidate:2 1 udp 1677729535 198.51.100.7 54609 typ srflx raddr 0.0.0.0 rport 0
a=ice-ufrag:EsAw
a=ice-pwd:bP+XJMM09aR8AiX1jdukzR6Y
a=fingerprint:sha-256 DA:7B:57:DC:28:CE:04:4F:31:79:85:C4:31:67:EB:27:58:29:ED:77:2A:0D:24:AE:ED:AD:30:BC:BD:F1:9C:02
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
"""
ANSWER: Final = """v=0
o=- 4004989635 4004989635 IN IP4 0.0.0.0
s=-
t=0 0
a=group:BUNDLE 0
a=msid-semantic:WMS *
m=application 40001 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 203.0.113.9
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
a=candidate:f957a2332b1715da3b0ef8ba684454eb 1 udp 2130706431 203.0.113.9 40001 typ host
a=candidate:d0bcf3d9c29a2bc887618212a1623bfa 1 udp 2130706431 2001:db8::9 41048 typ host
a=end-of-candidates
a=ice-ufrag:kDHk
a=ice-pwd:9WpSi6ct3VtKStfCY3YCVI
a=fingerprint:sha-256 44:EA:C4:E3:88:06:93:80:09:39:84:CD:AC:2A:EA:A6:8C:28:B9:23:51:23:DE:5B:AD:6E:48:82:F8:16:84:43
a=setup:active
"""

JOINS: Final = (
    ("by code", "K7QX", "p1", Secret.of_code("M4T")),
    ("by code in a room of five symbols", "K7QX9", "17", Secret.of_code("M4T")),
    ("by link", "K7QX", "p2", Secret.of_link(bytes(range(16)))),
    ("back to seat 0", "9BCD", "p3", Secret.of_seat(0, bytes(range(240, 256)))),
)


def entropy_of(name: str) -> bytes:
    """The 64 bytes that one end draws."""
    return hashlib.sha512(name.encode()).digest()


def sent(effects: list[Effect]) -> str:
    """The one text in what an end wants done."""
    (text,) = [effect.text for effect in effects if isinstance(effect, Send | SendOnChannel)]
    return text


def scalar(number: int) -> str:
    """A number below the order of the group, the highest byte first."""
    return int(number % L).to_bytes(32, "big").hex()


def crlf(text: str) -> str:
    """A description with the ends of lines that descriptions have."""
    return text.replace("\n", "\r\n")


class Join:
    """One join between two ends of ours, with all that happens inside."""

    def __init__(self, name: str, room: str, peer: str, secret: Secret) -> None:
        self.name = name
        self.secret = secret
        self.room = room
        self.peer = peer
        self.entropy = {role: entropy_of(f"{name}, {role}") for role in Role}
        blank = TableSecrets(Secret.of_code("XXX"), Secret.of_link(bytes(16)))
        blank.put(secret)
        self.guest = GuestHandshake(room=room, peer=peer, secret=secret, entropy=lambda _: self.entropy[Role.GUEST])
        self.host = HostHandshake(room=room, peer=peer, secrets=blank, entropy=lambda _: self.entropy[Role.HOST])
        self.fingerprints = {
            Role.GUEST: read_description(crlf(OFFER), "offer").fingerprint,
            Role.HOST: read_description(crlf(ANSWER), "answer").fingerprint,
        }
        self.texts = self._run()

    def _run(self) -> dict[str, str]:
        """The texts of the join by kind; those on the channel by sender, too."""
        guest, host, texts = self.guest, self.host, {}
        host.start(0)
        texts["knock"] = sent(guest.start(0))
        guest.offer_made(crlf(OFFER), 0)
        texts["share"] = sent(host.text_received(texts["knock"], 0))
        texts["proof"] = sent(guest.text_received(texts["share"], 0))
        host.text_received(texts["proof"], 0)
        texts["accept"] = sent(host.answer_made(crlf(ANSWER), 0))
        guest.text_received(texts["accept"], 0)
        of_guest, of_host = self.fingerprints[Role.GUEST], self.fingerprints[Role.HOST]
        host.channel_opened(of_host, of_guest, 0)
        texts["guest's confirm"] = sent(guest.channel_opened(of_guest, of_host, 0))
        effects = host.channel_text_received(texts["guest's confirm"], 0)
        assert isinstance(effects[-1], Joined)
        texts["host's confirm"] = sent(effects[:-1])
        (joined,) = guest.channel_text_received(texts["host's confirm"], 0)
        assert isinstance(joined, Joined)
        return texts

    def given(self) -> dict[str, Any]:
        """What both ends start with."""
        return {
            "room": self.room,
            "peer": self.peer,
            "kind": self.secret.kind.value,
            "seat": self.secret.seat,
            "secret": self.secret.password.value.hex(),
            "guest_entropy": self.entropy[Role.GUEST].hex(),
            "host_entropy": self.entropy[Role.HOST].hex(),
            "offer": crlf(OFFER),
            "answer": crlf(ANSWER),
            "guest_fingerprint": self.fingerprints[Role.GUEST].hex(),
            "host_fingerprint": self.fingerprints[Role.HOST].hex(),
        }

    def inside(self) -> dict[str, str]:
        """What is computed on the way, in order."""
        halves = {Role.GUEST: self.guest._agreement.half, Role.HOST: self._share()}
        shared = self.guest._keys._shared
        keys = Sealing(shared, self.guest._meeting, halves[Role.GUEST], halves[Role.HOST])
        found = {
            "w": scalar(ParamsEd25519.group.password_to_scalar(self.secret.password.value)),
            "x": scalar(int.from_bytes(self.entropy[Role.GUEST], "big")),
            "y": scalar(int.from_bytes(self.entropy[Role.HOST], "big")),
            "guest_half": halves[Role.GUEST].hex(),
            "host_half": halves[Role.HOST].hex(),
            "spake2_key": shared.hex(),
            "transcript_1": keys.transcript.hex(),
        }
        for role, kind, number in ((Role.GUEST, "proof", 2), (Role.HOST, "accept", 3)):
            found |= self._sealed(keys, role, kind)
            found[f"transcript_{number}"] = keys.transcript.hex()
        for role in Role:
            mac = keys.channel_mac(role, self.fingerprints[Role.GUEST], self.fingerprints[Role.HOST])
            found |= {f"{role}_channel_key": keys.key(role, "channel").hex(), f"{role}_channel_mac": mac.hex()}
        return found

    def _share(self) -> bytes:
        share = decode_to_guest(self.texts["share"])
        return from_base64(getattr(share, "y", ""))

    def _sealed(self, keys: Sealing, role: Role, kind: str) -> dict[str, str]:
        """The message in which `role` proves itself, and what it was made with."""
        decode = decode_to_host if role is Role.GUEST else decode_to_guest
        message = decode(self.texts[kind])
        assert isinstance(message, Proof | Accept)
        confirmation, sealed = from_base64(message.confirmation), from_base64(message.sealed)
        assert confirmation == keys.confirmation(role)
        material = keys.key(role, "seal", KEY_BYTES + NONCE_BYTES)
        found = {
            f"{role}_confirmation_key": keys.key(role, "confirmation").hex(),
            f"{role}_confirmation": confirmation.hex(),
            f"{role}_seal_key": material[:KEY_BYTES].hex(),
            f"{role}_seal_nonce": material[KEY_BYTES:].hex(),
            f"{role}_seal_associated_data": keys._cipher(role)[2].hex(),
            f"{role}_sealed": sealed.hex(),
        }
        keys.said(role, confirmation, sealed)
        return found

    def vector(self) -> dict[str, Any]:
        """All of it."""
        return {"name": self.name, "given": self.given(), "inside": self.inside(), "texts": self.texts}


def point(y: int, *, sign: int = 0) -> str:
    """The encoding with this y and sign, whether there is such a point or not."""
    return (y | sign << 255).to_bytes(32, "little").hex()


def refused_points() -> list[dict[str, str]]:
    """Encodings of 32 bytes that no end may take for the other's point."""
    found = [
        {"why": "the neutral element", "point": point(1)},
        {"why": "the neutral element with a sign", "point": point(1, sign=1)},
        {"why": "the neutral element, not reduced", "point": point(Q + 1)},
        {"why": "the neutral element, not reduced, with a sign", "point": point(Q + 1, sign=1)},
        {"why": "order 2", "point": point(Q - 1)},
        {"why": "order 2 with a sign", "point": point(Q - 1, sign=1)},
        {"why": "order 4", "point": point(0)},
        {"why": "order 4, the other", "point": point(0, sign=1)},
        {"why": "order 4, not reduced", "point": point(Q)},
        {"why": "not on the curve", "point": point(2)},
        {"why": "on the curve, not reduced", "point": point(Q + 3)},
        {"why": "all ones", "point": "ff" * 32},
    ]
    # 3 is the y of a point whose order is not L alone; L times it has a small order.
    mixed = ElementOfUnknownGroup(xform_affine_to_extended(decodepoint(bytes.fromhex(point(3)))))
    found.append({"why": "mixed order", "point": point(3)})
    small = mixed.scalarmult(L)
    found += [{"why": f"order 8, {n}", "point": small.scalarmult(n).to_bytes().hex()} for n in (1, 3, 5, 7)]
    return found


def make() -> str:
    """The text of the file."""
    vectors = {
        "about": "Vectors of p2p/PROTOCOL.md, made by tests/p2p/handshake/vectors.py",
        "m": ParamsEd25519.M.to_bytes().hex(),
        "n": ParamsEd25519.N.to_bytes().hex(),
        "joins": [Join(*join).vector() for join in JOINS],
        "refused_points": refused_points(),
    }
    return json.dumps(vectors, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(make(), encoding="utf-8")
