"""Tien Len on the way from view to view: plays, chops, a trick that is won, the end of a round."""

from collections.abc import Mapping
from typing import Any

from p2p.table_view.layout import Scene, Seen, Told, hand_in_figures
from p2p.table_view.model import Effect
from p2p.table_view.theatre import (
    HAND_STAYS,
    TRICK_STAYS,
    TRIUMPH_STAYS,
    banner,
    coming_from,
    played,
    sound,
)


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:
    """A won trick lies for a moment before it is cleared, and a chop is celebrated."""
    if "dealt-in" in told:
        cards = told.params("dealt")["cards"] if "dealt" in told else []
        return [Scene(now.view, [*coming_from("zone:trick", cards), sound("slide")])]
    effects = _played(now, told)
    chopped = _chopped(now, told)
    stays = TRIUMPH_STAYS if chopped else 0
    if "last-left" in told:
        return [Scene(now.view, [*effects, *chopped, *_round_over(now, told)], HAND_STAYS, say=_figures(now))]
    if "trick-won" not in told:
        return [Scene(now.view, [*effects, *chopped], stays)]
    winner = told.params("trick-won")["seat"]
    lying = Scene(
        _won(before.view, now.view, told), [*effects, *chopped], stays or TRICK_STAYS, now.line(told["trick-won"])
    )
    gone = [Effect("to", at=f"seat:{winner}", card=card) for card in lying.view["trick"][-1]["cards"]]
    return [lying, Scene(now.view, [*gone, sound("take")])]


def _played(now: Seen, told: Told) -> list[Effect]:
    if "played" not in told:
        return []
    seat, cards = told.params("played").values()
    return played(now, seat, cards)


def _chopped(now: Seen, told: Told) -> list[Effect]:
    """A chop, and with the money bag one that chops a chop for double."""
    for code, sign in (("chop-chopped", "money-bag"), ("chopped", None), ("chopped-for-nothing", None)):
        if code in told:
            return [banner(now.line(told[code]), sign=sign), sound("chop")]
    return []


def _won(before: Mapping[str, Any], now: Mapping[str, Any], told: Told) -> Mapping[str, Any]:
    """The trick as it lies when nobody can or will beat it any more."""
    trick, chipped = before["trick"], before["chipped"]
    if "played" in told:
        trick = [*trick, told.params("played")]
    if "chipped" in told:
        chipped = [*chipped, told.params("chipped")["seat"]]
    kept = {key: now[key] for key in ("hand", "counts", "placed", "totals", "round_points")}
    return {**before, **kept, "trick": trick, "chipped": chipped, "window": False, "opening": False, "to_act": []}


def _figures(now: Seen) -> str:
    return hand_in_figures(now, now.view["dealt_in"])


def _round_over(now: Seen, told: Told) -> list[Effect]:
    pinched = [banner(now.line(told["pinched"]), "warn")] if "pinched" in told else []
    won = [banner(now.line(told["won"])), sound("win")] if "won" in told else []
    return [*pinched, banner(_figures(now)), *won]
