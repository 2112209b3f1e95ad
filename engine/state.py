"""The state of a match as JSON, as `peerdeck replay` prints it (RECORDS.md, The state as JSON)."""

from engine.events import Json
from engine.inputs import Need
from engine.match import Match
from engine.record import Played
from engine.syntax import write_action


def state_of(match: Match, played: Played | None) -> dict[str, Json]:
    """The public keys of RECORDS.md, for the state after an input (``None``: before the first)."""
    return {
        "line": played.line if played else None,
        "input": played.text if played else None,
        "phase": match.phase.value,
        "needs": match.needs.value,
        "to_act": list(match.to_act),
        "legal": legal_texts(match),
        "hands": [list(points) for points in match.hand_points],
        "totals": list(match.totals),
        "over": match.needs is Need.NOTHING,
        "ending": match.ending.value if match.ending else None,
        "winners": list(match.winners),
        **match.extras(),
    }


def legal_texts(match: Match) -> dict[str, Json]:
    """Every legal action in canonical text, for each seat to act."""
    verbs = match.game.verbs
    return {str(seat): [write_action(verbs, action) for action in match.legal(seat)] for seat in match.to_act}
