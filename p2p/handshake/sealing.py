"""The keys of one join, and everything that is made with them (PROTOCOL.md, "Keys").

All keys hang on the SPAKE2 key and on the transcript: who meets whom, with what, and both halves. What was said
later goes into the transcript too, so that each message also vouches for all earlier ones.
"""

import hmac
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from p2p.handshake.failures import Code, HandshakeError
from p2p.handshake.messages import VERSION, Kind
from p2p.handshake.steps import Role

PROTOCOL: Final = "peerdeck join"
KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12

_MESSAGE = {Role.GUEST: "proof", Role.HOST: "accept"}


@dataclass(frozen=True)
class Meeting:
    """Who meets whom, and with what: what both ends must agree on before the first message.

    Args:
        room: name of the room.
        peer: the guest's name at the signaling server.
        kind: what the guest comes with.
        seat: the seat to come back to, with kind `seat`.
    """

    room: str
    peer: str
    kind: Kind
    seat: int | None = None


def fields(*parts: bytes | str) -> bytes:
    """The parts in a row, each after its length in four bytes, the highest first; texts in UTF-8."""
    raw = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in raw)


class Sealing:
    """The keys of one join.

    Args:
        shared: the SPAKE2 key.
        meeting: what the join is about.
        x: the guest's half of the key, as sent.
        y: the host's half of the key, as sent.
    """

    def __init__(self, shared: bytes, meeting: Meeting, x: bytes, y: bytes) -> None:
        seat = "" if meeting.seat is None else str(meeting.seat)
        about = (PROTOCOL, str(VERSION), meeting.room, meeting.peer, meeting.kind.value, seat)
        self._shared = shared
        self._salt = self.transcript = sha256(fields(*about, x, y)).digest()
        """Hash over all that was said so far."""

    def key(self, sender: Role, purpose: str, size: int = KEY_BYTES) -> bytes:
        """The key for what `sender` does; `purpose` is `confirmation`, `seal` or `channel`."""
        info = f"{sender} {purpose}".encode()
        return HKDF(algorithm=SHA256(), length=size, salt=self._salt, info=info).derive(self._shared)

    def confirmation(self, sender: Role) -> bytes:
        """What proves that `sender` has the same keys and heard the same messages."""
        return _mac(self.key(sender, "confirmation"), self.transcript)

    def seal(self, sender: Role, description: str) -> bytes:
        """The description as only the other end can read it. Only to be called once a sender."""
        cipher, nonce, about = self._cipher(sender)
        return cipher.encrypt(nonce, description.encode(), about)

    def open(self, sender: Role, sealed: bytes) -> str:
        """The description that `sender` sealed; raises `HandshakeError` if it was changed."""
        cipher, nonce, about = self._cipher(sender)
        try:
            return cipher.decrypt(nonce, sealed, about).decode()
        except (InvalidTag, ValueError):
            raise HandshakeError(Code.BAD_SEAL) from None

    def said(self, sender: Role, confirmation: bytes, sealed: bytes) -> None:
        """Take `sender`'s proof or acceptance into the transcript."""
        self.transcript = sha256(fields(_MESSAGE[sender], self.transcript, confirmation, sealed)).digest()

    def channel_mac(self, sender: Role, guest_fingerprint: bytes, host_fingerprint: bytes) -> bytes:
        """What proves that `sender` sees a channel between these two certificates (SHA-256, 32 bytes each)."""
        said = fields(self.transcript, guest_fingerprint, host_fingerprint)
        return _mac(self.key(sender, "channel"), said)

    def _cipher(self, sender: Role) -> tuple[AESGCM, bytes, bytes]:
        """Cipher, nonce and associated data; key and nonce are used for one text only, so both are derived."""
        material = self.key(sender, "seal", KEY_BYTES + NONCE_BYTES)
        about = fields(_MESSAGE[sender], self.transcript)
        return AESGCM(material[:KEY_BYTES]), material[KEY_BYTES:], about


def _mac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")
