"""What a seat remembers and imagines in Dice Capture (RULES.md §3)."""

from engine.cards import card, cards_in, mask_of
from engine.chance import Rng, shuffled
from engine.events import Event
from engine.games.dice_capture import (
    COVERED,
    DISCARDED,
    LOCKED,
    STARTED,
    TOOK_CARD,
    UNLOCKED,
    DiceCapture,
)
from engine.imagination import Memory, Scene, take_over
from engine.match import View


class DiceCaptureMemory(Memory):
    """The cards that are out of the game, and those of the other hand that a King has shown."""

    def __init__(self, seat: int, seats: int) -> None:  # noqa: ARG002  # a memory of any game is made so
        self._seat = seat
        self._discarded = 0
        self._piles_started = 0
        self._known_of_other = 0

    def see(self, event: Event) -> None:
        """See `Memory.see`."""
        sentence, values = event.sentence, event.values
        if sentence is TOOK_CARD:
            thief, taken, _victim = values
            self._known_of_other &= ~(1 << taken)
            if thief != self._seat:
                self._known_of_other |= 1 << taken
        elif sentence in (STARTED, COVERED, LOCKED, DISCARDED, UNLOCKED):
            self._known_of_other &= ~(1 << values[1])
            if sentence is STARTED:
                self._piles_started = values[2]
            elif sentence is DISCARDED:
                self._discarded |= 1 << values[1]
            elif sentence is UNLOCKED:
                self._discarded |= 1 << values[1] | 1 << values[3]

    def scene(self, view: View) -> "DiceCaptureScene":
        """See `Memory.scene`."""
        match = DiceCapture(2, {})
        take_over(match, view)
        match.turn = view["turn"]
        match.dice = tuple(view["dice"])
        match.rolling_for = view["rolling_for"] or 0
        match.discarded = self._discarded
        match.piles_started = self._piles_started
        match.captured = tuple(mask_of(map(card, cards)) for cards in view["captured"])
        for pile in view["piles"]:
            match.piles[pile["number"]] = tuple(map(card, pile["cards"]))
            if pile["lock"]:
                match.locks[pile["number"]] = card(pile["lock"])
        match.held[self._seat] = mask_of(map(card, view["hand"]))
        match.held[1 - self._seat] = self._known_of_other
        seen = match.discarded | match.captured[0] | match.captured[1] | match.held[0] | match.held[1]
        for cards in (*match.piles.values(), match.locks.values()):
            seen |= mask_of(cards)
        missing = view["counts"][1 - self._seat] - self._known_of_other.bit_count()
        return DiceCaptureScene(match, 1 - self._seat, cards_in(match.deck & ~seen), missing)


class DiceCaptureScene(Scene):
    """A moment of a match as one seat knows it.

    Args:
        match: complete but for the hidden cards.
        other: the other seat.
        hidden: the cards whose place is not known.
        missing: how many of them the other seat holds; the others are the draw pile's.
    """

    def __init__(self, match: DiceCapture, other: int, hidden: list[int], missing: int) -> None:
        self._match = match
        self._other = other
        self._hidden = hidden
        self._missing = missing

    def imagine(self, rng: Rng) -> DiceCapture:
        """See `Scene.imagine`."""
        match = self._match.copy()
        cards = shuffled(self._hidden, rng)
        match.held[self._other] |= mask_of(cards[: self._missing])
        match.stock = tuple(cards[self._missing :])
        return match
