"""What the two ends of a sealed join say to each other (PROTOCOL.md, "Messages").

All but `Confirm` travel through the signaling server, as the text that it passes on unread; `Confirm` is the first
text on the open channel in each direction. Unknown keys are ignored, unknown kinds are refused.
"""

import base64
import binascii
from enum import StrEnum
from typing import Annotated, Final, TypeVar

import msgspec

from p2p.handshake.failures import Code, HandshakeError
from p2p.messages import Message, SeatNumber
from p2p.sdp import MAX_SDP_BYTES

VERSION: Final = 1
"""Version of the handshake. There is no other, and nothing in it is negotiated."""
POINT_BYTES: Final = 33
"""Length of a SPAKE2 message: the side, `A` or `B`, and a point of Ed25519."""
MAC_BYTES: Final = 32
TAG_BYTES: Final = 16
"""What AES-GCM adds to a text."""
MAX_TEXT_BYTES: Final = 48 * 1024
"""Longest text that is read, in bytes of UTF-8: a sealed description of `MAX_SDP_BYTES` fits."""


class Kind(StrEnum):
    """What a guest comes with."""

    CODE = "code"
    LINK = "link"
    SEAT = "seat"

    @property
    def word(self) -> str:
        """What it is, in words for people."""
        return _WORDS[self]


_WORDS: Final = {Kind.CODE: "code", Kind.LINK: "invite link", Kind.SEAT: "token of the seat"}


def _length_of(size: int) -> int:
    """Characters of `size` bytes in base64 without padding."""
    return -(-size * 4 // 3)


_Point = Annotated[str, msgspec.Meta(max_length=_length_of(POINT_BYTES))]
_Mac = Annotated[str, msgspec.Meta(max_length=_length_of(MAC_BYTES))]
_Sealed = Annotated[str, msgspec.Meta(max_length=_length_of(MAX_SDP_BYTES + TAG_BYTES))]


class Knock(Message, frozen=True, omit_defaults=True):
    """Guest to host: who asks to come in, and its half of the key."""

    v: int
    kind: Kind
    x: _Point
    seat: SeatNumber | None = None
    """The seat to come back to; with kind `seat` only."""


class Share(Message, frozen=True):
    """Host to guest: the other half of the key."""

    y: _Point


class Proof(Message, frozen=True):
    """Guest to host: proof that the guest knows the secret, and the sealed offer."""

    confirmation: _Mac
    sealed: _Sealed


class Accept(Message, frozen=True):
    """Host to guest: proof that the host knows the secret, and the sealed answer."""

    confirmation: _Mac
    sealed: _Sealed


class Refused(Message, frozen=True):
    """Either way: the sender gave up; `code` says why and is read by people only through `failures.sentence`."""

    code: Annotated[str, msgspec.Meta(max_length=64)]


class Confirm(Message, frozen=True):
    """Either way, on the channel: the sender sees the certificates that it should see."""

    mac: _Mac


ToGuest = Share | Accept | Refused
ToHost = Knock | Proof | Refused

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_to_guest = msgspec.json.Decoder(ToGuest)
_to_host = msgspec.json.Decoder(ToHost)
_on_channel = msgspec.json.Decoder(Confirm)


def encode(message: ToGuest | ToHost | Confirm) -> str:
    """The text of a message."""
    return _encoder.encode(message).decode()


def decode_to_guest(text: str) -> ToGuest:
    """The message in a text for the guest; raises `HandshakeError` if it holds none."""
    return _decode(_to_guest, text)


def decode_to_host(text: str) -> ToHost:
    """The message in a text for the host; raises `HandshakeError` if it holds none."""
    return _decode(_to_host, text)


def decode_on_channel(text: str) -> Confirm:
    """The message in a text of the channel; raises `HandshakeError` if it holds none."""
    return _decode(_on_channel, text)


def _decode(decoder: msgspec.json.Decoder[T], text: str) -> T:
    try:
        data = text.encode()
        if len(data) <= MAX_TEXT_BYTES:
            return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        pass
    raise HandshakeError(Code.BAD_MESSAGE)


def to_base64(data: bytes) -> str:
    """Bytes in base64url without padding (RFC 4648 section 5)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str, size: int | None = None) -> bytes:
    """What `to_base64` wrote, and nothing else: other spellings of the same bytes are refused.

    Raises:
        HandshakeError: it is not that, or does not have `size` bytes.
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise HandshakeError(Code.BAD_MESSAGE) from None
    if to_base64(data) != text or (size is not None and len(data) != size):
        raise HandshakeError(Code.BAD_MESSAGE)
    return data
