"""What several commands share: errors that end a command, and options about games."""

import argparse
from collections.abc import Callable, Mapping

from engine import games
from engine.errors import EngineError, quoted
from engine.match import Game


class CommandError(Exception):
    """The command failed: one sentence for a person, exit status 1."""


class UsageError(Exception):
    """The command was called wrongly: one sentence that says how to call it, exit status 2."""


def add_table_options(parser: argparse.ArgumentParser) -> None:
    """Options that describe a table: its size and its game's options."""
    parser.add_argument(
        "--seats", type=whole_number, metavar="N", help="how many play (default: as many as the game allows)"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game (peerdeck games lists them)",
    )


def chosen_game(name: str) -> Game:
    """The game that an argument names; `UsageError` if there is none."""
    try:
        return games.meant(name)
    except EngineError as error:
        raise UsageError(str(error)) from error


def chosen_table(game: Game, args: argparse.Namespace) -> tuple[int, Mapping[str, str]]:
    """Seats and options that the arguments ask for; `UsageError` if the game has no such table."""
    seats = game.seats[-1] if args.seats is None else args.seats
    options: dict[str, str] = {}
    for text in args.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"Write an option as KEY=VALUE, not {quoted(text)}.")
        if key in options:
            raise UsageError(f"Option {quoted(key)} is given twice.")
        options[key] = value
    try:
        game.new(seats, options)
    except EngineError as error:
        raise UsageError(str(error)) from error
    return seats, options


def at_least(low: int) -> Callable[[str], int]:
    """An argument type: a whole number not below ``low``."""

    def number(text: str) -> int:
        value = whole_number(text)
        if value < low:
            raise argparse.ArgumentTypeError(f"it must be at least {low}, not {value}")
        return value

    return number


def whole_number(text: str) -> int:
    """An argument type: a whole number."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"it must be a whole number, not {quoted(text)}") from None
