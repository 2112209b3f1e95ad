"""What a seat remembers of trick play with a hidden trump: the common part of Twenty-nine and Call."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from engine.auction import NOBODY, SEATS, Said, Word
from engine.cards import SUIT_MASKS, SUITS, card, cards_in, mask_of
from engine.chance import Rng, shuffled
from engine.events import Event
from engine.imagination import Memory, Scene, take_over
from engine.match import View
from engine.memories.unseen import Holder, UnseenCards
from engine.tricks import ASKED, DEALS, NO_TRUMP, PLAYED, HiddenTrumpMatch

M = TypeVar("M", bound=HiddenTrumpMatch)


class HiddenTrumpMemory(Memory):
    """The cards of this hand that were played, and what each seat was seen to hold or not to hold.

    Attributes:
        played: the set of cards that each seat has played in this hand.
        barred: the set of cards that each seat cannot hold: it did not follow suit, or asked and did not trump.
        shown: the set of cards that each seat was seen to hold and has not played yet.
    """

    def __init__(self, seat: int, seats: int) -> None:  # noqa: ARG002  # a memory of any game is made so
        self._seat = seat
        self._forget()

    def _forget(self) -> None:
        """Start a hand anew."""
        self.played = [0] * SEATS
        self.barred = [0] * SEATS
        self.shown = [0] * SEATS
        self._in_trick = 0
        self._led = 0
        self._asker = NOBODY
        self._trump = NO_TRUMP

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        sentence = event.sentence
        if sentence is PLAYED:
            self._see_play(*event.values)
        elif sentence is ASKED:
            self._asker, self._trump = event.values
            self.barred[self._asker] |= SUIT_MASKS[self._led]
        elif sentence is DEALS:
            self._forget()

    def _see_play(self, seat: int, played: int) -> None:
        suit = played & 3
        if not self._in_trick:
            self._led = suit
        elif suit != self._led:
            self.barred[seat] |= SUIT_MASKS[self._led]
            if seat == self._asker and suit != self._trump:
                self.barred[seat] |= SUIT_MASKS[self._trump]
        self._asker = NOBODY
        self._in_trick = (self._in_trick + 1) % SEATS
        self.played[seat] |= 1 << played
        self.shown[seat] &= ~(1 << played)

    # --- a scene: what everybody sees, one's own cards and those that were shown

    def _set_table(self, match: HiddenTrumpMatch, view: View) -> None:
        """Set in a new match what is common to the games."""
        take_over(match, view)
        match.dealer = seat_from(view["dealer"])
        match.bids = heard_calls(view["bids"])
        match.bidder = seat_from(view["bidder"])
        match.bid = view["bid"] or 0
        match.trump = SUITS.index(view["trump"]) if view["trump"] else NO_TRUMP
        match.public_trump = match.trump if view["trump_public"] else NO_TRUMP
        match.asked = view["asked"]
        match.leader, match.trick = _trick(view["trick"])
        match.last_leader, match.last_trick = _trick(view["last_trick"])
        match.takers = tuple(view["takers"])
        match.held = [*self.shown]
        match.held[self._seat] = mask_of(map(card, view["hand"]))

    def _unseen(
        self, match: HiddenTrumpMatch, counts: Sequence[int], own_aside: int = 0, aside: int = 0
    ) -> UnseenCards:
        """The cards that the seat does not see, held by the other seats in their order, lying aside, or in the stock.

        Args:
            match: with the cards in hands that the seat sees.
            counts: how many cards each seat holds in its hand.
            own_aside: the seat's own cards that are not in its hand, as a set.
            aside: how many cards that the seat does not see lie aside.
        """
        seen = own_aside
        for cards in (*self.played, *match.held):
            seen |= cards
        unseen = match.deck & ~seen
        holders = [
            Holder(counts[seat] - match.held[seat].bit_count(), self.barred[seat])
            for seat in range(SEATS)
            if seat != self._seat
        ]
        stock = unseen.bit_count() - aside - sum(holder.room for holder in holders)
        return UnseenCards(unseen, [*holders, Holder(aside), Holder(stock)])


class HiddenTrumpScene(Scene, Generic[M]):
    """A moment of a match as one seat knows it.

    Args:
        seat: who imagines.
        match: complete but for the cards that the seat does not see.
        unseen: those cards: the other seats', those that lie aside, the stock's.
    """

    def __init__(self, seat: int, match: M, unseen: UnseenCards) -> None:
        self._others = [other for other in range(SEATS) if other != seat]
        self._match = match
        self._unseen = unseen

    def imagine(self, rng: Rng) -> M:
        """See `Scene.imagine`."""
        match = self._match.copy()
        *hands, aside, stock = self._unseen.deal(rng)
        held = match.held
        for seat, hand in zip(self._others, hands, strict=True):
            held[seat] |= hand
        if stock:
            match.stock = tuple(shuffled(cards_in(stock), rng))
        self._complete(match, aside, rng)
        return match

    @abstractmethod
    def _complete(self, match: M, aside: int, rng: Rng) -> None:
        """Decide what else the seat does not know; ``aside`` is the set of cards that lie aside."""


def first_speaker(match: HiddenTrumpMatch) -> int:
    """Who speaks first in the auctions of the hand, also when it is over and the deal has passed on."""
    return match.bids[0].seat if match.bids else (match.dealer + 1) % SEATS


def heard_calls(calls: Iterable[Mapping[str, Any]]) -> tuple[Said, ...]:
    """The calls of an auction from their JSON."""
    return tuple(Said(call["seat"], Word(call["call"]), call["number"] or 0) for call in calls)


def seat_from(value: int | None) -> int:
    """A seat from its JSON."""
    return NOBODY if value is None else value


def _trick(view: Mapping[str, Any]) -> tuple[int, tuple[int, ...]]:
    """Leader and cards of a trick from their JSON."""
    return seat_from(view["leader"]), tuple(map(card, view["cards"]))
