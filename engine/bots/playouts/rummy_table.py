"""The put-down rummy as bots play it that go by rules of thumb, without the checks and the reports of the engine.

Everybody sees what a seat would see, and does what `engine.bots.rules_of_thumb.rummy` would do: what is played on like
this tells what comes of a move against such players, and after the pile was turned over, when the stock is known, it
tells so nearly card by card.
"""

from math import inf
from typing import Final

from engine.bots.rules_of_thumb.rummy_plan import Layout, best_layout, fits_after
from engine.bots.rules_of_thumb.rummy_sight import (
    Sight,
    attentive_sight,
    best_throw,
    drawing_is_better,
    of_drawing,
    of_taking,
    worth_now,
)
from engine.cards import cards_in, mask_of
from engine.games.rummy import Phase, Rummy
from engine.games.rummy_scoring import VALUES, points_of
from engine.melds import melds_in, usable
from engine.memories.rummy import Imagined

_DRAWING: Final = Phase.DRAW


class RummyTable:
    """The table from some moment of a hand on.

    Args:
        match: where a seat is to act; it is not changed.

    Attributes:
        held: the hands.
        placed: what each seat has placed on the table.
        pile: the top card last.
        stock: the next card last.
        over: whether the hand has ended.
    """

    def __init__(self, match: Rummy) -> None:
        self._seats = match.seats
        self._others = [[other for other in range(match.seats) if other != seat] for seat in range(match.seats)]
        self._deep = match.deep
        self._turns_over = match.turns_over
        self._seat = match.turn
        self._draws = match.phase is _DRAWING
        self._taken = match.taken
        self.stock = [*reversed(match.stock)]
        self.pile = list(match.pile)
        self._runs = match.run_fits
        self._sets = match.set_fits
        self.held = list(match.held)
        self.placed = list(match.placed)
        self._turned_over = 0
        self._known = [0] * match.seats
        if isinstance(match, Imagined):
            self._turned_over = match.turned_over
            self._known = [cards & held for cards, held in zip(match.known, match.held, strict=True)]
        self._in_pile = mask_of(match.pile)
        self._in_stock = mask_of(match.stock) if self._turned_over else 0
        """The cards of the stock, if it is known."""
        self._public = self._in_pile | self._in_stock
        """The cards that everybody knows the place of: once that is so it stays so."""
        for cards in (*self.placed, *self._known):
            self._public |= cards
        self.over = False

    def play(self, goes: int) -> None:
        """Play so many goes, or to the end of the hand; a go that has begun is one."""
        for _ in range(goes):
            if self._draws:
                self._draw()
            self._put_down()
            if self.over:
                return
            self._draws = True

    def _sight(self) -> Sight:
        """What the seat whose go it is sees."""
        seat, held = self._seat, self.held
        following = (seat + 1) % self._seats
        return attentive_sight(
            held[seat], self._taken, self._runs, self._sets,
            public=self._public,
            pile=self._in_pile,
            stock=self._in_stock,
            next_known=self._known[following],
            next_count=held[following].bit_count(),
            fewest=min([held[other].bit_count() for other in self._others[seat]]),
            deep=self._deep,
            turned_over=self._turned_over,
            most_goes=inf if self._turns_over else len(self.stock) / self._seats + 0.5,
        )  # fmt: skip

    # --- drawing

    def _draw(self) -> None:
        seat, pile = self._seat, self.pile
        self._taken = 0
        sight = self._sight()
        stock_top = 1 << self.stock[-1]
        if not (self._deep or self._turned_over) and drawing_is_better(sight, pile[-1]):
            self.held[seat] |= stock_top
            del self.stock[-1]
            return
        now = worth_now(sight)
        best = of_drawing(sight, stock_top if self._turned_over else 0, now)
        place = -1
        came = 0
        for which in self._places(sight):
            came = mask_of(pile[which:])
            value = of_taking(sight, came, 1 << pile[which], now)
            if value > best:
                best, place = value, which
        if place < 0:
            came = stock_top
            del self.stock[-1]
            self._in_stock &= ~came
        else:
            came = mask_of(pile[place:])
            self._taken = 1 << pile[place]
            del pile[place:]
            self._in_pile ^= came
        self.held[seat] |= came
        if came & self._public:
            self._known[seat] |= came

    def _places(self, sight: Sight) -> list[int]:
        """The places of the pile from which may be taken."""
        pile = self.pile
        last = len(pile) - 1
        if not self._deep:
            return [last]
        hand, runs, sets = sight.hand, sight.runs, sight.sets
        ever_usable = usable(hand | mask_of(pile), runs, sets)
        places = []
        for place in range(last, -1, -1):
            bit = 1 << pile[place]
            hand |= bit
            if ever_usable & bit and usable(hand, runs, sets) & bit:
                places.append(place)
        return places

    # --- putting down, and throwing

    def _put_down(self) -> None:
        seat, held = self._seat, self.held
        if self._deep and self._taken & held[seat]:
            self._pay()
        hand, taken = held[seat], self._taken
        layout = best_layout(hand, self._runs, self._sets)
        if layout.rest == taken and taken:
            layout = self._less(hand, layout)
        if layout.rest != hand:
            self._lay(layout, hand ^ layout.rest)
            hand = held[seat]
        if hand & (hand - 1):
            self._throw(best_throw(self._sight()))
        elif hand:
            self._throw(hand.bit_length() - 1)
        else:
            self.over = True

    def _lay(self, layout: Layout, cards: int) -> None:
        """Cards go from the hand to the table."""
        seat = self._seat
        self._runs, self._sets = fits_after(layout, self._runs, self._sets)
        self.held[seat] ^= cards
        self._known[seat] &= ~cards
        self.placed[seat] |= cards
        self._public |= cards

    def _less(self, hand: int, layout: Layout) -> Layout:
        """What is put down where all would leave but the card that may not be thrown: one card less, or a meld less."""
        taken = layout.rest
        for one in sorted(cards_in(hand ^ taken), key=VALUES.__getitem__):
            less = best_layout(hand ^ taken ^ 1 << one, self._runs, self._sets)
            if not less.rest:
                return less._replace(rest=taken | 1 << one)
        if layout.added:
            return Layout(0, layout.melds, 0, taken | layout.added)
        held_back = min(layout.melds, key=points_of)
        return Layout(0, tuple(meld for meld in layout.melds if meld != held_back), 0, taken | held_back)

    def _pay(self) -> None:
        """Put down the owed card, with what is best then (RULES.md §2.5, `take`)."""
        hand, owed, runs, sets = self.held[self._seat], self._taken, self._runs, self._sets
        if not best_layout(hand, runs, sets).rest & owed:
            return
        melds = [meld for meld in melds_in(hand) if meld & owed]
        if owed & (runs | sets):
            paid, cards = Layout(0, (), owed, 0), owed
        elif melds:
            cards = max(melds, key=lambda meld: points_of(meld) + best_layout(hand ^ meld, runs, sets).points)
            paid = Layout(0, (cards,), 0, 0)
        else:
            between = (owed << 4 | owed >> 4) & hand & runs
            cards = owed | between & -between
            paid = Layout(0, (), cards, 0)
        self._lay(paid, cards)

    def _throw(self, card: int) -> None:
        """A card goes to the pile, and the go is over; the pile is turned over if there is no stock left."""
        seat = self._seat
        self.held[seat] ^= 1 << card
        self._known[seat] &= ~(1 << card)
        self.pile.append(card)
        self._in_pile |= 1 << card
        self._public |= 1 << card
        self._seat = (seat + 1) % self._seats
        if not self.held[seat]:
            self.over = True
        elif not self.stock:
            if not self._turns_over or len(self.pile) < 2:
                self.over = True
                return
            *turned, top = self.pile
            self.stock = turned[::-1]
            self.pile = [top]
            self._in_stock = self._in_pile ^ 1 << top
            self._in_pile = 1 << top
            self._turned_over += 1
