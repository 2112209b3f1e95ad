"""What a game is: a match that folds its inputs, and the entry a game makes in the registry.

A `Match` says what it needs: a chance outcome, an action of one or several seats, or nothing. It never draws
randomness, reads a clock or sleeps. Same inputs, same match, byte for byte (RULES.md §0.3, §0.4).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from operator import add
from typing import Any, ClassVar, Final, Self

from engine.cards import FULL_DECK, cards_in
from engine.errors import IllegalAction, InvalidOptions, quoted
from engine.events import Event, Json, Sentence
from engine.inputs import Act, Action, Chance, Happening, Input, Need, Report
from engine.leaving import Leaving
from engine.syntax import Syntax

View = dict[str, Any]
"""What one seat, or somebody without one, sees, as JSON: built by naming what is visible."""

Points = tuple[int, ...]
"""One figure a seat; partners carry their team's figure twice."""

NOT_ASKED_FOR = Sentence("not-asked-for", '"{given:word}" is not asked for now; the match needs: {needs:word}.')
NOT_YOUR_TURN = Sentence("not-your-turn", "It is not the turn of {seat:seat}.")
NO_SUCH_SEAT = Sentence("no-such-seat", "There is no seat {number:number} at this table.")
NOT_AN_ACTION_NOW = Sentence("not-an-action-now", 'You cannot "{verb:word}" now.')
NOT_REPORTED_NOW = Sentence("not-reported-now", 'The table cannot report "{happening:word}" now.')
MATCH_IS_OVER = Sentence("match-is-over", "The match is over; nothing is accepted any more.")
BAD_DEALER = Sentence("bad-dealer", "One seat deals.")
BAD_DECK = Sentence("bad-deck", "A deck names each of its {number:number} cards once.")
BAD_DICE = Sentence("bad-dice", "{number:number} dice are asked for, each from 1 to 6.")
BAD_CARD = Sentence("bad-card", "The card to be drawn must be one of those it is drawn from.")

_new: Final = object.__new__  # copies are made often, and reading it from its class is a twentieth of one
_PIPS: Final = frozenset(range(1, 7))

TABLE_ENDED = Sentence("table-ended", "The match is broken off.")


class Ending(StrEnum):
    """How a match came to its end (RECORDS.md, The state as JSON)."""

    WON = "won"
    DRAWN = "drawn"
    ENDED = "ended"


class Match(ABC):
    """One match of one game, from the first chance outcome to its end.

    Subclasses keep all state in attributes whose values are immutable, but for a few flat lists, sets and dicts that
    change with every turn: those are named in ``_containers``, so that `copy` can duplicate them.

    Attributes:
        seats: how many seats the match has.
        needs: what it waits for.
        to_act: the seats that may act now, ascending; empty unless ``needs`` is ``SEAT``.
        phase: the game's own phase.
        hand_points: the points of each finished hand.
        totals: the running totals, a figure a seat.
        ending: ``None`` while the match goes on.
        winners: the seats that won; empty while it goes on and after a draw or a closed table.
        dice_wanted: how many dice the match asks for while it needs ``DICE``.
    """

    game: ClassVar["Game"]
    deck: ClassVar[int] = FULL_DECK
    _containers: ClassVar[tuple[str, ...]]

    phase: StrEnum

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        """Start a match; `Game.new` checks the arguments."""
        self.seats = seats
        self.options = options
        self.needs = Need.DECK
        self.to_act: tuple[int, ...] = ()
        self.hand_points: tuple[Points, ...] = ()
        self.totals: Points = (0,) * seats
        self.ending: Ending | None = None
        self.winners: tuple[int, ...] = ()
        self.dice_wanted = 0

    # --- inputs

    def apply(self, given: Input) -> list[Event]:
        """Check an input, change the match by it and tell what happened.

        Raises:
            IllegalAction: the rules forbid the input now; nothing has changed.
        """
        match given:
            case Act(seat, action):
                return self.act(seat, action)
            case Chance():
                return self.chance(given)
            case _:
                return self.report(given)

    def act(self, seat: int, action: Action) -> list[Event]:
        """Carry out a seat's action; raises `IllegalAction` and changes nothing if it is not legal."""
        if seat not in self.to_act:
            raise self._out_of_turn(seat, action)
        return self._act(seat, action)

    def chance(self, outcome: Chance) -> list[Event]:
        """Take the chance outcome that the match asked for; raises `IllegalAction` if it is another one."""
        if self.needs is not outcome.need:
            raise self._not_asked_for(outcome.need)
        self._check_chance(outcome)
        return self._chance(outcome)

    def report(self, report: Report) -> list[Event]:
        """Take what the table reports; raises `IllegalAction` if the rules have no place for it now."""
        if report not in self.reports():
            raise self._not_reported(report)
        if report.happening is Happening.END:
            self._finish(Ending.ENDED, ())
            return [Event(TABLE_ENDED), *self._table_closed()]
        return self._report(report)

    # --- what may be seen

    @abstractmethod
    def legal(self, seat: int) -> list[Action]:
        """Every action that the seat may take now: complete and exact; empty when it may not act."""

    def reports(self) -> list[Report]:
        """Everything that the table may report now."""
        return [] if self.ending else [Report(Happening.END)]

    def drawable(self) -> int:
        """The set of cards that the card asked for may come from, while the match needs ``CARD``."""
        return 0

    def view(self, seat: int | None) -> View:
        """What the seat may see, and nothing else; with no seat, what anybody may see who has none."""
        return {
            "game": self.game.name,
            "seat": seat,
            "phase": self.phase.value,
            "needs": self.needs.value,
            "to_act": list(self._acting_as_seen_by(seat)),
            "totals": list(self.totals),
            "hands": [list(points) for points in self.hand_points],
            "ending": self.ending,
            "winners": list(self.winners),
            **self._view(seat),
        }

    def may_go_on_forever(self) -> bool:
        """Whether the match need not end by itself, so that simulations cap it."""
        return self.game.endless

    def extras(self) -> dict[str, Json]:
        """Public facts of the game's own that the state as JSON carries beside the common ones."""
        return {}

    def copy(self) -> Self:
        """An independent match in the same state."""
        twin = _new(type(self))
        state = self.__dict__.copy()
        for name in self._containers:
            state[name] = state[name].copy()
        twin.__dict__ = state
        return twin

    # --- what each game fills in

    @abstractmethod
    def _act(self, seat: int, action: Action) -> list[Event]:
        """As `act`, for a seat that is to act."""

    @abstractmethod
    def _chance(self, outcome: Chance) -> list[Event]:
        """As `chance`, for an outcome that was asked for and is well-formed."""

    def _report(self, report: Report) -> list[Event]:
        """As `report`, for a report that `reports` lists, other than the end of the table."""
        raise NotImplementedError

    @abstractmethod
    def _view(self, seat: int | None) -> View:
        """The game's own part of the view."""

    def _acting_as_seen_by(self, seat: int | None) -> Sequence[int]:  # noqa: ARG002  # for games that hide it
        """The seats to act that this seat, or somebody without one, may know of."""
        return self.to_act

    def _table_closed(self) -> list[Event]:
        """Settle what a closed table still settles; the match has ended without result."""
        return []

    def _gain(self, seat: int, points: int) -> None:
        """Add points to a seat's total in the middle of a hand."""
        self.totals = (*self.totals[:seat], self.totals[seat] + points, *self.totals[seat + 1 :])

    def _write_down(self, points: Points) -> None:
        """Note the points of a finished hand and add them to the totals."""
        self.hand_points += (points,)
        self.totals = tuple(map(add, self.totals, points))

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        """End the match."""
        self.ending = ending
        self.winners = tuple(winners)
        self.needs = Need.NOTHING
        self.to_act = ()

    # --- refusals

    def _out_of_turn(self, seat: int, action: Action) -> IllegalAction:
        if not 0 <= seat < self.seats:
            return IllegalAction(NO_SUCH_SEAT, seat)
        if self.needs is not Need.SEAT:
            return self._not_asked_for(action.verb)
        return IllegalAction(NOT_YOUR_TURN, seat)

    def _not_asked_for(self, given: str) -> IllegalAction:
        if self.ending:
            return IllegalAction(MATCH_IS_OVER)
        return IllegalAction(NOT_ASKED_FOR, given, self.needs.value)

    def _not_reported(self, report: Report) -> IllegalAction:
        if self.ending:
            return IllegalAction(MATCH_IS_OVER)
        if not 0 <= report.seat < self.seats:
            return IllegalAction(NO_SUCH_SEAT, report.seat)
        return IllegalAction(NOT_REPORTED_NOW, report.happening.value)

    def _check_chance(self, outcome: Chance) -> None:
        values = outcome.values
        match outcome.need:
            case Need.DECK:
                if sorted(values) != cards_in(self.deck):
                    raise IllegalAction(BAD_DECK, self.deck.bit_count())
            case Need.DICE:
                if len(values) != self.dice_wanted or not _PIPS.issuperset(values):
                    raise IllegalAction(BAD_DICE, self.dice_wanted)
            case Need.DEALER:
                if len(values) != 1:
                    raise IllegalAction(BAD_DEALER)
                if not 0 <= values[0] < self.seats:
                    raise IllegalAction(NO_SUCH_SEAT, values[0])
            case _:
                if len(values) != 1 or not self.drawable() >> values[0] & 1:
                    raise IllegalAction(BAD_CARD)


@dataclass(frozen=True)
class Timed:
    """What the table reports by itself after a time (RULES.md §0.4: the only times that there are).

    Attributes:
        seconds: how long after it began.
        begins: the code of the event with which the time begins, again each time.
    """

    seconds: float
    begins: str


@dataclass(frozen=True)
class Game:
    """A game's entry in the registry.

    Attributes:
        name: as records and commands spell it.
        title: as a player reads it.
        seats: the numbers of seats it can be played with, ascending.
        match: makes a match from a number of seats and complete options; use `new`, which checks both.
        verbs: how the actions are spelt.
        leaving: what becomes of a match when a player goes away.
        options: for a number of seats, the values of each option, the default first.
        endless: whether a match need not end by itself, so that simulations cap it.
        timed: what a table reports by itself after a time, where players are people.
        lasting: whether an unfinished match may go on another day.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    match: type[Match]
    verbs: Mapping[str, Syntax]
    leaving: Leaving
    options: Callable[[int], Mapping[str, Sequence[str]]] = lambda _seats: {}
    endless: bool = False
    timed: Mapping[Happening, Timed] = field(default_factory=dict)
    lasting: bool = True

    def new(self, seats: int | None = None, options: Mapping[str, str] | None = None) -> Match:
        """A new match.

        Args:
            seats: how many play; the largest number if not given.
            options: values that differ from the defaults.

        Raises:
            InvalidOptions: the game has no such number of seats, option or value.
        """
        seats = self.seats[-1] if seats is None else seats
        self.check_seats(seats)
        chosen = dict(options or {})
        for key, value in chosen.items():
            self.check_option(seats, key, value)
        defaults = {key: values[0] for key, values in self.options(seats).items()}
        return self.match(seats, defaults | chosen)

    def check_seats(self, seats: int) -> None:
        """Raise `InvalidOptions` unless the game can be played with that many seats."""
        if seats not in self.seats:
            numbers = ", ".join(map(str, self.seats))
            raise InvalidOptions(f"{self.name} is played with {numbers} seats, not {seats}.")

    def check_option(self, seats: int, key: str, value: str) -> None:
        """Raise `InvalidOptions` unless the option has that value at a table of that size."""
        values = self.options(seats).get(key)
        if values is None:
            known = ", ".join(self.options(seats))
            instead = f"its options are {known}" if known else "it has none"
            raise InvalidOptions(f"{self.name} has no option {quoted(key)}; {instead}.")
        if value not in values:
            raise InvalidOptions(
                f'Option "{key}" of {self.name} with {seats} seats is one of {", ".join(values)}; not {quoted(value)}.'
            )
