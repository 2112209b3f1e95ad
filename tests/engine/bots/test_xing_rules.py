"""What a bot goes by in Xing, in hands made for it; dealer is seat 3, so that seat 0 plays first."""

from engine.cards import CARD_TEXTS, FULL_DECK, cards, cards_in
from tests.engine.bots.watching import answer
from tests.engine.games.xing_hands import START


def deal(table: str, *hands: str, end: str = "") -> list[str]:
    """The record of a deal of these four cards on the table and these first hands, four cards each."""
    first, last = cards(" ".join([table, *hands])), cards(end)
    rest = [card for card in cards_in(FULL_DECK) if card not in first and card not in last]
    return [*START, f"deck {' '.join(CARD_TEXTS[card] for card in (*first, *rest, *last))}"]


def test_a_lone_card_is_taken_with_its_rank() -> None:
    """That is a Xing; a Jack or any other card is not."""
    lines = deal("5S 9H KD 3C", "3H 2S 4S 6S", "TD 7S 8S QS", "TS JC 2D 4D", "5H 6H 7H 8H")
    assert answer([*lines, "0 play 3H", "1 play TD"]) == "play TS"


def test_a_pile_with_good_cards_is_taken_with_a_jack() -> None:
    """It is worth more than the Jack may still bring."""
    lines = deal("AS TD AH 3C", "JH 2S 4S 6S", "9S 7S 8S QS", "9D KC 2D 4D", "5H 6H 7H 8H")
    assert answer(lines) == "play JH"


def test_a_jack_waits_for_a_better_pile() -> None:
    """One small card is not worth it, nor is the empty table."""
    lines = deal("5S 9H KD 3C", "3H 2S 4S 6S", "TC 7S 8S QS", "JC 9C 2D 4D", "5H 6H 7H 8H")
    assert answer([*lines, "0 play 3H", "1 play 7S"]) != "play JC"
    lines = deal("5S 9H KD 3C", "3H JS 4S 6S", "JC 7S 8S QS", "TC 9C 2D 4D", "5H 6H 7H 8H")
    assert answer([*lines, "0 play 3H"]) != "play JC"


def test_what_is_gone_lies_safely_on_an_empty_table() -> None:
    """Three sixes have been played: nobody can take the fourth with a Xing."""
    lines = deal("6S 6H 6D 3C", "3H 2S 4S 5S", "6C KS QS 9S", "TS 7C 2D 4D", "5H TH 7H 8H")
    assert answer([*lines, "0 play 3H"]) == "play 6C"


def test_a_rank_that_the_next_opponent_did_not_take_is_safe_from_it() -> None:
    """Seat 1 played another card on the eight, so it has none; seat 3 leads an eight rather than what may be taken."""
    lines = deal("5S 9H KD 3C", "TH 8S 4S 3S", "4H QC 7S 2H", "3D 9C TS 4D", "8D 8C 6H AD")
    lines += ["0 play 8S", "1 play 2H", "2 play TS", "3 play AD", "0 play TH", "1 play 4H", "2 play 4D"]
    assert answer(lines) in {"play 8D", "play 8C"}


def test_a_beginner_takes_what_lies_before_it() -> None:
    """It misjudges small things only."""
    lines = deal("5S 9H KD 3C", "3H 2S 4S 6S", "TD 7S 8S QS", "TS JC 2D 4D", "5H 6H 7H 8H")
    assert answer([*lines, "0 play 3H", "1 play TD"], "easy") == "play TS"
