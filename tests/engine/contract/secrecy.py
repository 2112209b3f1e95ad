"""Swapping what a seat cannot know changes no byte that it is shown: view, events, what is legal, refusals."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from engine import memories
from engine.cards import cards_in, mask_of
from engine.errors import IllegalAction
from engine.imagination import Memory
from engine.inputs import Act, Action, Chance, Input, Need
from engine.match import Game, Match
from engine.syntax import CARD, Cards
from tests.engine.contract.cards import Knowledge
from tests.engine.contract.declared import Declared
from tests.engine.contract.legality import refusal_of, some_action
from tests.engine.contract.playing import Playthrough, moments, shown, snapshot

LONGEST: Final = 150
"""How many inputs of a hand are looked at, so that a hand that does not end takes no ages."""


@dataclass(frozen=True)
class Hand:
    """A hand as it was played, up to some moment.

    Attributes:
        played: the match it belongs to.
        number: how many inputs came before its deck.
        start: the match as it waits for that deck.
        inputs: the deck and what came after it.
    """

    played: Playthrough
    number: int
    start: Match
    inputs: tuple[Input, ...]

    def until(self, moment: int) -> "Hand":
        """The hand up to a moment."""
        return Hand(self.played, self.number, self.start, self.inputs[:moment])


def hands_of(played: Playthrough) -> list[Hand]:
    """All the hands of a match."""
    starts = [
        (moment.number, moment.before)
        for moment in moments(played)
        if isinstance(moment.given, Chance) and moment.given.need is Need.DECK
    ]
    ends = [*(number for number, _ in starts), len(played.inputs)][1:]
    return [
        Hand(played, number, start, played.inputs[number : min(end, number + LONGEST)])
        for (number, start), end in zip(starts, ends, strict=bool(starts))
    ]


def some_hand(hands: Sequence[Hand], rng: Random) -> Hand:
    """One of the hands, up to some moment after its deal."""
    hand = rng.choice(hands)
    return hand.until(rng.randint(1, len(hand.inputs)))


def relabelled(game: Game, given: Input, names: dict[int, int]) -> Input:
    """The input with other cards in the place of some."""
    match given:
        case Chance(Need.DECK | Need.CARD as need, values):
            return Chance(need, tuple(names.get(card, card) for card in values))
        case Act(seat, action):
            return Act(seat, _relabelled_action(game, action, names))
        case _:
            return given


def _relabelled_action(game: Game, action: Action, names: dict[int, int]) -> Action:
    argument = game.verbs[action.verb].what
    if argument is CARD:
        return action._replace(what=names.get(action.what, action.what))
    if isinstance(argument, Cards):
        return action._replace(what=mask_of(names.get(card, card) for card in cards_in(action.what)))
    return action


def check_swap(hand: Hand, declared: Declared, seat: int, pair: tuple[int, int], rng: Random) -> bool:
    """Play the hand again with two cards swapped that the seat cannot know.

    Returns:
        Whether it went to the end: the others' inputs may be impossible with the other cards.
    """
    game = hand.played.table.game
    names = {pair[0]: pair[1], pair[1]: pair[0]}
    real, other = hand.start.copy(), hand.start.copy()
    watching = [memory_before(hand, seat) for _ in (real, other)]
    for given in hand.inputs:
        real_events = real.apply(given)
        own = isinstance(given, Act) and given.seat == seat
        try:
            other_events = other.apply(relabelled(game, given, names))
        except IllegalAction:
            assert not own, f"what seat {seat} may do depends on cards that it cannot know"
            return False
        if declared.told(real) != declared.told(other):
            return False
        sights = shown(real, seat, real_events), shown(other, seat, other_events)
        assert sights[0] == sights[1], f"seat {seat} is shown something that depends on cards that it cannot know"
        beside = shown(real, None, real_events), shown(other, None, other_events)
        assert beside[0] == beside[1], "who has no seat is shown something that a seat cannot know"
        for memory, (_, events) in zip(watching, sights, strict=True):
            for event in events:
                memory.see(event)
    _check_answers(real, other, seat, pair, rng)
    if real.needs is Need.SEAT:
        dreams = [
            memory.scene(match.view(seat)).imagine(Random(0))
            for memory, match in zip(watching, (real, other), strict=True)
        ]
        assert snapshot(dreams[0]) == snapshot(dreams[1]), "what is imagined depends on what was not seen"
    return True


def memory_before(hand: Hand, seat: int) -> Memory:
    """A memory of the seat that has seen all that came before the hand."""
    memory = memories.MEMORIES[hand.played.table.game.name](seat, hand.played.table.seats)
    match = hand.played.table.new()
    for given in hand.played.inputs[: hand.number]:
        for event in match.apply(given):
            if event.audience >> seat & 1:
                memory.see(event)
    return memory


def _check_answers(real: Match, other: Match, seat: int, pair: tuple[int, int], rng: Random) -> None:
    """Both matches list the same actions for the seat and refuse others in the same words."""
    assert real.legal(seat) == other.legal(seat)
    for action in _attempts(real, pair, rng):
        answers = [_answer(match, Act(seat, action)) for match in (real, other)]
        assert answers[0] == answers[1], f"a refusal tells seat {seat} of cards that it cannot know"


def _attempts(match: Match, pair: tuple[int, int], rng: Random) -> list[Action]:
    attempts = []
    for verb, syntax in match.game.verbs.items():
        attempts += [some_action(match, verb, rng) for _ in range(3)]
        if syntax.what is CARD:
            attempts += [some_action(match, verb, rng)._replace(what=card) for card in pair]
        elif isinstance(syntax.what, Cards):
            attempts += [Action(verb, 1 << card) for card in pair]
            attempts += [Action(verb, some_action(match, verb, rng).what | 1 << card) for card in pair]
    return attempts


def _answer(match: Match, act: Act) -> str:
    refused = refusal_of(match.copy(), act)
    return f"{refused.code}: {refused}" if refused else "accepted"


def check_secrets(hand: Hand, declared: Declared) -> int:
    """Give each secret act of the hand another card or suit: no other seat is shown a difference.

    Returns:
        How many acts were tried.
    """
    match = hand.start.copy()
    tried = 0
    for given in hand.inputs:
        if isinstance(given, Act) and given.action.verb in declared.secret:
            tried += 1
            _check_secret(match, given, declared)
        match.apply(given)
    return tried


def _check_secret(match: Match, act: Act, declared: Declared) -> None:
    """All others are shown the same whatever the seat chooses, unless all are told."""
    real = match.copy()
    real_events = real.apply(act)
    for action in match.legal(act.seat):
        if action.verb != act.action.verb:
            continue
        other = match.copy()
        events = other.apply(Act(act.seat, action))
        if declared.told(real) != declared.told(other):
            continue
        for seat in range(match.seats):
            if seat != act.seat:
                assert shown(real, seat, real_events) == shown(other, seat, events), f"seat {seat} is told a secret"


def check_hand(hand: Hand, declared: Declared, rng: Random, pairs: int) -> list[bool]:
    """Swap some pairs of cards that some seat cannot know.

    Returns:
        For each pair whether the hand could be played to its end.
    """
    match = hand.start.copy()
    knowledge = Knowledge(declared, match.seats)
    for given in hand.inputs:
        match.apply(given)
        knowledge.learn(given, match)
    seat = rng.randrange(match.seats)
    unknown = knowledge.unknown(match, seat)
    if len(unknown) < 2:
        return []
    chosen = [rng.sample(unknown, 2) for _ in range(pairs)]
    return [check_swap(hand, declared, seat, (first, second), rng) for first, second in chosen]
