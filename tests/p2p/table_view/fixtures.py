"""Telling views of every game as JSON files, for tests of the page: ``python -m tests.p2p.table_view.fixtures DIR``.

Each is found in random matches, always the same ones: the position that tells most by its own measure.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

from engine.cards import FULL_DECK, cards, cards_in, mask_of
from engine.chance import shuffled
from engine.events import Event, seen_by
from engine.games import find
from engine.inputs import Chance, Happening, Input, Need, Report
from p2p.table_clock import TimeLeft
from p2p.table_view.frames import frames_of
from p2p.table_view.layout import Seen
from p2p.table_view.model import LogLine, View
from p2p.text.catalogue import ENGLISH
from p2p.text.sentences import Translator
from tests.engine.contract.playing import REPORTED, Playthrough, Table, moments, random_input
from tests.p2p.table_view.positions import PROMPT, lines_of, people, seen_at

SEEDS: Final = 8
"""In how many matches a view is looked for."""
STACKED_SEEDS: Final = 80
"""The same where the first deal is stacked; only that deal is played."""
INPUTS: Final = 1200
STACKED_INPUTS: Final = 60
"""After how many inputs a match is closed."""
LOG_SHOWN: Final = 12

Look = Mapping[str, Any]
"""The engine's view for a seat."""
Verbs = frozenset[str]
"""What the seat may do, without arguments."""


@dataclass(frozen=True)
class Fixture:
    """A view that is looked for.

    Attributes:
        name: of its file.
        telling: how much a position tells, by what its seat sees and may do; 0 for one that will not do.
        hand: of seat 0 in the first deal, where it is not left to chance.
        frame: which of the frames of the change: the last one is the table as it stands then.
        time_left: of what runs then.
    """

    name: str
    game: str
    telling: Callable[[Look, Verbs], float]
    seats: int = 4
    options: Mapping[str, str] = field(default_factory=dict)
    hand: str = ""
    frame: int = -1
    time_left: TimeLeft | None = None

    @property
    def table(self) -> Table:
        """The table it is played at."""
        return Table(find(self.game), self.seats, tuple(self.options.items()))


DEEP: Final = {"take": "deep", "stock-out": "turn-over"}
TOKENS: Final = {"scoring": "tokens"}


def _down(view: Look) -> int:
    """How many cards lie in sets and runs."""
    return sum(len(meld["cards"]) for meld in view["melds"])


def _beats_a_two(view: Look, verbs: Verbs) -> float:
    """A single 2 lies there, and a chop in the hand could beat it."""
    top: list[str] = view["trick"][-1]["cards"] if view["trick"] else []
    return len(view["hand"]) if {"chip", "play"} <= verbs and len(top) == 1 and top[0][0] == "2" else 0


def _playing(view: Look, verbs: Verbs) -> float:
    """The turn in a trick, the later the better; the first ones have no last trick yet."""
    return ("play" in verbs) * len(view["trick"]["cards"]) * bool(view["takers"])


FIXTURES: Final = (
    Fixture("xing-start", "xing", lambda view, _: bool(view["known"] and view["pile"]["count"] == 4), frame=0),
    Fixture("xing-known", "xing", lambda view, verbs: bool(verbs and view["known"]) * view["pile"]["count"]),
    Fixture(
        "xing",
        "xing",
        lambda view, verbs: bool(verbs) * len(view["hand"]) * view["pile"]["count"] * len(view["hands"]),
    ),
    Fixture("xing-over", "xing", lambda view, _: (view["ending"] == "won") * len(view["hands"])),
    Fixture("rummy-draw", "rummy", lambda view, verbs: ("take" in verbs) * len(view["pile"]), options=DEEP),
    Fixture(
        "rummy",
        "rummy",
        lambda view, verbs: bool(view["owed"]) * ({"meld", "add"} <= verbs) * _down(view),
        options=DEEP,
    ),
    Fixture(
        "rummy-crowded",
        "rummy",
        lambda view, verbs: bool(verbs) * (len(view["hand"]) + 3 * len(view["melds"])),
        seats=2,
        options=DEEP,
    ),
    Fixture("tien-len-over", "tien-len", lambda view, _: (view["ending"] == "won") * len(view["shown"])),
    Fixture(
        "twenty-nine-over",
        "twenty-nine",
        lambda view, _: (view["ending"] == "won") * (1 + view["trump_public"]) * len(view["hands"]),
    ),
    Fixture(
        "dice-capture-over", "dice-capture", lambda view, _: (view["ending"] == "won") * len(view["piles"]), seats=2
    ),
    Fixture("rummy-over", "rummy", lambda view, _: bool(view["hat"]) * len(view["hands"]), seats=3),
    Fixture(
        "dice-capture",
        "dice-capture",
        lambda view, verbs: ("play" in verbs) * len(view["piles"]) * (1 + sum(map(len, view["captured"]))),
        seats=2,
    ),
    Fixture("dice-capture-steal", "dice-capture", lambda view, verbs: ("steal" in verbs) * len(view["piles"]), seats=2),
    Fixture("tien-len-lead", "tien-len", lambda view, verbs: (verbs == {"play"}) * len(view["hand"]), options=TOKENS),
    Fixture(
        "tien-len",
        "tien-len",
        lambda view, verbs: ({"play", "chip"} <= verbs) * len(view["hand"]) * (1 + len(view["chipped"])),
        options=TOKENS,
    ),
    Fixture("tien-len-beaten", "tien-len", lambda view, verbs: (verbs == {"chip"}) * len(view["hand"]), options=TOKENS),
    Fixture(
        "tien-len-chop",
        "tien-len",
        _beats_a_two,
        options=TOKENS,
        hand="4S 4C 5D 5H 6S 6H 8D 9D 9C JS KS AC 2C",
    ),
    Fixture(
        "tien-len-window",
        "tien-len",
        lambda view, verbs: ("decline" in verbs) * len(view["hand"]),
        options=TOKENS,
        hand="3D 7S 7C 7D 7H 8D 9D TC JS QD KS AC AD",
        time_left=TimeLeft(6, 8),
    ),
    Fixture(
        "twenty-nine-bidding",
        "twenty-nine",
        lambda view, verbs: ("bid" in verbs) * len(view["bids"]) * (view["standing"]["number"] in range(17, 22)),
    ),
    Fixture("twenty-nine-trump", "twenty-nine", lambda _, verbs: "trump" in verbs),
    Fixture("twenty-nine-double", "twenty-nine", lambda view, verbs: ("double" in verbs) * (view["bid"] or 0)),
    Fixture("twenty-nine", "twenty-nine", lambda view, verbs: _playing(view, verbs) * view["stake"]),
    Fixture("twenty-nine-ask", "twenty-nine", lambda view, verbs: ("ask" in verbs) * len(view["hand"])),
    Fixture("twenty-nine-full-trick", "twenty-nine", lambda view, _: len(view["takers"]) == 3, frame=0),
    Fixture("call-bidding", "call", lambda view, verbs: ("bid" in verbs) * len(view["bids"])),
    Fixture("call-match", "call", lambda view, verbs: ("match" in verbs) * len(view["bids"])),
    Fixture("call-trump", "call", lambda view, verbs: ("hide" in verbs) * len(view["bids"])),
    Fixture(
        "call-bonus",
        "call",
        lambda view, verbs: ("bonus" in verbs) * (1 + len(view["bonus_calls"])) * (view["bidder"] == view["seat"]),
    ),
    Fixture(
        "call",
        "call",
        lambda view, verbs: bool(view["hidden"] and view["hidden_card"]) * _playing(view, verbs) * len(view["hand"]),
    ),
    Fixture("call-ask", "call", lambda view, verbs: ("ask" in verbs) * len(view["hand"])),
    Fixture("call-hand-over", "call", lambda view, _: (len(view["takers"]) == 13) * len(view["hands"])),
)


@dataclass(frozen=True)
class _Found:
    """A position, and what led to it."""

    before: Seen
    now: Seen
    events: list[Event]
    log: list[LogLine]


def view_for(fixture: Fixture, translated: Translator = ENGLISH) -> View:
    """The view that tells most; `LookupError` if none will do."""
    best: tuple[float, _Found] | None = None
    for seed in range(STACKED_SEEDS if fixture.hand else SEEDS):
        for score, found in _candidates(fixture, _played(fixture, seed), translated):
            if score and (best is None or score > best[0]):
                best = score, found
    if best is None:
        raise LookupError(f"No match has a position for {fixture.name}.")
    found = best[1]
    laid = frames_of(
        translated(fixture.table.game.title),
        found.before,
        found.now,
        found.events,
        people(fixture.table),
        prompt=PROMPT if found.now.legal else None,
        log=found.log,
        time_left=fixture.time_left,
    )
    return laid.frames[fixture.frame].view


def _played(fixture: Fixture, seed: int) -> Playthrough:
    """A random match, its first deal stacked if the fixture wants a hand."""
    rng = Random(f"{fixture.name} {seed}")
    match = fixture.table.new()
    inputs: list[Input] = []
    enough = STACKED_INPUTS if fixture.hand else INPUTS
    while match.needs is not Need.NOTHING:
        if fixture.hand and not inputs:
            given: Input = _stacked(fixture, rng)
        elif len(inputs) == enough:
            given = Report(Happening.END)
        else:
            given = random_input(match, rng, {**REPORTED, **_QUIET})
        match.apply(given)
        inputs.append(given)
    return Playthrough(fixture.table, tuple(inputs))


_QUIET: Final = {Happening.LEAVE: 0.0, Happening.END: 0.0}
"""Nobody leaves, and nobody closes the table."""


def _stacked(fixture: Fixture, rng: Random) -> Chance:
    """A deck that deals seat 0 the hand that is wanted, one card at a time."""
    hand = shuffled(cards(fixture.hand), rng)
    others = shuffled(cards_in(FULL_DECK & ~mask_of(hand)), rng)
    dealt = [hand.pop() if not place % fixture.seats else others.pop() for place in range(13 * fixture.seats)]
    return Chance(Need.DECK, (*dealt, *others))


def _candidates(fixture: Fixture, played: Playthrough, translated: Translator) -> Iterator[tuple[float, _Found]]:
    """Every position of seat 0, with what it tells."""
    before = seen_at(fixture.table.new(), 0, translated)
    log: list[LogLine] = []
    for moment in moments(played):
        now = seen_at(moment.after, 0, translated)
        events = seen_by(0, moment.events)
        log += lines_of(now, events, len(log))
        score = fixture.telling(now.view, frozenset(action.verb for action in now.legal))
        yield score, _Found(before, now, events, log[-LOG_SHOWN:])
        before = now


def write(folder: Path) -> None:
    """Write every view into a folder, each into a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    for fixture in FIXTURES:
        view = msgspec.json.format(msgspec.json.encode(view_for(fixture)), indent=1)
        (folder / f"{fixture.name}.json").write_bytes(view + b"\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
