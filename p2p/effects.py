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

    ``prompt`` is to be quoted back; it is never used twice at a table. ``stand_in`` chooses where the bot fails.
    """

    seat: int
    prompt: int
    bot: Bot
    legal: list[Action]
    look: Callable[[], View]
    stand_in: Callable[[], Action]


@dataclass(frozen=True)
class MatchEnded:
    """A match is over, its record complete, and the table, as it was written down before, says so."""


@dataclass(frozen=True)
class RenewCode:
    """Make a new room code and invite link, and hand the invitation to `HostSession.invitation_is`."""


@dataclass(frozen=True)
class EndTable:
    """The player with the host's rights wants the table closed."""


@dataclass(frozen=True)
class WriteAgain:
    """Something could not be written down; try once more, and tell `journal_settled` or `journal_failed`."""


@dataclass(frozen=True)
class GiveUpJournal:
    """Something could not be written down; go on without a journal, and tell `journal_settled`."""


Written = OpenRecord | AppendRecord | SaveTable | MatchEnded
"""What is written down: the journal."""

Request = DrawChance | AskBot | RenewCode | WriteAgain | GiveUpJournal | EndTable
"""What the shell is asked for; it answers later."""

Effect = Written | Send | Close | Request
