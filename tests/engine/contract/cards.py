"""Cards are conserved, and nobody is shown one that the rules keep from that seat."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards import CARD_NUMBERS, cards_in, mask_of
from engine.events import Event, seen_by
from engine.inputs import Act, Chance, Input, Need
from engine.match import Match
from engine.syntax import CARD, Cards
from tests.engine.contract.declared import Declared
from tests.engine.contract.playing import Moment

_CARD: Final = re.compile(r'"([2-9TJQKA][SHDC]|X[12])"')


def check_conserved(match: Match, declared: Declared) -> None:
    """While a hand is played every card of the deck lies at one place."""
    if match.needs not in (Need.SEAT, Need.DICE, Need.CARD):
        return
    placed = [card for cards in declared.places(match).values() for card in cards]
    assert len(placed) == len(set(placed)), "a card lies at two places"
    assert mask_of(placed) & ~match.deck == 0
    if declared.gone is not None:
        assert match.deck.bit_count() - len(placed) == declared.gone(match)


class Knowledge:
    """Which cards each seat may know by the rules, from the last deck on; worked out from the true match."""

    def __init__(self, declared: Declared, seats: int) -> None:
        self._declared = declared
        self.known = [0] * seats

    def learn(self, given: Input, after: Match) -> None:
        """Take in what an input has shown to whom."""
        seats = range(len(self.known))
        if isinstance(given, Chance) and given.need is Need.DECK:
            self.known = [self._declared.shown_by_deck(given.values)] * len(self.known)
        if isinstance(given, Act):
            cards = cards_of(given, after)
            seeing = (given.seat,) if given.action.verb in self._declared.secret else seats
            for seat in seeing:
                self.known[seat] |= cards
        for seat in seats:
            self.known[seat] |= self._declared.visible(after, seat)

    def unknown(self, match: Match, seat: int) -> list[int]:
        """The cards that the seat cannot know."""
        return cards_in(match.deck & ~self.known[seat])


def cards_of(act: Act, match: Match) -> int:
    """The cards that an act names, as a set."""
    argument = match.game.verbs[act.action.verb].what
    if argument is CARD:
        return 1 << act.action.what
    return act.action.what if isinstance(argument, Cards) else 0


def cards_named(match: Match, seat: int, events: Sequence[Event]) -> int:
    """The cards that a seat is shown by name, in its view and its events, as a set."""
    texts = [json.dumps(match.view(seat)), *(json.dumps(event.params()) for event in seen_by(seat, events))]
    return mask_of(CARD_NUMBERS[name] for text in texts for name in _CARD.findall(text))


def check_cards(all_moments: Iterator[Moment], declared: Declared, seats: int) -> None:
    """Check a whole match: conservation, sums, and that only what may be known is shown."""
    knowledge = Knowledge(declared, seats)
    for moment in all_moments:
        check_conserved(moment.after, declared)
        declared.check_sums(moment.after)
        before = knowledge.known[:]
        knowledge.learn(moment.given, moment.after)
        for seat in range(seats):
            may_know = before[seat] | knowledge.known[seat]  # what follows a deck may still tell of the last hand
            leaked = cards_named(moment.after, seat, moment.events) & ~may_know
            assert not leaked, f"seat {seat} is shown cards that it cannot know: {cards_in(leaked)}"
