"""The rules of a game as plain lines, from the rulebook: for reading in a terminal, page by page."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_HEADING: Final = re.compile(r"(#{2,3}) (?:\d+(?:\.\d+)*\.? )?(.+)")
_NOT_FOR_PLAYERS: Final = ("Decisions", "Worked examples", "Time")
"""Parts that tell why a rule was written so, and those that only say that there is no clock."""
_SOURCES: Final = re.compile(
    r" ?\[(?:[SRJ]\b[^\[\]]*|[^\[\]]*[;,] [SRJ]|[A-Z]-D\d+)\]| \([A-Z]-D\d+\)|, [A-Z]-D\d+(?=\))"
)
"""Marks of the rulebook that say where a rule comes from."""
_FOR_AUTHORS: Final = re.compile(r"\[S\] for |None\b.*brief")
"""Lines about the rulebook instead of the game."""
_STANDS_ALONE: Final = re.compile(r"\||#")
_BEGINS_ANEW: Final = re.compile(r"\s*(?:[*-] |\d+\. |\||#)")
_SECTION_OF: Final = {
    "xing": "Xing",
    "rummy": "The put-down rummy, to 500",
    "dice-capture": "Dice capture",
    "tien-len": "Tien Len (Thirteen)",
    "twenty-nine": "Twenty-nine",
    "call": "Call",
}


class Part(NamedTuple):
    """A part of the rules of a game: its heading and its lines."""

    heading: str
    lines: tuple[str, ...]


def rules_of(game: str, rulebook: str) -> list[Part]:
    """The rules of a game for its players; empty if the rulebook has none.

    Args:
        game: its name.
        rulebook: the text of ``engine/RULES.md``.
    """
    section = _section(_SECTION_OF.get(game, ""), rulebook.splitlines())
    return [
        part._replace(heading=part.heading or "About the game")
        for part in _parts(section)
        if part.lines and not part.heading.startswith(_NOT_FOR_PLAYERS)
    ]


def _section(title: str, lines: Sequence[str]) -> list[str]:
    """The lines of the section with that title, up to the next one."""
    found = []
    inside = False
    for line in lines:
        heading = _HEADING.fullmatch(line)
        if heading and heading[1] == "##":
            inside = heading[2] == title
        elif inside:
            found.append(line)
    return found


def _parts(section: Sequence[str]) -> Iterator[Part]:
    heading, lines = "", list[str]()
    for line in _unwrapped(section):
        found = _HEADING.fullmatch(line)
        if found:
            yield Part(heading, tuple(lines))
            heading, lines = found[2], []
        elif not _FOR_AUTHORS.match(line):
            lines += _plain(line)
    yield Part(heading, tuple(lines))


def _unwrapped(section: Sequence[str]) -> Iterator[str]:
    """Paragraphs and list items as one line each."""
    paragraph = ""
    for line in (*section, ""):
        if paragraph and line.strip() and not _BEGINS_ANEW.match(line):
            paragraph = f"{paragraph} {line.strip()}"
        else:
            if paragraph:
                yield paragraph
            paragraph = line
        if _STANDS_ALONE.match(paragraph):
            yield paragraph
            paragraph = ""


def _plain(line: str) -> list[str]:
    """A line without the marks of Markdown; the cells of a table are told apart by semicolons."""
    text = _SOURCES.sub("", line).replace("*", "").replace("`", "").strip().removeprefix(". ")
    if not text or set(text) <= {"|", "-", " ", ":"}:
        return []
    if text.startswith("|"):
        text = "; ".join(cell.strip() for cell in text.strip("|").split("|") if cell.strip())
    return [text]
