"""A match taken from its record, with its bots: the same seeds, the same events, the same choices.

Comments in the record tell what is no input of the match: which bot plays a seat from there on, with which seed, and
how a move came to be that a bot had no time for.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from random import Random
from typing import Final, NamedTuple

from engine import bots
from engine.bots.search.thinker import SIMULATIONS_AT_TABLES, Thinker, never
from engine.inputs import Act, Action
from engine.match import Game
from engine.record import Played, Record
from p2p.running_match import RunningMatch

SEEDS: Final = 1 << 53
"""Seeds are below this."""
_COMMENT: Final = "# bot"
_NUMBER: Final = re.compile("[0-9]{1,16}")
"""Seeds have at most that many digits."""


class HowChosen(NamedTuple):
    """How a bot came to its choice.

    Attributes:
        cut_after: the number of matches that it had imagined when its time was up; 0 if it had all the time.
        by_rule: why the rules of thumb chose in its place; empty if they did not.
    """

    cut_after: int = 0
    by_rule: str = ""


AS_USUAL: Final = HowChosen()


def seated(seat: int, kind: str, seed: int) -> str:
    """The comment that a bot plays a seat from now on."""
    return f"{_COMMENT} {seat} is {kind} {seed}"


def unseated(seat: int) -> str:
    """The comment that no bot plays a seat any more."""
    return f"{_COMMENT} {seat} gone"


def chosen(seat: int, how: HowChosen) -> str:
    """The comment on the next move of a bot that did not choose as usual."""
    if how.by_rule:
        return f"{_COMMENT} {seat} by-rule {' '.join(how.by_rule.split())[:200]}"
    return f"{_COMMENT} {seat} cut-after {how.cut_after}"


class Move(NamedTuple):
    """A bot's move in a record, and what the bot chooses when it is asked again."""

    game: Game
    line: int
    seat: int
    played: Action
    chosen: Action


def stand_in(running: RunningMatch, seat: int) -> Action:
    """What is done in the place of a seat's bot that fails: what the rules of thumb say."""
    bot, match = running.bots[seat], running.match
    legal, view = match.legal(seat), match.view(seat)
    if isinstance(bot, Thinker):
        return bot.by_rule(legal, view)
    rules = bots.make("normal", running.game, seat, match.seats, Random(0))
    return rules.choose(legal, lambda: view)


def retrace(lines: Iterable[bytes | str]) -> Iterator[Move]:
    """Every move of a bot in a record, with what the bot chooses now.

    Raises:
        RefusedLine: a line of the record is refused.
        UnknownBot: a bot was of a kind that there is not.
    """
    how: dict[int, HowChosen] = {}
    for running, told in _followed(lines):
        if isinstance(told, str):
            _take_in(running, how, told)
        elif isinstance(told.given, Act) and told.given.seat in running.bots:
            seat = told.given.seat
            choice = _choice(running, seat, how.pop(seat, AS_USUAL))
            yield Move(running.game, told.line, seat, told.given.action, choice)


def read_back(lines: Iterable[bytes | str]) -> RunningMatch | None:
    """A match as its record tells it, with the bots that were in it at the end; ``None`` if nothing was played.

    Raises:
        RefusedLine: a line of the record is refused.
        UnknownBot: a bot was of a kind that there is not.
    """
    found = None
    for running, told in _followed(lines):
        found = running
        if isinstance(told, str):
            _take_in(running, {}, told)
    return found


def _followed(lines: Iterable[bytes | str]) -> Iterator[tuple[RunningMatch, Played | str]]:
    """The match of a record before each of its inputs and, after the header, each of our comments."""
    record = Record()
    running: RunningMatch | None = None
    for line in (raw if isinstance(raw, str) else raw.decode(errors="replace") for raw in lines):
        played = record.feed(line)
        told = played or (line if line.startswith(_COMMENT) else None)
        if told is None or record.match is None or record.header is None:
            continue
        if running is None:
            running = RunningMatch(record.match.game, record.match.seats, record.match.options, record.header.names)
        yield running, told
        if played:  # the match that the record plays is ahead by this input; bots and sights belong to this one
            running.apply(played.given)


def _take_in(running: RunningMatch, how: dict[int, HowChosen], comment: str) -> None:
    """What a comment says of a bot; one that is none of ours means nothing."""
    number, *said = comment.removeprefix(_COMMENT).split() or [""]
    if not _is_number(number) or int(number) >= running.match.seats:
        return
    seat = int(number)
    match said:
        case ["is", kind, seed] if _is_number(seed):
            running.seat_bot(seat, bots.make(kind, running.game, seat, running.match.seats, Random(int(seed))))
        case ["gone"]:
            running.bots.pop(seat, None)
        case ["by-rule", *why]:
            how[seat] = HowChosen(by_rule=" ".join(why))
        case ["cut-after", matches] if _is_number(matches):
            how[seat] = HowChosen(cut_after=int(matches))
        case _:
            pass


def _is_number(word: str) -> bool:
    """Whether a word of a comment is a number as we write them: anybody may have written the record."""
    return _NUMBER.fullmatch(word) is not None


def _choice(running: RunningMatch, seat: int, how: HowChosen) -> Action:
    """What the bot in a seat chooses now."""
    bot, match = running.bots[seat], running.match
    legal = match.legal(seat)
    if how.by_rule:
        return stand_in(running, seat)
    if isinstance(bot, Thinker):
        out_of_time = _after(how.cut_after) if how.cut_after else never
        return bot.think(legal, match.view(seat), SIMULATIONS_AT_TABLES, out_of_time).action
    return bot.choose(legal, lambda: match.view(seat))


def _after(number: int) -> Callable[[], bool]:
    """Time that is up when it is asked for as often as that."""
    asked = count(1)
    return lambda: next(asked) >= number
