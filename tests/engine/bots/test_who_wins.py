"""Normal bots beat random ones, in every game: the same deals each time, in all seatings, so that luck has no say."""

import pytest

from engine.arena import compared, play_deal, scored
from engine.bots.rules_of_thumb import JUDGES
from engine.games import GAMES
from engine.simulate import Plan

DEALS = 3
CAP = 1200


@pytest.mark.parametrize("name", JUDGES)
def test_normal_bots_beat_random_ones(name: str) -> None:
    """By points, in matches, over the deals together."""
    game = GAMES[name]
    seats = game.seats[-1]
    plan = Plan(game, seats, {}, ["normal", "random"] * (seats // 2), seed=1, cap=CAP)
    result = compared(scored(plan, play_deal(plan, number)) for number in range(1, DEALS + 1))
    assert result.lead["normal"].mean > 0
    assert result.won["normal"] > result.won["random"]
