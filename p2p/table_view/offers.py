"""From legal actions to acts on the page, and back from what a page sends to the action it means."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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

    Args:
        zone: the zone that its cards are picked from, if it takes cards.
        ask: how its value is asked for, if it needs one.
        choices: every value, also those that cannot be chosen now; without them, those that can.
    """

    id: str
    label: str
    tone: Tone = "main"
    key: str | None = None
    zone: str | None = None
    tap: str | None = None
    quick: bool = False
    ask: str | None = None
    choices: Sequence[Choice] = ()
    sure: dict[frozenset[str], str] = field(default_factory=dict)
    moves: dict[Move, Action] = field(default_factory=dict)

    def add(
        self, action: Action, *, cards: Iterable[str] = (), to: str | None = None, value: str | None = None
    ) -> None:
        """Let the act stand for an action, too."""
        self.moves[Move(self.id, frozenset(cards), to, value)] = action

    def act(self, zones: Mapping[str, Zone]) -> Act:
        """The act as the page gets it."""
        sets = list(dict.fromkeys(move.cards for move in self.moves))
        places = _places(zones[self.zone]) if self.zone else {}
        targets = list(dict.fromkeys(move.to for move in self.moves if move.to))
        return Act(
            id=self.id,
            label=self.label,
            tone=self.tone,
            key=self.key,
            pick=Pick(self.zone, tuple(tuple(sorted(places[card] for card in cards)) for cards in sets))
            if self.zone
            else None,
            to={target: tuple(self._fitting(sets, target)) for target in targets},
            tap=self.tap,
            quick=self.quick,
            ask=self._asked(),
            sure=tuple(self.sure.get(cards, "") for cards in sets) if self.sure else (),
        )

    def _fitting(self, sets: Sequence[frozenset[str]], target: str) -> Iterable[int]:
        fitting = {move.cards for move in self.moves if move.to == target}
        return (place for place, cards in enumerate(sets) if cards in fitting)

    def _asked(self) -> Ask | None:
        match self.ask:
            case "grid" | "suits" | "list" as kind:
                values = (move.value for move in self.moves)
                listed = self.choices or [Choice(value, value) for value in values if value]
                return Ask(kind, tuple(listed))
            case _:
                return None


def _places(zone: Zone) -> dict[str, int]:
    """The place of each card of a zone, by its id; groups of cards count through."""
    match zone:
        case Fan() | Stack() | Spread():
            cards: Iterable[Card] = zone.cards
        case Melds() | Piles():
            cards = (card for group in zone.groups for card in group.cards)
        case _:
            cards = ()
    return {card.id: place for place, card in enumerate(cards)}
