"""The points of Tien Len: chops, places and the pinch (RULES.md §4.6–§4.10)."""

from collections.abc import Sequence
from typing import Final

from engine.cards import card, mask_of
from engine.games.tien_len_combinations import TWOS

BLACK_TWO: Final = 2
RED_TWO: Final = 4
BET: Final = 4
TARGET: Final = 22

PRACTICE_POINTS: Final = (4, 2, 0, -2)
"""For each place of a practice round (§4.8)."""
PAYOUTS: Final = {2: (8, 0), 3: (7, 5, 0), 4: (8, 6, 2, 0)}
"""What the pot pays for each place, by the number of players dealt in (§4.9)."""

_RED_TWOS: Final = mask_of((card("2D"), card("2H")))


def worth_of_twos(cards: int) -> int:
    """What the 2s among some cards are worth, to whoever chops them and in the pinch (§4.6, §4.7)."""
    return BLACK_TWO * (cards & TWOS & ~_RED_TWOS).bit_count() + RED_TWO * (cards & _RED_TWOS).bit_count()


def worth_of_chop(beaten: int, chain: int, *, out_of_cards: bool, gone: bool) -> int:
    """What a chop moves from the player whose play it beats to the chopper: the new ``chain`` (§4.6, §4.10).

    Earlier payments stand (decision TL_CHOP_CHAIN, T-D5).

    Args:
        beaten: the cards of the play that is chopped.
        chain: what the last chop of the trick moved; of no account when 2s are chopped.
        out_of_cards: whether those were their player's last cards.
        gone: whether that player has left the table.
    """
    if gone:
        return 0
    if beaten & TWOS:
        return 0 if out_of_cards else worth_of_twos(beaten)
    return 2 * chain


def token_changes(placed: Sequence[int], leavers: Sequence[int], seats: int) -> list[int]:
    """What the pot of a round for tokens pays each seat beyond its bet (§4.9, §4.10).

    What places that nobody fills would have been paid goes to the 1st place.

    Args:
        placed: the seats that took a place, the 1st first; at least one.
        leavers: the seats that left while they had cards.
        seats: the number of seats at the table.
    """
    dealt_in = len(placed) + len(leavers)
    changes = [0] * seats
    pot = BET * dealt_in
    for seat, payout in zip(placed, PAYOUTS[dealt_in], strict=False):
        changes[seat] = payout - BET
        pot -= payout
    for seat in leavers:
        changes[seat] = -BET
    changes[placed[0]] += pot
    return changes


def practice_changes(placed: Sequence[int]) -> list[int]:
    """The points for the places of a practice round, in the order of the four seats (§4.8)."""
    return [PRACTICE_POINTS[placed.index(seat)] for seat in range(4)]


def practice_winner(totals: Sequence[int]) -> int | None:
    """The seat that alone has the highest total, if that is 22 or more (§4.8, T-D13)."""
    highest = max(totals)
    return totals.index(highest) if highest >= TARGET and totals.count(highest) == 1 else None
