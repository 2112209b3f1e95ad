"""Events that have travelled as codes and params are read again."""

import json

import pytest

from engine.errors import UnreadableInput
from engine.events import Event
from engine.games import GAMES
from engine.games.rummy import GAME as RUMMY
from engine.told import read_event, sentences_of
from tests.engine.contract.playing import Table, moments, play, tables_of

TABLES = [table for game in GAMES.values() for table in tables_of(game)]


def plain(event: Event) -> tuple[object, object]:
    """What an event tells, whatever its sequences are made of."""
    return event.sentence, [tuple(value) if isinstance(value, list) else value for value in event.values]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_event_of_a_match_is_read_as_it_was(table: Table) -> None:
    """By its sentence, which memories go by, and its values; who else saw it is not told."""
    match = table.new()
    for moment in moments(play(table, 4)):
        for event in match.apply(moment.given):
            params = json.loads(json.dumps(event.params()))
            assert plain(read_event(table.game, event.code, params)) == plain(event)


def test_what_no_game_tells_cannot_be_read() -> None:
    """An unknown code, a gap that is not filled, a card that there is not."""
    for code, params in (("rolled", {}), ("drew-card", {"seat": 1}), ("drew-card", {"seat": 1, "card": "1S"})):
        with pytest.raises(UnreadableInput):
            read_event(RUMMY, code, params)


def test_a_game_knows_its_own_sentences() -> None:
    """And those that all games share."""
    codes = set(sentences_of(RUMMY.match))
    assert {"took-deep", "table-ended"} <= codes
    assert "rolled" not in codes
