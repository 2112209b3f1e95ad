"""The host's rights: what one player at a table may do beside playing, and why it is refused at times."""

from collections.abc import Callable, Mapping
from typing import Final

from engine import bots, games
from engine.errors import EngineError, InvalidOptions, UnknownBot, UnknownGame
from p2p.effects import EndTable, GiveUpJournal, RenewCode, WriteAgain
from p2p.hosted_table import HostedTable
from p2p.messages import Manage, ManageDeed
from p2p.outbox import Outbox
from p2p.seating import Seat

DEFAULT_BOT: Final = "normal"
"""The kind of bot where nobody says another one."""

_IN_THE_LOBBY: Final[frozenset[ManageDeed]] = frozenset({"bot", "free", "swap", "game", "start"})
_IN_A_MATCH: Final[frozenset[ManageDeed]] = frozenset({"pause", "resume", "restart", "end"})
_IN_TROUBLE: Final[frozenset[ManageDeed]] = frozenset({"write-again", "go-on", "close"})
_CODES: Final[Mapping[type[EngineError], str]] = {
    UnknownGame: "no-such-game",
    InvalidOptions: "no-such-option",
    UnknownBot: "no-such-bot",
}

Refusal = str | None
"""The code of a refusal, or ``None`` for what is done."""


class Management:
    """Does what the player with the host's rights wants.

    Args:
        outbox: takes what only the shell can do.
        send_away: closes a person's link and says why, with the code of a goodbye.

    Attributes:
        is_open: whether others can join the table, so that there is a code.
    """

    def __init__(self, table: HostedTable, outbox: Outbox, send_away: Callable[[Seat, str], None]) -> None:
        self.is_open = False
        self._table = table
        self._state = table.state
        self._outbox = outbox
        self._send_away = send_away
        self._deeds: Mapping[ManageDeed, Callable[[Manage], Refusal]] = {
            "bot": self._seat_bot,
            "free": self._free,
            "kick": self._kick,
            "swap": self._swap,
            "game": self._choose_game,
            "start": self._start,
            "pause": lambda _: table.pause(paused=True),
            "resume": lambda _: table.pause(paused=False),
            "restart": self._restart,
            "end": lambda _: table.playing.end(),
            "new-code": self._renew_code,
            "close": lambda _: outbox.put(EndTable()),
            "write-again": lambda _: outbox.put(WriteAgain()),
            "go-on": lambda _: outbox.put(GiveUpJournal()),
        }

    def carry_out(self, seat: Seat, wish: Manage) -> None:
        """Do what a person wants who may want it; else tell that person why not."""
        try:
            code = self._why_not(seat, wish) or self._deeds[wish.do](wish)
        except EngineError as error:
            self._table.teller.refuse(seat, _CODES[type(error)], str(error))
        else:
            if code:
                self._table.teller.refuse(seat, code)

    def _why_not(self, seat: Seat, wish: Manage) -> Refusal:
        if seat is not self._state.host:
            return "not-the-host"
        if (code := self._why_not_in_trouble(wish)) is not None:
            return code
        if wish.do in _IN_THE_LOBBY and self._state.running:
            return "not-now"
        if wish.do in _IN_A_MATCH and not self._state.running:
            return "no-match"
        return None

    def _why_not_in_trouble(self, wish: Manage) -> Refusal:
        if self._state.trouble is None:
            return "no-trouble" if wish.do in _IN_TROUBLE - {"close"} else None
        return None if wish.do in _IN_TROUBLE else "trouble"

    # --- who sits where

    def _seat_at(self, number: int | None) -> Seat | None:
        seats = self._state.seats
        return seats[number] if number is not None and number < len(seats) else None

    def _seat_bot(self, wish: Manage) -> Refusal:
        """Seat a bot in an empty seat, or another kind of bot in place of one."""
        seat = self._seat_at(wish.seat)
        if seat is None:
            return "no-such-seat"
        if seat.kind == "person":
            return "somebody-there"
        kind = wish.bot or DEFAULT_BOT
        bots.check(kind)
        if seat.kind == "empty":
            seat.kind, seat.name = "bot", self._name_for_bot()
        seat.bot = kind
        self._arranged()
        return None

    def _name_for_bot(self) -> str:
        taken = {seat.name for seat in self._state.seats}
        return next(name for number in range(1, len(taken) + 2) if (name := f"Bot {number}") not in taken)

    def _free(self, wish: Manage) -> Refusal:
        """Free the seat of a bot, or of a person who is away."""
        seat = self._seat_at(wish.seat)
        if seat is None:
            return "no-such-seat"
        if seat.kind == "empty":
            return "nobody-there"
        if seat.peer:
            return "somebody-there"
        if seat.kind == "person":
            self._table.leave(seat)
        else:
            self._state.seats[seat.number] = Seat(seat.number)
            self._arranged()
        return None

    def _kick(self, wish: Manage) -> Refusal:
        """Send a person away: as if that person had left."""
        seat = self._seat_at(wish.seat)
        if seat is None:
            return "no-such-seat"
        if seat.kind != "person":
            return "bot-there" if seat.kind == "bot" else "nobody-there"
        if seat is self._state.host:
            return "not-yourself"
        self._send_away(seat, "kicked")
        self._table.leave(seat)
        return None

    def _swap(self, wish: Manage) -> Refusal:
        """Let whoever sits in two seats change places."""
        one, other = self._seat_at(wish.seat), self._seat_at(wish.other)
        if one is None or other is None:
            return "no-such-seat"
        if one is not other and (one.away or other.away):
            return "is-away"
        seats = list(self._state.seats)
        seats[one.number], seats[other.number] = other, one
        self._table.arrange(seats)
        return None

    def _arranged(self) -> None:
        self._table.arrange(self._state.seats)

    # --- what is played

    def _choose_game(self, wish: Manage) -> Refusal:
        """Another game, number of seats or options; what is not said stays as it is where that is possible."""
        state = self._state
        game = games.find(wish.game) if wish.game else state.game
        number = wish.seats or (len(state.seats) if len(state.seats) in game.seats else game.seats[-1])
        same = game is state.game and number == len(state.seats)
        options = state.options if wish.options is None and same else wish.options or {}
        return self._table.play(game, number, options)

    def _start(self, _wish: Manage) -> Refusal:
        if any(seat.kind == "empty" for seat in self._state.seats):
            return "seats-empty"
        self._table.playing.begin()
        self._table.teller.tell_lobby()
        return None

    def _restart(self, wish: Manage) -> Refusal:
        """End the match without a result, and begin another one if everybody is still there."""
        self._table.playing.end()
        return self._start(wish)

    # --- the table

    def _renew_code(self, _wish: Manage) -> Refusal:
        if not self.is_open:
            return "not-open"
        self._outbox.put(RenewCode())
        return None
