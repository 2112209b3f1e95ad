"""The state as JSON (RECORDS.md, The state as JSON)."""

import json

import pytest

from engine.events import Json
from engine.games import GAMES
from engine.record import Record
from engine.state import state_of
from tests.engine.records import deck_line, fed, header

XING = header("xing", 4)
DECK = deck_line("5S 9H KD 3C")


def state(record: Record) -> dict[str, Json]:
    """The state after the last line that was read."""
    return state_of(record.finish(), record.last)


def test_the_keys_and_their_order_are_those_of_the_format() -> None:
    """The game's own keys follow."""
    common = [*("line", "input", "phase", "needs", "to_act", "legal", "hands", "totals", "over", "ending", "winners")]
    for name, game in GAMES.items():
        keys = list(state(fed(header(name, game.seats[-1]))))
        assert keys[: len(common)] == common, name


def test_before_the_first_input_line_and_input_are_null() -> None:
    """The match waits for its first chance outcome."""
    before = state(fed(["# a comment", *XING]))
    assert (before["line"], before["input"]) == (None, None)
    assert (before["needs"], before["to_act"], before["legal"]) == ("dealer", [], {})


def test_lines_are_counted_with_comments_and_blank_lines() -> None:
    """From 1; the text is the line as it stands."""
    record = fed(["# a comment", *XING, "", "dealer 3"])
    assert (state(record)["line"], state(record)["input"]) == (6, "dealer 3")
    record.feed("# the state stays that of the last input")
    assert (state(record)["line"], state(record)["input"]) == (6, "dealer 3")


def test_legal_actions_stand_in_canonical_text_by_seat() -> None:
    """For each seat to act; nothing unless a seat is needed."""
    now = state(fed([*XING, "dealer 3", DECK]))
    assert (now["needs"], now["phase"], now["to_act"]) == ("seat", "play", [0])
    assert now["legal"] == {"0": ["play 2S", "play 2C", "play 2D", "play 2H"]}


def test_points_and_totals_are_those_of_finished_hands() -> None:
    """A list for each hand, a figure for each seat; totals start at nought."""
    now = state(fed([*XING, "dealer 3", DECK, "0 play 2S"]))
    assert (now["hands"], now["totals"]) == ([], [0, 0, 0, 0])


def test_a_match_that_goes_on_has_no_ending() -> None:
    """And nobody has won."""
    now = state(fed([*XING, "dealer 3"]))
    assert (now["over"], now["ending"], now["winners"]) == (False, None, [])


@pytest.mark.parametrize("name", [name for name in GAMES if name != "rummy"])
def test_a_closed_table_has_ended_without_a_result(name: str) -> None:
    """Before the first deal too."""
    now = state(fed([*header(name, GAMES[name].seats[-1]), "table end"]))
    assert (now["needs"], now["to_act"], now["legal"]) == ("nothing", [], {})
    assert (now["over"], now["ending"], now["winners"]) == (True, "ended", [])


def test_rummy_always_has_a_standing() -> None:
    """Where all totals are equal all are winners, and nobody has the hat."""
    now = state(fed([*header("rummy", 3), "table end"]))
    assert (now["ending"], now["winners"], now["hat"]) == ("won", [0, 1, 2], [])


def test_tien_len_needs_players_when_seats_are_empty() -> None:
    """Between rounds, with fewer than two seats taken."""
    now = state(fed([*header("tien-len", 2), "table leave 1"]))
    assert (now["needs"], now["to_act"], now["legal"]) == ("players", [], {})


def test_dice_are_needed_by_nobody_in_particular() -> None:
    """``to_act`` and ``legal`` are empty unless a seat is needed."""
    first, second = ["4H", "2S", "3S", "5S", "6S"], ["9S", "2H", "3H", "5H", "6H"]
    dealt = [card for pair in zip(first, second, strict=True) for card in pair]
    deck = deck_line(" ".join(dealt), deck=GAMES["dice-capture"].match.deck)
    now = state(fed([*header("dice-capture", 2), deck, "0 play 4H new", "1 roll 1"]))
    assert (now["needs"], now["to_act"], now["legal"], now["phase"]) == ("dice", [], {}, "rolling")


@pytest.mark.parametrize("name", list(GAMES))
def test_the_state_is_json(name: str) -> None:
    """With plain keys and values."""
    now = state(fed(header(name, GAMES[name].seats[-1])))
    assert json.loads(json.dumps(now)) == now
