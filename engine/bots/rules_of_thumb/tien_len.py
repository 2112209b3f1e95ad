"""Rules of thumb for Tien Len (RULES.md §4).

* Part the hand into as few plays as possible, and do not break a good play to answer a small one: chip.
* Lead what is weakest, and keep what brings the lead back: 2s, Aces, high pairs, and chops as long as others have 2s.
* When all but one of the plays are strong, make the strong ones first and go out.
* Who is close to going out must not be let in: lead what it cannot answer, answer what it could win.
* Chop whatever can be chopped.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.tien_len_plan import RANKS, Planner, Strengths
from engine.cards import FULL_DECK, card, mask_of
from engine.events import Event
from engine.games.tien_len_combinations import CHOPS, TWOS, Combination, Kind, combination
from engine.games.tien_len_points import worth_of_chop, worth_of_twos
from engine.games.tien_len_sentences import DEALT_IN, PLAYED
from engine.inputs import Action
from engine.match import View

OUT: Final = 10.0
"""What it is worth to be rid of the last card."""
LEAD: Final = (0.0, 3.0, 1.5, 1.1, 0.9, 0.8)
"""What the lead is worth, by the number of plays left to be made."""
CLOSE: Final = 3
"""With so few cards somebody is close to going out."""
HURRY: Final = 0.7
"""What it is worth then to make a play, and to have the lead."""
CHOP_FEARED: Final = 0.05
"""The chance that a 2 is chopped."""
NEATNESS: Final = 0.002
"""What a step in a card's order counts: of plays that are as good as each other the lowest is made."""


class TienLenJudge(Judge):
    """Weighs by plays saved: each play that is still to be made costs about a point."""

    unit = 0.8

    def __init__(self, seat: int, seats: int, *, attentive: bool) -> None:
        super().__init__(seat, seats, attentive=attentive)
        self._played = 0
        """The cards that were played in this round, as a set."""

    def see(self, event: Event) -> None:
        """See `Judge.see`."""
        if event.sentence is PLAYED:
            self._played |= event.values[1]
        elif event.sentence is DEALT_IN:
            self._played = 0

    def weigh(self, legal: Sequence[Action], view: View) -> list[float]:
        """See `Judge.weigh`."""
        situation = Situation(view, self.seat, self._played if self.attentive else 0, attentive=self.attentive)
        return [situation.weight(action.what) for action in legal]


class Situation:
    """What a seat knows when it is to act.

    Args:
        view: what it sees.
        seat: who it is.
        played: the cards that are known to be gone, as a set.
        attentive: whether it minds how many cards others have.
    """

    def __init__(self, view: Mapping[str, Any], seat: int, played: int, *, attentive: bool) -> None:
        self._hand = mask_of(map(card, view["hand"]))
        trick = [mask_of(map(card, play["cards"])) for play in view["trick"]]
        gone = played
        for cards in trick:
            gone |= cards
        hidden = FULL_DECK & ~(self._hand | gone)
        counts = [count for other, count in enumerate(view["counts"]) if other != seat and count]
        chipped = view["chipped"]
        self._answering: int = sum(
            count > 0 and other != seat and other not in chipped for other, count in enumerate(view["counts"])
        )
        self._others = max(len(counts), 1)
        self._fewest = min(counts, default=0) if attentive else 13
        self._strengths = Strengths(hidden, min(1.0, sum(counts) / max(hidden.bit_count(), 1)))
        self._planner = Planner(self._strengths)
        self._before = self._planner.plan(self._hand)
        self._beaten = trick[-1] if trick else 0
        self._chain: int = view["chain"]
        holder = view["trick"][-1]["seat"] if trick else seat
        self._victim_out: bool = not view["counts"][holder]
        self._victim_gone: bool = holder not in view["seated"]

    def weight(self, cards: int) -> float:
        """What making a play is worth, against making none."""
        what = combination(cards) if cards else None
        if what is None:
            return 0.0
        left = self._hand & ~cards
        if not left:
            return OUT
        after = self._planner.plan(left)
        strength = self._stays(what, cards)
        lead = LEAD[min(after.plays, len(LEAD) - 1)]
        weight = after.worth - self._before.worth - NEATNESS * (what.height & 63)
        if self._fewest <= CLOSE:
            lead += HURRY
            weight += HURRY if self._beaten else 0.0
            if not self._beaten and cards.bit_count() <= self._fewest:
                weight -= 2 * HURRY * (1 - strength)
        if cards & TWOS:
            weight -= CHOP_FEARED * worth_of_twos(cards)
        if what.kind in CHOPS:
            weight += self._chopped()
        return weight + strength * lead

    def _chopped(self) -> float:
        """The points that a chop brings now."""
        return worth_of_chop(self._beaten, self._chain, out_of_cards=self._victim_out, gone=self._victim_gone)

    def _stays(self, what: Combination, cards: int) -> float:
        """The chance that a play is not beaten by those who may still answer it."""
        strengths = self._strengths
        rank = (what.height >> 2) if what.kind is not Kind.TRIPLE else what.height
        if what.kind in CHOPS:
            return 0.95
        if not self._answering:
            return 1.0
        if what.kind is Kind.RUN:
            chance = strengths.run[what.length][rank]
        elif what.kind is Kind.PAIR:
            chance = strengths.pair[rank]
        elif what.kind is Kind.TRIPLE:
            chance = strengths.triple[rank]
        else:
            chance = strengths.single[RANKS + (what.height & 3) if cards & TWOS else rank]
        return 1 - (1 - chance) * self._answering / self._others
