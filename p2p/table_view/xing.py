"""Xing on the page (RULES.md §1.7, FEATURES.md 0-4 … 0-21): nothing hints at a capture and nothing counts cards."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards import CARD_TEXTS
from p2p.table_view.layout import Laid, Scene, Seen, Told, face_down, face_up, waiting
from p2p.table_view.model import Card, Effect, Fan, Sheet, Spread, Stack, Zone
from p2p.table_view.offers import Offer
from p2p.table_view.teams import (
    TEAM_OF,
    own_first,
    owned_by,
    sheet_of_teams,
    team_columns,
    team_hand_in_figures,
    team_strip,
)
from p2p.table_view.theatre import (
    CAPTURE_STAYS,
    DEAL_STAYS,
    HAND_STAYS,
    TRICK_STAYS,
    TRIUMPH_STAYS,
    banner,
    coming_from,
    dealt,
    going_to,
    played,
    sound,
)

hue = 165
clockwise = True

_LAID: Final = "laid"
"""In the view of a scene, not in the engine's: the four cards that lie side by side when the table is laid."""

_TOOK: Final = ("Your team took", "They took", "{names} took")

_COUNTED: Final = {
    "cards": "Cards taken",
    "most": "Most cards",
    "ten": "TD",
    "two": "2C",
    "aces": "Aces",
    "jacks": "Jacks",
    "xings": "Xings",
}
"""How a hand is counted, line by line; all but the first are points."""


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    target = seen.t("to {target}", target=view["target"])
    return Laid(
        say=seen.t("Your turn: play a card.") if seen.legal else waiting(seen),
        zones=_zones(seen),
        offers=_offers(seen),
        turns=view["to_act"],
        counts=view["counts"],
        dealer=view["dealer"],
        teams=TEAM_OF,
        strip=team_strip(seen, [str(total) for total in view["totals"][:2]], (target, target)),
        sheets=[sheet_of_teams(seen, target=str(view["target"])), *_last_hand(seen)],
        hints="none",
    )


def _zones(seen: Seen) -> list[Zone]:
    view = seen.view
    pile = view["pile"]
    top = [pile["top"]] if pile["top"] else []
    zones: list[Zone] = [Stack("stock", "centre", seen.t("Deck"), face_down("stock", view["deck"]))]
    if view["known"]:
        known = Card("known-card", view["known"])  # not called by its face: whoever is dealt it holds it, too
        zones.append(Stack("known", "centre", seen.t("Last card of the deck"), (known,)))
    if _LAID in view:
        zones.append(Spread("pile", "centre", seen.t("Pile"), face_up(view[_LAID])))
    else:
        zones.append(Stack("pile", "centre", seen.t("Pile"), face_up(top), n=pile["count"]))
    for team in own_first(seen):
        name = f"taken-{team}"
        zones.append(Stack(name, "rail", owned_by(seen, team, _TOOK), face_down(name, view["captured"][team])))
    zones.append(Fan("hand", "hand", seen.t("Your hand"), face_up(view["hand"])))
    return zones


def _offers(seen: Seen) -> list[Offer]:
    play = Offer("play", seen.t("Play"), key="p", zone="hand", quick=True)
    for action in seen.legal:
        play.add(action, cards=[CARD_TEXTS[action.what]], to="pile")
    return [play] if play.moves else []


def _last_hand(seen: Seen) -> list[Sheet]:
    """How the last finished hand was counted."""
    tallies = seen.view["sheet"]
    if not tallies:
        return []
    columns = team_columns(seen)
    rows = [(seen.t(name), *(str(tallies[team][key]) for team in columns)) for key, name in _COUNTED.items()]
    total = (seen.t("Points"), *(str(tallies[team]["points"]) for team in columns))
    return [Sheet(seen.t("Last hand"), (seen.t("Counted"), *columns.values()), tuple(rows), total)]


# --- the way from view to view


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:
    """The four cards of a new table lie open; a card that captures lies on the pile before both are swept."""
    if "table-laid" in told:
        return _table_laid(now, told)
    if "misdeal" in told:
        return [Scene(now.view, [banner(now.line(told["misdeal"]))], TRIUMPH_STAYS)]
    if "played" in told:
        return _card_played(before, now, told)
    return [Scene(now.view)]


def _table_laid(now: Seen, told: Told) -> list[Scene]:
    laid: Sequence[str] = told.params("table-laid")["cards"]
    arriving = [*coming_from(f"seat:{now.view['dealer']}", laid), *dealt(now, told, now.view["dealer"])]
    opened = {**now.view, _LAID: laid, "to_act": []}
    return [Scene(opened, arriving, DEAL_STAYS, say=now.line(told["table-laid"])), Scene(now.view)]


def _card_played(before: Seen, now: Seen, told: Told) -> list[Scene]:
    seat, card = told.params("played").values()
    effects = played(now, seat, [card])
    next_packet = dealt(now, told, now.view["dealer"])
    captured = next((code for code in ("captured", "xing") if code in told), None)
    if captured is None and "scored" not in told:
        return [Scene(now.view, [*effects, *next_packet])]
    lying = _with_card_on_pile(before.view, seat, card)
    swept = [*going_to(f"zone:taken-{seat % 2}", [card]), sound("take")] if captured else []
    last = Scene(now.view, [*swept, *next_packet])
    if "scored" in told:
        last = Scene(now.view, [*swept, *_hand_over(now, told)], HAND_STAYS, say=team_hand_in_figures(now))
    match captured:
        case "xing":
            triumph = banner(now.t("Xing! {points}", points=f"{told.params('xing')['points']:+d}"))
            return [Scene(lying, [*effects, triumph], TRIUMPH_STAYS, say=now.line(told["xing"])), last]
        case "captured":
            return [Scene(lying, effects, CAPTURE_STAYS, say=now.line(told["captured"])), last]
        case _:
            return [Scene(lying, effects, TRICK_STAYS, say=now.line(told["played"])), last]


def _with_card_on_pile(view: Mapping[str, Any], seat: int, card: str) -> Mapping[str, Any]:
    counts = [count - (number == seat) for number, count in enumerate(view["counts"])]
    return {
        **view,
        "hand": [held for held in view["hand"] if held != card],
        "counts": counts,
        "pile": {"top": card, "count": view["pile"]["count"] + 1},
        "to_act": [],
    }


def _hand_over(now: Seen, told: Told) -> list[Effect]:
    raised = [banner(now.line(told["target-raised"]))] if "target-raised" in told else []
    return [banner(team_hand_in_figures(now)), *raised, *([sound("win")] if "won" in told else [])]
