"""Call, sentence by sentence but for its play (RULES.md §6); see also test_call_play and test_call_examples."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, cards, cards_in, mask_of
from engine.chance import draw, pick
from engine.games.call import GAME, Call
from engine.games.call_points import points_of_hand, standing
from engine.inputs import Happening, Need, Report
from engine.leaving import Leaving, OnDrop, OnLeave
from engine.match import Ending
from engine.record import Record
from tests.engine.games.slow_call import SlowCall
from tests.engine.games.trick_tables import call, call_hands, feed, finish_hand, offered, shuffled_line, the_call
from tests.engine.perft import perft
from tests.engine.records import deck_line, events_of, refusal, refusal_code

DECK = deck_line()
NO_BONUS = ("0 pass", "1 pass", "2 pass", "3 pass")
SEAT_0_PLAYS_7 = ("0 bid 7", "1 pass", "2 pass", "3 pass", "0 seventh")


# --- deal and bidding (§6.2)


@pytest.mark.parametrize("dealer", range(4))
def test_packets_of_five_four_and_four_go_round_from_the_dealers_right(dealer: int) -> None:
    """The later ones only after the bidder has chosen; a hidden card leaves its place to no other."""
    deck = cards(DECK.removeprefix("deck "))
    order = [(dealer + place) % 4 for place in (1, 2, 3, 4)]
    record = call(DECK, dealer=dealer)
    match = the_call(record)
    assert match.to_act == (order[0],)
    assert [match.held[seat] for seat in order] == [mask_of(deck[5 * place : 5 * place + 5]) for place in range(4)]
    feed(record, f"{order[0]} pass", f"{order[1]} bid 13", f"{order[1]} seventh")
    for place, seat in enumerate(order):
        packets = (slice(5 * place, 5 * place + 5), slice(20 + 4 * place, 24 + 4 * place))
        hand = [*deck[packets[0]], *deck[packets[1]], *deck[36 + 4 * place : 40 + 4 * place]]
        if seat == order[1]:
            assert match.hidden_card == deck[25] == hand.pop(6)
        assert match.held[seat] == mask_of(hand)


def test_everybody_speaks_once_and_may_be_matched_by_the_partner_too() -> None:
    """The holder answers each bid over it; who has yielded or dropped is out."""
    record = call(DECK, "0 bid 8")
    assert offered(the_call(record)) == (1, {"pass", *(f"bid {number}" for number in range(9, 14))})
    feed(record, "1 pass", "2 bid 9")
    assert offered(the_call(record)) == (0, {"match", "yield"})
    record.feed("0 match")
    assert offered(the_call(record)) == (2, {"drop", *(f"bid {number}" for number in range(10, 14))})
    feed(record, "2 drop", "3 pass")
    assert (the_call(record).bidder, the_call(record).bid) == (0, 9)


def test_refused_calls_say_what_may_be_said() -> None:
    """In the words of the moment."""
    record = call(DECK)
    assert refusal(record, "0 bid 6") == "Bid from 7 to 13, or pass."
    assert refusal(record, "0 match") == "Bid from 7 to 13, or pass."
    feed(record, "0 bid 7", "1 bid 9")
    assert refusal(record, "0 bid 10") == "Match 9, or yield."
    assert refusal_code(record, "1 bid 10") == "not-your-turn"
    record.feed("0 match")
    assert refusal(record, "1 pass") == "Bid from 10 to 13, or drop."
    assert refusal(record, "1 bonus") == "Bid from 10 to 13, or drop."
    feed(record, "1 drop", "2 pass")
    assert refusal(record, "3 bid 9") == "Bid from 10 to 13, or pass."
    forced = call(DECK, "0 pass", "1 pass", "2 pass")
    assert refusal(forced, "3 pass") == "Nobody has bid, so the dealer must bid from 7 to 13."


@pytest.mark.parametrize(
    ("calls", "bidder"),
    [
        (["0 bid 13"], 0),
        (["0 pass", "1 bid 13"], 1),
        (["0 bid 7", "1 bid 13", "0 yield"], 1),
        (["0 bid 7", "1 bid 13", "0 match"], 0),
        (["0 bid 7", "1 bid 12", "0 match", "1 bid 13", "0 match"], 0),
        (["0 pass", "1 pass", "2 bid 12", "3 bid 13", "2 match"], 2),
        (["0 pass", "1 pass", "2 pass", "3 bid 13"], 3),
    ],
)
def test_13_cannot_be_topped(calls: list[str], bidder: int) -> None:
    """Once it stands without a pending match the others pass, and its challenger drops, by themselves."""
    record = call(DECK, *calls[:-1])
    assert events_of(record, calls[-1])[1:] == ["nothing-above", "bid-won"]
    assert (the_call(record).bidder, the_call(record).bid, the_call(record).phase.value) == (bidder, 13, "trump")


def test_the_bidder_hides_one_of_its_five_cards_or_takes_the_seventh() -> None:
    """Nothing else, and the choice stands (C-D10)."""
    record = call(call_hands("AS KS 4H 9D 2C"), "0 bid 13")
    hides = {f"hide {text}" for text in ("AS", "KS", "4H", "9D", "2C")}
    assert offered(the_call(record)) == (0, {"seventh", *hides})
    assert refusal_code(record, "0 hide 3S") == "not-in-hand"
    assert refusal_code(record, "0 trump S") == "hide-or-seventh"
    assert refusal_code(record, "1 seventh") == "not-your-turn"
    assert events_of(record, "0 hide 9D")[0] == "card-hidden"
    assert refusal_code(record, "0 hide AS") == "call-bonus-or"


@pytest.mark.parametrize(("choice", "told"), [("hide 2S", "card-hidden"), ("seventh", "seventh-chosen")])
def test_only_the_bidder_is_told_which_card_lies_there(choice: str, told: str) -> None:
    """The others are told that one does, and whether it is a seventh card; no event names it to them."""
    record = call(call_hands("2S"), "0 bid 13")
    done = record.feed(f"0 {choice}")
    assert done
    assert [event.code for event in done.events if event.audience == -1] == [told, "deals-on", "deals-on"]
    assert [event.audience for event in done.events if event.code == "hidden-is"] == [0b0001]
    dealt = [event for event in done.events if event.code == "dealt"]
    assert all(event.audience == 1 << event.values[0] for event in dealt)
    match = the_call(record)
    assert not any(event.values[1] >> match.hidden_card & 1 for event in dealt)
    assert [match.view(seat)["seventh"] for seat in range(4)] == [told == "seventh-chosen"] * 4


# --- Bonus (§6.3)


def in_bonus(*calls: str) -> Record:
    """The Bonus after some calls; seat 0 has bid 7 and taken the seventh card."""
    return call(DECK, *SEAT_0_PLAYS_7, *calls)


def test_nobody_calls_bonus() -> None:
    """The original bid is played with a hidden trump; the dealer may pass too."""
    record = in_bonus(*NO_BONUS[:3])
    assert events_of(record, "3 pass") == ["passed", "no-bonus", "leads-first"]
    assert offered(the_call(record))[0] == 0
    assert (the_call(record).extras()["bonus"], the_call(record).extras()["trump"]) == (None, None)


def test_bonus_calls_are_exactly_one_higher() -> None:
    """From 10; `bid` is no call here."""
    record = in_bonus("0 pass")
    assert offered(the_call(record)) == (1, {"bonus", "pass"})
    assert refusal(record, "1 bid 10") == "Call Bonus 10, or pass."
    feed(record, "1 bonus", "2 bonus")
    assert refusal(record, "1 bonus") == "Match 11, or yield."
    record.feed("1 match")
    assert refusal(record, "2 pass") == "Call Bonus 12, or drop."
    feed(record, "2 bonus", "1 yield")
    assert offered(the_call(record)) == (3, {"bonus", "pass"})
    feed(record, "3 bonus", "2 yield")
    assert (the_call(record).bonus_winner, the_call(record).bonus) == (3, 13)
    assert [call["number"] for call in the_call(record).view(0)["bonus_calls"]] == [
        None, 10, 11, 11, 12, None, 13, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("calls", "winner", "number"),
    [
        (["0 bonus", "1 bonus", "0 match", "1 bonus", "0 match", "1 bonus", "0 match"], 0, 13),
        (["0 bonus", "1 bonus", "0 match", "1 bonus", "0 match", "1 bonus", "0 yield"], 1, 13),
        (["0 bonus", "1 bonus", "0 match", "1 bonus", "0 yield", "2 bonus", "1 match"], 1, 13),
        (["0 bonus", "1 bonus", "0 yield", "2 bonus", "1 yield", "3 bonus", "2 yield"], 3, 13),
        (["0 pass", "1 bonus", "2 bonus", "1 match", "2 drop", "3 bonus", "1 match", "3 drop"], 1, 12),
        (["0 bonus", "1 pass", "2 bonus", "0 yield", "3 pass"], 2, 11),
        (["0 pass", "1 pass", "2 pass", "3 bonus"], 3, 10),
    ],
)
def test_the_bonus_ends(calls: list[str], winner: int, number: int) -> None:
    """With all who may call: the bidder, its partner, the partner of the holder, the dealer last; at 13 at once."""
    record = in_bonus(*calls)
    match = the_call(record)
    assert (match.bonus_winner, match.bonus, match.phase.value, match.to_act) == (
        winner,
        number,
        "bonus-trump",
        (winner,),
    )


def test_a_bonus_voids_the_bid_and_returns_the_hidden_card_unseen() -> None:
    """The winner names any suit aloud, held or not (C-D9); the dealer's right leads; the card is shown afterwards."""
    record = in_bonus("0 pass", "1 pass", "2 bonus")
    done = record.feed("3 pass")
    assert done
    assert [event.code for event in done.events] == ["passed", "bonus-won", "card-taken-back"]
    match = the_call(record)
    assert [hand.bit_count() for hand in match.held] == [13] * 4
    assert [match.view(seat)["hidden_card"] is None for seat in range(4)] == [False, True, True, True]
    assert [match.view(seat)["trump"] for seat in range(4)] == [None] * 4
    assert refusal_code(record, "2 pass") == "name-trump"
    assert events_of(record, "2 trump D") == ["bonus-trump", "leads-first"]
    assert (match.to_act, match.extras()["trump"], match.extras()["bonus"]) == ((0,), "D", 10)
    assert "ask" not in {action.verb for seat in range(4) for action in match.legal(seat)}
    hidden = match.hidden_card
    finish_hand(record, lambda match: bool(match.card_shown))
    assert [match.view(seat)["hidden_card"] for seat in range(4)] == [match.view(0)["hidden_card"]] * 4
    assert match.hidden_card == hidden


def test_the_bidders_team_may_be_the_other_team() -> None:
    """C-D6: in a Bonus hand it gets 4 or loses 4."""
    record = in_bonus("0 pass", "1 bonus", "2 pass", "3 pass", "1 trump S")
    finish_hand(record, lambda match: match.tricks() == [4, 9])
    assert the_call(record).hand_points == ((4, -10, 4, -10),)


# --- scores and the end (§6.5, §6.6)


def test_points_of_every_hand() -> None:
    """The bid or minus it, 13 or minus 10; 4 or minus 4 for the others, by four tricks."""
    for number, tricks, bonus in product(range(7, 14), range(14), (False, True)):
        points, others = points_of_hand(number, tricks, bonus=bonus)
        assert points == ((13 if bonus else number) if tricks >= number else (-10 if bonus else -number))
        assert others == (4 if tricks <= 9 else -4)


def test_standings_are_as_in_the_book() -> None:
    """Every pair of totals around the three targets."""
    book = SlowCall()
    for target, *totals in product((49, 79, 109), range(45, 116), range(45, 116)):
        book.target, book.totals, book.winner = target, totals, None
        book._judge()
        assert standing(totals, target) == (book.winner, book.target)


@pytest.mark.parametrize(
    ("totals", "target", "winner", "next_target"),
    [
        ((49, 48), 49, 0, 49),
        ((48, 48), 49, None, 49),
        ((52, 49), 49, None, 79),
        ((80, 52), 49, 0, 79),
        ((80, 79), 49, None, 109),
        ((110, 111), 79, 1, 109),
        ((109, 109), 109, None, 109),
        ((109, 113), 109, 1, 109),
        ((-20, 49), 49, 1, 49),
    ],
)
def test_the_targets_are_49_79_and_109(
    totals: tuple[int, int], target: int, winner: int | None, next_target: int
) -> None:
    """Both there: the next one, checked at once; at the last the higher total wins, and level plays on (C-D7, C-D8)."""
    assert standing(totals, target) == (winner, next_target)


def test_when_both_reach_a_target_the_next_one_counts() -> None:
    """Told after the hand, and shown from then on."""
    record = call(shuffled_line(FULL_DECK, 6))
    match = the_call(record)
    match.totals = (45, 45, 45, 45)
    feed(record, *SEAT_0_PLAYS_7, *NO_BONUS)
    finish_hand(record, lambda match: match.totals[:2] == (52, 49))
    assert (match.extras()["target"], match.view(1)["target"], match.ending) == (79, 79, None)
    assert (match.needs, match.dealer) == (Need.DECK, 0)


def test_a_match_by_its_record() -> None:
    """The first leader holds all spades, bids 13 and takes all tricks, hand after hand: exactly 49 wins."""
    record = call()
    match = the_call(record)
    for hand in range(9):
        leader = hand % 4
        hands = ["", "", "", ""]
        hands[leader] = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"
        assert (match.needs, match.ending) == (Need.DECK, None)
        feed(record, call_hands(*hands, dealer=(leader - 1) % 4), f"{leader} bid 13", f"{leader} hide 2S")
        feed(record, *(f"{(leader + place) % 4} pass" for place in range(4)))
        finish_hand(record, lambda match: set(match.takers) == {match.takers[0]})
        assert match.hand_points[-1] == ((13, -4) * 2 if leader % 2 == 0 else (-4, 13) * 2)
    assert (match.totals, match.ending, match.winners) == ((49, 32, 49, 32), Ending.WON, (0, 2))
    assert (match.needs, match.phase.value) == (Need.NOTHING, "over")


# --- the table


def test_a_closed_table_has_no_result() -> None:
    """At any time; afterwards nothing is accepted, and the hidden card stays hidden."""
    lines = [DECK, "0 bid 7", "1 bid 8", "0 match", "1 drop", "2 pass", "3 pass", "0 seventh", *NO_BONUS, "0 play 2S"]
    for count in range(len(lines) + 1):
        record = call(*lines[:count])
        assert events_of(record, "table end") == ["table-ended"]
        match = the_call(record)
        assert (match.ending, match.winners, match.needs, match.phase.value) == (Ending.ENDED, (), Need.NOTHING, "over")
        assert refusal_code(record, "table end") == "match-is-over"
        assert refusal_code(record, DECK) == "match-is-over"
        assert match.view(1)["hidden_card"] is None


@pytest.mark.parametrize("report", ["table hide", "table close", "table leave 1", "table sit 1"])
def test_the_table_reports_nothing_else(report: str) -> None:
    """Who drops out is the host's business: the game stops, and goes on with the same cards (§5.8, §6.9)."""
    assert GAME.leaving == Leaving(OnLeave.SEAT_OPENS, OnDrop.HOST_DECIDES, rests=True)
    assert refusal_code(call(DECK), report) == "not-reported-now"


# --- properties


@given(st.integers(0, 2**32))
def test_cards_are_conserved(seed: int) -> None:
    """All 52 cards are somewhere once, the hidden one too; teams carry the same figures; a twin is independent."""
    rng = Random(seed)
    match = Call(4, {})
    for _ in range(200):
        twin = match.copy()
        before = twin.view(0), twin.held, twin.stock
        if match.needs is Need.SEAT:
            (seat,) = match.to_act
            match.act(seat, pick(match.legal(seat), rng))
        else:
            match.chance(draw(match, rng))
        assert before == (twin.view(0), twin.held, twin.stock)
        if match.needs is Need.SEAT:
            left = {*(card for hand in match.held for card in cards_in(hand)), *match.stock, *match.trick}
            left |= {match.hidden_card} if match.card_lies() else set()
            assert len(left) == 52 - 4 * len(match.takers)
            assert sum(match.view(0)["counts"]) == len(left) - len(match.stock) - len(match.trick)
        assert match.totals == tuple(map(sum, zip(*match.hand_points, strict=True))) or not match.hand_points
        assert match.totals[:2] == match.totals[2:]
    match.report(Report(Happening.END))


def test_perft() -> None:
    """How many ways there are from a fixed deal: a slip in the rules would change the counts."""
    match = call(shuffled_line(FULL_DECK, 1)).finish()
    assert perft(match, 4)["leaves"] == 386
    record = call(shuffled_line(FULL_DECK, 1), *SEAT_0_PLAYS_7)
    bonus = perft(record.finish(), 6)
    assert (bonus["leaves"], bonus["matched"], bonus["bonus-won"], bonus["no-bonus"]) == (365, 14, 20, 1)
    record = call(shuffled_line(FULL_DECK, 1), *SEAT_0_PLAYS_7, *NO_BONUS)
    play = perft(record.finish(), 5)
    assert play == {"leaves": 14171, "played": 15908, "taken": 1581, "asked": 5, "turned-up": 5}
