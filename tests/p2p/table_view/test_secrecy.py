"""What a page is sent tells nothing that its seat cannot know."""

import re
from random import Random
from typing import Final

import msgspec
import pytest

from engine.cards import CARD_TEXTS
from engine.errors import IllegalAction
from engine.events import Event, seen_by
from engine.inputs import Act, Action
from engine.match import Match
from p2p.table_view.frames import frames_of
from p2p.table_view.layout import Seen
from p2p.table_view.model import Card, Stack
from p2p.table_view.views import view_of
from tests.engine.contract.cards import Knowledge
from tests.engine.contract.declared import DECLARED
from tests.engine.contract.playing import Table, play
from tests.engine.contract.secrecy import Hand, hands_of, relabelled, some_hand
from tests.p2p.table_view.positions import TABLES, people, positions, seen_at

SWAPS: Final = 12
_FACE: Final = re.compile(r"\b[2-9TJQKA][SHDC]\b")


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_swapping_hidden_cards_changes_no_byte(table: Table) -> None:
    """Two cards that a seat cannot know change places: all frames of the hand stay the same."""
    rng = Random(str(table))
    went_through = 0
    for seed in range(3):
        hands = hands_of(play(table, seed))
        for _ in range(SWAPS if hands else 0):
            went_through += _swapped_alike(some_hand(hands, rng), rng)
    assert went_through > 0


def _swapped_alike(hand: Hand, rng: Random) -> bool:
    """Play a hand again with two cards swapped; false if the other inputs are impossible then."""
    game = hand.played.table.game
    declared = DECLARED[game.name]
    match = hand.start.copy()
    knowledge = Knowledge(declared, match.seats)
    for given in hand.inputs:
        match.apply(given)
        knowledge.learn(given, match)
    seat = rng.randrange(match.seats)
    unknown = knowledge.unknown(match, seat)
    if len(unknown) < 2:
        return False
    first, second = rng.sample(unknown, 2)
    real, other = hand.start.copy(), hand.start.copy()
    before = seen_at(real, seat), seen_at(other, seat)
    for given in hand.inputs:
        events = real.apply(given)
        try:
            other_events = other.apply(relabelled(game, given, {first: second, second: first}))
        except IllegalAction:
            return False
        if declared.told(real) != declared.told(other):
            return False
        assert _bytes(real, before[0], seat, events) == _bytes(other, before[1], seat, other_events)
        before = seen_at(real, seat), seen_at(other, seat)
    return True


def _bytes(match: Match, before: Seen, seat: int, events: list[Event]) -> bytes:
    """All frames of a change, as a page is sent them."""
    table = Table(match.game, match.seats, ())
    laid = frames_of("x", before, seen_at(match, seat), seen_by(seat, events), people(table), prompt=1)
    return msgspec.json.encode(laid.frames)


@pytest.mark.parametrize("game", ["twenty-nine", "call"])
def test_others_see_no_difference_between_secret_choices(game: str) -> None:
    """Whatever trump or hidden card a bidder chooses, the pages of the other three are sent the same."""
    table = next(table for table in TABLES if table.game.name == game)
    tried = 0
    for seed in range(4):
        for hand in hands_of(play(table, seed)):
            match = hand.start.copy()
            for given in hand.inputs:
                if isinstance(given, Act) and given.action.verb in DECLARED[game].secret:
                    tried += _chosen_alike(match, given)
                match.apply(given)
    assert tried > 10


def _chosen_alike(match: Match, act: Act) -> int:
    """Compare each secret choice with the one that was made; how many were compared."""
    others = [seat for seat in range(match.seats) if seat != act.seat]
    before = {seat: seen_at(match, seat) for seat in others}
    real = match.copy()
    events = real.apply(act)
    declared = DECLARED[match.game.name]
    compared = 0
    for action in match.legal(act.seat):
        other = match.copy()
        other_events = other.apply(Act(act.seat, action))
        if action.verb != act.action.verb or declared.told(real) != declared.told(other):
            continue
        compared += 1
        for seat in others:
            assert _bytes(real, before[seat], seat, events) == _bytes(other, before[seat], seat, other_events)
    return compared


def test_xing_hints_at_no_capture() -> None:
    """Cards that capture and cards that do not are sent alike: only their faces differ (FEATURES.md 0-8)."""
    (table,) = [table for table in TABLES if table.game.name == "xing"]
    rng = Random(0)
    compared = 0
    for found in positions(play(table, 0)):
        if not found.now.legal or not found.now.view["pile"]["top"]:
            continue
        hands = [rng.sample(range(52), len(found.now.legal)) for _ in range(3)]
        hands.append([card for card in range(52) if CARD_TEXTS[card][0] in "J" + found.now.view["pile"]["top"][0]])
        alike = {_without_faces(_with_hand(found.now, sorted(hand[: len(found.now.legal)]))) for hand in hands}
        assert len(alike) == 1
        compared += 1
    assert compared > 100


def _with_hand(seen: Seen, hand: list[int]) -> Seen:
    """The same seat with other cards in hand."""
    view = {**seen.view, "hand": [CARD_TEXTS[card] for card in hand]}
    return Seen(view, [Action("play", card) for card in hand], seen.names, seen.translated)


def _without_faces(seen: Seen) -> str:
    (table,) = [table for table in TABLES if table.game.name == "xing"]
    return _FACE.sub("##", msgspec.json.encode(view_of("x", seen, people(table), prompt=1).view).decode())


def test_a_hidden_card_has_no_name_of_its_own() -> None:
    """Whatever lies face down is called by its place."""
    called = {
        card.id
        for table in TABLES
        for found in positions(play(table, 0, cap=60))
        for zone in found.laid.frames[-1].view.zones
        for card in getattr(zone, "cards", ())
        if card.f is None
    }
    assert called == {"stock", "hidden-card", "tricks-0", "tricks-1", "taken-0", "taken-1"}


def test_xing_counts_nothing_but_hands_and_the_pile() -> None:
    """Neither the deck nor what was captured has a number (FEATURES.md 0-9): one sees that something lies there."""
    (table,) = [table for table in TABLES if table.game.name == "xing"]
    heaps: dict[str, set[tuple[Card, ...]]] = {"stock": set(), "taken-0": set(), "taken-1": set()}
    for found in positions(play(table, 0)):
        for zone in found.laid.frames[-1].view.zones:
            if zone.id in heaps:
                assert isinstance(zone, Stack)
                assert msgspec.to_builtins(zone).keys() - {"cards"} == {"kind", "id", "area", "label"}
                heaps[zone.id].add(zone.cards)
    assert heaps == {name: {(), (Card(name),)} for name in heaps}
