"""The contract suite fails where it should: faults are planted in the toy game, and in memories."""

# ruff: noqa: D102  # the docstring of each class says what its method does wrong

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any, Self

import pytest

from engine import games, memories
from engine.cards import CARD_TEXTS, cards_in
from engine.chance import Rng, draw
from engine.errors import IllegalAction
from engine.events import Event, Sentence
from engine.games import GAMES
from engine.inputs import Act, Action
from engine.match import View
from engine.memories.twenty_nine import TwentyNineMemory
from tests.engine.contract import suite
from tests.engine.contract.playing import Table
from tests.engine.toy_game import DEALT, LAID, NOT_IN_HAND, TOY, Toy, ToyMemory, ToyScene

HELD_BY_ANOTHER = Sentence("held-by-another", "Another seat holds {card:card}.")
STRONGEST = Sentence("strongest", "{seat:seat} holds the strongest card.")


class ShowsAnotherHand(Toy):
    """Each seat sees the next one's cards."""

    def _view(self, seat: int | None) -> View:
        return {
            **super()._view(seat),
            "next": [CARD_TEXTS[card] for card in cards_in(self.held[((seat or 0) + 1) % 4])],
        }


class ShowsAHandToTheStreet(Toy):
    """Who has no seat sees the cards of one."""

    def _view(self, seat: int | None) -> View:
        return super()._view(3 if seat is None else seat)


class ShowsWhoIsStrongest(Toy):
    """The view names no card, but tells of hidden ones."""

    def _view(self, seat: int | None) -> View:
        return {**super()._view(seat), "strongest": self.held.index(max(self.held))}


class OrdersByHiddenCards(Toy):
    """Who has laid a card is listed in the order of the cards."""

    def _view(self, seat: int | None) -> View:
        return {**super()._view(seat), "laid": sorted(self.laid, key=self.laid.__getitem__)}


class TellsWhoIsStrongest(Toy):
    """A public event tells of hidden cards."""

    def _act(self, seat: int, action: Action) -> list[Event]:
        return [*super()._act(seat, action), Event(STRONGEST, (self.held.index(max(self.held)),))]


class TellsEverybodyTheDeal(Toy):
    """A private event has the wrong audience."""

    def _chance(self, outcome: Any) -> list[Event]:
        return [event._replace(audience=-1) if event.sentence is DEALT else event for event in super()._chance(outcome)]


class TellsByTheAudience(Toy):
    """An event is addressed to those who hold high cards."""

    def _act(self, seat: int, action: Action) -> list[Event]:
        holders = sum(1 << other for other in range(4) if self.held[other].bit_length() > 44)
        events = super()._act(seat, action)
        return [event._replace(audience=holders or 15) if event.sentence is LAID else event for event in events]


class RefusesWithKnowledge(Toy):
    """The refusal depends on whether another seat holds the card."""

    def _act(self, seat: int, action: Action) -> list[Event]:
        try:
            return super()._act(seat, action)
        except IllegalAction as refused:
            if refused.sentence is NOT_IN_HAND and any(hand >> action.what & 1 for hand in self.held):
                raise IllegalAction(HELD_BY_ANOTHER, action.what) from refused
            raise


class ListsWithKnowledge(Toy):
    """What is legal depends on the talon."""

    def legal(self, seat: int) -> list[Action]:
        listed = super().legal(seat)
        return listed[::-1] if self.talon and self.talon[0] & 1 else listed


class ListsTooMuch(Toy):
    """A card of the next seat is listed."""

    def legal(self, seat: int) -> list[Action]:
        listed = super().legal(seat)
        return [*listed, *super().legal((seat + 1) % 4)[:1]] if listed else []


class ListsTooLittle(Toy):
    """One card is never listed although it is accepted."""

    def legal(self, seat: int) -> list[Action]:
        listed = super().legal(seat)
        return listed if len(listed) == 1 else listed[1:]


class ActsForOthers(Toy):
    """Whoever is not to act may act all the same."""

    def act(self, seat: int, action: Action) -> list[Event]:
        return self._act(seat, action) if 0 <= seat < 4 else super().act(seat, action)


class ChangesBeforeItRefuses(Toy):
    """A refused act leaves a trace."""

    refusals = 0

    def _act(self, seat: int, action: Action) -> list[Event]:
        self.refusals += 1
        events = super()._act(seat, action)
        self.refusals -= 1
        return events


class SharesCopies(Toy):
    """A container is not copied."""

    def copy(self) -> Self:
        twin = super().copy()
        twin.laid = self.laid
        return twin


class LosesACard(Toy):
    """The last card of the talon gets lost."""

    def _chance(self, outcome: Any) -> list[Event]:
        events = super()._chance(outcome)
        self.talon = self.talon[:-1]
        return events


class CountsTwice(Toy):
    """A point too many."""

    def _turn_up(self) -> list[Event]:
        self._gain(0, 1)
        return super()._turn_up()


class ViewIsNoJson(Toy):
    """A tuple comes back from JSON as a list."""

    def _view(self, seat: int | None) -> View:
        return {**super()._view(seat), "turned_up": tuple(super()._view(seat)["turned_up"])}


class RememberedByChance(Toy):
    """Not derived from the inputs alone."""

    def _chance(self, outcome: Any) -> list[Event]:
        self.rounds = next(COUNTER) % 2
        return super()._chance(outcome)


COUNTER = iter(range(1_000_000))

PLANTED: list[tuple[type[Toy], Callable[[suite.Matches], None]]] = [
    (ShowsAnotherHand, suite.check_all_cards),
    (ShowsAnotherHand, suite.check_swaps),
    (ShowsAHandToTheStreet, suite.check_swaps),
    (ShowsWhoIsStrongest, suite.check_swaps),
    (OrdersByHiddenCards, suite.check_swaps),
    (OrdersByHiddenCards, suite.check_all_secrets),
    (TellsWhoIsStrongest, suite.check_swaps),
    (TellsEverybodyTheDeal, suite.check_all_cards),
    (TellsByTheAudience, suite.check_swaps),
    (RefusesWithKnowledge, suite.check_swaps),
    (ListsWithKnowledge, suite.check_swaps),
    (ListsTooMuch, suite.check_legality),
    (ListsTooLittle, suite.check_legality),
    (ActsForOthers, suite.check_legality),
    (ChangesBeforeItRefuses, suite.check_legality),
    (SharesCopies, suite.check_legality),
    (LosesACard, suite.check_all_cards),
    (CountsTwice, suite.check_all_cards),
    (ViewIsNoJson, suite.check_legality),
    (RememberedByChance, suite.check_records),
]


def matches_of(fault: type[Toy], monkeypatch: pytest.MonkeyPatch) -> suite.Matches:
    """Matches of the toy game with a fault."""
    game = replace(TOY, match=fault)
    monkeypatch.setattr(fault, "game", game)
    monkeypatch.setattr(games, "GAMES", MappingProxyType({game.name: game}))
    monkeypatch.setattr(memories, "MEMORIES", MappingProxyType({game.name: ToyMemory}))
    return suite.Matches(Table(game, 4, ()), 12)


@pytest.mark.parametrize(("fault", "check"), PLANTED, ids=lambda item: item.__name__)
def test_a_planted_fault_is_found(
    fault: type[Toy], check: Callable[[suite.Matches], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check that is meant for it fails, within a dozen matches; or they cannot even be played."""
    matches = matches_of(fault, monkeypatch)
    with pytest.raises((AssertionError, IllegalAction)):
        check(matches)


class DreamsOfOtherCards(ToyScene):
    """The own hand is not the real one."""

    def imagine(self, rng: Rng) -> Toy:
        match = super().imagine(rng)
        mine, others = self._seat, (self._seat + 1) % 4
        match.held[mine], match.held[others] = match.held[others], match.held[mine]
        return match


class DreamsOfTooFewCards(ToyScene):
    """A card of the talon is missing."""

    def imagine(self, rng: Rng) -> Toy:
        match = super().imagine(rng)
        match.talon = match.talon[1:]
        return match


class DreamsOfUnequalHands(ToyScene):
    """Another seat holds a card more than it should."""

    def imagine(self, rng: Rng) -> Toy:
        match = super().imagine(rng)
        match.held[(self._seat + 1) % 4] |= 1 << match.talon[0]
        match.talon = match.talon[1:]
        return match


class DreamsByItself(ToyScene):
    """Another source of random numbers than the one handed in."""

    source = Random(1)

    def imagine(self, rng: Rng) -> Toy:  # noqa: ARG002  # that is the fault
        return super().imagine(self.source)


class DreamsInOneMatch(ToyScene):
    """Each dream is the same match, which goes on changing."""

    def imagine(self, rng: Rng) -> Toy:
        self._match = super().imagine(rng)
        return self._match


@pytest.mark.parametrize(
    ("scene", "check"),
    [
        (DreamsOfOtherCards, suite.check_dreams),
        (DreamsOfTooFewCards, suite.check_dreams),
        (DreamsOfUnequalHands, suite.check_dreams),
        (DreamsInOneMatch, suite.check_dreams),
        (DreamsByItself, suite.check_swaps),
    ],
)
def test_a_false_dream_is_found(
    scene: type[ToyScene], check: Callable[[suite.Matches], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What does not agree with what was seen, or does not come from what is handed in, fails."""

    class FalseMemory(ToyMemory):
        def scene(self, view: View) -> ToyScene:
            true = super().scene(view)
            return scene(true._match, true._seat, true._counts)

    matches = matches_of(Toy, monkeypatch)
    monkeypatch.setattr(memories, "MEMORIES", MappingProxyType({TOY.name: FalseMemory}))
    with pytest.raises(AssertionError):
        check(matches)


class NoticesNoVoids(TwentyNineMemory):
    """Forgets who could not follow suit."""

    def see(self, event: Event) -> None:
        super().see(event)
        self.barred = [0] * 4


def test_a_dream_that_cannot_have_come_about_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that threw another suit away is imagined with cards of the suit led: the past does not fit."""
    game = GAMES["twenty-nine"]
    monkeypatch.setattr(memories, "MEMORIES", MappingProxyType({game.name: NoticesNoVoids}))
    with pytest.raises(AssertionError, match="it cannot have come to what is imagined"):
        suite.check_dreams(suite.Matches(Table(game, 4, ()), 12))


def test_an_act_of_the_toy_game_shows_what_the_suite_relies_on() -> None:
    """Several seats may act at once, each sees its own card only, and the table may close a round."""
    match = TOY.new()
    seats: Sequence[int] = (0, 1, 2, 3)
    match.apply(draw(match, Random(0)))
    assert match.to_act == tuple(seats)
    match.apply(Act(2, match.legal(2)[0]))
    assert match.to_act == (0, 1, 3)
    assert [match.view(seat)["own"] is not None for seat in seats] == [False, False, True, False]
