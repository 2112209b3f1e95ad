"""Call on the page (RULES.md §6.8, FEATURES.md 4-5 … 4-22)."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import CARD_TEXTS
from engine.games.call import LOW_TO_HIGH, LOWEST_BID, LOWEST_BONUS
from engine.games.call_points import OTHERS_NEED, TRICKS
from engine.inputs import Action
from engine.tricks import powers
from p2p.table_view.layout import Laid, Seen, waiting
from p2p.table_view.model import Card, Chip, Stack, StripRow, Zone
from p2p.table_view.offers import Offer
from p2p.table_view.teams import TEAM_OF, sheet_of_teams, team_strip
from p2p.table_view.trick_scenes import scenes
from p2p.table_view.trick_table import (
    call_chips,
    grid,
    hand_zone,
    last_trick,
    play_offer,
    say_play,
    simple_offers,
    trick_zone,
    tricks_taken,
    trump_chip,
)

__all__ = ["clockwise", "hue", "lay_out", "scenes"]

hue = 215
clockwise = False

_POWERS: Final = powers(LOW_TO_HIGH)


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    return Laid(
        say=_say(seen),
        zones=[
            trick_zone(seen, _POWERS),
            *_trump(seen),
            *tricks_taken(seen),
            hand_zone(seen, LOW_TO_HIGH, public_trump(seen)),
        ],
        offers=_offers(seen),
        turns=view["to_act"],
        counts=view["counts"],
        dealer=view["dealer"],
        chips=_chips(seen),
        teams=TEAM_OF,
        strip=_strip(seen),
        sheets=[sheet_of_teams(seen, target=str(view["target"]))],
        last=last_trick(seen),
    )


# --- what is said


def _say(seen: Seen) -> str:
    view = seen.view
    if not seen.legal:
        return waiting(seen)
    match view["phase"]:
        case "bidding" | "bonus":
            return _say_auction(seen)
        case "trump":
            return seen.t("Lay down a card as trump, or take your seventh card unseen.")
        case "bonus-trump":
            return seen.t("Name trump: all will know it.")
        case _:
            return say_play(seen)


def _say_auction(seen: Seen) -> str:
    view = seen.view
    standing = view["standing"]
    match standing["step"]:
        case "match":
            name = seen.names[standing["challenger"]]
            return seen.t("{name} offers {n}: match it, or yield.", name=name, n=standing["challenge"])
        case "raise":
            name = seen.names[standing["holder"]]
            return seen.t("{name} matches {n}: go higher, or drop.", name=name, n=standing["number"])
        case _ if view["phase"] == "bonus":
            return seen.t("Call Bonus, or pass.")
        case _ if not any(action.verb == "pass" for action in seen.legal):
            return seen.t("Nobody has bid: you must bid {n} or more.", n=LOWEST_BID)
        case _ if standing["number"]:
            return seen.t("Bid more than {n}, or pass.", n=standing["number"])
        case _:
            return seen.t("Bid {n} or more, or pass.", n=LOWEST_BID)


# --- what lies on the table


def public_trump(seen: Seen) -> str | None:
    """Trump once all know it. Until then its owner peeks at the card: whoever looks on shall not see the suit."""
    trump: str | None = seen.view["trump"]
    return trump if seen.view["trump_public"] else None


def _trump(seen: Seen) -> list[Zone]:
    """The hidden card: its owner may peek at it; the place for it; and which it was, once the hand is over."""
    view = seen.view
    card = view["hidden_card"]
    if view["hidden"] and card not in view["hand"]:
        note = seen.t("The seventh card") if view["seventh"] else None
        hidden = Card("hidden-card", card, ("trump",) if card else (), peek=card is not None)
        return [Stack("trump", "rail", seen.t("Hidden trump card"), (hidden,), note=note)]
    if view["phase"] == "trump" and seen.legal:
        return [Stack("trump", "rail", seen.t("Hidden trump card"))]
    if card and len(view["takers"]) == TRICKS:
        return [Stack("trump", "rail", seen.t("The hidden card was"), (Card("hidden-card", card),))]
    return []


def _chips(seen: Seen) -> Mapping[int, Sequence[Chip]]:
    """What was said in the auction at the seats; then the contract, and trump at the seat that chose it."""
    view = seen.view
    standing = view["standing"]
    if view["bidder"] is None:
        return call_chips(seen, view["bids"], standing["holder"])
    calls = call_chips(seen, view["bonus_calls"], standing["holder"], bid="bonus") if view["phase"] == "bonus" else {}
    chips: dict[int, list[Chip]] = {seat: list(said) for seat, said in calls.items()}
    if view["bonus"]:
        contract, chooser = "Bonus {n}", view["bonus_winner"]
    else:
        contract, chooser = "bid {n}", view["bidder"]
    own = chips.setdefault(chooser, [])
    own.insert(0, Chip(seen.t(contract, n=view["bonus"] or view["bid"]), "gold"))
    if view["hidden"] or view["trump_public"]:
        own.append(trump_chip(seen, public_trump(seen)))
    return chips


def _strip(seen: Seen) -> list[StripRow]:
    """Points; below, the tricks of this hand and how many each team needs."""
    view = seen.view
    subs: list[str | None] = [None, None]
    if view["bidder"] is not None:
        player = view["bidder"] if view["bonus_winner"] is None else view["bonus_winner"]
        needed = [OTHERS_NEED, OTHERS_NEED]
        needed[player % 2] = view["bonus"] or view["bid"]
        subs = [seen.t("{n} of {target} tricks", n=n, target=needed[team]) for team, n in enumerate(view["tricks"])]
    return team_strip(seen, [str(total) for total in view["totals"][:2]], subs)


# --- what may be done


def _offers(seen: Seen) -> list[Offer]:
    standing = seen.view["standing"]
    bids = []
    if any(action.verb == "bid" for action in seen.legal):
        bids = [grid(seen, "bid", seen.t("Bid"), range(LOWEST_BID, TRICKS + 1), standing=standing["number"])]
    hide = Offer("hide", seen.t("Set trump with this card"), key="c", zone="hand")
    for action in seen.legal:
        match action:
            case Action("hide", what):
                hide.add(action, cards=[CARD_TEXTS[what]], to="trump")
    next_bonus = (standing["number"] or LOWEST_BONUS - 1) + 1
    offers = {
        "play": play_offer(seen),
        "trump": Offer("trump", seen.t("Trump"), key="c"),
        "bonus": Offer("bonus", seen.t("Bonus {n}", n=next_bonus), key="b"),
        "match": Offer("match", seen.t("Match {n}", n=standing["challenge"]), key="k"),
        "yield": Offer("yield", seen.t("Yield"), tone="quiet", key="n"),
        "drop": Offer("drop", seen.t("Drop"), tone="quiet", key="n"),
        "seventh": Offer("seventh", seen.t("Take my seventh card unseen"), tone="quiet", key="s"),
        "ask": Offer("ask", seen.t("Ask for trump"), tone="quiet", key="a"),
        "pass": Offer("pass", seen.t("Pass"), tone="quiet", key="n"),
    }
    return [*bids, *([hide] if hide.moves else []), *simple_offers(seen, offers)]
