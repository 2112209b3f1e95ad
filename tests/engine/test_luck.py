"""Luck is what chance did beyond its mean."""

from itertools import product
from random import Random

import pytest

from engine import games
from engine.inputs import Chance, Input, Need
from engine.luck import luck_of
from engine.match import Match
from engine.simulate import Plan, play
from tests.engine.contract.playing import tables_of


def a_match(name: str, seed: int) -> tuple[Match, list[Input]]:
    """A match of normal bots and what it was given."""
    game = games.find(name)
    rng = Random(seed)
    simulated = play(Plan(game, game.seats[-1], {}, ["normal"] * game.seats[-1], seed), 1, lambda _match: rng)
    return simulated.match, simulated.inputs


def test_over_all_dice_luck_is_nothing() -> None:
    """Whichever roll of a match is thrown again."""
    match, inputs = a_match("dice-capture", 1)
    rolls = [place for place, given in enumerate(inputs) if isinstance(given, Chance) and given.need is Need.DICE]
    for place in rolls[:: len(rolls) // 12]:
        given = inputs[place]
        assert isinstance(given, Chance)
        before = luck_of(match, inputs[:place])
        assert before is not None
        points, won = [], []
        for dice in product(range(1, 7), repeat=len(given.values)):
            after = luck_of(match, [*inputs[:place], Chance(Need.DICE, dice)])
            assert after is not None
            points.append(after.points - before.points)
            won.append(after.won - before.won)
        assert sum(points) == pytest.approx(0, abs=1e-9)
        assert sum(won) == pytest.approx(0, abs=1e-9)
        assert max(points) > 0 > min(points)


def test_what_is_dealt_is_no_luck_of_dice() -> None:
    """Nor is what a player does."""
    match, inputs = a_match("dice-capture", 2)
    first = next(place for place, given in enumerate(inputs) if isinstance(given, Chance) and given.need is Need.DICE)
    assert luck_of(match, inputs[:first]) == (0, 0)


@pytest.mark.parametrize("name", ["xing", "rummy", "tien-len", "call"])
def test_of_cards_no_luck_is_told(name: str) -> None:
    """Whoever compares bots gives the same cards to each instead."""
    match = tables_of(games.find(name))[0].new()
    assert luck_of(match, []) is None
