"""Cards as numbers and sets of cards as masks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CARD_TEXTS,
    FULL_DECK,
    JOKERS,
    RANK_MASKS,
    RANKS,
    SUIT_MASKS,
    SUITS,
    card,
    cards,
    cards_in,
    mask_of,
    rank_of,
    suit_of,
    text_of,
)

sets_of_cards = st.sets(st.integers(0, 53))


def test_every_card_has_a_text_of_rank_and_suit() -> None:
    """52 of them, and the two jokers."""
    assert len(set(CARD_TEXTS)) == 54
    assert set(CARD_TEXTS[:52]) == {rank + suit for rank in "23456789TJQKA" for suit in "SHDC"}
    assert CARD_TEXTS[52:] == ("X1", "X2")


def test_a_card_is_found_by_its_text() -> None:
    """And the text by the card, whose rank and suit it names."""
    for number, text in enumerate(CARD_TEXTS):
        assert card(text) == number
    for number, text in enumerate(CARD_TEXTS[:52]):
        assert (RANKS[rank_of(number)], SUITS[suit_of(number)]) == (text[0], text[1])


@pytest.mark.parametrize("text", ["", "td", "T", "10D", "DT", "X3", "X0", " TD"])
def test_a_text_that_names_no_card_is_no_card(text: str) -> None:
    """The caller hears of it as of any wrong key."""
    with pytest.raises(KeyError):
        card(text)


def test_a_list_of_cards_keeps_its_order() -> None:
    """Both ways."""
    assert text_of(cards("TD 7S X1 2C")) == "TD 7S X1 2C"
    assert cards("") == []


@given(sets_of_cards)
def test_a_mask_and_its_cards_are_the_same_set(chosen: set[int]) -> None:
    """The cards of a mask come lowest first."""
    assert cards_in(mask_of(chosen)) == sorted(chosen)


def test_masks_of_suits_and_ranks_divide_the_deck() -> None:
    """Each card has one suit and one rank; the jokers have none."""
    assert sum(SUIT_MASKS) == sum(RANK_MASKS) == FULL_DECK
    assert FULL_DECK & JOKERS == 0
    assert cards_in(JOKERS) == cards("X1 X2")
    for suit, mask in enumerate(SUIT_MASKS):
        assert {suit_of(card) for card in cards_in(mask)} == {suit}
    for rank, mask in enumerate(RANK_MASKS):
        assert {rank_of(card) for card in cards_in(mask)} == {rank}


def test_sorting_cards_sorts_by_rank_and_then_spades_clubs_diamonds_hearts() -> None:
    """The canonical order of a set of cards (RECORDS.md, Inputs)."""
    assert text_of(sorted(cards("AS 2H 2S TD 2D TC 2C"))) == "2S 2C 2D 2H TC TD AS"
