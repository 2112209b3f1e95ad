"""Dice Capture on the page (RULES.md §3.7, FEATURES.md 2-8 … 2-16)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards import CARD_TEXTS
from engine.inputs import Action
from p2p.table_view.layout import Laid, Scene, Seen, Told, face_down, face_up, suit_sign, waiting
from p2p.table_view.model import Dice, Effect, Fan, Group, Piles, Stack, StripRow, Zone
from p2p.table_view.offers import Offer
from p2p.table_view.theatre import (
    CAPTURE_STAYS,
    HAND_STAYS,
    ROLL_STAYS,
    banner,
    coming_from,
    going_to,
    played,
    sound,
)

hue = 40
clockwise = True

_DEAREST_FIRST: Final = "SHCD"
_PLAYS: Final = ("pile-started", "covered", "locked", "unlocked", "discarded")


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
            StripRow(
                seen.call(seat),
                seen.t("{n} pts", n=view["totals"][seat]),
                sub=_suits_of(captured) if captured else None,
                us=seat == seen.own,
            )
            for seat, captured in enumerate(view["captured"])
        ],
    )


def _suits_of(captured: Sequence[str]) -> str:
    """How many cards of each suit were captured, the dearest suit first."""
    suits = [card[1] for card in captured]
    return " ".join(f"{suit_sign(suit)}{suits.count(suit)}" for suit in _DEAREST_FIRST)


def _say(seen: Seen) -> str:
    if not seen.legal:
        return waiting(seen)
    match seen.view["phase"]:
        case "steal":
            return seen.t("Steal {card} with one die, or leave it.", card=_rolled_for(seen))
        case "chain":
            return seen.t("Captured: roll again for {card}.", card=_rolled_for(seen))
        case _:
            return seen.t("Play a card to a pile, or roll for a top card.")


def _rolled_for(seen: Seen) -> str:
    """The top of the pile that the dice decide about."""
    number = seen.view["rolling_for"]
    top: str = next(pile["cards"][-1] for pile in seen.view["piles"] if pile["number"] == number)
    return top


def _zones(seen: Seen) -> list[Zone]:
    view = seen.view
    groups = [_pile(seen, pile) for pile in view["piles"]]
    if any(action.verb == "play" for action in seen.legal):
        groups.append(Group("new", seen.t("New pile")))
    left = view["left"]
    return [
        Stack("stock", "rail", seen.t("Draw pile"), face_down("stock", left), left, seen.t("{n} left", n=left)),
        Dice("dice", "centre", seen.t("Dice"), tuple(view["dice"]), _sum_of(view["dice"])),
        Piles("piles", "centre", seen.t("Piles on the table"), tuple(groups)),
        *(_captured(seen, seat, cards) for seat, cards in enumerate(view["captured"])),
        Fan("hand", "hand", seen.t("Your hand"), face_up(view["hand"]), _why(seen)),
    ]


def _why(seen: Seen) -> str | None:
    """Why a card cannot be played now."""
    if not seen.legal:
        return None
    match seen.view["phase"]:
        case "steal":
            return seen.t("Steal {card} or leave it first.", card=_rolled_for(seen))
        case "chain":
            return seen.t("You have captured a card: roll on for {card} first.", card=_rolled_for(seen))
        case _:
            return None


def _captured(seen: Seen, seat: int, cards: Sequence[str]) -> Stack:
    label = "You captured" if seat == seen.own else "{name} captured"
    return Stack(f"captured-{seat}", "rail", seen.t(label, name=seen.names[seat]), face_up(cards), len(cards))


def _sum_of(dice: Sequence[int]) -> str | None:
    return f"{dice[0]} + {dice[1]} = {sum(dice)}" if len(dice) == 2 else None


def _pile(seen: Seen, pile: Mapping[str, Any]) -> Group:
    top, lock = pile["cards"][-1], pile["lock"]
    cards = [*pile["cards"], lock] if lock else pile["cards"]
    label = seen.t("{top} locked by {lock}" if lock else "{top} on top", top=top, lock=lock)
    return Group(f"pile-{pile['number']}", label, face_up(cards), locked=lock is not None)


def _offers(seen: Seen) -> list[Offer]:
    tops = {pile["number"]: pile["cards"][-1] for pile in seen.view["piles"]}
    play = Offer("play", seen.t("Play to a pile"), key="p", zone="hand")
    offers: list[Offer] = []
    for action in seen.legal:
        match action:
            case Action("play", card, pile):
                play.add(action, cards=[CARD_TEXTS[card]], to=f"pile-{pile}" if pile else "new")
            case Action("roll", pile):
                # One of several stands on its pile, whose top card can be seen.
                is_only = seen.view["phase"] == "chain"
                text = seen.t("Roll for {card}", card=tops[pile]) if is_only else seen.t("Roll")
                offers.append(_simple(Offer(f"roll-{pile}", text, tone="quiet", tap=f"pile-{pile}"), action))
            case Action("steal"):
                text = seen.t("Steal {card}: roll one die", card=_rolled_for(seen))
                offers.append(_simple(Offer("steal", text, key="s", tap=f"pile-{seen.view['rolling_for']}"), action))
            case _:  # decline
                offers.append(_simple(Offer("decline", seen.t("Leave it"), tone="quiet", key="n"), action))
    if offers and seen.view["phase"] == "chain":
        offers[0].tone, offers[0].key = "main", "d"
    return [*([play] if play.moves else []), *offers]


def _simple(offer: Offer, action: Action) -> Offer:
    offer.add(action)
    return offer


# --- the way from view to view


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:
    """Dice are seen to roll before a captured card goes."""
    effects = [*_plays(now, told), *_draws(now, told)]
    hold = HAND_STAYS if "ran-out" in told else 0
    if "rolled" not in told:
        return [Scene(now.view, effects, hold)]
    seat, dice = told.params("rolled").values()
    rolling = [Effect("roll", at="zone:dice"), sound("dice")]
    if "captured" not in told:
        return [Scene(now.view, [*rolling, *effects], hold)]
    card = told.params("captured")["card"]
    rolled = {**before.view, "dice": dice, "to_act": []}
    text = now.line(told["captured"])
    captured = [*going_to(f"zone:captured-{seat}", [card]), banner(text), sound("take")]
    return [
        Scene(rolled, rolling, ROLL_STAYS, say=now.line(told["rolled"])),
        Scene(now.view, [*captured, *effects], hold or CAPTURE_STAYS),
    ]


def _plays(now: Seen, told: Told) -> list[Effect]:
    code = next((code for code in _PLAYS if code in told), None)
    if code is None:
        return []
    params = told.params(code)
    return played(now, params["seat"], [params["card"]])


def _draws(now: Seen, told: Told) -> list[Effect]:
    """Cards that come to a hand: the own ones open, those of the other face down."""
    effects: list[Effect] = []
    for code in ("dealt", "drew-cards"):
        if code in told:
            effects += [*coming_from("zone:stock", told.params(code)["cards"]), sound("slide")]
    if "drew" in told:
        seat, number = told.params("drew").values()
        effects += [*([Effect("to", at=f"seat:{seat}")] * number), sound("slide")]
    if "took-card" in told:
        thief, card, victim = told.params("took-card").values()
        effects += coming_from(f"seat:{victim}", [card]) if thief == now.seat else going_to(f"seat:{thief}", [card])
    return effects
