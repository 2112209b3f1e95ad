"""What people at a table are told: of each other, of the match as each may see it, and why something is not done."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec.structs import replace as changed

from engine.errors import IllegalAction
from engine.inputs import Act as ActInput
from p2p.effects import SaveTable
from p2p.messages import PROTOCOL_VERSION, Act, Lobby, Message, Person, Refused, Trouble, Welcome
from p2p.outbox import Outbox
from p2p.reasons import REFUSALS
from p2p.rights import Rights
from p2p.running_match import RunningMatch, Step
from p2p.seating import Seat
from p2p.table_state import TableState
from p2p.table_view.layout import Seen
from p2p.text.catalogue import Catalogue
from p2p.text.sentences import reason_of
from p2p.text.shelf import Shelf
from p2p.zones import Onlooker


class Teller:
    """Tells people what happens at a table, each in their own way and language; and has the table written down.

    Args:
        outbox: takes what is to be sent and written.
        shelf: the texts for players.
    """

    def __init__(self, state: TableState, outbox: Outbox, shelf: Shelf) -> None:
        self._state = state
        self._rights = Rights(state)
        self._outbox = outbox
        self._shelf = shelf

    def tell(self, seat: Seat, message: Message) -> None:
        """Send a message to a person, if that person is here."""
        self._outbox.send(seat.peer, message)

    def tell_everybody(self, message: Message) -> None:
        """Send a message to all people who are here."""
        for seat in self._state.everybody():
            self.tell(seat, message)

    def refuse(self, seat: Seat, code: str, text: str | None = None, prompt: int | None = None) -> None:
        """Tell a person that what was asked for is not done."""
        self.tell(seat, Refused(code, text or self.translated(seat)(REFUSALS[code]), prompt))

    def refuse_act(self, seat: Seat, error: IllegalAction, prompt: int) -> None:
        """Tell a person why the rules forbid an act."""
        self.refuse(seat, error.code, reason_of(error, self._state.name_of, self.translated(seat)), prompt)

    def welcome(self, seat: Seat) -> None:
        """Tell a person which seat it is, and what proves it."""
        number = seat.number if seat in self._state.seats else None
        self.tell(seat, Welcome(PROTOCOL_VERSION, number, seat.token or "", seat.key or 0))

    def welcome_back(self, seat: Seat) -> None:
        """Tell a person which seat it is and, if no match has begun since, how the last one ended."""
        self.welcome(seat)
        if seat.result:
            self.tell(seat, seat.result)

    def tell_lobby(self, *, table: bool = True) -> None:
        """Tell everybody who is at the table.

        Args:
            table: whether views of the match may show what has changed.
        """
        for seat in self._state.everybody():
            self.tell_lobby_to(seat, table=table)

    def tell_consequences(self) -> None:
        """Tell all for whom it has changed what becomes of the match if they leave."""
        for seat in self._state.seats:
            if seat.peer and seat.leaving_told != self._rights.leaving(seat):
                self.tell_lobby_to(seat, table=False)

    def tell_lobby_to(self, seat: Seat, *, table: bool = True) -> None:
        """Tell a person who is at the table. Views in zones show that, too, and are sent anew."""
        if seat.peer is None:
            return
        self.tell(seat, self._lobby_for(seat))
        if table and self._state.running and seat.view == "zones":
            self.tell(seat, self._onlooker(self._state.running, seat).snapshot())

    def _lobby_for(self, seat: Seat) -> Lobby:
        state, host = self._state, self._state.acting_host()
        seat.leaving_told = self._rights.leaving(seat)
        return Lobby(
            game=state.game.name,
            title=self.translated(seat)(state.game.title),
            options=state.options,
            you=seat.number,
            people=self._with_rights(state.people(), seat),
            playing=state.running is not None,
            waiting_for=state.missing(),
            host=host.number if host else None,
            paused=state.paused,
            resting=state.resting,
            watchers=self._with_rights(state.people_watching(), seat),
            settings=state.settings,
            leaving=seat.leaving_told,
            may=self._rights.with_table(seat),
            matches=state.matches,
        )

    def tell_trouble_to(self, seat: Seat) -> None:
        """Tell a person that nothing can be written down, if that is so, and whether to decide what to do."""
        if self._state.trouble is not None:
            self.tell(seat, Trouble(self._state.trouble, seat is self._state.acting_host()))

    def tell_all_anew(self) -> None:
        """Tell everybody everything, as after a return."""
        for seat in self._state.everybody():
            if seat.peer:
                self.welcome_back(seat)
                self.tell_lobby_to(seat)
                if self._state.running:
                    self.show_table(self._state.running, seat)

    def _with_rights(self, people: Sequence[Person], reader: Seat) -> list[Person]:
        return [changed(person, may=self._rights.with_seat(reader, person.seat)) for person in people]

    # --- the match

    def show(self, running: RunningMatch, step: Step) -> None:
        """Show what an input brought to all who see something new."""
        for seat in self._state.everybody():
            if seat.peer is None or not step.reaches(running.eyes(seat.number)):
                continue
            if seat.view == "zones":
                self.tell(seat, self._onlooker(running, seat).change(step.events))
            else:
                self.tell(seat, running.table_for(seat.number, step.events, self._state.name_of))

    def show_anew(self, seat: Seat) -> None:
        """Show a person with a page the table as it is: what is told of it has changed."""
        if self._state.running:
            self.tell(seat, self._onlooker(self._state.running, seat).snapshot())

    def show_table(self, running: RunningMatch, seat: Seat) -> None:
        """Show the table as it is to somebody who has come back, after the lobby."""
        if seat.view == "record":
            self.tell(seat, running.snapshot_for(seat.number, self._state.name_of))

    def read(self, running: RunningMatch, seat: Seat, act: Act) -> ActInput:
        """What an act stands for; raises `UnreadableInput` if it cannot be told."""
        if act.action is None:
            return self._onlooker(running, seat).act(act)
        return running.read(seat.number, act.action)

    def seen(self, running: RunningMatch, number: int) -> Seen:
        """What a seat sees of a match now, in its person's language."""
        return self._onlooker(running, self._state.seats[number]).now()

    def _onlooker(self, running: RunningMatch, seat: Seat) -> Onlooker:
        state = self._state
        eyes = Onlooker(running, seat.number, state.people(), state.names(), self.translated(seat), state.time_left())
        learns = state.tutor is not None and state.tutor.seat == seat.number
        return replace(eyes, coach=state.tutor.coach(eyes.now())) if state.tutor and learns else eyes

    def translated(self, seat: Seat) -> Catalogue:
        """The texts in a person's language."""
        return self._shelf.catalogue(seat.lang)

    # --- writing down

    def save(self) -> None:
        """Have the table written down before anything of this step is told."""
        self._outbox.put(SaveTable(self._state.saved()))
