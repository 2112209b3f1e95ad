"""What a match tells: events and refusals as data, each with an English sentence.

A `Sentence` is a code and a template with typed gaps, e.g. ``"{seat:seat} plays {card:card}"``. The values that fill
the gaps travel as data; the English text is made only where somebody reads it, and a translation is another
template for the same code.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.cards import CARD_NUMBERS, CARD_TEXTS, SUIT_NAMES, SUITS, cards_in, mask_of, text_of

EVERYONE: Final = -1
"""The audience of a public event: every bit is set."""

SeatName = Callable[[int], str]
Json = None | bool | int | float | str | list[Any] | dict[str, Any]


def plain_seat_name(seat: int) -> str:
    """How a seat is called where nobody has a name."""
    return f"seat {seat}"


_SPELLED: Final[dict[str, Callable[[Any], str]]] = {
    "card": CARD_TEXTS.__getitem__,
    "cards": lambda value: text_of(cards_in(value)) or "no cards",
    "row": lambda value: text_of(value) or "no cards",
    "suit": SUIT_NAMES.__getitem__,
    "number": str,
    "numbers": lambda value: ", ".join(map(str, value)),
    "change": "{:+d}".format,
    "word": str,
}
"""How a value of each kind reads in a sentence; seats are called by the reader's names for them."""

_JSON: Final[dict[str, Callable[[Any], Json]]] = {
    "card": CARD_TEXTS.__getitem__,
    "cards": lambda value: [CARD_TEXTS[card] for card in cards_in(value)],
    "row": lambda value: [CARD_TEXTS[card] for card in value],
    "suit": SUITS.__getitem__,
    "numbers": list,
    "seats": list,
}
"""How a value of each kind travels; other kinds travel as they are."""

_READ: Final[dict[str, Callable[[Any], Any]]] = {
    "card": CARD_NUMBERS.__getitem__,
    "cards": lambda value: mask_of(CARD_NUMBERS[card] for card in value),
    "row": lambda value: tuple(CARD_NUMBERS[card] for card in value),
    "suit": SUITS.index,
    "numbers": tuple,
    "seats": tuple,
}
"""How a value of each kind that has travelled is read."""


def _jsonable(kind: str, value: Any) -> Json:
    converted: Json = _JSON[kind](value) if kind in _JSON else value
    return converted


def _spell(kind: str, value: Any, seat_name: SeatName) -> str:
    if kind == "seat":
        return seat_name(value)
    if kind == "seats":
        return ", ".join(map(seat_name, value)) or "nobody"
    return _SPELLED[kind](value)


class Sentence:
    """A code with an English template.

    Args:
        code: short, stable, unique in its game: what programs and translations go by.
        template: text with gaps ``{name:kind}``; kinds are ``seat``, ``seats``, ``card``, ``cards`` (a set, as a
            mask), ``row`` (cards in an order that matters, as a sequence), ``suit``, ``number``, ``numbers``,
            ``change`` (a number with its sign) and ``word``.
        fleeting: whether it may be seen only as it happens, so that no log keeps it (Xing's known card).
    """

    __slots__ = ("code", "fleeting", "gaps", "template")

    def __init__(self, code: str, template: str, *, fleeting: bool = False) -> None:
        self.code = code
        self.template = template
        self.fleeting = fleeting
        self.gaps: tuple[tuple[str, str], ...] = tuple(re.findall(r"{(\w+):(\w+)}", template))

    def __repr__(self) -> str:
        return f"Sentence({self.code!r})"

    def text(self, values: Sequence[Any], seat_name: SeatName = plain_seat_name) -> str:
        """The English sentence, its gaps filled with the values in their order."""
        spelled = {name: _spell(kind, value, seat_name) for (name, kind), value in zip(self.gaps, values, strict=True)}
        return re.sub(r"{(\w+):\w+}", lambda gap: spelled[gap[1]], self.template)

    def params(self, values: Sequence[Any]) -> dict[str, Json]:
        """The values by the names of their gaps, as JSON: cards and suits in their text form."""
        return {name: _jsonable(kind, value) for (name, kind), value in zip(self.gaps, values, strict=True)}

    def read(self, params: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values that were written as the given params.

        Raises:
            KeyError, TypeError, ValueError: they are no params of this sentence.
        """
        return tuple(_READ[kind](params[name]) if kind in _READ else params[name] for name, kind in self.gaps)


class Event(NamedTuple):
    """One thing that happened, for those who may know it.

    What only some seats see is an event of its own with those seats as its audience; nothing is ever deleted from an
    event to hide it.
    """

    sentence: Sentence
    values: tuple[Any, ...] = ()
    audience: int = EVERYONE
    """The seats that see it, one bit a seat; with all bits beyond the seats set, also who has no seat."""

    @property
    def code(self) -> str:
        """The code of the event's sentence."""
        return self.sentence.code

    def __str__(self) -> str:
        return self.sentence.text(self.values)

    def text(self, seat_name: SeatName) -> str:
        """The sentence with the players' names."""
        return self.sentence.text(self.values, seat_name)

    def params(self) -> dict[str, Json]:
        """The values by name, as JSON."""
        return self.sentence.params(self.values)


def seen_by(seat: int | None, events: Sequence[Event]) -> list[Event]:
    """The events that a seat, or somebody without one, may see, in their order."""
    if seat is None:
        return [event for event in events if event.audience < 0]
    bit = 1 << seat
    return [event for event in events if event.audience & bit]
