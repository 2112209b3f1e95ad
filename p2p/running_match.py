"""A match at a table: the engine's match with its record, and what each seat is shown of it and asked."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.bots.bot import Bot
from engine.errors import UnreadableInput
from engine.events import Event, SeatName, seen_by
from engine.inputs import Act, Action, Input, Need
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
    """What one seat has been shown of a match.

    The numbers count what this seat was shown, not what happened: they would tell how many others have answered in
    secret. They are the same after the match was read back from its record.

    Attributes:
        view: the present one.
        before: the one before the last change.
        changes: how often there was something new to show.
        prompts: how many prompts there were.
        prompt: the one that waits for an answer.
        logged: how many events a log of the whole match holds.
        tail: the last of them.
    """

    view: View
    before: View = field(init=False)
    changes: int = 0
    prompts: int = 0
    prompt: Prompt | None = None
    logged: int = 0
    tail: deque[Event] = field(default_factory=lambda: deque(maxlen=LOG_TAIL))

    def __post_init__(self) -> None:
        self.before = self.view

    def ask(self, legal: list[Action]) -> None:
        """Put a new prompt before the seat."""
        self.prompts += 1
        self.prompt = Prompt(self.prompts, legal)


class Step(NamedTuple):
    """What an input brought: its line for the record, what happened, and the seats that see something new."""

    line: str
    events: list[Event]
    shown_to: list[int]


class RunningMatch:
    """One match, from its first input to its end.

    A seat keeps its prompt while others act beside it, as long as its choices stay the same: in a chop window those
    who decline disturb nobody.

    Attributes:
        played: the inputs that the match has taken.
        sights: what each seat has been shown.
    """

    def __init__(
        self, game: Game, seats: int, options: Mapping[str, str], names: Mapping[int, str], bots: Mapping[int, Bot]
    ) -> None:
        self.game = game
        self.names = names
        self.bots = bots
        self.match = game.new(seats, options)
        self.played: list[Input] = []
        self.sights = [Sight(self.match.view(seat)) for seat in range(seats)]

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

    def apply(self, given: Input) -> Step:
        """Play an input; raises `IllegalAction` and changes nothing if the rules forbid it."""
        events = self.match.apply(given)
        self.played.append(given)
        shown_to = [seat for seat in range(self.match.seats) if self._show(seat, given, seen_by(seat, events))]
        return Step(write_input(self.game, given), events, shown_to)

    def _show(self, seat: int, given: Input, seen: Sequence[Event]) -> bool:
        """Bring what a seat knows up to date; false if nothing has changed for it."""
        sight = self.sights[seat]
        kept = [event for event in seen if not event.sentence.fleeting]
        sight.tail.extend(kept)
        sight.logged += len(kept)
        if seat in self.bots:
            for event in seen:
                self.bots[seat].see(event)
        asked = sight.prompt
        sight.before, sight.view = sight.view, self.match.view(seat)
        self._renew_prompt(seat, sight, answered=isinstance(given, Act) and given.seat == seat)
        changed = bool(seen) or (sight.before, asked) != (sight.view, sight.prompt)
        sight.changes += changed
        return changed

    def _renew_prompt(self, seat: int, sight: Sight, *, answered: bool) -> None:
        if seat not in self.match.to_act:
            sight.prompt = None
            return
        legal = self.match.legal(seat)
        if answered or sight.prompt is None or sight.prompt.legal != legal:
            sight.ask(legal)

    def asks(self, seat: int, prompt: int) -> bool:
        """Whether a seat's prompt of that number still waits for an answer."""
        asked = self.sights[seat].prompt
        return asked is not None and asked.number == prompt

    def read(self, seat: int, text: str) -> Act:
        """The act that a seat's text spells; raises `UnreadableInput` if it spells none."""
        words = text.split(" ")
        if "" in words:
            raise UnreadableInput("Write an action as words separated by single blanks.")
        return Act(seat, read_action(self.game.verbs, words))

    def table_for(self, seat: int, events: Sequence[Event], seat_name: SeatName) -> Table:
        """What a seat sees now, with the given events as far as they are for its eyes."""
        sight = self.sights[seat]
        table = Table(
            seq=sight.changes,
            prompt=sight.prompt.number if sight.prompt else None,
            view=sight.view,
            legal=[write_action(self.game.verbs, action) for action in sight.prompt.legal] if sight.prompt else [],
            events=[EventLine(event.code, event.params(), event.text(seat_name)) for event in seen_by(seat, events)],
        )
        return fitting(table)

    def snapshot_for(self, seat: int, seat_name: SeatName) -> Table:
        """What a returning player needs to go on: the table and the end of the log."""
        return self.table_for(seat, self.sights[seat].tail, seat_name)

    def result(self) -> Over:
        """How the match ended."""
        match = self.match
        return Over(match.ending.value if match.ending else "", list(match.totals), list(match.winners))
