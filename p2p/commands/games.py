"""``peerdeck games``: the games, how many play them and their options."""

import argparse

from engine.games import GAMES


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:  # noqa: ARG001  # every command is called alike
    """Print a line for each game and one for each of its options."""
    for game in GAMES.values():
        print(f"{game.name}: {game.title}, {' or '.join(map(str, game.seats))} seats")
        for seats in game.seats:
            for key, values in game.options(seats).items():
                print(f"  with {seats} seats, --option {key}={'|'.join(values)} (default {values[0]})")
    return 0
