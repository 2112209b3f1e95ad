"""Twenty-nine, sentence by sentence (RULES.md §5); its worked examples are in test_twenty_nine_examples."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards, cards_in, mask_of
from engine.chance import draw, pick
from engine.games.twenty_nine import GAME, TwentyNine, target_after_pair, winner_of
from engine.inputs import Need
from engine.leaving import Leaving, OnDrop, OnLeave
from engine.match import Ending
from engine.record import Record
from tests.engine.games.trick_tables import (
    feed,
    finish_hand,
    offered,
    plays,
    shuffled_line,
    the_29,
    twenty_nine,
    twenty_nine_hands,
)
from tests.engine.perft import perft
from tests.engine.records import deck_line, events_of, refusal, refusal_code

DECK = deck_line(deck=TwentyNine.deck)
SEAT_0_PLAYS_16 = ("0 bid 16", "1 pass", "2 pass", "3 pass")
NOBODY_DOUBLES = ("1 pass", "3 pass")


def at_play(*hands: str, trump: str = "H") -> Record:
    """The first lead of seat 0, who plays 16 with a hidden trump."""
    return twenty_nine(twenty_nine_hands(*hands), *SEAT_0_PLAYS_16, f"0 trump {trump}", *NOBODY_DOUBLES)


# --- deal and auction (§5.2)


def test_packets_of_four_go_round_twice_from_the_dealers_right() -> None:
    """The second packet comes only after trump is chosen."""
    deck = cards(DECK.removeprefix("deck "))
    record = twenty_nine(DECK, dealer=1)
    assert [the_29(record).held[seat] for seat in (2, 3, 0, 1)] == [
        mask_of(deck[4 * place : 4 * place + 4]) for place in range(4)
    ]
    feed(record, "2 pass", "3 pass", "0 bid 20", "1 pass")
    assert [hand.bit_count() for hand in the_29(record).held] == [4, 4, 4, 4]
    record.feed("0 trump C")
    assert [the_29(record).held[seat] for seat in (2, 3, 0, 1)] == [
        mask_of(deck[4 * place : 4 * place + 4] + deck[16 + 4 * place : 20 + 4 * place]) for place in range(4)
    ]


def test_the_first_bid_is_from_16_to_28_and_later_ones_are_higher() -> None:
    """Or a pass, which is final; the partner may be outbid too."""
    record = twenty_nine(DECK)
    assert offered(the_29(record)) == (0, {"pass", *(f"bid {number}" for number in range(16, 29))})
    assert refusal(record, "0 bid 15") == "Bid from 16 to 28, or pass."
    assert refusal_code(record, "0 bid 29") == "bid-or-pass"
    assert refusal_code(record, "0 double") == "bid-or-pass"
    record.feed("0 bid 26")
    assert offered(the_29(record)) == (1, {"pass", "bid 27", "bid 28"})
    record.feed("1 pass")
    record.feed("2 bid 27")
    assert refusal_code(record, "1 bid 28") == "not-your-turn"
    record.feed("3 pass")
    assert offered(the_29(record)) == (0, {"pass", "bid 28"})
    record.feed("0 pass")
    assert (the_29(record).bidder, the_29(record).bid, the_29(record).target) == (2, 27, 27)


def test_all_may_pass_more_than_once() -> None:
    """N-D3: the same dealer deals each time; nothing is scored and no dealer is asked for."""
    record = twenty_nine(dealer=2)
    for seed in range(3):
        record.feed(shuffled_line(TwentyNine.deck, seed))
        for line in ("3 pass", "0 pass", "1 pass", "2 pass"):
            record.feed(line)
        match = the_29(record)
        assert (match.needs, match.phase.value, match.dealer, match.hand_points) == (Need.DECK, "deal", 2, ())
        assert match.view(0)["hand"] == []


@pytest.mark.parametrize("suit", "SHDC")
def test_any_suit_may_be_trump_and_only_the_bidder_knows_it(suit: str) -> None:
    """It need not be a suit held; nothing tells the others, the partner neither."""
    record = twenty_nine(twenty_nine_hands("7S 8S 9S TS"), *SEAT_0_PLAYS_16)
    assert offered(the_29(record)) == (0, {"trump S", "trump H", "trump D", "trump C"})
    assert refusal_code(record, "0 pass") == "choose-trump"
    done = record.feed(f"0 trump {suit}")
    assert done
    assert [event.params() for event in done.events if event.code == "trump-is"] == [{"suit": suit}]
    assert [event.audience for event in done.events if event.code == "trump-is"] == [0b0001]
    assert [the_29(record).view(seat)["trump"] for seat in range(4)] == [suit, None, None, None]
    assert the_29(record).extras()["trump"] is None


def test_opponents_double_in_order_and_the_first_double_settles_it() -> None:
    """First the bidder's right, then its left; then bidder and partner may redouble."""
    record = twenty_nine(DECK, "0 pass", "1 bid 16", "2 pass", "3 pass", "1 trump S")
    assert offered(the_29(record)) == (2, {"double", "pass"})
    assert refusal_code(record, "2 redouble") == "double-or-pass"
    assert refusal_code(record, "0 double") == "not-your-turn"
    record.feed("2 pass")
    assert offered(the_29(record)) == (0, {"double", "pass"})
    assert events_of(record, "0 double") == ["doubled"]
    assert offered(the_29(record)) == (1, {"redouble", "pass"})
    assert refusal_code(record, "1 double") == "redouble-or-pass"
    record.feed("1 pass")
    assert offered(the_29(record)) == (3, {"redouble", "pass"})
    assert events_of(record, "3 redouble") == ["redoubled", "leads-first"]
    assert (the_29(record).stake, the_29(record).to_act) == (4, (0,))


@pytest.mark.parametrize(
    ("lines", "stake"),
    [
        (["1 pass", "3 pass"], 1),
        (["1 double", "0 pass", "2 pass"], 2),
        (["1 pass", "3 double", "0 pass", "2 pass"], 2),
        (["1 double", "0 redouble"], 4),
    ],
)
def test_the_stake_is_1_2_or_4(lines: list[str], stake: int) -> None:
    """Whatever was said, play starts with the dealer's right."""
    record = twenty_nine(DECK, *SEAT_0_PLAYS_16, "0 trump S", *lines)
    assert (the_29(record).stake, the_29(record).phase.value, the_29(record).to_act) == (stake, "play", (0,))
    assert the_29(record).extras()["stake"] == stake


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_right_leads_whoever_plays(dealer: int) -> None:
    """N-D1: not the bidder."""
    speakers = [(dealer + place) % 4 for place in (1, 2, 3, 4)]
    record = twenty_nine(DECK, *(f"{seat} pass" for seat in speakers[:3]), f"{dealer} bid 16", dealer=dealer)
    for line in (f"{dealer} trump S", f"{speakers[0]} pass", f"{speakers[2]} pass"):
        record.feed(line)
    assert (the_29(record).bidder, the_29(record).leader) == (dealer, speakers[0])


# --- play (§5.3)

TWO_WITHOUT_SPADES = ("JS 9S AS TS 7D 8D 9D TD", "KS 7C 8C 9C TC 7H 8H JD", "QS 8S 7S QD KD AD JC QC")
"""Hands in which only seat 3 has no spade when seat 0 leads them: it holds the other clubs and hearts."""


def test_who_leads_or_can_follow_may_not_ask() -> None:
    """The refusal says why; nobody else may ask out of turn."""
    record = at_play(*TWO_WITHOUT_SPADES)
    assert "ask" not in offered(the_29(record))[1]
    assert refusal_code(record, "0 ask") == "leader-cannot-ask"
    record.feed("0 play JS")
    assert offered(the_29(record)) == (1, {"play KS"})
    assert refusal(record, "1 ask") == "You hold spades: only who cannot follow suit may ask for trump."
    assert refusal_code(record, "3 ask") == "not-your-turn"


def test_who_asks_must_play_a_trump_any_of_them() -> None:
    """N-D9: it need not beat what lies there. The suit is public for the rest of the hand."""
    record = at_play(*TWO_WITHOUT_SPADES)
    feed(record, "0 play JS", "1 play KS", "2 play 7S")
    assert offered(the_29(record)) == (3, {"ask", *plays("9H TH QH KH AH JH KC AC")})
    done = record.feed("3 ask")
    assert done
    assert [(event.code, event.params()) for event in done.events] == [("asked", {"seat": 3, "suit": "H"})]
    assert [the_29(record).view(seat)["trump"] for seat in range(4)] == ["H"] * 4
    assert the_29(record).extras()["trump"] == "H"
    assert offered(the_29(record)) == (3, {"show", *plays("9H TH QH KH AH JH")})
    assert refusal(record, "3 play KC") == "You asked for trump and hold hearts, so you must play one."
    assert refusal_code(record, "3 ask") == "trump-is-public"
    record.feed("3 play QH")
    assert (the_29(record).leader, the_29(record).points) == (3, (0, 3))


def test_who_asks_without_a_trump_plays_what_it_likes() -> None:
    """The bidder may ask like anybody else."""
    hands = ("7D 8D 9D TD JD QD KD AD", "7C 8C 9C TC JC QC KC AC", "7H 8H 9H TH JH QH KH AH")
    record = at_play(*hands, trump="S")
    record.feed("0 play 7D")
    record.feed("1 ask")
    assert offered(the_29(record)) == (1, plays(hands[1]))
    record = twenty_nine(twenty_nine_hands(*hands), "0 pass", "1 bid 16", "2 pass", "3 pass", "1 trump C")
    feed(record, "2 pass", "0 pass", "0 play 7D", "1 ask", "1 play 7C", "2 play 7H", "3 play 7S")
    assert the_29(record).leader == 1


def test_with_trump_public_nobody_must_trump() -> None:
    """The duty is tied to asking."""
    record = at_play(*TWO_WITHOUT_SPADES)
    feed(record, "0 play JS", "1 play KS", "2 play 7S", "3 ask", "3 play AH")
    record.feed("3 play KC")
    assert offered(the_29(record))[1] == plays("9S AS TS 7D 8D 9D TD")
    assert refusal_code(record, "0 ask") == "trump-is-public"


def test_a_trump_thrown_before_the_asking_counts_in_that_trick() -> None:
    """N-D4: judged when the fourth card is down."""
    hands = ("AS 7C 8C 9C TC JC QC KC", "JH 7D 8D 9D TD JD QD KD", "7H 8H 9H TH QH KH AH AD")
    record = at_play(*hands)
    feed(record, "0 play AS", "1 play JH", "2 ask", "2 play 9H")
    assert events_of(record, "3 play JS") == ["played", "taken"]
    assert (the_29(record).leader, the_29(record).points) == (1, (0, 9))
    asleep = at_play(*hands)
    for line in ("0 play AS", "1 play JH", "2 play 9H", "3 play JS"):
        asleep.feed(line)
    assert the_29(asleep).leader == 3


def test_leading_the_hidden_trump_suit_reveals_nothing() -> None:
    """It is a suit like the others until somebody asks."""
    record = at_play("7H 8H 9H TH JS 9S AS TS", "JH QH 7S 8S 7C 8C 9C TC", "KH AH KS QS JC QC KC AC")
    assert events_of(record, "0 play 7H") == ["played"]
    feed(record, "1 play QH", "2 play KH")
    assert "ask" in offered(the_29(record))[1]
    record.feed("3 play 7D")
    assert (the_29(record).leader, the_29(record).view(1)["trump"]) == (2, None)


def test_the_hand_is_scored_as_usual_when_nobody_asks() -> None:
    """The suit is shown afterwards, and no card of it has counted as trump."""
    record = at_play("7S 8S 9S TS JS QS KS AS", "7C 8C 9C TC JC QC KC AC", "7D 8D 9D TD JD QD KD AD")
    while True:
        match = the_29(record)
        seat, answers = offered(match)
        done = record.feed(f"{seat} {max(answers)}")
        assert done
        if match.hand_points:
            break
    assert [event.code for event in done.events][2:] == ["never-asked", "made"]
    assert match.hand_points == ((1, 0, 1, 0),)
    assert match.points == (28, 0)
    assert [match.view(seat)["trump"] for seat in range(4)] == ["H"] * 4


# --- the pair (§5.3)


def with_pair(seat: int, *, bidder: int, bid: int) -> Record:
    """Seat 0 leads JS and seat 1, without a spade, asks: trump is hearts, and the seat holds the pair."""
    hands = ["JS 9S 8S 8D 9D TD JD QD", "7C 8C 9C TC JC QC KC 7D", "AS TS KD AD AC JH 9H AH", "KS QS 7S 8H TH 7H KH QH"]
    swapped = {0: "8D 9D", 1: "7C 8C", 2: "JH 9H"}[seat]
    hands[seat] = hands[seat].replace(swapped, "KH QH")
    hands[3] = hands[3].replace("KH QH", swapped)
    auction = [f"{speaker} bid {bid}" if speaker == bidder else f"{speaker} pass" for speaker in range(4)]
    stakes = [f"{(bidder + place) % 4} pass" for place in (1, 3)]
    return twenty_nine(twenty_nine_hands(*hands), *auction, f"{bidder} trump H", *stakes, "0 play JS")


def test_the_pair_moves_the_target_for_and_against_the_bidders() -> None:
    """Four down when a bidder shows it, four up when an opponent does; the bid stays what it was."""
    record = with_pair(1, bidder=1, bid=16)
    record.feed("1 ask")
    done = record.feed("1 show")
    assert done
    assert [(event.code, event.params()) for event in done.events] == [
        ("pair-shown", {"seat": 1, "cards": ["QH", "KH"], "target": 12}),
    ]
    assert (the_29(record).target, the_29(record).view(2)["pair_shown_by"]) == (12, 1)
    record = with_pair(1, bidder=0, bid=26)
    feed(record, "1 ask", "1 show")
    assert (the_29(record).target, the_29(record).extras()["target"], the_29(record).bid) == (30, 30, 26)


def test_who_has_asked_may_show_in_that_turn_and_must_still_trump() -> None:
    """The turn goes on after both."""
    record = with_pair(1, bidder=0, bid=20)
    assert "show" not in offered(the_29(record))[1]
    assert refusal_code(record, "1 show") == "trump-is-hidden"
    record.feed("1 ask")
    assert offered(the_29(record)) == (1, {"show", *plays("KH QH")})
    record.feed("1 show")
    assert offered(the_29(record)) == (1, plays("KH QH"))
    assert refusal_code(record, "1 play 9C") == "must-trump"
    assert refusal_code(record, "1 show") == "pair-is-shown"


def test_the_pair_is_shown_on_ones_own_turn_before_playing() -> None:
    """Also by who follows suit; not after the card is played."""
    record = with_pair(2, bidder=0, bid=20)
    feed(record, "1 ask", "1 play 7C")
    assert offered(the_29(record)) == (2, {"show", *plays("AS TS")})
    record.feed("2 play AS")
    assert refusal_code(record, "2 show") == "not-your-turn"
    feed(record, "3 play KS", "0 play 9S", "1 play 8C", "2 show")
    assert (the_29(record).target, the_29(record).pair_shown_by) == (16, 2)
    assert offered(the_29(record)) == (2, plays("TS"))


def test_the_leader_may_show_the_pair() -> None:
    """An opponent of the bidder does so here: four up."""
    record = with_pair(0, bidder=1, bid=20)
    feed(record, "1 ask", "1 play 7C", "2 play AS", "3 play KS")
    assert offered(the_29(record)) == (0, {"show", *plays("9S 8S KH QH TD JD QD")})
    record.feed("0 show")
    assert (the_29(record).target, the_29(record).to_act) == (24, (0,))


def test_one_of_the_two_cards_is_no_pair() -> None:
    """Both must still be in hand; who holds none of them is told no more than that."""
    record = with_pair(1, bidder=0, bid=20)
    feed(record, "1 ask", "1 play KH", "2 play AS", "3 play KS")
    assert offered(the_29(record)) == (1, plays("9C TC JC QC KC 7D QH"))
    assert refusal(record, "1 show") == "To show the pair you must hold both the King and the Queen of hearts."
    record.feed("1 play QH")
    assert refusal_code(record, "2 show") == "no-pair"


def test_the_pair_has_no_limits() -> None:
    """N-D5: from 12 for a bid of 16 to 32 for one of 28, which nobody can make."""
    assert [target_after_pair(bid, by_bidders=True) for bid in range(16, 29)] == list(range(12, 25))
    assert [target_after_pair(bid, by_bidders=False) for bid in range(16, 29)] == list(range(20, 33))


# --- scores (§5.4, §5.5)


def test_only_the_bidders_score_and_the_deal_moves_on() -> None:
    """The other side's game points stay; the next deal is the right neighbour's, who needs only a deck."""
    record = twenty_nine(shuffled_line(TwentyNine.deck, 4), *SEAT_0_PLAYS_16, "0 trump S", *NOBODY_DOUBLES)
    finish_hand(record, lambda match: match.points[0] < match.target)
    match = the_29(record)
    assert (match.hand_points, match.totals) == (((-1, 0, -1, 0),), (-1, 0, -1, 0))
    assert (match.needs, match.dealer, match.to_act) == (Need.DECK, 0, ())
    record.feed(shuffled_line(TwentyNine.deck, 5))
    assert match.to_act == (1,)


@pytest.mark.parametrize(
    ("scores", "winner"),
    [((6, 0), 0), ((0, 6), 1), ((9, 5), 0), ((-6, 0), 1), ((5, -6), 0), ((-5, 5), None), ((0, 0), None)],
)
def test_a_match_is_won_at_6_or_when_the_others_are_at_minus_6(scores: tuple[int, int], winner: int | None) -> None:
    """One side's score moves a hand, so both cannot happen together."""
    assert winner_of(scores) == winner


# --- the table


def test_a_closed_table_has_no_result() -> None:
    """At any time, before the first deal too; afterwards nothing is accepted."""
    lines = [DECK, *SEAT_0_PLAYS_16, "0 trump H", *NOBODY_DOUBLES, "0 play 7S"]
    for count in range(len(lines) + 1):
        record = twenty_nine(*lines[:count])
        assert events_of(record, "table end") == ["table-ended"]
        match = the_29(record)
        assert (match.ending, match.winners, match.needs, match.phase.value) == (Ending.ENDED, (), Need.NOTHING, "over")
        assert refusal_code(record, "table end") == "match-is-over"
        assert refusal_code(record, DECK) == "match-is-over"
        assert match.view(1)["trump"] is None


@pytest.mark.parametrize("report", ["table hide", "table close", "table leave 1", "table sit 1"])
def test_the_table_reports_nothing_else(report: str) -> None:
    """Who drops out is the host's business: the game stops, and goes on with the same cards (§5.8)."""
    assert GAME.leaving == Leaving(OnLeave.SEAT_OPENS, OnDrop.HOST_DECIDES, rests=True)
    assert refusal_code(twenty_nine(DECK), report) == "not-reported-now"


def test_wrong_verbs_are_refused() -> None:
    """Each phase has its own; in play, a card that is not in the hand is named as such."""
    record = at_play("7S 8S 9S TS")
    assert refusal_code(record, "0 bid 28") == "not-an-action-now"
    assert refusal_code(record, "0 play AS") == "not-in-hand"
    assert refusal_code(record, "0 play 2C") == "not-in-hand"
    assert refusal_code(record, "1 play 7C") == "not-your-turn"
    assert [bool(the_29(record).legal(seat)) for seat in range(4)] == [True, False, False, False]


# --- properties


@given(st.integers(0, 2**32))
def test_cards_and_points_are_conserved(seed: int) -> None:
    """All 32 cards are somewhere once; 28 points are taken; teams carry the same figures; a twin is independent."""
    rng = Random(seed)
    match = TwentyNine(4, {})
    while match.needs is not Need.NOTHING:
        twin = match.copy()
        before = twin.view(0), twin.held, twin.stock
        hands = len(match.hand_points)
        if match.needs is Need.SEAT:
            (seat,) = match.to_act
            match.act(seat, pick(match.legal(seat), rng))
        else:
            match.chance(draw(match, rng))
        assert before == (twin.view(0), twin.held, twin.stock)
        assert match.totals[:2] == match.totals[2:]
        assert match.totals == tuple(map(sum, zip(*match.hand_points, strict=True))) or not match.hand_points
        if len(match.hand_points) > hands:
            assert sum(match.points) == 28
            assert match.hand_points[-1][1 - match.bidder & 1] == 0
        if match.needs is Need.SEAT:
            left = [*(card for hand in match.held for card in cards_in(hand)), *match.stock, *match.trick]
            assert len(set(left)) == len(left) == 32 - 4 * len(match.takers)
    assert match.ending is Ending.WON


def test_perft() -> None:
    """How many ways there are from a fixed deal: a slip in the rules would change the counts."""
    match = twenty_nine(shuffled_line(TwentyNine.deck, 1)).finish()
    assert perft(match, 4)["leaves"] == 2759
    record = twenty_nine(shuffled_line(TwentyNine.deck, 1), *SEAT_0_PLAYS_16, "0 trump H", *NOBODY_DOUBLES)
    assert perft(record.finish(), 6) == {"leaves": 3384, "asked": 100, "played": 4906, "taken": 220}
