"""The rest of a hand with a hidden trump, played fast: Twenty-nine and Call (RULES.md §5.3, §6.4).

A search plays thousands of hands to their end for one decision. Here no actions and events are made and nothing is
checked; each seat plays by a few rules of thumb, from its own cards and from which cards are gone:

* Lead what nobody can beat; bidders lead such trumps first while others have any. Else lead the least.
* Win a trick that the partner has not won yet: as cheaply as can be in the last place, else with what nobody can beat;
  in the third place with the highest. What cannot be won gets the least, what the partner takes gets points.
* Ask for trump when the other team is winning, and ruff.

Cards are numbered by strength, ``4 * strength + suit`` with the weakest at 0: within a suit the higher number wins.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from engine.auction import SEATS
from engine.cards import RANKS, SUIT_MASKS, SUITS, mask_of
from engine.tricks import NO_TRUMP, HiddenTrumpMatch

_SUIT: Final = (*SUIT_MASKS, 0)
"""The cards of each suit; no trump has none."""
_OTHER_SUITS: Final = tuple(~suit for suit in _SUIT)
_ABOVE: Final = tuple(SUIT_MASKS[card & 3] & -(2 << card) for card in range(52))
"""The cards that beat each card in its suit."""
_CHUNK: Final = 13


class Deck(NamedTuple):
    """A game's cards in the numbers of this module.

    Attributes:
        numbered: from a set of the engine's cards to the same set here.
        cards: the engine's card of each number.
        points: what each card counts, by its number; empty where tricks count.
        fat: the cards to give to the partner's trick, as a set.
    """

    numbered: Callable[[int], int]
    cards: Sequence[int]
    points: Sequence[int]
    fat: int


def deck_of(low_to_high: str, points: Sequence[int] = (), fat: str = "") -> Deck:
    """A game's cards.

    Args:
        low_to_high: the ranks of the game, the weakest first; there are no other cards.
        points: what each of the engine's cards counts.
        fat: the ranks to give to the partner's trick.
    """
    suits = range(len(SUITS))
    cards = [4 * RANKS.index(rank) + suit for rank in low_to_high for suit in suits]
    numbers = [cards.index(card) if card in cards else 0 for card in range(52)]
    first, second, third, fourth = (_sets_of(numbers[low : low + _CHUNK]) for low in range(0, 52, _CHUNK))

    def numbered(held: int) -> int:
        return first[held & 8191] | second[held >> 13 & 8191] | third[held >> 26 & 8191] | fourth[held >> 39]

    return Deck(
        numbered,
        cards,
        [points[card] for card in cards] if points else (),
        mask_of(4 * low_to_high.index(rank) + suit for rank in fat for suit in suits),
    )


def _sets_of(numbers: Sequence[int]) -> list[int]:
    """By the mask of each set of a few of the engine's cards, the same set here."""
    sets = [0]
    for number in numbers:
        sets += [cards | 1 << number for cards in sets]
    return sets


class TrickTable:
    """A hand that is being played.

    Args:
        match: in its play.
        aside: the bidder's card that lies hidden, as a set of the engine's: it comes back when trump is public, or for
            the last trick.
        taken: what each team has taken, tricks or points.

    Attributes:
        taken: see there.
        played: takes down, if it is a list, the seats and cards of the play; a card of -1 is asking for trump.
    """

    __slots__ = ("_aside", "_asked", "_bidder", "_deck", "_leader", "_trick", "hands", "left", "played", "public",
                 "taken", "trump")  # fmt: skip

    def __init__(self, match: HiddenTrumpMatch, deck: Deck, aside: int, taken: Sequence[int]) -> None:
        numbered = deck.numbered
        self._deck = deck
        self.hands = [numbered(hand) for hand in match.held]
        self._aside = numbered(aside) if aside else 0
        self.left = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3] | self._aside
        self.taken = [*taken]
        self.trump = match.trump
        self.public = match.public_trump
        self._bidder = match.bidder
        self._leader = match.leader
        self._trick = [numbered(1 << card).bit_length() - 1 for card in match.trick]
        self._asked = match.asked
        self.played: list[tuple[int, int]] | None = None

    def play(self, tricks: int) -> None:
        """Play so many tricks, the present one among them: to the end of the hand."""
        for left in range(tricks, 0, -1):
            if left == 1 and self._aside:
                self.hands[self._bidder] |= self._aside
                self._aside = 0
            self._play_trick()

    def _play_trick(self) -> None:  # noqa: C901, PLR0912, PLR0915  # one loop: calls would take half of the time
        hands, left, public, trick = self.hands, self.left, self.public, self._trick
        leader, bidder = self._leader, self._bidder
        played = self.played
        if trick:
            best = self._best(trick)
        else:
            hand = hands[leader]
            own = self.trump if leader == bidder else public
            bit = _lead(hand, left & ~hand, own, drawing=public < NO_TRUMP and not (leader ^ bidder) & 1)
            hands[leader] = hand ^ bit
            left ^= bit
            card = bit.bit_length() - 1
            trick.append(card)
            if played is not None:
                played.append((leader, card))
            best = 0
        led = trick[0] & 3
        in_suit = _SUIT[led]
        winner = trick[best]
        for place in range(len(trick), SEATS):
            seat = leader + place & 3
            hand = hands[seat]
            partner = not (place - best) & 1
            following = hand & in_suit
            if following:
                higher = following & _ABOVE[winner] if winner & 3 == led else 0
                others = left & in_suit ^ following
                if partner and (place == 3 or winner & 3 != led or others < 1 << winner):
                    fat = following & self._deck.fat
                    bit = fat & -fat or following & -following
                elif higher and place == 3:
                    bit = higher & -higher
                elif higher and (higher > others or (place == 2 and not partner)):
                    bit = 1 << higher.bit_length() - 1
                else:
                    bit = following & -following
            else:
                if public == NO_TRUMP and not partner and not self._asked and self._wants_trump(seat, hand):
                    if played is not None:
                        played.append((seat, -1))
                    public = self.public = self.trump
                    self._asked = True
                    if self._aside:
                        hands[bidder] |= self._aside
                        self._aside = 0
                        hand = hands[seat]
                    self._opened()
                    best = self._best(trick)
                    winner = trick[best]
                    partner = not (place - best) & 1
                bit = self._throw(hand, winner, public, seat, sure=partner and (place == 3 or winner & 3 == public))
            hands[seat] = hand ^ bit
            left ^= bit
            card = bit.bit_length() - 1
            trick.append(card)
            if played is not None:
                played.append((seat, card))
            if card & 3 == winner & 3:
                if card > winner:
                    best, winner = place, card
            elif card & 3 == public:
                best, winner = place, card
        self.left = left
        self._leader = taker = leader + best & 3
        points = self._deck.points
        if points:
            first, second, third, fourth = trick
            self.taken[taker & 1] += points[first] + points[second] + points[third] + points[fourth]
        else:
            self.taken[taker & 1] += 1
        self._trick = []

    def _opened(self) -> None:
        """Trump has become public."""

    def _best(self, trick: Sequence[int]) -> int:
        """The place of the card that wins so far."""
        trumps = [card for card in trick if card & 3 == self.public]
        return trick.index(max(trumps or [card for card in trick if card & 3 == trick[0] & 3]))

    def _wants_trump(self, seat: int, hand: int) -> bool:
        """Whether a seat that cannot follow asks: who knows that it has none does not."""
        return seat != self._bidder or bool((hand | self._aside) & _SUIT[self.trump])

    def _throw(self, hand: int, winner: int, public: int, seat: int, *, sure: bool) -> int:
        """Ruff as cheaply as it wins, or get rid of the least; the partner's trick gets points."""
        trumps = hand & _SUIT[public]
        if self._asked:
            self._asked = False
            if trumps:
                higher = trumps & _ABOVE[winner] if winner & 3 == public else trumps
                return higher & -higher or trumps & -trumps
        elif trumps and not sure:
            higher = trumps & _ABOVE[winner] if winner & 3 == public else trumps
            if higher:
                return higher & -higher
        spare = hand & _OTHER_SUITS[self.trump if seat == self._bidder else public] or hand
        if sure:
            fat = spare & self._deck.fat
            if fat:
                return fat & -fat
        return spare & -spare


def _lead(hand: int, others: int, trump: int, *, drawing: bool) -> int:
    """The card to lead, as a set: one that nobody can beat, trumps only to draw others, or else the least."""
    if drawing:
        own, theirs = hand & _SUIT[trump], others & _SUIT[trump]
        if theirs and own > theirs:
            return 1 << own.bit_length() - 1
    for suit in SUIT_MASKS:
        own = hand & suit
        if own > others & suit and suit != _SUIT[trump]:
            return 1 << own.bit_length() - 1
    spare = hand & _OTHER_SUITS[trump] or hand
    return spare & -spare
