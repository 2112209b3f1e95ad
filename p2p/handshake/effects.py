"""What a handshake wants done: the program around it carries these out in their order."""

from dataclasses import dataclass

from p2p.handshake.failures import Code
from p2p.handshake.messages import Kind
from p2p.handshake.secret import Secret


@dataclass(frozen=True)
class Send:
    """Send the text to the other end through the signaling server."""

    text: str


@dataclass(frozen=True)
class SendOnChannel:
    """Send the text to the other end on the open channel."""

    text: str


@dataclass(frozen=True)
class MakeOffer:
    """Make a peer connection and an offer with all candidates, and hand it to `GuestHandshake.offer_made`."""


@dataclass(frozen=True)
class MakeAnswer:
    """Make a peer connection for this offer and an answer with all candidates; then `HostHandshake.answer_made`."""

    offer: str


@dataclass(frozen=True)
class TakeAnswer:
    """Complete the guest's peer connection with the host's answer."""

    answer: str


@dataclass(frozen=True)
class WrongGuess:
    """A wrong guess was counted: write the count down before carrying out what follows, and tell the person."""

    kind: Kind
    seat: int | None
    count: int
    frozen: bool
    """Whether the code opens nothing any more."""
    text: str


@dataclass(frozen=True)
class Joined:
    """The channel leads to somebody who knows this very secret: it may have its seat. Nothing follows."""

    secret: Secret


@dataclass(frozen=True)
class Failed:
    """There will be no seat: close the peer connection, if there is one, and tell the person. Nothing follows."""

    code: Code
    text: str


Effect = Send | SendOnChannel | MakeOffer | MakeAnswer | TakeAnswer | WrongGuess | Joined | Failed
