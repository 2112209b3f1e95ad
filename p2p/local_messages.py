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
    """The player wants a table: alone with bots, or one that friends can join."""

    game: ShortText
    seats: SeatNumber | None = None
    options: Options | None = None
    name: ShortText = ""
    alone: bool = True


class Home(Message, frozen=True):
    """What the program can do; also the answer to a `Start` that was granted.

    Attributes:
        name: what the player is called, as far as the program knows.
        table: whether there is a table here: none, one for the player alone, or one that others can join. If there is
            one, the page says hello now, and plays on over this link.
        games: that can be played.
        starts: whether the page may start a table; else there is only the one that the program was started with.
        token: for a page that came with a ticket: the secret that proves it from now on.
        goes_to: for such a page: the fragment of the address at which it is to go on, if it is to join somewhere.
    """

    v: int
    name: str
    table: Literal["none", "alone", "open"]
    games: list[GameCard]
    starts: bool
    token: str | None = None
    goes_to: str | None = None


PageMessage = Open | Start | Get
ProgramMessage = Home | Part | Refused

_from_page = msgspec.json.Decoder(PageMessage)


def read_from_page(text: str) -> PageMessage | None:
    """The message that a page's text holds; ``None`` for anything else."""
    try:
        return _from_page.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
