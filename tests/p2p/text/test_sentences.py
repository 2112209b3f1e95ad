"""Events and refusals in the reader's language."""

from random import Random

import pytest

from engine.cards import card, cards, mask_of
from engine.errors import IllegalAction
from engine.events import Event, Sentence
from engine.games import call_sentences, rummy_sentences, tien_len_sentences, twenty_nine
from engine.inputs import Action
from p2p.commands.languages import catalogues
from p2p.text.catalogue import ENGLISH
from p2p.text.sentences import english_of, line_of, reason_of
from tests.engine.contract.playing import Table, moments, play
from tests.p2p.table_view.positions import NAMES, TABLES

GERMAN = catalogues()["de"]


def name(seat: int) -> str:
    """What a seat is called here."""
    return NAMES[seat]


def test_the_key_of_a_sentence_keeps_the_names_of_its_gaps() -> None:
    """Kinds are for programs; who translates sees names."""
    assert english_of(Sentence("x", "{seat:seat} plays {card:card}.")) == "{seat} plays {card}."


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_english_lines_are_the_engines_own(table: Table) -> None:
    """Without a translation every event of a match reads as the engine writes it."""
    for moment in moments(play(table, 0, cap=200)):
        for event in moment.events:
            assert line_of(event, name, ENGLISH) == event.text(name)


def test_a_german_line_spells_suits_and_keeps_cards() -> None:
    """Words are German, cards are the codes that the page draws."""
    asked = Event(call_sentences.BONUS_TRUMP_IS, (0, 3))
    assert line_of(asked, name, GERMAN) == "Ana nennt Herz als Trumpf."
    took = Event(rummy_sentences.TOOK_DEEP, (2, card("TD"), cards("7S 8S")))
    assert line_of(took, name, GERMAN) == "Cleo nimmt TD und was darüber liegt: 7S 8S."
    points = Event(tien_len_sentences.ROUND_POINTS, (0, 4, -2))
    assert line_of(points, name, GERMAN) == "Ana: +4 für den Platz, -2 in der Runde."


def test_names_may_look_like_gaps() -> None:
    """A name is put in as it is."""
    assert line_of(Event(twenty_nine.PASSED, (1,)), name, GERMAN) == "Ben {x} passt."


def test_nobody_and_nothing_have_words() -> None:
    """An empty list of seats or cards does not leave a hole."""
    nobody = Event(Sentence("x", "{seats:seats}: {cards:cards}, {dice:numbers}."), ((), 0, (3, 4)))
    assert line_of(nobody, name, GERMAN) == "niemand: keine Karten, 3, 4."


def test_a_refusal_is_told_in_the_readers_language() -> None:
    """Ways out of an auction and kinds of combinations are words that are translated, too."""
    auction = IllegalAction(call_sentences.CALL_BONUS_OR, 11, "drop")
    assert reason_of(auction, name, GERMAN) == "Bonus 11 ansagen, oder aussteigen."
    kind = IllegalAction(tien_len_sentences.OTHER_KIND, "pair")
    assert reason_of(kind, name, GERMAN) == "Auf dem Tisch liegt: Paar. Darauf antwortet nur Höheres derselben Art."
    assert reason_of(kind, name, ENGLISH) == kind.text(name)


def test_refusals_of_a_match_read_in_german() -> None:
    """A refusal that really happens has no gap left and is no English sentence."""
    match = TABLES[0].new()
    rng = Random(0)
    for moment in moments(play(TABLES[0], 0, cap=8)):
        match = moment.after.copy()
        with pytest.raises(IllegalAction) as caught:
            match.act(rng.randrange(4), Action("chip"))
        told = reason_of(caught.value, name, GERMAN)
        assert told != str(caught.value)
        assert "{" not in told.replace("{x}", "")


def test_sets_and_rows_of_cards_read_alike() -> None:
    """An event holds cards as a set or in their order."""
    played = Event(tien_len_sentences.PLAYED, (0, mask_of(cards("7S 8S"))))
    assert line_of(played, name, GERMAN) == "Ana spielt 7S 8S."
    took = Event(rummy_sentences.TOOK_DEEP, (0, card("TD"), cards("8S 7S")))
    assert "8S 7S" in line_of(took, name, GERMAN)
