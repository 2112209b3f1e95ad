"""The tables of all games in words, on what seats really see in random matches."""

import json
import re

import pytest

from engine.cards import CARD_NUMBERS
from engine.games import GAMES
from p2p.terminal.people import People
from p2p.terminal.tables import TABLES, other, words_for
from p2p.terminal.tables.lines import TableWords
from tests.p2p.terminal.random_tables import KINDS, NAMES, Kind, Seen, moments

CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][SHDC]|X[12])(?![\w-])")

of_every_kind = pytest.mark.parametrize("kind", KINDS, ids=str)


def lines_of(words: TableWords, seen: Seen) -> list[str]:
    """The table as that seat reads it."""
    people = People(NAMES, seen.view["seat"])
    return [str(line) for line in words.describe(seen.view, people)] + words.score(seen.view, people)


def cards_in(value: object) -> set[str]:
    """All cards that a text or a JSON value names."""
    return set(CARD.findall(value if isinstance(value, str) else json.dumps(value)))


def test_every_game_has_words_of_its_own() -> None:
    """And the words of a game that there is not yet are those for any game."""
    assert set(TABLES) == set(GAMES)
    assert words_for("whist") is other.WORDS


@of_every_kind
def test_a_table_names_no_card_that_its_seat_does_not_see(kind: Kind) -> None:
    """Whatever is said of cards comes from the view; only Xing's score sheet names two cards that always count."""
    for seen in moments(kind):
        for words in (words_for(seen.game), other.WORDS):
            said = {card for line in words.describe(seen.view, People(NAMES, 0)) for card in cards_in(str(line))}
            assert said <= cards_in(seen.view)


@of_every_kind
def test_every_card_of_the_own_hand_is_read_out(kind: Kind) -> None:
    """Once each, in the line of the hand, which is among those that a player hears at each turn."""
    for seen in moments(kind):
        for words in (words_for(seen.game), other.WORDS):
            lines = words.describe(seen.view, People(NAMES, seen.view["seat"]))
            (hand,) = [line for line in lines if line.subject == "Hand"]
            assert hand.matters_now
            assert sorted(CARD.findall(hand.text)) == sorted(seen.view["hand"])


@of_every_kind
def test_every_line_is_one_short_sentence_about_one_subject(kind: Kind) -> None:
    """No line breaks, no brackets of JSON, nothing of Python, no subject twice."""
    for seen in moments(kind):
        for words in (words_for(seen.game), other.WORDS):
            lines = words.describe(seen.view, People(NAMES, seen.view["seat"]))
            subjects = [line.subject for line in lines]
            assert len(subjects) == len(set(subjects))
            for text in map(str, lines):
                assert re.fullmatch(r"[A-Z][^\n{}\[\]\"_]+\.", text), text
                assert not re.search(r"\b(None|True|False)\b", text), text
                assert "  " not in text
                assert ".." not in text


@of_every_kind
def test_whose_turn_it_is_comes_first(kind: Kind) -> None:
    """A seat that may act reads that the turn is its own."""
    for seen in moments(kind):
        words, own = words_for(seen.game), seen.view["seat"]
        first = words.describe(seen.view, People(NAMES, own))[0]
        assert first.subject == "Turn"
        assert first.text.startswith("yours") == (own in seen.view["to_act"])
        assert bool(seen.legal) == first.text.startswith("yours")


@of_every_kind
def test_everybody_else_is_named(kind: Kind) -> None:
    """Nobody at the table goes without a line, and the reader is never called by name."""
    for seen in moments(kind):
        own = seen.view["seat"]
        text = "\n".join(lines_of(words_for(seen.game), seen))
        assert not re.search(rf"\b{NAMES[own]}\b", text)
        for seat in range(len(seen.view["counts"])):
            assert seat == own or re.search(rf"\b{NAMES[seat]}\b", text)


@of_every_kind
def test_a_table_can_be_told_at_any_moment(kind: Kind) -> None:
    """Before the first deal, between hands, at the end: there are always lines, and a score sheet."""
    for seen in moments(kind):
        assert len(lines_of(words_for(seen.game), seen)) >= 5


@pytest.mark.parametrize("name", TABLES)
def test_examples_of_actions_are_in_the_spelling_of_the_game(name: str) -> None:
    """Every line on how to write actions begins with a verb of the game, and its cards are cards."""
    verbs = GAMES[name].verbs
    for line in TABLES[name].how_to:
        assert line.split()[0].rstrip(",") in verbs
    assert all(card in CARD_NUMBERS for line in TABLES[name].how_to for card in cards_in(line))
    taught = {word.strip(".,;") for line in TABLES[name].how_to for word in line.split()}
    assert set(verbs) <= taught
