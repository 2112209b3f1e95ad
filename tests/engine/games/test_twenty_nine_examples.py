"""The worked examples of Twenty-nine (RULES.md §5.11). Dealer 3 unless said otherwise; "trump H" is hidden."""

import pytest

from engine.cards import cards, cards_in
from engine.games.twenty_nine import POINTS, TwentyNine, change_of_score, winner_of
from engine.inputs import Need
from engine.match import Ending
from engine.record import Record
from tests.engine.games.trick_tables import finish_hand, offered, shuffled_line, the_29, twenty_nine, twenty_nine_hands
from tests.engine.records import deck_line, events_of, refusal_code

DECK = deck_line(deck=TwentyNine.deck)
SEAT_0_PLAYS_16 = ("0 bid 16", "1 pass", "2 pass", "3 pass", "0 trump H")
NOBODY_DOUBLES = ("1 pass", "3 pass")


def at_play(*hands: str) -> Record:
    """The first lead of seat 0, who plays 16 with hearts."""
    return twenty_nine(twenty_nine_hands(*hands), *SEAT_0_PLAYS_16, *NOBODY_DOUBLES)


def played_by_seat_0(bid: int, *stakes: str) -> Record:
    """A first lead of seat 0, who plays the bid at the stake that the lines make."""
    return twenty_nine(
        shuffled_line(TwentyNine.deck, 29), f"0 bid {bid}", "1 pass", "2 pass", "3 pass", "0 trump H", *stakes
    )


def test_n_e1_auction() -> None:
    """Bids rise; who has passed is not asked again."""
    record = twenty_nine(DECK, "0 bid 16", "1 bid 17")
    record.feed("2 pass")
    record.feed("3 pass")
    assert refusal_code(record, "0 bid 17") == "bid-or-pass"
    record.feed("0 bid 18")
    assert events_of(record, "1 pass") == ["passed", "bid-won"]
    match = the_29(record)
    assert (match.bidder, match.bid, match.phase.value) == (0, 18, "trump")


def test_n_e2_quiet_auction() -> None:
    """Three passes and a bid; four passes; a bid of 28 at once."""
    record = twenty_nine(DECK, "0 pass", "1 pass", "2 pass", "3 bid 16")
    assert (the_29(record).bidder, the_29(record).bid) == (3, 16)

    record = twenty_nine(DECK, "0 pass", "1 pass", "2 pass")
    assert events_of(record, "3 pass") == ["passed", "all-passed"]
    assert (the_29(record).needs, the_29(record).dealer) == (Need.DECK, 3)
    assert refusal_code(record, "dealer 3") == "not-asked-for"
    record.feed(DECK)
    assert offered(the_29(record))[0] == 0

    record = twenty_nine(DECK, "0 bid 28")
    assert (the_29(record).bidder, the_29(record).bid, the_29(record).phase.value) == (0, 28, "trump")


def test_n_e3_trump_asleep() -> None:
    """A card of the hidden trump suit thrown without asking wins nothing."""
    record = at_play("8S", "JH 7H 8H 9H 7D 8D 9D TD", "7S", "QS")
    for line in ("0 play 8S", "1 play JH", "2 play 7S"):
        record.feed(line)
    assert events_of(record, "3 play QS") == ["played", "taken"]
    match = the_29(record)
    assert match.leader == 3
    assert match.view(0)["points"] == [0, 3]


CLUBS_AND_A_DIAMOND = "7C 8C 9C TC JC QC KC 8D"
SPADES_AND_A_DIAMOND = "JS TD AS TS KS QS 8S 7S"


def after_asking(second: str, third: str) -> Record:
    """The second trick: seat 2 has asked and holds no heart, seat 0 leads TD."""
    record = at_play(SPADES_AND_A_DIAMOND, second, third)
    for line in ("0 play JS", "1 play 9S", "2 ask", "2 play 8C", "3 play AC", "0 play TD"):
        record.feed(line)
    assert the_29(record).view(1)["trump"] == "H"
    return record


def test_n_e5_following() -> None:
    """With trump public one follows if one can."""
    record = after_asking("9S 7D JH 7H 8H 9H TH QH", CLUBS_AND_A_DIAMOND)
    assert offered(the_29(record)) == (1, {"play 7D"})
    assert refusal_code(record, "1 play JH") == "follow-suit"


def test_n_e5_without_a_diamond() -> None:
    """Who cannot follow plays trump or any other card."""
    record = after_asking("9S 7C JH 7H 8H 9H TH QH", "7D 8C 9C TC JC QC KC 8D")
    assert offered(the_29(record)) == (1, {f"play {text}" for text in ("7C", "JH", "7H", "8H", "9H", "TH", "QH")})


@pytest.mark.parametrize(
    ("stakes", "points", "change"),
    [
        (("1 double", "0 pass", "2 pass"), 21, 2),
        (("1 pass", "3 double", "0 pass", "2 redouble"), 19, -4),
        (("1 pass", "3 pass"), 20, 1),
    ],
)
def test_n_e7_stakes(stakes: tuple[str, ...], points: int, change: int) -> None:
    """Doubled and made counts 2, redoubled and failed minus 4; exactly the bid is made."""
    record = played_by_seat_0(20, *stakes)
    finish_hand(record, lambda match: match.points == (points, 28 - points) and match.target == 20)
    assert the_29(record).hand_points == ((change, 0, change, 0),)
    assert change_of_score(points, 20, abs(change)) == change


def take_all(record: Record, *, made: bool, stake: int = 1) -> None:
    """A hand in which the first leader takes all 28 points: it has bid, or else its right neighbour, who fails."""
    dealer = the_29(record).dealer
    leader = (dealer + 1) % 4
    bidder, right, partner, left = ((leader + place + (not made)) % 4 for place in range(4))
    hands = ["", "", "", ""]
    hands[leader] = "7S 8S 9S TS JS QS KS AS"
    record.feed(twenty_nine_hands(*hands, dealer=dealer))
    for line in [
        *([] if made else [f"{leader} pass"]),
        f"{bidder} bid 16",
        *(f"{seat} pass" for seat in (right, partner, left) if made or seat != leader),
        f"{bidder} trump S",
        *{
            1: [f"{right} pass", f"{left} pass"],
            2: [f"{right} double", f"{bidder} pass", f"{partner} pass"],
            4: [f"{right} double", f"{bidder} redouble"],
        }[stake],
    ]:
        record.feed(line)
    finish_hand(record, lambda match: max(match.points) == 28 and match.pair_shown_by < 0)


def test_n_e8_end() -> None:
    """At 6 a side wins; failing a doubled bid at 5 leaves 3."""
    record = twenty_nine()
    for made, stake in ((True, 4), (True, 1), (True, 1)):
        take_all(record, made=made, stake=stake)
    assert the_29(record).totals == (5, 1, 5, 1)
    take_all(record, made=False, stake=2)
    assert the_29(record).totals == (3, 1, 3, 1)
    take_all(record, made=True, stake=2)
    take_all(record, made=True)
    assert the_29(record).totals == (5, 2, 5, 2)
    assert the_29(record).ending is None
    take_all(record, made=True)
    match = the_29(record)
    assert (match.totals, match.ending, match.winners) == ((6, 2, 6, 2), Ending.WON, (0, 2))
    assert (match.needs, match.phase.value) == (Need.NOTHING, "over")


def test_n_e8_end_by_failing() -> None:
    """Team 1 at minus 4 fails a redoubled bid: minus 8, and team 0 wins."""
    record = twenty_nine()
    for made, stake in ((False, 4), (False, 1), (False, 4)):
        take_all(record, made=made, stake=stake)
    match = the_29(record)
    assert (match.totals, match.ending, match.winners) == ((-1, -8, -1, -8), Ending.WON, (0, 2))
    assert winner_of((5, -4)) is None


def test_n_e10_point_count() -> None:
    """Seven in one trick, 28 in all."""
    assert sum(POINTS[card] for card in cards("JS 9D AC TH")) == 7
    assert sum(POINTS[card] for card in cards_in(TwentyNine.deck)) == 28
