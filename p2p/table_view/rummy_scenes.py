"""The put-down rummy on the way from view to view: cards that come and go, and the end of a hand."""

from p2p.table_view.layout import Scene, Seen, Told, hand_in_figures
from p2p.table_view.model import Effect
from p2p.table_view.theatre import HAND_STAYS, banner, coming_from, dealt, going_to, played, sound


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:  # noqa: ARG001  # as every layout
    """One step: nothing is cleared here but by the next deal."""
    if "hand-dealt" in told:
        return [Scene(now.view, dealt(now, told, now.view["dealer"]))]
    effects = [*_drawn(told), *_taken(now, told), *_laid(now, told)]
    if "turned-over" in told:
        effects.append(banner(now.line(told["turned-over"]), "plain"))
    if "scored" in told:
        return [Scene(now.view, [*effects, *_hand_over(now, told)], HAND_STAYS, say=hand_in_figures(now))]
    return [Scene(now.view, effects)]


def _drawn(told: Told) -> list[Effect]:
    """A card of the stock comes to the own hand open, to others face down."""
    if "drew-card" in told:
        return [*coming_from("zone:stock", [told.params("drew-card")["card"]]), sound("slide")]
    if "drew" in told:
        return [Effect("to", at=f"seat:{told.params('drew')['seat']}"), sound("slide")]
    return []


def _taken(now: Seen, told: Told) -> list[Effect]:
    """Cards of the pile vanish in another hand; into the own one they move by themselves."""
    code = "took-deep" if "took-deep" in told else "took"
    if code not in told:
        return []
    params = told.params(code)
    cards = [params["card"], *params.get("cards", ())]
    gone = [] if params["seat"] == now.seat else going_to(f"seat:{params['seat']}", cards)
    return [*gone, sound("take")]


def _laid(now: Seen, told: Told) -> list[Effect]:
    for code in ("put-down", "added", "discarded"):
        if code in told:
            params = told.params(code)
            cards = params["cards"] if code == "put-down" else [params["card"]]
            return played(now, params["seat"], cards)
    return []


def _hand_over(now: Seen, told: Told) -> list[Effect]:
    ended = [banner(now.line(told["out"]))] if "out" in told else []
    effects = [*ended, banner(hand_in_figures(now))]
    if "hat" in told:
        effects += [banner(now.line(told["hat"]), sign="hat"), sound("win")]
    return effects
