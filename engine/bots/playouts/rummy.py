"""The put-down rummy played on to the end of the hand (RULES.md §2), as those would who go by the rules of thumb.

Cruder players are of no use here: to throw well is to know what the others wait for and what they will throw, and who
misjudges that judges nearly at random. (With players who threw their highest lonely card, and a look at the hands after
thirty actions, the search lost to the rules of thumb.)
"""

from typing import Final

from engine.bots.playouts.outlook import Outlook, Values, of_seats
from engine.bots.playouts.rummy_table import RummyTable
from engine.chance import Rng
from engine.games.rummy import Rummy
from engine.games.rummy_scoring import TARGET, points_of, standing
from engine.inputs import Need
from engine.memories.rummy import Imagined

GOES: Final = 24
"""So many goes are played at most."""
PATIENCE: Final = 2
"""After the pile was turned over more often than that, nobody searches any more."""
MATCH_COUNTS: Final = 60.0
"""What winning the match is worth, in points."""

_SEAT: Final = Need.SEAT


def play_out(match: Rummy, rng: Rng) -> Values:  # noqa: ARG001  # nothing is left to chance
    """See `Playout`."""
    if match.needs is not _SEAT:
        return of_seats(match.totals, match.winners, MATCH_COUNTS)
    table = RummyTable(match)
    table.play(GOES)
    points = [
        total + points_of(placed) - points_of(held)
        for total, placed, held in zip(match.totals, table.placed, table.held, strict=True)
    ]
    over = table.over and max(points) >= TARGET
    return of_seats(points, standing(points)[0] if over else (), MATCH_COUNTS)


def pays(match: Rummy) -> bool:
    """Whether it pays to search: once the stock is known, and not for ever.

    As long as it is not, what two moves lead to lies 37 points apart in any one match (a standard deviation, with four
    seats), while in truth they differ by about 4: some hundred matches tell less of that than the rules of thumb do.
    Who searches on and on waits for what never comes, since waiting costs nothing in the goes that are foreseen: after
    a few rounds through the stock the rules of thumb, which lose patience, bring the hand to its end.
    """
    return isinstance(match, Imagined) and 0 < match.turned_over <= PATIENCE


OUTLOOK: Final = Outlook(play_out, per_weight=1.0, misjudged=4.0, opened_after=400, hopeless=4.0, pays=pays)
