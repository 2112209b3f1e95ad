"""What a seat remembers and imagines in the put-down rummy (RULES.md §2)."""

from collections.abc import Mapping
from math import comb
from typing import Final, NamedTuple

from engine.cards import FULL_DECK, card, cards_in, mask_of
from engine.chance import Rng, shuffled
from engine.events import Event
from engine.games import rummy_sentences as say
from engine.games.rummy import Rummy
from engine.imagination import Memory, Scene, take_over
from engine.match import View
from engine.melds import FITS, ways_to_use

MOST_TRIES: Final = 200


class Imagined(Rummy):
    """A match that a seat imagines, with what everybody knows in it.

    Attributes:
        known: the cards that each seat is known to hold, or has shown since it was.
        turned_over: how often the pile was turned over in this hand: from the first time on the stock is known.
    """

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.known = (0,) * seats
        self.turned_over = 0

    def _draw(self, seat: int) -> list[Event]:
        before = self.held[seat]
        events = super()._draw(seat)
        if self.turned_over:
            self._show(seat, self.held[seat] ^ before)
        return events

    def _take(self, seat: int, card: int) -> list[Event]:
        before = self.held[seat]
        events = super()._take(seat, card)
        self._show(seat, self.held[seat] ^ before)
        return events

    def _replace_stock(self) -> list[Event]:
        self.turned_over += 1
        return super()._replace_stock()

    def _show(self, seat: int, cards: int) -> None:
        known = self.known
        self.known = (*known[:seat], known[seat] | cards, *known[seat + 1 :])


class RummyMemory(Memory):
    """The cards that others are known to hold, and the stock where it is known.

    Who takes from the pile is known to hold those cards until they come to the table or go back. Once the pile was
    turned over, everybody who saw it grow knows the stock, and so every card that is drawn from it.
    """

    def __init__(self, seat: int, seats: int) -> None:
        self._seat = seat
        self.known = [0] * seats
        """The cards that each seat is known to hold; of the own seat's there is more in its view."""
        self._pile: tuple[int, ...] = ()
        self.stock: tuple[int, ...] = ()
        """The known stock, the next card first; empty as long as the stock is not known."""
        self.turned_over = 0
        """How often the pile was turned over in this hand: from the first time on the stock is known."""

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        sentence, values = event.sentence, event.values
        if sentence in (say.DREW, say.DREW_CARD):
            self._drawn(values[0])
        elif sentence is say.DISCARDED:
            self._shown(values[0], 1 << values[1])
            self._pile += (values[1],)
        elif sentence is say.ADDED:
            self._shown(values[0], 1 << values[1])
        elif sentence is say.PUT_DOWN:
            self._shown(values[0], values[1])
        elif sentence in (say.TOOK, say.TOOK_DEEP):
            self._taken(values[0], values[1])
        elif sentence is say.TURNED_OVER:
            self.stock, self._pile = self._pile[:-1], self._pile[-1:]
            self.turned_over += 1
        elif sentence is say.HAND_DEALT:
            self.known = [0] * len(self.known)
            self._pile = (values[1],)
            self.stock = ()
            self.turned_over = 0

    def _drawn(self, seat: int) -> None:
        if self.stock:
            self.known[seat] |= 1 << self.stock[0]
            self.stock = self.stock[1:]

    def _taken(self, seat: int, asked_for: int) -> None:
        place = self._pile.index(asked_for)
        self.known[seat] |= mask_of(self._pile[place:])
        self._pile = self._pile[:place]

    def _shown(self, seat: int, cards: int) -> None:
        """Cards have left a seat's hand before everybody's eyes."""
        self.known[seat] &= ~cards

    def scene(self, view: View) -> "RummyScene":
        """See `Memory.scene`."""
        match = Imagined(len(view["counts"]), view["options"])
        take_over(match, view)
        match.known = tuple(self.known)
        match.turned_over = self.turned_over
        match.dealer = -1 if view["dealer"] is None else view["dealer"]
        match.turn = -1 if view["turn"] is None else view["turn"]
        match.pile = tuple(map(card, view["pile"]))
        match.stock = self.stock
        match.melds = [mask_of(map(card, meld["cards"])) for meld in view["melds"]]
        match.laid_by = tuple(meld["seat"] for meld in view["melds"])
        match.placed = [mask_of(map(card, row["cards"])) for row in view["strip"]]
        for meld in match.melds:
            runs, sets = FITS[meld]
            match.run_fits |= runs
            match.set_fits |= sets
        match.taken = 1 << card(view["taken"]) if view["taken"] else 0
        match.hat = tuple(view["hat"] or ())
        match.held = list(self.known)
        match.held[self._seat] = mask_of(map(card, view["hand"]))
        return self._hide(match, view)

    def _hide(self, match: Rummy, view: View) -> "RummyScene":
        """Say which cards are missing from the match, and where."""
        seen = mask_of(match.pile) | mask_of(match.stock)
        for cards in (*match.held, *match.placed):
            seen |= cards
        missing = {
            seat: count - match.held[seat].bit_count()
            for seat, count in enumerate(view["counts"])
            if count > match.held[seat].bit_count()
        }
        in_stock = view["stock"] - len(match.stock)
        debt = _debt_of(match, FULL_DECK & ~seen, missing) if view["owed"] else None
        return RummyScene(match, cards_in(FULL_DECK & ~seen), missing, in_stock, debt)


class Debt(NamedTuple):
    """A card that another seat owes: of its hidden cards that seat holds one of these sets at least."""

    seat: int
    ways: list[int]
    weights: list[int]
    """In how many hands of hidden cards each set occurs."""


def _debt_of(match: Rummy, hidden: int, missing: dict[int, int]) -> Debt | None:
    """What an owed card tells about the cards of the seat that owes it (§2.5); ``None`` where that is nothing."""
    seat = match.turn
    owed = match.owed.bit_length() - 1
    unseen = {cards & ~match.held[seat] for cards in ways_to_use(owed, match.run_fits, match.set_fits)}
    if 0 in unseen:
        return None
    places = missing[seat]
    ways = sorted(cards for cards in unseen if not cards & ~hidden and cards.bit_count() <= places)
    weights = [comb(hidden.bit_count() - cards.bit_count(), places - cards.bit_count()) for cards in ways]
    return Debt(seat, ways, weights)


class RummyScene(Scene):
    """A moment of a match as one seat knows it.

    Args:
        match: complete but for the hidden cards.
        hidden: the cards whose place is not known.
        missing: how many of them each other seat holds, where there are any.
        in_stock: how many of them lie in the stock.
        debt: what is known of them because another seat owes a card.
    """

    def __init__(
        self, match: Rummy, hidden: list[int], missing: dict[int, int], in_stock: int, debt: Debt | None
    ) -> None:
        self._match = match
        self._hidden = hidden
        self._missing = missing
        self._in_stock = in_stock
        self._debt = debt

    def imagine(self, rng: Rng) -> Rummy:
        """See `Scene.imagine`."""
        match = self._match.copy()
        cards = self._order(rng)
        place = 0
        for seat, number in self._missing.items():
            match.held[seat] |= mask_of(cards[place : place + number])
            place += number
        if self._in_stock:
            match.stock = tuple(cards[place : place + self._in_stock])
        return match

    def _order(self, rng: Rng) -> list[int]:
        """The hidden cards in the order in which the seats and then the stock get them."""
        if self._debt is None:
            return shuffled(self._hidden, rng)
        hand = _hand_with_debt(self._hidden, self._missing[self._debt.seat], self._debt, rng)
        others = [card for card in shuffled(self._hidden, rng) if not hand >> card & 1]
        before = sum(number for seat, number in self._missing.items() if seat < self._debt.seat)
        return [*others[:before], *cards_in(hand), *others[before:]]


def _hand_with_debt(hidden: list[int], size: int, debt: Debt, rng: Rng) -> int:
    """A hand of hidden cards that can pay a debt, each such hand as likely as any other.

    A way to pay is picked by the number of hands that hold it, then the rest of the hand; a hand that holds several
    ways would come up once for each, so that it is kept only one time in so many. After many tries any such hand will
    do.
    """
    hand = 0
    for _ in range(MOST_TRIES):
        way = _weighted(debt, rng)
        rest = [card for card in shuffled(hidden, rng) if not way >> card & 1]
        hand = way | mask_of(rest[: size - way.bit_count()])
        times = sum(not cards & ~hand for cards in debt.ways)
        if rng.random() * times < 1:
            break
    return hand


def _weighted(debt: Debt, rng: Rng) -> int:
    """One of the ways to pay, each as likely as its weight says."""
    *others, last = debt.ways
    place = rng.random() * sum(debt.weights)
    for way, weight in zip(others, debt.weights, strict=False):
        place -= weight
        if place < 0:
            return way
    return last
