"""The sealed join: how a guest and a host meet through a server that neither may trust (PROTOCOL.md).

`GuestHandshake` and, behind a `Door`, `HostHandshake` are the two ends; `steps` has the table of their states. Both
are pure: texts and times go in, what to do comes out.
"""

from p2p.handshake.agreement import Entropy
from p2p.handshake.door import ARRIVALS_AT_ONCE, ARRIVALS_PER_SECOND, MAX_PENDING, PATIENCE, Door
from p2p.handshake.effects import (
    Effect,
    Failed,
    Joined,
    MakeAnswer,
    MakeOffer,
    Send,
    SendOnChannel,
    TakeAnswer,
    WrongGuess,
)
from p2p.handshake.failures import Code, Misuse
from p2p.handshake.guest import GuestHandshake
from p2p.handshake.host import HostHandshake
from p2p.handshake.messages import MAX_TEXT_BYTES, VERSION, Kind
from p2p.handshake.secret import FREEZE_AFTER, Secret, TableSecrets
from p2p.handshake.steps import Role, State

__all__ = [
    "ARRIVALS_AT_ONCE",
    "ARRIVALS_PER_SECOND",
    "FREEZE_AFTER",
    "MAX_PENDING",
    "MAX_TEXT_BYTES",
    "PATIENCE",
    "VERSION",
    "Code",
    "Door",
    "Effect",
    "Entropy",
    "Failed",
    "GuestHandshake",
    "HostHandshake",
    "Joined",
    "Kind",
    "MakeAnswer",
    "MakeOffer",
    "Misuse",
    "Role",
    "Secret",
    "Send",
    "SendOnChannel",
    "State",
    "TableSecrets",
    "TakeAnswer",
    "WrongGuess",
]
