"""The match at a table: how it begins, who is asked, what is played, and how it ends. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine import bots
from engine.bots.bot import Bot
from engine.chance import Rng, draw
from engine.errors import EngineError, IllegalAction
from engine.events import seen_by
from engine.inputs import Act as ActInput
from engine.inputs import Action, Chance, Happening, Input, Need, Report
from engine.match import View
from p2p.effects import AppendRecord, AskBot, DrawChance, MatchEnded, OpenRecord
from p2p.lessons import LESSONS
from p2p.lessons.tutor import Tutor
from p2p.messages import Act
from p2p.outbox import Outbox
from p2p.running_match import Prompt, RunningMatch
from p2p.seating import Seat
from p2p.table_clock import TableClock
from p2p.table_state import TableState
from p2p.telling import Teller


@dataclass(frozen=True)
class _Asked:
    """A prompt that was put before a bot, and the number that the bot's answer will quote."""

    number: int
    prompt: Prompt


class Playing:
    """Plays matches at a table.

    Args:
        rng: the source of random numbers of the bots.
        outbox: takes what is to be done.

    Raises:
        EngineError: the game is not played so, or there is no such bot.
    """

    def __init__(self, state: TableState, teller: Teller, rng: Rng, outbox: Outbox) -> None:
        self._state = state
        self._teller = teller
        self._rng = rng
        self._outbox = outbox
        self._chance_asked: tuple[int, int] | None = None
        self._bots_asked: dict[int, _Asked] = {}
        self._asked = 0
        self._new_match()  # so that a table that cannot be played is refused now

    def begin(self, learner: int | None = None) -> None:
        """Start a match; every seat is taken. It is a lesson if there is a learner."""
        state = self._state
        state.matches += 1
        state.running, state.paused = self._new_match(), False
        state.clock = TableClock(state.game.timed)
        state.tutor = None if learner is None else Tutor(LESSONS[state.game.name], learner)
        for seat in state.seats:
            seat.result = None
        self._outbox.put(OpenRecord(state.matches, state.running.header()))
        self._teller.save()

    def _new_match(self, names: Mapping[int, str] | None = None) -> RunningMatch:
        state = self._state
        seats = len(state.seats)
        players: dict[int, Bot] = {
            seat.number: bots.make(seat.bot, state.game, seat.number, seats, self._rng)
            for seat in state.seats
            if seat.bot
        }
        if names is None:
            names = {seat.number: seat.name for seat in state.seats if seat.name}
        return RunningMatch(state.game, seats, state.options, names, players)

    def resume(self, inputs: Sequence[Input], names: Mapping[int, str] | None) -> None:
        """Take up the match that was going on; raises `IllegalAction` if the inputs do not make one."""
        running = self._state.running = self._new_match(names)
        for given in inputs:
            running.apply(given)
        self._state.clock = TableClock(self._state.game.timed)
        self._state.clock.begin_again(running.match.reports())
        self.end_if_over()

    # --- the clock

    def time_passed(self, now: float) -> None:
        """Report what is due by the clock; while the match stands still no time runs."""
        running = self._state.running
        if running is None:
            return
        if self._state.stands_still or self._state.waits_for_reader:
            self._state.clock.begin_again(running.match.reports())
        elif report := self._state.clock.over(now):
            self._play(running, report)

    def next_deadline(self, now: float) -> float | None:
        """When `time_passed` is to be called next; ``None`` while no time runs."""
        state = self._state
        still = state.running is None or state.stands_still or state.waits_for_reader
        return None if still else state.clock.next_deadline(now)

    # --- what is played

    def act(self, seat: Seat, message: Act) -> None:
        """The person answers a prompt."""
        running = self._state.running
        if running is None:
            self._teller.refuse(seat, "no-match", prompt=message.prompt)
        elif self._state.stands_still:
            self._teller.refuse(seat, self._why_it_stands_still(), prompt=message.prompt)
        elif not running.asks(seat.number, message.prompt):
            self._teller.refuse(seat, "stale", prompt=message.prompt)
        else:
            try:
                self._play(running, self._teller.read(running, seat, message))
            except IllegalAction as error:
                self._teller.refuse_act(seat, error, message.prompt)
            except EngineError as error:
                self._teller.refuse(seat, "unreadable-action", str(error), message.prompt)

    def _why_it_stands_still(self) -> str:
        if self._state.trouble is not None:
            return "trouble"
        return "paused" if self._state.paused else "waiting"

    def chance_drawn(self, outcome: Chance) -> None:
        """Play an outcome, unless the match has moved on and needs another one now."""
        running = self._state.running
        if running and running.match.needs is outcome.need:
            self._play(running, outcome)

    def bot_chose(self, seat: int, number: int, action: Action) -> None:
        """Play a bot's choice, unless it comes too late or while the match stands still."""
        asked = self._bots_asked.get(seat)
        if asked is None or asked.number != number:
            return
        del self._bots_asked[seat]
        running = self._state.running
        still = self._state.stands_still or self._state.waits_for_reader
        if running and not still and asked.prompt is running.sights[seat].prompt:
            self._play(running, ActInput(seat, action))

    def report(self, report: Report) -> None:
        """Play what the table reports, without telling whether that ends the match: `end_if_over` does."""
        if self._state.running:
            self._apply(self._state.running, report)

    def end(self) -> None:
        """End the match that is going on, without a result."""
        if self._state.running:
            self._play(self._state.running, Report(Happening.END))

    def go_on(self) -> None:
        """Ask for what the match needs now and was not asked for yet: the last thing that every step does."""
        state = self._state
        self._deal_lesson()
        running = state.running
        if running is None or state.stands_still or state.waits_for_reader:
            return
        if running.match.needs is Need.PLAYERS:  # nobody sits down in a running match
            self._play(running, Report(Happening.END))
            return
        self._ask_bots(running)
        if running.needs_chance and self._chance_asked != (state.matches, running.inputs):
            self._chance_asked = state.matches, running.inputs
            self._outbox.put(DrawChance())

    def _deal_lesson(self) -> None:
        """The cards of a lesson are always the same ones."""
        state = self._state
        while state.running and state.running.needs_chance and state.tutor and not state.tutor.is_reading:
            self._play(state.running, draw(state.running.match, state.tutor.rng))

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
        if self.end_if_over():
            self._teller.tell_lobby()

    def _apply(self, running: RunningMatch, given: Input) -> None:
        """Play an input that is due; raises `IllegalAction` and changes nothing if the rules forbid it."""
        step = running.apply(given)
        self._state.clock.saw(step.events, running.match.reports())
        self._outbox.put(AppendRecord(step.line))
        if tutor := self._state.tutor:
            acted = isinstance(given, ActInput) and given.seat == tutor.seat
            tutor.saw(self._teller.seen(running, tutor.seat), seen_by(tutor.seat, step.events), acted=acted)
        self._teller.show(running, step)

    def end_if_over(self) -> bool:
        """Put the match away if it is over, and tell its result."""
        state, running = self._state, self._state.running
        if running is None or not running.over:
            return False
        state.running, state.finished, state.paused, state.tutor = None, running, False, None
        self._bots_asked.clear()
        result = running.result()
        for seat in state.seats:
            seat.ready = False
            seat.result = result if seat.kind == "person" else None
            seat.played_as = seat.number
            self._teller.tell(seat, result)
        self._teller.save()
        self._outbox.put(MatchEnded())
        return True


def _looker(running: RunningMatch, seat: int) -> Callable[[], View]:
    return lambda: running.sights[seat].view
