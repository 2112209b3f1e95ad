"""What a bot goes by in Dice Capture, in positions made for it."""

from random import Random

import pytest

from engine import bots
from engine.bots.rules_of_thumb.dice_capture import HIT
from engine.cards import card
from tests.engine.bots.watching import answer, choice
from tests.engine.games.dice_tables import START, almost_over, deck, match_of
from tests.engine.games.test_dice_capture import OPENING


def test_the_chances_are_those_of_the_rulebook() -> None:
    """RULES.md §3.4, winning rolls of 36."""
    assert [round(36 * chance) for chance in HIT[1:]] == [11, 12, 13, 14, 15, 16, 6, 5, 4, 3]


def test_it_rolls_for_the_pile_that_promises_most() -> None:
    """The same card counts more in spades, and a six is hit more often than a ten."""
    lines = [*START, deck("6D 6S TH 7C 8C", "2D TS 3D 9C 8D")]
    assert answer([*lines, "0 play 6S new", "1 play TS new"]) == "roll 1"
    assert answer([*lines, "0 play 6D new", "1 play 2D new", "0 play 6S new", "1 play TS new"]) == "roll 3"


def test_what_lies_below_counts_too() -> None:
    """Of two equal tops it rolls for the one with a pile below."""
    lines = [*START, deck("6S 3S 6H 7C 8C", "2D 3H 3D 9C 8D")]
    assert answer([*lines, "0 play 6H new", "1 play 3H new", "0 play 3S 1"]) != "roll 2"
    assert answer([*lines, "0 play 6H new", "1 play 3H 1", "0 play 3S new", "1 play 2D new"]) == "roll 1"


def test_a_card_that_must_be_played_gives_little_away() -> None:
    """Nothing lies on the table: a ten of diamonds is hit least and counts least."""
    assert answer([*START, deck("6S 5H TD AS 4C", "2D TS 3D 9C 8D")]) == "play TD new"


def test_a_steal_is_always_tried() -> None:
    """It costs nothing."""
    lines = [*START, deck("6S 5H TD AS 4C", "2D TS 3D 9C 8D"), "0 play 6S new", "1 roll 1", "dice 1 1"]
    assert answer(lines) == "steal"
    assert answer(lines, "easy") == "steal"


@pytest.mark.parametrize(("totals", "ends"), [((9, 8), True), ((8, 9), False)])
def test_who_is_ahead_ends_the_game(totals: tuple[int, ...], *, ends: bool) -> None:
    """A Queen draws the last three cards: that wins for who has captured more, and else gives all away."""
    match = match_of(almost_over(OPENING, "4H 9S AD 2S 2H", "5C TC 3S 4S 2D"))
    match.stock = match.stock[:3]
    match.totals = totals
    bot = bots.make("normal", match.game, 0, 2, Random(1))
    chosen = choice(bot, match, 0)
    assert (chosen.verb == "play" and chosen.what == card("QH")) is ends
