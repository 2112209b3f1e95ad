"""Rules of thumb for the put-down rummy (RULES.md §2).

* Part the hand so that the most comes to the table, and put it down while the others hold cards: what is in hand when
  somebody goes out counts against its holder.
* Keep what two or more cards still to come can complete, high cards for their points as long as nobody is near the
  end; throw what has the least hope, and not what the next player can use.
* Take from the pile what comes to the table at once; of a deep pile as much as its points are worth the cards that
  come along.
* Go out when it can be done, unless it would end the match with somebody else on top.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.rummy_plan import WAYS, Layout, best_layout, fits_after, hope_of, outs
from engine.cards import FULL_DECK, card, cards_in, mask_of
from engine.events import Event
from engine.games.rummy_scoring import TARGET, VALUES, points_of
from engine.inputs import Action
from engine.match import View
from engine.melds import FITS
from engine.memories.rummy import RummyMemory

GOES_AT_LEAST: Final = 1.5
"""How many goes a hand lasts at least, as far as anybody can tell."""
GOES_PER_CARD: Final = {"plain": 0.35, "deep": 0.6}
"""How many more for each card of the opponent with the fewest; with a deep pile, hands grow again."""
GOES_UNWATCHED: Final = 5.0
"""How many goes a hand lasts, for who does not look."""
CHANCES_A_GO: Final = 0.8
"""How many cards that may be of use a seat gets to see in a go: the stock's next, and the pile's top now and then."""
LIKELIEST: Final = 0.6
FAR: Final = 0.5
"""How likely two cards are to come, by the square of one's likelihood."""
DENIAL: Final = 2.0
"""What a point for the next player counts, who also gets rid of a card and comes nearer to going out."""
MEAN_VALUE: Final = 8
"""What an unknown card counts, about."""
TIDINESS: Final = 0.05
"""What it counts to give others fewer places to add to."""
COMPANIONS: Final = 12.0
"""What a card that completes a set or run brings beside its own points."""
WASTED: Final = 1000.0
"""More than any hand: what ends the match the wrong way."""


class Sight(NamedTuple):
    """What a seat knows when it is its turn; cards as sets.

    Attributes:
        hand: the own hand.
        taken: the card that may not be thrown in this go.
        melds: the sets and runs on the table.
        runs: the cards that fit runs on the table.
        sets: the cards that fit sets on the table.
        available: the cards that may still come to this hand.
        hidden: those of them that lie nobody knows where.
        known: the cards that each seat is known to hold.
        counts: how many cards each seat holds.
        out: how likely a certain hidden card is to come while the hand lasts.
        caught: how likely a card is to be left in hand in the end unless it is put down or thrown.
    """

    hand: int
    taken: int
    melds: tuple[int, ...]
    runs: int
    sets: int
    available: int
    hidden: int
    known: Sequence[int]
    counts: Sequence[int]
    out: float
    caught: float


class RummyJudge(Judge):
    """Weighs by points: what comes to the table, what may still, and what is likely to be left in hand."""

    unit = 6.0

    def __init__(self, seat: int, seats: int, *, attentive: bool) -> None:
        super().__init__(seat, seats, attentive=attentive)
        self._memory = RummyMemory(seat, seats)

    def see(self, event: Event) -> None:
        """See `Judge.see`."""
        self._memory.see(event)

    def weigh(self, legal: Sequence[Action], view: View) -> list[float]:
        """See `Judge.weigh`."""
        sight = self._sight(view)
        if view["phase"] == "draw":
            return self._sources(legal, view, sight)
        layout = best_layout(sight.hand, sight.runs, sight.sets)
        if self.attentive and self._loses_by_going_out(view, layout):
            return [_against_going_out(action, sight, layout) for action in legal]
        throws = _throws(sight, layout, self._next_player()) if any(verb == "discard" for verb, _, _ in legal) else {}
        return [
            throws[what] if verb == "discard" else _laying(sight, layout, verb, what, where)
            for verb, what, where in legal
        ]

    def _next_player(self) -> int:
        """The seat to keep cards from; -1 for who does not think of it."""
        return (self.seat + 1) % self.seats if self.attentive else -1

    def _sight(self, view: View) -> Sight:
        hand = mask_of(map(card, view["hand"]))
        melds = tuple(mask_of(map(card, meld["cards"])) for meld in view["melds"])
        runs = sets = table = 0
        for meld in melds:
            more_runs, more_sets = FITS[meld]
            runs |= more_runs
            sets |= more_sets
            table |= meld
        counts = view["counts"]
        hidden = FULL_DECK & ~(hand | table)
        if not self.attentive:
            return Sight(
                hand, _taken(view), melds, runs, sets, hidden, hidden, (0,) * self.seats, counts,
                *_prospects(GOES_UNWATCHED, hidden),
            )  # fmt: skip
        pile = mask_of(map(card, view["pile"]))
        hidden &= ~pile
        known = [
            cards & hidden if seat != self.seat and (cards & hidden).bit_count() <= counts[seat] else 0
            for seat, cards in enumerate(self._memory.known)
        ]
        for cards in known:
            hidden &= ~cards
        available = hidden | pile if view["options"]["take"] == "deep" else hidden
        return Sight(
            hand, _taken(view), melds, runs, sets, available, hidden, known, counts,
            *_prospects(self._goes_left(view), hidden),
        )  # fmt: skip

    def _goes_left(self, view: View) -> float:
        """How many goes of each seat the hand is likely to last."""
        fewest: int = min(count for seat, count in enumerate(view["counts"]) if seat != self.seat)
        goes = GOES_AT_LEAST + GOES_PER_CARD[view["options"]["take"]] * fewest
        if view["options"]["stock-out"] == "end":
            left: int = view["stock"]
            return min(goes, left / self.seats + 0.5)
        return goes

    # --- where to draw from

    def _sources(self, legal: Sequence[Action], view: View, sight: Sight) -> list[float]:
        pile = [card(text) for text in view["pile"]]
        now = best_layout(sight.hand, sight.runs, sight.sets)
        worth = _worth(sight, now, 0)
        weights = []
        for verb, what, _ in legal:
            if verb == "draw":
                weights.append(self._of_drawing(sight, worth))
            else:
                came = mask_of(pile[pile.index(what) :])
                weights.append(_of_taking(sight, came, 1 << what, worth))
        return weights

    def _of_drawing(self, sight: Sight, worth: float) -> float:
        """What the stock's next card is worth: that card if it is known, else the mean of those it may be."""
        if self.attentive and self._memory.stock:
            hand = sight.hand | 1 << self._memory.stock[0]
            return _worth(sight, best_layout(hand, sight.runs, sight.sets), 0) - worth
        wanted = outs(sight.hand, sight.runs, sight.sets) & sight.hidden
        return (points_of(wanted) + COMPANIONS * wanted.bit_count()) / max(sight.hidden.bit_count(), 1)

    # --- going out

    def _loses_by_going_out(self, view: View, layout: Layout) -> bool:
        """Whether this hand can be ended now, and would end the match with another on top."""
        if layout.rest.bit_count() > 1:
            return False
        totals: list[int] = [
            row["total"] + row["points"] - (0 if seat == self.seat else MEAN_VALUE * view["counts"][seat])
            for seat, row in enumerate(view["strip"])
        ]
        totals[self.seat] += layout.points
        return max(totals) >= TARGET and totals[self.seat] < max(totals)


def _taken(view: Mapping[str, Any]) -> int:
    return 1 << card(view["taken"]) if view["taken"] else 0


def _prospects(goes: float, hidden: int) -> tuple[float, float]:
    """How likely a certain card is to come, and how likely a card is to be left in hand."""
    return min(LIKELIEST, CHANCES_A_GO * goes / max(hidden.bit_count(), 1)), 1 / (1 + goes)


def _worth(sight: Sight, layout: Layout, kept: int) -> float:
    """What a hand is worth after its go: what it puts down, the hope of the rest, less what may be left of it.

    Args:
        sight: what the seat knows.
        layout: how to part it.
        kept: a card that may not be thrown.
    """
    rest = layout.rest
    if not rest & (rest - 1) and not rest & kept:
        return float(layout.points)
    worth, lowest = float(layout.points), 0.0
    far = FAR * sight.out * sight.out
    for one in cards_in(rest):
        own = hope_of(one, rest, sight.available, sight.out, far) - sight.caught * VALUES[one]
        worth += own
        if own < lowest and not kept >> one & 1:
            lowest = own
    return worth - lowest


def _of_taking(sight: Sight, came: int, asked_for: int, worth: float) -> float:
    return _worth(sight, best_layout(sight.hand | came, sight.runs, sight.sets), asked_for) - worth


def _laying(sight: Sight, layout: Layout, verb: str, what: int, where: int) -> float:
    """What it counts to put cards down or to add one, over keeping them for a later go."""
    cards = 1 << what if verb == "add" else what
    meld = sight.melds[where - 1] | cards if verb == "add" else cards
    gain = sight.caught * points_of(cards) - TIDINESS * _opened(meld, sight.hidden)
    if (verb == "add" and layout.added & cards) or what in layout.melds:
        return gain
    runs, sets = FITS[meld]
    after = best_layout(sight.hand ^ cards, sight.runs | runs, sight.sets | sets)
    return gain - (layout.points - points_of(cards) - after.points)


def _opened(meld: int, hidden: int) -> int:
    """How many cards that others may have fit a meld."""
    runs, sets = FITS[meld]
    return ((runs | sets) & hidden).bit_count()


def _throws(sight: Sight, layout: Layout, next_player: int) -> dict[int, float]:
    """What it counts to throw each card; nothing for the best, less for the others."""
    runs, sets = fits_after(layout, sight.runs, sight.sets)
    far = FAR * sight.out * sight.out
    weights = {}
    for one in cards_in(sight.hand & ~sight.taken):
        if layout.rest >> one & 1:
            kept = hope_of(one, layout.rest, sight.available, sight.out, far) - sight.caught * VALUES[one]
        else:
            kept = float(2 * VALUES[one])
        weights[one] = -kept
        if next_player >= 0:
            weights[one] -= DENIAL * _given_away(one, sight, next_player, runs | sets)
    best = max(weights.values())
    return {one: weight - best for one, weight in weights.items()}


def _given_away(thrown: int, sight: Sight, player: int, fitting: int) -> float:
    """What the next player is likely to make of a card."""
    value = VALUES[thrown]
    if fitting >> thrown & 1:
        return float(value)
    unknown = sight.counts[player] - sight.known[player].bit_count()
    each = unknown / max(sight.hidden.bit_count(), unknown, 1)
    given = 0.0
    for way in WAYS[thrown]:
        elsewhere = way & ~sight.known[player]
        if not elsewhere:
            given += value
        elif not elsewhere & ~sight.hidden:
            given += value * (each if not elsewhere & (elsewhere - 1) else each * each)
    return min(given, float(value))


def _against_going_out(action: Action, sight: Sight, layout: Layout) -> float:
    """What a seat does that must not end the hand: it throws a card and keeps the rest."""
    verb, what, _ = action
    if verb == "discard":
        return -WASTED if not sight.hand & (sight.hand - 1) else -points_of(1 << what & ~layout.rest)
    cards = 1 << what if verb == "add" else what
    return -WASTED if cards == sight.hand else -points_of(cards)
