"""The worked examples of Xing (RULES.md §1.11)."""

from engine.cards import CARD_TEXTS, card, cards, mask_of, text_of
from engine.games.xing import Xing, lay_table
from engine.inputs import Act, Need
from engine.match import Ending
from tests.engine.games.xing_hands import E1_DECK, E6_PLAYS, START, at_48_to_45, hand_lines, seeded_hand, xing
from tests.engine.records import deck_line, events_of, fed


def test_x_e1_plain_deal() -> None:
    """Four cards to the table, packets of four from the dealer's next, the known card last."""
    match = xing([*START, E1_DECK])
    deck = cards(E1_DECK.removeprefix("deck "))
    assert match.view(0)["pile"] == {"top": "3C", "count": 4}
    assert [match.held[seat] for seat in range(4)] == [mask_of(deck[4 + 4 * seat : 8 + 4 * seat]) for seat in range(4)]
    assert match.view(2)["known"] == CARD_TEXTS[deck[51]]
    while match.plays < 32:
        match.apply(Act(match.turn, match.legal(match.turn)[0]))
    assert match.held[3] == mask_of(deck[48:52])
    assert match.stock == ()


def test_x_e2_one_jack() -> None:
    """The Jack goes to the end of the stock, the next card to its place; the dealer will hold it at last."""
    record = fed([*START, deck_line("5S JH KD 3C 8D")])
    match = record.finish()
    assert isinstance(match, Xing)
    assert match.pile == mask_of(cards("5S 8D KD 3C"))
    assert match.view(1)["pile"] == {"top": "3C", "count": 4}
    assert [match.view(seat)["known"] for seat in range(4)] == ["JH"] * 4
    assert len(match.stock) + 16 == 48
    while match.plays < 32:
        match.apply(Act(match.turn, match.legal(match.turn)[0]))
    assert match.held[3] >> card("JH") & 1


def test_x_e3_two_jacks() -> None:
    """The second Jack lies at index 23 of the stock: second deal, seat 1, that seat's fourth card."""
    deck = cards(deck_line("5S JH KD JC 8D 2H").removeprefix("deck "))
    laid = lay_table(deck)
    assert text_of(laid.table) == "5S 8D KD 2H"
    assert laid.stock[-1] == card("JH")
    assert laid.stock.index(card("JC")) == 23
    assert len(laid.stock) == 48
    match = xing([*START, f"deck {text_of(deck)}"])
    while match.plays < 16:
        match.apply(Act(match.turn, match.legal(match.turn)[0]))
    assert match.held[1] >> card("JC") & 1


def test_x_e5_capture_and_xings() -> None:
    """A pile of five is no Xing; a lone card of the same rank is, a Jack on a lone Jack too, on another card not."""
    deck = deck_line("5S 9H KD 3C  3H JD 6S 6H  TD 4S 6D 6C  TS JS 7S 7H  JC 7D 7C 8S")
    record = fed([*START, deck])
    match = record.finish()
    assert isinstance(match, Xing)
    assert events_of(record, "0 play 3H") == ["played", "captured"]
    assert match.taken[0] == mask_of(cards("5S 9H KD 3C 3H"))
    assert events_of(record, "1 play TD") == ["played"]
    assert events_of(record, "2 play TS") == ["played", "xing"]
    assert match.taken[0] == mask_of(cards("5S 9H KD 3C 3H TD TS"))
    assert events_of(record, "3 play JC") == ["played"]
    assert events_of(record, "0 play JD") == ["played", "xing"]
    assert events_of(record, "1 play 4S") == ["played"]
    assert events_of(record, "2 play JS") == ["played", "captured"]
    assert match.xings == [2, 0]


def test_x_e6_hand_score() -> None:
    """30 cards with TD 2C AS AH JC JD and a Xing make 22; 22 cards with AD AC JH JS make 4."""
    match = xing([*START, *hand_lines("5S 9H KD 3C", E6_PLAYS)])
    first, second = match.sheet
    assert first._asdict() == {"cards": 30, "most": 3, "ten": 3, "two": 2, "aces": 2, "jacks": 2, "xings": 10}
    assert second._asdict() == {"cards": 22, "most": 0, "ten": 0, "two": 0, "aces": 2, "jacks": 2, "xings": 0}
    assert match.hand_points == ((22, 4, 22, 4),)
    assert match.totals == (22, 4, 22, 4)


def test_x_e7_tie_in_cards() -> None:
    """At 26–26 nobody has the three points for most cards: 6 – 7."""
    plays = (
        "3H TD 6S 4S 4H AS 7S 5H 5D AH 8S 6H 6D AD 9S 7H 7D JH 2C 8H QS AC KS 2S 3S TS QH KH 9D JS "
        "QD 2H 5C 8D 8C JD 2D 3D 4D 6C 4C 7C 9C TH QC TC KC JC"
    )
    match = xing([*START, *hand_lines("5S 9H KD 3C", plays)])
    assert [row.cards for row in match.sheet] == [26, 26]
    assert [row.most for row in match.sheet] == [0, 0]
    assert match.hand_points == ((6, 7, 6, 7),)


def test_x_e9_raised_target() -> None:
    """57–52 raises the target, 63–62 is not enough, 74–77 wins for team 1."""
    record = at_48_to_45()
    match = record.finish()
    assert isinstance(match, Xing)
    seeded_hand(record, 31)
    assert (match.totals, match.target, match.ending) == ((57, 52, 57, 52), 71, None)
    seeded_hand(record, 57)
    assert (match.totals, match.ending) == ((63, 62, 63, 62), None)
    seeded_hand(record, 69)
    assert (match.totals, match.ending, match.winners) == ((74, 77, 74, 77), Ending.WON, (1, 3))
    assert match.extras() == {"target": 71}


def test_x_e9_level_at_the_raised_target() -> None:
    """With 11–12 instead it is 74–74: one more hand."""
    record = at_48_to_45()
    match = record.finish()
    for seed in (31, 57, 4193):
        seeded_hand(record, seed)
    assert (match.totals, match.needs) == ((74, 74, 74, 74), Need.DECK)
    seeded_hand(record, 4)
    assert (match.totals, match.winners) == ((83, 81, 83, 81), (0, 2))


def test_x_e10_one_team_over_51_only() -> None:
    """60–49: team 0 wins, and the target stays."""
    record = at_48_to_45()
    match = record.finish()
    seeded_hand(record, 10)
    assert (match.totals, match.winners, match.extras()) == ((60, 49, 60, 49), (0, 2), {"target": 51})
