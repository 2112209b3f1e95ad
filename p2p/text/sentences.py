"""Events and refusals in the reader's language."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from engine.cards import SUIT_NAMES, SUITS
from engine.errors import IllegalAction
from engine.events import Event, SeatName, Sentence

Translator = Callable[[str], str]
"""Gives an English text in another language; a `p2p.text.catalogue.Catalogue` is one."""

NO_CARDS: Final = "no cards"
NOBODY: Final = "nobody"
"""What stands where there are no cards or seats to name."""

_SUIT_WORDS: Final = dict(zip(SUITS, SUIT_NAMES, strict=True))
_SPELT: Final[Mapping[str, Callable[[Any, SeatName, Translator], str]]] = {
    "seat": lambda seat, name, _t: name(seat),
    "seats": lambda seats, name, t: ", ".join(map(name, seats)) or t(NOBODY),
    "cards": lambda cards, _name, t: " ".join(cards) or t(NO_CARDS),
    "row": lambda cards, _name, t: " ".join(cards) or t(NO_CARDS),
    "suit": lambda suit, _name, t: t(_SUIT_WORDS[suit]),
    "numbers": lambda numbers, _name, _t: ", ".join(map(str, numbers)),
    "change": lambda change, _name, _t: f"{change:+d}",
    "word": lambda word, _name, t: t(word),
}
"""How the values of gaps read, as JSON and by their kinds; all others are written as they are."""

_KIND: Final = re.compile(r"{(\w+):\w+}")


def english_of(sentence: Sentence) -> str:
    """The key of a sentence in catalogues: its template, the gaps with their names alone."""
    return _KIND.sub(r"{\1}", sentence.template)


def line_of(event: Event, seat_name: SeatName, translated: Translator) -> str:
    """What an event tells, in the reader's language; cards are named as records spell them.

    Args:
        event: one that the reader may see.
        seat_name: how the reader calls a seat; a name in the third person, since the sentences are.
        translated: gives a text in the reader's language.
    """
    return _filled(event.sentence, event.values, seat_name, translated)


def reason_of(refusal: IllegalAction, seat_name: SeatName, translated: Translator) -> str:
    """Why the rules refuse something, in the reader's language."""
    return _filled(refusal.sentence, refusal.values, seat_name, translated)


def _filled(sentence: Sentence, values: Sequence[Any], seat_name: SeatName, translated: Translator) -> str:
    params = sentence.params(values)
    gaps = {
        name: _SPELT[kind](params[name], seat_name, translated) if kind in _SPELT else params[name]
        for name, kind in sentence.gaps
    }
    return translated(english_of(sentence)).format_map(gaps)
