"""Tien Len, or Thirteen (RULES.md §4): be rid of your cards; 2s can be chopped, even by those who have chipped.

Here are the deal, the lead, the points and the coming and going; the play of a round, with the table of the phases,
stands in `tien_len_round`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import CARD_TEXTS, hand_seen_by, mask_of
from engine.errors import IllegalAction
from engine.events import Event, Json
from engine.games import tien_len_sentences as sentences
from engine.games.tien_len_combinations import LOWEST_FIRST, in_order, lowest_of
from engine.games.tien_len_points import (
    practice_changes,
    practice_winner,
    token_changes,
    worth_of_twos,
)
from engine.games.tien_len_round import NOBODY, ONLY, SEATS_IN, Phase, Round
from engine.inputs import Chance, Happening, Need, Report
from engine.leaving import Leaving, OnLeave
from engine.match import NO_SUCH_SEAT, Ending, Game, Timed, View
from engine.syntax import Cards, Syntax

HAND_SIZE: Final = 13
FEWEST_PLAYERS: Final = 2
LEADS_IN_A_ROW: Final = 3
PRACTICE: Final = "practice"
TOKENS: Final = "tokens"
WINDOW_SECONDS: Final = 8.0
"""How long a chop window stays open (§4.12)."""


def opening_card(dealt: int) -> int:
    """The card that the opening play of a lowest-card round must contain, as a set.

    It is the lowest card dealt (decision TL_OPENING_CARD, T-D7).
    """
    return lowest_of(dealt)


class TienLen(Round):
    """A practice match to 22, or a table for tokens: round after round with whoever sits there."""

    _containers = ("held", "round_points")

    # --- a round begins (§4.2, §4.4)

    def _chance(self, outcome: Chance) -> list[Event]:
        seats = SEATS_IN[self.seated]
        dealt = HAND_SIZE * len(seats)
        for place, seat in enumerate(seats):
            self.held[seat] = mask_of(outcome.values[place : dealt : len(seats)])
        self.dealt_in = self.playing = self.seated
        self.placed = ()
        self.round_points = [0] * self.seats
        self.shown = 0
        self.needs = Need.SEAT
        self.opening = True
        return [
            Event(sentences.DEALT_IN, (seats,)),
            *(Event(sentences.DEALT, (seat, in_order(self.held[seat])), 1 << seat) for seat in seats),
            *self._choose_leader(mask_of(outcome.values[:dealt])),
        ]

    def _choose_leader(self, dealt: int) -> list[Event]:
        """The winner of the last round, unless nobody is or that seat has opened three in a row."""
        winner = self.winner
        led_enough = winner != NOBODY and winner == self.opener and self.streak >= LEADS_IN_A_ROW
        self.lowest_opens = winner == NOBODY or led_enough
        if not self.lowest_opens:
            self.must_play = 0
            self._lead(winner)
            return [Event(sentences.WINNER_LEADS, (winner,))]
        card = opening_card(dealt)
        leader = next(seat for seat in SEATS_IN[self.seated] if self.held[seat] & lowest_of(dealt))
        self.must_play = card
        self._lead(leader)
        events = [Event(sentences.LED_ENOUGH, (winner, self.streak))] if led_enough else []
        return [*events, Event(sentences.LOWEST_OPENS, (leader,))]

    # --- a round is over (§4.5 to §4.10)

    def _end_round(self) -> list[Event]:
        """The one player left with cards takes the last place."""
        (last,) = SEATS_IN[self.playing]
        self.shown = self.held[last]
        self.held = [0] * self.seats
        self.playing = 0
        self.placed = (*self.placed, last)
        events = [
            Event(sentences.LAST_LEFT, (last, in_order(self.shown), len(self.placed))),
            *self._pinch(last),
            *self._settle(),
        ]
        self.hand_points += (tuple(self.round_points),)
        self.winner = self.placed[0] if self.seated >> self.placed[0] & 1 else NOBODY
        self._await_round()
        return [*events, *self._judge()]

    def _pinch(self, last: int) -> list[Event]:
        points = worth_of_twos(self.shown)
        if not points or len(self.placed) == 1:
            return []
        payee = self.placed[-2]
        self._pay(last, payee, points)
        return [Event(sentences.PINCHED, (last, points, payee))]

    def _settle(self) -> list[Event]:
        """Pay the places, and take the bets of those who left with cards."""
        if self.options["scoring"] == PRACTICE:
            changes = practice_changes(self.placed)
        else:
            leavers = SEATS_IN[self.dealt_in & ~mask_of(self.placed)]
            changes = token_changes(self.placed, leavers, self.seats)
        for seat, change in enumerate(changes):
            self._count(seat, change)
        return [
            Event(sentences.ROUND_POINTS, (seat, changes[seat], self.round_points[seat]))
            for seat in SEATS_IN[self.dealt_in]
        ]

    def _await_round(self) -> None:
        self.phase = Phase.BETWEEN
        self.needs = Need.DECK if self.seated.bit_count() >= FEWEST_PLAYERS else Need.PLAYERS
        self.to_act = ()

    def _judge(self) -> list[Event]:
        """A practice match ends at 22; tokens have no target (§4.8, §4.9)."""
        winner = practice_winner(self.totals) if self.options["scoring"] == PRACTICE else None
        if winner is None:
            return []
        self._finish(Ending.WON, (winner,))
        return [Event(sentences.WON, (winner, self.totals[winner]))]

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = Phase.OVER

    # --- what the table reports (§4.10, §4.12)

    def _report(self, report: Report) -> list[Event]:
        match report.happening:
            case Happening.LEAVE:
                return self._leave(report.seat)
            case Happening.SIT:
                self.seated |= 1 << report.seat
                self._await_round()
                return [Event(sentences.SAT, (report.seat,))]
            case _:
                return self._close_window()

    def _leave(self, seat: int) -> list[Event]:
        left = Event(sentences.LEFT, (seat,))
        self.seated ^= 1 << seat
        if self.options["scoring"] == PRACTICE:
            self._finish(Ending.ENDED, ())
            return [left, Event(sentences.PRACTICE_STOPPED)]
        self._forget(seat)
        if self.phase is Phase.BETWEEN:
            self._await_round()
        elif self.playing >> seat & 1:
            return [left, Event(sentences.BET_LOST, (seat,)), *self._go_on_without(seat)]
        return [left]

    def _forget(self, seat: int) -> None:
        """Whoever takes the seat next is a new player for the lead (§4.10)."""
        if self.winner == seat:
            self.winner = NOBODY
        if self.opener == seat:
            self.opener = NOBODY
            self.streak = 0

    def _not_reported(self, report: Report) -> IllegalAction:
        refusal = super()._not_reported(report)
        if self.ending or report.happening not in (Happening.CLOSE, Happening.LEAVE, Happening.SIT):
            return refusal
        if report.happening is Happening.CLOSE:
            return IllegalAction(sentences.NO_WINDOW)
        if not 0 <= report.seat < self.seats:
            return IllegalAction(NO_SUCH_SEAT, report.seat)
        if report.happening is Happening.LEAVE:
            return IllegalAction(sentences.SEAT_IS_EMPTY, report.seat)
        if self.phase is not Phase.BETWEEN:
            return IllegalAction(sentences.SIT_BETWEEN_ROUNDS)
        return IllegalAction(sentences.SEAT_IS_TAKEN, report.seat)

    def reports(self) -> list[Report]:
        """Players go at any time and come between rounds; an open window may be closed (§4.10, §4.12)."""
        reports = super().reports()
        if not reports:
            return []
        if self.phase is Phase.CHOP_WINDOW:
            reports.append(Report(Happening.CLOSE))
        reports += [Report(Happening.LEAVE, seat) for seat in SEATS_IN[self.seated]]
        if self.phase is Phase.BETWEEN:
            reports += [Report(Happening.SIT, seat) for seat in range(self.seats) if not self.seated >> seat & 1]
        return reports

    def may_go_on_forever(self) -> bool:
        """See `Match.may_go_on_forever`: only a practice match has a target."""
        return self.options["scoring"] == TOKENS

    # --- views (§4.11)

    def extras(self) -> dict[str, Json]:
        """The seats that are taken."""
        return {"seated": list(SEATS_IN[self.seated])}

    def _acting_as_seen_by(self, seat: int | None) -> Sequence[int]:
        """In a chop window a seat sees only that it may act itself."""
        if self.phase is Phase.CHOP_WINDOW:
            return () if seat is None or seat not in self.to_act else ONLY[seat]
        return self.to_act

    def _view(self, seat: int | None) -> View:
        own = hand_seen_by(seat, self.held)
        return {
            "options": dict(self.options),
            "seated": list(SEATS_IN[self.seated]),
            "dealt_in": list(SEATS_IN[self.dealt_in]),
            "hand": _texts(in_order(own)),
            "counts": [hand.bit_count() for hand in self.held],
            "trick": [{"seat": player, "cards": _texts(in_order(cards))} for player, cards in self.plays],
            "chipped": list(SEATS_IN[self.chipped]),
            "chain": self.chain,
            "window": self.phase is Phase.CHOP_WINDOW,
            "placed": list(self.placed),
            "round_points": list(self.round_points),
            "shown": _texts(in_order(self.shown)),
            "opening": self.opening,
            "lowest_opens": self.lowest_opens,
            "must_play": _texts(in_order(self.must_play & own)),
            "winner": None if self.winner == NOBODY else self.winner,
            "opener": None if self.opener == NOBODY else self.opener,
            "streak": self.streak,
        }


def _texts(cards: Sequence[int]) -> list[str]:
    return [CARD_TEXTS[card] for card in cards]


def _scoring(seats: int) -> Mapping[str, Sequence[str]]:
    """The practice scale has four places (T-D14)."""
    return {"scoring": (PRACTICE, TOKENS) if seats == 4 else (TOKENS,)}


GAME: Final = Game(
    name="tien-len",
    title="Tien Len",
    seats=(2, 3, 4),
    match=TienLen,
    verbs={"play": Syntax(Cards(LOWEST_FIRST)), "chip": Syntax(), "decline": Syntax()},
    leaving=Leaving(OnLeave.OUT_OF_ROUND, reported=True, rests=True),
    options=_scoring,
    endless=True,
    timed={Happening.CLOSE: Timed(WINDOW_SECONDS, sentences.WINDOW_OPENED.code)},
)
TienLen.game = GAME
