"""From what a person types to an action as records spell it; forgiving where it is clear what was meant."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import CARD_NUMBERS, SUIT_NAMES, SUITS
from engine.match import Game
from engine.syntax import SUIT
from p2p.terminal.actions import Listing
from p2p.terminal.people import enumeration

_NAMED: Final = 4
"""So many of the actions that may be meant are named."""
_SYMBOLS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", ",": " "})
_TEN: Final = re.compile(r"10(?=[SHDC]$)")
_SUITS: Final = {name[:length]: suit for suit, name in zip(SUITS, SUIT_NAMES, strict=True) for length in range(1, 9)}
"""A suit by its name or any beginning of it."""


class Unclear(Exception):
    """What was typed is no one action; ``str()`` says in one sentence what would be."""


def action_typed(line: str, game: Game, listing: Listing) -> str | None:
    """The action that a line means, whether it is legal or not; ``None`` if it does not begin like one.

    A verb may be cut as long as it stays clear which one is meant, cards may be written in small letters, and of an
    action that only its cards can mean, the cards are enough.

    Args:
        line: what was typed, not empty.
        game: whose actions they are.
        listing: what may be done now; numbers are those of this list.

    Raises:
        Unclear: it may mean several actions, or is a number that stands for none.
    """
    first, *rest = line.translate(_SYMBOLS).split() or [""]
    if first.isdecimal() and not rest:
        return _by_number(first, listing)
    if _card(first) in CARD_NUMBERS:
        return _by_cards([first, *rest], game, listing)
    verb = _verb(first.lower(), game, listing)
    if verb is None:
        return None
    syntax = game.verbs.get(verb)
    if syntax and syntax.what is SUIT:
        return _completed([verb, *(_SUITS.get(word.lower(), word) for word in rest)], listing)
    return _completed([verb, *map(_argument, rest)], listing)


def _completed(words: Sequence[str], listing: Listing) -> str:
    """The one legal action that begins with the words; the words as they are if there is none, or if there are more."""
    fitting = [action for action in listing.actions if action.split()[: len(words)] == list(words)]
    return fitting[0] if len(fitting) == 1 else " ".join(words)


def _by_number(text: str, listing: Listing) -> str:
    action = listing.action(int(text)) if len(text) <= 4 else None
    if action:
        return action
    if not listing.actions:
        raise Unclear("You cannot act now, so that no number means anything.")
    if not listing.by_number:
        raise Unclear(f"You cannot bid {text[:9]}; type actions for what you may do.")
    raise Unclear(f"There is no number {text[:9]}; the actions are numbered 1 to {len(listing.actions)}.")


def _by_cards(words: Sequence[str], game: Game, listing: Listing) -> str:
    """The one legal action with these arguments, or with more after them; where there is none the host says why."""
    wanted = [*map(_argument, words)]
    fitting = [action for action in listing.actions if sorted(action.split()[1:]) == sorted(wanted)]
    fitting = fitting or [action for action in listing.actions if action.split()[1 : len(wanted) + 1] == wanted]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Unclear(f"Say which you mean: {_either(fitting[:_NAMED])}{' …' if len(fitting) > _NAMED else '.'}")
    if "play" in game.verbs:
        return " ".join(["play", *map(_argument, words)])
    raise Unclear(f"Say what you want to do with it, for example: {listing.actions[-1]}." if listing.actions else _WAIT)


_WAIT: Final = "You cannot act now; it is not your turn."


def _verb(typed: str, game: Game, listing: Listing) -> str | None:
    """The verb that begins so, if one does: one that is legal now before one that is not."""
    if typed in game.verbs:
        return typed
    legal = dict.fromkeys(action.split()[0] for action in listing.actions)
    for verbs in (legal, game.verbs):
        fitting = [verb for verb in verbs if verb.startswith(typed)]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise Unclear(f"Say which you mean: {_either(fitting)}.")
    return None


def _either(choices: Iterable[str]) -> str:
    return enumeration(choices).replace(" and ", " or ")


def _argument(word: str) -> str:
    """A card as records spell it, anything else in small letters."""
    card = _card(word)
    return card if card in CARD_NUMBERS else word.lower()


def _card(word: str) -> str:
    return _TEN.sub("T", word.upper())
