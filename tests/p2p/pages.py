"""What a page does with a view: it knows no game, only acts with their cards, targets and values."""

from collections.abc import Iterator

from p2p.messages import Act
from p2p.table_view.model import Act as Offered
from p2p.table_view.model import Card, Group, View, Zone


def moves_on(view: View) -> list[Act]:
    """Everything that a view lets its seat do, as a page would send it."""
    prompt = view.prompt
    if prompt is None:
        return []
    return [move for act in view.acts for move in _moves_of(view, prompt, act)]


def cards_in(view: View) -> Iterator[Card]:
    """Every card that lies somewhere on the table of a view."""
    for zone in view.zones:
        yield from _cards_of(zone)


def _moves_of(view: View, prompt: int, act: Offered) -> Iterator[Act]:
    sets: list[tuple[int, list[str]]] = [(0, [])]
    if act.pick:
        zone = next(zone for zone in view.zones if zone.id == act.pick.zone)
        cards = list(_cards_of(zone))
        sets = [(place, [cards[card].id for card in chosen]) for place, chosen in enumerate(act.pick.sets)]
    values: list[str | None] = [choice.v for choice in act.ask.choices if choice.off is None] if act.ask else [None]
    for place, chosen in sets:
        targets: list[str | None] = [target for target, fitting in act.to.items() if place in fitting]
        for target in targets or [None]:
            for value in values:
                yield Act(prompt, None, act.id, chosen, target, value)


def _cards_of(zone: Zone) -> Iterator[Card]:
    for part in (zone, *getattr(zone, "groups", ())):
        assert isinstance(part, Group | Zone)
        yield from getattr(part, "cards", ())
    for slot in getattr(zone, "slots", ()):
        yield slot.card
