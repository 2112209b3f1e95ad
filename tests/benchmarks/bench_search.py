"""The search against OpenSpiel's information-set search on hearts, side by side in one process.

Both think about the card to be led when all four hold the same number of cards and more than one may be led, with the
same number of simulations, in hand after hand, by turns: so what else the machine does slows both. Ours thinks in Call
and Twenty-nine with the rules of thumb in its playouts, OpenSpiel in hearts, without passing, with random ones. A
simulation is an imagined deal that is played to the end of the hand; ours tries several cards in each deal that it
imagines. The Python search is OpenSpiel's own; so is the one in C++.
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
HANDS: Final = 4
"""How many hands each thinks about in a round."""
SIMULATIONS: Final = 1000
EXPLORATION: Final = 1.4
SEED: Final = 7
AT_LEAST: Final = (8.0, 0.3)
"""The least that our speed should be of that of the Python and the C++ search."""
NO_PASS: Final = 0
"""The direction of passing in a hand of hearts that has none: its first chance outcome, whatever ``pass_cards`` is."""
ROWS: Final = (("call", 12), ("call", 8), ("twenty-nine", 8))
"""Games and how many cards all hold; nobody chooses the first card of hearts, so there are no thirteen."""

Measured = tuple[int, float]
"""How many simulations were made, and the CPU seconds that they took."""


def ours(name: str, cards: int, seed: int) -> Measured:
    """Our search for the card to be led while all hold so many cards, one that lies hidden among them."""
    game = games.find(name)
    rng = random.Random(seed)
    match = game.new()
    bots = [Searcher(name, seat, game.seats[-1], random.Random(seed)) for seat in range(4)]
    while not (match.phase.value == "play" and not getattr(match, "trick", ()) and _most(match) <= cards):
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
        made += bots[seat].think(legal, view, SIMULATIONS).simulations

    seconds = timed(think, 1)
    return made, seconds


def _most(match: object) -> int:
    held: list[int] = getattr(match, "held")  # noqa: B009  # the two games share it, matches in general do not
    return max(hand.bit_count() for hand in held)


def hearts(cards: int, seed: int) -> "pyspiel.State":
    """A hand of hearts in which one of several cards is to be led while all hold so many cards."""
    while True:
        rng = random.Random(seed)
        state = pyspiel.load_game("hearts").new_initial_state()
        state.apply_action(NO_PASS)
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
        for _ in range(52 - 4 * cards):
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
        if len(state.legal_actions()) > 1:
            return state
        seed += 1000


def in_cpp(cards: int, seed: int) -> Measured:
    """OpenSpiel's `ISMCTSBot` in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(SEED, evaluator, EXPLORATION, SIMULATIONS, -1, policy, False, False)  # noqa: FBT003
    state = hearts(cards, seed)
    return SIMULATIONS, timed(lambda: bot.step(state), 1)


def in_python(cards: int, seed: int) -> Measured:
    """OpenSpiel's `ISMCTSBot` in Python."""
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(SEED))  # it wants one of these
    state = hearts(cards, seed)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, EXPLORATION, SIMULATIONS)
    return SIMULATIONS, timed(lambda: bot.step(state), 1)


def one_round(measures: list[Callable[[int], Measured]], seeds: range) -> list[float]:
    """The simulations a CPU second of each search in some hands, which they take in turn."""
    hands = [[measure(seed) for measure in measures] for seed in seeds]
    return [sum(made for made, _ in side) / sum(seconds for _, seconds in side) for side in zip(*hands, strict=True)]


def compare(name: str, cards: int) -> None:
    """Print the speeds; each figure is the median of some rounds, after one that is not counted."""
    measures: list[Callable[[int], Measured]] = [
        lambda seed: ours(name, cards, seed),
        lambda seed: in_python(cards, seed),
        lambda seed: in_cpp(cards, seed),
    ]
    one_round(measures, range(1))
    rounds = [one_round(measures, range(HANDS * number, HANDS * (number + 1))) for number in range(ROUNDS)]
    mine, python, cpp = (statistics.median(side) for side in zip(*rounds, strict=True))
    over_python = statistics.median(own / theirs for own, theirs, _ in rounds)
    over_cpp = statistics.median(own / theirs for own, _, theirs in rounds)
    print(f"{name + f', {cards} cards each':28}{mine:9,.0f}{python:9,.0f}{over_python:7.1f}{cpp:9,.0f}{over_cpp:7.2f}")


def main() -> None:
    """Print what was measured."""
    print(f"simulations a CPU second; at least {AT_LEAST[0]} times the Python search, {AT_LEAST[1]} times that in C++")
    print(f"{'':28}{'ours':>9}{'Python':>9}{'ratio':>7}{'C++':>9}{'ratio':>7}")
    started = time.process_time()
    for name, cards in ROWS:
        compare(name, cards)
    print(f"{time.process_time() - started:.0f} CPU s")


if __name__ == "__main__":
    main()
