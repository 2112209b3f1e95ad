"""Client of the signaling server: how a host's room stays open, and how a guest reaches the host."""

from p2p.rendezvous.errors import (
    HostAway,
    NoAnswer,
    NoSuchRoom,
    NotAPeerdeckServer,
    NotOwner,
    NotUnderstood,
    RendezvousError,
    RoomBusy,
    ServerFull,
    ServerLost,
    ServerUnreachable,
    TooFast,
)
from p2p.rendezvous.guest import GuestRendezvous
from p2p.rendezvous.host import HostEvent, HostRendezvous, HostState

__all__ = [
    "GuestRendezvous",
    "HostAway",
    "HostEvent",
    "HostRendezvous",
    "HostState",
    "NoAnswer",
    "NoSuchRoom",
    "NotAPeerdeckServer",
    "NotOwner",
    "NotUnderstood",
    "RendezvousError",
    "RoomBusy",
    "ServerFull",
    "ServerLost",
    "ServerUnreachable",
    "TooFast",
]
