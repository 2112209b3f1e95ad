"""The table at the host: who sits where, and what is played, from the lobby through any number of matches.

Pure, and a part of `p2p.host_session`, which knows the links: here a peer is the name of a link that has a seat.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.chance import Rng
from engine.inputs import Happening, Report
from engine.match import Game, Leaving
from p2p.lessons import LESSONS
from p2p.messages import Hello, Learn
from p2p.outbox import Outbox
from p2p.playing import Playing
from p2p.running_match import RunningMatch
from p2p.saved_table import SavedTable
from p2p.seating import Seat, distinct_name, fitted, free_seat, next_host
from p2p.table_state import TableState
from p2p.telling import Teller
from p2p.text.shelf import Shelf

_REPORTS_LEAVING: Final = frozenset({Leaving.GAME_ENDS, Leaving.BET_IS_LOST})
"""The policies whose rules say what a leaver's match becomes; under the others it ends without a result."""


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

    Raises:
        EngineError: the game is not played so, or there is no such bot.
    """

    def __init__(
        self, game: Game, saved: SavedTable, *, new_token: Callable[[], str], rng: Rng, outbox: Outbox, shelf: Shelf
    ) -> None:
        self.state = TableState.restored(game, saved)
        self.teller = Teller(self.state, outbox, shelf)
        self.playing = Playing(self.state, self.teller, rng, outbox)
        self._new_token = new_token

    # --- coming and going (RULES.md, the "Leaving" sections)

    def seat_for_newcomer(self, token: str | None) -> Seat | None:
        """A seat that is given to somebody new, who comes with `sit_down`; ``None`` if there is none now.

        Args:
            token: what is to prove it; ``None`` for a new one.
        """
        seat = None if self.state.running else free_seat(self.state.seats)
        if seat:
            seat.kind, seat.token = "person", token or self._new_token()
        return seat

    def sit_down(self, seat: Seat, peer: str, hello: Hello) -> None:
        """The person whose seat it is plays on that link from now on."""
        taken = {other.name for other in self.state.seats if other.name and other is not seat}
        seat.name = distinct_name(hello.name, taken, seat.name or f"Player {seat.number + 1}")
        seat.peer, seat.shaky = peer, False
        seat.view, seat.lang = hello.view, hello.lang
        if hello.view == "record" and self.state.tutor and self.state.tutor.seat == seat.number:
            self.state.tutor = None  # hints are for pages
        self.state.host = self.state.host or seat
        self.teller.save()
        self.teller.welcome_back(seat)
        self.teller.tell_lobby()
        if self.state.running:
            self.teller.show_table(self.state.running, seat)
        self.teller.tell_trouble_to(seat)

    def speak(self, seat: Seat, lang: str) -> None:
        """The person reads another language from now on."""
        seat.lang = lang
        self.teller.tell_lobby_to(seat)

    def link_is(self, seat: Seat, *, shaky: bool) -> None:
        """Note whether the person's link is silent for longer than it should be."""
        if seat.shaky != shaky:
            seat.shaky = shaky
            self.teller.tell_lobby()

    def went_away(self, seat: Seat) -> None:
        """The person has no link any more; the seat is kept, and a running match stands still."""
        seat.peer, seat.shaky, seat.ready = None, False, False
        self.teller.tell_lobby()

    def leave(self, seat: Seat) -> None:
        """The person goes for good: the seat is free, and a running match follows its game's rule."""
        seat.peer = None
        if self.state.running:
            self.playing.report(self._leaving_report(self.state.running, seat))
        if seat is self.state.host:
            self.state.host = next_host(self.state.seats, seat.number)
        self.state.seats[seat.number] = Seat(seat.number)
        if not self.playing.end_if_over():
            self.teller.save()
        self.teller.tell_lobby()

    def _leaving_report(self, running: RunningMatch, leaver: Seat) -> Report:
        report = Report(Happening.LEAVE, leaver.number)
        others = any(seat.kind == "person" and seat is not leaver for seat in self.state.seats)
        if others and self.state.game.leaving in _REPORTS_LEAVING and report in running.match.reports():
            return report
        return Report(Happening.END)

    def pause(self, *, paused: bool) -> None:
        """Stop the running match, or let it go on."""
        self.state.paused = paused
        self.teller.save()
        self.teller.tell_lobby()

    def close(self) -> None:
        """End what is going on, without a result, and let everybody go."""
        self.playing.end()
        for seat in self.state.seats:
            seat.peer = None

    # --- the lobby

    def move(self, seat: Seat, number: int) -> None:
        """The person wants another seat."""
        seats = self.state.seats
        if self.state.running:
            self.teller.refuse(seat, "not-now")
        elif number >= len(seats):
            self.teller.refuse(seat, "no-such-seat")
        elif number != seat.number and seats[number].kind != "empty":
            self.teller.refuse(seat, "seat-taken")
        else:
            seats[seat.number] = Seat(seat.number)
            seats[number] = seat
            seat.ready = seat.ready and number == seat.number
            seat.number = number
            self.teller.save()
            self.teller.welcome(seat)
            self.teller.tell_lobby()

    def make_ready(self, seat: Seat) -> None:
        """The person wants to begin; when everybody does, the match starts."""
        if self.state.running:
            self.teller.refuse(seat, "not-now")
            return
        seat.ready = True
        if all(other.kind == "bot" or other.ready for other in self.state.seats):
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
        if self.state.running:
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
        self.state.game, self.state.options = game, dict(options)
        for seat in seats:
            seat.result = None
        self.arrange(seats)
        return None

    def arrange(self, seats: Sequence[Seat]) -> None:
        """Let the players sit so, each with the number of the place: nobody is ready any more, all are told."""
        moved = [seat for number, seat in enumerate(seats) if seat not in self.state.seats[number : number + 1]]
        self.state.seats = list(seats)
        for number, seat in enumerate(seats):
            seat.number, seat.ready = number, False
        self.teller.save()
        for seat in moved:
            self.teller.welcome(seat)
        self.teller.tell_lobby()
