"""From legal actions to acts on the page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from engine.inputs import Action
from p2p.table_view.model import Act, Ask, Card, Choice, Fan, Melds, Pick, Piles, Spread, Stack, Tone, Zone


@dataclass(frozen=True)
class Move:
    """What a page sends: an act with its cards (by their ids), its target and its value."""

    act: str
    cards: frozenset[str] = frozenset()
    to: str | None = None
    value: str | None = None


@dataclass
class Offer:
    """An act on its way: what it looks like, and the actions that it stands for.

    Attributes:
        zone: the zone that its cards are picked from, if it takes cards.
        ask: how its value is asked for, if it needs one.
        choices: every value, also those that cannot be chosen now.
        labels: what it does with a set of cards, where it has more to say than its label.
        sure: what to make sure of before it takes a set of cards.
        moves: what it stands for.
    """

    id: str
    label: str
    tone: Tone = "main"
    key: str | None = None
    zone: str | None = None
    tap: str | None = None
    quick: bool = False
    ask: Literal["grid", "suits", "list"] | None = None
    choices: list[Choice] = field(default_factory=list)
    labels: dict[frozenset[str], str] = field(default_factory=dict)
    sure: dict[frozenset[str], str] = field(default_factory=dict)
    moves: dict[Move, Action] = field(default_factory=dict)

    def add(
        self,
        action: Action,
        *,
        cards: Iterable[str] = (),
        to: str | None = None,
        value: str | None = None,
        label: str | None = None,
        sure: str | None = None,
    ) -> None:
        """Let the act stand for an action, too."""
        chosen = frozenset(cards)
        self.moves[Move(self.id, chosen, to, value)] = action
        if label:
            self.labels[chosen] = label
        if sure:
            self.sure[chosen] = sure

    def act(self, zones: Mapping[str, Zone]) -> Act:
        """The act as the page gets it."""
        sets = list(dict.fromkeys(move.cards for move in self.moves))
        targets = list(dict.fromkeys(move.to for move in self.moves if move.to))
        return Act(
            id=self.id,
            label=self.label,
            tone=self.tone,
            key=self.key,
            pick=self._pick(sets, zones),
            to={target: tuple(self._fitting(sets, target)) for target in targets},
            tap=self.tap,
            quick=self.quick,
            ask=Ask(self.ask, tuple(self.choices)) if self.ask else None,
            labels=_parallel(self.labels, sets),
            sure=_parallel(self.sure, sets),
        )

    def _pick(self, sets: Sequence[frozenset[str]], zones: Mapping[str, Zone]) -> Pick | None:
        if self.zone is None:
            return None
        places = _places(zones[self.zone])
        return Pick(self.zone, tuple(tuple(sorted(places[card] for card in cards)) for cards in sets))

    def _fitting(self, sets: Sequence[frozenset[str]], target: str) -> Iterable[int]:
        fitting = {move.cards for move in self.moves if move.to == target}
        return (place for place, cards in enumerate(sets) if cards in fitting)


def _parallel(texts: Mapping[frozenset[str], str], sets: Sequence[frozenset[str]]) -> tuple[str, ...]:
    return tuple(texts.get(cards, "") for cards in sets) if texts else ()


def _places(zone: Zone) -> dict[str, int]:
    """The place of each card of a zone, by its id; groups of cards count through."""
    match zone:
        case Fan() | Stack() | Spread():
            cards: Iterable[Card] = zone.cards
        case Melds() | Piles():
            cards = (card for group in zone.groups for card in group.cards)
        case _:
            raise TypeError(f"Nobody picks cards from {zone.id}.")
    return {card.id: place for place, card in enumerate(cards)}
