"""Rules of thumb for Xing (RULES.md §1).

* Take what is worth something; a lone card of the same rank is worth most.
* A Jack takes any pile, so it waits for one that is worth it, and never lies on an empty table without need.
* Otherwise play what the next opponent is least likely to take: ranks that are gone or nearly so, and ranks that this
  opponent did not take when it could. The more lies on the table, and the more so a lone card, the more that counts.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.odds import holds_any
from engine.cards import ACE, FULL_DECK, JACK, RANK_MASKS, card, mask_of
from engine.events import Event
from engine.games.xing import (
    PACKETS_DEALT,
    PLAYED,
    TEN_OF_DIAMONDS,
    TEN_OF_DIAMONDS_POINTS,
    TWO_OF_CLUBS,
    TWO_OF_CLUBS_POINTS,
    XING_POINTS,
    Xing,
)
from engine.inputs import Action
from engine.match import View
from engine.memories.xing import XingMemory

ANY_CARD: Final = 0.15
"""What a card is worth for being one, since the team with more of them gets three points."""
JACKS: Final = RANK_MASKS[JACK]
HELD_JACK: Final = (0.0, 1.6, 2.4, 3.0)
"""What a Jack in hand is worth, by the number of cards left beside it: a pile later on, and its own point."""
FRUGAL: Final = 0.5
"""How likely an opponent with a Jack is to spend it on a pile that is not worth it."""
TEMPO: Final = 0.8
"""What it is worth that the next opponent has to play on an empty table."""
HELD_RANK: Final = 0.1
"""What a card in hand is worth for each card of its rank that may still be played before it."""

WORTH: Final = tuple(
    ANY_CARD
    + TEN_OF_DIAMONDS_POINTS * (number == TEN_OF_DIAMONDS)
    + TWO_OF_CLUBS_POINTS * (number == TWO_OF_CLUBS)
    + (number >> 2 in (ACE, JACK))
    for number in range(52)
)
"""What a captured card is worth."""


class Table(NamedTuple):
    """What a seat knows when it is its turn; cards as sets.

    Attributes:
        hand: the own hand.
        top: the rank of the top card, -1 when the table is empty.
        lone: whether it lies alone.
        worth: what the pile is worth.
        hidden: the cards that the next opponent may hold, as far as is known.
        next_known: those that it must hold.
        next_count: how many cards it holds.
    """

    hand: int
    top: int
    lone: bool
    worth: float
    hidden: int
    next_known: int
    next_count: int


class XingJudge(Judge):
    """Weighs by points: what a play takes, less what it is likely to give away."""

    unit = 2.5

    def __init__(self, seat: int, seats: int, *, attentive: bool) -> None:
        super().__init__(seat, seats, attentive=attentive)
        self._memory = XingMemory(seat, seats)
        self._lacking = [0, 0, 0, 0]
        """The cards that each seat is taken not to hold, since it did not capture with them in this packet."""

    def see(self, event: Event) -> None:
        """See `Judge.see`."""
        if event.sentence is PLAYED:
            player, played = event.values
            top = self._memory.top
            if top >= 0 and played >> 2 not in (top >> 2, JACK):
                self._lacking[player] |= RANK_MASKS[top >> 2]
                if _worth_of(self._memory.pile) > HELD_JACK[-1]:
                    self._lacking[player] |= JACKS
        elif event.sentence is PACKETS_DEALT:
            self._lacking = [0, 0, 0, 0]
        self._memory.see(event)

    def weigh(self, legal: Sequence[Action], view: View) -> list[float]:
        """See `Judge.weigh`."""
        table = self._table(mask_of(action.what for action in legal), view)
        return [_weight(table, action.what) for action in legal]

    def doubt(self, match: Xing) -> float:
        """See `Judge.doubt`: the cards with which the others would have captured."""
        held, lacking = match.held, self._lacking
        others = ((self.seat + step) % 4 for step in range(1, 4))
        return float(sum((held[other] & lacking[other]).bit_count() for other in others))

    def _table(self, hand: int, view: View) -> Table:
        pile = view["pile"]
        top = card(pile["top"]) if pile["count"] else -1
        opponent = (self.seat + 1) % 4
        count = view["counts"][opponent]
        lone = pile["count"] == 1
        if not self.attentive:
            seen = hand | (1 << top if pile["count"] else 0)
            return Table(hand, top >> 2, lone, 2 * ANY_CARD * pile["count"], FULL_DECK & ~seen, 0, count)
        memory = self._memory
        known = memory.known_hands(view["dealer"])
        hidden = FULL_DECK & ~(hand | memory.pile | memory.taken[0] | memory.taken[1])
        for seat in range(4):
            hidden &= ~known[seat]
        worth = max(_worth_of(memory.pile), ANY_CARD * pile["count"])
        lacking = self._lacking[opponent] & ~known[opponent]
        return Table(hand, top >> 2, lone, worth, hidden & ~lacking, known[opponent], count)


def _worth_of(cards: int) -> float:
    worth = 0.0
    while cards:
        low = cards & -cards
        worth += WORTH[low.bit_length() - 1]
        cards ^= low
    return worth


def _weight(table: Table, played: int) -> float:
    rank = played >> 2
    beside = table.hand.bit_count() - 1
    kept = HELD_JACK[beside] if rank == JACK else HELD_RANK * (table.hidden & RANK_MASKS[rank]).bit_count()
    if table.top >= 0 and rank in (table.top, JACK):
        xing = XING_POINTS if table.lone and rank == table.top else 0
        return table.worth + WORTH[played] + xing + TEMPO - kept
    return -_risk(table, played) - kept


def _risk(table: Table, played: int) -> float:
    """What the next opponent is likely to get when it finds this card on top."""
    rank = RANK_MASKS[played >> 2]
    pile = table.worth + WORTH[played]
    by_rank = _chance(table, rank)
    risk = by_rank * (pile + (XING_POINTS if table.top < 0 else 0))
    if rank == JACKS:
        return risk
    by_jack = (1 - by_rank) * _chance(table, JACKS)
    return risk + by_jack * pile * (1.0 if pile > HELD_JACK[-1] else FRUGAL)


def _chance(table: Table, cards: int) -> float:
    """How likely the next opponent is to hold one of some cards."""
    if table.next_known & cards:
        return 1.0
    held = table.next_count - table.next_known.bit_count()
    return holds_any((table.hidden & cards).bit_count(), table.hidden.bit_count(), held)
