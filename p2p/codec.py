"""Text ↔ message, with the limits of p2p/PROTOCOL.md."""

from typing import Final, TypeVar

import msgspec

from p2p.messages import GuestMessage, HostMessage, Message

MAX_FROM_GUEST: Final = 16 * 1024
"""Bytes of a message from a guest."""
MAX_FROM_HOST: Final = 64 * 1024
"""Bytes of a message from the host."""

T = TypeVar("T")

_encoder = msgspec.json.Encoder()
_from_guest = msgspec.json.Decoder(GuestMessage)
_from_host = msgspec.json.Decoder(HostMessage)


class UnreadableMessage(Exception):
    """A text that is no message; ``str()`` says in one sentence what is wrong with it."""


def encode(message: Message) -> str:
    """The text of a message."""
    return _encoder.encode(message).decode()


def decode_from_guest(text: str) -> GuestMessage:
    """The message that a guest's text holds; raises `UnreadableMessage` for anything else."""
    return _decode(_from_guest, text, MAX_FROM_GUEST)


def decode_from_host(text: str) -> HostMessage:
    """The message that the host's text holds; raises `UnreadableMessage` for anything else."""
    return _decode(_from_host, text, MAX_FROM_HOST)


def _decode(decoder: msgspec.json.Decoder[T], text: str, limit: int) -> T:
    try:
        data = text.encode()
        if len(data) > limit:
            raise UnreadableMessage(f"The message has {len(data)} bytes; at most {limit} are read.")
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UnreadableMessage(f"The message cannot be read: {error}.") from error
