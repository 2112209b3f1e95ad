"""Dice Capture on the page (RULES.md §3, FEATURES.md 2-8 … 2-16)."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import CARD_TEXTS
from engine.events import Event
from engine.inputs import Action
from p2p.table_view.layout import Laid, Seen, face_up
from p2p.table_view.model import Dice, Effect, Fan, Group, Piles, Stack, StripRow, Zone
from p2p.table_view.offers import Offer

hue = 40
clockwise = True

_HOLD_CAPTURE = 500


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    return Laid(
        say=_say(seen),
        zones=_zones(seen),
        offers=_offers(seen),
        turns=view["to_act"] or ([view["turn"]] if view["ending"] is None else []),
        counts=view["counts"],
        strip=[
            StripRow(seen.call(seat), seen.t("{n} pts", n=total), us=seat == seen.seat)
            for seat, total in enumerate(view["totals"])
        ],
    )


def effects(seen: Seen, events: Sequence[Event]) -> tuple[list[Effect], int]:
    """Dice roll before they show; a capture stays for a moment."""
    shown: list[Effect] = []
    hold = 0
    for event in events:
        params = event.params()
        match event.code:
            case "rolled":
                shown += [Effect("roll", at="zone:dice"), Effect("sound", name="dice")]
            case "captured":
                shown += [Effect("to", at=f"seat:{params['seat']}", card=str(params["card"]))]
                shown += [Effect("banner", text=event.text(seen.call), tone="gold"), Effect("sound", name="take")]
                hold = _HOLD_CAPTURE
            case "pile-started" | "covered" | "locked" | "unlocked" | "discarded":
                shown += [Effect("from", at=f"seat:{params['seat']}", card=str(params["card"]))]
                shown += [Effect("sound", name="card")]
    return shown, hold


def _say(seen: Seen) -> str:
    view = seen.view
    if view["ending"]:
        return seen.t("The game is over.")
    if not seen.legal:
        waited_for = view["to_act"][0] if view["to_act"] else view["turn"]
        return seen.t("{name} is on turn.", name=seen.names[waited_for])
    match view["phase"]:
        case "steal":
            return seen.t("Steal with one die, or leave it.")
        case "chain":
            return seen.t("Captured: roll again for the next card.")
        case _:
            return seen.t("Play a card to a pile, or roll for a top card.")


def _zones(seen: Seen) -> list[Zone]:
    view = seen.view
    groups = [_pile(seen, pile) for pile in view["piles"]]
    if any(action.verb == "play" for action in seen.legal):
        groups.append(Group("new", seen.t("New pile")))
    return [
        Stack("stock", "rail", seen.t("Draw pile"), n=view["left"], note=seen.t("{n} left", n=view["left"])),
        Dice("dice", "centre", seen.t("Dice"), tuple(view["dice"])),
        Piles("piles", "centre", seen.t("Piles on the table"), tuple(groups)),
        *(
            Stack(
                f"captured-{seat}",
                "rail",
                seen.t("{name} captured", name=seen.call(seat)),
                face_up(cards),
                n=len(cards),
            )
            for seat, cards in enumerate(view["captured"])
        ),
        Fan("hand", "hand", seen.t("Your hand"), face_up(view["hand"])),
    ]


def _pile(seen: Seen, pile: Mapping[str, Any]) -> Group:
    top = pile["cards"][-1]
    cards = [*pile["cards"], pile["lock"]] if pile["lock"] else pile["cards"]
    text = "{top} locked by {lock}" if pile["lock"] else "{top} on top"
    label = seen.t(text, top=top, lock=pile["lock"])
    return Group(f"pile-{pile['number']}", label, face_up(cards), locked=pile["lock"] is not None)


def _offers(seen: Seen) -> list[Offer]:
    tops = {pile["number"]: pile["cards"][-1] for pile in seen.view["piles"]}
    play = Offer("play", seen.t("Play to a pile"), key="p", zone="hand")
    simple = {
        "steal": Offer("steal", seen.t("Steal: roll one die"), key="s"),
        "decline": Offer("decline", seen.t("Leave it"), tone="quiet", key="n"),
    }
    offers = {}
    for action in seen.legal:
        match action:
            case Action("play", card, pile):
                play.add(action, cards=[CARD_TEXTS[card]], to=f"pile-{pile}" if pile else "new")
                offers["play"] = play
            case Action("roll", pile):
                roll = Offer(
                    f"roll-{pile}", seen.t("Roll for {card}", card=tops[pile]), tone="quiet", tap=f"pile-{pile}"
                )
                roll.add(action)
                offers[roll.id] = roll
            case Action(verb):
                simple[verb].add(action)
                offers[verb] = simple[verb]
    return list(offers.values())
