"""What every game promises, tested on every game of the registry, every number of seats and every option.

A new game is tested by being registered, with an entry in `contract.declared`; the toy game shows it. Each game plays
a few dozen matches; PEERDECK_CONTRACT_MATCHES sets how many. What the checks catch: test_contract_catches.
"""

import os
from itertools import chain
from math import ceil
from types import MappingProxyType

import pytest

from engine import games, memories
from engine.games import GAMES
from engine.match import Game
from tests.engine.contract import suite
from tests.engine.contract.declared import DECLARED
from tests.engine.contract.playing import CAP, tables_of
from tests.engine.toy_game import TOY, ToyMemory

MATCHES = int(os.environ.get("PEERDECK_CONTRACT_MATCHES", "24"))
"""How many matches each game plays."""

TABLES = [
    suite.Matches(table, ceil(MATCHES / len(tables_of(game))))
    for game in (*GAMES.values(), TOY)
    for table in tables_of(game)
]
at_every_table = pytest.mark.parametrize("matches", TABLES, ids=lambda matches: str(matches.table))


@pytest.fixture(autouse=True)
def _with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let records and memories know the toy game too."""
    monkeypatch.setattr(games, "GAMES", MappingProxyType({**GAMES, TOY.name: TOY}))
    monkeypatch.setattr(memories, "MEMORIES", MappingProxyType({**memories.MEMORIES, TOY.name: ToyMemory}))


@at_every_table
def test_matches_come_to_an_end(matches: suite.Matches) -> None:
    """Random matches end by themselves, or are closed if they need not."""
    assert all(len(played.inputs) <= 20 * CAP for played in matches.played())


@at_every_table
def test_exactly_what_is_listed_is_accepted(matches: suite.Matches) -> None:
    """Seats to act, legal actions, refusals, copies and texts, at positions of whole matches."""
    suite.check_legality(matches)


@at_every_table
def test_cards_and_points_are_conserved_and_hidden_cards_are_not_shown(matches: suite.Matches) -> None:
    """Every card lies at one place, sums are those of the rules, and no seat is shown a card that it cannot know."""
    suite.check_all_cards(matches)


@at_every_table
def test_a_record_makes_the_same_match_again(matches: suite.Matches) -> None:
    """Written down and read back, every input leads to the same state as JSON, and the last to the same match."""
    suite.check_records(matches)


@at_every_table
def test_swapping_what_a_seat_cannot_know_changes_nothing_that_it_is_shown(matches: suite.Matches) -> None:
    """View, events, legal actions, refusals and dreams stay the same, byte by byte."""
    suite.check_swaps(matches)


@at_every_table
def test_secret_acts_stay_secret(matches: suite.Matches) -> None:
    """Whatever suit or card a seat chooses in secret, all others are shown the same."""
    suite.check_all_secrets(matches)


@at_every_table
def test_what_a_seat_imagines_may_be_true(matches: suite.Matches) -> None:
    """It agrees with the seat's view, with its past and with the rules."""
    suite.check_dreams(matches)


@pytest.mark.parametrize("game", [*GAMES.values(), TOY], ids=lambda game: game.name)
def test_every_game_is_declared_and_can_be_remembered(game: Game) -> None:
    """The suite knows where its cards lie, and bots can remember it."""
    assert game.name in DECLARED
    assert game.name in memories.MEMORIES
    assert list(game.seats) == sorted(set(game.seats))
    options = chain.from_iterable(game.options(seats).values() for seats in game.seats)
    assert all(len(set(values)) == len(values) > 0 for values in options)
