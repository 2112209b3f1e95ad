"""The worked examples of Dice Capture (RULES.md §3.11)."""

import pytest

from engine.cards import card, cards, mask_of
from engine.games.dice_capture import dice_hit
from engine.match import Ending
from tests.engine.games.dice_tables import START, almost_over, deck, dice, match_of
from tests.engine.records import events_of, fed, refusal_code


@pytest.mark.parametrize(
    ("rolled", "captured"),
    [((2, 3), {2, 3, 5}), ((6, 6), {6}), ((1, 1), {1, 2}), ((4, 6), {4, 6, 10})],
)
def test_d_e1_roll_table(rolled: tuple[int, int], captured: set[int]) -> None:
    """A die shows the number, or they add up to it: asked of the function for all ten values, then of the game."""
    assert {value for value in range(1, 11) if dice_hit(rolled, value)} == captured
    for value, text in enumerate("A23456789T", 1):
        table = fed([*START, deck(f"{text}S KS KH KD KC", "QS QH QD QC JS"), f"0 play {text}S new"])
        events = [events_of(table, line) for line in ("1 roll 1", f"dice {rolled[0]} {rolled[1]}")][1]
        assert events[1] == ("captured" if value in captured else "missed")


def test_d_e2_chain() -> None:
    """Two captures in a row from one pile; when it is gone the turn ends, without a steal."""
    table = fed([*START, deck("4H 2S 3S 5S 6S", "9S 2H 3H 5H 6H"), "0 play 4H new", "1 play 9S 1", "0 roll 1"])
    match = match_of(table)
    assert events_of(table, "dice 3 6") == ["rolled", "captured"]
    assert (match.totals, match.phase, match.to_act) == ((4, 0), "chain", (0,))
    table.feed("0 roll 1")
    assert events_of(table, "dice 4 2") == ["rolled", "captured"]
    assert (match.totals, match.piles) == ((7, 0), {})
    assert (match.phase, match.to_act) == ("act", (1,))


@pytest.mark.parametrize(("die", "total", "piles"), [(5, 1, {}), (2, 0, {1: (card("5D"),)})])
def test_d_e3_miss_and_steal(die: int, total: int, piles: dict[int, tuple[int, ...]]) -> None:
    """After a miss the other player rolls one die for the card, and then takes a normal turn."""
    table = fed([*START, deck("5D 2S 3S 5S 6S", "9S 2H 3H 5H 6H"), "0 play 5D new", "1 play 9S new", "0 roll 1"])
    match = match_of(table)
    assert events_of(table, "dice 6 6") == ["rolled", "missed", "may-steal"]
    assert (match.phase, match.to_act) == ("steal", (1,))
    table.feed("1 steal")
    table.feed(f"dice {die}")
    assert match.totals == (0, total)
    assert match.piles == piles | {2: (card("9S"),)}
    assert (match.phase, match.to_act) == ("act", (1,))


def test_d_e5_lock_and_unlock() -> None:
    """A King locks the pile and takes a card; a joker takes the lock away."""
    table = fed([*START, deck("7D KS 3S 5S 6S", "9S X1 3H 5H 6H", "TS"), "0 play 7D new", "1 play 9S new"])
    match = match_of(table)
    table.feed("0 play KS 1")
    assert match.needs == "card"
    table.feed("card 5H")
    assert match.held == [mask_of(cards("3S 5S 6S 5H")), mask_of(cards("X1 3H 6H"))]
    for line in ("1 roll 1", "1 play 3H 1"):
        assert refusal_code(table, line) == "pile-locked"
    table.feed("1 play X1 1")
    assert match.discarded == mask_of(cards("X1 KS"))
    assert (match.piles[1], match.locks) == ((card("7D"),), {})
    assert match.held[1] == mask_of(cards("3H 6H TS"))
    assert match.to_act == (0,)
    table.feed("0 roll 1")


def test_d_e6_queen_alone() -> None:
    """A Queen as a new pile is discarded and draws three; a Jack on an open pile is discarded and draws one."""
    table = fed([*START, deck("QH 2H 3S 5S 6S", "2S JC 3H 5H 6H", "TS TH TD TC"), "0 play QH new"])
    match = match_of(table)
    assert (match.piles, match.discarded) == ({}, mask_of(cards("QH")))
    assert match.held[0] == mask_of(cards("2H 3S 5S 6S TS TH TD"))
    table.feed("1 play 2S new")
    table.feed("0 play 2H new")
    table.feed("1 play JC 1")
    assert match.piles == {1: (card("2S"),), 2: (card("2H"),)}
    assert match.held[1] == mask_of(cards("3H 5H 6H TC"))
    assert match.discarded == mask_of(cards("QH JC"))


def test_d_e7_end_by_queen() -> None:
    """A Queen draws the last two cards: the game is over in the middle of the turn, 8 to 4."""
    opening = [
        *("0 play 4H new", "1 play 5C new", "0 play 9S 1", "1 play TC 2"),
        *("0 roll 1", "dice 3 6", "0 roll 1", "dice 4 2", "1 roll 2", "dice 4 6", "1 roll 2", "dice 5 1"),
        *("0 play AD new", "1 play 3S new", "0 roll 3", "dice 1 6", "1 play 4S new"),
    ]
    table = almost_over(opening, "4H 9S AD 2S 2H", "5C TC 3S 4S 2D")
    match = match_of(table)
    for line in ("0 play JS new", "1 play JC new"):
        table.feed(line)
    assert len(match.stock) == 2
    assert events_of(table, "0 play QH new") == ["discarded", "drew", "drew-cards", "ran-out", "won"]
    assert match.captured == (mask_of(cards("9S 4H AD")), mask_of(cards("5C TC")))
    assert (match.totals, match.hand_points) == ((8, 4), ((8, 4),))
    assert (match.ending, match.winners, match.needs) == (Ending.WON, (0,), "nothing")


def test_d_e10_draw() -> None:
    """2S against 7H 8D is 4 to 4: drawn, and nobody wins."""
    opening = [
        *("0 play 7H new", "1 play 2S new", "0 play 8D 1", "1 roll 1", "dice 2 6", "1 roll 1", "dice 1 6"),
        *("0 roll 2", "dice 2 6", "1 play 3S new", "0 play 4H new", "1 play 4S new", "0 roll 4", "dice 6 6"),
        *("1 decline", "1 play 2D new"),
    ]
    table = almost_over(opening, "7H 8D 4H 2C 2H", "2S 3S 4S 2D 3D")
    match = match_of(table)
    for line in ("0 play JS new", "1 play JC new", "0 play QH new"):
        table.feed(line)
    assert (match.totals, match.hand_points) == ((4, 4), ((4, 4),))
    assert (match.ending, match.winners) == (Ending.DRAWN, ())


def test_the_deal_of_the_examples() -> None:
    """The helper deals what it says."""
    match = dice([*START, deck("4H 2S 3S 5S 6S", "9S 2H 3H 5H 6H", "TS", "AD")])
    assert match.held == [mask_of(cards("4H 2S 3S 5S 6S")), mask_of(cards("9S 2H 3H 5H 6H"))]
    assert (match.stock[0], match.stock[-1]) == (card("TS"), card("AD"))
