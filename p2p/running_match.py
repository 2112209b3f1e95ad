"""A match at a table: the engine's match with its record, the prompts to its seats, its bots and its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.bots.bot import Bot
from engine.errors import UnreadableInput
from engine.events import Event, SeatName, seen_by
from engine.inputs import Act, Action, Input, Need
from engine.match import Game
from engine.record import write_header, write_input
from engine.syntax import read_action, write_action
from p2p.messages import EventLine, Over, Table

LOG_TAIL: Final = 60
"""How many of the last events a returning player is told."""


@dataclass(frozen=True)
class Prompt:
    """A numbered request to a seat to act."""

    number: int
    legal: list[Action]


@dataclass
class RunningMatch:
    """One match, from its first input to its end.

    Prompt numbers count the inputs: the same number stands for the same moment, also after the match was read back
    from its record. A seat keeps its prompt while others act beside it, as long as its choices stay the same.
    """

    game: Game
    seats: int
    options: Mapping[str, str]
    names: Mapping[int, str]
    bots: Mapping[int, Bot]

    prompts: dict[int, Prompt] = field(default_factory=dict)
    inputs: int = 0
    log: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.match = self.game.new(self.seats, self.options)

    def header(self) -> list[str]:
        """The header lines of the record."""
        return write_header(self.game, self.seats, self.options, self.names)

    @property
    def over(self) -> bool:
        """Whether nothing is accepted any more."""
        return self.match.needs is Need.NOTHING

    def apply(self, given: Input) -> tuple[str, list[Event]]:
        """Play an input.

        Returns:
            Its line for the record, and what happened.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
        """
        events = self.match.apply(given)
        self.inputs += 1
        self.log += events
        for seat, bot in self.bots.items():
            for event in seen_by(seat, events):
                bot.see(event)
        if isinstance(given, Act):
            self.prompts.pop(given.seat, None)
        self._renew_prompts()
        return write_input(self.game, given), events

    def _renew_prompts(self) -> None:
        kept = self.prompts
        self.prompts = {}
        for seat in self.match.to_act:
            legal = self.match.legal(seat)
            old = kept.get(seat)
            self.prompts[seat] = old if old and old.legal == legal else Prompt(self.inputs, legal)

    def read(self, seat: int, text: str) -> Act:
        """The act that a seat's text spells; raises `UnreadableInput` if it spells none."""
        words = text.split(" ")
        if "" in words:
            raise UnreadableInput("Write an action as words separated by single blanks.")
        return Act(seat, read_action(self.game.verbs, words))

    def table_for(self, seat: int, seq: int, events: Sequence[Event], seat_name: SeatName) -> Table:
        """What a seat sees now, with the given events as far as they are for its eyes."""
        prompt = self.prompts.get(seat)
        return Table(
            seq=seq,
            prompt=prompt.number if prompt else None,
            view=self.match.view(seat),
            legal=[write_action(self.game.verbs, action) for action in prompt.legal] if prompt else [],
            events=[EventLine(event.code, event.params(), event.text(seat_name)) for event in seen_by(seat, events)],
        )

    def snapshot_for(self, seat: int, seq: int, seat_name: SeatName) -> Table:
        """What a returning player needs to go on: the table and the end of the log."""
        visible = seen_by(seat, self.log)
        return self.table_for(seat, seq, visible[-LOG_TAIL:], seat_name)

    def result(self) -> Over:
        """How the match ended."""
        match = self.match
        return Over(match.ending.value if match.ending else "", list(match.totals), list(match.winners))
