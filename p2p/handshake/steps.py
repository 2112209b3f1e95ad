"""The states of a sealed join: what each waits for, how long, and where it leads.

This table is what `machine.Handshake` runs on. It is the same for a first join and for coming back to a seat:
only the secret differs. `table_text` prints it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from p2p.handshake.failures import Code


class Role(StrEnum):
    """Which end of a join this is."""

    GUEST = "guest"
    HOST = "host"

    @property
    def other(self) -> "Role":
        """The role of the other end."""
        return Role.HOST if self is Role.GUEST else Role.GUEST


class State(StrEnum):
    """How far a join has come."""

    NEW = "new"
    KNOCKING = "knocking"
    PREPARING = "preparing"
    PREPARED = "prepared"
    PROVING = "proving"
    LISTENING = "listening"
    SHARING = "sharing"
    ANSWERING = "answering"
    OPENING = "opening"
    CONFIRMING = "confirming"
    JOINED = "joined"
    FAILED = "failed"


class Event(StrEnum):
    """What moves a join on."""

    START = "start"
    KNOCK = "knock"
    SHARE = "share"
    OFFER = "own offer made"
    PROOF = "proof"
    ANSWER = "own answer made"
    ACCEPT = "accept"
    CHANNEL = "channel open"
    CONFIRM = "confirm"


@dataclass(frozen=True)
class Step:
    """One row of the table: a state of one role.

    Any event that is not in `leads_to` ends the join. `seconds` after entering the state it ends with `late`.
    """

    role: Role
    state: State
    leads_to: Mapping[Event, State] = field(default_factory=lambda: MappingProxyType({}))
    seconds: float | None = None
    late: Code | None = None


def _step(role: Role, state: State, leads_to: dict[Event, State], seconds: float, late: Code) -> Step:
    return Step(role, state, MappingProxyType(leads_to), seconds, late)


_G, _H, _S, _E = Role.GUEST, Role.HOST, State, Event

# The guest makes its offer while its knock is under way, so either may be ready first.
STEPS: Final = (
    Step(_G, _S.NEW, MappingProxyType({_E.START: _S.KNOCKING})),
    _step(_G, _S.KNOCKING, {_E.SHARE: _S.PREPARING, _E.OFFER: _S.PREPARED}, 10, Code.NO_SHARE),
    _step(_G, _S.PREPARING, {_E.OFFER: _S.PROVING}, 15, Code.NO_OFFER),
    _step(_G, _S.PREPARED, {_E.SHARE: _S.PROVING}, 10, Code.NO_SHARE),
    _step(_G, _S.PROVING, {_E.ACCEPT: _S.OPENING}, 20, Code.NO_ACCEPT),
    _step(_G, _S.OPENING, {_E.CHANNEL: _S.CONFIRMING}, 15, Code.NO_CHANNEL),
    _step(_G, _S.CONFIRMING, {_E.CONFIRM: _S.JOINED}, 5, Code.NO_CONFIRM),
    Step(_G, _S.JOINED),
    Step(_G, _S.FAILED),
    Step(_H, _S.NEW, MappingProxyType({_E.START: _S.LISTENING})),
    _step(_H, _S.LISTENING, {_E.KNOCK: _S.SHARING}, 10, Code.NO_KNOCK),
    _step(_H, _S.SHARING, {_E.PROOF: _S.ANSWERING}, 20, Code.NO_PROOF),
    _step(_H, _S.ANSWERING, {_E.ANSWER: _S.OPENING}, 15, Code.NO_ANSWER),
    _step(_H, _S.OPENING, {_E.CHANNEL: _S.CONFIRMING}, 15, Code.NO_CHANNEL),
    _step(_H, _S.CONFIRMING, {_E.CONFIRM: _S.JOINED}, 5, Code.NO_CONFIRM),
    Step(_H, _S.JOINED),
    Step(_H, _S.FAILED),
)

STEP: Final = MappingProxyType({(step.role, step.state): step for step in STEPS})
"""The rows of the table by role and state."""
OVER: Final = frozenset({State.JOINED, State.FAILED})
"""The states that a join never leaves."""
SECONDS: Final = MappingProxyType({step.late: step.seconds for step in STEPS if step.late is not None})
"""How long the join waited, in seconds, by the code it ends with then."""


def table_text() -> str:
    """The table, one row a line, for people and for the documentation."""
    lines = [f"{'role':6}{'state':12}{'at most':>8}  {'else':11} leads to"]
    for step in STEPS:
        seconds = "" if step.seconds is None else f"{step.seconds:g} s"
        leads_to = ", ".join(f"{event} → {state}" for event, state in step.leads_to.items())
        lines.append(f"{step.role:6}{step.state:12}{seconds:>8}  {step.late or '':11} {leads_to}".rstrip())
    return "\n".join(lines)
