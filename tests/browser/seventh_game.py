"""Magpie, a game for tests only: what a seventh game is written in, and nothing of it in JavaScript.

Everybody gets five cards and says how many of the three nests they will win. Then they lay cards onto the nests in
turn; once a match each may peck: draw a card instead. The highest card that was laid onto a nest wins it. A won nest
is worth one point, a right guess two more.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from engine.cards import CARD_TEXTS, cards_in, hand_seen_by, mask_of
from engine.errors import IllegalAction
from engine.events import Event, Sentence
from engine.inputs import Action, Chance, Need
from engine.leaving import Leaving, OnLeave
from engine.match import NOT_AN_ACTION_NOW, Ending, Game, Match, View
from engine.syntax import BID, CARD, PILE, Syntax

HAND = 5
NESTS = (1, 2, 3)
GUESSES = range(len(NESTS) + 1)

DEALT = Sentence("dealt", "{seat:seat} is dealt {cards:cards}.")
GUESSED = Sentence("guessed", "{seat:seat} wants to win {number:number}.")
LAID = Sentence("laid", "{seat:seat} lays {card:card} onto nest {nest:number}.")
PECKED = Sentence("pecked", "{seat:seat} pecks.")
PECKED_CARD = Sentence("pecked-card", "{seat:seat} pecks {card:card}.")
SCORED = Sentence("scored", "The points are {points:numbers}.")


class Phase(StrEnum):
    """Where a match stands."""

    DEAL = "deal"
    GUESS = "guess"
    LAY = "lay"
    OVER = "over"


class Magpie(Match):
    """A match of the seventh game."""

    _containers = ("held", "guesses", "nests", "pecked")

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, options)
        self.phase = Phase.DEAL
        self.held = [0] * seats
        self.stock: tuple[int, ...] = ()
        self.guesses: list[int] = []
        self.nests: dict[int, tuple[tuple[int, int], ...]] = dict.fromkeys(NESTS, ())
        """By number, who has laid which cards onto it."""
        self.pecked: set[int] = set()

    def legal(self, seat: int) -> list[Action]:
        """See `Match.legal`."""
        if seat not in self.to_act:
            return []
        if self.phase is Phase.GUESS:
            return [Action("guess", number) for number in GUESSES]
        lays = [Action("lay", card, nest) for card in cards_in(self.held[seat]) for nest in NESTS]
        return lays if seat in self.pecked else [*lays, Action("peck")]

    def _act(self, seat: int, action: Action) -> list[Event]:
        if action not in self.legal(seat):
            raise IllegalAction(NOT_AN_ACTION_NOW, action.verb)
        match action:
            case Action("guess", number):
                self.guesses.append(number)
                if len(self.guesses) == self.seats:
                    self.phase = Phase.LAY
                events = [Event(GUESSED, (seat, number))]
            case Action("lay", card, nest):
                self.held[seat] ^= 1 << card
                self.nests[nest] += ((seat, card),)
                events = [Event(LAID, (seat, card, nest))]
            case _:
                card, *rest = self.stock
                self.stock = tuple(rest)
                self.held[seat] |= 1 << card
                self.pecked.add(seat)
                events = [Event(PECKED, (seat,)), Event(PECKED_CARD, (seat, card), 1 << seat)]
        return [*events, *self._go_on(seat)]

    def _go_on(self, seat: int) -> list[Event]:
        following = [(seat + step) % self.seats for step in range(1, self.seats + 1)]
        self.to_act = tuple(other for other in following if self.held[other])[:1]
        if self.to_act:
            return []
        won = [max(laid, key=lambda one: one[1] // 4)[0] for laid in self.nests.values() if laid]
        points = tuple(won.count(seat) + 2 * (won.count(seat) == guess) for seat, guess in enumerate(self.guesses))
        self._write_down(points)
        self._finish(Ending.WON, [seat for seat in range(self.seats) if points[seat] == max(points)])
        self.phase = Phase.OVER
        return [Event(SCORED, (points,))]

    def _chance(self, outcome: Chance) -> list[Event]:
        for seat in range(self.seats):
            self.held[seat] = mask_of(outcome.values[HAND * seat : HAND * (seat + 1)])
        self.stock = tuple(outcome.values[HAND * self.seats :])
        self.phase, self.needs, self.to_act = Phase.GUESS, Need.SEAT, (0,)
        return [Event(DEALT, (seat, self.held[seat]), 1 << seat) for seat in range(self.seats)]

    def _view(self, seat: int | None) -> View:
        return {
            "hand": [CARD_TEXTS[card] for card in cards_in(hand_seen_by(seat, self.held))],
            "counts": [hand.bit_count() for hand in self.held],
            "stock": len(self.stock),
            "guesses": list(self.guesses),
            "nests": {number: [CARD_TEXTS[card] for _, card in laid] for number, laid in self.nests.items()},
        }


def visible(match: Any, seat: int) -> int:
    """The cards that a seat may see, by the rules."""
    return int(match.held[seat] | mask_of(card for laid in match.nests.values() for _, card in laid))


MAGPIE = Game(
    name="magpie",
    title="Magpie",
    seats=(2, 3, 4),
    match=Magpie,
    verbs={"guess": Syntax(BID), "lay": Syntax(CARD, PILE), "peck": Syntax()},
    leaving=Leaving(OnLeave.MATCH_ENDS),
)
Magpie.game = MAGPIE
