"""Every view of every game, on random matches."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest

import engine.games
from engine.cards import CARD_NUMBERS
from p2p.messages import Person
from p2p.table_view import views
from p2p.table_view.layout import position
from p2p.table_view.model import View
from p2p.table_view.views import view_of
from tests.engine.contract.playing import Table, play, tables_of
from tests.engine.toy_game import TOY
from tests.p2p.table_view.positions import TABLES, Position, positions, seen_at
from tests.p2p.table_view.promises import LARGEST, TYPICAL, check_position, check_reasons

(TOY_TABLE,) = tables_of(TOY)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_view_keeps_the_promises(table: Table) -> None:
    """Faces, ids, indexes and moves, at every seat of whole matches; sizes as the channel likes them."""
    rng = Random(str(table))
    sizes = []
    for found in all_positions(table, matches=1):
        check_position(found, rng, every_move=rng.random() < 0.2)
        check_reasons(found)
        sizes.append(len(msgspec.json.encode(found.laid.frames[-1].view)))
    assert max(sizes) <= LARGEST
    assert sorted(sizes)[len(sizes) * 95 // 100] <= TYPICAL


def all_positions(table: Table, matches: int) -> Iterator[Position]:
    """Every seat at every moment of some matches, each of which is played to an end."""
    for seed in range(matches):
        yield from positions(play(table, seed, cap=250))


def test_a_seventh_game_needs_no_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is in the registry alone can be seen and played."""
    monkeypatch.setattr(engine.games, "GAMES", {TOY.name: TOY})
    rng = Random(0)
    views_to_act_on = []
    for found in all_positions(TOY_TABLE, matches=5):
        check_position(found, rng, every_move=True)
        if found.now.legal:
            views_to_act_on.append(found.laid.frames[-1].view)
    view = views_to_act_on[-1]
    assert [(act.id, act.label, act.quick) for act in view.acts] == [("lay", "Lay", True)]
    assert [zone.label for zone in view.zones] == ["Turned up", "Your hand"]


@pytest.mark.parametrize("table", [table for table in TABLES if table.seats in (2, 4)], ids=str)
def test_every_game_can_be_played_plainly(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Actions without cards of the hand are buttons, or chosen from a list in the spelling of records."""
    monkeypatch.setattr(views, "LAYOUTS", {})
    rng = Random(str(table))
    for found in positions(play(table, 0, cap=150)):
        check_position(found, rng, every_move=False)
        zones = msgspec.to_builtins(found.laid.frames[-1].view)["zones"]
        assert cards_in(found.now.view, but=("game", "phase", "needs")) <= cards_in(zones), "an open card is not shown"


def cards_in(value: Any, but: Collection[str] = ()) -> set[str]:
    """Every card that is written somewhere in it."""
    if isinstance(value, Mapping):
        return {card for key, held in value.items() if key not in but for card in cards_in(held)}
    if isinstance(value, str):
        return {value} & CARD_NUMBERS.keys()
    return {card for held in value for card in cards_in(held)} if isinstance(value, Sequence) else set()


@pytest.mark.parametrize(
    ("seats", "clockwise", "places"),
    [
        (2, True, [0, 2]),
        (3, True, [0, 1, 3]),
        (4, True, [0, 1, 2, 3]),
        (2, False, [0, 2]),
        (3, False, [0, 3, 1]),
        (4, False, [0, 3, 2, 1]),
    ],
)
def test_the_next_seat_is_on_the_left_or_on_the_right(seats: int, clockwise: bool, places: list[int]) -> None:  # noqa: FBT001
    """Clockwise it is drawn on the left, else on the right; the viewer is always below, the partner opposite."""
    for viewer in range(seats):
        around = [position((viewer + step) % seats, viewer, seats, clockwise=clockwise) for step in range(seats)]
        assert around == places


@pytest.mark.parametrize(
    ("game", "left"), [("xing", 1), ("rummy", 1), ("tien-len", 1), ("twenty-nine", 3), ("call", 3)]
)
def test_each_game_goes_round_its_own_way(game: str, left: int) -> None:
    """Twenty-nine and Call go anticlockwise (RULES.md §5.1, §6.1)."""
    (table, *_) = [table for table in TABLES if table.game.name == game and table.seats == 4]
    view = first_view(table, seat=2)
    assert next(seat.id for seat in view.seats if seat.pos == left) == 3


def first_view(table: Table, seat: int = 0) -> View:
    """What a seat sees when the first cards are dealt."""
    return next(
        found.laid.frames[-1].view
        for found in positions(play(table, 0))
        if found.seat == seat and found.now.view["hand"]
    )


def test_people_are_shown_as_what_they_are() -> None:
    """Bots are bots, empty seats empty, links shaky; the title and the prompt are the host's."""
    table = next(table for table in TABLES if str(table) == "tien-len-4-tokens")
    match = table.new()
    at_table = [
        Person(0, "Ana", "person"),
        Person(1, "Robo", "bot"),
        Person(2, None, "empty"),
        Person(3, "Dov", "person", "away"),
    ]
    view = view_of("Thirteen", seen_at(match, 3), at_table, prompt=12).view
    assert [(seat.id, seat.kind, seat.link) for seat in view.seats] == [
        (0, "person", "on"),
        (1, "bot", "on"),
        (2, "empty", "on"),
        (3, "person", "away"),
    ]
    assert (view.title, view.prompt, view.you) == ("Thirteen", 12, 3)
