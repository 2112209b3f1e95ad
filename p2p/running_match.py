"""A match at a table: the engine's match with its record, and what each seat is shown of it and asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.bots.bot import Bot
from engine.errors import UnreadableInput
from engine.events import Event, SeatName, seen_by
from engine.inputs import Act, Action, Happening, Input, Need, Report
from engine.match import Game, View
from engine.record import write_header, write_input
from engine.syntax import read_action, write_action
from p2p.codec import fitting
from p2p.messages import EventLine, Over, Person, Table

LOG_TAIL: Final = 60
"""How many of the last events a returning player is told."""


@dataclass(frozen=True)
class Prompt:
    """A numbered request to a seat to act."""

    number: int
    legal: list[Action]


@dataclass
class Sight:
    """What one seat has been shown of a match, or everybody who has none.

    The numbers count what this seat was shown, not what happened: they would tell how many others have answered in
    secret. They are the same after the match was read back from its record.

    Attributes:
        view: the present one.
        before: the one before the last change.
        changes: how often there was something new to show.
        prompts: how many prompts there were.
        prompt: the one that waits for an answer.
        seen: all events that were seen, from the beginning.
        log: those of them that a log keeps.
    """

    view: View
    before: View = field(init=False)
    changes: int = 0
    prompts: int = 0
    prompt: Prompt | None = None
    seen: list[Event] = field(default_factory=list)
    log: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.before = self.view

    @property
    def tail(self) -> list[Event]:
        """The end of the log."""
        return self.log[-LOG_TAIL:]

    def see(self, events: Sequence[Event]) -> None:
        """Take down what is seen."""
        self.seen += events
        self.log += _kept(events)

    def ask(self, legal: list[Action]) -> None:
        """Put a new prompt before the seat."""
        self.prompts += 1
        self.prompt = Prompt(self.prompts, legal)


class Step(NamedTuple):
    """What an input brought: its line for the record, what happened, and who sees something new.

    ``shown_beside`` says whether those do who have no seat in the match.
    """

    line: str
    events: list[Event]
    shown_to: list[int]
    shown_beside: bool

    def reaches(self, eyes: int | None) -> bool:
        """Whether it brought something new for these eyes (`RunningMatch.eyes`)."""
        return self.shown_beside if eyes is None else eyes in self.shown_to


class RunningMatch:
    """One match, from its first input to its end.

    A seat keeps its prompt while others act beside it, as long as its choices stay the same and no time begins anew in
    which to answer: in a chop window those who decline disturb nobody, but another window is another question.

    Attributes:
        names: who sat in each seat when it began.
        bots: who plays for a seat now, where a bot does.
        played: the inputs that the match has taken.
        sights: what each seat has been shown.
        absent: the seats whose player has left and that nobody has taken again.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Mapping[str, str],
        names: Mapping[int, str],
        bots: Mapping[int, Bot] | None = None,
    ) -> None:
        self.game = game
        self.names = names
        self.bots: dict[int, Bot] = dict(bots or {})
        self.match = game.new(seats, options)
        self.played: list[Input] = []
        self.sights = [Sight(self.match.view(seat)) for seat in range(seats)]
        self.absent: set[int] = set()
        self._public = Sight(self.match.view(None))
        self._new_questions = {timed.begins for timed in game.timed.values()}

    def header(self) -> list[str]:
        """The header lines of the record."""
        return write_header(self.game, self.match.seats, self.match.options, self.names)

    @property
    def players(self) -> list[Person]:
        """Who played from its beginning, by seat."""
        return [
            Person(seat, self.names.get(seat), "bot" if seat in self.bots else "person")
            for seat in range(self.match.seats)
        ]

    @property
    def inputs(self) -> int:
        """How many inputs the match has taken."""
        return len(self.played)

    @property
    def over(self) -> bool:
        """Whether nothing is accepted any more."""
        return self.match.needs is Need.NOTHING

    @property
    def needs_chance(self) -> bool:
        """Whether a chance outcome is asked for."""
        return self.match.needs not in {Need.SEAT, Need.PLAYERS, Need.NOTHING}

    @property
    def between_hands(self) -> bool:
        """Whether nobody has cards and a deal is waited for."""
        return self.match.needs in {Need.DEALER, Need.DECK, Need.PLAYERS}

    @property
    def hands(self) -> int:
        """How many hands are finished."""
        return len(self.match.hand_points)

    def apply(self, given: Input) -> Step:
        """Play an input; raises `IllegalAction` and changes nothing if the rules forbid it."""
        events = self.match.apply(given)
        self.played.append(given)
        match given:
            case Report(Happening.LEAVE, seat):
                self.absent.add(seat)
            case Report(Happening.SIT, seat):
                self._sit_down(seat)
        shown_to = [seat for seat in range(self.match.seats) if self._show(seat, given, events)]
        return Step(write_input(self.game, given), events, shown_to, self._show(None, given, events))

    def _sit_down(self, seat: int) -> None:
        """Whoever takes a seat knows what everybody does, and not what its last player saw."""
        public, old = self._public, self.sights[seat]
        self.absent.discard(seat)
        sight = self.sights[seat] = Sight(public.view, changes=public.changes, prompts=old.prompts)
        sight.see(public.seen)

    def _show(self, seat: int | None, given: Input, events: Sequence[Event]) -> bool:
        """Bring what a seat knows up to date; false if nothing has changed for it."""
        sight = self._public if seat is None else self.sights[seat]
        seen = seen_by(seat, events)
        sight.see(seen)
        asked = sight.prompt
        sight.before, sight.view = sight.view, self.match.view(seat)
        if seat is not None:
            if seat in self.bots:
                _tell(self.bots[seat], seen)
            answered = isinstance(given, Act) and given.seat == seat
            asked_anew = not self._new_questions.isdisjoint(event.code for event in events)
            self._renew_prompt(seat, sight, anew=answered or asked_anew)
        changed = bool(seen) or (sight.before, asked) != (sight.view, sight.prompt)
        sight.changes += changed
        return changed

    def _renew_prompt(self, seat: int, sight: Sight, *, anew: bool) -> None:
        if seat not in self.match.to_act:
            sight.prompt = None
            return
        legal = self.match.legal(seat)
        if anew or sight.prompt is None or sight.prompt.legal != legal:
            sight.ask(legal)

    # --- who looks at it, and who plays

    def eyes(self, seat: int) -> int | None:
        """Through which seat's eyes the match is seen from there; ``None`` for what everybody may see."""
        return seat if seat < self.match.seats and seat not in self.absent else None

    def sight_of(self, seat: int) -> Sight:
        """What is seen from there: from a seat that takes no part, or from beside the table, what everybody sees."""
        eyes = self.eyes(seat)
        return self._public if eyes is None else self.sights[eyes]

    def prompt_of(self, seat: int) -> Prompt | None:
        """What a seat is asked now."""
        return self.sight_of(seat).prompt

    def seat_bot(self, seat: int, bot: Bot) -> None:
        """Let a bot play for a seat from now on. It is told all that the seat has seen, and no more."""
        self.bots[seat] = bot
        _tell(bot, self.sight_of(seat).seen)

    def asks(self, seat: int, prompt: int) -> bool:
        """Whether a seat's prompt of that number still waits for an answer."""
        asked = self.prompt_of(seat)
        return asked is not None and asked.number == prompt

    def read(self, seat: int, text: str) -> Act:
        """The act that a seat's text spells; raises `UnreadableInput` if it spells none."""
        words = text.split(" ")
        if "" in words:
            raise UnreadableInput("Write an action as words separated by single blanks.")
        return Act(seat, read_action(self.game.verbs, words))

    def table_for(self, seat: int, events: Sequence[Event], seat_name: SeatName) -> Table:
        """What a seat sees now, with the given events as far as they are for its eyes."""
        sight = self.sight_of(seat)
        table = Table(
            seq=sight.changes,
            prompt=sight.prompt.number if sight.prompt else None,
            view=sight.view,
            legal=[write_action(self.game.verbs, action) for action in sight.prompt.legal] if sight.prompt else [],
            events=_lines(self.seen_from(seat, events), len(sight.log), seat_name),
        )
        return fitting(table)

    def snapshot_for(self, seat: int, seat_name: SeatName) -> Table:
        """What a returning player needs to go on: the table and the end of the log."""
        return self.table_for(seat, self.sight_of(seat).tail, seat_name)

    def seen_from(self, seat: int, events: Sequence[Event]) -> list[Event]:
        """The events that are seen from a seat, or from a place beside the table."""
        return seen_by(self.eyes(seat), events)

    def log_for(self, seat: int, seat_name: SeatName) -> list[EventLine]:
        """All that a seat has seen of the match, but what no log keeps."""
        log = self.sight_of(seat).log
        return _lines(log, len(log), seat_name)

    def result(self) -> Over:
        """How the match ended."""
        match = self.match
        hat = self.sights[0].view.get("hat") or ()
        return Over(match.ending.value if match.ending else "", list(match.totals), list(match.winners), list(hat))


def _tell(bot: Bot, events: Iterable[Event]) -> None:
    for event in events:
        bot.see(event)


def _kept(events: Iterable[Event]) -> list[Event]:
    """The events that a log keeps."""
    return [event for event in events if not event.sentence.fleeting]


def _lines(events: Sequence[Event], logged: int, seat_name: SeatName) -> list[EventLine]:
    """Events as a seat is told of them.

    Args:
        events: that the seat may see; the last ones there were.
        logged: how many events its log holds with them.
        seat_name: how seats are called.
    """
    numbers = iter(range(logged - len(_kept(events)), logged))
    return [
        EventLine(
            event.code,
            event.params(),
            event.text(seat_name),
            None if event.sentence.fleeting else next(numbers),
        )
        for event in events
    ]
