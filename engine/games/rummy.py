"""The put-down rummy, to 500 (RULES.md §2): sets and runs, each card scored by the player who placed it.

Phases and who acts in them:

======  ===============  ========================================================================
phase   the match needs  then
======  ===============  ========================================================================
DEALER  the dealer       DEAL
DEAL    the deck         DRAW of the seat after the dealer
DRAW    the turn's seat  MELD of the same seat
MELD    the turn's seat  MELD again; a discard: DRAW of the next seat; an empty hand, or a stock
                         that stays empty: DEAL of the next hand, or OVER
OVER    nothing
======  ===============  ========================================================================

A go is the DRAW of a seat and what it does until its discard. Somebody who leaves ends the match in any phase.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from engine.cards import cards_in, lister, mask_of
from engine.errors import IllegalAction
from engine.events import Event, Json
from engine.games import rummy_sentences as say
from engine.games.rummy_scoring import TARGET, VALUES, points_of, standing
from engine.games.rummy_view import view_of
from engine.inputs import Action, Chance, Happening, Need, Report
from engine.leaving import Leaving, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, Match, View
from engine.melds import FITS, melds_in, usable
from engine.syntax import CARD, CARDS, MELD, Syntax

HAND_SIZES: Final = {2: 13, 3: 7, 4: 7}
MOST_MELDS: Final = 17  # of three cards at least, from a deck of 52

_DRAW: Final = Action("draw")
_TAKES: Final = tuple(Action("take", card) for card in range(52))
_MELDS: Final = {meld: Action("meld", meld) for meld in FITS}
_ADDS: Final = {1 << card: tuple(Action("add", card, number) for number in range(MOST_MELDS + 1)) for card in range(52)}
_discards_of: Final = lister([Action("discard", card) for card in range(52)])

_SEATS: Final = range(max(HAND_SIZES))
_DREW: Final = [Event(say.DREW, (seat,), ~(1 << seat)) for seat in _SEATS]
"""What all others see of a draw, by the drawer."""
_DREW_CARD: Final = [[Event(say.DREW_CARD, (seat, card), 1 << seat) for card in range(52)] for seat in _SEATS]
_TOOK: Final = [[Event(say.TOOK, (seat, card)) for card in range(52)] for seat in _SEATS]
_DISCARDED: Final = [[Event(say.DISCARDED, (seat, card)) for card in range(52)] for seat in _SEATS]


class Phase(StrEnum):
    """Where a match stands; the table at the top of the module says what follows what."""

    DEALER = "dealer"
    DEAL = "deal"
    DRAW = "draw"
    MELD = "meld"
    OVER = "over"


_DRAWING, _MELDING = Phase.DRAW, Phase.MELD  # reading a member from its class costs ten times as much


class Rummy(Match):
    """A match of the put-down rummy."""

    _containers = ("held", "placed", "melds")

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.needs = Need.DEALER
        self.phase = Phase.DEALER
        self.deep = options["take"] == "deep"
        self.turns_over = options["stock-out"] == "turn-over"
        self.dealer = -1
        self.turn = -1
        """Whose go it is; -1 between hands."""
        self.held = [0] * seats
        """The hands, as sets."""
        self.stock: tuple[int, ...] = ()
        """The next card first."""
        self.pile: tuple[int, ...] = ()
        """The top card last."""
        self.melds: list[int] = []
        """The sets and runs on the table in the order in which they were laid."""
        self.laid_by: tuple[int, ...] = ()
        """Who laid each of them."""
        self.placed = [0] * seats
        """What each seat has placed on the table in this hand, on its own melds and on others'."""
        self.run_fits = 0
        """The cards that fit runs on the table; `engine.melds` says why a card may stay in it too long."""
        self.set_fits = 0
        """The cards that fit sets on the table."""
        self.taken = 0
        """T, the card asked for when this go took from the pile, as a set of one; none after a draw (§2.5)."""
        self.hat: tuple[int, ...] = ()
        """Who has the hat when the match is over."""

    @property
    def owed(self) -> int:
        """The card that has to come to the table in this go, as a set of one; none if nothing is owed."""
        return self.taken & self.held[self.turn] if self.deep else 0

    # --- what is allowed (§2.5)

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        if seat not in self.to_act:
            return []
        if self.phase is _DRAWING:
            return [_DRAW, *self._takes(seat)] if self.deep else [_DRAW, _TAKES[self.pile[-1]]]
        return self._continuations(seat)

    def _takes(self, seat: int) -> list[Action]:
        """With a deep pile, each card of it that would be usable together with those above it."""
        hand = self.held[seat]
        ever_usable = usable(hand | mask_of(self.pile), self.run_fits, self.set_fits)
        takes = []
        for card in reversed(self.pile):
            bit = 1 << card
            hand |= bit
            if ever_usable & bit and usable(hand, self.run_fits, self.set_fits) & bit:
                takes.append(_TAKES[card])
        return takes

    def _continuations(self, seat: int) -> list[Action]:
        """What may follow the draw: put down, add, discard."""
        hand = self.held[seat]
        actions = [_MELDS[meld] for meld in melds_in(hand)]
        if hand & (self.run_fits | self.set_fits):
            actions += self._additions(hand)
        kept = self.taken & hand
        if kept:
            actions = [action for action in actions if self._leaves_a_way(hand, action)]
            if self.deep:
                return actions
        return actions + _discards_of(hand ^ kept)

    def _additions(self, hand: int) -> list[Action]:
        additions = []
        for number, meld in enumerate(self.melds, 1):
            runs, sets = FITS[meld]
            fitting = hand & (runs | sets)
            while fitting:
                bit = fitting & -fitting
                additions.append(_ADDS[bit][number])
                fitting ^= bit
        return additions

    def _leaves_a_way(self, hand: int, action: Action) -> bool:
        """Whether T could still leave the hand after a put-down or an addition (§2.5, MELD rules 3 and 5).

        An owed card must be down or usable afterwards; no other T may be left alone unless it fits a meld.
        """
        verb, cards, number = action
        meld = cards
        if verb == "add":
            cards = 1 << cards
            meld = self.melds[number - 1] | cards
        left = hand ^ cards
        kept = left & self.taken
        if not kept:
            return True
        runs, sets = FITS[meld]
        runs |= self.run_fits
        sets |= self.set_fits
        if self.deep:
            return usable(left, runs, sets) & kept != 0
        return left != kept or kept & (runs | sets) != 0

    # --- actions

    def _act(self, seat: int, action: Action) -> list[Event]:
        drawing = self.phase is _DRAWING
        match action.verb:
            case "discard" | "meld" | "add" if drawing:
                raise IllegalAction(say.DRAW_FIRST)
            case "discard":
                return self._discard(seat, action.what)
            case "draw" | "take" if not drawing:
                raise IllegalAction(say.DRAWN_ALREADY)
            case "draw":
                return self._draw(seat)
            case "take":
                return self._take(seat, action.what)
            case "meld":
                return self._put_down(seat, action)
            case "add":
                return self._add(seat, action)
            case _:
                raise IllegalAction(NOT_AN_ACTION_NOW, action.verb)

    def _draw(self, seat: int) -> list[Event]:
        if not self.stock:
            events = self._replace_stock()
            return [*events, *self._draw(seat)] if self.stock else events
        card = self.stock[0]
        self.stock = self.stock[1:]
        self.held[seat] |= 1 << card
        self.phase = _MELDING
        return [_DREW[seat], _DREW_CARD[seat][card]]

    def _take(self, seat: int, card: int) -> list[Event]:
        pile = self.pile
        if card not in pile:
            raise IllegalAction(say.NOT_IN_PILE, card)
        place = pile.index(card)
        came = mask_of(pile[place:])
        bit = 1 << card
        hand = self.held[seat] | came
        if self.deep:
            if not usable(hand, self.run_fits, self.set_fits) & bit:
                raise IllegalAction(say.NOT_USABLE, card)
        elif came != bit:
            raise IllegalAction(say.ONLY_THE_TOP, card)
        self.held[seat] = hand
        self.pile = pile[:place]
        self.taken = bit
        self.phase = _MELDING
        if came == bit:
            return [_TOOK[seat][card]]
        return [Event(say.TOOK_DEEP, (seat, card, pile[place + 1 :]))]

    def _put_down(self, seat: int, action: Action) -> list[Event]:
        cards = action.what
        hand = self.held[seat]
        if cards & ~hand:
            raise IllegalAction(say.NOT_IN_HAND, cards & ~hand)
        if cards not in FITS:
            raise IllegalAction(say.NO_MELD, cards)
        self._check_way(hand, action)
        self.melds.append(cards)
        self.laid_by += (seat,)
        event = Event(say.PUT_DOWN, (seat, cards, len(self.melds), points_of(cards)))
        return [event, *self._lay(seat, cards, cards)]

    def _add(self, seat: int, action: Action) -> list[Event]:
        _, card, number = action
        bit = 1 << card
        hand = self.held[seat]
        if not hand & bit:
            raise IllegalAction(say.NOT_IN_HAND, bit)
        if not 1 <= number <= len(self.melds):
            raise IllegalAction(say.NO_SUCH_MELD, number)
        meld = self.melds[number - 1]
        if meld | bit not in FITS:
            raise IllegalAction(say.DOES_NOT_FIT, card, meld)
        self._check_way(hand, action)
        self.melds[number - 1] = meld | bit
        event = Event(say.ADDED, (seat, card, meld, number, VALUES[card]))
        return [event, *self._lay(seat, bit, meld | bit)]

    def _check_way(self, hand: int, action: Action) -> None:
        if self.taken and not self._leaves_a_way(hand, action):
            raise IllegalAction(say.OWED if self.deep else say.TAKEN_ALONE, *cards_in(self.taken))

    def _lay(self, seat: int, cards: int, meld: int) -> list[Event]:
        """Cards go from the hand to the table, where they are, or make longer, a meld."""
        self.held[seat] ^= cards
        self.placed[seat] |= cards
        runs, sets = FITS[meld]
        self.run_fits |= runs
        self.set_fits |= sets
        return [] if self.held[seat] else self._go_out(seat)

    def _discard(self, seat: int, card: int) -> list[Event]:
        bit = 1 << card
        if not self.held[seat] & bit:
            raise IllegalAction(say.NOT_IN_HAND, bit)
        if self.owed:
            raise IllegalAction(say.OWED_FIRST, *cards_in(self.taken))
        if bit == self.taken:
            raise IllegalAction(say.TAKEN, card)
        self.held[seat] ^= bit
        self.pile += (card,)
        event = _DISCARDED[seat][card]
        if not self.held[seat]:
            return [event, *self._go_out(seat)]
        return [event, *self._start_go((seat + 1) % self.seats)]

    # --- the start and the end of a go, and the stock check (§2.5)

    def _start_go(self, seat: int) -> list[Event]:
        self.phase = _DRAWING
        self.turn = seat
        self.to_act = (seat,)
        self.taken = 0
        return [] if self.stock else self._replace_stock()

    def _end_go(self) -> None:
        self.turn = -1
        self.taken = 0

    def _replace_stock(self) -> list[Event]:
        """Turn the pile over when the stock is empty as a go starts (decision RUMMY_TURNOVER, R-D1), or end the hand.

        The oldest card of the pile is then the first to be drawn: nothing is shuffled (R-D2).
        """
        if not self.turns_over or len(self.pile) < 2:
            return [Event(say.STOCK_OUT), *self._score()]
        self.stock = self.pile[:-1]
        self.pile = self.pile[-1:]
        return [Event(say.TURNED_OVER)]

    # --- the deal (§2.2)

    def _chance(self, outcome: Chance) -> list[Event]:
        if outcome.need is Need.DEALER:
            return self._next_hand(outcome.values[0])
        return self._deal(tuple(outcome.values))

    def _next_hand(self, dealer: int) -> list[Event]:
        self.dealer = dealer
        self.phase = Phase.DEAL
        self.needs = Need.DECK
        self._end_go()
        self.to_act = ()
        return [Event(say.DEALS, (dealer,))]

    def _deal(self, deck: tuple[int, ...]) -> list[Event]:
        """One card at a time from the dealer's next on; the card after the hands is the pile."""
        size = HAND_SIZES[self.seats]
        dealt = size * self.seats
        first = (self.dealer + 1) % self.seats
        for place in range(self.seats):
            self.held[(first + place) % self.seats] = mask_of(deck[place : dealt : self.seats])
        self.pile = deck[dealt : dealt + 1]
        self.stock = deck[dealt + 1 :]
        self.melds = []
        self.laid_by = ()
        self.placed = [0] * self.seats
        self.run_fits = self.set_fits = 0
        self.needs = Need.SEAT
        events = [Event(say.DEALT, (seat, hand), 1 << seat) for seat, hand in enumerate(self.held)]
        return [Event(say.HAND_DEALT, (size, self.pile[0])), *events, *self._start_go(first)]

    # --- the end of a hand and of the match (§2.6, §2.7, §2.9)

    def _go_out(self, seat: int) -> list[Event]:
        return [Event(say.OUT, (seat,)), *self._score()]

    def _score(self) -> list[Event]:
        """Each seat counts what it placed less what it is left with."""
        down = [points_of(cards) for cards in self.placed]
        left = [points_of(cards) for cards in self.held]
        points = tuple(map(int.__sub__, down, left))
        self._write_down(points)
        events = [
            Event(say.SCORED, row) for row in zip(range(self.seats), down, left, points, self.totals, strict=True)
        ]
        if max(self.totals) >= TARGET:
            return [*events, *self._stand()]
        return [*events, *self._next_hand((self.dealer + 1) % self.seats)]

    def _stand(self) -> list[Event]:
        """The match is over: its totals decide, however it came to its end."""
        winners, self.hat = standing(self.totals)
        self._finish(Ending.WON, winners)
        events = [Event(say.STANDING, (max(self.totals), winners))]
        return [*events, Event(say.HAT, (min(self.totals), self.hat))] if self.hat else events

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = Phase.OVER
        self._end_go()

    # --- the table (§2.9)

    def reports(self) -> list[Report]:
        """Anybody may leave as long as the match goes on."""
        reports = super().reports()
        return reports and [*reports, *(Report(Happening.LEAVE, seat) for seat in range(self.seats))]

    def _report(self, report: Report) -> list[Event]:
        return [Event(say.LEFT, (report.seat,)), *self._stand()]

    def _table_closed(self) -> list[Event]:
        """A closed table keeps its standing, so that it has a result after all (RECORDS.md, `ending`)."""
        return self._stand()

    # --- views (§2.8)

    def extras(self) -> dict[str, Json]:
        """The hat, once it is known (RECORDS.md)."""
        return {"hat": list(self.hat)} if self.ending else {}

    def _view(self, seat: int | None) -> View:
        return view_of(self, seat)


GAME: Final = Game(
    name="rummy",
    title="The one where you put cards down",
    seats=(2, 3, 4),
    match=Rummy,
    verbs={
        "draw": Syntax(),
        "take": Syntax(CARD),
        "meld": Syntax(CARDS),
        "add": Syntax(CARD, MELD),
        "discard": Syntax(CARD),
    },
    leaving=Leaving(OnLeave.MATCH_ENDS, reported=True),
    options=lambda _seats: {"take": ("plain", "deep"), "stock-out": ("turn-over", "end")},
    endless=True,
)
Rummy.game = GAME
