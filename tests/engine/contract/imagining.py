"""What a seat imagines is a match that may be true: it agrees with all that the seat has seen."""

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import NamedTuple

from engine.cards import cards_in
from engine.errors import IllegalAction
from engine.events import Event, seen_by
from engine.inputs import Act, Chance, Happening, Input, Need, Report
from engine.match import Match
from engine.state import state_of
from tests.engine.contract.cards import check_conserved
from tests.engine.contract.declared import Declared, Places
from tests.engine.contract.playing import random_input, shown
from tests.engine.contract.secrecy import Hand, memory_before, relabelled


def check_imagined(hand: Hand, declared: Declared, seat: int, rng: Random) -> None:
    """Imagine the hand's last moment: same sight, same places filled, a past that fits, a future to be played."""
    match = hand.start.copy()
    memory = memory_before(hand, seat)
    for given in hand.inputs:
        for event in match.apply(given):
            if event.audience >> seat & 1:
                memory.see(event)
    if match.needs is not Need.SEAT:
        return
    scene = memory.scene(match.view(seat))
    same = Random()
    same.setstate(rng.getstate())
    imagined = scene.imagine(rng)
    check_conserved(imagined, declared)
    check_same_sight(match, imagined, seat)
    left = _left_behind(hand, declared)
    hands = declared.other_hands(scene, same) if declared.other_hands else ()
    imagined_left = left | {other: cards_in(hands[other]) for other in left if other != seat}
    check_past(hand, declared, seat, Dream(match, imagined, left, imagined_left))
    check_future(imagined, declared, rng)
    check_same_sight(match, scene.imagine(rng), seat)  # playing on in one dream leaves the scene as it was


def check_same_sight(match: Match, imagined: Match, seat: int) -> None:
    """The seat sees the same and may do the same."""
    assert imagined.view(seat) == match.view(seat)
    assert imagined.legal(seat) == match.legal(seat)
    assert imagined.needs is match.needs
    assert imagined.extras() == match.extras()


class Dream(NamedTuple):
    """What is, and what is imagined instead, each with the cards that those took away who have left, by seat."""

    real: Match
    imagined: Match
    left: Mapping[int, list[int]]
    imagined_left: Mapping[int, list[int]]


def _left_behind(hand: Hand, declared: Declared) -> dict[int, list[int]]:
    """The cards of those who left in mid-hand, by seat."""
    match = hand.start.copy()
    left: dict[int, list[int]] = {}
    for given in hand.inputs:
        if isinstance(given, Report) and given.happening is Happening.LEAVE:
            left[given.seat] = list(declared.places(match)[f"hand {given.seat}"])
        match.apply(given)
    return left


def check_past(hand: Hand, declared: Declared, seat: int, dream: Dream) -> None:
    """Deal the hand so that it becomes what is imagined: all acts are possible and the seat sees what it saw.

    Whether others did what nobody is told of, and when, is not known: it is done where it explains what is seen.
    """
    imagined = dream.imagined
    names = _renaming(
        {**declared.places(dream.real), **_away(dream.left)},
        {**declared.places(imagined), **_away(dream.imagined_left)},
    )
    real, other = hand.start.copy(), hand.start.copy()
    for given in hand.inputs:
        real_events, other_events = real.apply(given), []
        if not (isinstance(given, Act) and given.seat != seat and given.action.verb in declared.silent):
            other_events = _accepted(other, _past(hand, given, names, declared, dream))
        other_events += _silent_acts(real, other, declared, seat)
        assert shown(real, seat, real_events) == shown(other, seat, other_events), "it was seen otherwise"
    _end_silently(other, imagined, declared, seat)
    for other_seat in range(imagined.seats):
        assert imagined.view(other_seat) == other.view(other_seat)
        assert imagined.legal(other_seat) == other.legal(other_seat)
    assert state_of(imagined, None) == state_of(other, None)


def _away(left: Mapping[int, list[int]]) -> Places:
    return {f"left by {seat}": cards for seat, cards in left.items()}


def _past(hand: Hand, given: Input, names: dict[int, int], declared: Declared, dream: Dream) -> Input:
    """What came in its place if it was as it is imagined."""
    past = relabelled(hand.played.table.game, given, names)
    if isinstance(given, Act) and given.action.verb in declared.secret:
        return _chosen_in_secret(given, past, declared, dream.imagined)
    if isinstance(past, Chance) and past.need is Need.DECK and declared.secret_card:
        return _with_secret_card(past, names, declared.secret_card(dream.real), declared.secret_card(dream.imagined))
    return past


def _accepted(other: Match, past: Input) -> list[Event]:
    try:
        return other.apply(past)
    except IllegalAction as refused:
        raise AssertionError(f"it cannot have come to what is imagined: {refused}") from refused


def _silent_acts(real: Match, other: Match, declared: Declared, seat: int) -> list[Event]:
    """What others may have done besides, without the seat being told, so that it came to what all are told."""
    events: list[Event] = []
    while declared.told(real) != declared.told(other):
        acts = _silent_choices(other, declared, seat)
        if not acts:
            break
        events += other.apply(acts[0])
    return events


def _end_silently(other: Match, imagined: Match, declared: Declared, seat: int) -> None:
    """Those who are not asked any more, as it is imagined, have answered without the seat being told."""
    for act in _silent_choices(other, declared, seat):
        if act.seat not in imagined.to_act:
            before = other.view(seat)
            assert (seen_by(seat, other.apply(act)), other.view(seat)) == ([], before), "it was seen otherwise"


def _silent_choices(match: Match, declared: Declared, seat: int) -> list[Act]:
    """What others than the seat may do now of which nobody is told; at most one act of each."""
    return [
        Act(actor, action)
        for actor in match.to_act
        for action in match.legal(actor)
        if actor != seat and action.verb in declared.silent
    ]


def _chosen_in_secret(given: Act, past: Input, declared: Declared, imagined: Match) -> Input:
    """A suit or card that was chosen in secret is the one that is imagined."""
    choice = declared.secret_suit or declared.secret_card
    return Act(given.seat, given.action._replace(what=choice(imagined))) if choice else past


def _with_secret_card(deck: Chance, names: dict[int, int], real: int, imagined: int) -> Chance:
    """Deal the card that is imagined to have been hidden where the hidden one was: to the same seat, as early."""
    if imagined < 0:
        return deck
    cards = list(deck.values)
    places = cards.index(names.get(real, real)), cards.index(imagined)
    cards[places[0]], cards[places[1]] = cards[places[1]], cards[places[0]]
    return Chance(Need.DECK, tuple(cards))


def _renaming(real: Places, imagined: Places) -> dict[int, int]:
    """Which card takes whose place; a card that stays where it was keeps its name."""
    assert {place: len(cards) for place, cards in real.items()} == {
        place: len(cards) for place, cards in imagined.items()
    }
    names: dict[int, int] = {}
    for place, cards in real.items():
        if isinstance(cards, list):  # a set: only cards that came and went change names
            kept = set(cards) & set(imagined[place])
            pairs = zip(
                (card for card in cards if card not in kept),
                (card for card in imagined[place] if card not in kept),
                strict=True,
            )
        else:
            pairs = zip(cards, imagined[place], strict=True)
        names.update(pairs)
    return _completed(names)


def _completed(names: dict[int, int]) -> dict[int, int]:
    """Make it a permutation: cards that have left the places take the names that are left."""
    without_name = sorted(set(names.values()) - set(names))
    free = sorted(set(names) - set(names.values()))
    return dict(chain(names.items(), zip(without_name, free, strict=True)))


def check_future(imagined: Match, declared: Declared, rng: Random) -> None:
    """It can be played on to the end of the hand, with every card at one place."""
    hands = len(imagined.hand_points)
    for _ in range(200):
        if imagined.needs in (Need.NOTHING, Need.DECK, Need.PLAYERS) or len(imagined.hand_points) > hands:
            return
        imagined.apply(random_input(imagined, rng, {}))
        check_conserved(imagined, declared)
