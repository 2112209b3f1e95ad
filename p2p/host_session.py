"""The table at the host: who is there, what is played, who is asked. A pure state machine.

Methods are named by what comes in; each takes the time and returns what is to be done, in order. No input from a
peer raises out of here: it ends in a refusal, or in closing that link with a reason.

A peer's link goes through these states:

========  =======================  ==================================================
state     waits for                then
========  =======================  ==================================================
GREETING  ``hello``                SEATED, or closed with ``bye`` (no seat, bad hello)
SEATED    anything a guest says    closed: by ``bye``, by silence, by a newer link
========  =======================  ==================================================
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine import bots
from engine.bots.bot import Bot
from engine.chance import Rng
from engine.errors import EngineError, IllegalAction
from engine.events import Event
from engine.inputs import Act as ActInput
from engine.inputs import Action, Chance, Happening, Input, Need, Report
from engine.match import Game, Leaving, View
from p2p.codec import UnreadableMessage, decode_from_guest, encode
from p2p.effects import AppendRecord, AskBot, Close, DrawChance, Effect, MatchEnded, OpenRecord, SaveTable, Send
from p2p.inbox import Inbox
from p2p.liveness import Liveness, Signs
from p2p.messages import (
    PROTOCOL_VERSION,
    Act,
    Bye,
    Hello,
    Lobby,
    Message,
    Over,
    Person,
    Ping,
    Pong,
    Ready,
    Refused,
    Sit,
    Welcome,
)
from p2p.reasons import GOODBYES, REFUSALS
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedTable
from p2p.seating import Seat, distinct_name, free_seat, restored

HELLO_WITHIN: Final = 10.0
"""Seconds in which a new link must say hello."""


@dataclass(frozen=True)
class Owner:
    """An admission: who opened the link has proved to own the seat of this token."""

    token: str


@dataclass(frozen=True)
class Newcomer:
    """An admission: who opened the link has proved to be invited."""


Admission = Owner | Newcomer


@dataclass
class _Peer:
    """A link as the table knows it."""

    name: str
    admission: Admission
    liveness: Liveness
    inbox: Inbox
    hello_by: float
    seat: Seat | None = None


class HostSession:
    """A table, from its lobby through any number of matches.

    Args:
        table: the seats and the game, new or as they were written down.
        new_token: makes an unguessable text that proves a seat.
        rng: the source of random numbers of the bots.
    """

    def __init__(self, game: Game, table: SavedTable, new_token: Callable[[], str], rng: Rng) -> None:
        self.game = game
        self.options = dict(table.options)
        self.seats: list[Seat] = restored(table.seats)
        self.matches = table.matches
        self.running: RunningMatch | None = None
        self._new_token = new_token
        self._rng = rng
        self._peers: dict[str, _Peer] = {}
        self._effects: list[Effect] = []
        self._seq = 0
        self._chance_asked = False
        self._bots_asked: dict[int, int] = {}
        self._last_result: Over | None = None

    # --- from the links

    def link_opened(self, peer: str, admission: Admission, now: float) -> list[Effect]:
        """A link is open and its other end has proved what ``admission`` says."""
        self._peers[peer] = _Peer(peer, admission, Liveness(now), Inbox(now), now + HELLO_WITHIN)
        return self._done()

    def text_received(self, peer: str, text: str, now: float) -> list[Effect]:
        """A text arrived. It is read at once, or as soon as the guest's bucket has refilled."""
        known = self._peers.get(peer)
        if known:
            known.liveness.heard(now)
            if known.inbox.put(text):
                self._read(known, now)
            else:
                self._dismiss(known, "too-fast")
        return self._done()

    def link_closed(self, peer: str) -> list[Effect]:
        """A link has ended, whatever ended it. Its seat is kept for its owner."""
        known = self._peers.pop(peer, None)
        if known and known.seat:
            self._went_away(known.seat)
        return self._done()

    # --- from the clock and the shells

    def time_passed(self, now: float) -> list[Effect]:
        """Do what is due: read what waited, ping, notice silence."""
        for peer in list(self._peers.values()):
            self._read(peer, now)
            if peer.name in self._peers:
                self._look_after(peer, now)
        return self._done()

    def next_deadline(self, now: float) -> float | None:
        """When `time_passed` is to be called next; ``None`` while nobody is connected."""
        deadlines: list[float] = []
        for peer in self._peers.values():
            deadlines.append(peer.liveness.next_deadline(now))
            waiting = peer.inbox.next_deadline()
            if waiting is not None:
                deadlines.append(waiting)
            if peer.seat is None:
                deadlines.append(peer.hello_by)
        return min(deadlines, default=None)

    def chance_drawn(self, outcome: Chance) -> list[Effect]:
        """The chance outcome that a `DrawChance` asked for."""
        self._chance_asked = False
        if self.running and self.running.match.needs is outcome.need:
            self._play(outcome)
        return self._done()

    def bot_chose(self, seat: int, prompt: int, action: Action) -> list[Effect]:
        """The choice that an `AskBot` asked for; one that comes too late is dropped and asked anew."""
        self._bots_asked.pop(seat, None)
        if self.running and not self._missing():
            asked = self.running.prompts.get(seat)
            if asked and asked.number == prompt:
                self._play(ActInput(seat, action))
            else:
                self._go_on()
        return self._done()

    def close_table(self) -> list[Effect]:
        """The host ends the table on purpose."""
        if self.running:
            self._play(Report(Happening.END))
        for peer in list(self._peers.values()):
            self._dismiss(peer, "table-closed")
        return self._done()

    def resume(self, inputs: Sequence[Input]) -> list[Effect]:
        """Take up the match that was going on when the table was written down.

        Args:
            inputs: of its record, in order; they have been accepted before.

        Raises:
            IllegalAction: they do not make a match of this game.
        """
        self.running = self._new_match()
        for given in inputs:
            self.running.apply(given)
        if self.running.over:
            self._finish_match()
        return self._done()

    # --- reading a guest

    def _read(self, peer: _Peer, now: float) -> None:
        while peer.name in self._peers and (text := peer.inbox.take(now)) is not None:
            try:
                message = decode_from_guest(text)
            except UnreadableMessage as error:
                self._dismiss(peer, "unreadable", str(error))
                return
            if peer.seat is None:
                self._greet(peer, message)
            else:
                self._answer(peer, peer.seat, message)

    def _greet(self, peer: _Peer, message: Message) -> None:
        if not isinstance(message, Hello):
            self._dismiss(peer, "no-hello")
        elif message.v != PROTOCOL_VERSION:
            self._dismiss(peer, "wrong-version")
        elif isinstance(peer.admission, Owner):
            self._bring_back(peer, peer.admission.token, message)
        else:
            self._seat_newcomer(peer, message)
        if peer.seat:
            self._welcome(peer, peer.seat)

    def _seat_newcomer(self, peer: _Peer, hello: Hello) -> None:
        seat = free_seat(self.seats) if self.running is None else None
        if seat is None:
            self._dismiss(peer, "table-full")
            return
        seat.kind = "person"
        seat.token = self._new_token()
        self._take(peer, seat, hello)

    def _bring_back(self, peer: _Peer, token: str, hello: Hello) -> None:
        seat = next((seat for seat in self.seats if seat.token == token), None)
        if seat is None:
            self._dismiss(peer, "seat-gone")
            return
        older = self._peers.get(seat.peer) if seat.peer else None
        if older:
            older.seat = None
            self._dismiss(older, "opened-elsewhere")
        self._take(peer, seat, hello)

    def _take(self, peer: _Peer, seat: Seat, hello: Hello) -> None:
        taken = {other.name for other in self.seats if other.name and other is not seat}
        seat.name = distinct_name(hello.name, taken, f"Player {seat.number + 1}")
        seat.peer, seat.shaky = peer.name, False
        peer.seat = seat

    def _welcome(self, peer: _Peer, seat: Seat) -> None:
        self._save()
        self._send(peer.name, Welcome(PROTOCOL_VERSION, seat.number, seat.token or ""))
        self._tell_lobby()
        if self.running:
            self._send(peer.name, self.running.snapshot_for(seat.number, self._seq, self._seat_name))
            self._go_on()
        elif self._last_result:
            self._send(peer.name, self._last_result)

    def _answer(self, peer: _Peer, seat: Seat, message: Message) -> None:
        match message:
            case Act():
                self._act(peer, seat, message)
            case Sit():
                self._move(peer, seat, message.seat)
            case Ready():
                self._make_ready(peer, seat)
            case Ping():
                self._send(peer.name, Pong())
            case Pong():
                pass
            case Bye():
                self._leave(peer, seat)
            case _:
                self._refuse(peer, "said-hello")

    # --- the lobby

    def _move(self, peer: _Peer, seat: Seat, number: int) -> None:
        if self.running:
            self._refuse(peer, "not-now")
        elif number >= len(self.seats):
            self._refuse(peer, "no-such-seat")
        elif number == seat.number:
            self._tell_lobby()
        elif self.seats[number].kind != "empty":
            self._refuse(peer, "seat-taken")
        else:
            self.seats[seat.number] = Seat(seat.number)
            self.seats[number] = seat
            seat.number, seat.ready = number, False
            self._save()
            self._send(peer.name, Welcome(PROTOCOL_VERSION, number, seat.token or ""))
            self._tell_lobby()

    def _make_ready(self, peer: _Peer, seat: Seat) -> None:
        if self.running:
            self._refuse(peer, "not-now")
            return
        seat.ready = True
        self._tell_lobby()
        if all(other.kind == "bot" or (other.ready and not other.away) for other in self.seats):
            self._start_match()

    def _start_match(self) -> None:
        self.matches += 1
        self._last_result = None
        self.running = self._new_match()
        self._effects.append(OpenRecord(self.matches, self.running.header()))
        self._save()
        self._tell_lobby()
        self._go_on()

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

    def _act(self, peer: _Peer, seat: Seat, message: Act) -> None:
        running = self.running
        if running is None:
            self._refuse(peer, "no-match", prompt=message.prompt)
            return
        asked = running.prompts.get(seat.number)
        if self._missing():
            self._refuse(peer, "waiting", prompt=message.prompt)
        elif asked is None or asked.number != message.prompt:
            self._refuse(peer, "stale", prompt=message.prompt)
        else:
            try:
                self._play(running.read(seat.number, message.action))
            except IllegalAction as error:
                self._refuse(peer, error.code, error.text(self._seat_name), message.prompt)
            except EngineError as error:
                self._refuse(peer, "unreadable-action", str(error), message.prompt)

    def _play(self, given: Input) -> None:
        """Play an input that is due; raises `IllegalAction` and changes nothing if the rules forbid it."""
        running = self.running
        if running is None:
            return
        line, events = running.apply(given)
        self._effects.append(AppendRecord(line))
        self._tell_tables(running, events)
        if running.over:
            self._finish_match()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Ask for what the match needs next, unless somebody is missing."""
        running = self.running
        if running is None or self._missing():
            return
        if running.match.needs is Need.SEAT:
            self._ask_bots(running)
        elif not self._chance_asked:
            self._chance_asked = True
            self._effects.append(DrawChance())

    def _ask_bots(self, running: RunningMatch) -> None:
        for number, prompt in running.prompts.items():
            bot = running.bots.get(number)
            if bot and self._bots_asked.get(number) != prompt.number:
                self._bots_asked[number] = prompt.number
                look = _looker(running, number)
                self._effects.append(AskBot(number, prompt.number, bot, prompt.legal, look))

    def _finish_match(self) -> None:
        if self.running is None:
            return
        self._last_result = self.running.result()
        self.running = None
        self._bots_asked.clear()
        for seat in self.seats:
            seat.ready = False
        self._save()
        self._tell_all(self._last_result)
        self._effects.append(MatchEnded())
        self._tell_lobby()

    # --- going away (RULES.md, the "Leaving" sections)

    def _missing(self) -> list[int]:
        """The seats without which the match stands still."""
        return [seat.number for seat in self.seats if seat.away] if self.running else []

    def _went_away(self, seat: Seat) -> None:
        seat.peer, seat.shaky, seat.ready = None, False, False
        self._tell_lobby()

    def _leave(self, peer: _Peer, seat: Seat) -> None:
        """The player goes on purpose: the seat is free, and a running match follows its game's rule."""
        self._forget(peer)
        if self.running:
            self._play(self._leaving_report(seat.number))
        self.seats[seat.number] = Seat(seat.number)
        self._save()
        self._tell_lobby()

    def _leaving_report(self, seat: int) -> Report:
        if self.game.leaving in {Leaving.GAME_ENDS, Leaving.BET_IS_LOST}:
            return Report(Happening.LEAVE, seat)
        return Report(Happening.END)

    def _look_after(self, peer: _Peer, now: float) -> None:
        if peer.seat is None and now >= peer.hello_by:
            self._dismiss(peer, "no-hello")
            return
        signs = peer.liveness.signs(now)
        if signs is Signs.GONE:
            self._dismiss(peer, "silent")
            return
        if peer.seat and peer.seat.shaky != (signs is Signs.SHAKY):
            peer.seat.shaky = signs is Signs.SHAKY
            self._tell_lobby()
        if peer.liveness.ping_due(now):
            self._send(peer.name, Ping())

    def _dismiss(self, peer: _Peer, code: str, text: str | None = None) -> None:
        """Close a link and say why; the seat is kept for its owner."""
        self._send(peer.name, Bye(code, text or GOODBYES[code]))
        self._forget(peer)
        seat = peer.seat
        if seat and seat.peer == peer.name:
            self._went_away(seat)

    def _forget(self, peer: _Peer) -> None:
        self._effects.append(Close(peer.name))
        self._peers.pop(peer.name, None)

    # --- telling

    def _seat_name(self, number: int) -> str:
        return self.seats[number].name or f"seat {number}"

    def _lobby_for(self, number: int) -> Lobby:
        return Lobby(
            game=self.game.name,
            title=self.game.title,
            options=self.options,
            you=number,
            people=[Person(seat.number, seat.name, seat.kind, _link_of(seat), seat.ready) for seat in self.seats],
            playing=self.running is not None,
            waiting_for=self._missing(),
        )

    def _tell_lobby(self) -> None:
        for peer in self._peers.values():
            if peer.seat:
                self._send(peer.name, self._lobby_for(peer.seat.number))

    def _tell_tables(self, running: RunningMatch, events: Sequence[Event]) -> None:
        self._seq += 1
        for peer in self._peers.values():
            if peer.seat:
                self._send(peer.name, running.table_for(peer.seat.number, self._seq, events, self._seat_name))

    def _tell_all(self, message: Message) -> None:
        for peer in self._peers.values():
            if peer.seat:
                self._send(peer.name, message)

    def _refuse(self, peer: _Peer, code: str, text: str | None = None, prompt: int | None = None) -> None:
        self._send(peer.name, Refused(code, text or REFUSALS[code], prompt))

    def _send(self, peer: str, message: Message) -> None:
        self._effects.append(Send(peer, encode(message)))

    def _save(self) -> None:
        self._effects.append(SaveTable(self.saved()))

    def saved(self) -> SavedTable:
        """The table as it is written down."""
        return SavedTable(
            self.game.name,
            self.options,
            [seat.saved() for seat in self.seats],
            self.matches,
            self.running is not None,
        )

    def _done(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects


def _link_of(seat: Seat) -> Literal["on", "shaky", "away"]:
    if seat.away:
        return "away"
    return "shaky" if seat.shaky else "on"


def _looker(running: RunningMatch, seat: int) -> Callable[[], View]:
    return lambda: running.match.view(seat)
