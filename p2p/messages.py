"""What peers say to each other over an open link, typed (p2p/PROTOCOL.md).

Every message is a JSON object whose ``t`` names its kind. Unknown keys are ignored, unknown kinds are refused.
"""

from typing import Annotated, Any, Final, Literal

import msgspec

from p2p.table_view.model import Frame

PROTOCOL_VERSION: Final = 1
MAX_NAME: Final = 16
"""Characters of a player's name."""
MAX_ACTION: Final = 256
"""Characters of an action."""
MAX_LINE: Final = 60
"""Characters of a line that a player says to the table."""
LEAVING: Final = "bye"
"""The code with which a player leaves the table on purpose."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
PromptNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ShortText = Annotated[str, msgspec.Meta(max_length=64)]
ActionText = Annotated[str, msgspec.Meta(max_length=MAX_ACTION)]
Cards = Annotated[list[ShortText], msgspec.Meta(max_length=64)]
Options = Annotated[dict[ShortText, ShortText], msgspec.Meta(max_length=16)]

LineText = Annotated[str, msgspec.Meta(max_length=MAX_LINE)]
PartNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]

Item = Literal["tomato", "rose", "snowball", "paper-plane", "shoe", "kiss"]
"""What may be thrown at somebody."""
PartKind = Literal["rules", "games", "invite", "replay", "demo"]
"""What is handed out in parts."""
ManageDeed = Literal[
    "bot",
    "free",
    "kick",
    "swap",
    "game",
    "start",
    "pause",
    "resume",
    "restart",
    "end",
    "new-code",
    "close",
    "write-again",
    "go-on",
]
"""What only the player with the host's rights may do."""
ViewKind = Literal["record", "zones"]
"""What a guest wants to see: the engine's view with actions in the spelling of records, or zones and acts to draw."""


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=lambda name: name.lower()):
    """Base of all messages; the kind is the class name in lower case."""


# --- guest to host


class Hello(Message, frozen=True):
    """The first message on a link: who is there."""

    v: int
    name: ShortText
    lang: ShortText = "en"
    view: ViewKind = "record"


class Lang(Message, frozen=True):
    """The player reads another language from now on."""

    lang: ShortText


class Sit(Message, frozen=True):
    """The player wants another seat; only in the lobby."""

    seat: SeatNumber


class Ready(Message, frozen=True):
    """The player wants to begin."""


class Act(Message, frozen=True):
    """The player's action; ``prompt`` is the one it answers.

    Either ``action``, in the spelling of records without the seat, or an act of the last view: its ``id`` with its
    cards (by their ids), its target and its value, as far as it takes any.
    """

    prompt: PromptNumber
    action: ActionText | None = None
    id: ShortText | None = None
    cards: Cards = []
    to: ShortText | None = None
    value: ActionText | None = None


class Manage(Message, frozen=True):
    """What only the player with the host's rights may do.

    In the lobby: ``bot`` (seat a ``bot`` of a kind, or change the kind of one), ``free`` (a seat of a bot or of a
    player who is away), ``kick`` (a player), ``swap`` (``seat`` and ``other``), ``game`` (another ``game``, number of
    ``seats`` or ``options``; what is left out stays as it is where it can), ``start`` (without waiting until everybody
    is ready). In a match: ``pause``, ``resume``, ``restart`` (the game begins anew), ``end`` (without result). At any
    time: ``new-code``, ``close`` (the table). In trouble: ``write-again``, ``go-on`` (without writing anything down),
    or ``close``.
    """

    do: ManageDeed
    seat: SeatNumber | None = None
    other: SeatNumber | None = None
    bot: ShortText | None = None
    game: ShortText | None = None
    seats: SeatNumber | None = None
    options: Options | None = None


class Get(Message, frozen=True):
    """The player wants something that is handed out in parts, counted from 0; see `Part`.

    ``game`` is of ``rules`` and ``demo``: none for the game of the table.
    """

    what: PartKind
    part: PartNumber = 0
    game: ShortText | None = None


class Learn(Message, frozen=True):
    """The player's first game, step by step.

    ``start`` begins it, in the lobby of a table at which all others are bots; ``next`` tells that a hint was read;
    ``leave`` ends the hints, and the match goes on as any other.
    """

    do: Literal["start", "next", "leave"]


# --- both ways


class Social(Message, frozen=True):
    """Something that is thrown, a poke or a line, for everybody at the table; it changes nothing in the game.

    ``to`` is the seat that it is meant for: needed but for a taunt. ``item`` is what is tossed, ``text`` the line of a
    taunt. ``by`` is filled in by the host.
    """

    kind: Literal["toss", "poke", "taunt"]
    to: SeatNumber | None = None
    item: Item | None = None
    text: LineText | None = None
    by: SeatNumber | None = None


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
    bot: str | None = None
    """The kind of bot that sits there."""


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
    host: int | None = None
    """The seat of the player with the host's rights."""
    paused: bool = False
    """Whether that player has stopped a running match."""


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


class Frames(Message, frozen=True):
    """The whole table as zones and acts: takes the place of `Table` for seats that want zones.

    It comes after every change, and with every `Lobby` in a match, since it shows whose link is there. ``seq`` counts
    as in `Table`. The views are to be shown in their order; the last one is the table as it is now, and
    all that a player needs to go on. A list with a single frame without effects shows no change: a snapshot.
    """

    seq: int
    list: list[Frame]


class Refused(Message, frozen=True):
    """What the guest asked for is not done, and why; nothing has changed."""

    code: str
    text: str
    prompt: int | None = None


class Part(Message, frozen=True):
    """A part of what a `Get` asked for.

    ``data`` is of ``rules`` a list of `RuleBlock`, of ``games`` a list of `GameCard`, of ``replay`` and
    ``demo`` a list of frames as in `Frames`: each part holds the next stretch of the list. ``invite`` is one `Invite`;
    it also comes unasked, to all who have a page, when there is a new code.
    """

    what: PartKind
    part: int
    parts: int
    data: Any


class Trouble(Message, frozen=True):
    """The host's disk takes nothing more: the table stands still until somebody decides; over with the next `Welcome`.

    ``yours`` says whether it is this player who decides, with a `Manage`.
    """

    text: str
    yours: bool


class Over(Message, frozen=True):
    """The match is over."""

    ending: str
    totals: list[int]
    winners: list[int]


GuestMessage = Hello | Lang | Sit | Ready | Act | Manage | Social | Get | Learn | Ping | Pong | Bye
HostMessage = Welcome | Lobby | Table | Frames | Refused | Part | Over | Trouble | Social | Ping | Pong | Bye
