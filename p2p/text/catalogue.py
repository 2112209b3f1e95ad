"""The texts of a language, by the English ones."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

_GAP: Final = re.compile(r"{(\w+)}")


class UnreadableCatalogue(Exception):
    """A text that is no catalogue; ``str()`` says in one sentence what is wrong with it."""


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language; calling it translates.

    Attributes:
        language: its code, e.g. ``de``.
        texts: by the English text, whose gaps ``{name}`` a translation keeps.
    """

    language: str
    texts: Mapping[str, str]

    def __call__(self, english: str) -> str:
        """The text in this language; the English one where there is no translation."""
        return self.texts.get(english, english)


ENGLISH: Final = Catalogue("en", {})


def read_catalogue(language: str, content: str) -> Catalogue:
    """The catalogue that the content of a TOML file holds.

    Its tables only sort the texts for those who translate; each English text stands once in all of them.

    Raises:
        UnreadableCatalogue: the content is no TOML, a text stands twice, or a translation has other gaps.
    """
    try:
        tables = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableCatalogue(f"The texts of {language} cannot be read: {error}.") from error
    texts: dict[str, str] = {}
    for english, translation in _leaves(tables):
        if english in texts:
            raise UnreadableCatalogue(f'"{english}" stands twice in the texts of {language}.')
        if not isinstance(translation, str) or gaps_of(translation) != gaps_of(english):
            raise UnreadableCatalogue(f'The translation of "{english}" must be a text with the same gaps.')
        texts[english] = translation
    return Catalogue(language, texts)


def gaps_of(text: str) -> frozenset[str]:
    """The names of the gaps of a text."""
    return frozenset(_GAP.findall(text))


def _leaves(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value)
        else:
            yield key, value
