"""What the signaling server and its clients say to each other (PROTOCOL.md).

One text frame is one message: a JSON object whose `type` names it. Unknown keys are ignored, so that later
versions can add some; unknown types are refused.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Annotated, Final

import msgspec

from signaling.codes import ROOM_PATTERN

HOST: Final = "host"
"""The host of a room, where a message names a peer."""
MAX_FRAME_BYTES: Final = 64 * 1024
"""Longest frame that a client may send, in bytes of UTF-8. An offer or answer is below 16 KiB."""

RoomName = Annotated[str, msgspec.Meta(pattern=ROOM_PATTERN)]
OwnerToken = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22}\Z")]
PeerId = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class RefusalCode(StrEnum):
    """Why the server refused something; the meaning of each stands in PROTOCOL.md."""

    BAD_MESSAGE = "bad-message"
    NO_SUCH_ROOM = "no-such-room"
    HOST_AWAY = "host-away"
    ROOM_BUSY = "room-busy"
    NOT_OWNER = "not-owner"
    SERVER_FULL = "server-full"
    TOO_FAST = "too-fast"
    TOO_BIG = "too-big"


class CloseCode(IntEnum):
    """With which code the server closes a connection (RFC 6455 §7.4; from 4000 on our own)."""

    DONE = 1000
    GOING_AWAY = 1001
    POLICY = 1008
    TRY_AGAIN_LATER = 1013
    TAKEN_OVER = 4001
    OVERDUE = 4002


class BadMessage(ValueError):
    """A frame that is no message of the protocol; `str()` is one sentence, `code` what to refuse it with."""

    def __init__(self, sentence: str, code: RefusalCode = RefusalCode.BAD_MESSAGE) -> None:
        super().__init__(sentence)
        self.code = code


class IceServer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A STUN or TURN server, as WebRTC's `RTCIceServer` describes it."""

    urls: tuple[str, ...]
    username: str | None = None
    credential: str | None = None


class Open(msgspec.Struct, frozen=True, tag="open", omit_defaults=True):
    """Host to server: give me a room, or that room, or my room back."""

    room: RoomName | None = None
    owner_token: OwnerToken | None = None


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """Server to host: the room is yours."""

    room: RoomName
    owner_token: OwnerToken
    ice_servers: tuple[IceServer, ...] = ()


class Close(msgspec.Struct, frozen=True, tag="close"):
    """Host to server: the room is over."""


class Join(msgspec.Struct, frozen=True, tag="join"):
    """Guest to server: introduce me to the host of that room."""

    room: str


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """Server to guest: the host knows of you, under that name."""

    peer: PeerId
    ice_servers: tuple[IceServer, ...] = ()


class Guest(msgspec.Struct, frozen=True, tag="guest"):
    """Server to host: somebody joined."""

    peer: PeerId


class Send(msgspec.Struct, frozen=True, tag="send"):
    """Peer to server: pass that text on, unread."""

    to: PeerId
    data: str


class From(msgspec.Struct, frozen=True, tag="from"):
    """Server to peer: a text from that peer."""

    peer: PeerId
    data: str


class Left(msgspec.Struct, frozen=True, tag="left"):
    """Server to peer: that peer is not there any more."""

    peer: PeerId


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Server to peer: what you asked for was not done, and why."""

    code: RefusalCode
    text: str


ClientMessage = Open | Close | Join | Send
ServerMessage = Opened | Joined | Guest | From | Left | Refused

_LONGEST_REASON = 200
_LONGEST_FROM_SERVER = 4 * MAX_FRAME_BYTES
_encoder = msgspec.json.Encoder()
_client_decoder = msgspec.json.Decoder(ClientMessage)
_server_decoder = msgspec.json.Decoder(ServerMessage)


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Write a message as the UTF-8 of a text frame."""
    return _encoder.encode(message)


def decode_from_client(text: str | bytes) -> ClientMessage:
    """Read a frame that the server received.

    Raises:
        BadMessage: it is no message of a client, or longer than `MAX_FRAME_BYTES`.
    """
    frame = _utf8(text, MAX_FRAME_BYTES)
    try:
        return _client_decoder.decode(frame)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _unreadable(error) from None


def decode_from_server(text: str | bytes) -> ServerMessage:
    """Read a frame that a client received.

    Raises:
        BadMessage: it is no message of a server, or longer than a server's messages are.
    """
    frame = _utf8(text, _LONGEST_FROM_SERVER)
    try:
        return _server_decoder.decode(frame)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _unreadable(error) from None


def _utf8(text: str | bytes, at_most: int) -> bytes:
    """The frame as bytes, if it is not too long."""
    try:
        frame = text.encode() if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise BadMessage("The message is not valid Unicode.") from None
    if len(frame) > at_most:
        raise BadMessage(f"The message is longer than {at_most} bytes.", RefusalCode.TOO_BIG)
    return frame


def _unreadable(error: Exception) -> BadMessage:
    """What to tell the sender: the decoder's reason, but never much of the sender's own words."""
    reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
    return BadMessage(f"The message cannot be read: {reason[:_LONGEST_REASON]}.")
