"""Dice Capture on the page: piles, locks, dice, the steal (FEATURES.md 2-8 … 2-16)."""

from p2p.table_view.model import Dice, Fan, Piles, Stack
from tests.engine.games.dice_tables import START, deck, dice
from tests.p2p.table_view.looking import act, acts, look, picked, zone

DECK = deck("5D 9S KS 2H X1", "4H QD JC 8S AH")


def test_a_card_goes_to_a_pile_or_starts_a_new_one() -> None:
    """Number cards and Kings not to locked piles, Jacks and jokers to all (RULES.md §3.4)."""
    match = dice([*START, DECK, "0 play 5D new", "1 play QD 1"])
    view = look(match)
    locked, new = zone(view, "piles", Piles).groups
    assert (locked.label, locked.locked) == ("5D locked by QD", True)
    assert [card.f for card in locked.cards] == ["5D", "QD"]
    assert (new.id, new.label, new.cards) == ("new", "New pile", ())
    to = act(view, "play").to
    sets = picked(view, "play")
    assert [sets[place] for place in to["pile-1"]] == [["X1"]]
    assert sorted(card for place in to["new"] for card in sets[place]) == ["2H", "9S", "KS", "X1"]
    assert acts(view) == ["Play to a pile"]


def test_an_open_pile_is_tapped_to_roll_for_its_top_card() -> None:
    """The button says for which card."""
    view = look(dice([*START, DECK, "0 play 5D new", "1 play 4H new"]))
    assert acts(view) == ["Play to a pile", "Roll", "Roll"]
    assert [act.tap for act in view.acts] == [None, "pile-1", "pile-2"]
    assert [group.label for group in zone(view, "piles", Piles).groups] == ["5D on top", "4H on top", "New pile"]
    assert view.say == "Play a card to a pile, or roll for a top card."


def test_dice_show_what_was_rolled() -> None:
    """None before the first roll, then two and their sum, or one of a steal (FEATURES.md 2-11)."""
    lines = [*START, DECK, "0 play 5D new", "1 roll 1"]
    rolling = look(dice(lines))
    assert (zone(rolling, "dice", Dice).dice, zone(rolling, "dice", Dice).note) == ((), None)
    assert rolling.say == "The dice are rolling."
    assert [seat.turn for seat in rolling.seats] == [False, True]
    missed = look(dice([*lines, "dice 6 6"]))
    assert (zone(missed, "dice", Dice).dice, zone(missed, "dice", Dice).note) == ((6, 6), "6 + 6 = 12")
    stolen = look(dice([*lines, "dice 6 6", "0 steal", "dice 2"]))
    assert (zone(stolen, "dice", Dice).dice, zone(stolen, "dice", Dice).note) == ((2,), None)


def test_the_other_player_gets_a_button_to_steal() -> None:
    """After a miss on a card up to 6; it may be left (FEATURES.md 2-16)."""
    match = dice([*START, DECK, "0 play 5D new", "1 roll 1", "dice 6 6"])
    view = look(match)
    assert acts(view) == ["Steal 5D: roll one die", "Leave it"]
    assert act(view, "steal").tap == "pile-1"
    assert view.say == "Steal 5D with one die, or leave it."
    assert zone(view, "hand", Fan).why == "Steal 5D or leave it first."
    other = look(match, 1)
    assert other.acts == ()
    assert other.say == "Ana is on turn."


def test_after_a_capture_the_roll_goes_on() -> None:
    """The same pile, as the only thing to do."""
    lines = [*START, DECK, "0 play 5D new", "1 play 4H 1", "0 roll 1", "dice 4 1"]
    view = look(dice(lines))
    assert view.say == "Captured: roll again for 5D."
    (again,) = view.acts
    assert (again.label, again.tone, again.tap) == ("Roll for 5D", "main", "pile-1")
    assert zone(view, "hand", Fan).why == "You have captured a card: roll on for 5D first."
    assert look(dice(lines), 1).acts == ()


def test_scores_and_captured_cards_are_open_and_hands_are_not() -> None:
    """Points with the suits that they come from, the draw pile's count (FEATURES.md 2-8 … 2-10)."""
    match = dice([*START, DECK, "0 play 5D new", "1 play 4H 1", "0 roll 1", "dice 4 1"])
    view = look(match, 1)
    assert [(row.name, row.total, row.sub) for row in view.strip] == [
        ("Ana", "3 pts", "♠\ufe0e0 ♥\ufe0e1 ♣\ufe0e0 ♦\ufe0e0"),
        ("You", "0 pts", None),
    ]
    captured = zone(view, "captured-0", Stack)
    assert (captured.label, [card.f for card in captured.cards], captured.n) == ("Ana captured", ["4H"], 1)
    assert zone(look(match), "captured-0", Stack).label == "You captured"
    stock = zone(view, "stock", Stack)
    assert (stock.n, stock.note, [card.f for card in stock.cards]) == (44, "44 left", [None])
    assert [seat.n for seat in view.seats] == [4, 4]
    assert len(zone(view, "hand", Fan).cards) == 4
