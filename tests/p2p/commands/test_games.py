"""``peerdeck games``: what can be played."""

from engine.games import GAMES
from tests.p2p.commands.running import CommandLine


def test_every_game_is_listed_with_its_seats_and_options(peerdeck: CommandLine) -> None:
    """By the name that commands take."""
    ran = peerdeck.run("games")
    assert (ran.status, ran.err) == (0, "")
    assert [line.split(":")[0] for line in ran.lines if not line.startswith(" ")] == list(GAMES)
    assert "dice-capture: Dice Capture, 2 seats" in ran.lines
    assert "  with 4 seats, --option scoring=practice|tokens (default practice)" in ran.lines
    assert "  with 2 seats, --option take=plain|deep (default plain)" in ran.lines


def test_it_takes_no_arguments(peerdeck: CommandLine) -> None:
    """More than its name is wrong usage."""
    assert peerdeck.fails(2, "games", "xing") == "Unrecognized arguments: xing. Try: peerdeck --help"
