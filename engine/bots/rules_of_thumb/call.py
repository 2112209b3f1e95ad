"""Rules of thumb for Call (RULES.md §6).

* Bid what the first five cards promise with their best suit as trump, and well within that: a failed bid costs as much
  as a bid brings, and whoever only defends has points too. Never bid against the partner.
* Hide the lowest card of the best suit; it cannot be played before trump is public.
* Call the Bonus with a hand that takes ten tricks nearly by itself.
* Tricks: `engine.bots.rules_of_thumb.trick_play`.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.auction import NOBODY
from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.trick_play import Style, Trick, stronger
from engine.cards import ACE, FULL_DECK, JACK, KING, OTHER_SUITS, QUEEN, SUIT_MASKS, card, mask_of
from engine.events import Event
from engine.games.call import LOW_TO_HIGH, NO_CARD, Call
from engine.inputs import Action
from engine.match import View
from engine.memories.call import CallMemory

STYLE: Final = Style(
    deck=FULL_DECK,
    above=stronger(LOW_TO_HIGH),
    points=(0,) * 52,
    trick=1.0,
    master=0.7,
    trump=0.5,
    opened=0.1,
    draw=0.2,
)

BASE: Final = 5.0
"""The tricks that a bidder's team takes with nothing in particular among the first five cards."""
PER_TRUMP: Final = 0.55
OF_TRUMPS: Final = {ACE: 0.6, KING: 0.45, QUEEN: 0.35, JACK: 0.2}
"""What each of these adds in the suit of trump."""
OF_OTHERS: Final = {ACE: 0.5, KING: 0.35, QUEEN: 0.2}
"""What each of these adds in another suit."""
MARGIN: Final = 0.8
"""How far a hand must be above a bid."""
BY_LATER_CARDS: Final = 1.3
"""How much more a whole hand promises than its first five cards, on the average."""
AGAINST_PARTNER: Final = 20.0
"""More than any hand promises."""
SEVENTH: Final = 0.1
"""What the seventh card adds to an unknown suit by being one of it."""
LOW_HIDDEN: Final = 0.01
"""What it counts to hide a card that is a rank lower."""

BONUS_BASE: Final = 1.5
"""The same for a whole hand as the only one that knows its trump: the Bonus."""
BONUS_PER_TRUMP: Final = 0.8
BONUS_OF_TRUMPS: Final = {ACE: 0.5, KING: 0.5, QUEEN: 0.5, JACK: 0.3}
BONUS_OF_OTHERS: Final = {ACE: 0.7, KING: 0.5, QUEEN: 0.3}
BONUS_MARGIN: Final = 0.5
CONTRACT: Final = 0.5
"""How much better the Bonus must be for those who would give up a bid of their own for it."""


class CallJudge(Judge):
    """Weighs by tricks."""

    unit = 0.8

    def __init__(self, seat: int, seats: int, *, attentive: bool) -> None:
        super().__init__(seat, seats, attentive=attentive)
        self._memory = CallMemory(seat, seats)

    def see(self, event: Event) -> None:
        """See `Judge.see`."""
        self._memory.see(event)

    def weigh(self, legal: Sequence[Action], view: View) -> list[float]:
        """See `Judge.weigh`."""
        hand = mask_of(map(card, view["hand"]))
        match view["phase"]:
            case "bidding":
                promise = max(promise_of(hand, suit) for suit in range(4)) - MARGIN
                return self._calls(legal, view, promise)
            case "trump":
                return [_weight_of_hiding(hand, action) for action in legal]
            case "bonus":
                own = mask_of(map(card, [view["hidden_card"]])) if view["hidden_card"] else 0
                promise = max(bonus_promise_of(hand | own, suit) for suit in range(4)) - BONUS_MARGIN
                if view["bidder"] & 1 == self.seat & 1:
                    promise -= CONTRACT
                return self._calls(legal, view, promise)
            case "bonus-trump":
                return [bonus_promise_of(hand, action.what) for action in legal]
            case _:
                trick = Trick(STYLE, view, self.seat, self._memory if self.attentive else None)
                return [trick.weigh(what) if verb == "play" else trick.weigh_asking() for verb, what, _ in legal]

    def doubt(self, match: Call) -> float:
        """See `Judge.doubt`: how far the bidder's cards fall short of what its bid promises."""
        bidder = match.bidder
        if bidder in (NOBODY, self.seat) or match.bonus or match.hidden_card == NO_CARD:
            return 0.0
        cards = match.held[bidder] | self._memory.played[bidder] | 1 << match.hidden_card
        return max(0.0, match.bid + MARGIN + BY_LATER_CARDS - promise_of(cards, match.hidden_card & 3))

    def _calls(self, legal: Sequence[Action], view: View, promise: float) -> list[float]:
        """Both auctions: what a call is worth, against passing, yielding or dropping."""
        standing = view["standing"]
        rival = standing["challenger"] if standing["challenge"] else standing["holder"]
        if rival == (self.seat + 2) % 4:
            promise -= AGAINST_PARTNER
        number = standing["challenge"] or _lowest_call(standing["number"], bonus=view["phase"] == "bonus")
        weights = []
        for verb, what, _ in legal:
            called = what if verb == "bid" else number
            called_any = verb in {"bid", "match", "bonus"}
            weights.append(promise - called - (called - number) if called_any else 0.0)
        return weights


def _lowest_call(standing: int | None, *, bonus: bool) -> int:
    return standing + 1 if standing else (10 if bonus else 7)


def _weight_of_hiding(hand: int, action: Action) -> float:
    promises = [promise_of(hand, suit) for suit in range(4)]
    if action.verb == "seventh":
        return (promises[0] + promises[1] + promises[2] + promises[3]) / 4 + SEVENTH
    return promises[action.what & 3] - LOW_HIDDEN * (action.what >> 2)


def promise_of(hand: int, trump: int) -> float:
    """The tricks that a bidder's team is likely to take, by the bidder's first five cards."""
    return BASE + _counted(hand, trump, _TRUMPS, _OTHERS) + PER_TRUMP * (hand & SUIT_MASKS[trump]).bit_count()


def bonus_promise_of(hand: int, trump: int) -> float:
    """The tricks that a team is likely to take in a Bonus, by the whole hand of the one who calls it."""
    trumps = (hand & SUIT_MASKS[trump]).bit_count()
    return BONUS_BASE + _counted(hand, trump, _BONUS_TRUMPS, _BONUS_OTHERS) + BONUS_PER_TRUMP * trumps


def _worth(of_ranks: Mapping[int, float]) -> Mapping[int, float]:
    """By the set of the honours held of a suit, what they count together."""
    worth = {0: 0.0}
    for rank in (ACE, KING, QUEEN, JACK):
        honour, counts = 1 << 4 * (rank - JACK), of_ranks.get(rank, 0.0)
        worth |= {honours | honour: counted + counts for honours, counted in worth.items()}
    return worth


_HONOURS: Final = 0x1111
"""Jack, Queen, King and Ace of spades, counted from the Jacks on."""
_TRUMPS: Final = _worth(OF_TRUMPS)
_OTHERS: Final = _worth(OF_OTHERS)
_BONUS_TRUMPS: Final = _worth(BONUS_OF_TRUMPS)
_BONUS_OTHERS: Final = _worth(BONUS_OF_OTHERS)


def _counted(hand: int, trump: int, trumps: Mapping[int, float], others: Mapping[int, float]) -> float:
    """What the honours of a hand count; their worth as trumps and otherwise is as `_worth` gives it."""
    honours = hand >> 4 * JACK
    counted = trumps[honours >> trump & _HONOURS]
    for suit in OTHER_SUITS[trump]:
        counted += others[honours >> suit & _HONOURS]
    return counted
