"""What a bot goes by in Twenty-nine and Call, in hands made for it; dealer is seat 3, so that seat 0 speaks first."""

import pytest

from engine.bots.rules_of_thumb import call, twenty_nine
from engine.bots.rules_of_thumb.trick_play import stronger
from engine.cards import card, cards, mask_of
from engine.games.call import LOW_TO_HIGH as CALL_RANKS
from engine.games.twenty_nine import LOW_TO_HIGH as RANKS_OF_29
from tests.engine.bots.watching import answer
from tests.engine.games.trick_tables import call_hands, twenty_nine_hands
from tests.engine.records import header

IN_29 = [*header("twenty-nine", 4), "dealer 3"]
IN_CALL = [*header("call", 4), "dealer 3"]
BID_16 = ["0 bid 16", "1 pass", "2 pass", "3 pass"]
NO_DOUBLE = ["1 pass", "3 pass"]
BID_7 = ["0 bid 7", "1 pass", "2 pass", "3 pass"]
NO_BONUS = ["0 pass", "1 pass", "2 pass", "3 pass"]


def test_what_beats_a_card_is_told_by_the_games_ranks() -> None:
    """The Jack is highest in Twenty-nine, the Ace in Call; a seven beats nothing, nor does a card not in the deck."""
    in_29, in_call = stronger(RANKS_OF_29), stronger(CALL_RANKS)
    assert in_29[card("JH")] == in_call[card("AH")] == 0
    assert in_29[card("AH")] == mask_of(cards("JH 9H"))
    assert in_call[card("JH")] == mask_of(cards("QH KH AH"))
    assert in_29[card("7H")].bit_count() == 7
    assert in_29[card("2H")] == 0


# --- auctions


@pytest.mark.parametrize(
    ("hand", "said"),
    [("JS 9S AS TS", "bid"), ("JS 9S KS QS", "bid"), ("7S 8H 7D 8C", "pass"), ("QS 8H 7D KC", "pass")],
)
def test_in_29_a_strong_suit_is_bid_and_a_weak_hand_passes(hand: str, said: str) -> None:
    """The lowest number that is enough."""
    assert answer([*IN_29, twenty_nine_hands(hand)]).split()[0] == said


def test_in_29_the_partners_bid_stands() -> None:
    """Seat 2 would bid itself, but not against seat 0; it does so against seat 1."""
    deal = twenty_nine_hands("7S 8S 7H 8H", "7D 8D 7C 8C", "JS 9S QS JH")
    assert answer([*IN_29, deal, "0 bid 16", "1 pass"]) == "pass"
    assert answer([*IN_29, deal, "0 pass", "1 bid 16"]) == "bid 17"


def test_in_29_the_best_suit_is_trump() -> None:
    """Length, Jack and nine."""
    assert answer([*IN_29, twenty_nine_hands("JH 9H AH 7S"), *BID_16]) == "trump H"


def test_in_29_a_hand_full_of_jacks_doubles() -> None:
    """And one without does not."""
    deal = twenty_nine_hands("7S 8S QS KS", "JS JD JC JH 9D 9C AD AC")
    lines = [*IN_29, deal, "0 bid 20", "1 pass", "2 pass", "3 pass", "0 trump S"]
    assert answer(lines) == "double"
    assert answer([*lines, "1 pass"]) == "pass"
    assert answer([*lines, "1 double"]) == "pass"


def test_in_29_the_pair_is_shown_at_once() -> None:
    """It moves the target by four."""
    deal = twenty_nine_hands("JH 9H KH QH 7S 8S 7D 8D", "7C 8C 9C TC AC JC QC KC", "9S TS AS JS QS KS", "9D TD")
    first = ["0 play 7S", "1 ask", "1 play 7C", "2 play JS", "3 play 9D"]
    assert answer([*IN_29, deal, *BID_16, "0 trump H", *NO_DOUBLE, *first, "2 play 9S", "3 play TD"]) == "show"


def test_in_call_a_strong_hand_bids_and_the_dealer_bids_no_more_than_it_must() -> None:
    """The dealer has to say seven when all others have passed."""
    assert answer([*IN_CALL, call_hands("AS KS QS JS AH")]).startswith("bid ")
    weak = call_hands("2S 3H 4D 5C 6S", "3S 4H 5D 6C 7S", "2H 3D 4C 5S 6H", "2D 3C 4S 5H 7H")
    assert answer([*IN_CALL, weak]) == "pass"
    assert answer([*IN_CALL, weak, "0 pass", "1 pass", "2 pass"]) == "bid 7"


def test_in_call_a_bid_is_matched_with_a_hand_for_it_but_never_against_the_partner() -> None:
    """The number would only be higher."""
    deal = call_hands("AS KS QS JS AH", "2S 3H 4D 5C 6S")
    assert answer([*IN_CALL, deal, "0 bid 7", "1 bid 8"]) == "match"
    assert answer([*IN_CALL, deal, "0 bid 7", "1 pass", "2 bid 8"]) == "yield"
    weak = call_hands("2S 3H 4D 5C 6S")
    assert answer([*IN_CALL, weak, "0 bid 7", "1 bid 8"]) == "yield"


def test_in_call_the_lowest_card_of_the_best_suit_is_hidden() -> None:
    """It is out of play until trump is public."""
    assert answer([*IN_CALL, call_hands("AS KS 4S 2H 3D"), *BID_7]) == "hide 4S"


def test_in_call_the_bonus_is_called_with_a_hand_that_takes_ten_tricks() -> None:
    """By whoever has one; all others pass, and the caller names its suit."""
    deal = call_hands("2S 3H 4D 5C 6S", "AS KS QS JS TS 9S 8S AH KH AD KD AC KC")
    lines = [*IN_CALL, deal, *BID_7, "0 hide 2S"]
    assert answer(lines) == "pass"
    assert answer([*lines, "0 pass"]) == "bonus"
    assert answer([*lines, "0 pass", "1 bonus", "2 pass", "3 pass"]) == "trump S"


# --- tricks


def test_the_last_seat_takes_a_trick_as_cheaply_as_it_can() -> None:
    """The Queen is enough where the King and the Ace would do as well; what is lost gets the lowest card."""
    deal = call_hands("2H 3H 4H 5H 6H JS", "7S", "8S", "AS KS QS 2S AH")
    lines = [*IN_CALL, deal, *BID_7, "0 hide 2H", *NO_BONUS, "0 play JS", "1 play 7S", "2 play 8S"]
    assert answer(lines) == "play QS"
    deal = call_hands("2H 3H 4H 5H 6H AS", "7S", "8S", "KS QS 2S AH")
    lines = [*IN_CALL, deal, *BID_7, "0 hide 2H", *NO_BONUS, "0 play AS", "1 play 7S", "2 play 8S"]
    assert answer(lines) == "play 2S"


def test_points_go_to_the_partner_and_not_to_the_opponents() -> None:
    """Seat 2 cannot follow: on the partner's Jack it lays a ten, on the opponent's Jack a seven."""
    mine = "TH 7D 8D 7C 8C QC KC 7H"
    deal = twenty_nine_hands("JS 8S", "7S 9S", mine, "QS AS")
    lines = [*IN_29, deal, *BID_16, "0 trump C", *NO_DOUBLE]
    assert answer([*lines, "0 play JS", "1 play 7S"]) == "play TH"
    deal = twenty_nine_hands("8S", "JS 9S", mine, "QS AS")
    lines = [*IN_29, deal, *BID_16, "0 trump D", *NO_DOUBLE]
    assert answer([*lines, "0 play 8S", "1 play JS"]) != "play TH"


def test_trump_is_asked_for_when_the_trick_is_worth_it() -> None:
    """The bidder knows that its hearts win a Jack with more points to come; a partner's Jack needs no help."""
    deal = twenty_nine_hands("JS 9S", "AH 9H TH 7H 8H QH KD 8D", "7S 8S", "AS")
    auction = ["0 pass", "1 bid 16", "2 pass", "3 pass", "1 trump H", "2 pass", "0 pass"]
    assert answer([*IN_29, deal, *auction, "0 play JS"]) == "ask"
    deal = twenty_nine_hands("7S 9S", "AH 9H TH 7H 8H QH KD 8D", "AS 8S", "JS TS")
    lines = [*IN_29, deal, *auction, "0 play 9S", "1 play KD", "2 play 8S", "3 play JS", "3 play TS", "0 play 7S"]
    assert answer(lines) != "ask"


@pytest.mark.parametrize(("more", "less"), [("AS KS", "KS"), ("KS QH", "QS QH"), ("2S 3S", "2S"), ("2S AH", "2S KH")])
def test_promises_grow_with_what_is_held(more: str, less: str) -> None:
    """More spades as trump promise more; higher cards do, or at least as much where the games differ."""
    for promise in (call.promise_of, call.bonus_promise_of, twenty_nine.promise_of):
        assert promise(mask_of(cards(more)), 0) >= promise(mask_of(cards(less)), 0)
    promised = [call.promise_of(mask_of(cards(hand)), 0) for hand in (more, less)]
    assert promised[0] > promised[1]
