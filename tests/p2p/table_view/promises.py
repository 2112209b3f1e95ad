"""What must be true of every view and of the way to it."""

import json
import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Final

import msgspec
import pytest

from engine.inputs import Act as ActInput
from p2p.table_view.model import Act, Card, Fan, Frame, Melds, Piles, Spread, Stack, Trick, View, Zone
from p2p.table_view.moves import UnlistedMove, action_of
from p2p.table_view.offers import Move
from tests.p2p.table_view.positions import PROMPT, Position

LARGEST: Final = 60 * 1024
TYPICAL: Final = 16 * 1024
"""Bytes of an encoded view."""

TWICE: Final = {"known-card", "hidden-card"}
"""Cards that lie open, while the same face may lie elsewhere, too."""
BEFORE_PLAY: Final = {"bid", "bidding", "trump", "double", "redouble", "bonus", "bonus-trump"}
"""The phases in which nobody plays a card."""

_FACE: Final = re.compile(r"(?<![\w-])(?:[2-9TJQKA][SHDC]|X[12])(?![\w-])")


def check_position(position: Position, rng: Random, *, every_move: bool) -> None:
    """All promises at one position; trying every move is the slow part."""
    check_frames(position)
    view = position.laid.frames[-1].view
    check_ids(view)
    check_offered(position, view)
    if every_move:
        check_moves(position, view)
    check_unlisted(position, view, rng)


# --- what is shown


def faces_in(thing: Any) -> set[str]:
    """The cards that are named anywhere in something, be it a view, an event's values or a frame."""
    return set(_FACE.findall(json.dumps(msgspec.to_builtins(thing), ensure_ascii=False)))


def check_frames(position: Position) -> None:
    """Frames survive encoding, name no card that the seat was not shown, and only the last one can be acted on."""
    now = faces_in(position.now.view)
    told = set().union(*(faces_in(event.params()) for event in position.events))
    on_the_way = faces_in(position.before.view) | now | told
    for frame in position.laid.frames:
        encoded = msgspec.json.encode(frame)
        assert msgspec.json.decode(encoded, type=Frame) == frame
        assert len(encoded) <= LARGEST
        assert faces_in(msgspec.structs.replace(frame, view=without_words(frame.view))) <= on_the_way
        check_texts(frame)
    *earlier, last = position.laid.frames
    assert all(frame.hold for frame in earlier)
    assert not any(frame.view.acts or frame.view.prompt for frame in earlier)
    assert last.view.prompt == (PROMPT if position.now.legal else None)
    assert faces_on_table(last.view) <= now


def without_words(view: View) -> View:
    """The log remembers cards that were shown once; Xing's sheet names those that count, whoever has them."""
    assert set().union(*map(faces_in, view.sheets)) <= {"TD", "2C"}
    return msgspec.structs.replace(view, log=(), sheets=())


def faces_on_table(view: View) -> set[str]:
    """The cards that lie face up in any zone or in the last trick."""
    cards = [card for zone in view.zones for card in cards_of(zone)]
    if view.last:
        cards += cards_of(view.last)
    return {card.f for card in cards if card.f}


def check_texts(frame: Frame) -> None:
    """No text has an unfilled gap or a value of Python's own; a player's name may look like one."""
    for text in texts_in(msgspec.to_builtins(frame)):
        shown = text.replace("{x}", "")
        assert shown.strip()
        assert not re.search(r"[{}]|\bNone\b|\bFalse\b|\bTrue\b|\[|\]", shown), text


def texts_in(thing: Any) -> Iterator[str]:
    """All texts of something that JSON can hold."""
    match thing:
        case str():
            yield thing
        case dict():
            for value in thing.values():
                yield from texts_in(value)
        case list() | tuple():
            for value in thing:
                yield from texts_in(value)


# --- what is identified


def cards_of(zone: Zone) -> tuple[Card, ...]:
    """The cards of a zone in the order in which acts count them."""
    match zone:
        case Fan() | Stack() | Spread():
            return zone.cards
        case Trick():
            return tuple(slot.card for slot in zone.slots)
        case Melds() | Piles():
            return tuple(card for group in zone.groups for card in group.cards)
        case _:
            return ()


def check_ids(view: View) -> None:
    """Zones with their groups, cards and acts have ids of their own; an open card is called by its face."""
    groups = [group.id for zone in view.zones if isinstance(zone, Melds | Piles) for group in zone.groups]
    cards = [card for zone in view.zones for card in cards_of(zone)]
    for ids in (
        [*(zone.id for zone in view.zones), *groups],
        [card.id for card in cards],
        [act.id for act in view.acts],
        [seat.id for seat in view.seats],
        [seat.pos for seat in view.seats],
    ):
        assert len(set(ids)) == len(ids), ids
    assert all(card.id == card.f or card.f is None or card.peek or card.id in TWICE for card in cards)
    assert not any(faces_in(card.id) for card in cards if card.f is None)


# --- what is offered


def moves_listed(act: Act, view: View) -> Iterator[Move]:
    """Every move that a page can make of an act, from the view alone."""
    zones = {zone.id: zone for zone in view.zones}
    values: Iterable[str | None] = [choice.v for choice in act.ask.choices if choice.off is None] if act.ask else [None]
    sets: list[frozenset[str]] = [frozenset()]
    if act.pick:
        cards = cards_of(zones[act.pick.zone])
        sets = [frozenset(cards[place].id for place in chosen) for chosen in act.pick.sets]
    for value in values:
        for place, chosen in enumerate(sets):
            targets = [target for target, fitting in act.to.items() if place in fitting] if act.to else [None]
            for target in targets:
                yield Move(act.id, chosen, target, value)


def check_offered(position: Position, view: View) -> None:
    """The view offers exactly the legal actions, each by one move; places, sets and texts fit together."""
    places = {zone.id for zone in view.zones}
    places |= {group.id for zone in view.zones if isinstance(zone, Melds | Piles) for group in zone.groups}
    for act in view.acts:
        assert set(act.to) <= places
        assert act.tap is None or act.tap in places
        sets = act.pick.sets if act.pick else ((),)
        assert len(set(sets)) == len(sets)
        assert act.labels == () or len(act.labels) == len(sets)
        assert act.sure == () or len(act.sure) == len(sets)
    listed = [move for act in view.acts for move in moves_listed(act, view)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(position.laid.moves)
    meant = [action_of(position.laid.moves, move) for move in listed]
    assert sorted(meant) == sorted(position.now.legal)


def check_reasons(position: Position) -> None:
    """Once cards are in play, a card of the hand that fits no act is refused for a reason, so that a page shows it so.

    Before that, in auctions, nothing asks for cards: all of them look the same.
    """
    view = position.laid.frames[-1].view
    fan = next((zone for zone in view.zones if isinstance(zone, Fan)), None)
    if fan is None or not view.acts:
        return
    picks = [act.pick for act in view.acts if act.pick and act.pick.zone == fan.id]
    picked = {place for pick in picks for chosen in pick.sets for place in chosen}
    if position.now.view["phase"] in BEFORE_PLAY:
        assert fan.why is None
    else:
        assert fan.why or picked == set(range(len(fan.cards))), position.now.view["phase"]


def check_moves(position: Position, view: View) -> None:
    """The engine accepts every move."""
    for act in view.acts:
        for move in moves_listed(act, view):
            position.match.copy().apply(ActInput(position.seat, action_of(position.laid.moves, move)))


def check_unlisted(position: Position, view: View, rng: Random) -> None:
    """Anything else is refused in a sentence, but for a target that goes without saying."""
    moves = position.laid.moves
    everything = [card.id for zone in view.zones for card in cards_of(zone)] or ["TD"]
    words = [act.id for act in view.acts] + ["nothing"]
    targets = [None, "hand", *(target for act in view.acts for target in act.to)]
    for _ in range(5):
        chosen = frozenset(rng.choices(everything, k=rng.randrange(5)))
        move = Move(rng.choice(words), chosen, rng.choice(targets), rng.choice([None, "16", "S", "x"]))
        if move in moves:
            continue
        without_target = [
            other for other in moves if (other.act, other.cards, other.value) == (move.act, chosen, move.value)
        ]
        if move.to is None and len(without_target) == 1:
            assert action_of(moves, move) == moves[without_target[0]]
        else:
            with pytest.raises(UnlistedMove, match=r"\.$"):
                action_of(moves, move)
