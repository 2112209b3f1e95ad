"""Sets and runs (RULES.md §2.4, "Usable" of §2.5): examples, and every hand and table of small decks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import CARD_TEXTS, card, cards, cards_in, mask_of, text_of
from engine.melds import FITS, melds_in, usable, ways_to_use
from tests.engine.games.rummy_hands import tables
from tests.engine.games.slow_rummy import Cards, is_meld, is_usable, subsets
from tests.engine.games.slow_rummy import melds_in as slow_melds_in

SMALL_DECKS = {
    "three suits up to the Ace": "JS JC JD QS QC QD KS KC KD AS AC AD",
    "three suits from the 2": "2S 2C 2H 3S 3C 3H 4S 4C 4H 5S 5C 5H",
    "two long suits": "6S 7S 8S 9S TS JS QS 6H 7H 8H 9H TH",
    "four suits": "9S 9C 9D 9H TS TC TD TH JS JC JD JH",
}


def texts(mask: int) -> Cards:
    """A set of cards as texts."""
    return frozenset(text_of(cards_in(mask)).split())


def mask(text: str) -> int:
    """The set of the cards that a text names."""
    return mask_of(cards(text))


def fits_of(table: list[int]) -> tuple[int, int]:
    """What fits the runs, and what fits the sets, of a table."""
    runs = sets = 0
    for meld in table:
        runs |= FITS[meld].runs
        sets |= FITS[meld].sets
    return runs, sets


@pytest.mark.parametrize(
    "text", ["QH KH AH", "4C 5C 6C 7C", "7S 7H 7D", "AS AH AD AC", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"]
)
def test_sets_and_runs_are_melds(text: str) -> None:
    """Three or four cards of a rank; three up to thirteen of a suit in a row."""
    assert mask(text) in FITS


@pytest.mark.parametrize(
    "text", ["AH 2H 3H", "KH AH 2H", "4C 5C 6D", "7S 7H", "4C 5C", "4C 5C 7C", "7S 7H 7D 8D", "AS"]
)
def test_other_cards_are_no_meld(text: str) -> None:
    """Nothing goes below a 2 or round the corner, and two cards are too few."""
    assert mask(text) not in FITS


def test_there_are_as_many_melds_as_a_deck_has() -> None:
    """13 ranks with five sets each, four suits with 11 + 10 + … + 1 runs each."""
    assert len(FITS) == 13 * 5 + 4 * 66
    assert {texts(meld) for meld in FITS} == slow_melds_in(frozenset(CARD_TEXTS[:52]))


@pytest.mark.parametrize(
    ("meld", "runs", "sets"),
    [
        ("4C 5C 6C", "3C 7C", ""),
        ("2C 3C 4C", "5C", ""),
        ("QH KH AH", "JH", ""),
        ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "", ""),
        ("7S 7H 7D", "", "7C"),
        ("7S 7H 7D 7C", "", ""),
    ],
)
def test_a_meld_grows_at_its_ends_or_to_its_fourth_card(meld: str, runs: str, sets: str) -> None:
    """A run takes the next card at either end, a set the missing one."""
    assert FITS[mask(meld)] == (mask(runs), mask(sets))


def test_what_fits_a_meld_makes_a_longer_meld_and_nothing_else_does() -> None:
    """Every meld with every other card."""
    for meld, fits in FITS.items():
        growing = {CARD_TEXTS[c] for c in range(52) if not meld >> c & 1 and is_meld(texts(meld | 1 << c))}
        assert texts(fits.runs | fits.sets) == growing


@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS.keys())
def test_every_hand_of_a_small_deck_holds_the_melds_that_its_subsets_are(deck: str) -> None:
    """Each once, sub-melds included."""
    melds = {meld for meld in subsets(deck.split()) if is_meld(meld)}
    for hand in subsets(deck.split()):
        found = [texts(meld) for meld in melds_in(mask(" ".join(hand)))]
        assert len(found) == len(set(found))
        assert set(found) == {meld for meld in melds if meld <= hand}


@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS.keys())
def test_every_hand_at_every_table_of_a_small_deck_can_use_the_same_cards(deck: str) -> None:
    """The four cases of "usable", for all the ways in which the cards can be on the table and in a hand."""
    for table in tables(mask(deck)):
        runs, sets = fits_of(table)
        on_table = [texts(meld) for meld in table]
        for hand in subsets(set(deck.split()).difference(*on_table)):
            found = texts(usable(mask(" ".join(hand)), runs, sets))
            assert found == {text for text in hand if is_usable(text, hand, on_table)}, (hand, on_table)


@given(st.sets(st.integers(0, 51), max_size=30), st.lists(st.sampled_from(sorted(FITS)), max_size=6))
def test_ways_to_use_a_card_say_when_it_is_usable(hand: set[int], melds: list[int]) -> None:
    """A card of a hand is usable exactly when the hand holds one of the ways, none of which holds the card."""
    table: list[int] = []
    for meld in melds:
        if not any(meld & other for other in table):
            table.append(meld)
    cards_held = mask_of(hand) & ~sum(table)
    runs, sets = fits_of(table)
    for held in cards_in(cards_held):
        ways = ways_to_use(held, runs, sets)
        assert ways
        assert not any(way >> held & 1 or way.bit_count() > 2 for way in ways)
        assert any(not way & ~cards_held for way in ways) == bool(usable(cards_held, runs, sets) >> held & 1)


def test_a_card_that_fits_as_it_is_needs_no_other() -> None:
    """The empty way is then the only one."""
    assert ways_to_use(card("7C"), *fits_of([mask("4C 5C 6C")])) == [0]
    assert ways_to_use(card("7C"), *fits_of([mask("7S 7H 7D")])) == [0]
