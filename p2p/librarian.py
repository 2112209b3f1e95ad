"""Hands out at a table what people ask for in parts: what the library has, the invitation, the log, the last match."""

from collections.abc import Sequence
from typing import Final

from engine.errors import UnknownGame
from p2p.handouts import Invite
from p2p.library import Library, Reader, part_of
from p2p.messages import EventLine, Get, Part
from p2p.seating import Seat
from p2p.table_state import TableState
from p2p.telling import Teller

PART_COUNTS: Final = 5
"""A part that is handed out counts as so many messages more: it has up to 48 KiB."""
LINES_COUNT: Final = 256
"""So many lines of a log that are put together count as one message."""


class Librarian:
    """Answers what people at a table ask for.

    Attributes:
        invite: how to invite somebody; none while nobody else can join.
    """

    def __init__(self, state: TableState, teller: Teller, library: Library) -> None:
        self.invite: Invite | None = None
        self._state = state
        self._teller = teller
        self._library = library
        self._effort = 0
        self._readers: dict[int, Reader] = {}
        """By their seats."""

    def answer(self, seat: Seat, wanted: Get) -> int:
        """Hand out a part, or tell why there is none.

        Returns:
            How many messages more than one that counts as: whoever asks for much is read the more slowly, so that it
            costs the others nothing.
        """
        self._effort = 0
        try:
            found = self._find(seat, wanted)
        except UnknownGame as error:
            self._teller.refuse(seat, "no-such-game", str(error))
            return 0
        if isinstance(found, str):
            self._teller.refuse(seat, found)
            return self._effort
        self._teller.tell(seat, found)
        return self._effort + PART_COUNTS

    def hand_out_invite(self) -> None:
        """Send everybody with a page the invitation as it is now."""
        if self.invite:
            for seat in self._state.seats:
                if seat.view == "zones":
                    self._teller.tell(seat, Part("invite", 0, 1, self.invite))

    def _find(self, seat: Seat, wanted: Get) -> Part | str:
        reader = self._readers.setdefault(seat.number, Reader(self._library))
        match wanted.what:
            case "invite":
                return Part("invite", 0, 1, self.invite) if self.invite else "nothing-there"
            case "log":
                log = self._log(seat)
                self._effort = len(log) // LINES_COUNT
                return part_of(log, wanted)
            case "replay":
                found = self._part_of_replay(reader, seat, wanted)
            case _:
                found = reader.part(wanted, self._state.game, seat.lang)
        self._effort = reader.effort if isinstance(found, Part) else 0
        return found

    def _log(self, seat: Seat) -> Sequence[EventLine]:
        """What a person has seen so far of the match that is going on."""
        running = self._state.running
        return running.log_for(seat.number, self._state.name_of) if running else ()

    def _part_of_replay(self, reader: Reader, seat: Seat, wanted: Get) -> Part | str:
        """Of the last match that was finished here, if the person played in it, as that person saw it."""
        finished = self._state.finished
        if finished is None or seat.played_as is None:
            return "nothing-there"
        return reader.part_of_match(wanted, finished, seat.played_as, seat.lang)
