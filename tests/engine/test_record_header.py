"""The header of a record, sentence by sentence (RECORDS.md, Header)."""

import pytest

from tests.engine.records import fed, header, refusal, refused, text

XING = header("xing", 4)


def test_the_example_of_the_format_is_read() -> None:
    """RECORDS.md, Header."""
    record = fed(["record 1", "game tien-len", "seats 4", "option scoring tokens", "name 0 North"])
    assert record.header is not None
    assert (record.header.game.name, record.header.seats) == ("tien-len", 4)
    assert record.header.options == {"scoring": "tokens"}
    assert record.header.names == {0: "North"}
    assert record.finish().options == {"scoring": "tokens"}


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["game xing", "record 1", "seats 4"], 1),
        (["record 1", "seats 4", "game xing"], 2),
        (["seats 4"], 1),
        (["name 0 North", "record 1"], 1),
        (["record 1", "option take deep", "game rummy"], 2),
        (["record 1", "game rummy", "option take deep", "seats 4"], 3),
        (["record 1", "game rummy", "name 0 North", "seats 4"], 3),
        (["record 1", "record 1"], 2),
        (["record 1", "game xing", "game xing"], 3),
        (["record 1", "game xing", "seats 4", "seats 4"], 4),
        (["record 1", "game xing", "seats 4", "game xing"], 4),
        (["record 1", "game xing", "seats 4", "record 1"], 4),
        (["record 2"], 1),
        (["record"], 1),
        (["record 1 1"], 1),
        (["record 01"], 1),
        (["RECORD 1"], 1),
        (["record 1", "game"], 2),
        (["record 1", "game xing 4"], 2),
        (["record 1", "game Xing"], 2),
        (["record 1", "game chess"], 2),
        (["record 1", "game xing", "seats"], 3),
        (["record 1", "game xing", "seats 3"], 3),
        (["record 1", "game xing", "seats 04"], 3),
        (["record 1", "game xing", "seats four"], 3),
        (["record 1", "game xing", "seats 99999999999999999999"], 3),
        (["record 1", "game xing", "seats 4", "players 4"], 4),
        (["record 1", "game xing", "dealer 3"], 3),
        (["dealer 3"], 1),
    ],
)
def test_record_game_and_seats_come_first_in_this_order(lines: list[str], line: int) -> None:
    """Each once; anything else in their place is refused."""
    error = refused(text(lines))
    assert error.line == line
    assert error.text == lines[line - 1]


@pytest.mark.parametrize(
    ("game", "seats", "lines", "options"),
    [
        ("xing", 4, [], {}),
        ("rummy", 2, [], {"take": "plain", "stock-out": "turn-over"}),
        ("rummy", 3, ["option take deep"], {"take": "deep", "stock-out": "turn-over"}),
        ("rummy", 4, ["option stock-out end", "option take deep"], {"take": "deep", "stock-out": "end"}),
        ("rummy", 4, ["option take plain"], {"take": "plain", "stock-out": "turn-over"}),
        ("dice-capture", 2, [], {}),
        ("tien-len", 4, [], {"scoring": "practice"}),
        ("tien-len", 4, ["option scoring practice"], {"scoring": "practice"}),
        ("tien-len", 4, ["option scoring tokens"], {"scoring": "tokens"}),
        ("tien-len", 3, [], {"scoring": "tokens"}),
        ("tien-len", 2, ["option scoring tokens"], {"scoring": "tokens"}),
        ("twenty-nine", 4, [], {}),
        ("call", 4, [], {}),
    ],
)
def test_the_games_with_their_seats_and_options(
    game: str, seats: int, lines: list[str], options: dict[str, str]
) -> None:
    """The table of RECORDS.md, Header: the default first, which may depend on the number of seats."""
    assert played_options([*header(game, seats), *lines]) == options


def played_options(lines: list[str]) -> dict[str, str]:
    """The complete options of the match that a header makes."""
    return dict(fed(lines).finish().options)


@pytest.mark.parametrize(
    ("game", "wrong"), [("xing", (2, 3, 5, 0)), ("rummy", (1, 5)), ("dice-capture", (1, 4)), ("tien-len", (1, 5, 0))]
)
def test_other_numbers_of_seats_are_refused(game: str, wrong: tuple[int, ...]) -> None:
    """The sentence lists those there are."""
    for seats in wrong:
        assert "is played with" in refused(text(header(game, seats))).reason


@pytest.mark.parametrize(
    ("game", "seats", "option", "reason"),
    [
        ("xing", 4, "option take deep", 'xing has no option "take"; it has none.'),
        ("rummy", 2, "option take all", 'Option "take" of rummy with 2 seats is one of plain, deep; not "all".'),
        ("rummy", 2, "option take", 'Write it as "option KEY VALUE".'),
        ("rummy", 2, "option take deep now", 'Write it as "option KEY VALUE".'),
        ("rummy", 2, "option Take deep", 'rummy has no option "Take"; its options are take, stock-out.'),
        (
            *("tien-len", 2, "option scoring practice"),
            'Option "scoring" of tien-len with 2 seats is one of tokens; not "practice".',
        ),
        (
            *("tien-len", 3, "option scoring practice"),
            'Option "scoring" of tien-len with 3 seats is one of tokens; not "practice".',
        ),
    ],
)
def test_options_that_the_game_does_not_have_are_refused(game: str, seats: int, option: str, reason: str) -> None:
    """Practice is for four seats only."""
    assert refusal(fed(header(game, seats)), option) == reason


def test_an_option_is_allowed_once_a_key() -> None:
    """Also with the same value, also with the default."""
    for again in ("option take deep", "option take plain"):
        assert refusal(fed([*header("rummy", 2), "option take deep"]), again) == 'Option "take" is already set.'
        assert refusal(fed([*header("rummy", 2), "option take plain"]), again) == 'Option "take" is already set.'


def test_a_name_is_text_and_changes_nothing() -> None:
    """It may have blanks and any script; options and names come in any order."""
    names = ["name 0 North of the river", "name 2 Ольга", "name 3 👩🏽‍🚀", "name 1 #1"]
    record = fed([*header("rummy", 4), names[0], "option take deep", *names[1:]])
    assert record.header is not None
    assert record.header.names == {0: "North of the river", 2: "Ольга", 3: "👩🏽‍🚀", 1: "#1"}
    assert record.last is None


@pytest.mark.parametrize("line", ["name 4 Nobody", "name", "name 0", "name North", "name 00 North", "name -1 N"])
def test_a_name_belongs_to_a_seat_that_exists(line: str) -> None:
    """And is not empty."""
    assert refused(text([*XING, line])).line == 4


@pytest.mark.parametrize("name", ["a\tb", "\x1b[2J", "a\x00", "a\u2028b", "\x85"])
def test_a_name_has_no_control_characters(name: str) -> None:
    """It is shown to people."""
    assert refused(text([*XING, f"name 0 {name}"])).reason == "A name is plain text without control characters."


@pytest.mark.parametrize("line", ["record 1", "game xing", "seats 4", "option take deep", "name 0 North"])
def test_a_header_line_after_the_first_input_is_refused(line: str) -> None:
    """Every one of them."""
    error = refused(text([*XING, "dealer 3", line]))
    assert (error.line, error.reason) == (5, "A header line cannot come after the first input.")
