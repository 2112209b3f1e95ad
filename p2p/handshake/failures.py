"""Why a sealed join ends without a seat: a code for programs, a sentence for the person at either end.

Only the code travels. Each end says its own sentence, so that nobody in the middle can put words before a player.
"""

from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple


class Code(StrEnum):
    """Why a join failed; PROTOCOL.md says when each is used."""

    NO_KNOCK = "no-knock"
    NO_SHARE = "no-share"
    NO_OFFER = "no-offer"
    NO_PROOF = "no-proof"
    NO_ANSWER = "no-answer"
    NO_ACCEPT = "no-accept"
    NO_CHANNEL = "no-channel"
    NO_CONFIRM = "no-confirm"
    BAD_MESSAGE = "bad-message"
    OUT_OF_ORDER = "out-of-order"
    OTHER_VERSION = "other-version"
    BAD_POINT = "bad-point"
    BAD_SEAL = "bad-seal"
    BAD_DESCRIPTION = "bad-description"
    WRONG_SECRET = "wrong-secret"  # noqa: S105  # the name of a failure
    NOT_THE_HOST = "not-the-host"
    OTHER_CERTIFICATE = "other-certificate"
    CODE_FROZEN = "code-frozen"
    WITHDRAWN = "withdrawn"
    NO_SUCH_SEAT = "no-such-seat"
    TOO_MANY = "too-many"
    INTRODUCTION_LOST = "introduction-lost"
    CONNECTION_FAILED = "connection-failed"
    UNKNOWN = "unknown"


class _Told(NamedTuple):
    """Sentences: {secret} is what the guest came with, in words, {seconds} how long was waited."""

    guest: str
    host: str


_SENTENCES: Final = MappingProxyType(
    {
        Code.NO_KNOCK: _Told(
            "The host's program heard nothing from this one for {seconds} s: join again.",
            "Somebody came to the door and said nothing for {seconds} s; that is no wrong try.",
        ),
        Code.NO_SHARE: _Told(
            "The host did not answer the knock within {seconds} s: ask whether the table is still open, then join"
            " again.",
            "A guest heard no answer to its knock within {seconds} s and gave up; it can join again.",
        ),
        Code.NO_OFFER: _Told(
            "This device could not make ready a connection within {seconds} s: look at its network, then join again.",
            "A guest's device could not make ready a connection within {seconds} s; it can join again.",
        ),
        Code.NO_PROOF: _Told(
            "The host waited {seconds} s for the proof that this program knows the {secret}: look at the network,"
            " then join again.",
            "A guest knocked and then said nothing for {seconds} s; that is no wrong try.",
        ),
        Code.NO_ANSWER: _Told(
            "The host's device could not make ready a connection within {seconds} s: join again.",
            "This device could not make ready a connection for a guest within {seconds} s: look at its network; the"
            " guest can join again.",
        ),
        Code.NO_ACCEPT: _Told(
            "The host did not open within {seconds} s. Join again; if it happens again, the server in the middle may"
            " be trying out codes: ask the host for the invite link.",
            "A guest proved itself and heard nothing for {seconds} s. If you saw nobody at the door then, the server"
            " in the middle may be trying out codes: invite by link.",
        ),
        Code.NO_CHANNEL: _Told(
            "No way from this device to the host's was found within {seconds} s: a firewall or VPN may be in the way,"
            " try another network.",
            "No way from this device to a guest's was found within {seconds} s: a firewall or VPN may be in the way,"
            " try another network.",
        ),
        Code.NO_CONFIRM: _Told(
            "The connection opened, but the host did not confirm it within {seconds} s: join again.",
            "A connection opened, but the guest did not confirm it within {seconds} s; it can join again.",
        ),
        Code.BAD_MESSAGE: _Told(
            "Something came that is no part of joining: the other program or the server is faulty, or worse. Join"
            " again, and through another server if it stays so.",
            "Something came from a guest that is no part of joining: its program or the server is faulty, or worse.",
        ),
        Code.OUT_OF_ORDER: _Told(
            "Something came at the wrong time: the server may have held, repeated or swapped messages. Join again,"
            " and through another server if it stays so.",
            "Something came from a guest at the wrong time: the server may have held, repeated or swapped messages.",
        ),
        Code.OTHER_VERSION: _Told(
            "The host's program joins by another version of the rules: bring both programs up to date.",
            "A guest's program joins by another version of the rules: bring both programs up to date.",
        ),
        Code.BAD_POINT: _Told(
            "The host's half of the key is no valid one: its program or the server is faulty, or worse. Join again,"
            " and through another server if it stays so.",
            "A guest's half of the key is no valid one: its program or the server is faulty, or worse.",
        ),
        Code.BAD_SEAL: _Told(
            "The sealed description of the connection was damaged on its way: somebody in the middle changed it. Join"
            " again through another server.",
            "A guest's sealed description of the connection was damaged on its way: somebody in the middle changed"
            " it. Use another server.",
        ),
        Code.BAD_DESCRIPTION: _Told(
            "One program cannot use the other's description of its connection: bring both programs up to date.",
            "One program cannot use the other's description of its connection: bring both programs up to date.",
        ),
        Code.WRONG_SECRET: _Told(
            "The host's program does not know this {secret}: it may be out of date or for another table, or somebody"
            " in the middle is trying out codes. Ask the host for the current one before you join again.",
            "Somebody tried to join with a wrong {secret}.",
        ),
        Code.NOT_THE_HOST: _Told(
            "Whoever answered does not know the {secret}, so it was not the host: somebody in the middle is trying"
            " out codes. Do not use this one again: ask the host for a new one, best an invite link over another"
            " server.",
            "A guest was answered by somebody who does not know the {secret}: somebody in the middle plays you. Make"
            " a new one, and use another server.",
        ),
        Code.OTHER_CERTIFICATE: _Told(
            "The open connection does not lead to the host but to somebody in the middle; it was closed. Use another"
            " network or server.",
            "An open connection did not lead to the guest but to somebody in the middle; it was closed.",
        ),
        Code.CODE_FROZEN: _Told(
            "This code is frozen after too many wrong tries: ask the host for a new code or for the invite link.",
            "Somebody knocked with the frozen code: make a new one if you still wait for somebody; links and seats"
            " keep working.",
        ),
        Code.WITHDRAWN: _Told(
            "The {secret} was replaced in the meantime: ask the host for the current one.",
            "Somebody was about to join with the {secret} that you have replaced.",
        ),
        Code.NO_SUCH_SEAT: _Told(
            "The host keeps no seat to come back to: join with the code or the link.",
            "Somebody asked to come back to a seat that is kept for nobody.",
        ),
        Code.TOO_MANY: _Told(
            "Too many guests are at the host's door at this moment: join again in half a minute.",
            "Too many guests were at the door at once; one was sent away.",
        ),
        Code.INTRODUCTION_LOST: _Told(
            "The introduction broke off, since the server or the host went away: join again.",
            "A guest went away before it had joined; that is no wrong try.",
        ),
        Code.CONNECTION_FAILED: _Told(
            "The connection to the host could not be made: a firewall or VPN may be in the way, try another network.",
            "The connection to a guest could not be made: a firewall or VPN may be in the way, try another network.",
        ),
        Code.UNKNOWN: _Told(
            "The host's program ended the join for a reason that this one does not know: bring both up to date.",
            "A guest's program ended the join for a reason that this one does not know: bring both up to date.",
        ),
    }
)


def code_of(text: str) -> Code:
    """The code that the other end sent; `Code.UNKNOWN` for one that this version does not know."""
    try:
        return Code(text)
    except ValueError:
        return Code.UNKNOWN


def sentence(code: Code, *, for_host: bool, secret: str, seconds: float | None) -> str:
    """What to tell the person at one end.

    Args:
        code: why the join failed.
        for_host: whether the host's end is told, else the guest's.
        secret: what the guest came with, in words: "code", "invite link" or "token of the seat".
        seconds: how long was waited, where the code is about that.
    """
    waited = "" if seconds is None else f"{seconds:g}"
    told = _SENTENCES[code]
    return (told.host if for_host else told.guest).format(secret=secret, seconds=waited)


class HandshakeError(Exception):
    """A join cannot go on; it never leaves this package but becomes a `Failed`."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


class Misuse(RuntimeError):
    """The program around a handshake called it at the wrong time: an error of ours, not of the other end."""
