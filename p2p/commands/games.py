"""``peerdeck games [GAME]``: the games, how many play them and their options; or the rules of one."""

import argparse
from collections.abc import Iterator, Sequence

from engine.games import GAMES
from engine.match import Game
from p2p.commands.common import chosen_game
from p2p.commands.shelf import shelf
from p2p.terminal.people import enumeration
from p2p.terminal.rules import option_lines, parts_of
from p2p.text.catalogue import ENGLISH


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="print the rules of this game")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print what there is to know about each game in a few lines, or the rules of one."""
    if args.game is None:
        for game in GAMES.values():
            print(*_about(game), sep="\n")
        return 0
    game = chosen_game(args.game)
    print(*_about(game), sep="\n")
    book = shelf().rulebook(ENGLISH.language, game.name)
    for part in parts_of(book) if book else []:
        print("", part.heading.upper(), *part.lines, sep="\n")
    return 0


def _about(game: Game) -> Iterator[str]:
    """The game's name, title and seats, what it is, and a line for each value of its options."""
    book = shelf().rulebook(ENGLISH.language, game.name)
    yield f"{game.name}: {game.title}, for {_numbers(game.seats)}"
    if book:
        yield f"  {book.summary} About {book.minutes} minutes."
    meanings = {line.partition(":")[0]: line for line in option_lines(book)}
    for choice, (seats, usual) in _choices(game).items():
        notes = [f"with {_numbers(seats)} only"] if seats != game.seats else []
        if usual:
            notes.append("the default" if usual == seats else f"the default with {_numbers(usual)}")
        yield f"  --option {meanings.get(choice, choice)}" + (f" ({', '.join(notes)})" if notes else "")


def _choices(game: Game) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """With how many seats each value of each option can be chosen, and with how many it is the default."""
    choices: dict[str, tuple[tuple[int, ...], tuple[int, ...]]] = {}
    for seats in game.seats:
        for key, values in game.options(seats).items():
            for value in values:
                possible, usual = choices.get(f"{key}={value}", ((), ()))
                choices[f"{key}={value}"] = (*possible, seats), (*usual, *([seats] if value == values[0] else []))
    return choices


def _numbers(numbers: Sequence[int]) -> str:
    return enumeration(map(str, numbers), "or")
