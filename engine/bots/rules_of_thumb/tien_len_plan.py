"""How to be rid of a hand of Tien Len: the best way to part it into plays, by how strong each of them is.

Suits decide little, so that plans are made of ranks: 3 is rank 0 here and A rank 11; the 2s stand apart, since they
go with nothing. A hand without its 2s is the number of its cards of each rank, three bits a rank.
"""

from typing import Final, NamedTuple

from engine.cards import FULL_DECK
from engine.games.tien_len_combinations import SHORTEST, TWOS

RANKS: Final = 12
_BITS: Final = 3
_SIZES: Final = tuple(suits.bit_count() for suits in range(16))

PLAY_COSTS: Final = 1.0
"""What it costs to have one more play to make."""
STRENGTH_SAVES: Final = 1.5
"""What a play that nobody can beat saves of that, and more: it brings the lead back."""
CHOP_SAVES: Final = 0.6
"""What a chop is worth for each 2 that others may still play; it cannot be led."""

_SINGLES_FEARED: Final = 0.33
_PAIRS_FEARED: Final = 0.6
_TRIPLES_FEARED: Final = 0.15
_RUNS_FEARED: Final = (0.0, 0.0, 0.0, 0.5, 0.3, 0.2, 0.1, 0.06, 0.03, 0.02, 0.01, 0.01, 0.01)
"""How much each way to beat a play is to be feared: for runs, by their length."""


def counts_of(cards: int) -> int:
    """How many cards of each rank there are, the 2s left out."""
    counts = 0
    cards >>= 4
    for rank in range(RANKS):
        counts |= _SIZES[cards >> 4 * rank & 15] << _BITS * rank
    return counts


class Strengths:
    """How likely plays are to stay unbeaten, from 0 to 1.

    Args:
        hidden: the cards that others may hold, as a set.
        share: how many of these are in the hands of others at all, from 0 to 1.

    Attributes:
        twos: how many 2s others may hold.
        single: by rank; the last four are those of the 2s, by suit.
        pair: by rank, the last is that of the 2s.
        triple: likewise.
        run: by length and rank of the top card.
    """

    def __init__(self, hidden: int, share: float) -> None:
        sizes = [_SIZES[hidden >> 4 * rank & 15] for rank in range(1, RANKS + 1)]
        self.twos = _SIZES[hidden & TWOS]
        self.single: list[float] = []
        self.pair: list[float] = []
        self.triple: list[float] = []
        for rank in range(RANKS):
            above = sizes[rank + 1 :]
            self.single.append(_strength(_SINGLES_FEARED * share * (sum(above) + self.twos + sizes[rank] / 2)))
            pairs = sum(size > 1 for size in above) + (self.twos > 1)
            self.pair.append(_strength(_PAIRS_FEARED * share * pairs))
            triples = sum(size > 2 for size in above) + (self.twos > 2)
            self.triple.append(_strength(_TRIPLES_FEARED * share * triples))
        self.single += [_strength(_SINGLES_FEARED * share * _SIZES[hidden & TWOS & -(2 << suit)]) for suit in range(4)]
        self.pair.append(_strength(_PAIRS_FEARED * share * (self.twos > 1) / 2))
        self.triple.append(1.0)
        self.run = [[0.0] * RANKS for _ in range(RANKS + 1)]
        for length in range(SHORTEST, RANKS + 1):
            ways = 0.5
            for top in range(RANKS - 1, length - 2, -1):
                self.run[length][top] = _strength(_RUNS_FEARED[length] * share * ways)
                ways += all(sizes[top - length + 1 : top + 1])


def _strength(feared: float) -> float:
    return 1.0 / (1.0 + feared)


class Plan(NamedTuple):
    """The best way to part a hand: what it is worth, and how many plays it takes."""

    worth: float
    plays: int


_NOTHING: Final = Plan(0.0, 0)


class Planner:
    """Makes plans with plays of certain strengths, and remembers them."""

    def __init__(self, strengths: Strengths) -> None:
        self._single = [_worth(strength) for strength in strengths.single]
        self._pair = [_worth(strength) for strength in strengths.pair]
        self._triple = [_worth(strength) for strength in strengths.triple]
        self._run = [[_worth(strength) for strength in by_top] for by_top in strengths.run]
        self._chop = CHOP_SAVES * strengths.twos
        self._plans: dict[int, Plan] = {0: _NOTHING}

    def plan(self, cards: int) -> Plan:
        """The best plan for a hand."""
        worth, plays = self._plan(counts_of(cards & FULL_DECK))
        for suit in range(4):
            if cards >> suit & 1:
                worth += self._single[RANKS + suit]
                plays += 1
        return Plan(worth, plays)

    def _plan(self, counts: int) -> Plan:
        plan = self._plans.get(counts)
        if plan is None:
            plan = self._plans[counts] = self._best(counts)
        return plan

    def _best(self, counts: int) -> Plan:
        """The best play that the lowest rank can be part of, with the best plan for what is left."""
        rank = ((counts & -counts).bit_length() - 1) // _BITS
        one = 1 << _BITS * rank
        number = counts >> _BITS * rank & 7
        plays = [(self._single[rank], one)]
        if number > 1:
            plays.append((self._pair[rank], 2 * one))
        if number > 2:
            plays.append((self._triple[rank], 3 * one))
        if number > 3 and self._chop:
            plays.append((self._chop, 4 * one))
        plays += self._rows(counts, rank, number)
        best = Plan(-1000.0, 0)
        for worth, cards in plays:
            rest = self._plan(counts - cards)
            if worth + rest.worth > best.worth:
                best = Plan(worth + rest.worth, rest.plays + 1)
        return best

    def _rows(self, counts: int, rank: int, number: int) -> list[tuple[float, int]]:
        """Runs, and consecutive pairs, from a rank on."""
        found: list[tuple[float, int]] = []
        ones = twos = 0
        paired = number > 1 and self._chop > 0
        for top in range(rank, RANKS):
            size = counts >> _BITS * top & 7
            if not size:
                break
            length = top - rank + 1
            ones += 1 << _BITS * top
            paired = paired and size > 1
            if length >= SHORTEST:
                found.append((self._run[length][top], ones))
                if paired:
                    twos = 2 * ones
                    found.append((self._chop, twos))
        return found


def _worth(strength: float) -> float:
    return STRENGTH_SAVES * strength - PLAY_COSTS
