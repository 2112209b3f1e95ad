"""The rules of a game for its players, in one language: a few words for the shelf, and blocks to read."""

import tomllib
from collections.abc import Mapping
from typing import Final

import msgspec


class UnreadableRulebook(Exception):
    """A text that is no rulebook; ``str()`` says in one sentence what is wrong with it."""


class RuleTable(msgspec.Struct, frozen=True):
    """A table in the rules: the heads of its columns, and its rows."""

    cols: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class RuleBlock(msgspec.Struct, frozen=True, omit_defaults=True):
    """A heading, a paragraph, a list or a table. ``{TD}`` in a text stands for a small picture of that card."""

    h: str | None = None
    p: str | None = None
    ul: tuple[str, ...] = ()
    table: RuleTable | None = None


class OptionWords(msgspec.Struct, frozen=True):
    """What an option is called, and each of its values: a name, and what it means in a line."""

    label: str
    values: Mapping[str, tuple[str, str]]


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a game for its players.

    Attributes:
        summary: what the game is, in a line.
        minutes: how long a match takes, about.
        options: words for the game's options, by their names.
        blocks: the rules.
    """

    summary: str
    minutes: int
    blocks: tuple[RuleBlock, ...]
    options: Mapping[str, OptionWords] = {}


_KINDS: Final = ("h", "p", "ul", "table")


def read_rulebook(name: str, content: str) -> Rulebook:
    """The rulebook that the content of a TOML file holds.

    Args:
        name: of the file, for who must mend it.
        content: of the file.

    Raises:
        UnreadableRulebook: the content is none, or a block is not one thing of a heading, paragraph, list and table.
    """
    try:
        book = msgspec.convert(tomllib.loads(content), Rulebook)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise UnreadableRulebook(f"The rules in {name} cannot be read: {error}.") from error
    for number, block in enumerate(book.blocks, 1):
        if sum(bool(getattr(block, kind)) for kind in _KINDS) != 1:
            raise UnreadableRulebook(f"Block {number} of the rules in {name} must be one of {', '.join(_KINDS)}.")
    return book
