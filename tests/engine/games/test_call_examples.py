"""The worked examples of Call (RULES.md §6.11). Dealer 3; order 0, 1, 2, 3."""

import pytest

from engine.cards import FULL_DECK, card, cards, mask_of
from engine.record import Record
from tests.engine.games.trick_tables import (
    call,
    call_hands,
    feed,
    finish_hand,
    offered,
    plays,
    shuffled_line,
    the_call,
)
from tests.engine.records import deck_line, events_of, refusal_code

NO_BONUS = ("0 pass", "1 pass", "2 pass", "3 pass")
DECK = shuffled_line(FULL_DECK, 6)
STRONG = "AS KS QS JS TS 9S 8S 7S AH AD AC 2H 2D"
ALL_SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"


def test_c_e1_matching() -> None:
    """The holder matches or yields; the caller raises or drops."""
    record = call(deck_line(), "0 bid 7")
    for line, asked in [
        ("1 bid 8", 0),
        ("0 match", 1),
        ("1 bid 9", 0),
        ("0 yield", 2),
        ("2 pass", 3),
        ("3 bid 10", 1),
        ("1 match", 3),
        ("3 drop", 1),
    ]:
        record.feed(line)
        assert the_call(record).to_act == (asked,)
    assert (the_call(record).bidder, the_call(record).bid, the_call(record).phase.value) == (1, 10, "trump")


def test_c_e2_forced_dealer() -> None:
    """When nobody has bid the dealer must."""
    record = call(deck_line(), "0 pass", "1 pass", "2 pass")
    assert offered(the_call(record)) == (3, {f"bid {number}" for number in range(7, 14)})
    assert refusal_code(record, "3 pass") == "bid-is-due"
    record.feed("3 bid 7")
    assert offered(the_call(record))[0] == 3
    assert "seventh" in offered(the_call(record))[1]


def test_c_e4_hiding() -> None:
    """Its suit is trump, and twelve cards are left to play."""
    record = call(call_hands("", "AS KS 4H 9D 2C"), "0 pass", "1 bid 13", "1 hide 4H")
    match = the_call(record)
    assert match.held[1] & mask_of(cards("AS KS 9D 2C 4H")) == mask_of(cards("AS KS 9D 2C"))
    assert match.held[1].bit_count() == 12
    assert match.view(1)["trump"] == "H"
    assert match.view(1)["hidden_card"] == "4H"


def test_c_e5_seventh() -> None:
    """The second card of the bidder's second packet."""
    record = call(call_hands("", "AS KS 4H 9D 2C 3D QH 8S TC"), "0 pass", "1 bid 13", "1 seventh")
    match = the_call(record)
    assert (match.view(1)["hidden_card"], match.view(1)["trump"]) == ("QH", "H")
    assert match.held[1] & mask_of(cards("AS KS 4H 9D 2C 3D QH 8S TC")) == mask_of(cards("AS KS 4H 9D 2C 3D 8S TC"))
    assert match.held[1].bit_count() == 12
    assert match.view(0)["seventh"]


def test_c_e7_asking() -> None:
    """Who asks must trump; the hidden card goes back to its owner's hand."""
    hands = ("KD", "4H 5D", "2H 2S 3S 4S 5S 6S 7S 2C 3C 4C 5C 6C 7C", "AD")
    record = call(call_hands(*hands), "0 pass", "1 bid 13", "1 hide 4H", *NO_BONUS)
    feed(record, "0 play KD", "1 play 5D")
    assert offered(the_call(record)) == (2, {"ask", *plays(hands[2])})
    assert events_of(record, "2 ask") == ["asked", "turned-up"]
    assert the_call(record).held[1] >> card("4H") & 1
    assert offered(the_call(record)) == (2, plays("2H"))
    feed(record, "2 play 2H", "3 play AD")
    assert the_call(record).takers == (2,)


@pytest.mark.parametrize(
    ("bid", "tricks", "points", "others"), [(8, 9, 8, 4), (8, 10, 8, -4), (8, 7, -8, 4), (7, 3, -7, 4)]
)
def test_c_e9_scores(bid: int, tricks: int, points: int, others: int) -> None:
    """The bid or minus the bid; the others 4 or minus 4, for four tricks."""
    record = call(DECK, f"0 bid {bid}", "1 pass", "2 pass", "3 pass", "0 seventh", *NO_BONUS)
    finish_hand(record, lambda match: match.tricks() == [tricks, 13 - tricks])
    assert the_call(record).hand_points == ((points, others) * 2,)
    assert the_call(record).totals == (points, others) * 2


def test_c_e10_bonus_auction() -> None:
    """Each call is one higher; holder and caller match, yield and drop as in the bidding."""
    record = call(deck_line(), "0 bid 13", "0 seventh", "0 bonus")
    for line, asked in [("1 pass", 2), ("2 pass", 3), ("3 bonus", 0), ("0 match", 3), ("3 bonus", 0), ("0 yield", 3)]:
        record.feed(line)
        assert the_call(record).to_act == (asked,)
    assert (the_call(record).bonus_winner, the_call(record).bonus) == (3, 12)
    assert offered(the_call(record)) == (3, {"trump S", "trump H", "trump D", "trump C"})
    record.feed("3 trump S")
    assert [the_call(record).view(seat)["trump"] for seat in range(4)] == ["S"] * 4


def bonus_hand(hand: str, calls: list[str]) -> Record:
    """The first lead of seat 0, who plays the Bonus that the calls make; seat 3 had bid."""
    bidding = ["0 pass", "1 pass", "2 pass", "3 bid 7", "3 seventh"]
    return call(call_hands(hand), *bidding, *calls, "0 trump S")


TEN = ["0 bonus", "1 pass", "2 pass", "3 pass"]
ELEVEN = ["0 bonus", "1 bonus", "0 match", "1 drop", "2 pass", "3 pass"]
THIRTEEN = ["0 bonus", "1 bonus", "0 match", "1 bonus", "0 match", "1 bonus", "0 match"]


@pytest.mark.parametrize(
    ("calls", "hand", "tricks", "points", "others"),
    [
        (TEN, STRONG, 10, 13, -4),
        (TEN, STRONG, 9, -10, 4),
        (ELEVEN, STRONG, 10, -10, -4),
        (THIRTEEN, ALL_SPADES, 13, 13, -4),
    ],
)
def test_c_e11_bonus_scores(calls: list[str], hand: str, tricks: int, points: int, others: int) -> None:
    """13 or minus 10; the others as in any hand (C-D6)."""
    record = bonus_hand(hand, calls)
    finish_hand(record, lambda match: match.tricks() == [tricks, 13 - tricks])
    assert the_call(record).hand_points == ((points, others) * 2,)
