"""The host's rights: what one player at a table may do beside playing, and how it is done."""

from collections.abc import Callable, Mapping
from typing import Final, cast

from msgspec.structs import asdict, replace

from engine import bots, games
from engine.errors import EngineError, InvalidOptions, UnknownBot, UnknownGame
from p2p.effects import EndTable, GiveUpJournal, RenewCode, WriteAgain
from p2p.hosted_table import HostedTable
from p2p.messages import Manage, ManageDeed, SettingsWish
from p2p.outbox import Outbox
from p2p.rights import Refusal
from p2p.seating import DEFAULT_BOT, Seat

_CODES: Final[Mapping[type[EngineError], str]] = {
    UnknownGame: "no-such-game",
    InvalidOptions: "no-such-option",
    UnknownBot: "no-such-bot",
}


class Management:
    """Does what the player with the host's rights wants.

    Args:
        outbox: takes what only the shell can do.
        send_away: closes a person's link and says why, with the code of a goodbye.
    """

    def __init__(self, table: HostedTable, outbox: Outbox, send_away: Callable[[Seat, str], None]) -> None:
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
            "settings": self._change_settings,
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
            code = self._table.rights.why_not(seat, wish) or self._deeds[wish.do](wish)
        except EngineError as error:
            self._table.teller.refuse(seat, _CODES[type(error)], str(error))
        else:
            if code:
                self._table.teller.refuse(seat, code)

    # --- who sits where

    def _seat_at(self, number: int | None) -> Seat:
        """The seat that a wish is about, which has been checked."""
        return cast("Seat", self._state.seat_at(number))

    def _seat_bot(self, wish: Manage) -> Refusal:
        """Seat a bot in an empty seat, another kind of bot in place of one, or a bot for somebody who is away."""
        seat, kind = self._seat_at(wish.seat), wish.bot or DEFAULT_BOT
        bots.check(kind)
        if seat.kind == "person":
            seat.stand_in = kind
        else:
            if seat.kind == "empty":
                seat.kind, seat.name = "bot", self._table.name_for_bot()
            seat.bot = kind
        self._arranged()
        return None

    def _free(self, wish: Manage) -> Refusal:
        """Free the seat of a bot, or of a person who is away."""
        self._table.leave(self._seat_at(wish.seat))
        self._arranged()
        return None

    def _kick(self, wish: Manage) -> Refusal:
        """Send a person away: as if that person had left."""
        seat = self._seat_at(wish.seat)
        self._send_away(seat, "kicked")
        self._table.leave(seat)
        return None

    def _swap(self, wish: Manage) -> Refusal:
        """Let whoever sits in two seats change places."""
        one, other = self._seat_at(wish.seat), self._seat_at(wish.other)
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
        self._table.playing.begin()
        self._table.teller.tell_lobby()
        return None

    def _restart(self, wish: Manage) -> Refusal:
        """End the match without a result, and begin another one."""
        self._table.playing.end()
        return self._start(wish)

    # --- the table

    def _change_settings(self, wish: Manage) -> Refusal:
        """Change what is said, and leave the rest as it is; nobody watches any more where that is not allowed."""
        said = {key: value for key, value in asdict(wish.settings or SettingsWish()).items() if value is not None}
        settings = replace(self._state.settings, **said)
        for watcher in list(self._state.watchers) if not settings.watchers else ():
            self._send_away(watcher, "no-watchers")
            self._table.leave(watcher)
        self._table.run_so(settings)
        return None

    def _renew_code(self, _wish: Manage) -> Refusal:
        self._outbox.put(RenewCode())
        return None
