"""The put-down rummy on the page (RULES.md §2.8, FEATURES.md 1-9 … 1-20), in everyday words.

Here is what lies on the table and what may be done; `rummy_scenes` has the way from view to view.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.cards import CARD_TEXTS, card, cards_in, mask_of
from engine.games.rummy_scoring import TARGET, points_of
from engine.inputs import Action
from p2p.table_view.layout import Laid, Seen, face_down, face_up, sheet_of_hands, waiting
from p2p.table_view.model import Card, Chip, Fan, Group, Mark, Melds, Spread, Stack, StripRow, Zone
from p2p.table_view.offers import Offer
from p2p.table_view.rummy_scenes import scenes

__all__ = ["clockwise", "hue", "lay_out", "scenes"]

hue = 250
clockwise = True

_TAKES: Final = {"plain": "The top card may be taken", "deep": "Deep pile: a card may be taken with all above it"}
"""What the table's choice means for the pile."""


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    columns = {seat: seen.call(seat) for seat in range(len(seen.names))}
    return Laid(
        say=_say(seen),
        zones=_zones(seen),
        offers=_offers(seen),
        turns=view["to_act"],
        counts=view["counts"],
        dealer=view["dealer"],
        chips={view["turn"]: [Chip(seen.t("owes {card}", card=view["owed"]), "warn")]} if view["owed"] else {},
        strip=[
            StripRow(seen.call(seat), str(row["total"]), seen.t("down {n}", n=row["points"]), us=seat == seen.own)
            for seat, row in enumerate(view["strip"])
        ],
        sheets=[sheet_of_hands(seen, columns, hand=seen.t("Hand"), target=str(TARGET))],
        decided=max(view["totals"]) >= TARGET,  # else somebody has left, and the totals stood as they were
    )


def _say(seen: Seen) -> str:
    view = seen.view
    if not seen.legal:
        return waiting(seen)
    if view["phase"] == "draw":
        return seen.t("Draw from the stock, or take from the pile.")
    if view["owed"]:
        return seen.t("Put down or add {card}, which you took.", card=view["owed"])
    return seen.t("Put down, add, or discard to end your go.")


# --- what lies on the table


def _zones(seen: Seen) -> list[Zone]:
    view = seen.view
    left = view["stock"]
    takes = seen.t(_TAKES[view["options"]["take"]]) if view["ending"] is None else None
    return [
        Stack("stock", "centre", seen.t("Stock"), face_down("stock", left), left),
        Spread("pile", "centre", seen.t("Pile"), face_up(view["pile"]), takes),
        Melds("melds", "centre", seen.t("Sets and runs"), tuple(_meld(seen, meld) for meld in view["melds"])),
        Fan("hand", "hand", seen.t("Your hand"), face_up(view["hand"], _marks(seen)), _why(seen)),
    ]


def _marks(seen: Seen) -> dict[str, list[Mark]]:
    """The card that must go down is marked, and the one that may not be discarded."""
    owed, taken = seen.view["owed"], seen.view["taken"]
    return {owed: ["owed"]} if owed else {taken: ["taken"]} if taken else {}


def _why(seen: Seen) -> str | None:
    """Why a card cannot be chosen now."""
    view = seen.view
    if not seen.legal:
        return None
    if view["phase"] == "draw":
        return seen.t("Your go starts with a card from the stock or the pile.")
    if view["owed"]:
        return seen.t("{card} has to be put down or added before you discard.", card=view["owed"])
    if view["taken"] in view["hand"]:
        return seen.t("{card} came from the pile: it may not be discarded in this go.", card=view["taken"])
    return None


def _meld(seen: Seen, meld: Mapping[str, Any]) -> Group:
    """A set or run with its owner's name and what it counts; cards of others are marked as theirs."""
    owner, cards = meld["seat"], meld["cards"]
    placed = zip(cards, meld["placers"], strict=True)
    shown = tuple(Card(face, face, by=placer if placer != owner else None) for face, placer in placed)
    label = f"{seen.call(owner)} · {points_of(mask_of(map(card, cards)))}"
    return Group(f"meld-{meld['number']}", label, shown, owner=owner)


# --- what may be done


def _offers(seen: Seen) -> list[Offer]:
    draw = Offer("draw", seen.t("Draw"), key="d", tap="stock")
    take = Offer("take", seen.t("Take"), tone="quiet", zone="pile", quick=True)
    down = Offer("down", seen.t("Put down"), key="p", zone="hand")
    add = Offer("add", seen.t("Add"), tone="quiet", key="a", zone="hand")
    discard = Offer("discard", seen.t("Discard"), tone="quiet", key="x", zone="hand")
    for action in seen.legal:
        match action:
            case Action("draw"):
                draw.add(action)
            case Action("take", what):
                _offer_take(seen, take, action, CARD_TEXTS[what])
            case Action("meld", cards):
                down.add(action, cards=_texts(cards), label=_put_down(seen, cards))
            case Action("add", what, number):
                add.add(action, cards=[CARD_TEXTS[what]], to=f"meld-{number}")
            case _:
                discard.add(action, cards=[CARD_TEXTS[action.what]], to="pile")
    return [offer for offer in (draw, take, down, add, discard) if offer.moves]


def _offer_take(seen: Seen, take: Offer, action: Action, face: str) -> None:
    """A card of the pile with what lies above it; on a deep pile, what it costs is said first."""
    pile = seen.view["pile"]
    above = len(pile) - pile.index(face) - 1
    label = seen.t("Take {card}", card=face)
    sure = None
    if above:
        label = seen.t("Take {card} and {n} above it", card=face, n=above)
        sure = seen.t("Takes {n} cards; {card} must go down in this go.", n=above + 1, card=face)
    elif seen.view["options"]["take"] == "deep":
        sure = seen.t("{card} must go down in this go.", card=face)
    take.add(action, cards=[face], label=label, sure=sure)


def _put_down(seen: Seen, cards: int) -> str:
    faces = list(_texts(cards))
    text = "Put down set for {points}" if faces[0][0] == faces[1][0] else "Put down run for {points}"
    return seen.t(text, points=points_of(cards))


def _texts(cards: int) -> Iterator[str]:
    return (CARD_TEXTS[face] for face in cards_in(cards))
