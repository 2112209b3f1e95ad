"""The checks of the contract, each on random matches at one table."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from engine import record
from engine.state import state_of
from tests.engine.contract.cards import check_cards
from tests.engine.contract.declared import DECLARED
from tests.engine.contract.imagining import check_imagined
from tests.engine.contract.legality import check_playthrough
from tests.engine.contract.playing import Playthrough, Table, moments, play, snapshot
from tests.engine.contract.secrecy import check_hand, check_secrets, hands_of, some_hand

CHECKED_POSITIONS: Final = 50
"""How many positions of a match are checked in full, on average."""

SWAPPED: Final = 6
IMAGINED: Final = 8
"""At how many moments of a match cards are swapped, and matches imagined."""


class Matches:
    """Random matches at a table, played when they are first asked for."""

    def __init__(self, table: Table, number: int) -> None:
        self.table = table
        self._number = number
        self._played: list[Playthrough] = []

    def played(self) -> Sequence[Playthrough]:
        """The matches."""
        if not self._played:
            self._played = [play(self.table, seed) for seed in range(self._number)]
        return self._played

    def with_random_numbers(self) -> Iterable[tuple[Playthrough, Random]]:
        """Each match with a source of random numbers of its own."""
        return [(played, Random(f"{self.table} {number} checks")) for number, played in enumerate(self.played())]


def check_legality(matches: Matches) -> None:
    """Seats to act, legal actions, refusals, copies and texts, at positions of whole matches."""
    for played, rng in matches.with_random_numbers():
        check_playthrough(matches.table, moments(played), rng, min(1, CHECKED_POSITIONS / len(played.inputs)))


def check_all_cards(matches: Matches) -> None:
    """Every card lies at one place, sums are those of the rules, and no seat is shown a card that it cannot know."""
    declared = DECLARED[matches.table.game.name]
    for played in matches.played():
        check_cards(moments(played), declared, matches.table.seats)


def check_records(matches: Matches) -> None:
    """Written down and read back, every input leads to the same state as JSON, and the last to the same match."""
    table = matches.table
    for played in matches.played():
        header = record.write_header(table.game, table.seats, dict(table.options))
        lines = [record.write_input(table.game, given) for given in played.inputs]
        again = record.Record()
        for line in header:
            again.feed(line)
        for line, moment in zip(lines, moments(played), strict=True):
            again.feed(line)
            assert state_of(again.finish(), None) == state_of(moment.after, None)
        once_more = record.read(record.write(header, lines).encode())
        assert snapshot(once_more.finish()) == snapshot(again.finish())


def check_swaps(matches: Matches) -> None:
    """Other cards where a seat cannot know them: view, events, legal actions, refusals and dreams stay the same."""
    declared = DECLARED[matches.table.game.name]
    done = []
    for played, rng in matches.with_random_numbers():
        hands = hands_of(played)
        for _ in range(SWAPPED if hands else 0):
            done += check_hand(some_hand(hands, rng), declared, rng, pairs=3)
    assert sum(done) >= len(done) / 4, "too few swaps can be followed to tell anything"


def check_all_secrets(matches: Matches) -> None:
    """Whatever suit or card a seat chooses in secret, all others are shown the same."""
    declared = DECLARED[matches.table.game.name]
    tried = sum(check_secrets(hand, declared) for played in matches.played() for hand in hands_of(played)[:4])
    assert bool(tried) is bool(declared.secret)


def check_dreams(matches: Matches) -> None:
    """What a seat imagines agrees with its view, with its past and with the rules."""
    declared = DECLARED[matches.table.game.name]
    for played, rng in matches.with_random_numbers():
        hands = hands_of(played)
        for _ in range(IMAGINED if hands else 0):
            check_imagined(some_hand(hands, rng), declared, rng.randrange(matches.table.seats), rng)
