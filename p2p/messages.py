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

HIGHEST_SEAT: Final = 15
"""The highest number of a seat, of a place to watch from, and of a token."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=HIGHEST_SEAT)]
PromptNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ShortText = Annotated[str, msgspec.Meta(max_length=64)]
ActionText = Annotated[str, msgspec.Meta(max_length=MAX_ACTION)]
Cards = Annotated[list[ShortText], msgspec.Meta(max_length=64)]
Options = Annotated[dict[ShortText, ShortText], msgspec.Meta(max_length=16)]

LineText = Annotated[str, msgspec.Meta(max_length=MAX_LINE)]
PartNumber = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]

Item = Literal["tomato", "rose", "snowball", "paper-plane", "shoe", "kiss"]
"""What may be thrown at somebody."""
PartKind = Literal["rules", "games", "invite", "replay", "demo", "log"]
"""What is handed out in parts."""
ManageDeed = Literal[
    "bot",
    "free",
    "kick",
    "swap",
    "game",
    "settings",
    "start",
    "pause",
    "resume",
    "restart",
    "end",
    "new-code",
    "write-again",
    "go-on",
    "close",
]
"""What only the player with the host's rights may do."""
SeatDeed = Literal["sit", "bot", "free", "kick", "swap"]
"""What may be done with a seat: take it, and what only the player with the host's rights may do."""
Consequence = Literal["nothing", "bot", "bet", "opens", "ends"]
"""What becomes of the match when somebody leaves it: nothing; a bot plays on; the bet is lost and the round goes on;
all wait until somebody else has the seat; the match ends."""
ViewKind = Literal["record", "zones"]
"""What a guest wants to see: the engine's view with actions in the spelling of records, or zones and acts to draw."""


class Settings(msgspec.Struct, frozen=True):
    """How a table is run, beside the options of its game. Times are in seconds.

    Attributes:
        idle: how long who is on turn may do nothing before a bot plays on, in games that have it so; 0 for ever.
        rest: how long a rest between two hands is at most, in games with rests; 0 for none.
        window: how long a chop window stays open.
        watchers: whether people may watch who have no seat.
    """

    idle: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60
    rest: Annotated[int, msgspec.Meta(ge=0, le=600)] = 10
    window: Annotated[int, msgspec.Meta(ge=2, le=120)] = 8
    watchers: bool = False


class Message(msgspec.Struct, frozen=True, tag_field="t", tag=lambda name: name.lower()):
    """Base of all messages; the kind is the class name in lower case."""


# --- guest to host


class Hello(Message, frozen=True):
    """The first message on a link: who is there; ``watch`` of somebody new who wants no seat."""

    v: int
    name: ShortText
    lang: ShortText = "en"
    view: ViewKind = "record"
    watch: bool = False


class Lang(Message, frozen=True):
    """The player reads another language from now on."""

    lang: ShortText


class Sit(Message, frozen=True):
    """The player wants another seat, or a watcher one at all; `Lobby` says where that is possible now."""

    seat: SeatNumber


class Ready(Message, frozen=True):
    """The player wants to begin; in a rest, to go on with the next hand; and to play again where a bot does so."""


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

    With a ``seat``: ``bot`` (seat a ``bot`` of a kind, change the kind of one, or let one play for somebody who is
    away), ``free`` (the seat of a bot or of a player who is away), ``kick`` (a player or watcher), ``swap`` (with the
    ``other``). `Lobby` says where that may be done now. ``game`` is another ``game``, number of ``seats`` or
    ``options``, what is left out stays as it is where it can; a match ends by it. ``start`` begins without waiting
    until everybody is ready. In a match: ``pause``, ``resume``, ``restart`` (the game begins anew), ``end`` (without
    result). ``settings`` changes those that it names. At any time: ``new-code``, ``close`` (the table). In trouble:
    ``write-again``, ``go-on`` (without writing anything down), or ``close``.
    """

    do: ManageDeed
    seat: SeatNumber | None = None
    other: SeatNumber | None = None
    bot: ShortText | None = None
    game: ShortText | None = None
    seats: SeatNumber | None = None
    options: Options | None = None
    settings: "SettingsWish | None" = None


class SettingsWish(msgspec.Struct, frozen=True):
    """The settings that are to change; those left out stay."""

    idle: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = None
    rest: Annotated[int, msgspec.Meta(ge=0, le=600)] | None = None
    window: Annotated[int, msgspec.Meta(ge=2, le=120)] | None = None
    watchers: bool | None = None


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
    """Answers `Hello`: the seat, none for a watcher, and the token that brings the player back to it.

    ``key`` is the number under which the token opens a sealed join of kind ``seat``. It stays when the player moves.
    """

    v: int
    seat: int | None
    token: str
    key: int = 0


class Person(msgspec.Struct, frozen=True):
    """Who sits in a seat, as everybody may know it.

    Attributes:
        seat: its number; of a watcher, the place, which is above those of all seats.
        bot: the kind of bot that plays there.
        stand_in: whether a bot plays for the person, who has the seat back as soon as it wants to.
        may: what the reader may do with this seat now.
    """

    seat: int
    name: str | None
    kind: Literal["empty", "person", "bot"]
    link: Literal["on", "shaky", "away"] = "on"
    ready: bool = False
    bot: str | None = None
    stand_in: bool = False
    may: list[SeatDeed] = []


class Lobby(Message, frozen=True):
    """Who is at the table; sent whenever that changes, also in mid-match.

    Attributes:
        you: the reader's seat; of a watcher the place among ``watchers``.
        waiting_for: the seats without which a running match stands still: of players who are away, and free ones.
        host: the seat of the player who has the host's rights now.
        paused: whether that player has stopped a running match.
        resting: whether the match rests between two hands: the next one is dealt when all people are ready, or when
            the time of the settings is over.
        watchers: people without a seat.
        leaving: what becomes of the match if the reader leaves.
        may: what the reader may do now with the host's rights, beside what each of ``people`` says of a seat.
        matches: how many have begun at this table: the number of the present or last one.
    """

    game: str
    title: str
    options: dict[str, str]
    you: int
    people: list[Person]
    playing: bool
    waiting_for: list[int]
    host: int | None = None
    paused: bool = False
    resting: bool = False
    watchers: list[Person] = []
    settings: Settings = Settings()
    leaving: Consequence = "nothing"
    may: list[ManageDeed] = []
    matches: int = 0


class EventLine(msgspec.Struct, frozen=True):
    """One event as the seat may see it: a code with its parameters, and the English sentence.

    ``n`` is its number, from 0, in the log of what this seat has seen of the match; none for what no log keeps, since
    it may be seen only as it happens.
    """

    code: str
    params: dict[str, Any]
    text: str
    n: int | None = None


class Table(Message, frozen=True):
    """The whole table as the seat sees it, after every change.

    ``seq`` counts what this seat was shown. ``prompt`` is null unless the seat may act. ``events`` are those of the
    change; a player who comes back gets the last ones of the match, and can `Get` the others from the ``log``.
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

    ``data`` is of ``rules`` a list of `RuleBlock`, of ``games`` a list of `GameCard`, of ``log`` a list of `EventLine`,
    of ``replay`` and ``demo`` a list of frames as in `Frames`: each part holds the next stretch of the list. ``invite``
    is one `Invite`; it also comes unasked, to all who have a page, when there is a new code.
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
    """The match is over; ``hat`` are the seats that take the hat, in the game that has one."""

    ending: str
    totals: list[int]
    winners: list[int]
    hat: list[int] = []


GuestMessage = Hello | Lang | Sit | Ready | Act | Manage | Social | Get | Learn | Ping | Pong | Bye
HostMessage = Welcome | Lobby | Table | Frames | Refused | Part | Over | Trouble | Social | Ping | Pong | Bye
