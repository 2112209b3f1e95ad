"""The types of a view: what the host sends to a page, complete and personal, after every change.

Cards, games, seats and verbs are spelt as in records (engine/RECORDS.md); texts are in the viewer's language and name
cards by those same two letters, e.g. ``TD``. The host never sends coordinates, colours, HTML or code, only words from
closed lists; a page that does not know a word leaves it out. The page's TypeScript types are generated from these
(``python -m p2p.table_view``).
"""

from typing import Literal

import msgspec

Mark = Literal["new", "owed", "taken", "trump", "best", "glow-a", "glow-b", "last"]
Tone = Literal["main", "quiet", "warn"]
Area = Literal["hand", "centre", "rail"]
Link = Literal["on", "shaky", "away"]
Hints = Literal["none", "legal"]
ChipTone = Literal["plain", "gold", "warn"]


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Base of everything in a view; what has its default is left out."""


class Card(Part, frozen=True):
    """A card as the seat sees it.

    Attributes:
        id: of a face-up card its face as a rule, else made up; never tells what a hidden card is.
        f: the face, e.g. ``TD``; none for a card that lies face down.
        m: what is special about it.
        g: the group that a first tap selects whole: its cards are one of the sets of an act.
        block: the cards of the hand that move together when it is rearranged, whether they can be played or not.
        by: the seat that placed it, where that is not the owner of its group.
        peek: drawn as a back that its owner may turn for a moment.
    """

    id: str
    f: str | None = None
    m: tuple[Mark, ...] = ()
    g: str | None = None
    block: str | None = None
    by: int | None = None
    peek: bool = False


class Group(Part, frozen=True):
    """Several cards of a zone that lie together: a meld, a pile."""

    id: str
    label: str
    cards: tuple[Card, ...] = ()
    owner: int | None = None
    locked: bool = False


class Slot(Part, frozen=True):
    """A seat's card in a trick."""

    seat: int
    card: Card


class Fan(Part, frozen=True, tag_field="kind", tag="fan"):
    """The own hand: every card readable, sortable.

    Attributes:
        cards: by rank as the game orders them, the lowest first. Sorting by suit keeps that order within a suit.
        why: why a card that fits no act cannot be played now; if none fits, all are drawn as refused for that reason.
    """

    id: str
    area: Area
    label: str
    cards: tuple[Card, ...]
    why: str | None = None


class Stack(Part, frozen=True, tag_field="kind", tag="stack"):
    """Cards on one heap: the top few, the top card last, and how many there are where that may be known.

    Without cards it is an empty place, even if its number is not known.
    """

    id: str
    area: Area
    label: str
    cards: tuple[Card, ...] = ()
    n: int | None = None
    note: str | None = None


class Spread(Part, frozen=True, tag_field="kind", tag="spread"):
    """Cards in an overlapped line in which every card can be read and tapped; the oldest first."""

    id: str
    area: Area
    label: str
    cards: tuple[Card, ...] = ()
    note: str | None = None


class Trick(Part, frozen=True, tag_field="kind", tag="trick"):
    """A slot for each seat, at its side; in the order in which the cards were played.

    Attributes:
        lead: the seat that leads to it.
        best: the seat whose card wins so far; once all have played, who takes it.
    """

    id: str
    area: Area
    label: str
    slots: tuple[Slot, ...] = ()
    lead: int | None = None
    best: int | None = None


class Melds(Part, frozen=True, tag_field="kind", tag="melds"):
    """Small overlapped groups, each with its owner and worth in the label."""

    id: str
    area: Area
    label: str
    groups: tuple[Group, ...] = ()


class Piles(Part, frozen=True, tag_field="kind", tag="piles"):
    """Piles side by side; one without cards is a place for a new one."""

    id: str
    area: Area
    label: str
    groups: tuple[Group, ...] = ()


class Dice(Part, frozen=True, tag_field="kind", tag="dice"):
    """Dice and a sentence about them; no dice before the first roll."""

    id: str
    area: Area
    label: str
    dice: tuple[int, ...] = ()
    note: str | None = None


Zone = Fan | Stack | Spread | Trick | Melds | Piles | Dice


class Pick(Part, frozen=True):
    """Which cards of a zone an act takes: each set is one choice, by the places of its cards in the zone."""

    zone: str
    sets: tuple[tuple[int, ...], ...]


class Choice(Part, frozen=True):
    """A value that an act asks for; ``off`` says why it cannot be chosen now."""

    v: str
    label: str
    off: str | None = None


class Ask(Part, frozen=True):
    """The values among which an act lets choose: numbers in a grid, suits (``v`` is S, H, D or C), or a list."""

    kind: Literal["grid", "suits", "list"]
    choices: tuple[Choice, ...]


class Act(Part, frozen=True):
    """Something that the seat may do now.

    Attributes:
        id: what the page sends back as ``act.id``.
        label: what it does, whatever is chosen.
        key: the letter that does it on a keyboard; G, H, L, M, R and T are the page's own.
        pick: the cards it takes; none if it takes none.
        to: the zones or groups it can go to, each with the places of the fitting sets (their indexes in
            ``pick.sets``); empty if it goes nowhere. Where a set fits one place only, the page need not name it.
        tap: the zone or group that does it when tapped.
        quick: whether one tap that completes a set may do it.
        ask: the value it needs.
        labels: for each set, what the act does with it, e.g. "Play pair of 9s"; none if ``label`` says it all.
        sure: for each set, what to make sure of before doing it; empty where there is nothing to ask.
    """

    id: str
    label: str
    tone: Tone = "main"
    key: str | None = None
    pick: Pick | None = None
    to: dict[str, tuple[int, ...]] = {}
    tap: str | None = None
    quick: bool = False
    ask: Ask | None = None
    labels: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()


class Chip(Part, frozen=True):
    """A word at a seat: a bid, "chipped", a place."""

    text: str
    tone: ChipTone = "plain"


class SeatView(Part, frozen=True):
    """A seat and who sits in it.

    Attributes:
        kind: a bot is always shown as one.
        pos: where it is drawn: 0 below (the viewer), 1 left, 2 above, 3 right.
        n: how many cards it holds.
        won: whether it has won the match.
    """

    id: int
    pos: int
    name: str
    kind: Literal["empty", "person", "bot"] = "person"
    link: Link = "on"
    team: int | None = None
    turn: bool = False
    dealer: bool = False
    n: int | None = None
    chips: tuple[Chip, ...] = ()
    won: bool = False


class StripRow(Part, frozen=True):
    """A player's or team's score, always visible; ``us`` if it is the viewer's."""

    name: str
    total: str
    sub: str | None = None
    us: bool = False


class Sheet(Part, frozen=True):
    """A score sheet: the figures of each hand, or how the last hand was counted.

    Attributes:
        cols: the heads of the columns; that of the first one names what a row is.
        total: the last row, if it is a sum.
        target: what the match is played to.
        decided: whether the last of the rows is the hand that decided the match.
    """

    label: str
    cols: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()
    target: str | None = None
    decided: bool = False


class Clock(Part, frozen=True):
    """A time that runs at the table: seconds left, of how many."""

    left: float
    of: float
    label: str


class LogLine(Part, frozen=True):
    """A sentence of the event log; ``n`` counts up by one."""

    n: int
    text: str


class Coach(Part, frozen=True):
    """A hint of the teacher: ``at`` is ``zone:ID``, ``card:ID`` or ``act:ID``."""

    text: str
    at: str | None = None
    next: bool = False


class ResultRow(Part, frozen=True):
    """A line of the final result; ``gained`` is what the hand that decided the match brought."""

    name: str
    total: str
    gained: str | None = None
    badge: str | None = None
    us: bool = False


class Result(Part, frozen=True):
    """How the match ended."""

    title: str
    rows: tuple[ResultRow, ...]


class View(Part, frozen=True):
    """A seat's whole table.

    Attributes:
        prompt: what ``act.prompt`` answers; none unless the seat may act.
        hue: the felt's hue in degrees.
        you: the viewer's seat; none for a spectator.
        say: one line: whose turn it is, what to do.
        log: the end of the log.
        last: the last trick, for looking back.
    """

    game: str
    title: str
    hue: int
    you: int | None
    say: str
    seats: tuple[SeatView, ...]
    zones: tuple[Zone, ...]
    acts: tuple[Act, ...] = ()
    prompt: int | None = None
    strip: tuple[StripRow, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    last: Trick | None = None
    log: tuple[LogLine, ...] = ()
    hints: Hints = "legal"
    clock: Clock | None = None
    coach: Coach | None = None
    over: Result | None = None


class Effect(Part, frozen=True):
    """Theatre between two views; the page may leave any of it out.

    Attributes:
        k: ``from`` and ``to`` (a card comes from or goes to a seat or zone), ``roll``, ``banner``, ``toss``, ``poke``,
            ``show`` (a card for ``ms``), ``sound``, ``shake``.
        at: ``seat:N`` or ``zone:ID``.
        card: its face; none for a card that stays face down.
        name: of a sound (``card``, ``slide``, ``take``, ``chop``, ``dice``, ``win``, ``no``), of the thing that is
            tossed, or of the sign on a banner (``money-bag``, ``hat``).
        source: the seat that tosses or pokes.
        ms: how long it is shown.
    """

    k: Literal["from", "to", "roll", "banner", "toss", "poke", "show", "sound", "shake"]
    at: str | None = None
    card: str | None = None
    text: str | None = None
    tone: ChipTone = "plain"
    name: str | None = None
    source: int | None = None
    ms: int | None = None


class Frame(Part, frozen=True):
    """A view, what happens on the way to it, and how long it stays before the next one (milliseconds)."""

    view: View
    fx: tuple[Effect, ...] = ()
    hold: int = 0
