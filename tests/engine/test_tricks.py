"""What Twenty-nine and Call share in trick play: the strength of cards, and who leads."""

from engine.cards import SUITS, card, cards, text_of
from engine.tricks import NO_TRUMP, first_lead, powers

CALL = powers("23456789TJQKA")
TWENTY_NINE = powers("78QKTA9J")


def by_power(power: tuple[int, ...], trick: str) -> str:
    """The cards of a trick from the strongest to the weakest, without those that cannot win."""
    able = [number for number in cards(trick) if power[number]]
    return text_of(sorted(able, key=power.__getitem__, reverse=True))


def test_only_trumps_and_the_suit_led_can_win() -> None:
    """Any trump beats any card of the suit led."""
    hearts, spades = SUITS.index("H"), SUITS.index("S")
    assert by_power(CALL[spades][hearts], "AS KS 2H AD QC TH") == "TH 2H AS KS"
    assert by_power(CALL[spades][NO_TRUMP], "AS KS 2H AD QC TH") == "AS KS"
    assert by_power(CALL[hearts][hearts], "AS 2H AD TH") == "TH 2H"


def test_ranks_have_each_games_order() -> None:
    """J 9 A T K Q 8 7 in Twenty-nine, A high to 2 in Call; trumps alike."""
    spades = SUITS.index("S")
    for trump in (spades, NO_TRUMP):
        assert by_power(TWENTY_NINE[spades][trump], "7S 8S 9S TS JS QS KS AS") == "JS 9S AS TS KS QS 8S 7S"
        assert by_power(CALL[spades][trump], "7S 8S 9S TS JS QS KS AS") == "AS KS QS JS TS 9S 8S 7S"
    assert CALL[0][1][card("2C")] > CALL[0][1][card("AS")] > CALL[0][1][card("2S")] > CALL[0][1][card("AH")] == 0


def test_the_dealers_right_leads_first() -> None:
    """Decision FIRST_LEAD."""
    assert [first_lead(dealer) for dealer in range(4)] == [1, 2, 3, 0]
