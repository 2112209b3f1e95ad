"""The match at a table: how it begins, who is asked, what is played, and how it ends. Pure."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

from engine import bots
from engine.chance import Rng, draw
from engine.errors import EngineError, IllegalAction
from engine.events import seen_by
from engine.inputs import Act as ActInput
from engine.inputs import Action, Chance, Happening, Input, Report
from engine.leaving import OnDrop
from engine.match import View
from p2p.effects import AppendRecord, AskBot, DrawChance, MatchEnded, OpenRecord
from p2p.idleness import Idleness
from p2p.lessons import LESSONS
from p2p.lessons.tutor import Tutor
from p2p.messages import Act
from p2p.outbox import Outbox
from p2p.retrace import AS_USUAL, SEEDS, HowChosen, chosen, seated, stand_in, unseated
from p2p.running_match import Prompt, RunningMatch
from p2p.seating import DEFAULT_BOT, FIRST_WATCHER, Seat
from p2p.table_clock import TableClock
from p2p.table_state import TableState
from p2p.telling import Teller

RETURN_WITHIN: Final = 60.0
"""Seconds in which people may come back after a crash of the host, before bots play for them."""


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
        self._bots: dict[int, tuple[Seat, str]] = {}
        """For whom a bot plays in each seat, and of which kind it is."""
        self._bots_asked: dict[int, _Asked] = {}
        self._asked = 0
        self._idleness = Idleness()
        self._rest_until: float | None = None
        """When the rest is over; ``None`` while that is to be told the time."""
        self._new_match()  # so that a table that cannot be played is refused now
        for seat in state.seats:
            if seat.bot:
                bots.check(seat.bot)

    def begin(self, learner: int | None = None) -> None:
        """Start a match; every seat is taken. It is a lesson if there is a learner."""
        state = self._state
        state.matches += 1
        state.running, state.paused, state.resting = self._new_match(), False, False
        self.set_clock()
        state.tutor = None if learner is None else Tutor(LESSONS[state.game.name], learner)
        for seat in state.everybody():
            seat.result, seat.late = None, False
        if state.game.leaving.on_drop is OnDrop.BOT_AT_ONCE:
            for seat in state.seats:
                seat.stand_in = DEFAULT_BOT if seat.away else None
        self._outbox.put(OpenRecord(state.matches, state.running.header()))
        self._teller.save()

    def _new_match(self, names: Mapping[int, str] | None = None) -> RunningMatch:
        state = self._state
        self._bots.clear()
        self._bots_asked.clear()
        if names is None:
            names = {seat.number: seat.name for seat in state.seats if seat.name}
        return RunningMatch(state.game, len(state.seats), state.options, names)

    def resume(self, inputs: Sequence[Input], names: Mapping[int, str] | None) -> None:
        """Take up the match that was going on; raises `IllegalAction` if the inputs do not make one.

        A rest begins anew: it is meant for people, who have to come back first.
        """
        running = self._state.running = self._new_match(names)
        hand_over = False
        for given in inputs:
            hands = running.hands
            running.apply(given)
            hand_over = running.hands > hands or (hand_over and not isinstance(given, Chance))
        self.set_clock()
        if hand_over:
            self._begin_rest(running, [seat for seat in self._state.everybody() if seat.kind == "person"])
        self.end_if_over()

    # --- the clock

    def set_clock(self) -> None:
        """Let the times of the match run as the game and the settings have it; those that run begin again."""
        state, timed = self._state, dict(self._state.game.timed)
        if Happening.CLOSE in timed:
            timed[Happening.CLOSE] = replace(timed[Happening.CLOSE], seconds=float(state.settings.window))
        state.clock = TableClock(timed)
        if state.running:
            state.clock.begin_again(state.running.match.reports())

    def time_passed(self, now: float) -> None:
        """Report what is due by the clock; while the match stands still no time runs but that in which to return."""
        state, running = self._state, self._state.running
        if running is None:
            return
        for number in self._idleness.overdue(self._waited_for(), self._patience, now):
            state.seats[number].stand_in = DEFAULT_BOT
            self._teller.save()
            self._teller.tell_lobby()
        if state.stands_still or state.waits_for_reader:  # after the bots, who may have ended that
            state.clock.begin_again(running.match.reports())
            self._rest_until = None
        elif report := state.clock.over(now):
            self._play(running, report)
        elif state.resting:
            self._let_rest(now)

    def next_deadline(self, now: float) -> float | None:
        """When `time_passed` is to be called next; ``None`` while no time runs."""
        state = self._state
        if state.running is None:
            return None
        times = [self._idleness.next_deadline(self._waited_for(), self._patience, now)]
        if not state.stands_still and not state.waits_for_reader:
            times.append(state.clock.next_deadline(now))
            if state.resting:
                times.append(now if self._rest_until is None else self._rest_until)
        return min((time for time in times if time is not None), default=None)

    @property
    def _patience(self) -> float:
        return self._state.settings.idle or RETURN_WITHIN

    def _waited_for(self) -> dict[int, Hashable]:
        """The people for whom a bot is to play if they go on doing nothing; never for the last one who plays."""
        state, running, policy = self._state, self._state.running, self._state.game.leaving
        if running is None or state.paused or not policy.idling or len(state.active()) == 0:
            return {}
        away: dict[int, Hashable] = {seat.number: "away" for seat in state.seats if seat.away and not seat.stand_in}
        if away or len(state.active()) == 1 or not state.settings.idle:
            return away
        asked = {seat.number: running.prompt_of(seat.number) for seat in state.active()}
        return {number: prompt.number for number, prompt in asked.items() if prompt}

    # --- between hands

    def _begin_rest(self, running: RunningMatch, people: Sequence[Seat]) -> None:
        """A hand is over: seats may change before the next one, if there are several people to do so."""
        state = self._state
        state.resting = state.game.leaving.rests and state.settings.rest > 0 and len(people) > 1 and not running.over
        self._rest_until = None
        for seat in state.seats:
            seat.ready = False

    def _let_rest(self, now: float) -> None:
        if self._rest_until is None:
            self._rest_until = now + self._state.settings.rest
        if now >= self._rest_until:
            self._end_rest()

    def _end_rest(self) -> None:
        self._state.resting = False
        for seat in self._state.seats:
            seat.ready = False
        self._teller.tell_lobby(table=False)

    def _seat_those_who_wait(self, running: RunningMatch) -> None:
        for seat in self._state.seats:
            report = Report(Happening.SIT, seat.number)
            if seat.number in running.absent and seat.kind != "empty" and not seat.away:
                self._apply(running, report)

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

    def bot_chose(self, seat: int, number: int, action: Action, how: HowChosen = AS_USUAL) -> None:
        """Play a bot's choice, unless it comes too late or while the match stands still."""
        asked = self._bots_asked.get(seat)
        if asked is None or asked.number != number:
            return
        del self._bots_asked[seat]
        running = self._state.running
        still = self._state.stands_still or self._state.waits_for_reader
        if running and not still and asked.prompt is running.prompt_of(seat):
            if how != AS_USUAL:
                self._outbox.put(AppendRecord(chosen(seat, how)))
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
        if running is None:
            return
        self._let_bots_play(running)
        self._teller.tell_consequences()
        if state.stands_still or state.waits_for_reader:
            return
        if running.between_hands:
            self._seat_those_who_wait(running)
            here = [seat for seat in state.people_in_seats() if seat.peer]
            if state.resting and all(seat.ready for seat in here):
                self._end_rest()
        if state.resting:
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

    def _let_bots_play(self, running: RunningMatch) -> None:
        """Have a bot in every seat where one is to play, and in no other."""
        state = self._state
        takes_part = [seat for seat in state.seats if running.eyes(seat.number) is not None]
        wanted = {seat.number: (seat, seat.player) for seat in takes_part if seat.player}
        for number in [number for number, old in self._bots.items() if wanted.get(number) != old]:
            del self._bots[number], running.bots[number]
            self._bots_asked.pop(number, None)
            self._outbox.put(AppendRecord(unseated(number)))
        for number, (seat, kind) in wanted.items():
            if number not in self._bots:
                self._bots[number] = seat, kind
                self._seat_bot(running, number, kind)

    def _seat_bot(self, running: RunningMatch, number: int, kind: str) -> None:
        """Let a bot play for a seat; its seed is written down, so that its choices can be retraced."""
        state = self._state
        seed = int(self._rng.random() * SEEDS)
        running.seat_bot(number, bots.make(kind, state.game, number, len(state.seats), Random(seed)))
        self._outbox.put(AppendRecord(seated(number, kind, seed)))

    def _ask_bots(self, running: RunningMatch) -> None:
        for seat, bot in running.bots.items():
            prompt = running.prompt_of(seat)
            asked = self._bots_asked.get(seat)
            if prompt and not (asked and asked.prompt is prompt):
                self._asked += 1
                self._bots_asked[seat] = _Asked(self._asked, prompt)
                look, in_its_place = _looker(running, seat), partial(stand_in, running, seat)
                self._outbox.put(AskBot(seat, self._asked, bot, prompt.legal, look, in_its_place))

    def _play(self, running: RunningMatch, given: Input) -> None:
        self._apply(running, given)
        if self.end_if_over():
            self._teller.tell_lobby()

    def _apply(self, running: RunningMatch, given: Input) -> None:
        """Play an input that is due; raises `IllegalAction` and changes nothing if the rules forbid it."""
        hands = running.hands
        step = running.apply(given)
        self._state.clock.saw(step.events, running.match.reports())
        self._outbox.put(AppendRecord(step.line))
        if tutor := self._state.tutor:
            acted = isinstance(given, ActInput) and given.seat == tutor.seat
            tutor.saw(self._teller.seen(running, tutor.seat), seen_by(tutor.seat, step.events), acted=acted)
        self._teller.show(running, step)
        if running.hands > hands:
            self._begin_rest(running, [seat for seat in self._state.everybody() if seat.peer])
            if self._state.resting:
                self._teller.tell_lobby(table=False)

    def end_if_over(self) -> bool:
        """Put the match away if it is over, and tell its result."""
        state, running = self._state, self._state.running
        if running is None or not running.over:
            return False
        state.running, state.finished, state.tutor = None, running, None
        state.paused = state.resting = False
        self._bots_asked.clear()
        result = running.result()
        for seat in state.everybody():
            seat.ready, seat.stand_in = False, None
            seat.result = result if seat.kind == "person" else None
            seat.played_as = FIRST_WATCHER if seat.late else seat.number
            self._teller.tell(seat, result)
        self._teller.save()
        self._outbox.put(MatchEnded())
        return True


def _looker(running: RunningMatch, seat: int) -> Callable[[], View]:
    return lambda: running.sights[seat].view
