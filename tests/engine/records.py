"""Builds records for tests from readable parts, and plays them."""

import pytest

from engine.cards import CARD_TEXTS, FULL_DECK, cards, cards_in
from engine.match import Match
from engine.record import Record, RefusedLine, read, write


def header(game: str, seats: int, **options: str) -> list[str]:
    """The header's lines; an option's name is written with ``_`` for ``-``."""
    named = [f"option {key.replace('_', '-')} {value}" for key, value in options.items()]
    return ["record 1", f"game {game}", f"seats {seats}", *named]


def deck_line(start: str = "", *, end: str = "", deck: int = FULL_DECK) -> str:
    """A deck whose first and last cards are given; the others stand between them, lowest first."""
    first, last = cards(start), cards(end)
    between = [card for card in cards_in(deck) if card not in first and card not in last]
    return f"deck {' '.join(CARD_TEXTS[card] for card in (*first, *between, *last))}"


def fed(lines: list[str]) -> Record:
    """A record that has taken all the lines."""
    record = Record()
    for line in lines:
        record.feed(line)
    return record


def played(lines: list[str]) -> Match:
    """The match that the lines make."""
    return fed(lines).finish()


def refused(data: bytes | str) -> RefusedLine:
    """The line of a file at which reading stops."""
    with pytest.raises(RefusedLine) as error:
        read(data.encode() if isinstance(data, str) else data)
    return error.value


def text(lines: list[str]) -> str:
    """The lines as a file."""
    return write([], lines)


def refusal(record: Record, line: str) -> str:
    """Why the record refuses the line; its match must be as it was before."""
    with pytest.raises(RefusedLine) as refused:
        record.feed(line)
    return refused.value.reason


def refusal_code(record: Record, line: str) -> str:
    """The code of the refusal by the rules of a line that is spelt well."""
    with pytest.raises(RefusedLine) as refused:
        record.feed(line)
    code: str = refused.value.__cause__.code  # type: ignore[union-attr]  # fails where it is no IllegalAction
    return code


def events_of(record: Record, line: str) -> list[str]:
    """The codes of the events that a line makes."""
    done = record.feed(line)
    return [event.code for event in done.events] if done else []
