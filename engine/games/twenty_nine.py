"""Twenty-nine (RULES.md §5): two teams, a bid for card points, a trump suit hidden until somebody asks.

Phases and who acts in them:

========  ==================  ================================================================
phase     the match needs     then
========  ==================  ================================================================
DEALER    the dealer          DEAL
DEAL      the deck            BID of the dealer's right
BID       the seat to speak   BID of the next seat; TRUMP when three have passed after a bid, or
                              at 28; all have passed: DEAL again by the same dealer
TRUMP     the bidder          DOUBLE of the bidder's right
DOUBLE    an opponent         double: REDOUBLE of the bidder; pass: DOUBLE of the other, then PLAY
REDOUBLE  bidder, partner     redouble: PLAY; pass: REDOUBLE of the partner, then PLAY
PLAY      the turn's seat     ask, show: the same turn; a card: the next seat, the trick's taker,
                              after eight tricks DEAL of the next hand, or OVER
OVER      nothing
========  ==================  ================================================================
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.auction import NOBODY, SEATS, RisingAuction, Said, Word
from engine.cards import KING, QUEEN, RANK_MASKS, RANKS, SUIT_MASKS
from engine.errors import IllegalAction
from engine.events import Event, Json, Sentence
from engine.inputs import Action
from engine.leaving import Leaving, OnDrop, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, View
from engine.syntax import BID, CARD, SUIT, Syntax
from engine.tricks import NO_TRUMP, PASS, TEAMS, TRUMPS, HiddenTrumpMatch, bids, powers, seat_or_none

LOW_TO_HIGH: Final = "78QKTA9J"
POINTS_OF_RANKS: Final = {"J": 3, "9": 2, "A": 1, "T": 1}
POINTS: Final = tuple(POINTS_OF_RANKS.get(RANKS[card >> 2], 0) for card in range(52))
PACKET: Final = 4
LOWEST_BID: Final = 16
HIGHEST_BID: Final = 28
PAIR_CHANGE: Final = 4
WINNING_SCORE: Final = 6

N29_PAIR_MIN: Final = LOWEST_BID - PAIR_CHANGE
N29_PAIR_MAX: Final = HIGHEST_BID + PAIR_CHANGE
"""Limits on a target that a pair has moved. No bid passes these two, so they are off; others play 16 and 28 (N-D5)."""

PASSED = Sentence("passed", "{seat:seat} passes.")
BID_MADE = Sentence("bid", "{seat:seat} bids {number:number}.")
ALL_PASSED = Sentence("all-passed", "All have passed: {seat:seat} shuffles and deals again.")
BID_WON = Sentence("bid-won", "{seat:seat} plays {number:number} and chooses trump.")
TRUMP_CHOSEN = Sentence("trump-chosen", "{seat:seat} has chosen trump.")
TRUMP_IS = Sentence("trump-is", "Trump is {suit:suit}.")
DOUBLED = Sentence("doubled", "{seat:seat} doubles: the hand counts {stake:number}.")
REDOUBLED = Sentence("redoubled", "{seat:seat} redoubles: the hand counts {stake:number}.")
PAIR_SHOWN = Sentence("pair-shown", "{seat:seat} shows {cards:cards}: the target is {target:number} now.")
TAKEN = Sentence("taken", "{seat:seat} takes the trick: {points:change}.")
MADE = Sentence("made", "{seats:seats} took {points:number} of {target:number}: {change:change}.")

BID_OR_PASS = Sentence("bid-or-pass", "Bid from {low:number} to {high:number}, or pass.")
CHOOSE_TRUMP = Sentence("choose-trump", "Name one of the four suits as trump.")
DOUBLE_OR_PASS = Sentence("double-or-pass", "You may only double or pass now.")
REDOUBLE_OR_PASS = Sentence("redouble-or-pass", "You may only redouble or pass now.")
TRUMP_IS_HIDDEN = Sentence("trump-is-hidden", "The pair can be shown only once trump is public.")
PAIR_IS_SHOWN = Sentence("pair-is-shown", "The pair has been shown already.")
NO_PAIR = Sentence("no-pair", "To show the pair you must hold both the King and the Queen of {suit:suit}.")

_DOUBLE: Final = Action("double")
_REDOUBLE: Final = Action("redouble")
_SHOW: Final = Action("show")


class Phase(StrEnum):
    """Where a match stands; the table at the top of the module says what follows what."""

    DEALER = "dealer"
    DEAL = "deal"
    BID = "bid"
    TRUMP = "trump"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    PLAY = "play"
    OVER = "over"


_PLAY: Final = Phase.PLAY  # reading a member from its class costs ten times as much


def bidding(first: int) -> RisingAuction:
    """The auction, before the first seat has spoken (§5.2)."""
    return RisingAuction(LOWEST_BID, HIGHEST_BID, first)


def pair_of(suit: int) -> int:
    """King and Queen of a suit, as a set."""
    return (RANK_MASKS[KING] | RANK_MASKS[QUEEN]) & SUIT_MASKS[suit]


def dealer_after_all_pass(dealer: int) -> int:
    """Who deals when all four have passed: the same dealer (decision N29_REDEAL, N-D3)."""
    return dealer


def target_after_pair(target: int, *, by_bidders: bool) -> int:
    """The target after the pair of trumps is shown by the bidding side or by the other one (§5.3, N-D5)."""
    moved = target - PAIR_CHANGE if by_bidders else target + PAIR_CHANGE
    return min(max(moved, N29_PAIR_MIN), N29_PAIR_MAX)


def change_of_score(points: int, target: int, stake: int) -> int:
    """What the bidding side's score changes by, for the card points that it took (§5.4)."""
    return stake if points >= target else -stake


def winner_of(scores: Sequence[int]) -> int | None:
    """The team that has won, by the game points of both: at 6, or when the other is at minus 6 (§5.5)."""
    for team, score in enumerate(scores):
        if score >= WINNING_SCORE:
            return team
        if score <= -WINNING_SCORE:
            return 1 - team
    return None


class TwentyNine(HiddenTrumpMatch):
    """A match of Twenty-nine: seats 0 and 2 against 1 and 3."""

    deck = sum(RANK_MASKS[RANKS.index(rank)] for rank in LOW_TO_HIGH)
    _powers = powers(LOW_TO_HIGH)
    _tricks = 8

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.phase = Phase.DEALER
        self.auction = bidding(0)
        self.stake = 1
        self.target = 0
        """The card points that the bidding side needs; 0 before there is a bidder."""
        self.unshown_pair = 0
        """King and Queen of trump, as a set, while they may be shown; 0 before and after."""
        self.pair_shown_by = NOBODY
        self.points = (0, 0)
        """The card points that each team has taken in this hand."""

    # --- what is allowed

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        if seat not in self.to_act:
            return []
        if self.phase is _PLAY:
            pair = self.unshown_pair
            actions = self._turn_actions(seat)
            return [_SHOW, *actions] if pair and self.held[seat] & pair == pair else actions
        match self.phase:
            case Phase.BID:
                return [*bids(self.auction.numbers), PASS]
            case Phase.TRUMP:
                return TRUMPS.copy()
            case Phase.DOUBLE:
                return [_DOUBLE, PASS]
            case _:
                return [_REDOUBLE, PASS]

    def _act(self, seat: int, action: Action) -> list[Event]:
        if self.phase is _PLAY:
            return self._play(seat, action.what) if action.verb == "play" else self._ask_or_show(seat, action.verb)
        match self.phase:
            case Phase.BID:
                return self._speak(seat, action)
            case Phase.TRUMP:
                return self._choose_trump(seat, action)
            case _:
                return self._answer(seat, action.verb)

    # --- deal and auction (§5.2)

    def _start_hand(self) -> list[Event]:
        self.phase = Phase.BID
        self.auction = bidding((self.dealer + 1) % SEATS)
        self.stake = 1
        self.target = 0
        self.unshown_pair = 0
        self.pair_shown_by = NOBODY
        self.points = (0, 0)
        self._ask_seat(self.auction.turn)
        return self._deal(PACKET)

    def _speak(self, seat: int, action: Action) -> list[Event]:
        numbers = self.auction.numbers
        match action.verb:
            case "bid" if action.what in numbers:
                said = Said(seat, Word.BID, action.what)
                event = Event(BID_MADE, (seat, action.what))
            case "pass":
                said = Said(seat, Word.PASS)
                event = Event(PASSED, (seat,))
            case _:
                raise IllegalAction(BID_OR_PASS, numbers[0], numbers[-1])
        self.bids = (*self.bids, said)
        self.auction = self.auction.after(said)
        if self.auction.over:
            return [event, *self._end_auction()]
        self._ask_seat(self.auction.turn)
        return [event]

    def _end_auction(self) -> list[Event]:
        self.bidder = self.auction.bidder
        self.bid = self.auction.bid
        if not self.bid:
            self.held = [0] * SEATS
            self.stock = ()
            self.dealer = dealer_after_all_pass(self.dealer)
            self._ask_deck()
            return [Event(ALL_PASSED, (self.dealer,))]
        self.target = self.bid
        self.phase = Phase.TRUMP
        self._ask_seat(self.bidder)
        return [Event(BID_WON, (self.bidder, self.bid))]

    def _choose_trump(self, seat: int, action: Action) -> list[Event]:
        if action.verb != "trump" or action.what not in range(NO_TRUMP):
            raise IllegalAction(CHOOSE_TRUMP)
        self.trump = action.what
        self.phase = Phase.DOUBLE
        self._ask_seat(seat + 1)
        chosen = [Event(TRUMP_CHOSEN, (seat,)), Event(TRUMP_IS, (self.trump,), 1 << seat)]
        return [*chosen, *self._deal(PACKET)]

    def _answer(self, seat: int, verb: str) -> list[Event]:
        """Double or redouble, or pass on to the partner and then to the play (N-D7)."""
        doubling = self.phase is Phase.DOUBLE
        if verb == "pass":
            asked_first = seat == (self.bidder + doubling) % SEATS
            if asked_first:
                self._ask_seat(seat + 2)
                return [Event(PASSED, (seat,))]
            return [Event(PASSED, (seat,)), *self._start_play()]
        if verb != self.phase.value:
            raise IllegalAction(DOUBLE_OR_PASS if doubling else REDOUBLE_OR_PASS)
        self.stake *= 2
        if doubling:
            self.phase = Phase.REDOUBLE
            self._ask_seat(self.bidder)
            return [Event(DOUBLED, (seat, self.stake))]
        return [Event(REDOUBLED, (seat, self.stake)), *self._start_play()]

    def _start_play(self) -> list[Event]:
        self.phase = Phase.PLAY
        return super()._start_play()

    # --- play (§5.3)

    def _ask_or_show(self, seat: int, verb: str) -> list[Event]:
        match verb:
            case "ask":
                return self._ask(seat)
            case "show":
                return self._show(seat)
            case _:
                raise IllegalAction(NOT_AN_ACTION_NOW, verb)

    def _trump_turned_up(self) -> list[Event]:
        self.unshown_pair = pair_of(self.trump)
        return []

    def _show(self, seat: int) -> list[Event]:
        if self.public_trump == NO_TRUMP:
            raise IllegalAction(TRUMP_IS_HIDDEN)
        if not self.unshown_pair:
            raise IllegalAction(PAIR_IS_SHOWN)
        pair = self.unshown_pair
        if self.held[seat] & pair != pair:
            raise IllegalAction(NO_PAIR, self.public_trump)
        self.unshown_pair = 0
        self.pair_shown_by = seat
        self.target = target_after_pair(self.target, by_bidders=seat & 1 == self.bidder & 1)
        return [Event(PAIR_SHOWN, (seat, pair, self.target))]

    def _taken(self, taker: int, trick: tuple[int, ...]) -> Event:
        first, second, third, fourth = trick
        points = POINTS[first] + POINTS[second] + POINTS[third] + POINTS[fourth]
        ours, theirs = self.points
        self.points = (ours, theirs + points) if taker & 1 else (ours + points, theirs)
        return Event(TAKEN, (taker, points))

    # --- scoring and the end (§5.4, §5.5)

    def _score(self) -> list[Event]:
        team = self.bidder & 1
        change = change_of_score(self.points[team], self.target, self.stake)
        self._write_down_teams(team, change, 0)
        return [Event(MADE, (TEAMS[team], self.points[team], self.target, change))]

    def _winner(self) -> int | None:
        return winner_of(self.totals[:2])

    def _ask_deck(self) -> None:
        self.phase = Phase.DEAL
        super()._ask_deck()

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = Phase.OVER

    # --- views (§5.7)

    def extras(self) -> dict[str, Json]:
        """See `HiddenTrumpMatch.extras`; and target and stake of the hand."""
        return {**super().extras(), "target": self.target or None, "stake": self.stake}

    def _view(self, seat: int | None) -> View:
        return {
            **super()._view(seat),
            "counts": [hand.bit_count() for hand in self.held],
            "standing": {"holder": seat_or_none(self.auction.bidder), "number": self.auction.bid or None},
            "stake": self.stake,
            "target": self.target or None,
            "pair_shown_by": seat_or_none(self.pair_shown_by),
            "points": list(self.points),
        }


GAME: Final = Game(
    name="twenty-nine",
    title="Twenty-nine",
    seats=(4,),
    match=TwentyNine,
    verbs={
        "bid": Syntax(BID),
        "pass": Syntax(),
        "trump": Syntax(SUIT),
        "double": Syntax(),
        "redouble": Syntax(),
        "ask": Syntax(),
        "show": Syntax(),
        "play": Syntax(CARD),
    },
    leaving=Leaving(OnLeave.SEAT_OPENS, OnDrop.HOST_DECIDES, rests=True),
)
TwentyNine.game = GAME
