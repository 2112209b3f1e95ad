"""Any game on the page that has no layout of its own: the hand, all open cards, and acts named by their verbs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.cards import CARD_NUMBERS, CARD_TEXTS, cards_in
from engine.games import find
from engine.inputs import Action
from engine.syntax import CARD, Cards, Syntax, write_action
from p2p.table_view.layout import Laid, Scene, Seen, Told, face_up, sheet_of_hands, waiting
from p2p.table_view.model import Choice, Fan, Spread, StripRow, Zone
from p2p.table_view.offers import Offer

hue = 165
clockwise = True

_OWN: Final = frozenset({"hand", "game", "phase", "needs"})
"""Keys of a view whose texts are no cards on the table."""


def lay_out(seen: Seen) -> Laid:
    """The hand as a fan, open cards by the words of the view, an act for each verb."""
    view = seen.view
    hand = view.get("hand", ())
    return Laid(
        say=seen.t("Your turn.") if seen.legal else waiting(seen),
        zones=[*_open_cards(view), Fan("hand", "hand", seen.t("Your hand"), face_up(hand))],
        offers=_offers(seen, frozenset(hand)),
        turns=view["to_act"],
        counts=view.get("counts", ()),
        strip=[StripRow(seen.call(seat), str(total), us=seat == seen.own) for seat, total in enumerate(view["totals"])],
        sheets=[sheet_of_hands(seen, dict(enumerate(map(seen.call, range(len(seen.names))))), hand=seen.t("Hand"))],
    )


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:  # noqa: ARG001  # as every layout
    """Nothing but the next view."""
    return [Scene(now.view)]


def _open_cards(view: Mapping[str, Any]) -> Iterator[Zone]:
    shown = set(view.get("hand", ()))
    for key, value in view.items():
        if key in _OWN:
            continue
        for name, found in _rows_of(key, value):
            cards = [card for card in found if card not in shown]
            shown.update(cards)
            if cards:
                yield Spread(name, "centre", name.replace("_", " ").capitalize(), face_up(cards))


def _rows_of(name: str, value: Any) -> Iterator[tuple[str, Sequence[str]]]:
    """The cards under a key of a view, row by row: a card, several of them, or rows by the number of whatever they are.

    A card for each of several things, such as seats, is one row.
    """
    if isinstance(value, str):
        value = [value]
    elif isinstance(value, Mapping):
        value = list(value.values()) if all(isinstance(held, str) for held in value.values()) else value
    if isinstance(value, Mapping) or (isinstance(value, Sequence) and not any(isinstance(held, str) for held in value)):
        rows = value.items() if isinstance(value, Mapping) else enumerate(value, 1)
        for inner, held in rows:
            yield from _rows_of(f"{name} {inner}", held)
    elif isinstance(value, Sequence):
        yield name, [held for held in value if isinstance(held, str) and held in CARD_NUMBERS]


def _offers(seen: Seen, hand: frozenset[str]) -> list[Offer]:
    """An act a verb: with cards of the hand, with a choice of whole actions as records spell them, or with nothing."""
    verbs = find(seen.view["game"]).verbs
    offers: dict[tuple[str, bool], Offer] = {}
    for action in seen.legal:
        cards = _cards_of(verbs[action.verb], action)
        from_hand = bool(cards) and cards <= hand
        offer = offers.setdefault((action.verb, from_hand), _offer(action.verb, from_hand=from_hand))
        if from_hand:
            offer.add(action, cards=cards)
        elif verbs[action.verb].what:
            text = write_action(verbs, action)
            offer.ask = "list"
            offer.choices.append(Choice(text, text))
            offer.add(action, value=text)
        else:
            offer.add(action)
    return list(offers.values())


def _offer(verb: str, *, from_hand: bool) -> Offer:
    label = verb.capitalize()
    return Offer(verb, label, zone="hand", quick=True) if from_hand else Offer(f"{verb}-any", label, tone="quiet")


def _cards_of(syntax: Syntax, action: Action) -> frozenset[str]:
    """The cards that an action takes, if cards are all that it takes."""
    if syntax.where is None and syntax.what is CARD:
        return frozenset([CARD_TEXTS[action.what]])
    if syntax.where is None and isinstance(syntax.what, Cards):
        return frozenset(CARD_TEXTS[card] for card in cards_in(action.what))
    return frozenset()
