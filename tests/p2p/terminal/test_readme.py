"""What the README shows of a terminal is what one sees there."""

import re
import shlex
from pathlib import Path

import pytest

from p2p.cli import _parser
from p2p.messages import Person
from tests.engine.games.dice_tables import deck
from tests.p2p.terminal.reader import Reader

README = (Path(__file__).resolve().parents[3] / "README.md").read_text(encoding="utf-8")
SESSION = next(block for block in re.findall(r"```\n(.*?)```", README, re.DOTALL) if block.startswith("$ "))
RIGHT = SESSION.splitlines()[0].index("$", 1)
"""The column in which the guest's terminal begins."""


def shown(*, guest: bool) -> list[str]:
    """What stands there of a terminal, without what its player types and what is left out."""
    lines = [line[RIGHT:] if guest else line[:RIGHT] for line in SESSION.splitlines()]
    return [line.rstrip() for line in lines if line.strip() and not re.match(r"[>$…]|Room code|Invite link|  …", line)]


@pytest.mark.parametrize("guest", [False, True], ids=["host", "guest"])
def test_the_session_is_one_that_there_can_be(guest: bool) -> None:  # noqa: FBT001  # which of the two
    """Every line is told in that order, by a table at which just that happens."""
    reader = Reader("dice-capture", own=int(guest))
    reader.names = ["Ann", "Bob"]
    people = [Person(seat, name, "person") for seat, name in enumerate(reader.names)]
    told = [*reader.welcomed(), *reader.lobby(people[0], Person(1, None, "empty")), *reader.lobby(*people)]
    told += reader.lobby(*people, playing=True)
    told += reader.happens(deck("7S AS 2S 3S 5S", "3D 4H 8S TH X1"), "0 play 7S new", "1 roll 1", "dice 3 4")
    place = 0
    for line in shown(guest=guest):
        assert line in told[place:], f"{line!r} is not told after {told[:place][-1:]}"
        place = told.index(line, place) + 1


def commands() -> list[str]:
    """Every command line that stands in a block of the README, without its comment."""
    lines = (line for block in re.findall(r"```\n(.*?)```", README, re.DOTALL) for line in block.splitlines())
    starts = (re.match(r"(?:\$ )?peerdeck(?: |$)(.*)", line) for line in lines)
    return [start[1].partition("#")[0].partition("  ")[0].strip() for start in starts if start]


@pytest.mark.parametrize("line", sorted({*commands()} - {"", "--help"}))
def test_every_command_can_be_typed(line: str) -> None:
    """As far as its words go: there is such a command, and it takes these options."""
    words = shlex.split(line.replace("CODE|LINK", "K7QX-M4TC").replace("SEAT", "1"))
    assert _parser(words).parse_args(words).run
