"""Hands out at a table what people ask for in parts: what the library has, the invitation, the log, the last match."""

from collections.abc import Sequence

from engine.errors import UnknownGame
from p2p.handouts import Invite
from p2p.library import Library, Reader, part_of
from p2p.messages import EventLine, Get, Part
from p2p.seating import Seat
from p2p.table_state import TableState
from p2p.telling import Teller


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
        self._readers: dict[int, Reader] = {}
        """By their seats."""

    def answer(self, seat: Seat, wanted: Get) -> None:
        """Hand out a part, or tell why there is none."""
        try:
            found = self._find(seat, wanted)
        except UnknownGame as error:
            self._teller.refuse(seat, "no-such-game", str(error))
            return
        if isinstance(found, str):
            self._teller.refuse(seat, found)
        else:
            self._teller.tell(seat, found)

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
                return part_of(self._log(seat), wanted)
            case "replay":
                return self._part_of_replay(reader, seat, wanted)
            case _:
                return reader.part(wanted, self._state.game, seat.lang)

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
