"""The rules for players: every game has them in every language, in the same shape."""

import re

import pytest

from engine import games
from engine.cards import CARD_TEXTS
from engine.match import Game
from p2p.commands.shelf import shelf
from p2p.handouts import in_parts, rules_of
from p2p.text.rulebook import RuleBlock

LANGUAGES = sorted({language for language, _ in shelf().rulebooks})
CARD = re.compile(r"{(.*?)}")


def shape_of(blocks: tuple[RuleBlock, ...]) -> list[object]:
    """What kinds of blocks there are, how long lists are and how large tables, and which cards are shown."""
    return [
        (
            bool(block.h),
            bool(block.p),
            len(block.ul),
            block.table and (len(block.table.cols), [len(row) for row in block.table.rows]),
            CARD.findall(repr(block)),
        )
        for block in blocks
    ]


def test_the_rules_are_written_in_english_and_german() -> None:
    """Each game in both."""
    assert LANGUAGES == ["de", "en"]
    assert set(shelf().rulebooks) == {(language, game) for language in LANGUAGES for game in games.GAMES}


@pytest.mark.parametrize("game", games.GAMES)
def test_the_rules_of_a_game_say_the_same_in_every_language(game: str) -> None:
    """As far as that shows: same blocks, same cards, same options."""
    english, german = shelf().rulebooks["en", game], shelf().rulebooks["de", game]
    assert shape_of(english.blocks) == shape_of(german.blocks)
    assert english.minutes == german.minutes
    assert {key: set(words.values) for key, words in english.options.items()} == {
        key: set(words.values) for key, words in german.options.items()
    }


@pytest.mark.parametrize(("language", "game"), sorted(shelf().rulebooks))
def test_rules_are_well_made(language: str, game: str) -> None:
    """Short, with headings, cards that exist, tables without holes, and fit for a few messages."""
    book = shelf().rulebooks[language, game]
    assert book.blocks[0].h
    assert len(book.summary) <= 120
    assert all(len(text.split()) <= 70 for block in book.blocks for text in (block.p or "", *block.ul))
    assert {card for block in book.blocks for card in CARD.findall(repr(block))} <= set(CARD_TEXTS)
    for block in book.blocks:
        if block.table:
            assert {len(row) for row in block.table.rows} == {len(block.table.cols)}
    assert len(in_parts(rules_of(game, shelf(), language))) == 1


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.name)
def test_every_option_has_words(game: Game) -> None:
    """And no words are left over."""
    options: dict[str, set[str]] = {}
    for seats in game.seats:
        for key, values in game.options(seats).items():
            options.setdefault(key, set()).update(values)
    for language in LANGUAGES:
        book = shelf().rulebooks[language, game.name]
        assert {key: set(words.values) for key, words in book.options.items()} == options
