"""Twenty-nine and Call on the way from view to view: a full trick stays, what is announced is heard."""

from collections.abc import Mapping
from typing import Any, Final

from p2p.table_view.layout import Scene, Seen, Told
from p2p.table_view.model import Effect
from p2p.table_view.teams import team_hand_in_figures
from p2p.table_view.theatre import (
    HAND_STAYS,
    TRICK_STAYS,
    TRIUMPH_STAYS,
    banner,
    dealt,
    going_to,
    played,
    sound,
)

_ANNOUNCED: Final = ("all-passed", "bid-won", "doubled", "redoubled", "bonus-won", "bonus-trump", "asked", "pair-shown")
"""What is told across the table while a hand goes on."""
_SHOWN: Final = {"pair-shown": "cards", "turned-up": "card"}
"""The cards that a seat shows to all, and the gap of the sentence that names them."""
_AT_THE_END: Final = ("never-asked", "was-hidden", "target-raised")
"""What is told when a hand is over."""


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:
    """A full trick lies for a moment, its winner marked, before it is swept."""
    effects = [*_announced(now, told), *dealt(now, told, now.view["dealer"])]
    if "played" not in told:
        return [Scene(now.view, effects, TRIUMPH_STAYS if "all-passed" in told else 0)]
    seat, card = told.params("played").values()
    arriving = played(now, seat, [card])
    if "taken" not in told:
        return [Scene(now.view, [*arriving, *effects])]
    taker = told.params("taken")["seat"]
    swept = [*going_to(f"seat:{taker}", now.view["last_trick"]["cards"]), sound("take")]
    full = Scene(_full_trick(before.view, now.view, seat, card), arriving, TRICK_STAYS, say=now.line(told["taken"]))
    if now.view["ending"] is not None:  # the last trick stays where it is
        swept = []
    if len(now.view["hands"]) > len(before.view["hands"]):
        return [full, Scene(now.view, [*swept, *_hand_over(now, told)], HAND_STAYS, say=team_hand_in_figures(now))]
    return [full, Scene(now.view, swept)]


def _full_trick(before: Mapping[str, Any], now: Mapping[str, Any], seat: int, card: str) -> Mapping[str, Any]:
    counts = [count - (number == seat) for number, count in enumerate(before["counts"])]
    hand = [held for held in before["hand"] if held != card]
    return {**before, "hand": hand, "counts": counts, "trick": now["last_trick"], "to_act": []}


def _announced(now: Seen, told: Told) -> list[Effect]:
    effects = [banner(now.line(told[code])) for code in _ANNOUNCED if code in told]
    for code, gap in _SHOWN.items():
        if code in told:
            params = told.params(code)
            cards = params[gap] if gap == "cards" else [params[gap]]
            effects += [Effect("show", at=f"seat:{params['seat']}", card=card, ms=TRIUMPH_STAYS) for card in cards]
    return effects


def _hand_over(now: Seen, told: Told) -> list[Effect]:
    told_all = [banner(now.line(told[code]), "plain") for code in _AT_THE_END if code in told]
    won = [banner(now.line(told["won"])), sound("win")] if "won" in told else []
    return [*told_all, banner(team_hand_in_figures(now)), *won]
