"""Positions of random matches, and what each seat is shown of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import FULL_DECK, cards, cards_in, mask_of
from engine.events import Event, seen_by
from engine.games import GAMES
from engine.inputs import Act, Chance, Input, Need
from engine.match import Match
from engine.syntax import read_action
from p2p.messages import Person
from p2p.table_view.frames import LaidFrames, frames_of
from p2p.table_view.layout import Seen
from p2p.table_view.model import LogLine
from p2p.text.catalogue import ENGLISH
from p2p.text.sentences import Translator
from tests.engine.contract.playing import Playthrough, Table, moments, tables_of

NAMES: Final = ("Ana", "Ben {x}", "Cleo", "Dov")
"""A name with braces is shown as it is."""
TABLES: Final = [table for game in GAMES.values() for table in tables_of(game)]
PROMPT: Final = 7


@dataclass(frozen=True)
class Position:
    """What a seat is shown of a moment of a match.

    Attributes:
        match: as it stands then.
        before: what the seat saw before.
        now: what it sees.
        events: what it was told in between.
        laid: what the page shows.
    """

    match: Match
    seat: int
    before: Seen
    now: Seen
    events: list[Event]
    laid: LaidFrames


def people(table: Table) -> list[Person]:
    """Everybody at the table, one of them a bot."""
    return [Person(seat, NAMES[seat], "bot" if seat == 1 else "person") for seat in range(table.seats)]


def seen_at(match: Match, seat: int, translated: Translator = ENGLISH) -> Seen:
    """What a seat may know of a match."""
    return Seen(match.view(seat), match.legal(seat), NAMES[: match.seats], translated)


def scripted(table: Table, deck: Sequence[int], *acts: str) -> Playthrough:
    """A match from its first deck on, the dealer (if there is one) being seat 3; acts are written as in records."""
    match = table.new()
    dealer = [Chance(Need.DEALER, (3,))] if match.needs is Need.DEALER else []
    inputs: list[Input] = [*dealer, Chance(Need.DECK, tuple(deck))]
    for act in acts:
        seat, *words = act.split()
        inputs.append(Act(int(seat), read_action(table.game.verbs, words)))
    return Playthrough(table, tuple(inputs))


def one_by_one(*hands: str) -> list[int]:
    """A deck that deals these hands one card at a time; the other cards follow."""
    dealt = [card for around in zip(*map(cards, hands), strict=True) for card in around]
    return [*dealt, *cards_in(FULL_DECK & ~mask_of(dealt))]


def lines_of(now: Seen, events: Sequence[Event], first: int) -> list[LogLine]:
    """The lines of the log for what a seat was told, numbered from ``first``."""
    kept = [event for event in events if not event.sentence.fleeting]
    return [LogLine(number, now.line(event)) for number, event in enumerate(kept, first)]


def positions(played: Playthrough, translated: Translator = ENGLISH) -> Iterator[Position]:
    """Every seat at every moment of a match; ``match`` goes on changing."""
    table = played.table
    start = table.new()
    before = [seen_at(start, seat, translated) for seat in range(table.seats)]
    logs: list[list[LogLine]] = [[] for _ in before]
    for moment in moments(played):
        for seat, previous in enumerate(before):
            now = before[seat] = seen_at(moment.after, seat, translated)
            events = seen_by(seat, moment.events)
            logs[seat] += lines_of(now, events, len(logs[seat]))
            laid = frames_of(
                table.game.title,
                previous,
                now,
                events,
                people(table),
                prompt=PROMPT if now.legal else None,
                log=logs[seat][-12:],
            )
            yield Position(moment.after, seat, previous, now, events, laid)
