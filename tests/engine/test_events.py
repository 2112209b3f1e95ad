"""Events and refusals as data with an English sentence."""

import importlib
import json
import pkgutil
from types import ModuleType

import pytest

import engine
from engine.cards import cards, mask_of
from engine.errors import IllegalAction
from engine.events import EVERYONE, Event, Sentence, seen_by

ALL_KINDS = Sentence(
    "all",
    "{who:seat} {them:seats} {one:card} {many:cards} {row:row} {suit:suit} {n:number} {ns:numbers} {c:change} {w:word}",
)
VALUES = (1, (0, 2), 0, mask_of(cards("3S 2H")), cards("3S 2H"), 3, 7, (3, 6), 4, "plain")


def test_each_kind_of_value_is_spelt_in_the_sentence() -> None:
    """Cards of a set come lowest first, a change has its sign."""
    assert str(Event(ALL_KINDS, VALUES)) == "seat 1 seat 0, seat 2 2S 2H 3S 3S 2H hearts 7 3, 6 +4 plain"


def test_seats_are_called_by_the_readers_names_for_them() -> None:
    """The text is made where somebody reads it."""
    names = ["North", "East", "South"]
    assert Event(ALL_KINDS, VALUES).text(names.__getitem__).startswith("East North, South ")


def test_values_travel_by_the_names_of_their_gaps_as_json() -> None:
    """Cards and suits in their text form, all else as it is."""
    params = Event(ALL_KINDS, VALUES).params()
    assert params == {
        "who": 1, "them": [0, 2], "one": "2S", "many": ["2H", "3S"], "row": ["3S", "2H"], "suit": "H", "n": 7,
        "ns": [3, 6], "c": 4, "w": "plain",
    }  # fmt: skip
    assert json.loads(json.dumps(params)) == params


def test_what_has_travelled_is_read_again() -> None:
    """The same values, whatever their kind."""
    who, them, one, many, _, *others = VALUES
    assert ALL_KINDS.read(Event(ALL_KINDS, VALUES).params()) == (who, them, one, many, tuple(cards("3S 2H")), *others)
    with pytest.raises(KeyError):
        Sentence("s", "{one:card}").read({"one": "1S"})


def test_nothing_is_spelt_as_well() -> None:
    """No cards, no seats, a change of nought and a loss."""
    sentence = Sentence("s", "{cards:cards}, {row:row}, {seats:seats}, {a:change}, {b:change}")
    assert str(Event(sentence, (0, (), (), 0, -3))) == "no cards, no cards, nobody, +0, -3"


def test_a_wrong_number_of_values_is_an_error() -> None:
    """It would be a slip in a game's module."""
    with pytest.raises(ValueError, match="zip"):
        str(Event(ALL_KINDS, VALUES[:-1]))


def test_a_seat_sees_the_events_addressed_to_it() -> None:
    """In their order; those for everyone too."""
    public = Event(Sentence("a", "A."))
    private = Event(Sentence("b", "B."), (), 0b0101)
    assert public.audience == EVERYONE
    assert seen_by(0, [private, public]) == [private, public]
    assert seen_by(1, [private, public]) == [public]
    assert seen_by(2, [private, public]) == [private, public]


def test_a_refusal_is_a_sentence_too() -> None:
    """It has a code, values and names of seats."""
    refused = IllegalAction(Sentence("no", "{who:seat} may not."), 2)
    assert (refused.code, str(refused)) == ("no", "seat 2 may not.")
    assert refused.text(lambda seat: f"player {seat}") == "player 2 may not."


def test_a_sentence_is_told_apart_by_its_code_in_messages_of_programmers() -> None:
    """And knows whether a log may keep it."""
    assert repr(ALL_KINDS) == "Sentence('all')"
    assert not ALL_KINDS.fleeting
    assert Sentence("f", "F.", fleeting=True).fleeting


def modules() -> list[ModuleType]:
    """All modules of the engine."""
    found = pkgutil.walk_packages(engine.__path__, "engine.")
    return [importlib.import_module(module.name) for module in found]


SENTENCES = sorted(
    {sentence for module in modules() for sentence in vars(module).values() if isinstance(sentence, Sentence)},
    key=lambda sentence: (sentence.code, sentence.template),
)


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.code)
def test_every_sentence_of_the_engine_is_one(sentence: Sentence) -> None:
    """A capital or a gap first, a full stop last, gaps of known kinds with names of their own, a plain code."""
    kinds = {"seat", "seats", "card", "cards", "row", "suit", "number", "numbers", "change", "word"}
    assert {kind for _, kind in sentence.gaps} <= kinds
    assert len({name for name, _ in sentence.gaps}) == len(sentence.gaps)
    assert sentence.template.count("{") == len(sentence.gaps)
    assert sentence.template[0].isupper() or sentence.template[0] in '{"'
    assert sentence.template[-1] == "."
    assert sentence.code == sentence.code.lower().strip()
    assert " " not in sentence.code
