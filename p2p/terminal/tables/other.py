"""The table of any game in words, from its view alone: for a game that has no words of its own yet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.cards import CARD_NUMBERS, RANKS
from p2p.terminal.cards import by_suit, in_groups
from p2p.terminal.people import People
from p2p.terminal.tables.lines import Line, TableWords, View, counts, turn

_ELSEWHERE: Final = frozenset(
    {"game", "seat", "phase", "needs", "to_act", "totals", "hands", "ending", "winners", "hand", "counts", "turn"}
)
_SEAT_KEYS: Final = frozenset(
    {"seat", "dealer", "leader", "bidder", "holder", "challenger", "opener", "placers", "takers", "placed", "chipped"}
)
"""Keys under which games keep the number of a seat."""


def arrange(cards: Sequence[str]) -> list[list[str]]:
    """A hand by suit, with whatever has no suit at the end."""
    suited = [card for card in cards if card in CARD_NUMBERS and card[0] in RANKS]
    others = [card for card in cards if card not in suited]
    return [*by_suit(RANKS[::-1])(suited), *([others] if others else [])]


def describe(view: View, people: People) -> list[Line]:
    """Everything that the view holds, a line a key; what has nothing to say is left out."""
    return [
        turn(view, people, to_do=f"phase {view['phase']}"),
        *(
            Line(_heading(key), _said(key, value, people), matters_now=True)
            for key, value in view.items()
            if key not in _ELSEWHERE and value not in (None, [], {}, "")
        ),
        *_held(view, people),
        Line("Score", people.each(view["totals"])),
    ]


def _held(view: View, people: People) -> Iterator[Line]:
    if view.get("hand") is not None:
        yield Line("Hand", in_groups(arrange(view["hand"])), matters_now=True)
    if view.get("counts"):
        yield counts(view, people)


def _heading(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _said(key: str, value: Any, people: People) -> str:
    """A JSON value without its punctuation; a seat by its player's name."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and (key in _SEAT_KEYS or key.endswith(("_by", "winner"))):
        return people.name(value)
    if isinstance(value, Mapping):
        known = {inner: held for inner, held in value.items() if held is not None}
        return ", ".join(f"{inner.replace('_', ' ')} {_said(inner, held, people)}" for inner, held in known.items())
    if isinstance(value, list):
        between = "; " if any(isinstance(held, list | Mapping) for held in value) else " "
        return between.join(_said(key, held, people) for held in value) or "none"
    return str(value)


WORDS: Final = TableWords(
    describe=describe, arrangement=arrange, in_short=(), how_to=("actions lists what you may do.",)
)
"""How a game is told that has no words of its own."""
