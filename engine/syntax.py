"""How the actions of a game are spelt: a verb and its arguments (RECORDS.md, Inputs).

A game declares its verbs as a table of `Syntax`; reading and writing follow from it.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import CARD_NUMBERS, CARD_TEXTS, SUITS, cards_in
from engine.errors import UnreadableInput, quoted
from engine.inputs import Action

_PLAIN_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


def read_number(word: str) -> int:
    """A number as records write it: ``7``, never ``07`` or ``+7``, nine digits at most."""
    if not _PLAIN_NUMBER.fullmatch(word):
        raise UnreadableInput(f"{quoted(word)} is not a plainly written number of at most nine digits.")
    return int(word)


def read_card(word: str) -> int:
    """A card as records write it, e.g. ``TD``."""
    try:
        return CARD_NUMBERS[word]
    except KeyError:
        raise UnreadableInput(
            f"{quoted(word)} is not a card; a card is rank and suit in capitals, such as TD."
        ) from None


class Argument(ABC):
    """One kind of argument of a verb."""

    placeholder: str
    """How usage texts name it, e.g. ``CARD``."""

    many = False
    """Whether it takes all the words that are left."""

    @abstractmethod
    def read(self, words: Sequence[str]) -> int:
        """The value that the words spell: one word, or at least one if ``many``; `UnreadableInput` otherwise."""

    @abstractmethod
    def write(self, value: int) -> str:
        """The canonical text of a value."""


class _Card(Argument):
    placeholder = "CARD"

    def read(self, words: Sequence[str]) -> int:
        return read_card(words[0])

    def write(self, value: int) -> str:
        return CARD_TEXTS[value]


class _Number(Argument):
    def __init__(self, placeholder: str, *, zero: str | None = None) -> None:
        self.placeholder = f"{placeholder}|{zero}" if zero else placeholder
        self._zero = zero

    def read(self, words: Sequence[str]) -> int:
        if self._zero and words[0] == self._zero:
            return 0
        number = read_number(words[0])
        if self._zero and number == 0:
            raise UnreadableInput(f'"0" is not a {self.placeholder}: numbers start at 1.')
        return number

    def write(self, value: int) -> str:
        return self._zero if self._zero and value == 0 else str(value)


class _Suit(Argument):
    placeholder = "SUIT"

    def read(self, words: Sequence[str]) -> int:
        word = words[0]
        if len(word) != 1 or word not in SUITS:
            raise UnreadableInput(f"{quoted(word)} is not a suit; suits are S, H, D and C.")
        return SUITS.index(word)

    def write(self, value: int) -> str:
        return SUITS[value]


class Cards(Argument):
    """A set of cards, written lowest first.

    Args:
        lowest_first: the cards of the game from the lowest to the highest, where that is not their own order.
    """

    placeholder = "CARD…"
    many = True

    def __init__(self, lowest_first: Sequence[int] = range(len(CARD_TEXTS))) -> None:
        self._place = {card: place for place, card in enumerate(lowest_first)}

    def read(self, words: Sequence[str]) -> int:
        """The set of the cards that the words name; each may be named once."""
        mask = 0
        for word in words:
            bit = 1 << read_card(word)
            if mask & bit:
                raise UnreadableInput(f"{word} is named twice.")
            mask |= bit
        return mask

    def write(self, value: int) -> str:
        """The cards in the game's order."""
        return " ".join(CARD_TEXTS[card] for card in sorted(cards_in(value), key=self._place.__getitem__))


CARD: Final = _Card()
CARDS: Final = Cards()
SUIT: Final = _Suit()
BID: Final = _Number("N")
MELD: Final = _Number("MELD")
PILE: Final = _Number("PILE")
PILE_OR_NEW: Final = _Number("PILE", zero="new")


@dataclass(frozen=True)
class Syntax:
    """The arguments of a verb, in the order in which they are written: ``what``, then ``where``."""

    what: Argument | None = None
    where: Argument | None = None

    def arguments(self) -> list[Argument]:
        """The arguments that the verb takes."""
        return [argument for argument in (self.what, self.where) if argument]


def usage(verb: str, syntax: Syntax) -> str:
    """How the verb is written, e.g. ``add CARD MELD``."""
    return " ".join([verb, *(argument.placeholder for argument in syntax.arguments())])


def read_action(verbs: Mapping[str, Syntax], words: Sequence[str]) -> Action:
    """The action that a verb and its arguments spell.

    Args:
        verbs: the game's table of verbs.
        words: at least one word.

    Raises:
        UnreadableInput: the game has no such verb, or its arguments are spelt differently.
    """
    verb, *rest = words
    syntax = verbs.get(verb)
    if syntax is None:
        raise UnreadableInput(f"There is no action {quoted(verb)} in this game; there are {', '.join(verbs)}.")
    arguments = syntax.arguments()
    fits = bool(rest) if any(argument.many for argument in arguments) else len(rest) == len(arguments)
    if not fits:
        raise UnreadableInput(f'Write it as "{usage(verb, syntax)}".')
    what = where = 0
    if syntax.what:
        what = syntax.what.read(rest if syntax.what.many else rest[:1])
    if syntax.where:
        where = syntax.where.read(rest[-1:])
    return Action(verb, what, where)


def write_action(verbs: Mapping[str, Syntax], action: Action) -> str:
    """The canonical text of an action, e.g. ``play 7H new``."""
    syntax = verbs[action.verb]
    words = [action.verb]
    if syntax.what:
        words.append(syntax.what.write(action.what))
    if syntax.where:
        words.append(syntax.where.write(action.where))
    return " ".join(words)
