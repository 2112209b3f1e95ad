"""Who may do what at a table at this moment, and the code of the reason where not. Pure questions about the table."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, get_args

from engine.inputs import Happening, Report
from engine.leaving import OnDrop, OnLeave
from p2p.messages import Consequence, Manage, ManageDeed, SeatDeed
from p2p.seating import Seat
from p2p.table_state import TableState

Refusal = str | None
"""The code of a refusal, or ``None`` for what may be done."""

_FREE_SEATS: Final = frozenset({OnLeave.SEAT_OPENS, OnLeave.OUT_OF_ROUND})
"""The policies under which there are free seats in a running match."""
_OWNERS_ALONE: Final[frozenset[ManageDeed]] = frozenset({"new-code", "close"})
"""What is not for somebody who has the rights only while their owner is away."""
_IN_TROUBLE: Final[frozenset[ManageDeed]] = frozenset({"write-again", "go-on", "close"})
"""All that can be done while the table cannot be written down."""
_OF_SEATS: Final[tuple[Literal["bot", "free", "kick", "swap"], ...]] = ("bot", "free", "kick", "swap")
_OF_TABLE: Final[tuple[ManageDeed, ...]] = tuple(deed for deed in get_args(ManageDeed) if deed not in _OF_SEATS)


class Rights:
    """Answers who may do what."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self._checks: Mapping[ManageDeed, Callable[[Manage], Refusal]] = {
            "bot": self._bot,
            "free": self._free,
            "kick": self._kick,
            "swap": self._swap,
            "start": self._start,
            "pause": self._in_a_match,
            "resume": self._in_a_match,
            "restart": lambda wish: self._in_a_match(wish) or self._seats_taken(),
            "end": self._in_a_match,
            "new-code": lambda _: None if state.is_open else "not-open",
        }

    # --- as people are told

    def with_seat(self, reader: Seat, number: int) -> list[SeatDeed]:
        """What a person may do with a seat, or with the place of a watcher."""
        state = self._state
        deeds: list[SeatDeed] = []
        if state.trouble is not None:
            return deeds
        if number != reader.number and self.why_not_sit(reader, number) is None:
            deeds.append("sit")
        if reader is state.acting_host():
            deeds += [deed for deed in _OF_SEATS if self._checks[deed](Manage(deed, number, reader.number)) is None]
        return deeds

    def with_table(self, reader: Seat) -> list[ManageDeed]:
        """What a person may do with the host's rights, beside what concerns one seat."""
        pointless = "pause" if self._state.paused else "resume"
        return [deed for deed in _OF_TABLE if deed != pointless and self.why_not(reader, Manage(deed)) is None]

    def leaving(self, reader: Seat) -> Consequence:
        """What becomes of the match if a person leaves."""
        running, policy = self._state.running, self._state.game.leaving
        if running is None or running.eyes(reader.number) is None:
            return "nothing"
        if self.ends_with(reader):
            return "ends"
        if policy.on_leave is OnLeave.OUT_OF_ROUND:
            return "bet" if running.sights[reader.number].view["counts"][reader.number] else "nothing"
        return "bot" if policy.on_leave is OnLeave.BOT_PLAYS_ON else "opens"

    # --- the checks

    def is_last(self, leaver: Seat) -> bool:
        """Whether there is no other person who plays, so that the match ends: bots do not play on among themselves."""
        others = [seat for seat in self._state.people_in_seats() if seat is not leaver]
        return all(seat.stand_in for seat in others)

    def ends_with(self, leaver: Seat) -> bool:
        """Whether the running match ends when that person leaves it: by its rules, or since only bots remain."""
        state, policy = self._state, self._state.game.leaving
        if self.is_last(leaver) or policy.on_leave is OnLeave.MATCH_ENDS:
            return True
        report = Report(Happening.LEAVE, leaver.number)
        if policy.reported and state.running and report in state.running.match.reports():
            left = state.running.match.copy()
            left.report(report)
            return left.ending is not None
        return False

    def why_not(self, seat: Seat, wish: Manage) -> Refusal:
        """Why a wish for something that only the host may do is not granted."""
        if seat is not self._state.acting_host():
            return "not-the-host"
        if (code := self._why_not_in_trouble(wish)) is not None:
            return code
        if wish.do in _OWNERS_ALONE and seat is not self._state.host:
            return "host-is-away"
        check = self._checks.get(wish.do)
        return check(wish) if check else None

    def _why_not_in_trouble(self, wish: Manage) -> Refusal:
        if self._state.trouble is None:
            return "no-trouble" if wish.do in _IN_TROUBLE - {"close"} else None
        return None if wish.do in _IN_TROUBLE else "trouble"

    def why_not_sit(self, person: Seat, number: int) -> Refusal:
        """Why a person cannot take a seat."""
        state = self._state
        if number >= len(state.seats):
            return "no-such-seat"
        if state.running and not self._may_sit_in_a_match(person):
            return "not-now"
        if number != person.number and state.seats[number].kind != "empty":
            return "seat-taken"
        return None

    def _may_sit_in_a_match(self, person: Seat) -> bool:
        if person in self._state.watchers:
            return self.takes_newcomers()
        return self._may_swap()

    def takes_newcomers(self) -> bool:
        """Whether somebody new may take a free seat."""
        return self._state.running is None or self._state.game.leaving.on_leave in _FREE_SEATS

    def _may_swap(self) -> bool:
        """Whether people may change places: in the lobby, and between hands where seats are what plays on."""
        state = self._state
        return state.running is None or (state.resting and state.game.leaving.on_leave is OnLeave.SEAT_OPENS)

    def _in_a_match(self, _wish: Manage) -> Refusal:
        return None if self._state.running else "no-match"

    def _seats_taken(self) -> Refusal:
        return "seats-empty" if any(seat.kind == "empty" for seat in self._state.seats) else None

    def _start(self, _wish: Manage) -> Refusal:
        return "not-now" if self._state.running else self._seats_taken()

    def _bot(self, wish: Manage) -> Refusal:
        seat, policy = self._state.seat_at(wish.seat), self._state.game.leaving
        if seat is None or seat in self._state.watchers:
            return "no-such-seat"
        if seat.kind == "empty":
            return None if self.takes_newcomers() else "not-now"
        if seat.kind == "bot" or (seat.stand_in and seat.away):
            return None
        if not (self._state.running and seat.away):
            return "somebody-there"
        return None if policy.on_drop is OnDrop.HOST_DECIDES else "no-stand-in"

    def _free(self, wish: Manage) -> Refusal:
        seat = self._state.seat_at(wish.seat)
        if seat is None or seat in self._state.watchers:
            return "no-such-seat"
        if seat.kind == "empty":
            return "nobody-there"
        if seat.peer:
            return "somebody-there"
        return None if seat.kind == "person" or self.takes_newcomers() else "not-now"

    def _kick(self, wish: Manage) -> Refusal:
        seat = self._state.seat_at(wish.seat)
        if seat is None:
            return "no-such-seat"
        if seat.kind != "person":
            return "bot-there" if seat.kind == "bot" else "nobody-there"
        return "not-yourself" if seat is self._state.acting_host() else None

    def _swap(self, wish: Manage) -> Refusal:
        one, other = self._state.seat_at(wish.seat), self._state.seat_at(wish.other)
        if one is None or other is None or one in self._state.watchers or other in self._state.watchers:
            return "no-such-seat"
        if not self._may_swap():
            return "not-now"
        return "is-away" if one is not other and (one.away or other.away) else None
