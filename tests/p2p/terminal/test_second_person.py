"""The log as its reader tells it: "You play" where others read "Ann plays"."""

import importlib
import pkgutil
import re

import pytest

import engine.games
import engine.match
import engine.tricks
from engine.events import Sentence
from p2p.terminal.second_person import told_to

VALUES = {
    "card": 5,
    "cards": 0b11 << 5,
    "row": (5, 6),
    "suit": 1,
    "number": 3,
    "numbers": (3, 4),
    "change": -2,
    "word": "play",
}


def all_sentences() -> dict[str, Sentence]:
    """Every sentence of the engine that names a seat, by its template."""
    games = [
        importlib.import_module(f"engine.games.{module.name}") for module in pkgutil.iter_modules(engine.games.__path__)
    ]
    found = [value for module in (*games, engine.match, engine.tricks) for value in vars(module).values()]
    return {s.template: s for s in found if isinstance(s, Sentence) and ":seat" in s.template}


SENTENCES = all_sentences()


def told(sentence: Sentence, readers: set[int]) -> str:
    """The sentence to a reader who stands in some of its gaps for seats."""
    seats = [number for number, (_, kind) in enumerate(sentence.gaps) if kind in {"seat", "seats"}]
    values = []
    for number, (_, kind) in enumerate(sentence.gaps):
        reads = seats and seats.index(number) in readers if number in seats else False
        seat = 0 if reads else 1
        values.append({"seat": seat, "seats": (seat, 2)}.get(kind, VALUES.get(kind)))
    return told_to("Ann", sentence.text(values, lambda seat: ("Ann", "Bob", "Cem")[seat]))


@pytest.mark.parametrize("template", SENTENCES)
@pytest.mark.parametrize("readers", [{0}, {1}, {0, 1}])
def test_the_reader_is_never_called_by_name(template: str, readers: set[int]) -> None:
    """And never put beside a verb of the third person."""
    text = told(SENTENCES[template], readers)
    assert "Ann" not in text
    assert not re.search(r"\b[Yy]ou (?:alone )?(?:is|has|does|[a-z]+[^s]s)\b", text), text
    assert text[0].isupper() or text[0].isdigit()
    assert not re.search(r"(?<=[a-z] )You\b", text), text


@pytest.mark.parametrize("template", SENTENCES)
def test_others_read_it_as_it_is(template: str) -> None:
    """Sentences in which the reader does not stand are left alone."""
    sentence = SENTENCES[template]
    values = [{"seat": 1, "seats": (1, 2)}.get(kind, VALUES.get(kind)) for _, kind in sentence.gaps]
    text = sentence.text(values, lambda seat: ("Ann", "Bob", "Cem")[seat])
    assert told_to("Ann", text) == text


@pytest.mark.parametrize(
    ("third", "second"),
    [
        ("Ann plays 7H.", "You play 7H."),
        ("Ann passes.", "You pass."),
        ("Ann is dealt 7H TD.", "You are dealt 7H TD."),
        ("Ann does not try to steal.", "You do not try to steal."),
        ("Ann plays KS and locks pile 3.", "You play KS and lock pile 3."),
        ("Ann alone has cards, 2S, and takes place 4.", "You alone have cards, 2S, and take place 4."),
        ("Bob wins the trick; Ann leads.", "Bob wins the trick; you lead."),
        ("Bob yields: Ann holds 17.", "Bob yields: you hold 17."),
        ("Bob takes 7H from Ann.", "Bob takes 7H from you."),
        ("Bob chops Ann, who pays 4.", "Bob chops you, who pay 4."),
        ("Bob chops the chop of Ann, who pays double: 4.", "Bob chops your chop, and you pay double: 4."),
        ("The bet of Ann is lost.", "Your bet is lost."),
        ("It is not the turn of Ann.", "It is not your turn."),
        (
            "Bob plays Bonus 10, trump open. The bid of Ann is void.",
            "Bob plays Bonus 10, trump open. Your bid is void.",
        ),
        ("Ann, Cem win by 62 to 49.", "You, Cem win by 62 to 49."),
        (
            "What lies on the table falls to Ann, Cem, who captured last.",
            "What lies on the table falls to you, Cem, who captured last.",
        ),
        ("Anna plays 7H.", "Anna plays 7H."),
        ("Mary-Ann plays 7H.", "Mary-Ann plays 7H."),
    ],
)
def test_examples(third: str, second: str) -> None:
    """Verbs agree, and what is the reader's is called so."""
    assert told_to("Ann", third) == second


@pytest.mark.parametrize("name", ["", "3", "a", "?"])
def test_a_name_that_is_no_word_is_left_as_it_is(name: str) -> None:
    """It could not be told from a number or an article."""
    text = f"{name} plays 7H on pile 3."
    assert told_to(name, text) == text


def test_a_name_may_hold_anything() -> None:
    """Signs of regular expressions among it."""
    assert told_to("A.*(b+", "A.*(b+ plays 7H.") == "You play 7H."
