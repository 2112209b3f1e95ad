"""The race for the open piles of Dice Capture, against all that the dice may do in the engine."""

from collections import defaultdict
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.playouts.dice_race import Piles, Race, fates, last_roll, race, roll, steal, without_top
from engine.bots.rules_of_thumb.dice_capture import STOLEN
from engine.cards import cards, cards_in
from engine.games.dice_capture import NUMBER_CARDS, POINTS_OF_SUIT, DiceCapture, Phase, number_value
from engine.inputs import Action, Chance, Need


def piles_of(*texts: str) -> Piles:
    """Piles, each written as its cards, the top one last."""
    return tuple(tuple(cards(text)) for text in texts)


@st.composite
def some_piles(draw: st.DrawFn) -> Piles:
    """One to three piles of at most three number cards."""
    shuffled = draw(st.permutations(cards_in(NUMBER_CARDS)))
    heights = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    return tuple(tuple(shuffled[3 * number : 3 * number + height]) for number, height in enumerate(heights))


def table_with(piles: Piles) -> DiceCapture:
    """A match in which seat 0 is to move and these piles are open."""
    match = DiceCapture(2, {})
    match.held = [1 << 52, 1 << 53]
    match.stock = (43, 42, 41, 40, 39, 38)
    match.piles = {number + 1: pile for number, pile in enumerate(piles)}
    match.phase, match.needs, match.to_act = Phase.ACT, Need.SEAT, (0,)
    return match


def ends_of_a_roll(match: DiceCapture, chance: float, ends: dict[tuple[int, Piles], float]) -> None:
    """Count how likely a roll ends in what way, by trying all dice; whoever may steal tries."""
    if match.phase is Phase.ACT:
        first, second = match.totals
        ends[first - second, tuple(match.piles.values())] += chance
        return
    if match.needs is Need.SEAT:
        seat = match.to_act[0]
        match.act(seat, match.legal(seat)[0])
    throws = list(product(range(1, 7), repeat=match.dice_wanted))
    for dice in throws:
        after = match.copy()
        after.chance(Chance(Need.DICE, dice))
        ends_of_a_roll(after, chance / len(throws), ends)


@pytest.mark.parametrize(
    "piles", [piles_of("6S"), piles_of("TD"), piles_of("7H 3C"), piles_of("AS", "9D 2H"), piles_of("4C 8S")], ids=str
)
def test_the_ways_a_roll_may_end_are_those_of_the_engine(piles: Piles) -> None:
    """With their chances: chain, miss and theft."""
    for number in range(len(piles)):
        match = table_with(piles)
        match.act(0, Action("roll", number + 1))
        counted: defaultdict[tuple[int, Piles], float] = defaultdict(float)
        ends_of_a_roll(match, 1.0, counted)
        told: defaultdict[tuple[int, Piles], float] = defaultdict(float)
        for fate in fates(piles, number):
            told[int(fate.points), fate.piles] += fate.chance
        assert told == pytest.approx(counted)


@given(some_piles())
def test_a_race_is_the_best_first_roll_and_then_the_race_of_the_other(piles: Piles) -> None:
    """Which determines it; and no other roll is worth more."""
    rolls = [roll(piles, number) for number in range(len(piles))]
    found = race(piles)
    assert any(each == pytest.approx(found) for each in rolls)
    assert max(each.worth for each in rolls) == pytest.approx(found.worth)
    assert 0 <= found.starts <= 1
    assert found.square >= found.points * found.points - 1e-9


def test_a_single_card_goes_to_the_first_that_hits_it() -> None:
    """A ten of spades: 3 of 36 rolls hit it, there is no theft, and whoever takes it need not move next."""
    hit = 3 / 36
    first = 1 / (2 - hit)
    assert race(piles_of("TS")) == pytest.approx(Race(4 * (2 * first - 1), 1 - first, 16.0))
    assert race(()) == Race(0.0, 1.0, 0.0)


@given(some_piles())
def test_a_theft_comes_before_a_turn(piles: Piles) -> None:
    """One die in six steals a low card, and no other; the turn follows either way."""
    for number, pile in enumerate(piles):
        found = steal(piles, number)
        missed = race(piles)
        if not STOLEN[number_value(pile[-1])]:
            assert found == missed
            continue
        points = POINTS_OF_SUIT[pile[-1] & 3]
        hit = race(without_top(piles, number))
        assert found.points == pytest.approx((points + hit.points + 5 * missed.points) / 6)
        assert found.starts == pytest.approx((hit.starts + 5 * missed.starts) / 6)
        assert found.square >= found.points * found.points - 1e-9


@given(some_piles())
def test_the_last_roll_is_for_points_alone(piles: Piles) -> None:
    """Nothing comes after it."""
    best = max(sum(fate.chance * fate.points for fate in fates(piles, number)) for number in range(len(piles)))
    assert sum(fate.chance * fate.points for fate in last_roll(piles)) == pytest.approx(best)


def test_of_many_piles_the_most_promising_are_looked_at() -> None:
    """A table full of high piles would take long to work out."""
    high = tuple(tuple(range(start, 36, 9)) for start in range(9))
    promising = piles_of("6S 5S", "4S 6H", "3S 5H")
    assert race((*piles_of("TD", "TC", "9D", "8D"), *promising)) == race(promising)
    assert race(high).points > 0
