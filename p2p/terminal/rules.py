"""The rules of a game as plain lines, from its rulebook: for reading in a terminal, page by page. Pure."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from p2p.terminal.people import sentence
from p2p.text.rulebook import Rulebook, RuleTable

_CARD: Final = re.compile(r"{(\w+)}")
"""How rulebooks write a card that a page draws."""
_NOTHING: Final = frozenset({"", "–"})
"""Cells where there is nothing to say."""


_MINUS: Final = re.compile("\N{MINUS SIGN} ?")
"""A sign that many screen readers pass over in silence."""


class Part(NamedTuple):
    """A part of the rules of a game: its heading and its lines."""

    heading: str
    lines: tuple[str, ...]


def parts_of(book: Rulebook) -> list[Part]:
    """The rules of a game for its players, part by part, and at the end what its options mean."""
    parts = [Part("About the game", ())]
    for block in book.blocks:
        if block.h:
            parts.append(Part(block.h, ()))
            continue
        lines = [block.p] if block.p else _rows(block.table) if block.table else block.ul
        heading, before = parts[-1]
        parts[-1] = Part(heading, (*before, *map(_plain, lines)))
    parts.append(Part("Options", tuple(option_lines(book))))
    return [part for part in parts if part.lines]


def option_lines(book: Rulebook | None) -> Iterator[str]:
    """What each value of each option means, a line a value; with the word that chooses it."""
    for key, option in book.options.items() if book else ():
        for value, (name, meaning) in option.values.items():
            yield f"{key}={value}: {option.label.lower()}, {name.lower()}. {meaning}"


def _plain(line: str) -> str:
    return _MINUS.sub("minus ", _CARD.sub(r"\1", line))


def _rows(table: RuleTable) -> Iterator[str]:
    """The rows of a table as lines: each cell is told with the head of its column."""
    of_rows, *heads = table.cols
    for name, *cells in table.rows:
        row = f"{of_rows} {name}" if name.isdecimal() else name
        if len(cells) == 1 and cells[0].isdecimal():
            yield sentence(f"{row}: {cells[0]} {heads[0].lower()}")
        else:
            told = (pair for pair in zip(map(_uncapitalized, heads), cells, strict=True) if pair[1] not in _NOTHING)
            yield sentence(f"{row}: {'; '.join(map(': '.join, told))}")


def _uncapitalized(head: str) -> str:
    """The head of a column as it goes on with a line; a card's rank stays as it is written."""
    return head.lower() if len(head) > 1 else head
