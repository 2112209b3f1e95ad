"""What a hand of Call brings, and when a match is won (RULES.md §6.5, §6.6)."""

from collections.abc import Sequence
from typing import Final

TRICKS: Final = 13
BONUS_MADE: Final = 13
BONUS_FAILED: Final = 10
OTHERS_NEED: Final = 4
OTHERS_POINTS: Final = 4
CALL_BONUS_OTHERS: Final = OTHERS_POINTS
"""What the other team wins or loses in a Bonus hand, as in any hand (C-D6)."""

TARGETS: Final = (49, 79, 109)


def points_of_hand(number: int, tricks: int, *, bonus: bool) -> tuple[int, int]:
    """What a hand brings the team that plays it, and the other team (§6.5).

    Args:
        number: the tricks that the team needs: the bid or the Bonus call.
        tricks: the tricks that it took.
        bonus: whether it is a Bonus hand.
    """
    made = tricks >= number
    others_made = TRICKS - tricks >= OTHERS_NEED
    points = (BONUS_MADE if made else -BONUS_FAILED) if bonus else (number if made else -number)
    others = CALL_BONUS_OTHERS if bonus else OTHERS_POINTS
    return points, others if others_made else -others


def standing(totals: Sequence[int], target: int) -> tuple[int | None, int]:
    """The team that has won by the totals of both, if any, and the target from now on (§6.6, C-D7, C-D8)."""
    first, second = totals
    if first < target and second < target:
        return None, target
    if first >= target and second >= target:
        if target < TARGETS[-1]:
            return standing(totals, TARGETS[TARGETS.index(target) + 1])
        if first == second:
            return None, target
    return int(second > first), target
