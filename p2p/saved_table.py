"""What a host writes down about its table, so that the same program can open it again after a crash."""

from typing import Literal

import msgspec

from p2p.messages import Over


class SavedSeat(msgspec.Struct, frozen=True):
    """Who sits in a seat, and what brings a person back to it."""

    kind: Literal["empty", "person", "bot"]
    name: str | None = None
    token: str | None = None
    bot: str | None = None
    """The kind of bot."""
    result: Over | None = None
    """Of the last match, if the person played it and none has begun since."""
    played_as: int | None = None
    """The seat in which the person played the last match that ended."""


class SavedTable(msgspec.Struct, frozen=True):
    """Seats, game and the number of the match; the match itself is in its record.

    Attributes:
        host: the seat of the player with the host's rights; none if nobody is left.
    """

    game: str
    options: dict[str, str]
    seats: list[SavedSeat]
    matches: int = 0
    playing: bool = False
    host: int | None = 0
    paused: bool = False
