"""The table at the host: who sits where, and what is played, from the lobby through any number of matches.

Pure, and a part of `p2p.host_session`, which knows the links: here a peer is the name of a link that has a seat.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.chance import Rng
from engine.inputs import Happening, Report
from engine.leaving import OnDrop, OnLeave
from engine.match import Game
from p2p.lessons import LESSONS
from p2p.messages import Hello, Learn, Settings
from p2p.outbox import Outbox
from p2p.playing import Playing
from p2p.rights import Rights
from p2p.saved_table import SavedTable
from p2p.seating import (
    DEFAULT_BOT,
    FIRST_WATCHER,
    WATCHERS,
    Seat,
    distinct_name,
    fitted,
    free_seat,
    made_of,
    next_host,
    tidy_name,
)
from p2p.table_state import TableState
from p2p.telling import Teller
from p2p.text.shelf import Shelf


class HostedTable:
    """A table and its matches.

    Args:
        saved: the seats and the game, new or as they were written down.
        new_token: makes an unguessable text that proves a seat.
        rng: the source of random numbers of the bots.
        outbox: takes what is to be done.
        shelf: the texts for players.

    Attributes:
        state: what there is at the table; to be read only.
        teller: tells people of it.
        playing: plays the matches.
        rights: who may do what.

    Raises:
        EngineError: the game is not played so, or there is no such bot.
    """

    def __init__(
        self, game: Game, saved: SavedTable, *, new_token: Callable[[], str], rng: Rng, outbox: Outbox, shelf: Shelf
    ) -> None:
        self.state = TableState.restored(game, saved)
        self.teller = Teller(self.state, outbox, shelf)
        self.playing = Playing(self.state, self.teller, rng, outbox)
        self.rights = Rights(self.state)
        self._new_token = new_token

    # --- coming

    def seat_for_newcomer(self, token: str | None, *, watch: bool = False) -> Seat | None:
        """A seat, or a place to watch from, that is given to somebody new, who comes with `sit_down`.

        Args:
            token: what is to prove it, of the person at the host's own machine, for whom a bot makes room; ``None`` for
                a new one.
            watch: whether the person wants no seat.

        Returns:
            ``None`` if there is none now.
        """
        seat = self._seat_to_take(own=token is not None) if self.rights.takes_newcomers() and not watch else None
        seat = seat or self._place_to_watch()
        if seat:
            seat.kind, seat.token = "person", token or self._new_token()
            seat.key = self.state.free_key(seat.number)
            seat.late = self.state.running is not None
        return seat

    def _seat_to_take(self, *, own: bool) -> Seat | None:
        seats = self.state.seats
        bot = next((seat for seat in seats if seat.kind == "bot"), None)
        if own and bot and not free_seat(seats):
            self.leave(bot)
        return free_seat(self.state.seats)

    def _place_to_watch(self) -> Seat | None:
        state = self.state
        if not state.settings.watchers:
            return None
        if len(state.watchers) >= WATCHERS:
            state.watchers = [watcher for watcher in state.watchers if watcher.peer]
        taken = {watcher.number for watcher in state.watchers}
        free = [number for number in range(FIRST_WATCHER, FIRST_WATCHER + WATCHERS) if number not in taken]
        if not free:
            return None
        place = Seat(free[0])
        state.watchers.append(place)
        return place

    def sit_down(self, seat: Seat, peer: str, hello: Hello) -> None:
        """The person whose seat it is plays on that link from now on; where a bot has played for it, no longer."""
        if seat.name is None or not made_of(seat.name, tidy_name(hello.name)):  # else who comes back keeps the number
            taken = {other.name for other in self.state.everybody() if other.name and other is not seat}
            seat.name = distinct_name(hello.name, taken, seat.name or f"Player {seat.number + 1}")
        seat.peer, seat.shaky, seat.stand_in = peer, False, None
        seat.view, seat.lang = hello.view, hello.lang
        if hello.view == "record" and self.state.tutor and self.state.tutor.seat == seat.number:
            self.state.tutor = None  # hints are for pages
        if seat in self.state.seats:
            self.state.host = self.state.host or seat
        self.teller.save()
        self.teller.welcome_back(seat)
        self.teller.tell_lobby()
        if self.state.running:
            self.teller.show_table(self.state.running, seat)
        self.teller.tell_trouble_to(seat)

    def take_back(self, seat: Seat) -> None:
        """The person plays again, if a bot did: whatever the person does shows that."""
        if seat.stand_in:
            seat.stand_in = None
            self.teller.save()
            self.teller.tell_lobby()

    def speak(self, seat: Seat, lang: str) -> None:
        """The person reads another language from now on."""
        seat.lang = lang
        self.teller.tell_lobby_to(seat)

    def link_is(self, seat: Seat, *, shaky: bool) -> None:
        """Note whether the person's link is silent for longer than it should be."""
        if seat.shaky != shaky:
            seat.shaky = shaky
            self.teller.tell_lobby()

    # --- going (RULES.md, the "Leaving" sections)

    def went_away(self, seat: Seat) -> None:
        """The person has no link any more: the seat is kept, and a running match waits or has a bot play."""
        seat.peer, seat.shaky, seat.ready = None, False, False
        if self.state.running and self.state.game.leaving.on_drop is OnDrop.BOT_AT_ONCE and seat in self.state.seats:
            seat.stand_in = DEFAULT_BOT
            self.teller.save()
        self.teller.tell_lobby()

    def leave(self, seat: Seat) -> None:
        """Whoever has the seat goes for good, a person or a bot, and a running match follows its game's rule."""
        seat.peer = None
        if seat in self.state.watchers:
            self.state.watchers.remove(seat)
        else:
            instead = self._leave_match(seat)
            if seat is self.state.host:
                self.state.host = next_host(self.state.seats, seat.number)
            self.state.seats[seat.number] = instead
        if not self.playing.end_if_over():
            self.teller.save()
        self.teller.tell_lobby()

    def _leave_match(self, leaver: Seat) -> Seat:
        """Carry out the policy of the game that is played; the seat as the leaver leaves it behind."""
        running, policy = self.state.running, self.state.game.leaving
        empty = Seat(leaver.number)
        if running is None or running.eyes(leaver.number) is None:
            return empty
        left = Report(Happening.LEAVE, leaver.number)
        if self.rights.is_last(leaver):
            self.playing.report(Report(Happening.END))
        elif policy.reported and left in running.match.reports():
            self.playing.report(left)
        elif policy.on_leave is OnLeave.MATCH_ENDS:
            self.playing.report(Report(Happening.END))
        elif policy.on_leave is OnLeave.BOT_PLAYS_ON:
            return Seat(leaver.number, "bot", self.name_for_bot(), bot=DEFAULT_BOT, late=True)
        return empty

    def name_for_bot(self) -> str:
        """A name that no bot has yet."""
        taken = {seat.name for seat in self.state.seats}
        return next(name for number in range(1, len(taken) + 2) if (name := f"Bot {number}") not in taken)

    def pause(self, *, paused: bool) -> None:
        """Stop the running match, or let it go on."""
        self.state.paused = paused
        self.teller.save()
        self.teller.tell_lobby()

    def run_so(self, settings: Settings) -> None:
        """Run the table in another way from now on."""
        self.state.settings = settings
        self.playing.set_clock()
        self.teller.save()
        self.teller.tell_lobby()

    def close(self) -> None:
        """End what is going on, without a result, and let everybody go."""
        self.playing.end()
        for seat in self.state.everybody():
            seat.peer = None

    # --- who sits where

    def move(self, person: Seat, number: int) -> None:
        """The person wants another seat, or a watcher one at all."""
        code = self.rights.why_not_sit(person, number)
        if code:
            self.teller.refuse(person, code)
            return
        state = self.state
        if number == person.number:
            self._show_seat(person)
            return
        if person in state.watchers:
            state.watchers.remove(person)
            state.host = state.host or person
        else:
            state.seats[person.number] = Seat(person.number)
        state.seats[number] = person
        person.ready = False
        person.late = person.late or state.running is not None
        person.number = number
        self.teller.save()
        self._show_seat(person)
        for other in state.everybody():
            if other is not person:
                self.teller.tell_lobby_to(other)

    def _show_seat(self, person: Seat) -> None:
        self.teller.welcome(person)
        self.teller.tell_lobby_to(person)
        if self.state.running:
            self.teller.show_table(self.state.running, person)

    def make_ready(self, seat: Seat) -> None:
        """The person wants to begin, or to go on after a rest; when everybody does, that happens."""
        if seat.stand_in:
            self.take_back(seat)
        elif seat in self.state.watchers:
            self.teller.refuse(seat, "only-players")
        elif self.state.running and not self.state.resting:
            self.teller.refuse(seat, "not-now")
        elif seat.ready:
            self.teller.tell_lobby_to(seat, table=False)
        else:
            seat.ready = True
            if not self.state.running and all(other.kind == "bot" or other.ready for other in self.state.seats):
                self.playing.begin()
            self.teller.tell_lobby()

    def learn(self, seat: Seat, wish: Learn) -> None:
        """The person's first game, step by step."""
        tutor = self.state.tutor
        if wish.do == "start":
            self._begin_lesson(seat)
        elif self.state.running and tutor and tutor.seat == seat.number:
            if wish.do == "next":
                tutor.read(self.teller.seen(self.state.running, seat.number))
            else:
                self.state.tutor = None
            self.teller.show_anew(seat)

    def _begin_lesson(self, seat: Seat) -> None:
        if seat in self.state.watchers:
            self.teller.refuse(seat, "only-players")
        elif self.state.running:
            self.teller.refuse(seat, "not-now")
        elif self.state.game.name not in LESSONS:
            self.teller.refuse(seat, "no-lesson")
        elif any(other.kind != "bot" and other is not seat for other in self.state.seats):
            self.teller.refuse(seat, "not-alone")
        else:
            self.playing.begin(learner=seat.number)
            self.teller.tell_lobby()

    def play(self, game: Game, number: int, options: Mapping[str, str]) -> str | None:
        """Let another game be played here.

        Returns:
            The code of the refusal if that cannot be with the people who are here; nothing has changed then.

        Raises:
            InvalidOptions: it is not played so; nothing has changed.
        """
        game.new(number, options)
        seats = fitted(self.state.seats, number)
        if seats is None:
            return "too-many-people"
        if any(seat.away and seat.number != number for number, seat in enumerate(seats)):
            return "is-away"
        self.playing.end()
        self.state.game, self.state.options = game, dict(options)
        for seat in self.state.everybody():
            seat.result = None
        self.arrange(seats)
        return None

    def arrange(self, seats: Sequence[Seat]) -> None:
        """Let the players sit so, each with the number of the place: nobody is ready any more, all are told."""
        moved = [seat for number, seat in enumerate(seats) if seat not in self.state.seats[number : number + 1]]
        running = self.state.running
        self.state.seats = list(seats)
        for number, seat in enumerate(seats):
            seat.late = seat.late or (running is not None and number != seat.number)
            seat.number, seat.ready = number, False
        self.teller.save()
        for seat in moved:
            self.teller.welcome(seat)
        self.teller.tell_lobby()
        if running:
            for seat in moved:
                self.teller.show_table(running, seat)
