"""The play of a round of Tien Len (RULES.md §4.4): leads, answers, chips and chop windows.

Phases and who acts in them:

===========  =========================  ==================================================================
phase        the match needs            then
===========  =========================  ==================================================================
BETWEEN      the deck, or two players   LEAD of the winner of the last round or of the lowest card
LEAD         the leader                 FOLLOW, CHOP_WINDOW
FOLLOW       the next seat that has     after a play: FOLLOW, CHOP_WINDOW or, with nobody left to follow,
             not chipped                LEAD of the trick's winner; after a chip: FOLLOW or LEAD
CHOP_WINDOW  all who have chipped and   a chop: FOLLOW, CHOP_WINDOW or LEAD;
             hold a chop for the play   all have declined: FOLLOW or LEAD
OVER         nothing
===========  =========================  ==================================================================

A play that leaves one player with cards, or a player's leaving that does, ends the round: BETWEEN, or OVER.
"""

from abc import abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from engine.errors import IllegalAction
from engine.events import Event
from engine.games import tien_len_sentences as sentences
from engine.games.tien_len_combinations import (
    CHOPS,
    WINDOW_CHOPS,
    Combination,
    answers,
    beats,
    combination,
    in_order,
    leads,
    window_chops,
)
from engine.games.tien_len_points import worth_of_chop
from engine.inputs import Action
from engine.match import NOT_AN_ACTION_NOW, Match

NOBODY: Final = -1

CHIP: Final = Action("chip")
DECLINE: Final = Action("decline")

SEATS_IN: Final = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))
"""The seats of a mask, ascending."""
ONLY: Final = tuple((seat,) for seat in range(4))
"""The seats to act where there is one."""
_NEXT: Final = tuple(
    tuple(
        next((other % 4 for other in range(seat + 1, seat + 5) if mask >> other % 4 & 1), NOBODY) for mask in range(16)
    )
    for seat in range(4)
)
"""For a seat and a mask of seats: the first of the mask in playing order after the seat."""


class Phase(StrEnum):
    """Where a match stands; the table at the top of the module says what follows what."""

    BETWEEN = "between-rounds"
    LEAD = "lead"
    FOLLOW = "follow"
    CHOP_WINDOW = "chop-window"
    OVER = "over"


_LEAD, _FOLLOW = Phase.LEAD, Phase.FOLLOW  # reading a member from its class costs ten times as much


class Round(Match):
    """The state of a round and what the seats do in it.

    Sets of seats are masks, one bit a seat.

    Attributes:
        seated: the seats that are taken.
        dealt_in: the seats that this round, or between rounds the last one, is played with.
        playing: the seats that have cards.
        held: the hands, as sets.
        placed: the seats that have taken a place in this or the last round, the 1st first.
        round_points: the points of this round so far, or of the last one.
        shown: the cards that the last player had left in the last round, as a set.
        winner: the winner of the last round, while still at the table.
        opener: who opened the last rounds, ``streak`` of them in a row.
        streak: see there.
        lowest_opens: whether this round is started by the lowest card.
        opening: whether the opening play is still to come.
        must_play: the card that it must contain, as a set.
        plays: each play's seat and cards in this trick, in order.
        current: what the last of them is; ``None`` when a trick is to be led.
        holder: whose it is.
        chipped: the seats that have chipped.
        chain: what the last chop of the trick moved.
    """

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.phase = Phase.BETWEEN
        self.seated = (1 << seats) - 1
        self.dealt_in = 0
        self.playing = 0
        self.held = [0] * seats
        self.placed: tuple[int, ...] = ()
        self.round_points = [0] * seats
        self.shown = 0
        self.winner = NOBODY
        self.opener = NOBODY
        self.streak = 0
        self.lowest_opens = False
        self.opening = False
        self.must_play = 0
        self.plays: tuple[tuple[int, int], ...] = ()
        self.current: Combination | None = None
        self.holder = NOBODY
        self.chipped = 0
        self.chain = 0

    # --- what is allowed

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        if seat not in self.to_act:
            return []
        hand = self.held[seat]
        if self.current is None:
            actions = leads(hand)
            return [action for action in actions if action.what & self.must_play] if self.must_play else actions
        if self.phase is _FOLLOW:
            return [*answers(hand, self.current), CHIP]
        return [*window_chops(hand, self.current), DECLINE]

    # --- actions

    def _act(self, seat: int, action: Action) -> list[Event]:
        verb = action.verb
        if verb == "play":
            return self._play(seat, action.what)
        if verb == "chip":
            return self._chip(seat)
        if verb == "decline":
            return self._decline(seat)
        raise IllegalAction(NOT_AN_ACTION_NOW, verb)

    def _chip(self, seat: int) -> list[Event]:
        if self.phase is not _FOLLOW:
            raise IllegalAction(sentences.LEADER_CANNOT_CHIP if self.current is None else sentences.CHOP_OR_DECLINE)
        self.chipped |= 1 << seat
        return [sentences.CHIPS[seat], *self._next_turn()]

    def _decline(self, seat: int) -> list[Event]:
        if self.phase is not Phase.CHOP_WINDOW:
            raise IllegalAction(sentences.NOTHING_TO_DECLINE)
        return [Event(sentences.DECLINED, (seat,), 1 << seat), *self._out_of_window(seat)]

    def _play(self, seat: int, cards: int) -> list[Event]:
        hand = self.held[seat]
        if cards & ~hand:
            raise IllegalAction(sentences.NOT_IN_HAND, in_order(cards & ~hand))
        what = combination(cards)
        if what is None:
            raise IllegalAction(sentences.NO_COMBINATION, in_order(cards))
        current = self.current
        events = [Event(sentences.PLAYED, (seat, cards))]
        if current is None:
            self._check_lead(cards, what)
            if self.opening:
                self._note_opening(seat)
        else:
            self._check_answer(what, current)
            if what.choppable and what.kind in CHOPS:
                events.append(self._chop(seat, current))
        self.held[seat] = hand ^ cards
        self.plays = (*self.plays, (seat, cards))
        self.current = what
        self.holder = seat
        if hand == cards:
            events.append(self._finish_hand(seat))
            if self._one_left():
                return [*events, *self._end_round()]
        if what.choppable and (window := self._open_window(what)):
            return events + window
        return events + self._next_turn()

    def _check_lead(self, cards: int, what: Combination) -> None:
        if what.kind in CHOPS:
            raise IllegalAction(sentences.CHOP_LED)
        if self.must_play & ~cards:
            raise IllegalAction(sentences.OPENING_CARD_MISSING, self.must_play)

    def _check_answer(self, what: Combination, current: Combination) -> None:
        if not beats(what, current):
            sentence, values = sentences.why_not(what, current)
            raise IllegalAction(sentence, *values)
        if self.phase is not _FOLLOW and what.kind not in WINDOW_CHOPS:
            raise IllegalAction(sentences.NOT_IN_WINDOW)

    def _note_opening(self, seat: int) -> None:
        """Whoever opens counts for the streak; a lowest-card round starts it again (§4.4)."""
        self.streak = self.streak + 1 if seat == self.opener and not self.lowest_opens else 1
        self.opener = seat
        self.opening = False
        self.must_play = 0

    def _chop(self, seat: int, beaten: Combination) -> Event:
        """Move the points of a chop between the two players concerned (§4.6)."""
        victim = self.holder
        self.chain = worth_of_chop(
            self.plays[-1][1],
            self.chain,
            out_of_cards=not self.held[victim],
            gone=not self.seated >> victim & 1,
        )
        self._pay(victim, seat, self.chain)
        if not self.chain:
            return Event(sentences.CHOPPED_FOR_NOTHING, (seat, victim))
        return Event(sentences.CHOP_CHOPPED if beaten.kind in CHOPS else sentences.CHOPPED, (seat, victim, self.chain))

    def _pay(self, payer: int, payee: int, points: int) -> None:
        self._count(payer, -points)
        self._count(payee, points)

    def _count(self, seat: int, change: int) -> None:
        self._gain(seat, change)
        self.round_points[seat] += change

    # --- what follows a play, steps 2 to 5

    def _finish_hand(self, seat: int) -> Event:
        self.placed = (*self.placed, seat)
        self.playing ^= 1 << seat
        return Event(sentences.OUT_OF_CARDS, (seat, len(self.placed)))

    def _one_left(self) -> bool:
        return not self.playing & self.playing - 1

    @abstractmethod
    def _end_round(self) -> list[Event]:
        """One player is left with cards: take stock of the round."""

    def _open_window(self, what: Combination) -> list[Event]:
        """Ask those who have chipped and hold a chop for it; nothing happens if there is nobody."""
        chipped = self.chipped & self.playing & ~(1 << self.holder)
        jumpers = tuple(seat for seat in SEATS_IN[chipped] if window_chops(self.held[seat], what))
        if not jumpers:
            return []
        self.phase = Phase.CHOP_WINDOW
        self.to_act = jumpers
        # an event for each seat, since nobody may learn from an audience who else is asked
        asked = [Event(sentences.MAY_CHOP, (seat,), 1 << seat) for seat in jumpers]
        return [Event(sentences.WINDOW_OPENED), *asked]

    def _out_of_window(self, seat: int) -> list[Event]:
        """A seat has declined or is gone; play goes on when nobody is left to answer."""
        self.to_act = tuple(other for other in self.to_act if other != seat)
        return [] if self.to_act else [Event(sentences.WINDOW_CLOSED), *self._next_turn()]

    def _close_window(self) -> list[Event]:
        """All who have not answered decline."""
        declined = [Event(sentences.DECLINED, (seat,), 1 << seat) for seat in self.to_act]
        return [*declined, Event(sentences.WINDOW_CLOSED), *self._next_turn()]

    def _next_turn(self) -> list[Event]:
        """The next seat may follow; without one the trick is over."""
        seat = _NEXT[self.holder][self.playing & ~self.chipped & ~(1 << self.holder)]
        if seat != NOBODY:
            self.phase = _FOLLOW
            self.to_act = ONLY[seat]
            return []
        winner = self.holder
        leader = winner if self.playing >> winner & 1 else _NEXT[winner][self.playing]
        self._lead(leader)
        return [Event(sentences.TRICK_WON, (winner, leader))]

    def _lead(self, seat: int) -> None:
        """A new trick begins."""
        self.phase = _LEAD
        self.to_act = ONLY[seat]
        self.plays = ()
        self.current = None
        self.holder = NOBODY
        self.chipped = 0
        self.chain = 0

    # --- a player goes in mid-round (§4.10)

    def _go_on_without(self, seat: int) -> list[Event]:
        """A seat that had cards is out of the round; its play, if it lies on the table, still has to be beaten."""
        self.held[seat] = 0
        self.playing ^= 1 << seat
        if self._one_left():
            return self._end_round()
        if seat not in self.to_act:
            return []
        if self.phase is Phase.CHOP_WINDOW:
            return self._out_of_window(seat)
        if self.phase is _FOLLOW:
            return self._next_turn()
        leader = _NEXT[seat][self.playing]
        self.must_play = 0
        self._lead(leader)
        return [Event(sentences.LEADS, (leader,))]
