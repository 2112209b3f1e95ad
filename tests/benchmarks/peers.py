"""OpenSpiel's games, played at random: what the engine's speed is compared with."""

import random
import time
from collections.abc import Callable

import numpy as np
import pyspiel
from open_spiel.python.games import block_dominoes  # noqa: F401  # importing it registers the game


def play_seconds(game: "pyspiel.Game", matches: int, seed: int, *, lean: bool) -> tuple[int, float]:
    """Play matches at random.

    Args:
        game: as OpenSpiel loaded it.
        matches: how many.
        seed: of the choices and of chance.
        lean: draw chance with as little Python as possible, instead of with numpy as OpenSpiel's own example does.

    Returns:
        How many actions the players took, and the CPU seconds that all took, chance among it.
    """
    draw = random.Random(seed).random
    weighted = np.random.default_rng(seed)
    actions = 0
    started = time.process_time()
    for _ in range(matches):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                if lean:
                    state.apply_action(outcomes[int(draw() * len(outcomes))][0])
                else:
                    values, chances = zip(*outcomes, strict=True)
                    state.apply_action(weighted.choice(values, p=chances))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
                actions += 1
    return actions, time.process_time() - started


def clone_seconds(game: "pyspiel.Game", clones: int, seed: int) -> float:
    """CPU seconds of cloning a state in mid-play that often."""
    draw = random.Random(seed).random
    state = game.new_initial_state()
    for _ in range(80):
        legal = state.legal_actions()
        state.apply_action(legal[int(draw() * len(legal))])
    return timed(state.clone, clones)


def timed(step: Callable[[], object], times: int) -> float:
    """CPU seconds of taking a step that often."""
    started = time.process_time()
    for _ in range(times):
        step()
    return time.process_time() - started
