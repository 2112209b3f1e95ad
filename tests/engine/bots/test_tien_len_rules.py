"""What a bot goes by in Tien Len, in rounds made for it."""

import pytest

from engine.bots.rules_of_thumb.tien_len_plan import Plan, Planner, Strengths
from engine.cards import FULL_DECK, cards, mask_of
from tests.engine.bots.watching import answer
from tests.engine.games.tien_len_hands import deal, four, suit
from tests.engine.records import header

PRACTICE = header("tien-len", 4)
TWO = header("tien-len", 2)


def planner(hand: str) -> Planner:
    """Makes plans against three others who hold all other cards."""
    return Planner(Strengths(FULL_DECK & ~mask_of(cards(hand)), 1.0))


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("3S", 1),
        ("3S 3C", 1),
        ("3S 4C 5D", 1),
        ("3S 4C 5D 6H 6S", 2),  # 3-4-5-6 6, or 3-4-5 66
        ("3S 4S 5S 7S 8S 9S", 2),
        ("3S 3C 3D 4S 5S", 2),  # 33 345
        ("3S 3C 4S 4C 5S 5C", 1),  # consecutive pairs, kept for a 2
        ("KS KC 2S 2H", 3),
        ("3S 5S 7S 9S JS KS 2S", 7),
        ("", 0),
    ],
)
def test_hands_are_parted_into_few_plays(hand: str, plays: int) -> None:
    """As few as are any good."""
    assert planner(hand).plan(mask_of(cards(hand))).plays == plays


def test_no_cards_are_worth_nothing() -> None:
    """And make the best plan."""
    assert planner("3S").plan(0) == Plan(0.0, 0)
    assert planner("3S").plan(mask_of(cards("3S"))).worth < 0


def test_consecutive_pairs_are_broken_once_no_2_can_come() -> None:
    """They cannot be led."""
    hand = mask_of(cards("3S 3C 4S 4C 5S 5C"))
    without_twos = FULL_DECK & ~hand & ~mask_of(cards(four("2")))
    assert Planner(Strengths(without_twos, 1.0)).plan(hand).plays == 2


def test_strengths_grow_with_rank_and_with_what_is_gone() -> None:
    """Nobody beats the highest card; who holds fewer cards is feared less."""
    all_held = Strengths(FULL_DECK, 1.0)
    assert all_held.single == sorted(all_held.single)
    assert all_held.single[-1] == 1.0
    assert all_held.pair == sorted(all_held.pair)
    assert all_held.triple == sorted(all_held.triple)
    assert all(by_top == sorted(by_top) for by_top in all_held.run)
    half_held = Strengths(FULL_DECK, 0.5)
    assert all(few > many for few, many in zip(half_held.single[:-1], all_held.single, strict=False))
    no_twos = Strengths(FULL_DECK & ~mask_of(cards(four("2"))), 1.0)
    assert no_twos.single[11] > all_held.single[11]


def test_a_run_is_not_broken_for_a_small_card() -> None:
    """Nor are a triple or a chop: it chips."""
    lines = [*PRACTICE, deal("3S 4S", f"3C 3D 3H 5C 6C 7C {four('9')} JD QD KH", "4D", "4H")]
    assert answer([*lines, "0 play 3S"]) == "chip"


def test_a_lone_card_is_played_when_it_can_be() -> None:
    """It saves a play."""
    lines = [*PRACTICE, deal("3S 4S", "9H TH JH QH KH AH 2S 2H 3D 3H 5D 7C 7D", "4D", "4H")]
    assert answer([*lines, "0 play 3S"]) == "play 5D"


def test_the_weakest_play_is_led_and_what_is_strong_is_kept() -> None:
    """A long run goes before a 2."""
    lines = [*TWO, deal("3S 4C 5D 6H 7S 9C JD QH AS AC 2S 2C 2H", "3C")]
    assert answer(lines) == "play 3S 4C 5D 6H 7S"


def test_with_strong_plays_and_one_weak_one_it_goes_out() -> None:
    """The highest 2 first, then what nobody needs to be asked about."""
    lines = [*TWO, deal(suit("H"), "3S 4S 6C 8D TC QD AS AC 2S 2C 2D 5S 5C")]
    lines += ["1 play 3S", "0 play 4H", "1 chip", "0 play 5H 6H 7H 8H 9H TH JH QH KH AH", "1 chip"]
    assert answer(lines) == "play 2H"


def test_a_2_is_chopped() -> None:
    """In turn, and out of a window after having chipped."""
    hands = ("3S 2H 2D 4C 4D", four("6") + " 7S 8S 9C TD JD QS KH AD 3C", "3D", "3H")
    lines = [*PRACTICE, deal(*hands), "0 play 3S", "1 chip", "2 chip", "3 chip"]
    assert answer([*lines, "0 play 2H"]) == "play 6S 6C 6D 6H"
    two = ("3S 2H 2D 4C 4D", "5S 4H 7D 7C 8H 8C", "3D", four("6") + " 7S 8S 9C TD JD QS KH AD 3C")
    lines = [*PRACTICE, deal(*two), "0 play 3S", "1 play 5S", "2 chip", "3 chip", "0 play 2H"]
    assert answer(lines) == "play 6S 6C 6D 6H"


def test_nobody_with_one_card_is_let_in() -> None:
    """It leads a pair that the other cannot answer rather than a small card."""
    lines = [*TWO, deal(suit("S"), "3C 3D 4D 6D 9D 9C JD QD KH AH 2C 2D 2H")]
    lines += ["0 play 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "1 chip", "0 play AS", "1 play 2C", "0 chip"]
    assert answer(lines).startswith(("play 3C 3D", "play 9C 9D"))


def test_with_two_strong_plays_before_the_last_it_takes_the_lead() -> None:
    """The 2 of hearts wins, nobody beats a run of nine, and a triple is left to go out with."""
    lines = [*PRACTICE, deal("3S 4S", "3C 3D 3H 6H 7H 8H 9H TH JH QH KH AH 2H", "4D", "4H")]
    assert answer([*lines, "0 play 3S"]) == "play 2H"
