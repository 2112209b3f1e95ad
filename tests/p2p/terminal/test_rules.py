"""The rules of a game out of its rulebook, as plain lines."""

import re

import pytest

from engine.games import GAMES
from engine.match import Game
from p2p.commands.shelf import shelf
from p2p.terminal.rules import Part, option_lines, parts_of
from p2p.text.rulebook import read_rulebook

SAMPLE = """
summary = "A game."
minutes = 5

[options.take]
label = "Taking from the pile"
values = { plain = ["Plain", "Only the top card."], deep = ["Deep pile", "Any card."] }

[[blocks]]
p = "What comes first."
[[blocks]]
h = "Points"
[[blocks]]
ul = ["An item with {TD} {X1}.", "Another."]
[[blocks]]
table = { cols = ["Card", "Points"], rows = [["{AS}", "15"], ["9 to 2", "their number"]] }
[[blocks]]
h = "Nothing under it"
[[blocks]]
h = "At the end"
[[blocks]]
table = { cols = ["All", "A", "B"], rows = [["3", "+3", ""], ["2", "", "\N{MINUS SIGN} 4"]] }
[[blocks]]
table = { cols = ["", "A", "On a pile"], rows = [["Chances", "11", "–"]] }
"""


def test_a_rulebook_becomes_parts_of_plain_lines() -> None:
    """Paragraphs, items and rows are a line each; every cell of a table is told with what it is about."""
    assert parts_of(read_rulebook("sample.toml", SAMPLE)) == [
        Part("About the game", ("What comes first.",)),
        Part("Points", ("An item with TD X1.", "Another.", "AS: 15 points.", "9 to 2: points: their number.")),
        Part(
            "At the end",
            ("All 3: A: +3.", "All 2: B: minus 4.", "Chances: A: 11."),
        ),
        Part(
            "Options",
            (
                "take=plain: taking from the pile, plain. Only the top card.",
                "take=deep: taking from the pile, deep pile. Any card.",
            ),
        ),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_rules_for_those_who_play_it(name: str) -> None:
    """In several parts of whole sentences; without marks, and without a word about how they were written."""
    book = shelf().rulebook("en", name)
    assert book
    parts = parts_of(book)
    assert len(parts) >= 5
    for line in (line for part in parts for line in part.lines):
        assert not re.search(r"[*`|{}]|\[[SRJ]\]|\bbrief\b|\b[Tt]ap it\b", line), line
        assert re.search(r"[.:]$", line) or re.fullmatch(r"(\w{2} ?)+", line), line


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_value_of_every_option_is_explained(game: Game) -> None:
    """Wherever it can be chosen: with the words that choose it."""
    told = "\n".join(option_lines(shelf().rulebook("en", game.name)))
    for seats in game.seats:
        for key, values in game.options(seats).items():
            assert all(f"{key}={value}: " in told for value in values)
