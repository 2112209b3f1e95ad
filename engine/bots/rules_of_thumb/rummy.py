"""Rules of thumb for the put-down rummy (RULES.md §2).

* Part the hand so that the most comes to the table, and put it down while the others hold cards: what is in hand when
  somebody goes out counts against its holder.
* Keep what two or more cards still to come can complete, high cards for their points as long as nobody is near the
  end; throw what has the least hope, and not what the next player can use.
* Take from the pile what comes to the table at once; of a deep pile as much as its points are worth the cards that
  come along.
* Do not wait forever for what others keep: the longer a hand lasts, the less that counts.
* Go out when it can be done, unless it would end the match with somebody else on top.
"""

from collections.abc import Sequence
from math import inf
from typing import Final

from engine.bots.rules_of_thumb import rummy_sight
from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.rummy_plan import Layout, best_layout
from engine.bots.rules_of_thumb.rummy_sight import Sight
from engine.cards import card, mask_of
from engine.events import Event
from engine.games.rummy_scoring import TARGET, points_of
from engine.inputs import Action
from engine.match import View
from engine.melds import FITS
from engine.memories.rummy import RummyMemory

GOES_UNWATCHED: Final = 5.0
"""How many goes a hand lasts, for who does not look."""
MEAN_VALUE: Final = 8
"""What an unknown card counts, about."""
WASTED: Final = 1000.0
"""More than any hand: what ends the match the wrong way."""


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
        melds = [mask_of(map(card, meld["cards"])) for meld in view["melds"]]
        sight = self._sight(view, melds)
        if view["phase"] == "draw":
            return self._sources(legal, view, sight)
        layout = best_layout(sight.hand, sight.runs, sight.sets)
        if self.attentive and self._loses_by_going_out(view, layout):
            return [_against_going_out(action, sight, layout) for action in legal]
        throws = rummy_sight.of_throwing(sight, layout)
        best = max(throws.values(), default=0.0)
        weights = []
        for verb, what, where in legal:
            if verb == "discard":
                weights.append(throws[what] - best)
            elif verb == "add":
                weights.append(rummy_sight.of_laying(sight, layout, 1 << what, melds[where - 1] | 1 << what))
            else:
                weights.append(rummy_sight.of_laying(sight, layout, what, what))
        return weights

    def _sight(self, view: View, melds: Sequence[int]) -> Sight:
        hand = mask_of(map(card, view["hand"]))
        taken = 1 << card(view["taken"]) if view["taken"] else 0
        runs = sets = table = 0
        for meld in melds:
            more_runs, more_sets = FITS[meld]
            runs |= more_runs
            sets |= more_sets
            table |= meld
        if not self.attentive:
            return rummy_sight.careless_sight(hand, taken, runs, sets, table=table, goes=GOES_UNWATCHED)
        counts = view["counts"]
        following = (self.seat + 1) % self.seats
        pile = mask_of(map(card, view["pile"]))
        stock = mask_of(self._memory.stock)
        public = table | pile | stock
        known = rummy_sight.known_to_hold(self._memory.known, counts, self.seat)
        for cards in known:
            public |= cards
        return rummy_sight.attentive_sight(
            hand, taken, runs, sets,
            public=public,
            pile=pile,
            stock=stock,
            next_known=known[following],
            next_count=counts[following],
            fewest=min(count for seat, count in enumerate(counts) if seat != self.seat),
            deep=view["options"]["take"] == "deep",
            turned_over=self._memory.turned_over,
            most_goes=view["stock"] / self.seats + 0.5 if view["options"]["stock-out"] == "end" else inf,
        )  # fmt: skip

    def _sources(self, legal: Sequence[Action], view: View, sight: Sight) -> list[float]:
        """What each place to draw from is worth."""
        pile = [card(text) for text in view["pile"]]
        now = rummy_sight.worth_now(sight)
        top = mask_of(self._memory.stock[:1]) if self.attentive else 0
        return [
            rummy_sight.of_drawing(sight, top, now)
            if verb == "draw"
            else rummy_sight.of_taking(sight, mask_of(pile[pile.index(what) :]), 1 << what, now)
            for verb, what, _ in legal
        ]

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


def _against_going_out(action: Action, sight: Sight, layout: Layout) -> float:
    """What a seat does that must not end the hand: it throws a card and keeps the rest."""
    verb, what, _ = action
    if verb == "discard":
        return -WASTED if not sight.hand & (sight.hand - 1) else -points_of(1 << what & ~layout.rest)
    cards = 1 << what if verb == "add" else what
    return -WASTED if cards == sight.hand else -points_of(cards)
