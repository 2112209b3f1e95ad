"""Texts of people as others are shown them: plain, on one line, and nothing in them that cannot be seen. Pure."""

import unicodedata
from collections.abc import Iterator
from typing import Final

MOST_MARKS: Final = 3
"""Accents on one letter; every language does with them, and more run over the lines above and below."""

_FILLERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Characters that count as letters or signs and show nothing."""
_SELECTORS: Final = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x034F, 0x0350))
"""Marks that show nothing by themselves: how the sign before them is to be drawn, and a joiner."""


def tidy_text(text: str, longest: int) -> str:
    """A text as it may be shown: plain, single blanks, at most so many characters; may be empty."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(_without_heaps(" " if _is_blank(character) else character for character in composed))
    return " ".join(visible.split())[:longest].strip()


def look_of(text: str) -> str:
    """What a text looks like at a glance: the same for texts that differ in their case or width alone."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _is_blank(character: str) -> bool:
    return not character.isprintable() or character in _FILLERS


def _without_heaps(characters: Iterator[str]) -> Iterator[str]:
    """Without what nobody sees, and with no more marks on a letter than letters have."""
    marks = MOST_MARKS  # there is nothing yet for a mark to stand on
    for character in characters:
        if any(ord(character) in selectors for selectors in _SELECTORS):
            continue
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if character == " ":
            marks = MOST_MARKS
        if marks <= MOST_MARKS:
            yield character
