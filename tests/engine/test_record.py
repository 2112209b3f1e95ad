"""Records, sentence by sentence (RECORDS.md: the format, Inputs, Refusals); the header: test_record_header."""

import pytest

from engine.cards import CARD_TEXTS
from engine.games import GAMES
from engine.inputs import Act, Action, Chance, Happening, Input, Need, Report
from engine.match import Match
from engine.record import (
    Record,
    lines_of,
    read,
    read_input,
    write,
    write_header,
    write_input,
)
from tests.engine.records import deck_line, fed, header, refusal, refusal_code, refused, text

XING = header("xing", 4)
DECK = deck_line("5S 9H KD 3C")


def match_of(data: bytes | str) -> Match:
    """The match that a file makes."""
    return read(data.encode() if isinstance(data, str) else data).finish()


# --- the format


def test_lines_end_with_lf_and_cr_lf_is_read_too() -> None:
    """The last line may lack its end."""
    lines = [*XING, "dealer 3", DECK]
    for data in ("\n".join(lines), "\n".join(lines) + "\n", "\r\n".join(lines), "\r\n".join(lines) + "\r\n"):
        assert match_of(data).to_act == (0,)


def test_a_lone_cr_ends_no_line() -> None:
    """It is a character like any other, and no word has it."""
    assert refused("record 1\rgame xing\rseats 4\r").line == 1


def test_blank_lines_and_comments_mean_nothing() -> None:
    """Anywhere; lines are counted with them."""
    lines = ["", "# by hand", "record 1", "", "#", "game xing", "seats 4", "#dealer 0", "dealer 3", "", "# end"]
    record = fed(lines)
    assert record.finish().needs is Need.DECK
    assert record.last is not None
    assert record.last.line == 9
    assert refused(text([*lines, "dealer 3"])).line == 12


def test_a_comment_in_the_middle_of_a_line_is_none() -> None:
    """Only lines that start with # mean nothing."""
    assert refused(text([*XING, "dealer 3 # by lot"])).line == 4
    assert refused(text([*XING, " # indented"])).line == 4


@pytest.mark.parametrize(
    "line", ["dealer  3", " dealer 3", "dealer 3 ", "dealer\t3", "\tdealer 3", "dealer\u00a03", "dealer 3\r\r"]
)
def test_words_are_separated_by_single_blanks_with_nothing_before_or_after(line: str) -> None:
    """No tabs, no double blanks, none at the ends."""
    assert refused(text([*XING, line])).line == 4


@pytest.mark.parametrize("line", ["dealer 03", "dealer +3", "dealer 3.0", "dealer -1", "dealer \uff13", "00 play 5S"])
def test_numbers_are_written_plainly(line: str) -> None:
    """Seats too."""
    assert "plainly" in refused(text([*XING, line])).reason or "begins no line" in refused(text([*XING, line])).reason


def test_cards_are_written_in_capitals() -> None:
    """Rank, then suit."""
    assert refused(text([*XING, "dealer 3", DECK.replace("5S", "5s")])).reason.startswith('"5s" is not a card')
    assert refused(text([*XING, "dealer 3", DECK.replace("5S", "S5")])).reason.startswith('"S5" is not a card')


@pytest.mark.parametrize("junk", [b"\xff", b"name 0 caf\xe9", b"# \xc3", b"\xed\xa0\x80"])
def test_bytes_that_are_no_utf8_are_refused_even_in_comments(junk: bytes) -> None:
    """The file is text."""
    error = refused("\n".join(XING).encode() + b"\n" + junk + b"\n")
    assert (error.line, error.reason) == (4, "The line is not UTF-8 text.")


def test_a_byte_order_mark_is_not_part_of_the_format() -> None:
    """It stands before the first word."""
    assert refused(b"\xef\xbb\xbf" + text(XING).encode()).line == 1


# --- inputs

INPUTS: list[tuple[str, str, Input]] = [
    ("xing", "dealer 3", Chance(Need.DEALER, (3,))),
    ("xing", "deck " + " ".join(CARD_TEXTS[:52]), Chance(Need.DECK, tuple(range(52)))),
    ("dice-capture", "dice 3 6", Chance(Need.DICE, (3, 6))),
    ("dice-capture", "dice 5", Chance(Need.DICE, (5,))),
    ("dice-capture", "card X2", Chance(Need.CARD, (53,))),
    ("xing", "2 play 2S", Act(2, Action("play", 0))),
    ("dice-capture", "1 play 2S new", Act(1, Action("play", 0, 0))),
    ("dice-capture", "1 play 2S 7", Act(1, Action("play", 0, 7))),
    ("tien-len", "0 play 2S 2C", Act(0, Action("play", 0b11))),
    ("call", "3 seventh", Act(3, Action("seventh"))),
    ("xing", "table hide", Report(Happening.HIDE)),
    ("tien-len", "table close", Report(Happening.CLOSE)),
    ("rummy", "table leave 2", Report(Happening.LEAVE, 2)),
    ("tien-len", "table sit 0", Report(Happening.SIT, 0)),
    ("xing", "table end", Report(Happening.END)),
]


@pytest.mark.parametrize(("game", "line", "given"), INPUTS, ids=lambda item: str(item)[:20])
def test_each_kind_of_input_is_read_and_written(game: str, line: str, given: Input) -> None:
    """Chance, a seat's action, the table."""
    assert read_input(GAMES[game], line.split(" ")) == given
    assert write_input(GAMES[game], given) == line


@pytest.mark.parametrize(
    "line",
    [
        *("dealer", "dealer 3 1", "dealer N", "deck", "dice", "dice six", "card", "card KD KS", "card 7"),
        *("table", "table rest", "table hide 1", "table end 0", "table leave", "table leave 1 2", "table sit x"),
        *("0", "0 fly", "0 play", "0 play 2S 3S", "x play 2S", "-1 play 2S", "0play 2S", "seat 0 play 2S", "play 2S"),
        *("Table end", "deal 3", "options", "²", "٣ play 2S", "9999999999 play 2S", "0 PLAY 2S"),
    ],
)
def test_a_line_that_spells_no_input_is_refused(line: str) -> None:
    """With one sentence; the match stays as it was."""
    record = fed([*XING, "dealer 3", DECK])
    match = record.finish()
    before = match.view(0)
    reason = refusal(record, line)
    assert reason.endswith((".", '"'))
    assert reason[:1].isupper() or reason.startswith('"')
    assert match.view(0) == before
    assert record.last is not None
    assert record.last.text == DECK


def test_huge_numbers_of_seats_piles_and_bids_are_refused_at_once() -> None:
    """They are read up to nine digits and then refused by the rules."""
    record = fed([*XING, "dealer 3", DECK])
    assert refusal_code(record, "999999999 play 2S") == "no-such-seat"
    assert refusal_code(record, "table leave 999999999") == "no-such-seat"
    assert refusal_code(fed(XING), "dealer 999999999") == "no-such-seat"


def test_a_deck_names_each_card_once() -> None:
    """52 cards; 32 for Twenty-nine, 54 for Dice Capture."""
    full = " ".join(CARD_TEXTS[:52])
    for wrong in (full[:-3], f"{full} 2S", full.replace("2C", "2S", 1), f"{full} X1 X2", full.replace("AH", "X1")):
        assert refusal_code(fed([*XING, "dealer 3"]), f"deck {wrong}") == "bad-deck"
    assert refusal_code(fed([*header("twenty-nine", 4), "dealer 3"]), f"deck {full}") == "bad-deck"
    assert refusal_code(fed(header("dice-capture", 2)), f"deck {full}") == "bad-deck"


def test_chance_is_taken_only_when_it_is_asked_for() -> None:
    """A deck for a deck, nothing twice."""
    record = fed(XING)
    assert refusal_code(record, DECK) == "not-asked-for"
    record.feed("dealer 3")
    assert refusal_code(record, "dealer 3") == "not-asked-for"
    record.feed(DECK)
    for line in (DECK, "dealer 0", "dice 1 2", "card 2S"):
        assert refusal_code(record, line) == "not-asked-for"


# --- refusals


def test_a_refusal_names_the_line_its_text_and_the_reason() -> None:
    """Comments and blank lines are counted."""
    error = refused(text(["# a", *XING, "", "dealer 3", DECK, "1 play 3D"]))
    assert (error.line, error.text, error.reason) == (8, "1 play 3D", "It is not the turn of seat 1.")
    assert str(error) == 'Line 8 ("1 play 3D"): It is not the turn of seat 1.'


def test_a_refused_line_is_quoted_shortly_and_harmlessly() -> None:
    """A terminal is sent nothing to obey, whatever stands in a file."""
    error = refused(text([*XING, "\x1b]0;evil\x07" + "A" * 10_000]))
    assert error.text is not None
    assert len(error.text) > 10_000
    assert len(str(error)) < 300
    assert str(error).isprintable()


def test_the_text_of_a_refused_line_is_without_its_cr() -> None:
    """As the line would be without it."""
    assert refused("record 1\r\ngame chess\r\n").text == "game chess"


def test_a_replay_stops_at_the_first_refused_line() -> None:
    """What comes after it is not looked at."""
    assert refused(text([*XING, "dealer 7", "nonsense"])).line == 4


def test_a_reader_may_go_on_after_a_refusal() -> None:
    """The match is as it was before the line; a host lets a player try again."""
    record = fed([*XING, "dealer 3", DECK])
    refusal(record, "0 play AS")
    assert record.feed("0 play 2S") is not None
    assert record.last is not None
    assert record.last.line == 7


def test_a_header_line_after_a_refused_input_is_still_taken() -> None:
    """Nothing was accepted yet, so it comes before the first input."""
    record = fed(XING)
    refusal(record, "dealer 7")
    assert record.feed("name 0 North") is None


def test_a_file_that_ends_early_is_a_match_that_goes_on() -> None:
    """After any number of inputs, also after none."""
    assert match_of(text(XING)).needs is Need.DEALER
    assert match_of(text([*XING, "dealer 3"])).needs is Need.DECK


@pytest.mark.parametrize("lines", [[], ["# nothing"], ["record 1"], ["record 1", "game xing"], ["", ""]])
def test_a_file_that_ends_in_its_header_is_refused(lines: list[str]) -> None:
    """There is no match without game and seats; the line after the last is named."""
    error = refused(text(lines))
    assert (error.line, error.text) == (len(lines) + 1, None)
    assert str(error) == f"Line {len(lines) + 1}: {error.reason}"


def test_nothing_is_accepted_after_the_end() -> None:
    """Neither is the end itself."""
    record = fed([*XING, "table end"])
    for line in ("table end", "dealer 3", "0 play 2S"):
        assert refusal_code(record, line) == "match-is-over"
    assert record.feed("# a comment may stand there") is None


# --- writing


def test_a_header_is_written_with_options_that_differ_from_the_default() -> None:
    """Names follow."""
    assert write_header(GAMES["rummy"], 3, {"take": "deep", "stock-out": "turn-over"}, {1: "East"}) == [
        *("record 1", "game rummy", "seats 3", "option take deep", "name 1 East")
    ]
    assert write_header(GAMES["tien-len"], 2, {"scoring": "tokens"}) == header("tien-len", 2)
    assert write_header(GAMES["tien-len"], 4, {"scoring": "tokens"})[3:] == ["option scoring tokens"]
    assert write_header(GAMES["xing"], 4) == XING


def test_a_file_is_its_lines_each_with_an_end() -> None:
    """And lines of a file are what stands between the ends."""
    assert write(XING, ["dealer 3"]) == "record 1\ngame xing\nseats 4\ndealer 3\n"
    assert list(lines_of(b"a\nb\n")) == list(lines_of(b"a\nb")) == [b"a", b"b"]
    assert list(lines_of(b"a\n\n")) == [b"a", b""]
    assert list(lines_of(b"")) == []


def test_a_record_tells_what_each_line_did() -> None:
    """Its number, its text, the input and the events."""
    record = Record()
    for line in XING:
        assert record.feed(line) is None
    done = record.feed(b"dealer 3\r")
    assert done is record.last
    assert done is not None
    assert (done.line, done.text, done.given) == (4, "dealer 3", Chance(Need.DEALER, (3,)))
    assert [str(event) for event in done.events] == ["seat 3 deals."]
