"""`p2p.play`: which bots it takes, what they are called, and what is wrong before anything is sent."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

import p2p
from engine.bots.bot import Bot
from engine.chance import Rng
from engine.errors import UnknownBot
from engine.events import Event
from engine.games.rummy import GAME as RUMMY
from engine.inputs import Action
from engine.match import Game, View
from p2p.bot_guest import Result, maker_of, name_of
from p2p.visit import NoServer
from signaling.codes import InvalidCode


class First(Bot):
    """Takes the first action."""

    def see(self, event: Event) -> None:
        """It looks at nothing."""

    def choose(self, legal: Sequence[Action], look: Callable[[], View]) -> Action:  # noqa: ARG002  # it plays blindly
        """The first."""
        return legal[0]


class Seated(First):
    """Wants to know where it sits."""

    def __init__(self, game: Game, seat: int, seats: int, rng: Rng) -> None:
        self.told = game, seat, seats, rng


def test_a_bot_comes_in_many_forms() -> None:
    """As itself, as its class with or without arguments, as what makes it, and by the name of its kind."""
    table = RUMMY, 1, 3, Random(1)
    bot = First()
    assert maker_of(bot)(*table) is bot
    assert isinstance(maker_of(First)(*table), First)
    seated = maker_of(Seated)(*table)
    assert isinstance(seated, Seated)
    assert seated.told == table
    assert maker_of(lambda *_table: bot)(*table) is bot
    assert maker_of("hard:20")(*table) is not maker_of("normal")(*table)


def test_its_name_says_that_it_is_a_bot() -> None:
    """And fits into a name."""
    assert name_of(First()) == name_of(First) == "First bot"
    assert name_of("normal") == "normal bot"
    assert name_of(type("VeryLongAndWindingBot", (First,), {})) == "VeryLongAndW bot"


def test_what_is_wrong_is_said_before_anything_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No such bot, no such code, no server."""
    monkeypatch.delenv("PEERDECK_SERVER", raising=False)
    with pytest.raises(UnknownBot, match="genius"):
        p2p.play("K7QX-M4TC", "genius", state=tmp_path)
    with pytest.raises(InvalidCode):
        p2p.play("Q", "normal", state=tmp_path)
    with pytest.raises(NoServer, match="which server"):
        p2p.play("K7QX-M4TC", First(), state=tmp_path)


def test_a_result_tells_whether_the_bot_won() -> None:
    """A shared win is one."""
    assert Result(1, "won", (3, 5), (1,)).won
    assert Result(1, "won", (5, 5), (0, 1)).won
    assert not Result(0, "ended", (0, 0), ()).won
