"""Coming and going at a table of Tien Len (RULES.md §4.10)."""

import pytest

from engine.inputs import Happening, Need, Report
from tests.engine.games.tien_len_hands import chips, deal, feed, four, legal, match_of, play_out, practice, suit, tokens
from tests.engine.records import events_of, refusal_code

ONE_SUIT_EACH = deal(suit("H"), suit("S"), suit("C"), suit("D"))
"""Seat 1 has the lowest card, and as long as it leads it comes first."""


# --- between rounds


def test_seats_may_be_left_and_taken_between_rounds() -> None:
    """Before the first deal too; two players at least are needed."""
    record = tokens(3)
    assert events_of(record, "table leave 1") == ["left"]
    assert match_of(record).needs is Need.DECK
    feed(record, "table leave 0")
    assert match_of(record).needs is Need.PLAYERS
    assert refusal_code(record, ONE_SUIT_EACH) == "not-asked-for"
    feed(record, "table leave 2")
    assert match_of(record).needs is Need.PLAYERS
    assert events_of(record, "table sit 1") == ["sat"]
    feed(record, "table sit 2")
    assert match_of(record).needs is Need.DECK
    assert match_of(record).view(0)["seated"] == [1, 2]
    assert match_of(record).extras() == {"seated": [1, 2]}
    assert match_of(record).totals == (0, 0, 0)


def test_what_may_be_reported() -> None:
    """Leaving always; sitting between rounds; closing a window while one is open."""
    record = tokens(2, "table leave 1")
    end, leave, sit = Report(Happening.END), Report(Happening.LEAVE, 0), Report(Happening.SIT, 1)
    assert match_of(record).reports() == [end, leave, sit]
    feed(record, "table sit 1", deal(suit("S"), suit("C")))
    assert match_of(record).reports() == [end, leave, Report(Happening.LEAVE, 1)]


@pytest.mark.parametrize(
    ("lines", "line", "code"),
    [
        ([], "table sit 1", "seat-is-taken"),
        ([], "table sit 4", "no-such-seat"),
        ([], "table leave 4", "no-such-seat"),
        ([], "table close", "no-window"),
        ([], "table hide", "not-reported-now"),
        (["table leave 1"], "table leave 1", "seat-is-empty"),
        ([ONE_SUIT_EACH, "table leave 2"], "table leave 2", "seat-is-empty"),
        ([ONE_SUIT_EACH, "table leave 2"], "table sit 2", "sit-between-rounds"),
        ([ONE_SUIT_EACH, "table leave 2"], "table sit 3", "sit-between-rounds"),
        ([ONE_SUIT_EACH, "table leave 2"], "2 chip", "not-your-turn"),
    ],
)
def test_refusals_of_reports(lines: list[str], line: str, code: str) -> None:
    """Each names its rule; a leaver does not return to a running round."""
    assert refusal_code(tokens(4, *lines), line) == code


def test_only_the_seats_taken_are_dealt_in() -> None:
    """One card at a time, starting with the lowest-numbered occupied seat; the others have 0 in the round."""
    record = tokens(4, "table leave 0", "table leave 2", deal(suit("S"), suit("C")))
    assert match_of(record).view(3)["hand"] == suit("C").split()
    assert match_of(record).view(0)["counts"] == [0, 13, 0, 13]
    assert match_of(record).to_act == (1,)
    feed(record, "1 play 3S")
    assert match_of(record).to_act == (3,)
    feed(record, "3 chip")
    play_out(record)
    assert match_of(record).hand_points == ((0, 6, 0, -6),)


def test_the_lowest_card_dealt_is_not_always_the_lowest_of_the_deck() -> None:
    """Seat 2 has it here: 4S; only the cards dealt count."""
    record = tokens(3, "table leave 0", deal(suit("C").replace("3C", "AD"), suit("S").replace("3S", "KD")))
    assert match_of(record).to_act == (2,)
    assert match_of(record).view(2)["must_play"] == ["4S"]


# --- who leads after somebody has left


def test_the_lowest_card_opens_when_the_winner_has_left_between_rounds() -> None:
    """Whether or not the seat is taken again: that is a new player."""
    for line in ("table leave 1", "table sit 1"):
        record = tokens(4, ONE_SUIT_EACH)
        play_out(record)
        feed(record, "table leave 1", *([line] if "sit" in line else []))
        hands = [suit("H"), suit("C"), suit("S"), suit("D")]
        deck = deal(*hands) if "sit" in line else deal(*hands[1:])
        assert events_of(record, deck)[-1] == "lowest-opens"


def test_the_lowest_card_opens_when_the_winner_has_left_after_finishing() -> None:
    """A leaver who had finished keeps place and payout."""
    record = tokens(4, ONE_SUIT_EACH, f"1 play {suit('S').removesuffix(' 2S')}", *chips(2, 3, 0), "1 play 2S")
    assert events_of(record, "table leave 1") == ["left"]
    assert match_of(record).to_act == (2,)
    feed(record, *chips(2, 3, 0))
    assert match_of(record).to_act == (2,)
    play_out(record)
    assert match_of(record).hand_points == ((-4 - 4, 4, 2, -2 + 4),)
    assert match_of(record).winner == -1
    assert events_of(record, deal(suit("H"), suit("C"), suit("S")))[-1] == "lowest-opens"


def test_a_new_player_on_a_seat_has_opened_nothing() -> None:
    """Three rounds opened by whoever sat there before do not count, whoever won the last one."""
    record = tokens(2)
    for number in (1, 2):
        feed(record, deal(suit("S"), suit("H")))
        play_out(record)
        assert match_of(record).streak == number
    feed(record, "table leave 0", "table sit 0")
    assert (match_of(record).opener, match_of(record).streak) == (-1, 0)
    feed(record, deal(suit("S"), suit("H")))
    play_out(record)
    assert (match_of(record).opener, match_of(record).streak) == (0, 1)


SPADES_LAST = deal(suit("C"), suit("H"), suit("S"))
WON_BY_SEAT_1 = [
    SPADES_LAST,
    "2 play 3S", "0 chip", "1 play 2H", "2 chip", f"1 play {suit('H').removesuffix(' 2H')}", *chips(2, 0),
    f"2 play {suit('S').removeprefix('3S ').removesuffix(' 2S')}", "0 chip", "2 play 2S",
]  # fmt: skip
"""Seat 2 opens, but seat 1 is 1st."""


def test_when_the_leader_leaves_before_the_opening_the_next_seat_leads_what_it_likes() -> None:
    """It needs no lowest card; it counts as the opener, with 1 in a lowest-card round."""
    record = tokens(4, ONE_SUIT_EACH)
    assert events_of(record, "table leave 1") == ["left", "bet-lost", "leads"]
    assert match_of(record).to_act == (2,)
    assert match_of(record).view(2)["must_play"] == []
    assert events_of(record, "table leave 2") == ["left", "bet-lost", "leads"]
    assert "play 7D" in legal(record, 3)
    feed(record, "3 play 7D")
    assert (match_of(record).opener, match_of(record).streak) == (3, 1)
    assert match_of(record).to_act == (0,)


def test_the_lowest_card_must_be_played_though_another_seat_has_left() -> None:
    """Only its holder's leaving lifts that."""
    record = tokens(4, ONE_SUIT_EACH, "table leave 2")
    assert match_of(record).to_act == (1,)
    assert refusal_code(record, "1 play 4S") == "opening-card-missing"


def test_who_opens_for_a_leader_who_has_left_goes_on_with_its_own_streak() -> None:
    """However it came to open the rounds (§4.4)."""
    record = tokens(3, *WON_BY_SEAT_1)
    assert (match_of(record).opener, match_of(record).streak, match_of(record).winner) == (2, 1, 1)
    feed(record, SPADES_LAST, "table leave 1", "2 play 3S")
    assert (match_of(record).opener, match_of(record).streak) == (2, 2)


def test_a_streak_beyond_three_is_broken_too() -> None:
    """A leader's leaving may bring a seat to a fourth opening in a row; the fifth is the lowest card's."""
    record = tokens(3)
    for _ in range(2):
        feed(record, SPADES_LAST)
        play_out(record)
    feed(record, *WON_BY_SEAT_1, SPADES_LAST, "table leave 1")
    play_out(record)
    assert (match_of(record).opener, match_of(record).streak, match_of(record).winner) == (2, 4, 2)
    assert events_of(record, deal(suit("C"), suit("S")))[-2:] == ["led-enough", "lowest-opens"]


def test_a_round_without_any_play_leaves_the_streak_as_it_was() -> None:
    """Seat 0 opened the first round; seat 1 leaves the second before any play."""
    record = tokens(2, deal(suit("S"), suit("H")))
    play_out(record)
    feed(record, deal(suit("S"), suit("H")))
    assert events_of(record, "table leave 1")[:3] == ["left", "bet-lost", "last-left"]
    match = match_of(record)
    assert (match.opener, match.streak, match.winner, match.needs) == (0, 1, 0, Need.PLAYERS)
    assert match.hand_points[1] == (4, -4)


# --- leaving in mid-round


def test_the_bet_is_settled_with_the_round() -> None:
    """Net -4 on top of chops, listed with the round; the others fill the places from the top."""
    record = tokens(4, ONE_SUIT_EACH, "1 play 3S", "table leave 2")
    assert match_of(record).totals == (0, 0, 0, 0)
    assert match_of(record).to_act == (3,)
    feed(record, *chips(3, 0))
    play_out(record)
    assert match_of(record).placed == (1, 3, 0)
    assert match_of(record).hand_points == ((-2 - 4, 4, -4, 2 + 4),)


def test_what_is_left_of_the_pot_goes_to_the_1st_place() -> None:
    """Two of four leave: 8 and 6 are paid of 16, and the other 2 go to the winner."""
    record = tokens(4, ONE_SUIT_EACH, "1 play 3S", "table leave 2", "table leave 3", *chips(0))
    play_out(record)
    assert match_of(record).hand_points == ((2 - 4, 6 + 4, -4, -4),)


def test_the_cards_of_a_leaver_are_not_shown() -> None:
    """They go out of play unseen; the seat has no cards any more."""
    record = tokens(3, deal(suit("S"), suit("H"), suit("C")), "0 play 3S")
    done = record.feed("table leave 1")
    assert done
    assert [str(event) for event in done.events] == ["seat 1 leaves the table.", "The bet of seat 1 is lost."]
    assert match_of(record).view(2)["counts"] == [12, 0, 13]
    assert "H" not in str(match_of(record).view(2))


def test_whoever_is_not_on_turn_leaves_without_a_change_of_turn() -> None:
    """The seat is skipped from then on."""
    record = tokens(4, ONE_SUIT_EACH, "1 play 3S", "table leave 3")
    assert match_of(record).to_act == (2,)
    feed(record, "2 chip")
    assert match_of(record).to_act == (0,)


def test_the_trick_is_over_when_the_last_who_could_follow_leaves() -> None:
    """Its holder leads."""
    record = tokens(4, ONE_SUIT_EACH, "1 play 3S", *chips(2, 3))
    assert events_of(record, "table leave 0") == ["left", "bet-lost", "trick-won"]
    assert (match_of(record).phase, match_of(record).to_act) == ("lead", (1,))


def test_the_play_of_a_leaver_still_has_to_be_beaten() -> None:
    """If it wins the trick, the next seat in order with cards leads."""
    record = tokens(4, ONE_SUIT_EACH, "1 play 3S", "2 play TC", "table leave 2")
    assert match_of(record).to_act == (3,)
    assert refusal_code(record, "3 play 4D") == "too-low"
    done = feed(record, *chips(3, 0)).feed("1 chip")
    assert done
    assert str(done.events[-1]) == "seat 2 wins the trick; seat 3 leads."
    assert match_of(record).to_act == (3,)


def test_a_leader_of_a_later_trick_is_followed_by_the_next_seat() -> None:
    """Which may lead what it likes."""
    record = tokens(4, ONE_SUIT_EACH, "1 play 3S", *chips(2, 3, 0), "table leave 1")
    assert (match_of(record).phase, match_of(record).to_act) == ("lead", (2,))
    assert (match_of(record).opener, match_of(record).streak) == (-1, 0)


def test_the_round_is_over_when_one_player_with_cards_remains() -> None:
    """That player takes the next place; with nobody placed before there is no pinch."""
    record = tokens(3, deal(suit("S"), suit("H"), suit("C")), "0 play 3S", "table leave 2")
    assert events_of(record, "table leave 0") == [
        "left", "bet-lost", "last-left", "round-points", "round-points", "round-points",
    ]  # fmt: skip
    assert match_of(record).hand_points == ((-4, 8, -4),)
    assert match_of(record).needs is Need.PLAYERS
    assert match_of(record).view(1)["shown"] == suit("H").split()


def test_the_pinch_is_paid_even_to_a_player_who_has_gone() -> None:
    """Seat 1 was 1st and has left; seat 3 goes, and seat 0, left with 2H, pays seat 1."""
    record = tokens(4, ONE_SUIT_EACH, "table leave 2", f"1 play {suit('S').removesuffix(' 2S')}", *chips(3, 0))
    feed(record, "1 play 2S", "table leave 1", *chips(3))
    assert "pinched" in events_of(record, "table leave 3")
    assert match_of(record).hand_points == ((2 - 4, 6 + 4, -4, -4),)
    assert match_of(record).winner == -1


# --- leaving and chops

FOURS = deal(four("3", "4", "5") + " 2S", four("6", "7", "8") + " 2C", four("9", "T", "J") + " 2D", four("Q", "K", "A"))
WINDOW = [FOURS, "0 play 3S", "1 play 6S", *chips(2, 3), "0 play 2S"]
"""The chop window of seats 2 and 3 is open for the 2 of seat 0; seat 1 would be next."""


def test_chopping_a_leavers_2_moves_nothing() -> None:
    """Nor does chopping that chop: doubling 0 stays 0. The window stays open for those who were asked."""
    record = tokens(4, *WINDOW, "table leave 0")
    assert (match_of(record).phase, match_of(record).to_act) == ("chop-window", (2, 3))
    assert events_of(record, f"2 play {four('9')}")[:2] == ["played", "chopped-for-nothing"]
    assert events_of(record, f"3 play {four('Q')}")[:2] == ["played", "chopped-for-nothing"]
    assert match_of(record).totals == (0, 0, 0, 0)
    assert (match_of(record).phase, match_of(record).to_act) == ("follow", (1,))


def test_chopping_a_leavers_chop_moves_nothing() -> None:
    """Earlier payments stand."""
    record = tokens(4, *WINDOW, f"2 play {four('9')}", "table leave 2")
    assert match_of(record).totals == (-2, 0, 2, 0)
    assert events_of(record, f"3 play {four('Q')}") == ["played", "chopped-for-nothing"]
    assert match_of(record).totals == (-2, 0, 2, 0)


def test_chopping_the_last_chop_of_a_finished_player_who_has_left_moves_nothing() -> None:
    """Whereas at the table it would have been paid."""
    record = tokens(3, deal(four("K"), f"3S 4S 5S 6S 7S 8S 9S TS JS {four('Q')}", "2S"))
    feed(record, "1 play 3S 4S 5S 6S 7S 8S 9S TS", *chips(2, 0), "1 play JS", "2 play 2S", "0 chip")
    feed(record, f"1 play {four('Q')}", "table leave 1")
    assert (match_of(record).phase, match_of(record).to_act) == ("chop-window", (0,))
    assert events_of(record, f"0 play {four('K')}") == ["played", "chopped-for-nothing"]
    assert match_of(record).totals == (0, 2, -2)


def test_who_leaves_a_window_has_declined() -> None:
    """The window stays open for the others and closes with the last."""
    record = tokens(4, *WINDOW)
    assert events_of(record, "table leave 2") == ["left", "bet-lost"]
    assert match_of(record).to_act == (3,)
    assert events_of(record, "table leave 3") == ["left", "bet-lost", "window-closed"]
    assert (match_of(record).phase, match_of(record).to_act) == ("follow", (1,))


def test_a_window_stays_open_when_the_next_seat_leaves() -> None:
    """It does not wait for that one."""
    record = tokens(4, *WINDOW, "table leave 1")
    assert (match_of(record).phase, match_of(record).to_act) == ("chop-window", (2, 3))
    feed(record, "table close")
    assert (match_of(record).phase, match_of(record).to_act) == ("lead", (0,))


def test_a_round_ends_at_once_though_a_window_is_open() -> None:
    """When one player with cards is left, nobody is asked any more."""
    record = tokens(4, *WINDOW, "table leave 0", "table leave 1", "table leave 3")
    assert match_of(record).hand_points == ((-4, -4, 12, -4),)
    assert refusal_code(record, "table close") == "no-window"


# --- practice


@pytest.mark.parametrize("lines", [[], [FOURS], WINDOW])
def test_leaving_ends_practice_without_result(lines: list[str]) -> None:
    """Also between rounds."""
    record = practice(*lines)
    assert events_of(record, "table leave 3") == ["left", "practice-stopped"]
    match = match_of(record)
    assert (match.ending, match.winners, match.hand_points, match.needs) == ("ended", (), (), Need.NOTHING)
    assert refusal_code(record, "table sit 3") == "match-is-over"


def test_chops_of_practice_that_was_stopped_stay_in_the_totals() -> None:
    """The round is not listed."""
    record = practice(*WINDOW, f"2 play {four('9')}", "table leave 1")
    assert (match_of(record).totals, match_of(record).hand_points) == ((-2, 0, 2, 0), ())
