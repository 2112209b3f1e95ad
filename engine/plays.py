"""Playing single cards: what seats do in Xing, Twenty-nine and Call."""

from typing import Final

from engine.cards import lister
from engine.inputs import Action

plays_of: Final = lister([Action("play", card) for card in range(52)])
"""Playing each card of a set, lowest first."""
