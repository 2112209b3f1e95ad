"""What a seat remembers of a match of Dice Capture, and what it imagines from that."""

from engine.cards import card, cards, mask_of
from engine.games.dice_capture import DiceCapture
from engine.inputs import Action
from tests.engine.games.dice_tables import START, deck
from tests.engine.watched import Watched


def imagined(watched: Watched, seat: int, seed: int) -> DiceCapture:
    """What the seat imagines now."""
    match = watched.imagined(seat, seed)
    assert isinstance(match, DiceCapture)
    return match


def test_a_card_stolen_by_a_king_is_remembered_by_its_owner() -> None:
    """Its former owner imagines it in the thief's hand until it is played; the others differ."""
    watched = Watched([*START, deck("KS 2S 3S 5S 6S", "9S 2H 3H 5H 6H"), "0 play KS new", "card 5H"])
    hands = {imagined(watched, 1, seed).held[0] for seed in range(20)}
    assert all(hand >> card("5H") & 1 for hand in hands)
    assert len(hands) > 10
    for line in ("1 play 9S new", "0 play 5H new"):
        watched.feed(line)
    assert not any(imagined(watched, 1, seed).held[0] >> card("5H") & 1 for seed in range(20))


def test_a_card_stolen_back_is_no_longer_imagined_there() -> None:
    """A King of one's own takes the known card: it is in the own hand."""
    lines = ["0 play KS new", "card 5H", "1 play KH new", "card 5H"]
    watched = Watched([*START, deck("KS 2S 3S 5S 6S", "9S KH 3H 5H 6H"), *lines])
    assert not any(imagined(watched, 1, seed).held[0] >> card("5H") & 1 for seed in range(20))
    assert all(imagined(watched, 0, seed).held[1] >> card("5H") & 1 for seed in range(20))


def test_discards_never_come_back() -> None:
    """Jacks, locks and Queens that went are in no imagined hand or draw pile."""
    lines = ["0 play 2S new", "1 play 9S new", "0 play QS 1", "1 play JC 1"]
    watched = Watched([*START, deck("2S QS 3S 5S 6S", "9S JC 3H 5H 6H"), *lines])
    for seat in (0, 1):
        match = imagined(watched, seat, 0)
        assert match.discarded == mask_of(cards("QS JC"))
        assert not set(match.stock) & set(cards("QS JC"))


def test_a_locked_pile_stays_locked_in_every_dream() -> None:
    """Nobody may roll for it there either."""
    lines = ["0 play 2S new", "1 play 9S new", "0 play QS 1"]
    watched = Watched([*START, deck("2S QS 3S 5S 6S", "9S JC 3H 5H 6H"), *lines])
    match = imagined(watched, 1, 0)
    assert match.locks == {1: card("QS")}
    assert Action("roll", 1) not in match.legal(1)


def test_numbers_of_piles_go_on_where_they_were() -> None:
    """Also when the last pile that was started is gone."""
    lines = ["0 play 2S new", "1 play 9S new", "0 roll 2", "dice 4 5", "1 roll 1", "dice 2 2"]
    watched = Watched([*START, deck("2S QS 3S 5S 6S", "9S JC 3H 5H 6H"), *lines])
    match = imagined(watched, 0, 0)
    match.act(0, next(action for action in match.legal(0) if action.what == card("3S")))
    assert list(match.piles) == [3]
