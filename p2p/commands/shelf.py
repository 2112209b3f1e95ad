"""The texts for players, read from the files in `p2p.text`: a catalogue a language, and rules a language and game."""

from functools import cache
from importlib import resources

from p2p.commands.languages import catalogues
from p2p.text.rulebook import Rulebook, read_rulebook
from p2p.text.shelf import Shelf

_SUFFIX = ".toml"


@cache
def shelf() -> Shelf:
    """All texts; the files are read once.

    Raises:
        UnreadableCatalogue, UnreadableRulebook: a file is damaged.
    """
    return Shelf(catalogues(), _rulebooks())


def _rulebooks() -> dict[tuple[str, str], Rulebook]:
    """The rules by language and game: ``rules/<language>/<game>.toml``."""
    found = {}
    for folder in (resources.files("p2p.text") / "rules").iterdir():
        if folder.is_dir():
            for file in folder.iterdir():
                if file.name.endswith(_SUFFIX):
                    game = file.name.removesuffix(_SUFFIX)
                    name = f"{folder.name}/{file.name}"
                    found[folder.name, game] = read_rulebook(name, file.read_text(encoding="utf-8"))
    return found
