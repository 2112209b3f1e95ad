"""In every game normal bots beat easy ones, and those random ones.

The deals are the same each time and are played in all seatings, so that luck has no say.
"""

import pytest

from engine.arena import compared, play_deal, scored
from engine.bots.rules_of_thumb import JUDGES
from engine.games import GAMES
from engine.simulate import Plan

DEALS = {"random": 3, "easy": 12}
"""Enough to tell the better from the others."""
CAP = 1200


@pytest.mark.parametrize(("better", "other"), [("normal", "random"), ("easy", "random"), ("normal", "easy")])
@pytest.mark.parametrize("name", JUDGES)
def test_the_better_kind_of_bot_wins(name: str, better: str, other: str) -> None:
    """By points, over the deals together."""
    game = GAMES[name]
    seats = game.seats[-1]
    plan = Plan(game, seats, {}, [better, other] * (seats // 2), seed=1, cap=CAP)
    result = compared(scored(plan, play_deal(plan, number)) for number in range(1, DEALS[other] + 1))
    assert result.lead[better].mean > 0
    assert result.won[better] > result.won[other]
