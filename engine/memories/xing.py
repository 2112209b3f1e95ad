"""What a seat remembers and imagines in Xing (RULES.md §1)."""

from typing import Final

from engine.cards import FULL_DECK, card, cards_in, mask_of
from engine.chance import Rng, shuffled
from engine.events import Event
from engine.games.xing import (
    CAPTURED,
    DEALS,
    LAST_CARD,
    PACKET,
    PACKETS_DEALT,
    PLAYED,
    PLAYS_OF_A_HAND,
    SECOND_JACK_AT,
    TABLE_LAID,
    TO_THE_BOTTOM,
    TO_THE_MIDDLE,
    XING_MADE,
    Tally,
    Xing,
)
from engine.imagination import Memory, Scene, take_over
from engine.match import View

DEALT_AT_ONCE: Final = 4 * PACKET


class XingMemory(Memory):
    """All cards played, who captured them, and where the known card and the moved Jacks lie.

    Attributes:
        pile: the cards on the table, as a set.
        top: the pile's top card; -1 when the table is empty.
        taken: the cards that each team has captured, as sets.
    """

    def __init__(self, seat: int, seats: int) -> None:  # noqa: ARG002  # a memory of any game is made so
        self._seat = seat
        self._forget()

    def _forget(self) -> None:
        """Start a hand anew."""
        self.pile = 0
        self.top = -1
        self.taken = [0, 0]
        self._xings = [0, 0]
        self._last_capturer = -1
        self._plays = 0
        self._deals = 0
        self._placed: dict[int, int] = {}
        """The place in the stock of each card that was seen to lie there."""

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        sentence = event.sentence
        if sentence is PLAYED:
            self.top = event.values[1]
            self.pile |= 1 << self.top
            self._plays += 1
        elif sentence is CAPTURED or sentence is XING_MADE:
            self._capture(event.values[0] & 1, is_xing=sentence is XING_MADE)
        elif sentence is PACKETS_DEALT:
            self._deals += 1
        elif sentence is TABLE_LAID:
            self.pile = mask_of(event.values[0])
            self.top = event.values[0][-1]
        elif sentence is LAST_CARD or sentence is TO_THE_BOTTOM:
            self._placed[event.values[0]] = PLAYS_OF_A_HAND - 1
        elif sentence is TO_THE_MIDDLE:
            self._placed[event.values[0]] = SECOND_JACK_AT
        elif sentence is DEALS:
            self._forget()

    def _capture(self, team: int, *, is_xing: bool) -> None:
        self.taken[team] |= self.pile
        self._xings[team] += is_xing
        self._last_capturer = team
        self.pile = 0
        self.top = -1

    def known_hands(self, dealer: int) -> list[int]:
        """The cards that each seat must hold, since they were seen to lie where it was dealt from, as sets."""
        hands = [0, 0, 0, 0]
        played = self.pile | self.taken[0] | self.taken[1]
        for known, place in self._placed.items():
            if place < DEALT_AT_ONCE * self._deals and not played >> known & 1:
                hands[(dealer + 1 + place % DEALT_AT_ONCE // PACKET) % 4] |= 1 << known
        return hands

    def scene(self, view: View) -> "XingScene":
        """See `Memory.scene`."""
        match = Xing(4, {})
        take_over(match, view)
        match.target = view["target"]
        match.dealer = view["dealer"]
        match.turn = view["turn"]
        match.held[self._seat] = mask_of(map(card, view["hand"]))
        match.pile = self.pile
        match.top = self.top
        match.taken = [*self.taken]
        match.xings = [*self._xings]
        match.last_capturer = self._last_capturer
        match.plays = self._plays
        match.known = card(view["known"]) if view["known"] else -1
        match.sheet = tuple(Tally(**{name: row[name] for name in Tally._fields}) for row in view["sheet"])
        return self._hide(match, view["counts"])

    def _hide(self, match: Xing, counts: list[int]) -> "XingScene":
        """Sort the cards that the seat does not see into those whose place it knows and the rest."""
        drawn = DEALT_AT_ONCE * self._deals
        in_stock = {place - drawn: known for known, place in self._placed.items() if place >= drawn}
        for seat, cards in enumerate(self.known_hands(match.dealer)):
            match.held[seat] |= cards
        seen = self.pile | self.taken[0] | self.taken[1] | mask_of(in_stock.values())
        for hand in match.held:
            seen |= hand
        hidden = FULL_DECK & ~seen
        missing = {
            seat: count - match.held[seat].bit_count() for seat, count in enumerate(counts) if seat != self._seat
        }
        return XingScene(match, cards_in(hidden), missing, in_stock)


class XingScene(Scene):
    """A moment of a match as one seat knows it.

    Args:
        match: complete but for the hidden cards.
        hidden: the cards whose place is not known.
        missing: how many of them each other seat holds; the others are the stock's.
        in_stock: the cards whose place in the stock is known.
    """

    def __init__(self, match: Xing, hidden: list[int], missing: dict[int, int], in_stock: dict[int, int]) -> None:
        self._match = match
        self._hidden = hidden
        self._missing = missing
        self._in_stock = sorted(in_stock.items())

    def imagine(self, rng: Rng) -> Xing:
        """See `Scene.imagine`."""
        match = self._match.copy()
        cards = shuffled(self._hidden, rng)
        for seat, number in self._missing.items():
            match.held[seat] |= mask_of(cards[:number])
            del cards[:number]
        for place, known in self._in_stock:
            cards.insert(place, known)
        match.stock = tuple(cards)
        return match
