"""Rules of thumb for tricks with a hidden trump: what Twenty-nine and Call have in common (RULES.md §5.3, §6.4).

* Win what is worth it as cheaply as it can be won; give the least to what is lost, and the most to the partner's.
* Count: a card is as strong as few that beat it are still out; who did not follow a suit has none of it and may ruff.
* Do not waste a card that will take a trick later on one that is won, or lost, anyway.
* Ask for trump when that wins a trick which is worth it. Bidders are glad of open trumps, their opponents less so.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.auction import NOBODY, SEATS
from engine.bots.rules_of_thumb.odds import holds_any
from engine.cards import RANKS, SUIT_MASKS, SUITS, card, cards_in, mask_of
from engine.match import View
from engine.memories.hidden_trump import HiddenTrumpMemory
from engine.tricks import NO_TRUMP

OVERTAKES: Final = 0.9
"""How likely a partner who can win a trick does so."""
ASKS: Final = 0.45
"""How likely a player who cannot follow asks for trump and ruffs, when the suit of trump is not known."""

NEATNESS: Final = 0.001
"""What a rank counts between cards that are as good as each other: the lower one is played."""


class Style(NamedTuple):
    """What cards and tricks are worth in a game.

    Attributes:
        deck: the game's cards, as a set.
        above: for each card, the cards of its suit that are stronger, as a set.
        points: what each card counts for who takes it.
        trick: what a trick counts besides.
        master: what it is worth to keep the strongest card of a suit that is left.
        trump: what it is worth to keep a trump, beyond that.
        opened: what open trumps are worth to the bidders.
        draw: what leading a trump is worth to the bidders, beyond the trick.
    """

    deck: int
    above: tuple[int, ...]
    points: tuple[int, ...]
    trick: float
    master: float
    trump: float
    opened: float
    draw: float


def stronger(low_to_high: str) -> tuple[int, ...]:
    """For each card, the cards of its suit that are stronger, as a set.

    Args:
        low_to_high: the ranks of the game, the weakest first; other ranks have nothing above them.
    """
    ranks = [RANKS.index(rank) for rank in low_to_high]
    above = [0] * 52
    for place, rank in enumerate(ranks):
        for suit in range(len(SUITS)):
            above[4 * rank + suit] = mask_of(4 * higher + suit for higher in ranks[place + 1 :])
    return tuple(above)


class Player(NamedTuple):
    """What is known of another seat's hand: the cards that may be in it, as a set, and how many it has."""

    possible: int
    size: int

    def has(self, cards: int) -> float:
        """The chance that it has one of some cards."""
        return holds_any((self.possible & cards).bit_count(), self.possible.bit_count(), self.size)


class Trick:
    """A trick as the seat to play knows it.

    Args:
        style: what counts in the game.
        view: what the seat sees.
        seat: who it is.
        memory: what it remembers; ``None`` if it pays no attention.
    """

    def __init__(self, style: Style, view: View, seat: int, memory: HiddenTrumpMemory | None) -> None:
        self._style = style
        self._seat = seat
        self.hand = mask_of(map(card, view["hand"]))
        self.cards = [card(text) for text in view["trick"]["cards"]]
        self._leader: int = view["trick"]["leader"]
        self.public = SUITS.index(view["trump"]) if view["trump_public"] else NO_TRUMP
        self.known_trump = SUITS.index(view["trump"]) if view["trump"] else NO_TRUMP
        bidder: int = NOBODY if view["bidder"] is None else view["bidder"]
        self.bidding = bidder & 1 == seat & 1
        self._bidder = bidder
        self.others = _others(style, view, self.hand | mask_of(self.cards), memory)
        self.hidden = 0
        for other, player in enumerate(self.others):
            if other != seat:
                self.hidden |= player.possible
        self._to_play = [(seat + step) % SEATS for step in range(1, SEATS - len(self.cards))]
        self._points = style.trick + sum(style.points[played] for played in self.cards)

    # --- weighing

    def weigh(self, played: int) -> float:
        """What playing a card is worth."""
        return self._weigh(played, self.public)

    def weigh_asking(self) -> float:
        """What asking for trump is worth, whatever suit it is; who asks plays a trump where there is one."""
        chances = self._suits_of_trump()
        weight = self._style.opened if self.bidding else -self._style.opened
        for suit, chance in chances.items():
            answers = self.hand & SUIT_MASKS[suit] or self.hand
            weight += chance * max(self._weigh(answer, suit) for answer in cards_in(answers))
        return weight

    def _weigh(self, played: int, trump: int) -> float:
        style = self._style
        chance = self.chance(played, trump)
        weight = (2 * chance - 1) * (self._points + style.points[played]) - self._kept(played, trump)
        if not self.cards and self.bidding and trump != NO_TRUMP and played & 3 == trump:
            weight += style.draw * ((self.hidden & SUIT_MASKS[trump]) != 0)
        return weight

    def _kept(self, played: int, trump: int) -> float:
        """What a card may still bring in a later trick: the more, the fewer are left that beat it."""
        style = self._style
        above = style.above[played]
        kept = style.master / (1 + (above & self.hidden).bit_count()) - NEATNESS * above.bit_count()
        return kept + style.trump if played & 3 in (trump, self.known_trump) else kept

    def _suits_of_trump(self) -> Mapping[int, float]:
        """How likely each suit is to be trump: a suit of which much is hidden is likelier to be the bidder's."""
        if self.known_trump != NO_TRUMP:
            return {self.known_trump: 1.0}
        held = self.others[self._bidder].possible if self._bidder != NOBODY else self.hidden
        lengths = {suit: (held & SUIT_MASKS[suit]).bit_count() for suit in range(len(SUITS))}
        squares = {suit: length * length for suit, length in lengths.items() if length}
        total = sum(squares.values())
        if not total:
            return dict.fromkeys(range(len(SUITS)), 0.25)
        return {suit: square / total for suit, square in squares.items()}

    # --- who takes the trick

    def chance(self, played: int, trump: int) -> float:
        """The chance that the own team takes the trick if this card is played."""
        cards = [*self.cards, played]
        led = cards[0] & 3
        place = _winning(cards, led, trump, self._style.above)
        leader = self._leader if self.cards else self._seat
        best = cards[place]
        chance = float((leader + place) & 1 == self._seat & 1)
        for other in self._to_play:
            wins = self._wins(self.others[other], best, led, trump)
            if other & 1 == self._seat & 1:
                chance += (1 - chance) * OVERTAKES * wins
            else:
                chance *= 1 - wins
        return chance

    def _wins(self, player: Player, best: int, led: int, trump: int) -> float:
        """The chance that a seat still to play can beat the best card so far."""
        above = self._style.above[best]
        void = 1 - player.has(SUIT_MASKS[led])
        if trump == NO_TRUMP:
            ruffs = player.has(SUIT_MASKS[self.known_trump]) if self.known_trump not in (NO_TRUMP, led) else 1.0
            return min(1.0, player.has(above) + void * ASKS * ruffs)
        if best & 3 != led:
            return void * player.has(above)
        ruffs = player.has(SUIT_MASKS[trump]) if trump != led else 0.0
        return min(1.0, player.has(above) + void * ruffs)


def _others(style: Style, view: View, seen: int, memory: HiddenTrumpMemory | None) -> list[Player]:
    counts = view["counts"]
    if memory is None:
        hidden = style.deck & ~seen
        return [Player(hidden, count) for count in counts]
    for cards in memory.played:
        seen |= cards
    if view.get("hidden_card") and view.get("hidden"):
        seen |= 1 << card(view["hidden_card"])
    hidden = style.deck & ~seen
    shown = memory.shown[0] | memory.shown[1] | memory.shown[2] | memory.shown[3]
    return [
        Player(hidden & ~memory.barred[other] & ~(shown & ~memory.shown[other]), count)
        for other, count in enumerate(counts)
    ]


def _winning(cards: Sequence[int], led: int, trump: int, above: Sequence[int]) -> int:
    """The place of the card that wins so far."""
    best = 0
    for place, played in enumerate(cards):
        current = cards[best]
        if played & 3 == current & 3:
            if above[current] >> played & 1:
                best = place
        elif played & 3 == trump:
            best = place
    return best if cards[best] & 3 in (led, trump) else 0
