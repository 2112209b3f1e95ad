"""The put-down rummy on the page: everyday words, usable takes, owners, what is owed (FEATURES.md 1-4 … 1-20)."""

import re
from typing import Any

import msgspec
import pytest

from p2p.table_view.model import Fan, Melds, Spread, Stack
from tests.engine.contract.playing import play
from tests.engine.games.rummy_hands import act as do
from tests.engine.games.rummy_hands import position
from tests.p2p.table_view.looking import act, acts, chips, look, picked, zone
from tests.p2p.table_view.positions import TABLES, positions
from tests.p2p.table_view.promises import texts_in


def test_on_a_deep_pile_only_usable_cards_are_offered_and_their_cost_is_said() -> None:
    """The worked example R-E4: the 8 comes with all above it and must go down; nothing else can be tapped."""
    view = look(position("8S 2C KD QH 4S 4D 6H", pile="3S 8H JC 8D 5C", take="deep"))
    assert [card.f for card in zone(view, "pile", Spread).cards] == ["3S", "8H", "JC", "8D", "5C"]
    assert picked(view, "take") == [["8H"]]
    assert act(view, "take").labels == ("Take 8H and 3 above it",)
    assert act(view, "take").sure == ("Takes 4 cards; 8H must go down in this go.",)
    assert act(view, "draw").tap == "stock"
    assert view.say == "Draw from the stock, or take from the pile."
    assert zone(view, "hand", Fan).why == "Your go starts with a card from the stock or the pile."


def test_on_a_plain_pile_only_the_top_card_reacts_and_costs_nothing() -> None:
    """Whatever it is (FEATURES.md 1-10)."""
    view = look(position("8S 2C KD", pile="3S 8H 9D"))
    assert picked(view, "take") == [["9D"]]
    assert act(view, "take").sure == ()
    assert zone(view, "pile", Spread).note == "The top card may be taken"


def test_the_top_card_of_a_deep_pile_must_go_down_too() -> None:
    """The cost is said there as well."""
    view = look(position("8S 8C KD", pile="3S 8H", take="deep"))
    assert act(view, "take").sure == ("8H must go down in this go.",)
    assert zone(view, "pile", Spread).note == "Deep pile: a card may be taken with all above it"


def test_an_owed_card_is_marked_until_it_is_down() -> None:
    """In the hand, at the seat for all to see, and as the reason why nothing can be discarded (FEATURES.md 1-20)."""
    match = position("8S 8C KD 2S", pile="3S 8H", take="deep")
    do(match, "take 8H")
    view = look(match)
    assert {card.id: card.m for card in zone(view, "hand", Fan).cards if card.m} == {"8H": ("owed",)}
    assert chips(look(match, 1)) == [["owes 8H"], [], []]
    assert acts(view) == ["Put down"]
    assert zone(view, "hand", Fan).why == "8H has to be put down or added before you discard."
    assert view.say == "Put down or add 8H, which you took."
    do(match, "meld 8S 8C 8H")
    view = look(match)
    assert not any(card.m for card in zone(view, "hand", Fan).cards)
    assert acts(view) == ["Discard"]
    assert zone(view, "hand", Fan).why is None


def test_a_taken_card_may_not_be_discarded() -> None:
    """On a plain pile it owes nothing, but it cannot be the discard."""
    match = position("8S KD 2S", pile="3S 9D")
    do(match, "take 9D")
    view = look(match)
    assert {card.id: card.m for card in zone(view, "hand", Fan).cards if card.m} == {"9D": ("taken",)}
    assert ["9D"] not in picked(view, "discard")
    assert zone(view, "hand", Fan).why == "9D came from the pile: it may not be discarded in this go."
    assert view.say == "Put down, add, or discard to end your go."


def test_sets_and_runs_have_names_and_worth_and_added_cards_their_owner() -> None:
    """Who laid it and what it counts; a card that somebody else added says whose it is (FEATURES.md 1-11, 1-19)."""
    match = position("7H 2S 3S", melds=["7S 7C 7D", "TD JD QD"])
    do(match, "add 7H 1")
    seven, run = zone(look(match), "melds", Melds).groups
    assert (seven.label, seven.owner) == ("Ben {x} · 28", 1)
    assert [(card.id, card.by) for card in seven.cards] == [("7S", None), ("7C", None), ("7D", None), ("7H", 0)]
    assert run.label == "Ben {x} · 30"
    assert zone(look(match, 1), "melds", Melds).groups[0].label == "You · 28"


def test_buttons_say_what_they_do() -> None:
    """Put down with its worth, add with its places, discard to the pile."""
    view = look(position("4C 5C 6C 9S 9H 9D 7C", melds=["7S 7D 7H"]))
    assert set(act(view, "down").labels) >= {"Put down run for 15", "Put down set for 27"}
    assert act(view, "add").to == {"meld-1": (0,)}
    assert set(act(view, "discard").to) == {"pile"}


def test_the_strip_shows_totals_and_what_is_down() -> None:
    """For everyone, always (FEATURES.md 1-15)."""
    view = look(position("4C 2S 3S", melds=["7S 7C 7D"]))
    assert [(row.name, row.total, row.sub, row.us) for row in view.strip] == [
        ("You", "0", "down 0", True),
        ("Ben {x}", "0", "down 21", False),
        ("Cleo", "0", "down 0", False),
    ]
    assert view.sheets[0].target == "500"
    assert zone(view, "stock", Stack).n is not None


@pytest.mark.parametrize("table", [table for table in TABLES if table.game.name == "rummy"], ids=str)
def test_only_everyday_words_are_used(table: Any) -> None:
    """Sets, runs, put down, add, go, pile, stock: never the words of rule books (FEATURES.md 1-4)."""
    for found in positions(play(table, 0, cap=80)):
        for frame in found.laid.frames:
            for text in texts_in(_shown(msgspec.to_builtins(frame))):
                assert not re.search(r"\b(meld|lay-?off|talon|upcard)", text, re.IGNORECASE), text


def _shown(thing: Any) -> Any:
    """What a player reads: without ids and places, which are for programs."""
    hidden = {"id", "at", "kind", "tap", "to", "zone"}
    match thing:
        case dict():
            return {key: _shown(value) for key, value in thing.items() if key not in hidden}
        case list() | tuple():
            return [_shown(value) for value in thing]
        case _:
            return thing
