"""The score sheet of a match as plain text."""

from collections.abc import Mapping

from engine.match import Ending, Match


def seat_names(seats: int, names: Mapping[int, str]) -> list[str]:
    """The name of each seat; ``seat N`` where none is given."""
    return [names.get(seat, f"seat {seat}") for seat in range(seats)]


def score_sheet(match: Match, names: Mapping[int, str]) -> str:
    """Each finished hand, the totals and how it ended, one line each, aligned in columns."""
    columns = seat_names(match.seats, names)
    rows = [
        ["", *columns],
        *([f"hand {number}", *_cells(points)] for number, points in enumerate(match.hand_points, 1)),
        ["total", *_cells(match.totals)],
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(columns) + 1)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, outcome(match, names)]) + "\n"


def _cells(points: tuple[int, ...] | list[int]) -> list[str]:
    return [str(figure) for figure in points]


def outcome(match: Match, names: Mapping[int, str]) -> str:
    """How the match ended, in one sentence."""
    winners = " and ".join(seat_names(match.seats, names)[seat] for seat in match.winners)
    match match.ending:
        case None:
            return "The match is still going on."
        case Ending.DRAWN:
            return "The match is drawn."
        case Ending.ENDED if not winners:
            return "The match was broken off before it was decided."
        case Ending.ENDED:
            return f"The match was broken off; in front: {winners}."
        case Ending.WON:
            return f"Won by {winners}."
