"""All texts for players in all languages: what a host has at hand to answer each in their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from p2p.text.catalogue import ENGLISH, Catalogue
from p2p.text.rulebook import Rulebook


@dataclass(frozen=True)
class Shelf:
    """Catalogues and rulebooks.

    Attributes:
        catalogues: by the codes of their languages.
        rulebooks: by language and game.
    """

    catalogues: Mapping[str, Catalogue] = field(default_factory=lambda: MappingProxyType({}))
    rulebooks: Mapping[tuple[str, str], Rulebook] = field(default_factory=lambda: MappingProxyType({}))

    def catalogue(self, lang: str) -> Catalogue:
        """The texts for a reader of a language; ``de-AT`` reads ``de``, and who reads none of ours reads English."""
        return next((self.catalogues[code] for code in _codes(lang) if code in self.catalogues), ENGLISH)

    def rulebook(self, lang: str, game: str) -> Rulebook | None:
        """The rules of a game for a reader of a language; none if nobody has written them down."""
        found = (self.rulebooks.get((code, game)) for code in (*_codes(lang), ENGLISH.language))
        return next((book for book in found if book), None)


def _codes(lang: str) -> tuple[str, str]:
    return lang, lang.partition("-")[0]
