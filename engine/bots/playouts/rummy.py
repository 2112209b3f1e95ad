"""The put-down rummy played on for some actions (RULES.md §2) by a few rules of thumb.

* Take from the pile what can come to the table at once.
* Put down the most that there is, then add what fits.
* Throw the highest card that has no neighbour and no like in hand.
"""

from typing import Final

from engine.bots.playouts.outlook import Outlook, Values, of_seats
from engine.cards import RANK_MASKS, cards_in
from engine.chance import Rng
from engine.games.rummy import Phase, Rummy
from engine.games.rummy_scoring import VALUES, points_of
from engine.inputs import Action, Need
from engine.melds import melds_in, usable

ACTIONS: Final = 30
"""So many actions are played."""
MATCH_COUNTS: Final = 60.0
"""What winning the match is worth, in points."""
IN_HAND: Final = 0.3
"""How much of its points a card still in hand counts against its holder, where the hand is not over."""
COMPANION: Final = 6
"""How many points less a card is thrown for, for each card in hand that it may meld with."""

_SEAT, _DRAWING = Need.SEAT, Phase.DRAW
_DRAW: Final = Action("draw")


def play_out(match: Rummy, rng: Rng) -> Values:  # noqa: ARG001  # nothing is left to chance
    """See `Playout`."""
    for _ in range(ACTIONS):
        if match.needs is not _SEAT:
            break
        seat = match.to_act[0]
        match.act(seat, choose(match, seat))
    if match.needs is not _SEAT:
        return of_seats(match.totals, match.winners, MATCH_COUNTS)
    points = [
        total + points_of(placed) - IN_HAND * points_of(held)
        for total, placed, held in zip(match.totals, match.placed, match.held, strict=True)
    ]
    return of_seats(points, (), MATCH_COUNTS)


def choose(match: Rummy, seat: int) -> Action:
    """What a seat does that may act."""
    hand = match.held[seat]
    if match.phase is _DRAWING:
        top = 1 << match.pile[-1]
        if usable(hand | top, match.run_fits, match.set_fits) & top:
            return Action("take", match.pile[-1])
        return _DRAW
    found = melds_in(hand)
    if not match.taken and (found or not hand & (match.run_fits | match.set_fits)):
        return Action("meld", max(found, key=points_of)) if found else Action("discard", _to_throw(hand, hand))
    legal = match.legal(seat)
    melds = [action for action in legal if action.verb == "meld"]
    if melds:
        return max(melds, key=lambda action: points_of(action.what))
    return legal[0] if legal[0].verb == "add" else Action("discard", _to_throw(hand, hand & ~match.taken))


def _to_throw(hand: int, allowed: int) -> int:
    """The card to throw, one of those allowed."""
    thrown, most = -1, -1000
    for card in cards_in(allowed):
        bit = 1 << card
        near = bit << 4 | bit << 8 | bit >> 4 | bit >> 8
        companions = (hand & (RANK_MASKS[card >> 2] | near)).bit_count() - 1
        worth = VALUES[card] - COMPANION * companions
        if worth > most:
            thrown, most = card, worth
    return thrown


OUTLOOK: Final = Outlook(play_out, per_weight=1.0, misjudged=1.5)
