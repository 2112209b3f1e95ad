"""What the host's own page and its program say to each other before the page sits at a table (p2p/PROTOCOL.md)."""

from typing import Literal

import msgspec

from p2p.handouts import GameCard
from p2p.messages import Get, Message, Options, Part, Refused, SeatNumber, ShortText


class Open(Message, frozen=True):
    """The first message of a page: what proves it, and what its player reads.

    ``token`` is the secret that it was told before, ``ticket`` what stood in its address; it needs one of them.
    """

    token: ShortText = ""
    ticket: ShortText = ""
    lang: ShortText = "en"


class Start(Message, frozen=True):
    """The player wants a table: alone with bots of the kind ``bot``, or one that friends can join.

    Where the disk takes no journal, a table for friends is refused with ``not-written``, unless ``kept`` is false.
    """

    game: ShortText
    seats: SeatNumber | None = None
    options: Options | None = None
    name: ShortText = ""
    alone: bool = True
    bot: ShortText | None = None
    kept: bool = True


class Resume(Message, frozen=True):
    """The player goes on with the table that a crash interrupted, or gives it up; ``room`` is as `Home` says."""

    room: ShortText
    go_on: bool = True


class InterruptedTable(msgspec.Struct, frozen=True):
    """A table that a crash interrupted: its game, the names of the others, and how many seconds ago that was."""

    room: str
    title: str
    people: tuple[str, ...]
    ago: int


class Home(Message, frozen=True):
    """What the program can do; also the answer to a `Start` or `Resume` that was granted.

    Attributes:
        name: what the player is called, as far as the program knows.
        table: whether there is a table here: none, one for the player alone, or one that others can join. If there is
            one, the page says hello now, and plays on over this link.
        games: that can be played.
        starts: whether the page may start a table; else there is only the one that the program was started with.
        token: for a page that came with a ticket: the secret that proves it from now on.
        goes_to: for such a page: the fragment of the address at which it is to go on, if it is to join somewhere.
        interrupted: a table that may go on; offered before everything else.
    """

    v: int
    name: str
    table: Literal["none", "alone", "open"]
    games: list[GameCard]
    starts: bool
    token: str | None = None
    goes_to: str | None = None
    interrupted: InterruptedTable | None = None


PageMessage = Open | Start | Resume | Get
ProgramMessage = Home | Part | Refused

_from_page = msgspec.json.Decoder(PageMessage)


def read_from_page(text: str) -> PageMessage | None:
    """The message that a page's text holds; ``None`` for anything else."""
    try:
        return _from_page.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
