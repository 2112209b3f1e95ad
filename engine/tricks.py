"""Trick play for two teams with a trump suit that stays hidden until somebody asks (RULES.md §5.3, §6.4).

Twenty-nine and Call share it: who may play what, asking, who takes a trick, dealing in packets, scores of teams.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from engine.auction import NOBODY, SEATS, Said
from engine.cards import CARD_TEXTS, RANKS, SUIT_MASKS, SUITS, cards_in, hand_seen_by, mask_of, suit_of
from engine.errors import IllegalAction
from engine.events import Event, Json, Sentence
from engine.inputs import Action, Chance, Need
from engine.match import Ending, Match, View
from engine.plays import plays_of

NO_TRUMP: Final = 4
"""Stands where a suit would: no trump is chosen, or none counts."""

TEAMS: Final = ((0, 2), (1, 3))

FIRST_DEALER = Sentence("first-dealer", "{seat:seat} deals first.")
DEALS = Sentence("deals", "{seat:seat} deals: {number:number} cards to each.")
DEALS_ON = Sentence("deals-on", "{seat:seat} deals {number:number} more to each.")
DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:cards}.")
LEADS_FIRST = Sentence("leads-first", "{seat:seat} leads to the first trick.")
PLAYED = Sentence("played", "{seat:seat} plays {card:card}.")
ASKED = Sentence("asked", "{seat:seat} asks for trump: it is {suit:suit}.")
NEVER_ASKED = Sentence("never-asked", "Nobody has asked for trump: it was {suit:suit}.")
WON = Sentence("won", "{seats:seats} win the match by {points:number} to {other:number}.")

NOT_IN_HAND = Sentence("not-in-hand", "{card:card} is not in your hand.")
FOLLOW_SUIT = Sentence("follow-suit", "You hold {suit:suit}, so you must follow suit.")
MUST_TRUMP = Sentence("must-trump", "You asked for trump and hold {suit:suit}, so you must play one.")
TRUMP_IS_PUBLIC = Sentence("trump-is-public", "Trump is known already.")
LEADER_CANNOT_ASK = Sentence("leader-cannot-ask", "Who leads cannot ask for trump.")
CAN_FOLLOW = Sentence("can-follow", "You hold {suit:suit}: only who cannot follow suit may ask for trump.")

ASK: Final = Action("ask")
PASS: Final = Action("pass")
TRUMPS: Final = [Action("trump", suit) for suit in range(len(SUITS))]

_BIDS: Final = [Action("bid", number) for number in range(29)]

_PLAYED: Final = tuple(tuple(Event(PLAYED, (seat, card)) for card in range(52)) for seat in range(SEATS))
_ONLY: Final = tuple((seat % SEATS,) for seat in range(2 * SEATS))
"""A seat alone, as ``to_act`` holds it; numbers may run on past the last seat."""


def bids(numbers: range) -> list[Action]:
    """Bidding each of some consecutive numbers."""
    return _BIDS[numbers.start : numbers.stop]


Powers = tuple[tuple[tuple[int, ...], ...], ...]


def powers(low_to_high: str) -> Powers:
    """How strong each card is, by suit led and trump: ``powers[led][trump][card]``, 0 for one that cannot win.

    Args:
        low_to_high: the ranks of the game, the weakest first.
    """
    suits = range(len(SUITS))
    strengths = [low_to_high.find(rank) + 1 for rank in RANKS]

    def power(card: int, led: int, trump: int) -> int:
        if suit_of(card) == trump:
            return len(RANKS) + strengths[card >> 2]
        return strengths[card >> 2] if suit_of(card) == led else 0

    return tuple(
        tuple(tuple(power(card, led, trump) for card in range(52)) for trump in (*suits, NO_TRUMP)) for led in suits
    )


def first_lead(dealer: int) -> int:
    """Who leads to the first trick: the dealer's right (decision FIRST_LEAD, N-D1, C-D1)."""
    return (dealer + 1) % SEATS


class HiddenTrumpMatch(Match):
    """A match of four seats in two teams, played in tricks with a hidden trump.

    A subclass has the auction, says who sees what beyond the table, and scores the hands.
    """

    _containers = ("held",)
    _powers: ClassVar[Powers]
    _tricks: ClassVar[int]
    """How many tricks a hand has."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.needs = Need.DEALER
        self.dealer = NOBODY
        self.held = [0] * SEATS
        """The cards that each seat could play if suits did not matter, as sets."""
        self.stock: tuple[int, ...] = ()
        """The undealt cards, the next one first."""
        self.bids: tuple[Said, ...] = ()
        """What was said in the auction of this hand."""
        self.bidder = NOBODY
        self.bid = 0
        self.trump = NO_TRUMP
        self.public_trump = NO_TRUMP
        """The trump suit as everybody knows it; the one that counts."""
        self.asked = False
        """Whether the seat to act has asked for trump in this turn."""
        self.leader = NOBODY
        self.trick: tuple[int, ...] = ()
        """The cards of the trick, from the leader on."""
        self.last_leader = NOBODY
        self.last_trick: tuple[int, ...] = ()
        self.takers: tuple[int, ...] = ()
        """Who took each trick of the hand."""

    # --- the deal

    def _deal(self, size: int, kept_back: int = 0) -> list[Event]:
        """A packet to each seat from the dealer's right; cards kept back (a set) do not reach a hand."""
        sentence = DEALS_ON if any(self.held) else DEALS
        events = [Event(sentence, (self.dealer, size))]
        for place in range(SEATS):
            seat = (self.dealer + 1 + place) % SEATS
            packet = mask_of(self.stock[size * place : size * (place + 1)]) & ~kept_back
            self.held[seat] |= packet
            events.append(Event(DEALT, (seat, packet), 1 << seat))
        self.stock = self.stock[size * SEATS :]
        return events

    def _chance(self, outcome: Chance) -> list[Event]:
        if outcome.need is Need.DECK:
            self._clear_table()
            self.stock = tuple(outcome.values)
            return self._start_hand()
        self.dealer = outcome.values[0]
        self._ask_deck()
        return [Event(FIRST_DEALER, (self.dealer,))]

    def _ask_deck(self) -> None:
        self.needs = Need.DECK
        self.to_act = ()

    def _clear_table(self) -> None:
        self.held = [0] * SEATS
        self.bids = ()
        self.bidder = NOBODY
        self.bid = 0
        self.trump = self.public_trump = NO_TRUMP
        self.leader = self.last_leader = NOBODY
        self.trick = self.last_trick = self.takers = ()

    def _start_play(self) -> list[Event]:
        self.leader = first_lead(self.dealer)
        self._ask_seat(self.leader)
        return [Event(LEADS_FIRST, (self.leader,))]

    def _ask_seat(self, seat: int) -> None:
        self.needs = Need.SEAT
        self.to_act = _ONLY[seat]

    # --- a turn

    def _turn_actions(self, seat: int) -> list[Action]:
        """Asking and playing, as the seat may now."""
        playable = self.held[seat]
        if self.trick:
            following = playable & SUIT_MASKS[self.trick[0] & 3]
            if following:
                playable = following
            elif self.asked:
                playable = playable & SUIT_MASKS[self.trump] or playable
            elif self.public_trump == NO_TRUMP:
                return [ASK, *plays_of(playable)]
        return plays_of(playable)

    def _ask(self, seat: int) -> list[Event]:
        if self.public_trump != NO_TRUMP:
            raise IllegalAction(TRUMP_IS_PUBLIC)
        if not self.trick:
            raise IllegalAction(LEADER_CANNOT_ASK)
        led = self.trick[0] & 3
        if self.held[seat] & SUIT_MASKS[led]:
            raise IllegalAction(CAN_FOLLOW, led)
        self.asked = True
        self.public_trump = self.trump
        return [Event(ASKED, (seat, self.trump)), *self._trump_turned_up()]

    @abstractmethod
    def _trump_turned_up(self) -> list[Event]:
        """What else happens when trump becomes public."""

    def _play(self, seat: int, card: int) -> list[Event]:
        hand = self.held[seat]
        trick = self.trick
        if not hand >> card & 1:
            raise self._not_playable(seat, card)
        if trick:
            led = trick[0] & 3
            if card & 3 != led:
                self._check_not_following(hand, card, led)
        self.held[seat] = hand ^ 1 << card
        self.asked = False
        played = _PLAYED[seat][card]
        if len(trick) < SEATS - 1:
            self.trick = (*trick, card)
            self.to_act = _ONLY[seat + 1]
            return [played]
        return [played, *self._take_trick((*trick, card))]

    def _check_not_following(self, hand: int, card: int, led: int) -> None:
        if hand & SUIT_MASKS[led]:
            raise IllegalAction(FOLLOW_SUIT, led)
        if self.asked and card & 3 != self.trump and hand & SUIT_MASKS[self.trump]:
            raise IllegalAction(MUST_TRUMP, self.trump)

    def _not_playable(self, seat: int, card: int) -> IllegalAction:  # noqa: ARG002  # a game may know better
        return IllegalAction(NOT_IN_HAND, card)

    # --- a trick

    def _take_trick(self, trick: tuple[int, ...]) -> list[Event]:
        """Judge a full trick: the highest trump if trump is public, else the highest card of the suit led."""
        power = self._powers[trick[0] & 3][self.public_trump]
        taker = (self.leader + trick.index(max(trick, key=power.__getitem__))) % SEATS
        self.last_leader = self.leader
        self.last_trick = trick
        self.leader = taker
        self.trick = ()
        self.takers = (*self.takers, taker)
        self.to_act = _ONLY[taker]
        events = [self._taken(taker, trick)]
        return [*events, *self._end_hand()] if len(self.takers) == self._tricks else events

    @abstractmethod
    def _start_hand(self) -> list[Event]:
        """Deal from the new stock and start the auction."""

    @abstractmethod
    def _taken(self, taker: int, trick: tuple[int, ...]) -> Event:
        """Note a trick that was taken, and tell it."""

    def _end_hand(self) -> list[Event]:
        """Show what was hidden, score, and start the next hand or end the match; the deal passes to the right."""
        self.leader = NOBODY
        events = [*self._uncover(), *self._score()]
        winner = self._winner()
        if winner is None:
            self.dealer = (self.dealer + 1) % SEATS
            self._ask_deck()
            return events
        self._finish(Ending.WON, TEAMS[winner])
        return [*events, Event(WON, (TEAMS[winner], self.totals[winner], self.totals[1 - winner]))]

    def _uncover(self) -> list[Event]:
        """Show what the hand has kept hidden until its end."""
        if self.public_trump != NO_TRUMP:
            return []
        self.public_trump = self.trump
        return [Event(NEVER_ASKED, (self.trump,))]

    @abstractmethod
    def _score(self) -> list[Event]:
        """Write down the hand's points."""

    @abstractmethod
    def _winner(self) -> int | None:
        """The team that has won the match, if one has."""

    def _write_down_teams(self, team: int, points: int, others_points: int) -> None:
        """Add a hand's points: a team's, and those of the other team."""
        self._write_down(((points, others_points) if team == 0 else (others_points, points)) * 2)

    # --- what may be seen

    def extras(self) -> dict[str, Json]:
        """Dealer, bidder, bid, and trump once it is public."""
        return {
            "dealer": seat_or_none(self.dealer),
            "bidder": seat_or_none(self.bidder),
            "bid": self.bid or None,
            "trump": _suit_or_none(self.public_trump),
        }

    def _view(self, seat: int | None) -> View:
        return {
            "dealer": seat_or_none(self.dealer),
            "hand": [CARD_TEXTS[card] for card in cards_in(hand_seen_by(seat, self.held))],
            "bids": told(self.bids),
            "bidder": seat_or_none(self.bidder),
            "bid": self.bid or None,
            "trump": _suit_or_none(self.trump if seat == self.bidder else self.public_trump),
            "trump_public": self.public_trump != NO_TRUMP,
            "asked": self.asked,
            "trick": _trick_view(self.leader, self.trick),
            "last_trick": _trick_view(self.last_leader, self.last_trick),
            "takers": list(self.takers),
        }


def told(calls: Sequence[Said]) -> list[Json]:
    """An auction as JSON."""
    return [{"seat": said.seat, "call": said.word.value, "number": said.number or None} for said in calls]


def seat_or_none(seat: int) -> int | None:
    """A seat as JSON."""
    return None if seat == NOBODY else seat


def _suit_or_none(suit: int) -> str | None:
    return None if suit == NO_TRUMP else SUITS[suit]


def _trick_view(leader: int, trick: tuple[int, ...]) -> Json:
    """A trick from its leader on; nobody leads outside the play."""
    return {"leader": seat_or_none(leader), "cards": [CARD_TEXTS[card] for card in trick]}
