"""Chop windows of Tien Len (RULES.md §4.4 steps 4 and 5, §4.6)."""

import pytest

from engine.events import seen_by
from engine.record import Record
from tests.engine.games.tien_len_hands import chips, deal, feed, four, legal, match_of, suit, tokens
from tests.engine.records import events_of, refusal_code

FOURS = deal(four("3", "4", "5") + " 2S", four("6", "7", "8") + " 2C", four("9", "T", "J") + " 2D", four("Q", "K", "A"))
"""Every seat has three fours of a kind and a 2."""


def fours(*lines: str) -> Record:
    """A table for tokens where seat 0 has opened with 3S."""
    return tokens(4, FOURS, "0 play 3S", *lines)


TWO_IN_WINDOW = ("1 play 6S", *chips(2, 3), "0 play 2S")
"""Seats 2 and 3 have chipped and hold fours when seat 0 plays a 2; seat 1 is still in the trick."""


def test_all_who_have_chipped_and_can_chop_are_asked_before_the_next_seat() -> None:
    """The window comes first (T-D10)."""
    record = fours(*TWO_IN_WINDOW)
    match = match_of(record)
    assert (match.phase, match.to_act) == ("chop-window", (2, 3))
    assert legal(record, 2) == [f"play {four(rank)}" for rank in "9TJ"] + ["decline"]
    assert legal(record, 3) == [f"play {four(rank)}" for rank in "QKA"] + ["decline"]
    assert legal(record, 1) == []
    assert refusal_code(record, "1 play 2C") == "not-your-turn"
    assert refusal_code(record, "0 decline") == "not-your-turn"


def test_when_all_have_declined_the_next_seat_follows() -> None:
    """A seat that has declined is asked no more; play goes on from the player of the 2."""
    record = fours(*TWO_IN_WINDOW)
    assert events_of(record, "3 decline") == ["declined"]
    assert match_of(record).to_act == (2,)
    assert refusal_code(record, f"3 play {four('Q')}") == "not-your-turn"
    assert events_of(record, "2 decline") == ["declined", "window-closed"]
    assert (match_of(record).phase, match_of(record).to_act) == ("follow", (1,))


def test_closing_the_window_declines_for_all_who_have_not_answered() -> None:
    """`table close` (§4.12)."""
    record = fours(*TWO_IN_WINDOW)
    assert events_of(record, "table close") == ["declined", "declined", "window-closed"]
    assert (match_of(record).phase, match_of(record).to_act) == ("follow", (1,))
    assert refusal_code(record, "table close") == "no-window"
    half = fours(*TWO_IN_WINDOW, "2 decline")
    assert events_of(half, "table close") == ["declined", "window-closed"]


def test_the_first_chop_closes_the_window_and_opens_a_new_one() -> None:
    """Seat 3 may answer the chop of seat 2 with a higher one, as often as it is asked; seat 2 may not answer itself."""
    record = fours(*TWO_IN_WINDOW)
    assert events_of(record, f"2 play {four('9')}") == ["played", "chopped", "window-opened", "may-chop"]
    assert match_of(record).to_act == (3,)
    assert events_of(record, f"3 play {four('Q')}") == ["played", "chop-chopped"]
    assert match_of(record).totals == (-2, 0, -2, 4)
    assert match_of(record).to_act == (0,)


def test_who_declined_is_asked_again_about_the_next_play() -> None:
    """One window per play."""
    record = fours(*TWO_IN_WINDOW, "3 decline", f"2 play {four('9')}")
    assert (match_of(record).phase, match_of(record).to_act) == ("chop-window", (3,))


def test_a_higher_seat_may_come_first() -> None:
    """First come, whatever the order of the seats; a chop too high for the others opens no window."""
    record = fours(*TWO_IN_WINDOW)
    assert events_of(record, f"3 play {four('Q')}") == ["played", "chopped"]
    assert (match_of(record).phase, match_of(record).to_act) == ("follow", (0,))


CHOPPED_TWICE = [
    deal(f"3S 2S {four('9')}", f"3C {four('6', 'T')}", "4S AS KS QS"),
    "0 play 3S", *chips(1), "2 play 4S", "0 play 2S",
    f"1 play {four('6')}", *chips(2), f"0 play {four('9')}",
]  # fmt: skip
"""Seat 1 has chopped out of a window, and seat 0, whose 2 it was and who is still in the trick, has answered."""


def test_the_player_who_was_chopped_may_follow() -> None:
    """It has not chipped; and its chop is another window for the chopper."""
    record = tokens(3, *CHOPPED_TWICE)
    assert match_of(record).totals == (-2 + 4, 2 - 4, 0)
    assert (match_of(record).phase, match_of(record).to_act) == ("chop-window", (1,))
    assert legal(record, 1) == [f"play {four('T')}", "decline"]
    feed(record, f"1 play {four('T')}")
    assert match_of(record).totals == (2 - 8, -2 + 8, 0)
    assert match_of(record).to_act == (0,)
    assert events_of(record, "0 chip") == ["chipped", "trick-won"]
    assert match_of(record).to_act == (1,)


def test_a_chopper_out_of_a_window_stays_chipped() -> None:
    """Beaten and without another window, it is not asked again (T-D11)."""
    record = tokens(3, *CHOPPED_TWICE)
    assert events_of(record, "1 decline") == ["declined", "window-closed", "trick-won"]
    assert (match_of(record).phase, match_of(record).to_act) == ("lead", (0,))


THREE_PAIRS = "4S 4C 5S 5C 6S 6C"
SINGLES = "8D 9D JD QD KD AD 2D"


def test_three_pairs_alone_are_not_asked() -> None:
    """Holding only a P3 never puts a seat into the window."""
    record = tokens(3, deal("3S 2S 7S", f"{THREE_PAIRS} {SINGLES}", "8S 9S"), "0 play 3S", *chips(1), "2 play 8S")
    assert events_of(record, "0 play 2S") == ["played"]
    assert match_of(record).to_act == (2,)


def test_three_pairs_cannot_be_played_in_a_window() -> None:
    """Only what puts a seat into the window."""
    hands = deal("3S 2S 7S", f"{THREE_PAIRS} {four('T')} 9D JD QD", "8S 9S")
    record = tokens(3, hands, "0 play 3S", *chips(1), "2 play 8S", "0 play 2S")
    assert legal(record, 1) == [f"play {four('T')}", "decline"]
    assert refusal_code(record, f"1 play {THREE_PAIRS}") == "not-in-window"
    assert refusal_code(record, "1 chip") == "chop-or-decline"
    assert refusal_code(record, "1 play 4S") == "too-low"
    assert refusal_code(record, "1 play TS TC TD") == "other-kind"


def test_three_pairs_that_are_played_open_a_window() -> None:
    """Like any chop."""
    hands = deal("3S 2S 7S", f"{THREE_PAIRS} {SINGLES}", f"8S {four('T')}")
    record = tokens(3, hands, "0 play 3S", "1 play 8D", *chips(2), "0 play 2S")
    assert match_of(record).to_act == (2,)
    feed(record, "2 decline")
    assert events_of(record, f"1 play {THREE_PAIRS}") == ["played", "chopped", "window-opened", "may-chop"]
    assert match_of(record).to_act == (2,)
    assert events_of(record, f"2 play {four('T')}") == ["played", "chop-chopped"]
    assert match_of(record).totals == (-2, -2, 4)


@pytest.mark.parametrize(
    ("played", "asked"),
    [("2S", True), ("2S 2C", True), ("2S 2C 2D", False), ("AS", False), ("AS AC", False)],
)
def test_windows_open_for_2s_and_pairs_of_2s_only(played: str, *, asked: bool) -> None:
    """Not for three 2s, which nothing beats, nor for any other play that is no chop."""
    size = len(played.split())
    low = {1: ("3S", "5S"), 2: ("3S 3C", "5S 5C"), 3: ("3S 3C 3D", "5S 5C 5D")}[size]
    hands = deal("3S 3C 3D 2S 2C 2D AS AC", four("T"), "5S 5C 5D")
    record = tokens(3, hands, f"0 play {low[0]}", *chips(1), f"2 play {low[1]}", f"0 play {played}")
    assert match_of(record).to_act == ((1,) if asked else (2,))


def test_four_pairs_answer_a_pair_of_2s_in_a_window() -> None:
    """And more pairs beat them, also with a lower top card."""
    four_pairs, five_pairs = "TS TC JS JC QS QC KS KC", "4S 4C 5S 5C 6S 6C 7S 7C 8S 8C"
    hands = deal("3S 3C 2S 2C", four_pairs, five_pairs, "9S 9C")
    record = tokens(4, hands, "0 play 3S 3C", *chips(1, 2), "3 play 9S 9C", "0 play 2S 2C")
    assert match_of(record).to_act == (1, 2)
    feed(record, f"1 play {four_pairs}")
    assert match_of(record).totals == (-4, 4, 0, 0)
    assert legal(record, 2) == [f"play {five_pairs}", "decline"]
    feed(record, f"2 play {five_pairs}")
    assert match_of(record).totals == (-4, -4, 8, 0)


# --- last cards


def test_a_last_2_is_a_window_for_those_who_have_chipped() -> None:
    """The window is open although its player has no cards left."""
    hands = deal("3S 4S 5S 6S 7S 9S TS JS QS KS AS 3C 2H", four("8"), "4C", "4D")
    record = tokens(4, hands, "0 play 3S 4S 5S 6S 7S", *chips(1, 2, 3), "0 play 9S TS JS QS KS AS", *chips(1, 2, 3))
    feed(record, "0 play 3C", *chips(1), "2 play 4C", *chips(3))
    assert events_of(record, "0 play 2H") == ["played", "out-of-cards", "window-opened", "may-chop"]
    assert (match_of(record).phase, match_of(record).to_act) == ("chop-window", (1,))
    assert events_of(record, f"1 play {four('8')}") == ["played", "chopped-for-nothing"]
    assert match_of(record).to_act == (2,)


def test_a_last_chop_is_chopped_for_the_usual_double() -> None:
    """Its player is out of cards and pays all the same [J]."""
    record = tokens(3, deal(four("K"), f"3S 4S 5S 6S 7S 8S 9S TS JS {four('Q')}", "2S"))
    feed(record, "1 play 3S 4S 5S 6S 7S 8S 9S TS", *chips(2, 0), "1 play JS", "2 play 2S", "0 chip")
    events = events_of(record, f"1 play {four('Q')}")
    assert events == ["played", "chopped", "out-of-cards", "window-opened", "may-chop"]
    assert events_of(record, f"0 play {four('K')}") == ["played", "chop-chopped"]
    assert match_of(record).totals == (4, 2 - 4, -2)
    feed(record, "2 chip")
    assert (match_of(record).phase, match_of(record).to_act) == ("lead", (0,))


def test_no_window_opens_when_one_player_is_left() -> None:
    """The round is over at once, though seat 1 has chipped and could chop (T-D12)."""
    spades = "3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    record = tokens(3, deal(f"{spades} AS 2H", "5C 5H 6C 6H 7C 7H 8C 8H", suit("D")))
    feed(record, f"0 play {spades}", *chips(1), "2 play 4D 5D 6D 7D 8D 9D TD JD QD KD AD", *chips(0))
    feed(record, "2 play 3D", "0 play AS", *chips(1))
    assert events_of(record, "2 play 2D") == ["played", "out-of-cards", "window-opened", "may-chop"]
    feed(record, "1 decline")
    assert events_of(record, "0 play 2H")[:3] == ["played", "out-of-cards", "last-left"]
    assert match_of(record).hand_points == ((1, -4, 3),)


def test_2s_beaten_by_higher_2s_cost_nothing() -> None:
    """A chop hits only the 2 on top (§4.6)."""
    record = fours("1 play 6S", *chips(2, 3), "0 play 2S", "table close", "1 play 2C", "table close")
    assert match_of(record).totals == (0, 0, 0, 0)
    feed(record, f"0 play {four('5')}")
    assert match_of(record).totals == (2, -2, 0, 0)


# --- who sees what (§4.11)


def test_nobody_sees_who_is_in_the_window() -> None:
    """A seat in it sees that it may act itself; nothing tells it or others apart, now or when one declines."""
    record = fours("1 play 6S", *chips(2, 3))
    done = record.feed("0 play 2S")
    assert done
    for seat, may_act in enumerate(([], [], [2], [3])):
        view = match_of(record).view(seat)
        assert (view["to_act"], view["phase"], view["window"]) == (may_act, "chop-window", True)
        codes = [event.code for event in seen_by(seat, done.events)]
        assert codes == ["played", "window-opened", *(["may-chop"] if may_act else [])]
    views = [match_of(record).view(seat) for seat in range(4)]
    declined = record.feed("2 decline")
    assert declined
    assert [event.audience for event in declined.events] == [1 << 2]
    views[2]["to_act"] = []
    assert [match_of(record).view(seat) for seat in range(4)] == views


def test_no_event_is_shared_by_seats_in_the_window() -> None:
    """An event's audience must not tell a seat who else is asked, or who has declined at the close."""
    record = fours("1 play 6S", *chips(2, 3))
    for line in ("0 play 2S", "table close"):
        done = record.feed(line)
        assert done
        private = [event.audience for event in done.events if event.audience != -1]
        assert private == [1 << 2, 1 << 3]
