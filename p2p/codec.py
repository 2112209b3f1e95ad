"""Text ↔ message, with the limits of p2p/PROTOCOL.md."""

from typing import Final, TypeVar

import msgspec

from p2p.messages import Frames, GuestMessage, HostMessage, Message, Table

MAX_FROM_GUEST: Final = 16 * 1024
"""Bytes of a message from a guest."""
MAX_FROM_HOST: Final = 64 * 1024
"""Bytes of a message from the host."""

_LONGEST_FAULT: Final = 160
"""Characters of what is wrong with a message: it may quote the message."""

T = TypeVar("T")


class _Versioned(msgspec.Struct):
    """What a hello of every version has."""

    v: int


_encoder = msgspec.json.Encoder()
_from_guest = msgspec.json.Decoder(GuestMessage)
_from_host = msgspec.json.Decoder(HostMessage)
_versioned = msgspec.json.Decoder(_Versioned)


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


def version_named_in(text: str) -> int | None:
    """The version of the protocol that a guest's text names, even if it cannot be read otherwise."""
    try:
        return _decode(_versioned, text, MAX_FROM_GUEST).v
    except UnreadableMessage:
        return None


def fitting(table: Table) -> Table:
    """The table with as many of its last events as a message from the host may hold."""
    room = MAX_FROM_HOST - len(_encoder.encode(table))
    left_out = 0
    while room < 0 and left_out < len(table.events):
        room += len(_encoder.encode(table.events[left_out])) + len(",")
        left_out += 1
    return msgspec.structs.replace(table, events=table.events[left_out:]) if left_out else table


def fitting_frames(frames: Frames) -> Frames:
    """The last view with as much of the frames before it, and of its log, as a message from the host may hold."""
    while len(_encoder.encode(frames)) > MAX_FROM_HOST:
        last = frames.list[-1]
        if len(frames.list) > 1:
            kept = frames.list[1:]
        elif last.view.log:
            log = last.view.log[len(last.view.log) // 2 + 1 :]
            kept = [msgspec.structs.replace(last, view=msgspec.structs.replace(last.view, log=log))]
        else:
            break
        frames = msgspec.structs.replace(frames, list=kept)
    return frames


def _decode(decoder: msgspec.json.Decoder[T], text: str, limit: int) -> T:
    try:
        data = text.encode()
        if len(data) > limit:
            raise UnreadableMessage(f"The message has {len(data)} bytes; at most {limit} are read.")
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UnreadableMessage(f"The message cannot be read: {str(error)[:_LONGEST_FAULT]}.") from error
