"""Bots' choices, made once more from the record of a table."""

from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.search.thinker import Thinker
from engine.games import GAMES
from engine.inputs import Need
from engine.record import read
from p2p.effects import AskBot, OpenRecord
from p2p.messages import Table
from p2p.retrace import HowChosen, chosen, retrace
from p2p.saved_table import SavedSeat, SavedTable
from tests.p2p.desk import OWN_TOKEN, Desk

KINDS = ("hard:24", "normal", "easy")
ACTS = 60


def table_of(game: str, seats: int) -> Desk:
    """A table of a game at which bots of several kinds sit with the host; the match has begun."""
    others = [SavedSeat("bot", f"Bot {n}", None, KINDS[n % len(KINDS)]) for n in range(seats - 1)]
    desk = Desk()
    desk.start(GAMES[game], SavedTable(game, {}, [SavedSeat("person", "Host", OWN_TOKEN), *others]))
    desk.begin()
    return desk


def record_of(desk: Desk, header: list[str]) -> list[str]:
    """The lines of the record of the match that goes on."""
    return [*header, *desk.written]


def play(desk: Desk, answer: Callable[[AskBot], None]) -> list[str]:
    """Play on for a while; the host does the first thing there is. Gives the record."""
    header = desk.wanted(OpenRecord)[0].header
    for _ in range(ACTS):
        match = desk.session.running.match if desk.session.running else None
        if match is None or match.needs is Need.NOTHING:
            break
        asks, desk.bots_asked = desk.bots_asked, []
        for ask in asks:
            answer(ask)
        if desk.session.match_to_draw_for:
            desk.draw()
        elif not desk.bots_asked and desk.last("host", Table).prompt is not None:
            desk.act("host")
    return record_of(desk, header)


@pytest.mark.parametrize(("game", "seats"), [("twenty-nine", 4), ("xing", 4), ("tien-len", 4), ("dice-capture", 2)])
def test_every_choice_of_every_bot_is_made_again(game: str, seats: int) -> None:
    """The record is an ordinary one, and all bots' moves in it are retraced."""
    desk = table_of(game, seats)
    lines = play(desk, desk.bot_acts)
    assert read("\n".join(lines).encode()).match
    moves = list(retrace(lines))
    assert len(moves) > 10
    assert all(move.chosen == move.played for move in moves)
    assert {move.seat for move in moves} == set(range(1, seats))
    assert all(lines[move.line - 1].startswith(f"{move.seat} ") for move in moves)


def test_choices_that_time_cut_short_are_made_again() -> None:
    """It is written down after how many imagined matches a bot had to choose."""
    desk = table_of("twenty-nine", 4)
    cut = count(1)

    def answer(ask: AskBot) -> None:
        if not isinstance(ask.bot, Thinker):
            desk.bot_acts(ask)
            return
        until = 1 + next(cut) % 4
        asked = count(1)
        verdict = ask.bot.think(ask.legal, ask.look(), None, lambda: next(asked) >= until)
        desk.did(desk.session.bot_chose(ask.seat, ask.prompt, verdict.action, HowChosen(verdict.cut_after)))

    moves = list(retrace(play(desk, answer)))
    assert moves
    assert all(move.chosen == move.played for move in moves)
    assert any("cut-after" in line for line in desk.written)


def test_what_the_rules_of_thumb_did_in_the_place_of_a_bot_is_done_again() -> None:
    """With the reason, on one line."""
    desk = table_of("twenty-nine", 4)

    def answer(ask: AskBot) -> None:
        how = HowChosen(by_rule="it was\nlost")
        desk.did(desk.session.bot_chose(ask.seat, ask.prompt, ask.stand_in(), how))

    moves = list(retrace(play(desk, answer)))
    assert moves
    assert all(move.chosen == move.played for move in moves)
    assert any(line.endswith("by-rule it was lost") for line in desk.written)


def test_a_move_that_the_bot_does_not_choose_is_told() -> None:
    """A record with another seed, or with another move, does not agree everywhere."""
    desk = table_of("xing", 4)
    lines = play(desk, desk.bot_acts)
    other = [" ".join([*line.split()[:-1], "5"]) if line.startswith("# bot 1") else line for line in lines]
    assert any(move.chosen != move.played for move in retrace([*other, chosen(9, HowChosen(3)), "# bot nonsense"]))


def test_no_bots_no_moves() -> None:
    """A record without these comments has nothing to retrace; a bot that is gone makes none either."""
    desk = table_of("xing", 4)
    lines = play(desk, desk.bot_acts)
    plain = [line for line in lines if not line.startswith("#")]
    assert not list(retrace(plain))
    seat = 1
    gone = [line for line in lines if not line.startswith(f"# bot {seat}")]
    assert {move.seat for move in retrace(gone)} == {2, 3}
    dealt = next(place for place, line in enumerate(lines) if line.startswith("deck"))
    left = [*lines[: dealt + 1], "# bot 1 gone", *lines[dealt + 1 :]]
    assert {move.seat for move in retrace(left)} == {2, 3}


WORDS = st.sampled_from(
    ["0", "1", "9", "٣", "-1", "9" * 17, "9" * 5000, "is", "gone", "by-rule", "cut-after", "random"]
)


@given(st.lists(st.lists(WORDS, max_size=5), max_size=8))
def test_comments_that_others_wrote_are_read_or_mean_nothing(comments: list[list[str]]) -> None:
    """A record may come from anywhere; numbers longer than ours are none."""
    lines = ["record 1", "game xing", "seats 4", "dealer 0", *(" ".join(["# bot", *words]) for words in comments)]
    assert list(retrace([*lines, "table end"])) == []
