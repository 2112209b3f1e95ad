"""The inputs of a match: chance, a seat's action, and what the table reports (RECORDS.md, Inputs)."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Need(StrEnum):
    """What a match waits for (RECORDS.md, The state as JSON)."""

    DEALER = "dealer"
    DECK = "deck"
    DICE = "dice"
    CARD = "card"
    SEAT = "seat"
    PLAYERS = "players"
    NOTHING = "nothing"


class Action(NamedTuple):
    """A seat's move: a verb of the game and up to two arguments, as the game's ``verbs`` spell them."""

    verb: str
    what: int = 0
    """A card, a set of cards, a suit or a number."""
    where: int = 0
    """The number of a pile or meld; 0 where the verb has none, or for a new pile."""


class Chance(NamedTuple):
    """An outcome that the rules asked for and never draw themselves.

    ``values`` are one seat (dealer), the cards of the whole deck with the next one first, one or two dice, or one
    card.
    """

    need: Need
    values: Sequence[int]


class Act(NamedTuple):
    """A seat does something."""

    seat: int
    action: Action


class Happening(StrEnum):
    """What a table reports that is no player's choice (RECORDS.md, The table)."""

    HIDE = "hide"
    CLOSE = "close"
    LEAVE = "leave"
    SIT = "sit"
    END = "end"


class Report(NamedTuple):
    """The table's host reports something; ``seat`` counts for ``LEAVE`` and ``SIT`` only."""

    happening: Happening
    seat: int = 0


Input = Chance | Act | Report
