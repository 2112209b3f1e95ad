"""What a seat of the put-down rummy sees when it is its turn, and what its moves are worth by that.

The bot that plays by rules of thumb goes by it, and so does everybody in the matches that a search imagines.
"""

from collections.abc import Sequence
from math import inf
from typing import Final, NamedTuple

from engine.bots.rules_of_thumb.rummy_plan import Layout, best_layout, fits_after, outs
from engine.bots.rules_of_thumb.rummy_ways import hopes_of, likely_uses, ways_of
from engine.cards import FULL_DECK, cards_in
from engine.games.rummy_scoring import VALUES, points_of
from engine.melds import FITS, usable

GOES_AT_LEAST: Final = 1.5
"""How many goes a hand lasts at least, as far as anybody can tell."""
GOES_PER_CARD: Final = (0.35, 0.6)
"""How many more for each card of the opponent with the fewest; with a deep pile, hands grow again."""
CHANCES_A_GO: Final = 0.8
"""How many cards that may be of use a seat gets to see in a go: the stock's next, and the pile's top now and then."""
LIKELIEST: Final = 0.6
FAR: Final = 0.5
"""How likely two cards are to come, by the square of one's likelihood."""
DENIAL: Final = 2.0
"""What a point for the next player counts, who also gets rid of a card and comes nearer to going out."""
TIDINESS: Final = 0.05
"""What it counts to give others fewer places to add to."""
COMPANIONS: Final = 12.0
"""What a card that completes a set or run brings beside its own points."""
NOBODY: Final = -1


class Sight(NamedTuple):
    """What a seat knows when it is its turn; cards as sets.

    Attributes:
        hand: the own hand.
        taken: the card that may not be thrown in this go.
        runs: the cards that fit runs on the table.
        sets: the cards that fit sets on the table.
        available: the cards that may still come to this hand.
        hidden: the cards that lie nobody knows where.
        known: the cards that the next player is known to hold.
        unknown: how many more that player holds; -1 for who does not think of it.
        out: how likely a certain card is to come while the hand lasts.
        far: how likely a certain two are.
        caught: how likely a card is to be left in hand in the end unless it is put down or thrown.
        denial: what a point for the next player counts.
    """

    hand: int
    taken: int
    runs: int
    sets: int
    available: int
    hidden: int
    known: int
    unknown: int
    out: float
    far: float
    caught: float
    denial: float


def careless_sight(hand: int, taken: int, runs: int, sets: int, *, table: int, goes: float) -> Sight:
    """What is seen by who looks at the own hand and the table only.

    Args:
        hand: see `Sight`, as for the next three.
        taken: likewise.
        runs: likewise.
        sets: likewise.
        table: the cards on the table.
        goes: how many goes the hand lasts.
    """
    hidden = FULL_DECK & ~(hand | table)
    return Sight(hand, taken, runs, sets, hidden, hidden, 0, NOBODY, *_prospects(goes, hidden), 0.0)


def attentive_sight(
    hand: int,
    taken: int,
    runs: int,
    sets: int,
    *,
    public: int,
    pile: int,
    stock: int,
    next_known: int,
    next_count: int,
    fewest: int,
    deep: bool,
    turned_over: int,
    most_goes: float,
) -> Sight:
    """What is seen by who remembers what was played.

    Once the pile was turned over, the stock is known: what is neither there nor in the pile is in somebody's hand, and
    does not come unless it is thrown. The more often that has happened, the longer the hand will last: somebody
    always waits for what another keeps. So everybody waits for other cards in the end, and keeps less from others.

    Args:
        hand: see `Sight`, as for the next three.
        taken: likewise.
        runs: likewise.
        sets: likewise.
        public: the cards that everybody knows the place of; own ones do not matter.
        pile: those of the pile.
        stock: those of the stock, if it is known.
        next_known: those that the next player is known to hold.
        next_count: how many cards that player holds.
        fewest: how many cards the other seat with the fewest holds.
        deep: whether the whole pile may be taken.
        turned_over: how often the pile was turned over.
        most_goes: how many goes the hand may last at most.
    """
    hidden = FULL_DECK & ~(hand | public)
    goes = GOES_AT_LEAST + GOES_PER_CARD[deep] * fewest
    if turned_over:
        coming = stock | pile
        goes *= 1 + turned_over
    else:
        coming = hidden
    return Sight(
        hand, taken, runs, sets, coming | pile if deep else coming, hidden,
        next_known, next_count - next_known.bit_count(),
        *_prospects(min(goes, most_goes), coming), DENIAL / (turned_over or 1),
    )  # fmt: skip


def _prospects(goes: float, coming: int) -> tuple[float, float, float]:
    """How likely a certain card is to come, how likely a certain two, and how likely a card is to be left in hand."""
    out = min(LIKELIEST, CHANCES_A_GO * goes / (coming.bit_count() or 1))
    return out, FAR * out * out, 1 / (1 + goes)


# --- where to draw from


def worth(sight: Sight, layout: Layout, kept: int) -> float:
    """What a hand is worth after its go: what it puts down, the hope of the rest, less what may be left of it.

    Args:
        sight: what the seat knows.
        layout: how to part it.
        kept: a card that may not be thrown.
    """
    rest = layout.rest
    if not rest & (rest - 1) and not rest & kept:
        return float(layout.points)
    cards = cards_in(rest)
    caught = sight.caught
    sum_up, lowest = float(layout.points), 0.0
    for one, hope in zip(cards, hopes_of(cards, rest, sight.available & ~rest, sight.out, sight.far), strict=True):
        own = hope - caught * VALUES[one]
        sum_up += own
        if own < lowest and not kept >> one & 1:
            lowest = own
    return sum_up - lowest


def worth_now(sight: Sight) -> float:
    """What a hand is worth without any other card."""
    return worth(sight, best_layout(sight.hand, sight.runs, sight.sets), 0)


def of_drawing(sight: Sight, stock_top: int, now: float) -> float:
    """What the stock's next card is worth: that card if it is known, else the mean of those it may be.

    Args:
        sight: what the seat knows.
        stock_top: the card, as a set; none if it is not known.
        now: what the hand is worth without.
    """
    if stock_top:
        return worth(sight, best_layout(sight.hand | stock_top, sight.runs, sight.sets), 0) - now
    wanted = outs(sight.hand, sight.runs, sight.sets) & sight.hidden
    return (points_of(wanted) + COMPANIONS * wanted.bit_count()) / (sight.hidden.bit_count() or 1)


def drawing_is_better(sight: Sight, top: int) -> bool:
    """Whether the stock is worth more than the pile's top card, as can be told without parting the hand.

    A card that comes down in no way brings at most its own hopes, and as much to those with which it may come down.

    Args:
        sight: what the seat knows; the stock is not known.
        top: the card, as a number.
    """
    hand, bit = sight.hand, 1 << top
    (_, _, points, two), (_, _, more_points, more_two) = ways_of(top, hand, sight.available)
    most = 2 * sight.out * (points + more_points) + VALUES[top] * (sight.far * (two + more_two) - sight.caught)
    if usable(hand | bit, sight.runs, sight.sets) & bit:
        return False
    return most < 0 or most < of_drawing(sight, 0, 0.0)


def of_taking(sight: Sight, came: int, asked_for: int, now: float) -> float:
    """What cards of the pile are worth, where one of them, as a set, was asked for; see `of_drawing`."""
    return worth(sight, best_layout(sight.hand | came, sight.runs, sight.sets), asked_for) - now


# --- what to put down


def of_laying(sight: Sight, layout: Layout, cards: int, meld: int) -> float:
    """What it counts to put cards down, over keeping them for a later go.

    Args:
        sight: what the seat knows.
        layout: the best for the hand.
        cards: what is put down or added.
        meld: what then lies there.
    """
    runs, sets = FITS[meld]
    gain = sight.caught * points_of(cards) - TIDINESS * ((runs | sets) & sight.hidden).bit_count()
    if cards in layout.melds or (cards != meld and layout.added & cards):
        return gain
    after = best_layout(sight.hand ^ cards, sight.runs | runs, sight.sets | sets)
    return gain - (layout.points - points_of(cards) - after.points)


# --- what to throw


def of_throwing(sight: Sight, layout: Layout) -> dict[int, float]:
    """What it counts to throw each card that may be thrown."""
    rest = layout.rest
    cards = cards_in(sight.hand & ~sight.taken)
    caught = sight.caught
    hopes = hopes_of(cards, rest, sight.available, sight.out, sight.far)
    weights = {
        one: caught * VALUES[one] - hope if rest >> one & 1 else -2.0 * VALUES[one]
        for one, hope in zip(cards, hopes, strict=True)
    }
    unknown = sight.unknown
    if unknown < 0:
        return weights
    runs, sets = fits_after(layout, sight.runs, sight.sets)
    fitting = runs | sets
    each = unknown / max(sight.hidden.bit_count(), unknown, 1)
    for one, use in zip(cards, likely_uses(cards, sight.known, sight.hidden, each), strict=True):
        weights[one] -= sight.denial * VALUES[one] * (1.0 if fitting >> one & 1 else use)
    return weights


def best_throw(sight: Sight) -> int:
    """The card that it counts most to throw where nothing can be put down; the lowest of several.

    What others can use counts against a card, so that only cards that are good to throw else are looked at for that.
    """
    hand, known, hidden, denial = sight.hand, sight.known, sight.hidden, sight.denial
    fitting = sight.runs | sight.sets
    caught, unknown = sight.caught, sight.unknown
    each = unknown / max(hidden.bit_count(), unknown, 1)
    cards = cards_in(hand & ~sight.taken)
    hopes = hopes_of(cards, hand, sight.available, sight.out, sight.far)
    best, most = -1, -inf
    for place in range(len(cards) - 1, -1, -1):
        one = cards[place]
        value = VALUES[one]
        weight = caught * value - hopes[place]
        if weight >= most:
            weight -= denial * value * (1.0 if fitting >> one & 1 else likely_uses((one,), known, hidden, each)[0])
            if weight >= most:
                best, most = one, weight
    return best


def known_to_hold(known: Sequence[int], counts: Sequence[int], seat: int) -> list[int]:
    """What each other seat is known to hold, where that is no more than it holds."""
    return [cards if other != seat and cards.bit_count() <= counts[other] else 0 for other, cards in enumerate(known)]
