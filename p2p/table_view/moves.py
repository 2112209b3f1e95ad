"""From what a page sends back to the action that it means."""

from collections.abc import Mapping
from typing import Final

from engine.inputs import Action
from p2p.table_view.offers import Move

NO_SUCH_ACT: Final = "That is not possible now."
CARDS_DO_NOT_FIT: Final = "These cards cannot be used for that now."
CHOOSE_CARDS: Final = "Choose the cards for that first."
NO_SUCH_PLACE: Final = "These cards cannot go there now."
CHOOSE_PLACE: Final = "Choose where these cards go."
NO_SUCH_VALUE: Final = "That cannot be chosen now."

SENTENCES: Final = (
    NO_SUCH_ACT,
    CARDS_DO_NOT_FIT,
    CHOOSE_CARDS,
    NO_SUCH_PLACE,
    CHOOSE_PLACE,
    NO_SUCH_VALUE,
)
"""All that `action_of` may answer; translations go by the English text."""


class UnlistedMove(Exception):
    """A move that the view does not offer; ``str()`` is one English sentence, the key of its translation."""


def action_of(moves: Mapping[Move, Action], move: Move) -> Action:
    """The action that a move stands for.

    A move need not say where its cards go if they can go to one place only.

    Args:
        moves: of the laid table that the page answers.
        move: what the page sent.

    Raises:
        UnlistedMove: the table offers no such move; the sentence names the first thing that is wrong with it.
    """
    if move in moves:
        return moves[move]
    left = [other for other in moves if other.act == move.act]
    if not left:
        raise UnlistedMove(NO_SUCH_ACT)
    left = [other for other in left if other.cards == move.cards]
    if not left:
        raise UnlistedMove(CARDS_DO_NOT_FIT if move.cards else CHOOSE_CARDS)
    left = [other for other in left if other.value == move.value]
    if not left:
        raise UnlistedMove(NO_SUCH_VALUE)
    if move.to is not None:
        raise UnlistedMove(NO_SUCH_PLACE)
    if len(left) > 1:
        raise UnlistedMove(CHOOSE_PLACE)
    return moves[left[0]]
