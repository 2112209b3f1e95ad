"""Taking, owing and the taken card in the put-down rummy (RULES.md §2.5)."""

import pytest

from engine.cards import cards, mask_of
from tests.engine.games.rummy_hands import SEVEN, act, discards, feed, legal_texts, position, rummy, start
from tests.engine.records import refusal_code

# --- taking from the pile (§2.5)


def test_the_upcard_may_be_taken_in_the_very_first_go() -> None:
    """And the pile is empty then until the discard."""
    match = feed(start(SEVEN, "", "", upcard="9D", dealer=2), "0 take 9D")
    assert match.pile == ()
    assert match.view(1)["taken"] == "9D"
    assert match.view(1)["owed"] is None


def test_plain_takes_only_the_top_card() -> None:
    """Cards below it are refused by name, others because they are not in the pile."""
    record = start(SEVEN, "", "", upcard="9D", stock="3H", dealer=2)
    feed(record, "0 draw / 0 discard 3H")
    assert legal_texts(rummy(record)) == {"draw", "take 3H"}
    assert refusal_code(record, "1 take 9D") == "only-the-top"
    assert refusal_code(record, "1 take 2S") == "not-in-pile"
    assert refusal_code(record, "1 take X1") == "not-in-pile"


def test_the_ban_on_the_taken_card_ends_with_the_go() -> None:
    """A card kept from the pile may be discarded in a later go, the same card taken again may not."""
    record = start(SEVEN, "", "", upcard="9D", stock="3H 3D 5D", dealer=2)
    feed(record, "0 take 9D / 0 discard KH / 1 draw / 1 discard 3H / 2 draw / 2 discard 3D / 0 draw")
    assert "discard 9D" in legal_texts(rummy(record))


def test_a_taken_card_may_be_put_down_or_kept() -> None:
    """At a plain table nothing is owed."""
    match = position("9S 9H 9D 4C", taken="9D")
    assert legal_texts(match) == {"meld 9S 9D 9H", *discards("9S 9H 4C")}
    act(match, "meld 9S 9H 9D")
    assert legal_texts(match) == discards("4C")


@pytest.mark.parametrize(
    ("hand", "melds", "usable"),
    [
        ("8S 8D 2C", [], True),
        ("8S 2C 3D", [], False),
        ("6H 7H 2C", [], True),
        ("7H 9H 2C", [], True),
        ("9H TH 2C", [], True),
        ("6H 9H 2C", [], False),
        ("2C 3D", ["8S 8C 8D"], True),
        ("2C 3D", ["5H 6H 7H"], True),
        ("2C 3D", ["9H TH JH"], True),
        ("7H 2C", ["4H 5H 6H"], True),
        ("9H 2C", ["TH JH QH"], True),
        ("2C 3D", ["4H 5H 6H"], False),
        ("7S 2C", ["4H 5H 6H"], False),
        ("9H 2C", ["4H 5H 6H"], False),
        ("6H 7H 2C", ["3H 4H 5H"], True),
    ],
)
def test_a_deep_take_is_offered_only_if_the_card_is_usable(hand: str, melds: list[str], *, usable: bool) -> None:
    """By two more of its rank, a run of the hand, a set of three on the table, or a run without a gap up to it."""
    match = position(hand, melds=melds, pile="8H", take="deep")
    assert legal_texts(match) == {"draw", *(["take 8H"] if usable else [])}


def test_a_set_of_four_on_the_table_takes_no_more_and_a_card_of_the_pile_helps_only_if_it_lies_above() -> None:
    """What lies below the card stays where it is."""
    assert legal_texts(position("8S 2C", pile="8H 8D", take="deep")) == {"draw", "take 8H"}
    assert legal_texts(position("8S 8C 2C", pile="3D 8H 8D", take="deep")) == {"draw", "take 8H", "take 8D"}
    assert legal_texts(position("8S 2C", pile="8D KC 8H", take="deep")) == {"draw", "take 8D"}


# --- an owed card (§2.5, MELD rule 3)


def test_other_cards_that_came_along_may_be_discarded() -> None:
    """R-D5: the ban is on the card asked for alone."""
    match = position("8S 8D 2C", pile="8H 5C", take="deep")
    act(match, "take 8H")
    act(match, "meld 8S 8D 8H")
    assert legal_texts(match) == discards("2C 5C")


def test_an_owed_card_may_be_added() -> None:
    """R-D3: adding counts as putting down, on a meld of others without one of one's own (R-D6)."""
    match = position("2C 3D", melds=["8S 8C 8D"], pile="8H", take="deep")
    act(match, "take 8H")
    assert legal_texts(match) == {"add 8H 1"}
    act(match, "add 8H 1")
    assert legal_texts(match) == discards("2C 3D")
    assert match.placed == [mask_of(cards("8H")), mask_of(cards("8S 8C 8D")), 0]


def test_cards_on_the_way_to_a_run_come_before_the_owed_card() -> None:
    """R-D9: what comes between the run's end and the owed card may be added first."""
    match = position("7H KC", melds=["4H 5H 6H"], taken="", pile="8H", take="deep")
    act(match, "take 8H")
    assert legal_texts(match) == {"add 7H 1"}
    act(match, "add 7H 1")
    assert legal_texts(match) == {"add 8H 1"}


def test_what_would_make_an_owed_card_useless_is_refused() -> None:
    """A put-down or an addition of the cards that it needs; unless it fits in another way afterwards."""
    match = position("6H 7H 8H 7S 7D KC", taken="8H", take="deep", melds=["4D 5D 6D"])
    assert legal_texts(match) == {"meld 6H 7H 8H"} | {"add 7D 1"}
    with pytest.raises(Exception, match="8H has to be put down or added in this go; after this it could not"):
        act(match, "meld 7S 7D 7H")
    match = position("6H 7H 8H 8S 8D KC", taken="8H", take="deep", melds=["7S 7D 7C"])
    assert legal_texts(match) == {"meld 8S 8D 8H", "meld 6H 7H 8H", "add 7H 1"}
    match = position("6H 7H 8H KC", taken="8H", take="deep", melds=["7S 7D 7C"])
    assert legal_texts(match) == {"meld 6H 7H 8H"}
    with pytest.raises(Exception, match="8H has to be"):
        act(match, "add 7H 1")


def test_a_meld_just_laid_can_be_what_the_owed_card_fits() -> None:
    """Usable is judged with the table as it is after the action."""
    match = position("5H 6H 7H 8H KC", taken="8H", take="deep")
    assert legal_texts(match) == {"meld 5H 6H 7H", "meld 6H 7H 8H", "meld 5H 6H 7H 8H"}
    match = position("8S 8C 8D 8H KC", taken="8H", take="deep")
    assert "meld 8S 8C 8D" in legal_texts(match)
    act(match, "meld 8S 8C 8D")
    assert legal_texts(match) == {"add 8H 1"}


# --- a taken card alone (§2.5, MELD rule 5, R-D4)


def test_nobody_is_left_with_the_taken_card_alone() -> None:
    """A put-down that would do that is illegal."""
    match = position("7S 7D 7C 9H", taken="9H")
    assert legal_texts(match) == discards("7S 7C 7D")
    with pytest.raises(Exception, match="leave you with 9H alone"):
        act(match, "meld 7S 7D 7C")


def test_an_addition_that_leaves_the_taken_card_alone_is_illegal_too() -> None:
    """The other card may still be discarded: that ends the go, and with it the ban."""
    match = position("7C 9H", taken="9H", melds=["7S 7D 7H"])
    assert legal_texts(match) == discards("7C")
    act(match, "discard 7C")
    assert (match.turn, match.held[0], match.taken) == (1, mask_of(cards("9H")), 0)


@pytest.mark.parametrize(
    ("hand", "taken", "melds", "action"),
    [
        ("5S 6S 7S 8S", "8S", [], "meld 5S 6S 7S"),
        ("8D 8H 8S 8C", "8C", [], "meld 8S 8D 8H"),
        ("7S 7D 7C 9H", "9H", ["6H 7H 8H"], "meld 7S 7C 7D"),
        ("7H 8H", "8H", ["4H 5H 6H"], "add 7H 1"),
    ],
)
def test_the_taken_card_may_stay_alone_if_it_fits_afterwards(
    hand: str, taken: str, melds: list[str], action: str
) -> None:
    """Whether it fits a meld is judged after the action; then adding it is all that is left, and the way out."""
    match = position(hand, taken=taken, melds=melds)
    assert action in legal_texts(match)
    act(match, action)
    assert legal_texts(match) == {f"add {taken} 1"}
    assert "out" in [event.code for event in act(match, f"add {taken} 1")]


def test_a_drawn_card_may_be_left_alone() -> None:
    """It goes to the pile, and the player is out."""
    match = position("7S 7D 7C 9H")
    act(match, "meld 7S 7C 7D")
    assert [event.code for event in act(match, "discard 9H")][:2] == ["discarded", "out"]
