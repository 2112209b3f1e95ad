"""The worked examples of the put-down rummy (RULES.md §2.12)."""

import pytest

from engine.cards import CARD_TEXTS, cards, mask_of, text_of
from engine.games.rummy import Rummy
from engine.games.rummy_scoring import points_of, standing
from engine.inputs import Act, Need
from engine.melds import FITS
from engine.record import Record, read_input
from tests.engine.games.rummy_hands import feed, legal_texts, position, rummy, start
from tests.engine.records import events_of, refusal_code


@pytest.mark.parametrize(
    ("text", "points"), [("QH KH AH", 35), ("4C 5C 6C 7C", 22), ("7S 7H 7D", 21), ("AS AH AD AC", 60)]
)
def test_r_e1_valid_melds(text: str, points: int) -> None:
    """Sets and runs and what they count; a test of the functions that tell both."""
    meld = mask_of(cards(text))
    assert meld in FITS
    assert points_of(meld) == points


@pytest.mark.parametrize("text", ["AH 2H 3H", "KH AH 2H", "4C 5C 6D", "7S 7H"])
def test_r_e1_invalid_melds(text: str) -> None:
    """In a record they are refused."""
    record = start(text, "", "", upcard="JC", stock="JD", dealer=2)
    feed(record, "0 draw")
    assert refusal_code(record, f"0 meld {text}") == "no-meld"
    assert mask_of(cards(text)) not in FITS


def test_r_e2_who_scores_an_added_card() -> None:
    """Arithmetic only: the end of a hand that play cannot reach, made by hand and scored."""
    match = position("KD 2S", others=["AS 9C", ""])
    match.melds = [mask_of(cards("7S 7H 7D 7C")), mask_of(cards("9D TD JD"))]
    match.laid_by = (0, 2)
    match.placed = [mask_of(cards(text)) for text in ("7S 7H 7D", "7C", "9D TD JD")]
    match._score()
    assert match.hand_points == ((21 - 12, 7 - 24, 29 - 0),) == ((9, -17, 29),)
    assert match.totals == (9, -17, 29)


E3_HAND = "2S 4C 6H 8S TC QC KH"


def test_r_e3_plain_take() -> None:
    """The top card that was taken may not be discarded, anything else may."""
    record = start(E3_HAND, "", "", upcard="9D", dealer=2)
    assert legal_texts(rummy(record)) == {"draw", "take 9D"}
    match = feed(record, "0 take 9D")
    assert legal_texts(match) == {f"discard {card}" for card in E3_HAND.split()}
    assert refusal_code(record, "0 discard 9D") == "taken"
    feed(record, "0 discard KH")
    assert text_of(match.pile) == "KH"


def test_r_e3_the_same_card_from_the_stock() -> None:
    """A card drawn from the stock may be discarded at once."""
    record = start(E3_HAND, "", "", upcard="3H", stock="9D", dealer=2)
    match = feed(record, "0 draw / 0 discard 9D")
    assert text_of(match.pile) == "3H 9D"


E4_HAND = "8S 2C KD QH 4S 4D 6H"


def test_r_e4_deep_take() -> None:
    """The owed card must be usable to be taken, and on the table before the discard."""
    record = start(E4_HAND, "", "", "", upcard="3S", stock="8H JC 8D 5C", dealer=3, take="deep")
    feed(record, "0 draw / 0 discard 8H / 1 draw / 1 discard JC / 2 draw / 2 discard 8D / 3 draw / 3 discard 5C")
    match = rummy(record)
    assert text_of(match.pile) == "3S 8H JC 8D 5C"
    assert legal_texts(match) == {"draw", "take 8H"}
    assert refusal_code(record, "0 take JC") == "not-usable"
    assert refusal_code(record, "0 take 5C") == "not-usable"

    feed(record, "0 take 8H")
    assert match.held[0] == mask_of(cards(f"{E4_HAND} 8H JC 8D 5C"))
    assert text_of(match.pile) == "3S"
    assert match.view(1)["owed"] == "8H"
    assert legal_texts(match) == {"meld 8S 8D 8H"}
    assert refusal_code(record, "0 discard 5C") == "owed-first"

    feed(record, "0 meld 8S 8H 8D")
    assert match.view(1)["strip"][0] == {"total": 0, "points": 24, "cards": ["8S", "8D", "8H"]}
    assert match.view(1)["owed"] is None
    assert legal_texts(match) == {f"discard {card}" for card in f"{E4_HAND} JC 5C".split() if card != "8S"}


def stock_about_to_run_out(stock_out: str) -> Record:
    """A record one discard before the stock is found empty with the pile 4H 9S QC 2D.

    Twenty cards are drawn and discarded; then seat 0 takes them all with the upcard, and three cards are left.
    """
    record = start("KH KD 4H", "", "", "", upcard="KS", end="9S QC 2D", dealer=3, take="deep", stock_out=stock_out)
    for go in range(20):
        seat = go % 4
        card = CARD_TEXTS[rummy(record).stock[0]]
        feed(record, f"{seat} draw / {seat} discard {card}")
    feed(record, "0 take KS / 0 meld KS KD KH / 0 discard 4H")
    feed(record, "1 draw / 1 discard 9S / 2 draw / 2 discard QC / 3 draw")
    return record


def test_r_e6_stock_runs_out_and_the_pile_is_turned_over() -> None:
    """The player who drew the last card ends the go; then all but the top card of the pile becomes the stock."""
    record = stock_about_to_run_out("turn-over")
    match = rummy(record)
    assert (match.stock, match.turn) == ((), 3)
    assert events_of(record, "3 discard 2D") == ["discarded", "turned-over"]
    assert (text_of(match.stock), text_of(match.pile)) == ("4H 9S QC", "2D")
    feed(record, "0 draw")
    assert match.held[0] & mask_of(cards("4H"))


def test_r_e6_stock_runs_out_at_a_table_where_that_is_the_end() -> None:
    """With `end` the same discard ends the hand."""
    record = stock_about_to_run_out("end")
    match = rummy(record)
    assert events_of(record, "3 discard 2D")[:2] == ["discarded", "stock-out"]
    assert match.needs is Need.DECK
    assert len(match.hand_points) == 1


@pytest.mark.parametrize("stock_out", ["turn-over", "end"])
def test_r_e6_a_pile_of_one_card_ends_the_hand(stock_out: str) -> None:
    """A state made by hand, since the pile always has two cards when the stock is found empty."""
    match = position("2D 5C", stock_out=stock_out)
    match.stock = ()
    match.apply(read_action("0 discard 2D"))
    assert match.needs is Need.DECK
    assert match.hand_points[0][0] == -5


def read_action(line: str) -> Act:
    """The action that a line of a record spells."""
    given = read_input(Rummy.game, line.split())
    assert isinstance(given, Act)
    return given


E8_OUT = "KS KC KD KH 4S 5S 6S"


def last_hand(*lines: str, second: str, third: str, upcard: str, stock: str) -> Rummy:
    """A hand played to its end by a record whose match has come to the totals of R-E8; seat 0 deals."""
    record = start(E8_OUT, second, third, upcard=upcard, stock=stock, dealer=0)
    match = rummy(record)
    match.totals = (460, 495, -20)
    return feed(record, *lines)


def test_r_e8_the_player_who_is_out_wins() -> None:
    """The last hand is played; the totals before it are set."""
    match = last_hand(
        "1 draw / 1 meld 7S 7H 7D / 1 discard 9H",
        "2 draw / 2 discard JD",
        "0 draw / 0 meld KS KC KD KH / 0 meld 4S 5S 6S / 0 discard JC",
        second="7S 7H 7D 2C 3C 5C 8C",
        third="2D 2H 3D 3H 4C 8D 8H",
        upcard="9S",
        stock="9H JD JC",
    )
    assert match.hand_points == ((55, 3, -30),)
    assert match.totals == (515, 498, -50)
    assert (match.winners, match.extras()) == ((0,), {"hat": [2]})


def test_r_e8_another_player_has_the_higher_total() -> None:
    """The highest total wins, whoever went out."""
    match = last_hand(
        "1 draw / 1 meld 9S 9H 9D / 1 meld 2C 3C 4C / 1 discard JH",
        "2 draw / 2 discard JD",
        "0 draw / 0 meld KS KC KD KH / 0 meld 4S 5S 6S / 0 discard JC",
        second="9S 9H 9D 2C 3C 4C 9C",
        third="2D 2H 3D 3H 4D 8D 8H",
        upcard="TS",
        stock="JH JD JC",
    )
    assert match.hand_points == ((55, 27, -30),)
    assert match.totals == (515, 522, -50)
    assert (match.winners, match.extras()) == ((1,), {"hat": [2]})


def test_r_e8_as_a_judgement_of_totals() -> None:
    """The function that judges totals, on its own."""
    assert standing([515, 498, -50]) == ((0,), (2,))
    assert standing([515, 522, -50]) == ((1,), (2,))


def test_r_e10_going_out_without_a_discard() -> None:
    """The put-down that empties the hand ends it: 12 more points on the table and no discard."""
    record = start("9D TD JD QD KD 3C 4C", "", "", upcard="2S", stock="2H 6S 7S 5C", dealer=2)
    match = feed(
        record, "0 draw / 0 meld 9D TD JD QD KD / 0 discard 2H / 1 draw / 1 discard 6S / 2 draw / 2 discard 7S"
    )
    before = match.view(0)["strip"][0]["points"]
    feed(record, "0 draw")
    assert match.held[0] == mask_of(cards("3C 4C 5C"))
    assert events_of(record, "0 meld 3C 4C 5C")[:2] == ["put-down", "out"]
    assert match.needs is Need.DECK
    assert match.hand_points[0][0] - before == 12
    assert text_of(match.pile) == "2S 2H 6S 7S"
