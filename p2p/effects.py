"""What the host's session wants done: the shells carry these out in their order.

What is written down always stands before everything else that the same step wants done: nothing is acknowledged
before it is in the journal. What is asked for stands last.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.bots.bot import Bot
from engine.inputs import Action
from engine.match import View
from p2p.saved_table import SavedTable


@dataclass(frozen=True)
class Send:
    """Send a text to a peer."""

    peer: str
    text: str


@dataclass(frozen=True)
class Close:
    """Close the link to a peer, after what was sent before; nothing is sent to it any more."""

    peer: str


@dataclass(frozen=True)
class OpenRecord:
    """A match begins: open its record and write the header."""

    number: int
    header: list[str]


@dataclass(frozen=True)
class AppendRecord:
    """Write a line to the open record, down to the disk."""

    line: str


@dataclass(frozen=True)
class SaveTable:
    """Write down who sits at the table and what is played."""

    table: SavedTable


@dataclass(frozen=True)
class DrawChance:
    """Draw the chance outcome that the match needs and hand it to `HostSession.chance_drawn`.

    Draw for `HostSession.match_to_draw_for`: where the match has moved on or ended by then, what is needed now is asked
    for anew.
    """


@dataclass(frozen=True)
class AskBot:
    """Let a bot choose and hand its choice to `HostSession.bot_chose`.

    ``prompt`` is to be quoted back; it is never used twice at a table.
    """

    seat: int
    prompt: int
    bot: Bot
    legal: list[Action]
    look: Callable[[], View]


@dataclass(frozen=True)
class MatchEnded:
    """A match is over and its record complete."""


@dataclass(frozen=True)
class RenewCode:
    """Make a new room code and hand the invitation to `HostSession.invitation_is`."""


@dataclass(frozen=True)
class EndTable:
    """The player with the host's rights wants the table closed."""


Effect = Send | Close | OpenRecord | AppendRecord | SaveTable | DrawChance | AskBot | MatchEnded | RenewCode | EndTable
