"""Magpie on the page: zones and acts, as of every game."""

from __future__ import annotations

from engine.cards import CARD_TEXTS
from engine.inputs import Action
from p2p.table_view.layout import Laid, Scene, Seen, Told, face_down, face_up, sheet_of_hands, waiting
from p2p.table_view.model import Chip, Choice, Fan, Group, Piles, Stack, StripRow, Zone
from p2p.table_view.offers import Offer
from p2p.table_view.theatre import HAND_STAYS, banner, dealt, played
from tests.browser.seventh_game import GUESSES

hue = 120
clockwise = True


def lay_out(seen: Seen) -> Laid:
    """The table as a seat sees it now."""
    view = seen.view
    names = {seat: seen.call(seat) for seat in range(len(seen.names))}
    return Laid(
        say=_say(seen),
        zones=_zones(seen),
        offers=_offers(seen),
        turns=view["to_act"],
        counts=view["counts"],
        chips={seat: [Chip(f"wants {number}", "gold")] for seat, number in enumerate(view["guesses"])},
        strip=[StripRow(names[seat], str(total), us=seat == seen.seat) for seat, total in enumerate(view["totals"])],
        sheets=[sheet_of_hands(seen, names, hand="Hand")],
    )


def _say(seen: Seen) -> str:
    if not seen.legal:
        return waiting(seen)
    return "How many nests will you win?" if seen.view["phase"] == "guess" else "Lay a card onto a nest, or peck."


def _zones(seen: Seen) -> list[Zone]:
    view = seen.view
    nests = [Group(f"nest-{number}", f"Nest {number}", face_up(cards)) for number, cards in view["nests"].items()]
    return [
        Stack("stock", "rail", "Stock", face_down("stock", view["stock"]), view["stock"]),
        Piles("nests", "centre", "Nests", tuple(nests)),
        Fan("hand", "hand", "Your hand", face_up(view["hand"]), "Guess first."),
    ]


def _offers(seen: Seen) -> list[Offer]:
    guess = Offer("guess", "Guess", key="b", ask="grid", choices=[Choice(str(n), str(n)) for n in GUESSES])
    lay = Offer("lay", "Lay", key="p", zone="hand")
    peck = Offer("peck", "Peck", tone="quiet", key="d", tap="stock")
    for action in seen.legal:
        match action:
            case Action("guess", number):
                guess.add(action, value=str(number))
            case Action("lay", card, nest):
                lay.add(action, cards=[CARD_TEXTS[card]], to=f"nest-{nest}", label=f"Lay {CARD_TEXTS[card]}")
            case _:
                peck.add(action)
    return [offer for offer in (guess, lay, peck) if offer.moves]


def scenes(before: Seen, now: Seen, told: Told) -> list[Scene]:  # noqa: ARG001  # as every layout
    """Cards fly onto the nests; the points are told in the end."""
    effects = dealt(now, told, None)
    if "laid" in told:
        params = told.params("laid")
        effects += played(now, params["seat"], [params["card"]])
    if "scored" in told:
        return [Scene(now.view, [*effects, banner(now.line(told["scored"]))], HAND_STAYS)]
    return [Scene(now.view, effects)]
