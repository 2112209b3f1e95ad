"""A game for tests only: what a seventh game needs, as small as it can be, and what the contract suite must bear.

Four seats hold hidden cards. In each of four rounds all lay one card face down, at the same time and in any order;
when the last is down they are turned up and the highest takes a point. The table may close a round: whoever has not
laid a card is left out of it. Four cards stay in the talon, unseen.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from engine.cards import CARD_TEXTS, RANK_MASKS, RANKS, card, cards_in, hand_seen_by, mask_of
from engine.chance import Rng, shuffled
from engine.errors import IllegalAction
from engine.events import Event, Sentence
from engine.imagination import Memory, Scene, take_over
from engine.inputs import Action, Chance, Happening, Need, Report
from engine.leaving import Leaving, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, Match, View
from engine.syntax import CARD, Syntax

SEATS = 4
HAND_SIZE = 4
ROUNDS = 4

DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:cards}.")
LAID = Sentence("laid", "{seat:seat} lays a card.")
LAID_CARD = Sentence("laid-card", "{seat:seat} lays {card:card}.")
CLOSED = Sentence("closed", "Time is up for {seats:seats}.")
TURNED_UP = Sentence("turned-up", "The cards are {cards:row}.")
POINT = Sentence("point", "The point goes to {seat:seat}.")
WON = Sentence("won", "{seats:seats} win.")
NOT_IN_HAND = Sentence("not-in-hand", "{card:card} is not in your hand.")

_LAYS = tuple(Action("lay", card) for card in range(52))


class Phase(StrEnum):
    """Where a match stands."""

    DEAL = "deal"
    LAY = "lay"
    OVER = "over"


class Toy(Match):
    """A match of the toy game."""

    deck = sum(RANK_MASKS[RANKS.index(rank)] for rank in "TJQKA")
    _containers = ("held", "laid")

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.phase = Phase.DEAL
        self.held = [0] * seats
        self.talon: tuple[int, ...] = ()
        self.laid: dict[int, int] = {}
        """The card of each seat that has laid one in this round."""
        self.rounds = 0
        """How many rounds are over."""
        self.turned_up: tuple[int, ...] = ()
        """The cards of all rounds that are over."""

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        return [_LAYS[card] for card in cards_in(self.held[seat])] if seat in self.to_act else []

    def reports(self) -> list[Report]:
        """A round may be closed."""
        return super().reports() + ([Report(Happening.CLOSE)] if self.needs is Need.SEAT else [])

    def _act(self, seat: int, action: Action) -> list[Event]:
        if action.verb != "lay":
            raise IllegalAction(NOT_AN_ACTION_NOW, action.verb)
        if not self.held[seat] >> action.what & 1:
            raise IllegalAction(NOT_IN_HAND, action.what)
        events = self._lay(seat, action.what)
        return events if self.to_act else [*events, *self._turn_up()]

    def _lay(self, seat: int, card: int) -> list[Event]:
        self.held[seat] ^= 1 << card
        self.laid[seat] = card
        self.to_act = tuple(other for other in self.to_act if other != seat)
        return [Event(LAID, (seat,)), Event(LAID_CARD, (seat, card), 1 << seat)]

    def _report(self, report: Report) -> list[Event]:  # noqa: ARG002  # there is only one
        return [Event(CLOSED, (self.to_act,)), *self._turn_up()]

    def _turn_up(self) -> list[Event]:
        cards = tuple(self.laid[seat] for seat in sorted(self.laid))
        events = [Event(TURNED_UP, (cards,))]
        if cards:
            taker = next(seat for seat, card in self.laid.items() if card == max(cards))
            self._gain(taker, 1)
            events.append(Event(POINT, (taker,)))
        self.turned_up += cards
        self.laid.clear()
        self.rounds += 1
        if self.rounds < ROUNDS:
            self.to_act = tuple(range(SEATS))
            return events
        self.hand_points = (self.totals,)
        winners = [seat for seat in range(SEATS) if self.totals[seat] == max(self.totals)]
        self._finish(Ending.WON, winners)
        return [*events, Event(WON, (self.winners,))]

    def _chance(self, outcome: Chance) -> list[Event]:
        for seat in range(SEATS):
            self.held[seat] = mask_of(outcome.values[HAND_SIZE * seat : HAND_SIZE * (seat + 1)])
        self.talon = tuple(outcome.values[HAND_SIZE * SEATS :])
        self.phase = Phase.LAY
        self.needs = Need.SEAT
        self.to_act = tuple(range(SEATS))
        return [Event(DEALT, (seat, self.held[seat]), 1 << seat) for seat in range(SEATS)]

    def _finish(self, ending: Ending, winners: Sequence[int]) -> None:
        super()._finish(ending, winners)
        self.phase = Phase.OVER

    def _view(self, seat: int | None) -> View:
        return {
            "hand": [CARD_TEXTS[card] for card in cards_in(hand_seen_by(seat, self.held))],
            "counts": [hand.bit_count() for hand in self.held],
            "rounds": self.rounds,
            "laid": sorted(self.laid),
            "own": None if seat is None or seat not in self.laid else CARD_TEXTS[self.laid[seat]],
            "turned_up": [CARD_TEXTS[card] for card in self.turned_up],
        }


class ToyMemory(Memory):
    """The view shows everything there is to remember."""

    def __init__(self, seat: int, seats: int) -> None:  # noqa: ARG002  # a memory of any game is made so
        self._seat = seat

    def see(self, event: Event) -> None:
        """See `Memory.see`."""

    def scene(self, view: View) -> "ToyScene":
        """See `Memory.scene`."""
        match = Toy(SEATS, {})
        take_over(match, view)
        match.rounds = view["rounds"]
        match.turned_up = tuple(map(card, view["turned_up"]))
        match.held[self._seat] = mask_of(map(card, view["hand"]))
        match.laid = {seat: card(view["own"]) if seat == self._seat else -1 for seat in view["laid"]}
        return ToyScene(match, self._seat, view["counts"])


class ToyScene(Scene):
    """A moment of a match as one seat knows it."""

    def __init__(self, match: Toy, seat: int, counts: list[int]) -> None:
        self._match = match
        self._seat = seat
        self._counts = counts

    def imagine(self, rng: Rng) -> Toy:
        """See `Scene.imagine`."""
        match = self._match.copy()
        own = match.held[self._seat] | mask_of(card for card in match.laid.values() if card >= 0)
        cards = shuffled(cards_in(match.deck & ~own & ~mask_of(match.turned_up)), rng)
        for seat in range(SEATS):
            if seat == self._seat:
                continue
            match.held[seat] = mask_of(cards[: self._counts[seat]])
            del cards[: self._counts[seat]]
            if seat in match.laid:
                match.laid[seat] = cards.pop()
        match.talon = tuple(cards)
        return match


TOY = Game(
    name="toy",
    title="The toy",
    seats=(SEATS,),
    match=Toy,
    verbs={"lay": Syntax(CARD)},
    leaving=Leaving(OnLeave.MATCH_ENDS),
)
Toy.game = TOY
