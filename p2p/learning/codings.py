"""Actions by number: for each game a fixed list of what a seat may ever do.

A learner chooses a number; the mask of legal ones says which stand for something now. Numbers are given in the order
in which `_everything` of the game lists them, and stay the same in every position and with every number of seats.

Piles of Dice Capture are counted by their place among those on the table, since their own numbers grow without end. A
play of Tien Len is put together card by card, the lowest first: a number chooses a card that, with those chosen before
it, is part of a legal play; ``done`` plays what was chosen.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.cards import cards_in, mask_of
from engine.games.dice_capture import NEW_PILE
from engine.games.rummy import MOST_MELDS
from engine.games.tien_len_combinations import in_order
from engine.games.twenty_nine import TwentyNine
from engine.inputs import Action
from engine.match import View
from engine.melds import FITS
from p2p.learning.sights import MOST_PILES

_DECK: Final = range(52)
_SUITS: Final = range(4)


class Coding(ABC):
    """The numbers of one game's actions.

    Attributes:
        size: how many numbers there are.
    """

    size: int

    @abstractmethod
    def options(self, legal: Sequence[Action], view: View, chosen: int) -> dict[int, Action | int]:
        """What each number stands for now that stands for something.

        Args:
            legal: what the seat may do.
            view: what it sees.
            chosen: the cards chosen so far, as a set.

        Returns:
            By number: an action to do, or the cards that are chosen with this choice, as a set.
        """


class Listed(Coding):
    """A number for each action that there ever is, in the order of a list."""

    def __init__(self, everything: Sequence[Action]) -> None:
        self.actions = tuple(everything)
        self.size = len(self.actions)
        self._number = {action: number for number, action in enumerate(self.actions)}

    def options(
        self,
        legal: Sequence[Action],
        view: View,
        chosen: int,  # noqa: ARG002  # nothing is chosen piece by piece
    ) -> dict[int, Action | int]:
        """See `Coding.options`."""
        return {self._number[self._as_listed(action, view)]: action for action in legal}

    def _as_listed(self, action: Action, view: View) -> Action:  # noqa: ARG002  # for games that list it by its place
        return action


class ByPlace(Listed):
    """Piles are named by their place on the table, from 1."""

    def _as_listed(self, action: Action, view: View) -> Action:
        places = {pile["number"]: place for place, pile in enumerate(view["piles"], 1)}
        match action.verb:
            case "roll":
                return action._replace(what=places[action.what])
            case "play" if action.where != NEW_PILE:
                return action._replace(where=places[action.where])
            case _:
                return action


class CardByCard(Coding):
    """A number for each card, then one for playing what was chosen, then the other actions.

    Args:
        others: what can be done beside playing cards.
    """

    def __init__(self, *others: str) -> None:
        self.done = len(_DECK)
        self._others = {Action(verb): self.done + 1 + place for place, verb in enumerate(others)}
        self.size = self.done + 1 + len(others)

    def options(
        self,
        legal: Sequence[Action],
        view: View,  # noqa: ARG002  # cards are numbered the same in every position
        chosen: int,
    ) -> dict[int, Action | int]:
        """See `Coding.options`."""
        options: dict[int, Action | int] = {}
        for action in legal:
            if action.verb != "play":
                if not chosen:
                    options[self._others[action]] = action
            elif action.what == chosen:
                options[self.done] = action
            else:
                cards = in_order(action.what)
                before = chosen.bit_count()
                if mask_of(cards[:before]) == chosen:
                    options[cards[before]] = chosen | 1 << cards[before]
        return options


def _plays() -> Iterator[Action]:
    yield from (Action("play", card) for card in _DECK)


def _xing() -> Coding:
    return Listed([*_plays()])


def _rummy() -> Coding:
    return Listed(
        [
            Action("draw"),
            *(Action("take", card) for card in _DECK),
            *(Action("discard", card) for card in _DECK),
            *(Action("meld", meld) for meld in FITS),
            *(Action("add", card, number) for card in _DECK for number in range(1, MOST_MELDS + 1)),
        ]
    )


def _dice_capture() -> Coding:
    return ByPlace(
        [
            Action("steal"),
            Action("decline"),
            *(Action("roll", place) for place in range(1, MOST_PILES + 1)),
            *(Action("play", card, place) for card in range(54) for place in (NEW_PILE, *range(1, MOST_PILES + 1))),
        ]
    )


def _twenty_nine() -> Coding:
    return Listed(
        [
            *(Action(verb) for verb in ("pass", "double", "redouble", "ask", "show")),
            *(Action("bid", number) for number in range(16, 29)),
            *(Action("trump", suit) for suit in _SUITS),
            *(Action("play", card) for card in cards_in(TwentyNine.deck)),
        ]
    )


def _call() -> Coding:
    return Listed(
        [
            *(Action(verb) for verb in ("pass", "match", "yield", "drop", "seventh", "bonus", "ask")),
            *(Action("bid", number) for number in range(7, 14)),
            *(Action("trump", suit) for suit in _SUITS),
            *(Action("hide", card) for card in _DECK),
            *_plays(),
        ]
    )


CODINGS: Final[Mapping[str, Callable[[], Coding]]] = MappingProxyType(
    {
        "xing": _xing,
        "rummy": _rummy,
        "dice-capture": _dice_capture,
        "tien-len": lambda: CardByCard("chip", "decline"),
        "twenty-nine": _twenty_nine,
        "call": _call,
    }
)
"""Makes each game's coding."""
