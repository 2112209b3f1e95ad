"""What a host writes down about its table, so that the same program can open it again after a crash."""

from typing import Literal

import msgspec

from p2p.messages import Over, Settings


class SavedSeat(msgspec.Struct, frozen=True):
    """Who sits in a seat, and what brings a person back to it.

    Attributes:
        bot: the kind of bot.
        key: the number under which the token opens a join; none where the seat's own number does.
        stand_in: the kind of bot that plays for the person.
        result: of the last match, as the person is told it on return.
        late: whether the person sat down here after the match had begun.
    """

    kind: Literal["empty", "person", "bot"]
    name: str | None = None
    token: str | None = None
    bot: str | None = None
    result: Over | None = None
    played_as: int | None = None
    key: int | None = None
    stand_in: str | None = None
    late: bool = False


class SavedTable(msgspec.Struct, frozen=True):
    """Seats, game and the number of the match; the match itself is in its record.

    Attributes:
        host: the seat of the player with the host's rights; none if nobody is left.
        watchers: people without a seat.
    """

    game: str
    options: dict[str, str]
    seats: list[SavedSeat]
    matches: int = 0
    playing: bool = False
    host: int | None = 0
    paused: bool = False
    settings: Settings = Settings()
    watchers: list[SavedSeat] = []

    def tokens(self) -> dict[int, str]:
        """Each person's token, by the number under which it opens a join."""
        keyed = [(seat.key if seat.key is not None else number, seat.token) for number, seat in enumerate(self.seats)]
        keyed += [(seat.key or 0, seat.token) for seat in self.watchers]
        return {key: token for key, token in keyed if token}
