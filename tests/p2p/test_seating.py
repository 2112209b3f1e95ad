"""Who sits where, and under which name."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.dice_capture import GAME
from engine.record import read, write, write_header
from p2p.messages import MAX_NAME
from p2p.plain_text import MOST_MARKS, look_of
from p2p.saved_table import SavedSeat
from p2p.seating import Seat, distinct_name, fitted, free_seat, made_of, next_host, restored, tidy_name

SAVED = [SavedSeat("person", "Ann", "token"), SavedSeat("empty"), SavedSeat("bot", "Bot 1", None, "random")]
NAMES = st.text(max_size=40) | st.text("AB 12\u0301", max_size=20)


def test_seats_come_back_as_they_were_written_down_with_their_people_away() -> None:
    """Nobody has a link, nobody is ready."""
    seats = restored(SAVED)
    assert [seat.saved() for seat in seats] == SAVED
    assert [seat.number for seat in seats] == [0, 1, 2]
    assert [seat.away for seat in seats] == [True, False, False]
    assert not any(seat.ready or seat.peer for seat in seats)


def test_the_lowest_empty_seat_is_free() -> None:
    """Bots and people who are away keep theirs."""
    seats = [*restored(SAVED), Seat(3)]
    assert free_seat(seats) is seats[1]
    assert free_seat([seats[0], seats[2]]) is None


KINDS = st.lists(st.sampled_from(["empty", "person", "bot"]), min_size=1, max_size=6)


@given(KINDS, st.integers(1, 6))
def test_at_another_table_everybody_finds_a_seat_or_the_table_is_too_small(kinds: list[str], number: int) -> None:
    """Nobody is lost, nobody is doubled, and who can stay stays."""
    seats = [Seat(place, kind) for place, kind in enumerate(kinds)]  # type: ignore[arg-type]  # the kinds as texts
    people = [seat for seat in seats if seat.kind == "person"]
    arranged = fitted(seats, number)
    if arranged is None:
        assert len(people) > number
        return
    assert len(arranged) == number
    assert {seat for seat in arranged if seat.kind == "person"} == set(people)
    assert len(set(arranged)) == number
    for seat in people:
        assert seat.number >= number or arranged[seat.number] is seat
    bots = [seat for seat in arranged if seat.kind == "bot"]
    assert all(arranged[bot.number] is bot for bot in bots)


@given(KINDS, st.data())
def test_the_next_host_is_somebody_else_who_is_a_person(kinds: list[str], data: st.DataObject) -> None:
    """The next in order who is here, and only if nobody is, one who is away."""
    seats = [Seat(place, kind) for place, kind in enumerate(kinds)]  # type: ignore[arg-type]  # the kinds as texts
    for seat in seats:
        seat.peer = data.draw(st.sampled_from([None, "link"])) if seat.kind == "person" else None
    leaver = data.draw(st.integers(0, len(seats) - 1))
    chosen = next_host(seats, leaver)
    others = [seat for seat in seats if seat.kind == "person" and seat.number != leaver]
    if not others:
        assert chosen is None
        return
    here = [seat for seat in others if seat.peer] or others
    assert chosen is min(here, key=lambda seat: (seat.number - leaver) % len(seats))


def test_a_name_is_plain_text_with_single_blanks() -> None:
    """Control characters, direction marks and odd blanks cannot disturb the table of the others."""
    assert tidy_name("  Ann \t of\nGreen\u00a0Gables ") == "Ann of Green Gab"
    assert tidy_name("Ev\u202ee\x1b[2J") == "Ev e [2J"
    assert tidy_name("\ud800\u200b\x00") == ""
    assert tidy_name("Zoë 🂡") == "Zoë 🂡"


def test_the_second_of_a_name_gets_a_number() -> None:
    """So that everybody can be told apart."""
    assert distinct_name("Ann", set(), "?") == "Ann"
    assert distinct_name("Ann", {"Ann"}, "?") == "Ann 2"
    assert distinct_name("Ann", {"Ann", "Ann 2"}, "?") == "Ann 3"
    assert distinct_name("", {"?"}, "?") == "? 2"


@pytest.mark.parametrize("alike", ["ann", "ANN", "A\ufe0fnn", "Ann\u3164", "\uff21nn", "A\u034fnn", " Ann\u200b"])
def test_who_would_look_like_somebody_else_gets_a_number_too(alike: str) -> None:
    """Nobody speaks, or is sent away, in the place of another."""
    assert distinct_name(alike, {"Ann"}, "?").endswith(" 2")


@pytest.mark.parametrize("unseen", ["\u3164", "\u2800\ufe0f", "\u034f", "\U000e0100", "\u0301\u0301", " \u115f "])
def test_a_name_that_nobody_could_see_is_none(unseen: str) -> None:
    """Whoever comes with one is called by the seat."""
    assert distinct_name(unseen, set(), "Player 2") == "Player 2"


def test_a_letter_carries_no_more_marks_than_letters_do() -> None:
    """Heaps of them would run over the table of the others; accents and vowel points stay."""
    assert tidy_name("Z" + "\u0335" * 12 + "oe") == "Z" + "\u0335" * MOST_MARKS + "oe"
    for name in ("Zo\u00eb", "Nguy\u1ec5n", "\u0e01\u0e34\u0e49\u0e07", "\u05e9\u05bc\u05b8\u05c1"):
        assert tidy_name(name) == unicodedata.normalize("NFC", name)


def test_a_number_takes_the_place_of_the_end_of_a_long_name() -> None:
    """A blank that stood at the cut goes too: names have single blanks, or records could not hold them."""
    assert distinct_name("Thirteen char xyz", {"Thirteen char xy"}, "?") == "Thirteen char 2"


@given(NAMES, st.lists(NAMES, max_size=12))
def test_every_name_is_short_tidy_new_and_fit_for_a_record(name: str, others: list[str]) -> None:
    """Whatever people want to be called, their names differ and the record with them can be read back."""
    taken: set[str] = set()
    for wanted in [*others, name, name, name]:
        given_name = distinct_name(wanted, taken, "Player 1")
        assert 0 < len(given_name) <= MAX_NAME
        assert tidy_name(given_name) == given_name
        assert look_of(given_name) not in map(look_of, taken)
        assert made_of(given_name, tidy_name(wanted)) or not tidy_name(wanted)
        taken.add(given_name)
        header = write_header(GAME, 2, {}, {1: given_name})
        replayed = read(write(header, []).encode()).header
        assert replayed
        assert replayed.names == {1: given_name}
