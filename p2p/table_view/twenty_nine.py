"""Twenty-nine on the page (RULES.md §5.7, FEATURES.md 4-5 … 4-22)."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games.twenty_nine import HIGHEST_BID, LOW_TO_HIGH, LOWEST_BID, WINNING_SCORE
from engine.tricks import powers
from p2p.table_view.layout import Laid, Seen, waiting
from p2p.table_view.model import Chip, StripRow
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

hue = 285
clockwise = False

_POWERS: Final = powers(LOW_TO_HIGH)
_TO_SAY: Final = {
    "trump": "Name trump: only you will know it.",
    "double": "Double what the hand counts, or pass.",
    "redouble": "Redouble what the hand counts, or pass.",
}


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    return Laid(
        say=_say(seen),
        zones=[trick_zone(seen, _POWERS), *tricks_taken(seen), hand_zone(seen, LOW_TO_HIGH, view["trump"])],
        offers=_offers(seen),
        turns=view["to_act"],
        counts=view["counts"],
        dealer=view["dealer"],
        chips=_chips(seen),
        teams=TEAM_OF,
        strip=_strip(seen),
        sheets=[sheet_of_teams(seen, target=str(WINNING_SCORE))],
        last=last_trick(seen),
    )


def _say(seen: Seen) -> str:
    view = seen.view
    if not seen.legal:
        return waiting(seen)
    match view["phase"]:
        case "bid" if view["standing"]["number"]:
            return seen.t("Bid more than {n}, or pass.", n=view["standing"]["number"])
        case "bid":
            return seen.t("Bid {n} or more, or pass.", n=LOWEST_BID)
        case "play":
            return say_play(seen)
        case phase:
            return seen.t(_TO_SAY[phase])


def _chips(seen: Seen) -> Mapping[int, Sequence[Chip]]:
    """The auction at the seats, then the contract, its stake and trump at the seat of the bidder."""
    view = seen.view
    bidder = view["bidder"]
    if bidder is None:
        return call_chips(seen, view["bids"], view["standing"]["holder"])
    chips = {bidder: [Chip(seen.t("bid {n}", n=view["bid"]), "gold")]}
    if view["phase"] != "trump":
        chips[bidder].append(trump_chip(seen, view["trump"]))
    if view["stake"] > 1:
        chips[bidder].append(Chip(seen.t("doubled" if view["stake"] == 2 else "redoubled"), "warn"))
    if view["pair_shown_by"] is not None:
        chips.setdefault(view["pair_shown_by"], []).append(Chip(seen.t("pair shown")))
    return chips


def _strip(seen: Seen) -> list[StripRow]:
    """Game points; below, the card points of this hand and what the bidding team needs."""
    view = seen.view
    subs: list[str | None] = [None, None]
    if view["target"]:
        subs = [seen.t("{n} points", n=points) for points in view["points"]]
        team = view["bidder"] % 2
        subs[team] = seen.t("{n} of {target} points", n=view["points"][team], target=view["target"])
    return team_strip(seen, [f"{total:+d}" if total else "0" for total in view["totals"][:2]], subs)


def _offers(seen: Seen) -> list[Offer]:
    phase = seen.view["phase"]
    bids = []
    if seen.legal and phase == "bid":
        numbers = range(LOWEST_BID, HIGHEST_BID + 1)
        bids = [grid(seen, "bid", seen.t("Bid"), numbers, standing=seen.view["standing"]["number"])]
    return bids + simple_offers(
        seen,
        {
            "play": play_offer(seen),
            "trump": Offer("trump", seen.t("Trump"), key="c"),
            "double": Offer("double", seen.t("Double"), key="d"),
            "redouble": Offer("redouble", seen.t("Redouble"), key="d"),
            "show": Offer("show", seen.t("Show King and Queen"), tone="quiet", key="s"),
            "ask": Offer("ask", seen.t("Ask for trump"), tone="quiet", key="a"),
            "pass": Offer("pass", seen.t("Pass"), tone="quiet", key="n"),
        },
    )
