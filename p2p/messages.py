"""What peers say to each other over an open link, typed (p2p/PROTOCOL.md).

Every message is a JSON object whose ``t`` names its kind. Unknown keys are ignored, unknown kinds are refused.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

PROTOCOL_VERSION: Final = 1
MAX_NAME: Final = 16
"""Characters of a player's name."""
MAX_ACTION: Final = 256
"""Characters of an action."""
LEAVING: Final = "bye"
"""The code with which a player leaves the table on purpose."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
PromptNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ShortText = Annotated[str, msgspec.Meta(max_length=64)]
ActionText = Annotated[str, msgspec.Meta(max_length=MAX_ACTION)]


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=lambda name: name.lower()):
    """Base of all messages; the kind is the class name in lower case."""


# --- guest to host


class Hello(Message, frozen=True):
    """The first message on a link: who is there."""

    v: int
    name: ShortText
    lang: ShortText = "en"
    view: Literal["record"] = "record"


class Sit(Message, frozen=True):
    """The player wants another seat; only in the lobby."""

    seat: SeatNumber


class Ready(Message, frozen=True):
    """The player wants to begin."""


class Act(Message, frozen=True):
    """The player's action, in the spelling of records without the seat; ``prompt`` is the one it answers."""

    prompt: PromptNumber
    action: ActionText


# --- both ways


class Ping(Message, frozen=True):
    """Asks for a `Pong`: the links' own sign of life."""


class Pong(Message, frozen=True):
    """Answers a `Ping`."""


class Bye(Message, frozen=True):
    """The sender ends this link: a guest's `LEAVING` gives the seat up, any other code is the reason."""

    code: ShortText = LEAVING
    text: str = ""


# --- host to guest


class Welcome(Message, frozen=True):
    """Answers `Hello`: the seat, and the token that brings the player back to it."""

    v: int
    seat: int
    token: str


class Person(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may know it."""

    seat: int
    name: str | None
    kind: Literal["empty", "person", "bot"]
    link: Literal["on", "shaky", "away"] = "on"
    ready: bool = False


class Lobby(Message, frozen=True):
    """Who is at the table; sent whenever that changes, also in mid-match."""

    game: str
    title: str
    options: dict[str, str]
    you: int
    people: list[Person]
    playing: bool
    waiting_for: list[int]
    """The seats without which a running match stands still."""


class EventLine(msgspec.Struct, frozen=True):
    """One event as the seat may see it: a code with its parameters, and the English sentence."""

    code: str
    params: dict[str, Any]
    text: str


class Table(Message, frozen=True):
    """The whole table as the seat sees it, after every change.

    ``seq`` counts the inputs of the match. ``prompt`` is null unless the seat may act. ``events`` are those of the
    change; a player who comes back gets the last ones of the match.
    """

    seq: int
    prompt: int | None
    view: dict[str, Any]
    legal: list[str]
    events: list[EventLine]


class Refused(Message, frozen=True):
    """What the guest asked for is not done, and why; nothing has changed."""

    code: str
    text: str
    prompt: int | None = None


class Over(Message, frozen=True):
    """The match is over."""

    ending: str
    totals: list[int]
    winners: list[int]


GuestMessage = Hello | Sit | Ready | Act | Ping | Pong | Bye
HostMessage = Welcome | Lobby | Table | Refused | Over | Ping | Pong | Bye
