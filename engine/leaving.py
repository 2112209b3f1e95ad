"""What a game's rules say when somebody goes away: the "Leaving" sections of RULES.md as data (FEATURES A-4).

To leave is to go for good; to drop is to lose the link, with the wish to come back. Whoever runs a table carries these
policies out; a match itself is told no more than `table leave` and `table sit` (RECORDS.md).
"""

from dataclasses import dataclass
from enum import Enum


class OnLeave(Enum):
    """What becomes of a running match when a player leaves it, or is sent away."""

    BOT_PLAYS_ON = "a bot has the seat from now on"
    MATCH_ENDS = "the match ends"
    OUT_OF_ROUND = "the seat is out of the round, and may be taken again between rounds"
    SEAT_OPENS = "all wait until a bot or somebody else has the seat, with its cards"


class OnDrop(Enum):
    """What becomes of a running match while a player is away who may come back."""

    ALL_WAIT = "all wait"
    BOT_AT_ONCE = "a bot plays until the player is back"
    HOST_DECIDES = "all wait, unless the host lets a bot play until the player is back"


@dataclass(frozen=True)
class Leaving:
    """A game's policy.

    Attributes:
        on_leave: when a player goes for good.
        on_drop: when a player's link is lost.
        reported: whether the match is told that a player has left, so that its own rules say what follows.
        idling: whether a bot also plays for who is on turn and does nothing for long.
        rests: whether seats may change between two hands, so that the next one is not dealt at once.
    """

    on_leave: OnLeave
    on_drop: OnDrop = OnDrop.ALL_WAIT
    reported: bool = False
    idling: bool = False
    rests: bool = False
