"""Hands sorted as people hold them, and cards in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD_TEXTS, RANKS
from p2p.terminal.cards import by_rank, by_suit, in_groups, number_cards_first, spelt_out

hands = st.lists(st.sampled_from(CARD_TEXTS[:52]), unique=True)


def test_a_hand_by_suit() -> None:
    """Black and red suits in turn, each in the order of its ranks; a missing suit leaves no gap."""
    assert in_groups(by_suit(RANKS)(["7C", "AH", "2S", "TC", "KS"])) == "2S KS, AH, 7C TC"
    assert in_groups(by_suit("J9ATKQ87")(["7H", "JH", "9H"])) == "JH 9H 7H"


def test_a_hand_by_rank() -> None:
    """Cards of a rank stand together."""
    assert in_groups(by_rank("3456789TJQKA2")(["2S", "3C", "AH", "3S"])) == "3C 3S, AH, 2S"


def test_number_cards_come_before_the_others() -> None:
    """The Ace counts one; court cards and jokers act instead of lying in piles."""
    assert in_groups(number_cards_first(["2S", "AH", "TD", "KS", "QD", "JC", "X1"])) == "AH 2S TD, KS QD JC X1"


def test_an_empty_hand_is_said() -> None:
    """Not just left blank."""
    assert in_groups(by_suit(RANKS)([])) == "no cards"


@given(hands)
def test_sorting_loses_no_card_and_makes_none(cards: list[str]) -> None:
    """However a hand is arranged."""
    for arrangement in (by_suit(RANKS), by_rank(RANKS)):
        assert sorted(card for group in arrangement(cards) for card in group) == sorted(cards)


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("You play 7H.", "You play 7 of hearts."),
        ("Hand: AS TS, QD (3 cards).", "Hand: ace of spades, 10 of spades, queen of diamonds (3 cards)."),
        ("Pile: KC on top", "Pile: king of clubs on top"),
        ("You draw X1 JH 2C.", "You draw joker 1, jack of hearts, 2 of clubs."),
        ("3C.", "3 of clubs."),
        ("Room code: K7QX-M4TC", "Room code: K7QX-M4TC"),
        ("ASH, TDs and 10H are no cards", "ASH, TDs and 10H are no cards"),
        ("", ""),
    ],
)
def test_cards_in_words(letters: str, words: str) -> None:
    """Only what is a card is spelt out, and a row of cards gets commas."""
    assert spelt_out(letters) == words


@given(st.sampled_from(CARD_TEXTS))
def test_every_card_can_be_spelt_out(card: str) -> None:
    """Its two letters are gone then."""
    assert card not in spelt_out(f"You draw {card}.")
