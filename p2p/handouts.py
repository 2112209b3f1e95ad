"""What a host hands out in parts beside the game itself: the shapes of ``data`` in a `p2p.messages.Part`."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engine import bots
from engine.match import Game
from p2p.lessons import LESSONS
from p2p.seating import DEFAULT_BOT
from p2p.table_view.views import layout_of
from p2p.text.catalogue import Catalogue
from p2p.text.rulebook import RuleBlock
from p2p.text.shelf import Shelf

MAX_PART: Final = 48 * 1024
"""Bytes of the data of a part: less than a message from the host may have."""

_BOTS: Final = {
    "easy": ("easy", "Plays by rules of thumb, and slips now and then."),
    "normal": ("normal", "Plays by rules of thumb, and remembers what it saw."),
    "hard": ("hard", "Thinks ahead: imagines what the others may hold, and takes its time."),
    "random": ("random", "Plays anything that the rules allow."),
}
"""The kinds of bots in words, in the order in which they are offered."""


class OptionValue(msgspec.Struct, frozen=True):
    """A value of an option: its name, and what it means in a line."""

    value: str
    label: str
    text: str


class OptionCard(msgspec.Struct, frozen=True):
    """An option of a game; the first choice is the usual one."""

    key: str
    label: str
    choices: tuple[OptionValue, ...]


class TableSize(msgspec.Struct, frozen=True):
    """A number of seats that a game can be played with, and the options there are then."""

    seats: int
    options: tuple[OptionCard, ...]


class GameCard(msgspec.Struct, frozen=True):
    """A game as it is offered.

    Attributes:
        minutes: how long a match takes, about, if anybody has said so.
        hue: of its felt, in degrees.
        bots: the kinds of bots that can sit at its table.
        bot: the usual kind.
        rules: whether there are rules to be read.
        lesson: whether there is a first game, step by step.
    """

    name: str
    title: str
    summary: str
    minutes: int | None
    hue: int
    sizes: tuple[TableSize, ...]
    bots: tuple[OptionValue, ...] = ()
    bot: str = DEFAULT_BOT
    rules: bool = True
    lesson: bool = True


class QrCode(msgspec.Struct, frozen=True):
    """A QR code as the data of an SVG path: dark modules on a square of ``size`` by ``size``, its quiet zone in it."""

    size: int
    path: str


class Invite(msgspec.Struct, frozen=True):
    """How to invite somebody: the code to say, the link to send, and the link to photograph.

    ``server`` is where a code is to be typed in.
    """

    code: str
    link: str
    server: str
    qr: QrCode


def game_card(game: Game, shelf: Shelf, lang: str) -> GameCard:
    """A game as it is offered to a reader of a language."""
    translated = shelf.catalogue(lang)
    book = shelf.rulebook(lang, game.name)
    sizes = tuple(
        TableSize(seats, tuple(_option(key, values, shelf, lang, game) for key, values in game.options(seats).items()))
        for seats in game.seats
    )
    return GameCard(
        name=game.name,
        title=translated(game.title),
        summary=book.summary if book else "",
        minutes=book.minutes if book else None,
        hue=layout_of(game.name).hue,
        sizes=sizes,
        bots=tuple(_bot(kind, translated) for kind in sorted(bots.BOTS, key=_place_of_bot)),
        rules=book is not None,
        lesson=game.name in LESSONS,
    )


def _place_of_bot(kind: str) -> int:
    """Kinds without words come last."""
    return list(_BOTS).index(kind) if kind in _BOTS else len(_BOTS)


def _bot(kind: str, translated: Catalogue) -> OptionValue:
    label, text = _BOTS.get(kind, (kind, ""))
    return OptionValue(kind, translated(label), translated(text))


def rules_of(game: str, shelf: Shelf, lang: str) -> Sequence[RuleBlock]:
    """The rules of a game; nothing if nobody has written them down."""
    book = shelf.rulebook(lang, game)
    return book.blocks if book else ()


def in_parts(items: Sequence[Any]) -> list[list[Any]]:
    """A list in stretches, each of which fits into a message; at least one, which may be empty."""
    parts: list[list[Any]] = [[]]
    room = MAX_PART
    for item in items:
        size = len(msgspec.json.encode(item)) + len(",")
        if size > room and parts[-1]:
            parts.append([])
            room = MAX_PART
        parts[-1].append(item)
        room -= size
    return parts


def _option(key: str, values: Sequence[str], shelf: Shelf, lang: str, game: Game) -> OptionCard:
    book = shelf.rulebook(lang, game.name)
    words = book.options.get(key) if book else None
    named = {value: words.values[value] for value in values if words and value in words.values}
    choices = tuple(OptionValue(value, *named.get(value, (value, ""))) for value in values)
    return OptionCard(key, words.label if words else key, choices)
