"""``peerdeck games``: what can be played."""

import pytest

from engine.games import GAMES
from engine.match import Game
from tests.p2p.commands.running import CommandLine


def test_every_game_is_listed_with_its_seats_and_options(peerdeck: CommandLine) -> None:
    """By the name that commands take."""
    ran = peerdeck.run("games")
    assert (ran.status, ran.err) == (0, "")
    assert [line.split(":")[0] for line in ran.lines if not line.startswith(" ")] == list(GAMES)
    assert "dice-capture: Dice Capture, for 2" in ran.lines
    assert "tien-len: Tien Len, for 2, 3 or 4" in ran.lines
    assert all(line.startswith(("  ", *GAMES)) for line in ran.lines)


def test_every_value_of_every_option_is_listed_once_with_what_it_means(peerdeck: CommandLine) -> None:
    """And with the numbers of seats for which there is it, and for which it is the default, where these differ."""
    options = [line.strip() for line in peerdeck.run("games").lines if "--option" in line]
    for game in GAMES.values():
        for seats in game.seats:
            for key, values in game.options(seats).items():
                for value in values:
                    (line,) = [line for line in options if line.startswith(f"--option {key}={value}: ")]
                    assert line.endswith((".", ")"))
                    assert ("the default" in line) or value != values[0]
    notes = {line.split(":")[0].split()[1]: line.rpartition(" (")[2] for line in options if line.endswith(")")}
    assert notes == {
        "take=plain": "the default)",
        "stock-out=turn-over": "the default)",
        "scoring=practice": "with 4 only, the default)",
        "scoring=tokens": "the default with 2 or 3)",
    }


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_of_a_game_are_printed(game: Game, peerdeck: CommandLine) -> None:
    """By its name or its title; in parts with headings."""
    ran = peerdeck.run("games", game.title.upper())
    assert ran.lines[0].startswith(f"{game.name}: {game.title}, for ")
    assert "THE IDEA" in ran.lines
    assert ran.lines == peerdeck.run("games", game.name).lines


def test_what_is_no_game_is_answered_with_the_one_that_is_most_like_it(peerdeck: CommandLine) -> None:
    """And with all there are."""
    assert peerdeck.fails(2, "games", "tiem-len").startswith('There is no game "tiem-len"; did you mean tien-len? The ')
    assert peerdeck.fails(2, "games", "chess").startswith('There is no game "chess"; the games are xing, ')
    assert peerdeck.fails(2, "games", "xing", "call") == 'games does not take "call". Try: peerdeck games --help'
