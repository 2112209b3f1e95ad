"""Playing single cards."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK
from engine.inputs import Action
from engine.plays import plays_of


@given(st.integers(0, FULL_DECK))
def test_every_card_of_a_set_can_be_played_lowest_first(playable: int) -> None:
    """Eleven cards looked up at a time are what going card by card finds."""
    assert plays_of(playable) == [Action("play", card) for card in range(52) if playable >> card & 1]
