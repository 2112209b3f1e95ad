"""Dice Capture, sentence by sentence (RULES.md §3); its worked examples are in test_dice_capture_examples."""

from itertools import product

import pytest

from engine.cards import CARD_TEXTS, JOKERS, card, cards, mask_of
from engine.cards import FULL_DECK as WITHOUT_JOKERS
from engine.errors import IllegalAction
from engine.games.dice_capture import GAME, POINTS_OF_SUIT, DiceCapture, dice_hit, number_value
from engine.inputs import Action, Chance, Need
from engine.leaving import Leaving, OnLeave
from engine.match import Ending
from tests.engine.games.dice_tables import START, almost_over, deck, dice, match_of
from tests.engine.perft import perft
from tests.engine.records import events_of, fed, header, refusal_code

NUMBERS = deck("4H 2S 3S 5S 6S", "9S 2H 3H 5H 6H")
OPENING = [
    *("0 play 4H new", "1 play 5C new", "0 play 9S 1", "1 play TC 2", "0 play AD new", "1 play 3S new"),
    *("0 roll 1", "dice 1 1", "1 roll 1", "dice 1 1", "0 roll 1", "dice 1 1", "1 play 4S new"),
]


def short_of_cards() -> DiceCapture:
    """A match with four cards in the draw pile (X2 QD QC KC come as they stand in the deck's end), seat 0 to act."""
    return match_of(almost_over(OPENING, "4H 9S AD 2S 2H", "5C TC 3S 4S 2D"))


# --- deck, deal, points (§3.1, §3.2)


def test_the_deck_has_two_jokers() -> None:
    """54 cards; a deck without the jokers, or with one twice, is refused."""
    assert DiceCapture.deck == WITHOUT_JOKERS | JOKERS
    assert refusal_code(fed(START), NUMBERS.removesuffix(" X1 X2")) == "bad-deck"
    assert refusal_code(fed(START), NUMBERS.replace("X2", "X1")) == "bad-deck"


def test_five_cards_each_are_dealt_one_at_a_time() -> None:
    """Starting with seat 0, who also moves first; the other 44 are the draw pile and no pile lies on the table."""
    match = dice([*START, "deck " + " ".join(CARD_TEXTS)])
    assert match.held == [mask_of(range(0, 10, 2)), mask_of(range(1, 10, 2))]
    assert match.stock == tuple(range(10, 54))
    assert (match.piles, match.to_act, match.phase) == ({}, (0,), "act")


def test_each_suit_has_its_points() -> None:
    """S 4, H 3, C 2, D 1; ten cards of each make a hundred."""
    assert [POINTS_OF_SUIT[card(f"A{suit}") & 3] for suit in "SHCD"] == [4, 3, 2, 1]
    assert 10 * sum(POINTS_OF_SUIT) == 100


def test_the_values_of_number_cards() -> None:
    """An Ace is 1, a T is 10."""
    assert [number_value(card(f"{rank}S")) for rank in "A23456789T"] == list(range(1, 11))


def test_the_chances_of_a_roll() -> None:
    """The winning rolls of 36, as the table of §3.4 counts them."""
    rolls = list(product(range(1, 7), repeat=2))
    assert [sum(dice_hit(roll, value) for roll in rolls) for value in range(1, 11)] == [
        *(11, 12, 13, 14, 15, 16, 6, 5, 4, 3)
    ]


# --- playing cards (§3.4)


def test_a_number_card_starts_a_pile_or_becomes_the_top() -> None:
    """Then the turn passes."""
    table = fed([*START, NUMBERS])
    match = match_of(table)
    assert events_of(table, "0 play 4H new") == ["pile-started"]
    assert events_of(table, "1 play 9S 1") == ["covered"]
    assert match.piles == {1: (card("4H"), card("9S"))}
    assert match.to_act == (0,)


def test_numbers_of_piles_are_never_used_again() -> None:
    """After pile 1 is gone the next is pile 2."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 roll 1", "dice 4 4", "0 play 2S new"])
    assert match_of(table).piles == {2: (card("2S"),)}
    assert refusal_code(table, "1 play 9S 1") == "no-such-pile"


@pytest.mark.parametrize("target", ["1", "new"])
def test_a_king_steals_a_card_of_the_other_hand(target: str) -> None:
    """On a pile it locks it, alone it is discarded; the card is asked for as a chance outcome."""
    table = fed([*START, deck("KS 2S 3S 5S 6S", "9S 2H 3H 5H 6H"), "0 play 2S new", "1 play 9S new"])
    match = match_of(table)
    assert events_of(table, f"0 play KS {target}") == ["locked" if target == "1" else "discarded"]
    assert (match.needs, match.to_act, match.drawable()) == (Need.CARD, (), mask_of(cards("2H 3H 5H 6H")))
    for line in ("card 2S", "card KD", "card 9S"):
        assert refusal_code(table, line) == "bad-card"
    assert events_of(table, "card 6H") == ["took-card"]
    assert match.held == [mask_of(cards("3S 5S 6S 6H")), mask_of(cards("2H 3H 5H"))]
    assert match.to_act == (1,)
    assert (match.locks == {1: card("KS")}, match.discarded == mask_of(cards("KS"))) == (target == "1", target != "1")


def test_a_king_takes_nothing_from_an_empty_hand() -> None:
    """No card is asked for, the turn passes and the other player refills (`almost_over` throws such a King)."""
    table = almost_over(OPENING, "4H 9S AD 2S 2H", "5C TC 3S 4S 2D")
    done = table.last
    assert done
    assert [event.code for event in done.events] == ["discarded", "nothing-to-take", "drew", "drew-cards"]
    assert match_of(table).held[0].bit_count() == 5


def test_an_emptied_hand_is_refilled_at_the_start_of_its_next_turn() -> None:
    """D-D6: also when a theft emptied it; five cards are drawn."""
    first, second = "KS 2S 3S 5S 6S", "9S 2H 3H 5H KH"
    lines = ["0 play 2S new", "1 play 9S new", "0 play 3S new", "1 play 2H new", "0 play 5S new", "1 play 3H new"]
    lines += ["0 play 6S new", "1 play 5H new", "0 play KS new"]
    table = fed([*START, deck(first, second), *lines])
    match = match_of(table)
    assert events_of(table, "card KH") == ["took-card", "drew", "drew-cards"]
    assert (match.held[1].bit_count(), len(match.stock)) == (5, 39)
    assert match.held[0] == mask_of([card("KH")])


def test_a_hand_that_is_not_empty_is_not_refilled() -> None:
    """D-D7: only when all cards are played."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 play 9S new", "0 play 2S new", "1 play 2H new"])
    assert match_of(table).held[0].bit_count() == 3


@pytest.mark.parametrize(("queen", "event"), [("0 play QS 1", "locked"), ("0 play QS new", "discarded")])
def test_a_queen_draws_three(queen: str, event: str) -> None:
    """On an open pile it locks it, alone it is discarded."""
    table = fed([*START, deck("QS 2S 3S 5S 6S", "9S 2H 3H 5H 6H", "4S 4H 4D"), "0 play 2S new", "1 play 9S new"])
    match = match_of(table)
    assert events_of(table, queen) == [event, "drew", "drew-cards"]
    assert match.held[0] == mask_of(cards("3S 5S 6S 4S 4H 4D"))
    assert match.locks == ({1: card("QS")} if event == "locked" else {})


@pytest.mark.parametrize("opener", ["JS", "X2"])
@pytest.mark.parametrize("target", ["1", "2", "new"])
def test_a_jack_or_joker_draws_one_and_opens_a_locked_pile(opener: str, target: str) -> None:
    """On an open pile (2) or alone it is discarded without effect; on a locked one (1) the lock goes with it."""
    first, second = f"2S QS {opener} 5S 6S", "9S 2H 3H 5H 6H"
    table = fed([*START, deck(first, second), "0 play 2S new", "1 play 9S new", "0 play QS 1", "1 play 2H new"])
    match = match_of(table)
    before = match.held[0].bit_count()
    assert events_of(table, f"0 play {opener} {target}")[0] == ("unlocked" if target == "1" else "discarded")
    assert match.held[0].bit_count() == before
    assert match.piles == {1: (card("2S"),), 2: (card("9S"),), 3: (card("2H"),)}
    assert match.locks == ({} if target == "1" else {1: card("QS")})
    assert match.discarded == mask_of(cards(f"QS {opener}" if target == "1" else opener))


def test_nothing_but_jacks_and_jokers_goes_on_a_locked_pile() -> None:
    """D-D8: neither a number card nor King nor Queen, and nobody rolls for it; what is legal says the same."""
    table = fed([*START, deck("2S QS KH QD JC", "9S 2H 3H 5H 6H"), "0 play 2S new", "1 play 9S new", "0 play QS 1"])
    match = match_of(table)
    for line in ("1 play 2H 1", "1 roll 1"):
        assert refusal_code(table, line) == "pile-locked"
    table.feed("1 play 2H 2")
    for line in ("0 play KH 1", "0 play QD 1", "0 roll 1"):
        assert refusal_code(table, line) == "pile-locked"
    on_locked = {CARD_TEXTS[action.what] for action in match.legal(0) if action.verb == "play" and action.where == 1}
    assert on_locked == {"JC"}
    assert [action.what for action in match.legal(0) if action.verb == "roll"] == [2]


# --- rolling (§3.4)


def test_a_capture_goes_on_with_the_same_pile() -> None:
    """D-D3, D-D4: the chain is forced; nothing but rolling for that pile is legal."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 play 9S 1", "0 play 2S new", "1 roll 1", "dice 4 5"])
    match = match_of(table)
    assert (match.phase, match.legal(1), match.legal(0)) == ("chain", [("roll", 1, 0)], [])
    for line in ("1 roll 2", "1 play 2H new", "1 play 2H 1"):
        assert refusal_code(table, line) == "roll-again"
    assert refusal_code(table, "1 decline") == "nothing-to-steal"
    assert refusal_code(table, "0 roll 1") == "not-your-turn"


def test_a_miss_in_a_chain_offers_a_steal_too() -> None:
    """The newly exposed card is an attempt like any other."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 play 9S 1", "0 roll 1", "dice 4 5", "0 roll 1", "dice 1 2"])
    match = match_of(table)
    assert (match.phase, match.to_act) == ("steal", (1,))
    assert match.totals == (4, 0)


@pytest.mark.parametrize("top", ["7S", "8S", "9S", "TS"])
def test_no_steal_of_a_seven_or_higher(top: str) -> None:
    """After a miss the turn ends."""
    table = fed(
        [*START, deck(f"{top} 2S 3S 5S 6S", "9H 2H 3H 5H 6H"), f"0 play {top} new", "1 play 2H new", "0 roll 1"]
    )
    assert events_of(table, "dice 1 1") == ["rolled", "missed"]
    assert (match_of(table).phase, match_of(table).to_act) == ("act", (1,))


@pytest.mark.parametrize("top", ["AS", "2S", "3S", "4S", "5S", "6S"])
def test_a_steal_needs_exactly_the_number(top: str) -> None:
    """One die, one attempt, no chain from it; then the stealer takes a normal turn."""
    value = number_value(card(top))
    lines = ["0 play 9S new", f"1 play {top} 1", "0 roll 1", "dice 6 6" if value != 6 else "dice 5 5", "1 steal"]
    for die in range(1, 7):
        table = fed([*START, deck("9S 2H 3H 5H 6H", f"{top} 2D 3D 5D 6D"), *lines])
        match = match_of(table)
        assert match.dice_wanted == 1
        assert refusal_code(table, "dice 1 1") == "bad-dice"
        table.feed(f"dice {die}")
        assert match.totals == (0, 4 if die == value else 0)
        assert match.piles[1] == tuple(cards("9S" if die == value else f"9S {top}"))
        assert (match.phase, match.to_act) == ("act", (1,))


def test_a_steal_may_be_declined() -> None:
    """D-D5; nothing else is legal, and the other way round nothing is stolen without a miss."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 play 9S new", "0 roll 1", "dice 6 6"])
    match = match_of(table)
    assert match.legal(1) == [("steal", 0, 0), ("decline", 0, 0)]
    for line in ("1 play 2H new", "1 roll 1", "1 roll 2"):
        assert refusal_code(table, line) == "steal-or-decline"
    assert refusal_code(table, "0 roll 1") == "not-your-turn"
    assert events_of(table, "1 decline") == ["declined"]
    assert (match.phase, match.to_act) == ("act", (1,))
    for line in ("1 steal", "1 decline"):
        assert refusal_code(table, line) == "nothing-to-steal"


def test_dice_are_checked() -> None:
    """Two dice, each from 1 to 6."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 play 9S new", "0 roll 1"])
    for line in ("dice 1", "dice 1 2 3", "dice 0 1", "dice 1 7", "dice 123456789 1"):
        assert refusal_code(table, line) == "bad-dice"
    assert refusal_code(table, "0 roll 1") == "not-asked-for"
    assert refusal_code(table, "card 4H") == "not-asked-for"


# --- the end (§3.5)


@pytest.mark.parametrize("opener", ["JS", "X1"])
def test_the_last_card_drawn_by_a_jack_or_joker_ends_the_game(opener: str) -> None:
    """The instant the draw pile is empty, in the middle of a turn."""
    match = short_of_cards()
    match.stock = match.stock[-1:]
    match.held[0] |= 1 << card(opener)
    table = fed([*START, NUMBERS])
    table.match = match
    assert events_of(table, f"0 play {opener} new") == ["discarded", "drew", "drew-cards", "ran-out", "drawn"]
    assert (match.ending, match.hand_points, match.needs) == (Ending.DRAWN, ((0, 0),), Need.NOTHING)


def test_a_refill_with_fewer_than_five_left_ends_the_game() -> None:
    """D-D9: what is left is drawn, and nothing else happens."""
    match = short_of_cards()
    match.held[1] = 0
    events = match.act(0, match.legal(0)[0])
    while match.to_act == (0,):
        events = match.act(0, match.legal(0)[0])
    assert [event.code for event in events][-3:] == ["drew-cards", "ran-out", "drawn"]
    assert match.held[1].bit_count() == 3
    assert match.ending is Ending.DRAWN


def test_a_queen_draws_what_is_left() -> None:
    """Three of two cards are two (D-E7); of four, three, and the game goes on."""
    match = short_of_cards()
    before = match.held[0].bit_count()
    match.act(0, next(action for action in match.legal(0) if CARD_TEXTS[action.what] == "QH"))
    assert (match.held[0].bit_count(), len(match.stock), match.ending) == (before + 2, 1, None)


@pytest.mark.parametrize("lines", [[], [NUMBERS], [NUMBERS, "0 play 4H new", "1 play 9S new", "0 roll 1"]])
def test_a_closed_table_has_no_result(lines: list[str]) -> None:
    """If either side quits the game ends without a result (§3.8)."""
    table = fed([*START, *lines, "table end"])
    match = match_of(table)
    assert (match.ending, match.winners, match.hand_points, match.phase) == (Ending.ENDED, (), (), "over")
    for line in ("table end", NUMBERS, "dice 1 1", "0 roll 1", "0 play 2S new"):
        assert refusal_code(table, line) == "match-is-over"


def test_captures_count_in_the_totals_at_once() -> None:
    """The one hand is listed only when it is won or drawn."""
    match = dice([*START, NUMBERS, "0 play 4H new", "1 roll 1", "dice 1 3", "table end"])
    assert (match.totals, match.hand_points) == ((0, 3), ())


def test_only_two_can_play_and_leaving_makes_everybody_wait() -> None:
    """§3.1, §3.8."""
    assert GAME.seats == (2,)
    assert GAME.leaving == Leaving(OnLeave.MATCH_ENDS)
    assert GAME.endless
    assert header("dice-capture", 2) == START


def test_the_table_reports_nothing_but_its_end() -> None:
    """There is no card to hide, no window to close and no seat to leave."""
    for line in ("table hide", "table close", "table leave 0", "table sit 0"):
        assert refusal_code(fed([*START, NUMBERS]), line) == "not-reported-now"


# --- who sees what (§3.7)


def test_a_view_names_nothing_else() -> None:
    """Own hand, counts, piles with their locks, dice, the draw pile's count and what is captured."""
    match = dice([*START, deck("2S QS 3S 5S 6S", "9S 2H 3H 5H 6H"), "0 play 2S new", "1 play 9S new", "0 play QS 1"])
    view = match.view(1)
    common = {"game", "seat", "phase", "needs", "to_act", "totals", "hands", "ending", "winners"}
    assert set(view) == common | {"turn", "hand", "counts", "piles", "rolling_for", "dice", "left", "captured"}
    assert view["hand"] == ["2H", "3H", "5H", "6H"]
    assert view["counts"] == [6, 4]
    assert view["piles"] == [
        {"number": 1, "cards": ["2S"], "lock": "QS"},
        {"number": 2, "cards": ["9S"], "lock": None},
    ]
    assert (view["dice"], view["left"], view["captured"]) == ([], 41, [[], []])


def test_cards_drawn_are_seen_by_the_drawer_only() -> None:
    """All others are told their number."""
    table = fed([*START, deck("QS 2S 3S 5S 6S", "9S 2H 3H 5H 6H", "4S 4H 4D")])
    done = table.feed("0 play QS new")
    assert done
    told = {event.code: (event.audience, event.params()) for event in done.events}
    assert told["drew"] == (~0b01, {"seat": 0, "number": 3})
    assert told["drew-cards"] == (0b01, {"seat": 0, "cards": ["4S", "4D", "4H"]})


def test_events_read_as_what_happened() -> None:
    """The sentences of plays on piles, in plain words."""
    lines = ["0 play 2S new", "1 play 9S 1", "0 play QS 1", "1 play 2H new", "0 play JS 1"]
    table = fed([*START, deck("2S QS JS 5S 6S", "9S 2H 3H 5H 6H")])
    told = [str(done.events[0]) for line in lines if (done := table.feed(line))]
    assert told == [
        "seat 0 plays 2S as pile 1.",
        "seat 1 plays 9S on pile 1.",
        "seat 0 plays QS and locks pile 1.",
        "seat 1 plays 2H as pile 2.",
        "seat 0 plays JS on pile 1; QS goes too and the pile is open.",
    ]


def test_the_dice_last_rolled_stay_in_view() -> None:
    """Two values, one after a steal."""
    table = fed([*START, NUMBERS, "0 play 4H new", "1 play 9S new", "0 roll 1", "dice 6 5"])
    assert table.finish().view(1)["dice"] == [6, 5]
    for line in ("1 steal", "dice 4"):
        table.feed(line)
    assert table.finish().view(0)["dice"] == [4]
    assert table.finish().view(0)["captured"] == [[], ["4H"]]


# --- refusals


def test_refusals_name_the_rule() -> None:
    """A card one does not hold, a pile that is not there, another's turn."""
    table = fed([*START, NUMBERS])
    assert refusal_code(table, "0 play 9S new") == "not-in-hand"
    assert refusal_code(table, "0 play 4H 1") == "no-such-pile"
    assert refusal_code(table, "0 play 4H 999999999") == "no-such-pile"
    assert refusal_code(table, "0 roll 1") == "no-such-pile"
    assert refusal_code(table, "0 roll 0") == "no-such-pile"
    assert refusal_code(table, "0 steal") == "nothing-to-steal"
    assert refusal_code(table, "1 play 9S new") == "not-your-turn"
    assert refusal_code(table, "2 play 9S new") == "no-such-seat"
    assert refusal_code(table, NUMBERS) == "not-asked-for"
    with pytest.raises(IllegalAction, match='You cannot "fly" now'):
        table.finish().act(0, Action("fly"))


# --- counted trees


def test_counted_tree_from_the_deal() -> None:
    """Golden numbers, counted by two programs: five inputs after a deal with action cards in both hands."""
    counts = perft(dice([*START, deck("4H KS JS QS 6S", "9S KH X1 5H 4S")]), 5)
    told = {code: counts[code] for code in ("leaves", "locked", "unlocked", "took-card", "drew", "captured")}
    assert told == {"leaves": 42645, "locked": 5349, "unlocked": 244, "took-card": 2596, "drew": 7668, "captured": 3957}


def test_counted_tree_of_rolls() -> None:
    """Golden numbers, counted by two programs: rolls, chains and steals on two piles, all dice enumerated."""
    match = dice([*START, deck("4H KS 3S 5S 6S", "9S 2H 3H 5H 4S"), "0 play 4H new", "1 play 9S 1", "0 play 3S new"])
    match.held = [mask_of(cards("5S")), mask_of(cards("2H"))]
    counts = perft(match, 4)
    told = {code: counts[code] for code in ("leaves", "rolled", "captured", "missed", "may-steal", "steals")}
    assert told == {
        "leaves": 11250, "rolled": 4350, "captured": 1081, "missed": 3269, "may-steal": 1458, "steals": 141,
    }  # fmt: skip


def test_a_chance_outcome_of_another_kind_is_refused() -> None:
    """The match asks for the deck first."""
    with pytest.raises(Exception, match="not asked for now; the match needs: deck"):
        GAME.new().apply(Chance(Need.DICE, (1, 2)))
