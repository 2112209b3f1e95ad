"""A player at a terminal, without the terminal: a session that hears a real match, a narrator and a console."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import games
from engine.events import Event, seen_by
from engine.record import read_input
from engine.syntax import write_action
from p2p.codec import decode_from_guest, encode
from p2p.guest_session import Effect, GuestSession, Say, Tell
from p2p.messages import EventLine, GuestMessage, HostMessage, Lobby, Over, Person, Table, Welcome
from p2p.terminal.console import Act, Ask, Console, Page, Print, SayReady, TakeSeat, TerminalCommand, Wish
from p2p.terminal.narrator import Narrator
from p2p.text.rulebook import Rulebook

NAMES = ("Ann", "Bob", "Cem", "Dan")
PAGE = Page(20, 100)


class Reader:
    """Ann, in seat 0 unless said otherwise.

    Attributes:
        said: what her session has told the host since it was last looked at.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        own: int = 0,
        asks_ready: bool = True,
        careful: bool = False,
        extra: Sequence[TerminalCommand] = (),
        rulebooks: Callable[[str], Rulebook | None] = lambda _game: None,
    ) -> None:
        self.game = games.find(game)
        self.match = self.game.new(seats, options)
        self.own = own
        self.names = [*NAMES[1 : own + 1], NAMES[0], *NAMES[own + 1 :]][: self.match.seats]
        self.session = GuestSession("Ann")
        self.narrator = Narrator(asks_ready=asks_ready)
        self.console = Console(self.narrator, rulebooks, extra, careful=careful)
        self.said: list[GuestMessage] = []
        self._seq = 0
        self._tail: list[Event] = []
        self._now = 0.0
        self.link_opens()

    # --- from the host

    def link_opens(self) -> list[str]:
        """A link opens; gives what is told."""
        return self.did(self.session.link_opened(self._now))

    def hears(self, message: HostMessage) -> list[str]:
        """The host says something; gives what is told."""
        return self.did(self.session.text_received(encode(message), self._now))

    def welcomed(self) -> list[str]:
        """She gets her seat."""
        return self.hears(Welcome(1, self.own, "token"))

    def lobby(self, *people: Person, playing: bool = False, waiting_for: Sequence[int] = (), **more: Any) -> list[str]:
        """The host says who is there: by default everybody, as people; ``more`` of it as in the message."""
        seated = list(people) or [Person(seat, name, "person") for seat, name in enumerate(self.names)]
        return self.hears(
            Lobby(
                game=self.game.name,
                title=self.game.title,
                options=dict(self.match.options),
                you=more.pop("you", self.own),
                people=seated,
                playing=playing,
                waiting_for=list(waiting_for),
                **more,
            )
        )

    def match_begins(self) -> list[str]:
        """Everybody is there and ready."""
        return [*self.welcomed(), *self.lobby(), *self.lobby(playing=True)]

    def happens(self, *lines: str) -> list[str]:
        """Lines of the record are played; gives what is told of them."""
        return [told for line in lines for told in self.hears(self.table(self._apply(line)))]

    def returns(self, *missed: str) -> list[str]:
        """Her link is lost and opened again; gives what is told after that.

        Args:
            missed: lines of the record that are played meanwhile.
        """
        self.did(self.session.link_closed())
        for line in missed:
            self._apply(line)
        self.link_opens()
        self.welcomed()
        self.lobby(playing=True)
        return self.hears(self.table(self._tail))

    def _apply(self, line: str) -> list[Event]:
        events = self.match.apply(read_input(self.game, line.split()))
        self._tail += [event for event in events if not event.sentence.fleeting]
        return events

    def table(self, events: Sequence[Event]) -> Table:
        """The table as the host shows it to her."""
        self._seq += 1
        legal = [write_action(self.game.verbs, action) for action in self.match.legal(self.own)]
        return Table(
            seq=self._seq,
            prompt=self._seq if legal else None,
            view=self.match.view(self.own),
            legal=legal,
            events=[
                EventLine(event.code, event.params(), event.text(self.names.__getitem__))
                for event in seen_by(self.own, events)
            ],
        )

    def result(self) -> list[str]:
        """The match is over; gives what is told."""
        match = self.match
        return self.hears(Over(match.ending.value if match.ending else "", list(match.totals), list(match.winners)))

    # --- from her

    def types(self, line: str, page: Page = PAGE) -> list[str]:
        """She types a line; gives what is shown. What it makes her session say is in ``said``."""
        match self.wish(line, page):
            case Print(lines):
                return [line.text for line in lines]
            case Act(action):
                return self.did(self.session.act(action))
            case Ask(message):
                return self.did(self.session.ask(message))
            case SayReady():
                return self.did(self.session.ready())
            case TakeSeat(seat):
                return self.did(self.session.sit(seat))
            case _:
                return []

    def wish(self, line: str, page: Page = PAGE) -> Wish | None:
        """She types a line; gives what she wants."""
        return self.console.typed(self.session, line, page)

    def did(self, effects: list[Effect]) -> list[str]:
        """Note what the session wants done; gives what is told."""
        told = []
        for effect in effects:
            match effect:
                case Say(text):
                    self.said.append(decode_from_guest(text))
                case Tell():
                    told += [line.text for line in self.narrator.tell(self.session, effect)]
                case _:
                    pass
        return told
