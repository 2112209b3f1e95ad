"""The rest of a hand with a hidden trump, played fast: Twenty-nine and Call (RULES.md §5.3, §6.4).

A search plays thousands of hands to their end for one decision. Here no actions and events are made and nothing is
checked; each seat plays by a few rules of thumb, from its own cards and from which cards are gone:

* Lead what nobody can beat; bidders lead such trumps first while others have any. Else lead the least.
* Win a trick that the partner has not won yet: as cheaply as can be in the last place, else with what nobody can beat;
  in the third place with the highest. What cannot be won gets the least, what the partner takes gets points.
* Ask for trump when the other team is winning, and ruff.

The cards of each suit are a small set of their own, one bit a card, the weakest lowest: so the greater number wins, and
who has ``own`` of the cards that are ``left`` of a suit has the best of them if ``2 * own > left``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import add, or_
from typing import Final, NamedTuple

from engine.auction import NOBODY, SEATS
from engine.cards import OTHER_SUITS, RANKS, SUITS
from engine.tricks import NO_TRUMP, HiddenTrumpMatch

_AFTER: Final = tuple(tuple((leader + step) % SEATS for step in range(1, SEATS)) for leader in range(SEATS))
"""By leader, the seats that play after it."""
_PLAIN: Final = (*((*others, NO_TRUMP) for others in OTHER_SUITS), (0, 1, 2, 3))
"""By trump, the suits that are not; the fourth of them is empty where there is a trump."""
_RANKS: Final = len(RANKS)
_SUIT: Final = (1 << _RANKS) - 1
"""All cards of a suit."""
_ABOVE_ALL: Final = 1 << _RANKS
"""More than any card of a suit."""


def _of_sets(cards: Iterable[int], join: Callable[[int, int], int]) -> list[int]:
    """By the mask of each set of a few cards, what they have together.

    Args:
        cards: what each card has, the lowest card first.
        join: puts together what some cards have, and what a higher one has.
    """
    of_sets = [0]
    for card in cards:
        of_sets += [join(lower, card) for lower in of_sets]
    return of_sets


_CARDS: Final = [1 << rank for rank in range(_RANKS)]
_LOWEST: Final = [_ABOVE_ALL, *_of_sets(_CARDS, lambda lower, card: lower or card)[1:]]
"""By the cards of a suit, the lowest of them; more than any if there are none."""
_HIGHEST: Final = _of_sets(_CARDS, lambda _lower, card: card)


class Deck(NamedTuple):
    """A game's cards as they are here.

    Attributes:
        suits: from a set of the engine's cards to the cards of each suit, and none for no trump.
        cards: for each of the engine's cards, what it is in its suit.
        points: what each set of cards of a suit counts; empty where tricks count.
        fat: the cards of a suit to give to the partner's trick.
    """

    suits: Callable[[int], list[int]]
    cards: Sequence[int]
    points: Sequence[int]
    fat: int


def deck_of(low_to_high: str, points: Mapping[str, int] | None = None, fat: str = "") -> Deck:
    """A game's cards.

    Args:
        low_to_high: the ranks of the game, the weakest first; there are no other cards.
        points: what the cards of a rank count, where any do; else each trick counts one.
        fat: the ranks to give to the partner's trick.
    """
    cards = [1 << low_to_high.find(rank) if rank in low_to_high else 0 for rank in RANKS for _ in SUITS]
    worth = _of_sets([points.get(rank, 0) for rank in low_to_high], add) if points else []
    return Deck(_suits_of(cards), cards, worth, sum(1 << low_to_high.index(rank) for rank in fat))


def _suits_of(cards: Sequence[int]) -> Callable[[int], list[int]]:
    """See `Deck.suits`: thirteen of the engine's cards are looked up at a time, for all suits side by side."""
    bits = [card << _RANKS * (number & 3) for number, card in enumerate(cards)]
    first, second, third, fourth = (_of_sets(bits[low : low + _RANKS], or_) for low in range(0, 52, _RANKS))

    def suits(held: int) -> list[int]:
        cards = first[held & _SUIT] | second[held >> 13 & _SUIT] | third[held >> 26 & _SUIT] | fourth[held >> 39]
        return [cards & _SUIT, cards >> 13 & _SUIT, cards >> 26 & _SUIT, cards >> 39, 0]

    return suits


class TrickTable:
    """A hand that is being played.

    Args:
        match: in its play.
        aside: the bidder's trump that lies hidden, as it is here, 0 if none does: it comes back when trump is public,
            or for the last trick.

    Attributes:
        hands: the cards of each suit that each seat holds.
        left: the cards of each suit that are in a hand or lie hidden.
        trump: the suit of trump, public or not.
        taken: what each team takes from now on, tricks or points.
        asked_by: who has asked for trump in the present trick.
    """

    __slots__ = ("_aside", "_begun", "_best", "_bidder", "_fat", "_leader", "_led", "_points", "_public", "_ruff",
                 "_ruffer", "_taker", "_to_play", "asked_by", "hands", "left", "taken", "trump")  # fmt: skip

    _led: int
    _best: int
    """The card of the suit led that wins, or more if one is ruffed with."""
    _taker: int
    """Who takes the trick as it is."""
    _ruff: int
    """The highest trump in a trick of another suit; it wins if trump is public."""
    _ruffer: int

    def __init__(self, match: HiddenTrumpMatch, deck: Deck, aside: int) -> None:
        suits, cards, self._points, self._fat = deck
        first, second, third, fourth = match.held
        self.hands = [suits(first), suits(second), suits(third), suits(fourth)]
        self.left = suits(first | second | third | fourth)
        self.left[match.trump] |= aside
        self.taken = [0, 0]
        self.trump = match.trump
        self._aside = aside
        self._public = match.public_trump
        self._bidder = match.bidder
        self._leader = match.leader
        self._to_play: Sequence[int] = ()
        if match.trick:
            self._take_over(match, cards)

    def _take_over(self, match: HiddenTrumpMatch, cards: Sequence[int]) -> None:
        """Go on with a trick that is begun."""
        first, *others = match.trick
        self._led, self._best, self._taker, self._ruff = first & 3, cards[first], self._leader, 0
        for place, played in enumerate(others, 1):
            self._put_down(self._leader + place & 3, played & 3, cards[played])
        self._to_play = _AFTER[self._leader][len(others) :]
        self._begun = sum([self._points[cards[played]] for played in match.trick]) if self._points else 0
        self.asked_by = self._to_play[0] if match.asked else NOBODY

    def finish(self, tricks: int) -> None:
        """Play so many tricks, the present one among them: to the end of the hand."""
        self.play(tricks - 1)
        self.take_back()
        if self._public == NO_TRUMP or self._to_play:
            self.play(1)
        else:
            self._show_last()

    def play(self, tricks: int) -> None:
        """Play so many tricks, or the rest of one that is begun and others."""
        hands, left_of, taken, points = self.hands, self.left, self.taken, self._points
        for _ in range(tricks):
            leader, to_play = self._leader, self._to_play
            if to_play:
                led, gone, worth = self._led, 0, self._begun
                self._to_play = ()
            else:
                hand = hands[leader]
                led, gone = self._lead(leader, hand)
                hand[led] -= gone
                self._led, self._best, self._taker, self._ruff, self.asked_by = led, gone, leader, 0, NOBODY
                to_play, worth = _AFTER[leader], 0
            left = left_of[led]
            for seat in to_play:
                hand = hands[seat]
                own = hand[led]
                if own:
                    card = _LOWEST[own]
                    if card != own:
                        card = self._follow(seat, own, left - own)
                    hand[led] = own - card
                    gone += card
                    if card > self._best:
                        self._best, self._taker = card, seat
                else:
                    suit, card = self._throw(seat, hand)
                    hand[suit] -= card
                    left_of[suit] -= card
                    if points:
                        worth += points[card]
                    if suit == self.trump:
                        self._put_down(seat, suit, card)
            left_of[led] -= gone
            self._leader = taker = self._taker
            taken[taker & 1] += worth + points[gone] if points else 1

    def _show_last(self) -> None:
        """Play the last trick, in which nobody has a choice."""
        hands, points = self.hands, self._points
        spades, clubs, diamonds, hearts, _ = self.left
        suit = self._public
        if not self.left[suit]:
            suit, _ = _least(hands[self._leader], suit)
        cards = [hand[suit] for hand in hands]
        taker = cards.index(max(cards))
        worth = points[spades] + points[clubs] + points[diamonds] + points[hearts] if points else 1
        self.taken[taker & 1] += worth

    # --- the trick

    def _put_down(self, seat: int, suit: int, card: int) -> None:
        """See what a card that is not led changes."""
        if suit == self._led:
            if card > self._best:
                self._best, self._taker = card, seat
        elif suit == self.trump and card > self._ruff:
            self._ruff, self._ruffer = card, seat
            if self._public != NO_TRUMP:
                self._best, self._taker = _ABOVE_ALL, seat

    def _wants_trump(self, seat: int, hand: Sequence[int]) -> bool:
        """Whether a seat that cannot follow asks: if the other team is winning, and it may have a trump."""
        if (seat ^ self._taker) & 1:
            return seat != self._bidder or hand[self.trump] > 0 or self._aside > 0
        return False

    def _ask(self, seat: int) -> None:
        """Trump becomes public, and trumps in the trick count."""
        self._public = self.trump
        self.asked_by = seat
        if self._ruff:
            self._best, self._taker = _ABOVE_ALL, self._ruffer
        self.take_back()
        self._opened()

    def take_back(self) -> None:
        """The bidder's hidden card comes back."""
        if self._aside:
            self.hands[self._bidder][self.trump] |= self._aside
            self._aside = 0

    def _opened(self) -> None:
        """Trump has become public."""

    # --- rules of thumb

    def _lead(self, seat: int, hand: Sequence[int]) -> tuple[int, int]:
        """Suit and card to lead: one that nobody can beat, trumps only to draw others, or else the least."""
        left, public = self.left, self._public
        own = hand[public]
        if own and 2 * own > left[public] > own and not (seat ^ self._bidder) & 1:
            return public, _HIGHEST[own]
        trump = self.trump if seat == self._bidder else public
        for suit in _PLAIN[trump]:
            own = hand[suit]
            if 2 * own > left[suit]:
                return suit, _HIGHEST[own]
        return _least(hand, trump)

    def _follow(self, seat: int, own: int, others: int) -> int:
        """The card with which to follow suit, of several; of the others all were left when the trick began."""
        best = self._best
        if (seat ^ self._taker) & 1:
            if own > best:
                place = seat - self._leader & 3
                if place == 3:
                    return _LOWEST[own & -best]
                if place == 2 or own > others:
                    return _HIGHEST[own]
        elif others < 2 * best or seat - self._leader & 3 == 3:
            return _LOWEST[own & self._fat or own]
        elif own > others:
            return _HIGHEST[own]
        return _LOWEST[own]

    def _throw(self, seat: int, hand: Sequence[int]) -> tuple[int, int]:
        """Suit and card from who cannot follow: the cheapest ruff that wins, or the least; the partner gets points."""
        public = self._public
        if public == NO_TRUMP and self._wants_trump(seat, hand):
            self._ask(seat)
            public = self.trump
            came_back = hand[self._led]
            if came_back:
                return self._led, came_back
        own = hand[public]
        if own and (self.asked_by == seat or (own > self._ruff and not self._is_sure(seat))):
            return public, _LOWEST[own & -self._ruff or own]
        trump = self.trump if seat == self._bidder else public
        suit, card = _least(hand, trump)
        if self._fat and self._is_sure(seat):
            fat_suit, fat = _least([cards & self._fat for cards in hand], trump)
            if fat < _ABOVE_ALL and (fat_suit == trump) == (suit == trump):
                return fat_suit, fat
        return suit, card

    def _is_sure(self, seat: int) -> bool:
        """Whether the partner is winning, and last or with a trump."""
        if (seat ^ self._taker) & 1:
            return False
        return self._best == _ABOVE_ALL or self._led == self._public or seat - self._leader & 3 == 3


def _least(hand: Sequence[int], trump: int) -> tuple[int, int]:
    """Suit and card of the weakest card that is no trump, or of the weakest trump if there is no other."""
    first, second, third, fourth = _PLAIN[trump]
    least = _LOWEST[hand[first] | hand[second] | hand[third] | hand[fourth]]
    if hand[first] & least:
        return first, least
    if hand[second] & least:
        return second, least
    if hand[third] & least:
        return third, least
    return (fourth, least) if least < _ABOVE_ALL else (trump, _LOWEST[hand[trump]])
