"""The search against OpenSpiel's information-set search on hearts, side by side in one process.

Both think about the first card of a hand of four, thirteen cards each, or eight each; ours in Call and Twenty-nine with
the rules of thumb in its playouts, OpenSpiel's in hearts with random ones. A simulation is one imagined deal played to
the end of the hand. The Python search is OpenSpiel's own; so is the one in C++.
"""

import random
import statistics
import time
from collections.abc import Callable
from typing import Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from engine import games
from engine.bots.search.thinker import Searcher
from engine.chance import draw
from engine.inputs import Need
from tests.benchmarks.peers import timed

ROUNDS: Final = 5
SIMULATIONS: Final = 1000
IN_PYTHON: Final = 200
EXPLORATION: Final = 1.4
SEED: Final = 7
AT_LEAST: Final = (8.0, 0.3)
"""The least that our speed should be of that of the Python and the C++ search."""


def our_speed(name: str, cards: int, simulations: int, seed: int) -> float:
    """Simulations a CPU second for a card that is led while all hold so many cards."""
    game = games.find(name)
    rng = random.Random(seed)
    match = game.new()
    bots = [Searcher(name, seat, game.seats[-1], random.Random(seed)) for seat in range(4)]
    while not (match.phase.value == "play" and not getattr(match, "trick", ()) and _fewest(match) <= cards):
        if match.needs is Need.SEAT:
            seat = match.to_act[0]
            events = match.act(seat, bots[seat].by_rule(match.legal(seat), match.view(seat)))
        else:
            events = match.chance(draw(match, rng))
        for seat, bot in enumerate(bots):
            for event in events:
                if event.audience >> seat & 1:
                    bot.see(event)
    seat = match.to_act[0]
    legal, view = match.legal(seat), match.view(seat)
    made = 0

    def think() -> None:
        nonlocal made
        made += bots[seat].think(legal, view, simulations).simulations

    seconds = timed(think, 1)
    return made / seconds


def _fewest(match: object) -> int:
    held: list[int] = getattr(match, "held")  # noqa: B009  # the two games share it, matches in general do not
    return min(hand.bit_count() for hand in held)


def hearts(cards: int, seed: int) -> "pyspiel.State":
    """A hand of hearts in which a trick is led while all hold so many cards."""
    rng = random.Random(seed)
    state = pyspiel.load_game("hearts(pass_cards=False)").new_initial_state()
    played = 0
    while state.is_chance_node() or played < 52 - 4 * cards or len(state.legal_actions()) < 2:
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            played += 1
    return state


def cpp_speed(state: "pyspiel.State", simulations: int) -> float:
    """Simulations a CPU second of OpenSpiel's `ISMCTSBot` in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(SEED, evaluator, EXPLORATION, simulations, -1, policy, False, False)  # noqa: FBT003
    return simulations / timed(lambda: bot.step(state), 1)


def python_speed(state: "pyspiel.State", simulations: int) -> float:
    """Simulations a CPU second of OpenSpiel's `ISMCTSBot` in Python."""
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(SEED))  # it wants one of these
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, EXPLORATION, simulations)
    return simulations / timed(lambda: bot.step(state), 1)


def compare(name: str, cards: int) -> None:
    """Print the speeds; each figure is the median of some rounds, taken in turn."""
    state = hearts(cards, SEED)
    measures: list[Callable[[int], float]] = [
        lambda seed: our_speed(name, cards, SIMULATIONS, seed),
        lambda _seed: python_speed(state, IN_PYTHON),
        lambda _seed: cpp_speed(state, SIMULATIONS),
    ]
    rounds = [[measure(seed) for measure in measures] for seed in range(ROUNDS)]
    ours, python, cpp = (statistics.median(side) for side in zip(*rounds, strict=True))
    over_python = statistics.median(mine / theirs for mine, theirs, _ in rounds)
    over_cpp = statistics.median(mine / theirs for mine, _, theirs in rounds)
    print(f"{name + f', {cards} cards each':28}{ours:9,.0f}{python:9,.0f}{over_python:7.1f}{cpp:9,.0f}{over_cpp:7.2f}")


def main() -> None:
    """Print what was measured."""
    print(f"simulations a CPU second; at least {AT_LEAST[0]} times the Python search, {AT_LEAST[1]} times that in C++")
    print(f"{'':28}{'ours':>9}{'Python':>9}{'ratio':>7}{'C++':>9}{'ratio':>7}")
    started = time.process_time()
    for name, cards in (("call", 13), ("call", 8), ("twenty-nine", 8)):
        compare(name, cards)
    print(f"{time.process_time() - started:.0f} CPU s")


if __name__ == "__main__":
    main()
