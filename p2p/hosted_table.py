"""The table at the host: who sits where, what is played and who is asked, from the lobby through any number of matches.

Pure, and a part of `p2p.host_session`, which knows the links: here a peer is the name of a link that has a seat.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine import bots
from engine.bots.bot import Bot
from engine.chance import Rng
from engine.errors import EngineError, IllegalAction
from engine.inputs import Act as ActInput
from engine.inputs import Action, Chance, Happening, Input, Need, Report
from engine.match import Game, Leaving, View
from p2p.effects import AppendRecord, AskBot, DrawChance, MatchEnded, OpenRecord, SaveTable
from p2p.messages import PROTOCOL_VERSION, Act, Hello, Lobby, Person, Refused, Welcome
from p2p.outbox import Outbox
from p2p.reasons import REFUSALS
from p2p.running_match import Prompt, RunningMatch
from p2p.saved_table import SavedTable
from p2p.seating import Seat, distinct_name, free_seat, restored

_REPORTS_LEAVING: Final = frozenset({Leaving.GAME_ENDS, Leaving.BET_IS_LOST})
"""The policies whose rules say what a leaver's match becomes; under the others it ends without a result."""


@dataclass(frozen=True)
class _Asked:
    """A prompt that was put before a bot, and the number that the bot's answer will quote."""

    number: int
    prompt: Prompt


class HostedTable:
    """A table and its matches.

    Args:
        saved: the seats and the game, new or as they were written down.
        new_token: makes an unguessable text that proves a seat.
        rng: the source of random numbers of the bots.
        outbox: takes what is to be done.

    Raises:
        EngineError: the game is not played so, or there is no such bot.
    """

    def __init__(self, game: Game, saved: SavedTable, new_token: Callable[[], str], rng: Rng, outbox: Outbox) -> None:
        self.game = game
        self.options = dict(saved.options)
        self.seats: list[Seat] = restored(saved.seats)
        self.matches = saved.matches
        self.running: RunningMatch | None = None
        self._new_token = new_token
        self._rng = rng
        self._outbox = outbox
        self._chance_asked: tuple[int, int] | None = None
        self._bots_asked: dict[int, _Asked] = {}
        self._asked = 0
        self._new_match()  # so that a table that cannot be played is refused now

    # --- coming and going (RULES.md, the "Leaving" sections)

    def seat_of(self, token: str) -> Seat | None:
        """The seat that a token proves."""
        return next((seat for seat in self.seats if seat.token == token), None)

    def seat_for_newcomer(self) -> Seat | None:
        """A seat that is given to somebody new, who comes with `sit_down`; ``None`` if there is none now."""
        seat = None if self.running else free_seat(self.seats)
        if seat:
            seat.kind, seat.token = "person", self._new_token()
        return seat

    def sit_down(self, seat: Seat, peer: str, hello: Hello) -> None:
        """The person whose seat it is plays on that link from now on."""
        taken = {other.name for other in self.seats if other.name and other is not seat}
        seat.name = distinct_name(hello.name, taken, seat.name or f"Player {seat.number + 1}")
        seat.peer, seat.shaky = peer, False
        self._save()
        self._welcome(seat)
        if seat.result:
            self._outbox.send(peer, seat.result)
        self._tell_lobby()
        if self.running:
            self._outbox.send(peer, self.running.snapshot_for(seat.number, self._seat_name))

    def link_is(self, seat: Seat, *, shaky: bool) -> None:
        """Note whether the person's link is silent for longer than it should be."""
        if seat.shaky != shaky:
            seat.shaky = shaky
            self._tell_lobby()

    def went_away(self, seat: Seat) -> None:
        """The person has no link any more; the seat is kept, and a running match stands still."""
        seat.peer, seat.shaky, seat.ready = None, False, False
        self._tell_lobby()

    def leave(self, seat: Seat) -> None:
        """The person goes on purpose: the seat is free, and a running match follows its game's rule."""
        seat.peer = None
        if self.running:
            self._apply(self.running, self._leaving_report(self.running, seat))
        self.seats[seat.number] = Seat(seat.number)
        if not self._end_match_if_over():
            self._save()
        self._tell_lobby()

    def _leaving_report(self, running: RunningMatch, leaver: Seat) -> Report:
        report = Report(Happening.LEAVE, leaver.number)
        others = any(seat.kind == "person" and seat is not leaver for seat in self.seats)
        if others and self.game.leaving in _REPORTS_LEAVING and report in running.match.reports():
            return report
        return Report(Happening.END)

    def missing(self) -> list[int]:
        """The seats without which the match stands still."""
        return [seat.number for seat in self.seats if seat.away] if self.running else []

    # --- the lobby

    def move(self, seat: Seat, number: int) -> None:
        """The person wants another seat."""
        if self.running:
            self.refuse(seat, "not-now")
        elif number >= len(self.seats):
            self.refuse(seat, "no-such-seat")
        elif number != seat.number and self.seats[number].kind != "empty":
            self.refuse(seat, "seat-taken")
        else:
            self.seats[seat.number] = Seat(seat.number)
            self.seats[number] = seat
            seat.ready = seat.ready and number == seat.number
            seat.number = number
            self._save()
            self._welcome(seat)
            self._tell_lobby()

    def make_ready(self, seat: Seat) -> None:
        """The person wants to begin; when everybody does, the match starts."""
        if self.running:
            self.refuse(seat, "not-now")
            return
        seat.ready = True
        if all(other.kind == "bot" or other.ready for other in self.seats):
            self._start_match()
        self._tell_lobby()

    def _start_match(self) -> None:
        self.matches += 1
        self.running = self._new_match()
        for seat in self.seats:
            seat.result = None
        self._outbox.put(OpenRecord(self.matches, self.running.header()))
        self._save()

    def _new_match(self) -> RunningMatch:
        seats = len(self.seats)
        players: dict[int, Bot] = {
            seat.number: bots.make(seat.bot, self.game, seat.number, seats, self._rng)
            for seat in self.seats
            if seat.bot
        }
        names = {seat.number: seat.name for seat in self.seats if seat.name}
        return RunningMatch(self.game, seats, self.options, names, players)

    # --- the match

    def resume(self, inputs: Sequence[Input]) -> None:
        """Take up the match that was going on; raises `IllegalAction` if the inputs do not make one."""
        self.running = self._new_match()
        for given in inputs:
            self.running.apply(given)
        self._end_match_if_over()

    def act(self, seat: Seat, message: Act) -> None:
        """The person answers a prompt."""
        running = self.running
        if running is None:
            self.refuse(seat, "no-match", prompt=message.prompt)
        elif self.missing():
            self.refuse(seat, "waiting", prompt=message.prompt)
        elif not running.asks(seat.number, message.prompt):
            self.refuse(seat, "stale", prompt=message.prompt)
        else:
            try:
                self._play(running, running.read(seat.number, message.action))
            except IllegalAction as error:
                self.refuse(seat, error.code, error.text(self._seat_name), message.prompt)
            except EngineError as error:
                self.refuse(seat, "unreadable-action", str(error), message.prompt)

    def chance_drawn(self, outcome: Chance) -> None:
        """Play an outcome, unless the match has moved on and needs another one now."""
        if self.running and self.running.match.needs is outcome.need:
            self._play(self.running, outcome)

    def bot_chose(self, seat: int, number: int, action: Action) -> None:
        """Play a bot's choice, unless it comes too late or while the match stands still."""
        asked = self._bots_asked.get(seat)
        if asked is None or asked.number != number:
            return
        del self._bots_asked[seat]
        if self.running and not self.missing() and asked.prompt is self.running.sights[seat].prompt:
            self._play(self.running, ActInput(seat, action))

    def close(self) -> None:
        """End what is going on, without a result, and let everybody go."""
        if self.running:
            self._play(self.running, Report(Happening.END))
        for seat in self.seats:
            seat.peer = None

    def go_on(self) -> None:
        """Ask for what the match needs now and was not asked for yet: the last thing that every step does."""
        running = self.running
        if running is None or self.missing():
            return
        if running.match.needs is Need.PLAYERS:  # nobody sits down in a running match
            self._play(running, Report(Happening.END))
            return
        self._ask_bots(running)
        if running.needs_chance and self._chance_asked != (self.matches, running.inputs):
            self._chance_asked = self.matches, running.inputs
            self._outbox.put(DrawChance())

    def _ask_bots(self, running: RunningMatch) -> None:
        for seat, bot in running.bots.items():
            prompt = running.sights[seat].prompt
            asked = self._bots_asked.get(seat)
            if prompt and not (asked and asked.prompt is prompt):
                self._asked += 1
                self._bots_asked[seat] = _Asked(self._asked, prompt)
                self._outbox.put(AskBot(seat, self._asked, bot, prompt.legal, _looker(running, seat)))

    def _play(self, running: RunningMatch, given: Input) -> None:
        self._apply(running, given)
        if self._end_match_if_over():
            self._tell_lobby()

    def _apply(self, running: RunningMatch, given: Input) -> None:
        """Play an input that is due; raises `IllegalAction` and changes nothing if the rules forbid it."""
        step = running.apply(given)
        self._outbox.put(AppendRecord(step.line))
        for number in step.shown_to:
            seat = self.seats[number]
            if seat.peer:
                self._outbox.send(seat.peer, running.table_for(number, step.events, self._seat_name))

    def _end_match_if_over(self) -> bool:
        running = self.running
        if running is None or not running.over:
            return False
        self.running = None
        self._bots_asked.clear()
        result = running.result()
        for seat in self.seats:
            seat.ready = False
            seat.result = result if seat.kind == "person" else None
            self._outbox.send(seat.peer, result)
        self._outbox.put(MatchEnded())
        self._save()
        return True

    # --- telling

    def refuse(self, seat: Seat, code: str, text: str | None = None, prompt: int | None = None) -> None:
        """Tell a person that what was asked for is not done."""
        self._outbox.send(seat.peer, Refused(code, text or REFUSALS[code], prompt))

    def saved(self) -> SavedTable:
        """The table as it is written down."""
        seats = [seat.saved() for seat in self.seats]
        return SavedTable(self.game.name, self.options, seats, self.matches, self.running is not None)

    def _save(self) -> None:
        self._outbox.put(SaveTable(self.saved()))

    def _welcome(self, seat: Seat) -> None:
        self._outbox.send(seat.peer, Welcome(PROTOCOL_VERSION, seat.number, seat.token or ""))

    def _tell_lobby(self) -> None:
        people = [Person(seat.number, seat.name, seat.kind, _link_of(seat), seat.ready) for seat in self.seats]
        for seat in self.seats:
            self._outbox.send(seat.peer, self._lobby_for(seat.number, people))

    def _lobby_for(self, number: int, people: list[Person]) -> Lobby:
        return Lobby(
            game=self.game.name,
            title=self.game.title,
            options=self.options,
            you=number,
            people=people,
            playing=self.running is not None,
            waiting_for=self.missing(),
        )

    def _seat_name(self, number: int) -> str:
        """The name of whoever sits there, or sat there when the match began."""
        at_start = self.running.names if self.running else {}
        return self.seats[number].name or at_start.get(number) or f"seat {number}"


def _link_of(seat: Seat) -> Literal["on", "shaky", "away"]:
    if seat.away:
        return "away"
    return "shaky" if seat.shaky else "on"


def _looker(running: RunningMatch, seat: int) -> Callable[[], View]:
    return lambda: running.sights[seat].view
