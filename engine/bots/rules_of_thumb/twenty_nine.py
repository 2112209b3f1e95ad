"""Rules of thumb for Twenty-nine (RULES.md §5).

* Bid what the first four cards promise with their best suit as trump: its length, its Jack, nine and Ace, and the
  Jacks beside it. Leave the bid to the partner unless the own hand is much better.
* Double when the whole hand promises that the target will not be reached. Show the pair at once.
* Tricks: `engine.bots.rules_of_thumb.trick_play`.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from engine.auction import NOBODY
from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.trick_play import Style, Trick, stronger
from engine.cards import ACE, JACK, KING, QUEEN, RANK_MASKS, RANKS, SUIT_MASKS, card, mask_of
from engine.events import Event
from engine.games.twenty_nine import LOW_TO_HIGH, LOWEST_BID, POINTS, TwentyNine
from engine.inputs import Action
from engine.match import View
from engine.memories.twenty_nine import TwentyNineMemory
from engine.tricks import NO_TRUMP

STYLE: Final = Style(
    deck=TwentyNine.deck,
    above=stronger(LOW_TO_HIGH),
    points=POINTS,
    trick=0.4,
    master=2.0,
    trump=2.5,
    opened=0.2,
    draw=0.5,
)
NINE: Final = RANKS.index("9")
TEN: Final = RANKS.index("T")
JACKS: Final = RANK_MASKS[JACK]
PAIRS: Final = RANK_MASKS[KING] | RANK_MASKS[QUEEN]

BASE: Final = 11.2
"""The card points that a bidder's team takes with nothing in particular."""
OF_TRUMPS: Final = {JACK: 2.1, NINE: 1.8, ACE: 1.1, TEN: 1.1, KING: 0.4, QUEEN: 0.4}
"""What each of these adds in the suit of trump."""
PER_TRUMP: Final = 0.8
PAIR: Final = 3.0
"""What King and Queen of trump add together, since showing them lowers the target."""
OTHER_JACK: Final = 1.8
"""What the Jack of another suit adds."""
BY_LATER_CARDS: Final = 2.5
"""How much more a whole hand promises than its first four cards, on the average."""
OVER_PARTNER: Final = 3.0
"""How much better a hand must be to take the bid from the partner."""
MARGIN: Final = 0.0
"""How far a hand must be above a bid."""
DEFENCE: Final = {JACK: 2.4, NINE: 0.7, ACE: 0.4, TEN: 0.3}
"""What each card is likely to bring the bidder's opponents, besides what their partner takes."""
PARTNERS_DEFENCE: Final = 9.5
DOUBLE_MARGIN: Final = 3.0
REDOUBLE_MARGIN: Final = 6.0


class TwentyNineJudge(Judge):
    """Weighs by card points."""

    unit = 1.5

    def __init__(self, seat: int, seats: int, *, attentive: bool) -> None:
        super().__init__(seat, seats, attentive=attentive)
        self._memory = TwentyNineMemory(seat, seats)

    def see(self, event: Event) -> None:
        """See `Judge.see`."""
        self._memory.see(event)

    def weigh(self, legal: Sequence[Action], view: View) -> list[float]:
        """See `Judge.weigh`."""
        hand = mask_of(map(card, view["hand"]))
        match view["phase"]:
            case "bid":
                return self._bids(legal, view, hand)
            case "trump":
                return [promise_of(hand, action.what) for action in legal]
            case "double":
                beyond = view["target"] - (28 - defence_of(hand)) - DOUBLE_MARGIN
                return [beyond if action.verb == "double" else 0.0 for action in legal]
            case "redouble":
                beyond = promise_of_bidders(hand) - view["target"] - REDOUBLE_MARGIN
                return [beyond if action.verb == "redouble" else 0.0 for action in legal]
            case _:
                return self._plays(legal, view)

    def doubt(self, match: TwentyNine) -> float:
        """See `Judge.doubt`: how far the bidder's cards fall short of what its bid promises."""
        bidder = match.bidder
        if bidder in (NOBODY, self.seat) or match.trump == NO_TRUMP:
            return 0.0
        cards = match.held[bidder] | self._memory.played[bidder]
        return max(0.0, match.bid + BY_LATER_CARDS - promise_of(cards, match.trump))

    def _bids(self, legal: Sequence[Action], view: View, hand: int) -> list[float]:
        standing = view["standing"]
        promise = max(promise_of(hand, suit) for suit in range(4)) - MARGIN
        if standing["holder"] == (self.seat + 2) % 4:
            promise -= OVER_PARTNER
        lowest = max(LOWEST_BID, (standing["number"] or 0) + 1)
        return [promise - lowest - 2 * (what - lowest) if verb == "bid" else 0.0 for verb, what, _ in legal]

    def _plays(self, legal: Sequence[Action], view: View) -> list[float]:
        trick = Trick(STYLE, view, self.seat, self._memory if self.attentive else None)
        weights = []
        for verb, what, _ in legal:
            if verb == "play":
                weights.append(trick.weigh(what))
            else:
                weights.append(trick.weigh_asking() if verb == "ask" else 100.0)
        return weights


def promise_of(hand: int, trump: int) -> float:
    """The card points that a bidder's team is likely to take, by the bidder's first four cards."""
    trumps = hand & SUIT_MASKS[trump]
    return _promise_of_trumps(trumps) + OTHER_JACK * (hand & JACKS & ~trumps).bit_count()


@cache
def _promise_of_trumps(trumps: int) -> float:
    """The same without any other cards; a suit has 256 sets of cards."""
    promise = BASE + _counted(trumps, OF_TRUMPS) + PER_TRUMP * trumps.bit_count()
    return promise + PAIR * ((trumps & PAIRS).bit_count() == 2)


def promise_of_bidders(hand: int) -> float:
    """The same by a whole hand of eight, for who thinks of doubling again."""
    return max(promise_of(hand, suit) for suit in range(4)) - 4


def defence_of(hand: int) -> float:
    """The card points that the bidder's opponents are likely to take, by the hand of one of them."""
    return PARTNERS_DEFENCE + _counted(hand, DEFENCE)


def _counted(cards: int, worth: dict[int, float]) -> float:
    counted = 0.0
    for rank, each in worth.items():
        counted += each * (cards >> 4 * rank & 15).bit_count()
    return counted
