"""Call (RULES.md §6): two teams, a bid for tricks that may be matched, a card laid down as trump, a Bonus round.

Phases and who acts in them:

===========  ======================  ============================================================
phase        the match needs         then
===========  ======================  ============================================================
DEALER       the dealer              DEAL
DEAL         the deck                BIDDING of the dealer's right
BIDDING      speaker or holder       BIDDING, and when all have spoken TRUMP
TRUMP        the bidder              hide, seventh: BONUS of the dealer's right
BONUS        speaker or holder       BONUS, and when all have spoken PLAY, or BONUS_TRUMP if
                                     somebody has called
BONUS_TRUMP  winner of the Bonus     PLAY
PLAY         the turn's seat         ask: the same turn; a card: the next seat, the trick's taker,
                                     after thirteen tricks DEAL of the next hand, or OVER
OVER         nothing
===========  ======================  ============================================================

Within BIDDING and BONUS the auction's own steps say who answers what (`engine.auction.Step`).
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.auction import NOBODY, SEATS, MatchingAuction, Said, Step, Word
from engine.cards import CARD_TEXTS, cards_in
from engine.errors import IllegalAction
from engine.events import Event, Json
from engine.games import call_sentences as say
from engine.games.call_points import TARGETS, TRICKS, points_of_hand, standing
from engine.inputs import Action
from engine.leaving import Leaving, OnDrop, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, View
from engine.syntax import BID, CARD, SUIT, Syntax
from engine.tricks import NO_TRUMP, PASS, TEAMS, TRUMPS, HiddenTrumpMatch, bids, powers, seat_or_none, told

LOW_TO_HIGH: Final = "23456789TJQKA"
FIRST_PACKET: Final = 5
LATER_PACKET: Final = 4
SEVENTH: Final = 1
"""Which card of the bidder's second packet is its seventh card: 5 + 2 (C-D2)."""

LOWEST_BID: Final = 7
LOWEST_BONUS: Final = 10

_MATCH: Final = Action("match")
_YIELD: Final = Action("yield")
_DROP: Final = Action("drop")
_BONUS: Final = Action("bonus")
_SEVENTH: Final = Action("seventh")
_HIDES: Final = tuple(Action("hide", card) for card in range(52))
NO_CARD: Final = -1


class Phase(StrEnum):
    """Where a match stands; the table at the top of the module says what follows what."""

    DEALER = "dealer"
    DEAL = "deal"
    BIDDING = "bidding"
    TRUMP = "trump"
    BONUS = "bonus"
    BONUS_TRUMP = "bonus-trump"
    PLAY = "play"
    OVER = "over"


_PLAY: Final = Phase.PLAY  # reading a member from its class costs ten times as much


def bidding(first: int) -> MatchingAuction:
    """The bidding, before the first seat has spoken; the dealer speaks last and must bid if nobody has (§6.2)."""
    return MatchingAuction(first, LOWEST_BID, TRICKS, jumps=True, must_bid=True)


def bonus_round(first: int) -> MatchingAuction:
    """The Bonus, before the first seat has spoken: each call is one higher than the last (§6.3, C-D5)."""
    return MatchingAuction(first, LOWEST_BONUS, TRICKS, jumps=False, must_bid=False)


class Call(HiddenTrumpMatch):
    """A match of Call: seats 0 and 2 against 1 and 3."""

    _powers = powers(LOW_TO_HIGH)
    _tricks = TRICKS

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.phase = Phase.DEALER
        self.goal = TARGETS[0]
        """The points that win the match."""
        self.auction = bidding(0)
        """The bidding, and from the Bonus on the Bonus."""
        self.bonus_calls: tuple[Said, ...] = ()
        """What was said in the Bonus of this hand."""
        self.bonus_winner = NOBODY
        self.bonus = 0
        """The tricks that the winner of the Bonus has called; 0 where there is none."""
        self.seventh = False
        """Whether the hidden card is the bidder's seventh card."""
        self.hidden_card = NO_CARD
        """The card that the bidder laid down in this hand, wherever it is now."""
        self.card_shown = False
        """Whether everybody has been told which card it was."""

    # --- what is allowed

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        if seat not in self.to_act:
            return []
        if self.phase is _PLAY:
            return self._turn_actions(seat)
        match self.phase:
            case Phase.BIDDING | Phase.BONUS:
                return self._auction_actions()
            case Phase.TRUMP:
                return [*(_HIDES[card] for card in cards_in(self.held[seat])), _SEVENTH]
            case _:
                return TRUMPS.copy()

    def _auction_actions(self) -> list[Action]:
        auction = self.auction
        if auction.step is Step.MATCH:
            return [_MATCH, _YIELD]
        calls = [_BONUS] if self.phase is Phase.BONUS else bids(auction.numbers)
        if auction.step is Step.RAISE:
            return [*calls, _DROP]
        return [*calls, PASS] if auction.may_pass else calls

    def _act(self, seat: int, action: Action) -> list[Event]:
        if self.phase is _PLAY:
            return self._play(seat, action.what) if action.verb == "play" else self._ask_for_trump(seat, action.verb)
        match self.phase:
            case Phase.BIDDING | Phase.BONUS:
                return self._speak(seat, action)
            case Phase.TRUMP:
                return self._lay_down(seat, action)
            case _:
                return self._name_trump(seat, action)

    # --- deal and bidding (§6.2)

    def _start_hand(self) -> list[Event]:
        self.bonus_calls = ()
        self.bonus_winner = NOBODY
        self.bonus = 0
        self.seventh = self.card_shown = False
        self.hidden_card = NO_CARD
        self._start_auction(Phase.BIDDING, bidding((self.dealer + 1) % SEATS))
        return self._deal(FIRST_PACKET)

    def _start_auction(self, phase: Phase, auction: MatchingAuction) -> None:
        self.phase = phase
        self.auction = auction
        self._ask_seat(auction.turn)

    def _speak(self, seat: int, action: Action) -> list[Event]:
        """A call of the bidding or of the Bonus."""
        said, event = self._said(seat, action)
        if self.phase is Phase.BONUS:
            self.bonus_calls = (*self.bonus_calls, said)
        else:
            self.bids = (*self.bids, said)
        self.auction = auction = self.auction.after(said)
        if auction.step is not Step.OVER:
            self._ask_seat(auction.turn)
            return [event]
        events = [event, Event(say.NOTHING_ABOVE, (TRICKS,))] if auction.bid == TRICKS else [event]
        return [*events, *(self._end_bonus() if self.phase is Phase.BONUS else self._end_bidding())]

    def _said(self, seat: int, action: Action) -> tuple[Said, Event]:
        """The call that an action is, and its event; `IllegalAction` if it is none that the auction allows now."""
        auction = self.auction
        verb, number, _ = action
        if auction.step is Step.MATCH:
            if verb == "match":
                return Said(seat, Word.MATCH, auction.challenge), Event(say.MATCHED, (seat, auction.challenge))
            if verb == "yield":
                return Said(seat, Word.YIELD), Event(say.YIELDED, (seat, auction.speaker, auction.challenge))
            raise IllegalAction(say.MATCH_OR_YIELD, auction.challenge)
        if self.phase is Phase.BONUS:
            if verb == "bonus":
                number = auction.numbers[0]
                return Said(seat, Word.BID, number), Event(say.BONUS_CALLED, (seat, number))
        elif verb == "bid" and number in auction.numbers:
            return Said(seat, Word.BID, number), Event(say.BID_MADE, (seat, number))
        if verb == "pass" and auction.may_pass:
            return Said(seat, Word.PASS), Event(say.PASSED, (seat,))
        if verb == "drop" and auction.step is Step.RAISE:
            return Said(seat, Word.DROP), Event(say.DROPPED, (seat, auction.holder, auction.bid))
        raise self._not_said()

    def _not_said(self) -> IllegalAction:
        numbers = self.auction.numbers
        way_out = Word.DROP if self.auction.step is Step.RAISE else Word.PASS
        if self.phase is Phase.BONUS:
            return IllegalAction(say.CALL_BONUS_OR, numbers[0], way_out.value)
        if way_out is Word.PASS and not self.auction.may_pass:
            return IllegalAction(say.BID_IS_DUE, numbers[0], numbers[-1])
        return IllegalAction(say.BID_BETWEEN, numbers[0], numbers[-1], way_out.value)

    def _end_bidding(self) -> list[Event]:
        self.bidder = self.auction.holder
        self.bid = self.auction.bid
        self.phase = Phase.TRUMP
        self._ask_seat(self.bidder)
        return [Event(say.BID_WON, (self.bidder, self.bid))]

    # --- the hidden card (§6.2)

    def _lay_down(self, seat: int, action: Action) -> list[Event]:
        match action.verb:
            case "hide" if self.held[seat] >> action.what & 1:
                card = action.what
                self.held[seat] ^= 1 << card
                told_all = Event(say.CARD_HIDDEN, (seat,))
            case "hide":
                raise self._not_playable(seat, action.what)
            case "seventh":
                place = (seat - self.dealer - 1) % SEATS
                card = self.stock[LATER_PACKET * place + SEVENTH]
                self.seventh = True
                told_all = Event(say.SEVENTH_CHOSEN, (seat,))
            case _:
                raise IllegalAction(say.HIDE_OR_SEVENTH)
        self.hidden_card = card
        self.trump = card & 3
        deals = [*self._deal(LATER_PACKET, kept_back=1 << card), *self._deal(LATER_PACKET)]
        self._start_auction(Phase.BONUS, bonus_round((self.dealer + 1) % SEATS))
        return [told_all, *deals, Event(say.HIDDEN_IS, (card, seat), 1 << seat)]

    # --- Bonus (§6.3)

    def _end_bonus(self) -> list[Event]:
        if self.auction.holder == NOBODY:
            return [Event(say.NO_BONUS, (self.bidder, self.bid)), *self._start_play()]
        self.bonus_winner = self.auction.holder
        self.bonus = self.auction.bid
        self.held[self.bidder] |= 1 << self.hidden_card
        self.trump = NO_TRUMP
        self.phase = Phase.BONUS_TRUMP
        self._ask_seat(self.bonus_winner)
        return [
            Event(say.BONUS_WON, (self.bonus_winner, self.bonus, self.bidder)),
            Event(say.CARD_TAKEN_BACK, (self.bidder,)),
        ]

    def card_lies(self) -> bool:
        """Whether the hidden card lies face down; in the thirteenth trick its owner can play it from there."""
        back_in_hand = self.bonus or self.public_trump != NO_TRUMP
        return self.hidden_card != NO_CARD and not back_in_hand and self.hidden_card not in self.trick

    def _name_trump(self, seat: int, action: Action) -> list[Event]:
        if action.verb != "trump" or action.what not in range(NO_TRUMP):
            raise IllegalAction(say.NAME_TRUMP)
        self.trump = self.public_trump = action.what
        return [Event(say.BONUS_TRUMP_IS, (seat, self.trump)), *self._start_play()]

    # --- play (§6.4)

    def _start_play(self) -> list[Event]:
        self.phase = Phase.PLAY
        return super()._start_play()

    def _ask_for_trump(self, seat: int, verb: str) -> list[Event]:
        if verb != "ask":
            raise IllegalAction(NOT_AN_ACTION_NOW, verb)
        return self._ask(seat)

    def _taken(self, taker: int, trick: tuple[int, ...]) -> Event:  # noqa: ARG002  # tricks count, not cards
        if len(self.takers) == TRICKS - 1 and self.card_lies():
            self.held[self.bidder] |= 1 << self.hidden_card  # the owner's last card (§6.4, C-D4)
        return Event(say.TAKEN, (taker,))

    def _trump_turned_up(self) -> list[Event]:
        self.card_shown = True
        if self.hidden_card in self.trick:
            return []
        self.held[self.bidder] |= 1 << self.hidden_card
        return [Event(say.TURNED_UP, (self.bidder, self.hidden_card))]

    def _not_playable(self, seat: int, card: int) -> IllegalAction:
        if seat == self.bidder and card == self.hidden_card and self.card_lies():
            return IllegalAction(say.CARD_LIES_HIDDEN, card)
        return super()._not_playable(seat, card)

    # --- scoring and the end (§6.5, §6.6)

    def _uncover(self) -> list[Event]:
        events = super()._uncover()
        if self.card_shown:
            return events
        self.card_shown = True
        return [*events, Event(say.WAS_HIDDEN, (self.hidden_card, self.bidder))]

    def _score(self) -> list[Event]:
        player, number = (self.bonus_winner, self.bonus) if self.bonus else (self.bidder, self.bid)
        team = player & 1
        tricks = self.tricks()[team]
        points, others = points_of_hand(number, tricks, bonus=bool(self.bonus))
        self._write_down_teams(team, points, others)
        events = [Event(say.SCORED, (TEAMS[team], tricks, number, points, TEAMS[1 - team], TRICKS - tricks, others))]
        goal = self.goal
        _, self.goal = standing(self.totals[:2], goal)
        return events if self.goal == goal else [*events, Event(say.TARGET_RAISED, (goal, self.goal))]

    def tricks(self) -> list[int]:
        """How many tricks of this hand each team has taken."""
        odd = self.takers.count(1) + self.takers.count(3)
        return [len(self.takers) - odd, odd]

    def _winner(self) -> int | None:
        winner, _ = standing(self.totals[:2], self.goal)
        return winner

    def _ask_deck(self) -> None:
        self.phase = Phase.DEAL
        super()._ask_deck()

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = Phase.OVER

    # --- views (§6.8)

    def extras(self) -> dict[str, Json]:
        """See `HiddenTrumpMatch.extras`; and the target of the match and the Bonus call of the hand."""
        return {**super().extras(), "target": self.goal, "bonus": self.bonus or None}

    def _view(self, seat: int | None) -> View:
        lies = self.card_lies()
        counts = [hand.bit_count() for hand in self.held]
        if lies:
            counts[self.bidder] = (self.held[self.bidder] | 1 << self.hidden_card).bit_count()
        may_see_card = self.card_shown or seat == self.bidder
        return {
            **super()._view(seat),
            "counts": counts,
            "standing": self._standing_view(),
            "hidden": lies,
            "seventh": self.seventh,
            "hidden_card": CARD_TEXTS[self.hidden_card] if may_see_card and self.hidden_card != NO_CARD else None,
            "bonus_calls": told(self.bonus_calls),
            "bonus_winner": seat_or_none(self.bonus_winner),
            "bonus": self.bonus or None,
            "tricks": self.tricks(),
            "target": self.goal,
        }

    def _standing_view(self) -> Json:
        """The auction as it stands: who holds what, and who has bid over it."""
        auction = self.auction
        challenged = auction.step is Step.MATCH
        return {
            "step": auction.step.value,
            "holder": seat_or_none(auction.holder),
            "number": auction.bid or None,
            "challenger": auction.speaker if challenged else None,
            "challenge": auction.challenge if challenged else None,
        }


GAME: Final = Game(
    name="call",
    title="Call",
    seats=(4,),
    match=Call,
    verbs={
        "bid": Syntax(BID),
        "pass": Syntax(),
        "match": Syntax(),
        "yield": Syntax(),
        "drop": Syntax(),
        "hide": Syntax(CARD),
        "seventh": Syntax(),
        "bonus": Syntax(),
        "trump": Syntax(SUIT),
        "ask": Syntax(),
        "play": Syntax(CARD),
    },
    leaving=Leaving(OnLeave.SEAT_OPENS, OnDrop.HOST_DECIDES, rests=True),
    endless=True,
)
Call.game = GAME
