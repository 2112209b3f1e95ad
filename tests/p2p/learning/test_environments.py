"""Every game as an environment of PettingZoo: its own tests, what numbers mean, and what rewards are."""

import re
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pettingzoo.test import api_test, seed_test

from engine.errors import InvalidOptions, UnknownGame
from engine.games import GAMES
from engine.inputs import Action
from p2p.learning import env
from p2p.learning.codings import CODINGS, CardByCard, Coding
from p2p.learning.sight import CARDS, Glance, row_of
from p2p.learning.sights import SIGHTS
from tests.engine.contract.playing import Table, moments, play, tables_of

ROOT = Path(__file__).resolve().parents[3]
TABLES = [table for game in GAMES.values() for table in tables_of(game)]
of_every_game = pytest.mark.parametrize("game", list(GAMES))
at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)


@pytest.fixture
def pettingzoo_as_it_is() -> Iterator[None]:
    """Its tests warn of observations with a mask, but for a list of its own games, which have them too."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (space for each agent probably|is not a NumPy)")
        yield


@of_every_game
@pytest.mark.usefixtures("pettingzoo_as_it_is")
def test_it_passes_pettingzoos_own_tests(game: str) -> None:
    """Of what an environment promises, and that a seed makes it repeat itself."""
    api_test(env(game), num_cycles=60)
    seed_test(lambda: env(game), num_cycles=40)


@of_every_game
def test_rewards_are_the_points_that_are_written_down(game: str) -> None:
    """Over a match, or as much of it as is played, they add up to the totals."""
    table = env(game, cap=400)
    table.reset(seed=5)
    rng = Random(5)
    gained = dict.fromkeys(table.possible_agents, 0)
    counted: list[Any] = []
    for _ in table.agent_iter(2000):
        _, _, over, cut, _ = table.last()
        if over or cut:
            counted = list(table.unwrapped._match.totals)
            table.step(None)
            continue
        table.step(rng.choice(choices(table)))
        for agent, reward in table.rewards.items():
            gained[agent] += reward
    assert list(gained.values()) == counted


def choices(table: Any) -> list[int]:
    """The numbers that the agent whose turn it is may choose."""
    mask = table.observe(table.agent_selection)["action_mask"]
    return [number for number, may in enumerate(mask) if may]


@at_every_table
def test_every_legal_action_has_its_number_and_no_number_means_anything_else(table: Table) -> None:
    """In whole matches; a play that is put together card by card can be, in one way."""
    coding = CODINGS[table.game.name]()
    for moment in moments(play(table, 6)):
        match = moment.before
        for seat in match.to_act:
            legal = match.legal(seat)
            meant = list(reached(coding, legal, match.view(seat), 0))
            assert sorted(meant) == sorted(legal)


def reached(coding: Coding, legal: list[Action], view: dict[str, Any], chosen: int) -> Iterator[Action]:
    """The actions that numbers lead to."""
    options = coding.options(legal, view, chosen)
    assert all(0 <= number < coding.size for number in options)
    for meant in options.values():
        if isinstance(meant, Action):
            yield meant
        else:
            yield from reached(coding, legal, view, meant)


@at_every_table
def test_rows_are_as_long_as_their_fields_say(table: Table) -> None:
    """In every position, through every seat's eyes."""
    fields = SIGHTS[table.game.name](table.seats)
    assert len({field.name for field in fields}) == len(fields)
    for moment in moments(play(table, 7)):
        for seat in range(table.seats):
            glance = Glance(moment.after.view(seat), table.seats)
            for field in fields:
                assert len(field.of(glance)) == field.size, field.name
            assert all(isinstance(number, int) for number in row_of(fields, glance))


def test_seats_are_seen_from_the_own_one() -> None:
    """The same table, from another seat, is another row; the own figures come first."""
    match = GAMES["xing"].new()
    match.totals = (10, 11, 10, 11)
    fields = SIGHTS["xing"](4)
    (totals,) = (field for field in fields if field.name == "totals")
    assert totals.of(Glance(match.view(0), 4)) == [10, 11, 10, 11]
    assert totals.of(Glance(match.view(1), 4)) == [11, 10, 11, 10]


def test_a_play_of_tien_len_is_put_together_from_its_lowest_card() -> None:
    """What is chosen shows in the row, and only what can still become a play may follow."""
    coding = CODINGS["tien-len"]()
    assert isinstance(coding, CardByCard)
    three, four, five, six = (1 << 4 * rank for rank in range(1, 5))
    legal = [Action("play", cards) for cards in (three, three | four | five, four | five | six)] + [Action("chip")]
    start = coding.options(legal, {}, 0)
    assert start == {4: three, 8: four, coding.done + 1: Action("chip")}
    assert coding.options(legal, {}, three) == {coding.done: legal[0], 8: three | four}
    assert coding.options(legal, {}, three | four) == {12: three | four | five}
    (chosen,) = (field for field in SIGHTS["tien-len"](4) if field.name == "chosen")
    assert chosen.of(Glance({}, 4, three)) == [int(card == 4) for card in range(CARDS)]


def test_an_episode_may_be_a_hand() -> None:
    """It ends for everybody with the hand's last card."""
    table = env("call", hands=1)
    table.reset(seed=3)
    steps = 0
    for _ in table.agent_iter(1000):
        if any(table.terminations.values()):
            break
        table.step(choices(table)[0])
        steps += 1
    assert len(table.unwrapped._match.hand_points) == 1
    assert steps >= 52


def test_a_number_that_means_nothing_ends_the_episode() -> None:
    """And costs a point."""
    table = env("xing")
    table.reset(seed=1)
    loser = table.agent_selection
    wrong = next(number for number in range(52) if number not in choices(table))
    table.step(wrong)
    assert all(table.terminations.values())
    assert table.rewards[loser] == -1


def test_tables_that_there_are_not_are_refused() -> None:
    """As everywhere."""
    with pytest.raises(UnknownGame):
        env("chess")
    with pytest.raises(InvalidOptions):
        env("xing", seats=3)


def test_one_sentence_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PettingZoo is not installed."""
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "p2p.learning.aec", raising=False)
    with pytest.raises(ImportError, match=r"pip install 'peerdeck\[learn\]'"):
        env("xing")


def test_the_example_of_the_readme_plays_a_hand() -> None:
    """As it stands there."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (text,) = (block for block in blocks if "p2p.learning" in block)
    played: dict[str, Any] = {}
    exec(text, played)
    assert not played["table"].agents
