"""How much luck a match had: what chance did beyond what was to be expected of it.

Where chance itself brings points, as dice do, most of a result is luck, which equal deals do not even out. Each roll is
compared with the mean of all rolls that might have come in its place; what it did beyond that has a mean of zero
whatever the players do, so that a result without it has the same mean and tells the same from far fewer matches
(Burch, Schmid, Moravčík, Morrill, Bowling: AIVAT, 2018). This holds however well the prospects are judged; the better
they are, the less luck is left.
"""

from collections.abc import Sequence

from engine.bots.playouts import OUTLOOKS
from engine.bots.playouts.outlook import Prospects
from engine.inputs import Chance, Input, Need
from engine.match import Match


def luck_of(match: Match, inputs: Sequence[Input]) -> Prospects | None:
    """What the dice of a match brought the first seat beyond their mean; ``None`` in games of which none is known.

    Args:
        match: any of the game, with its seats and options.
        inputs: all that the match was given, from its start.
    """
    prospects = OUTLOOKS[match.game.name].prospects if match.game.name in OUTLOOKS else None
    if prospects is None:
        return None
    points = won = 0.0
    played = match.game.new(match.seats, match.options)
    for given in inputs:
        before = prospects(played) if played.needs is Need.DICE and isinstance(given, Chance) else None
        played.apply(given)
        if before:
            after = prospects(played)
            points += after.points - before.points
            won += after.won - before.won
    return Prospects(points, won)
