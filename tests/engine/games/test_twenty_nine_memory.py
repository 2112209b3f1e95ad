"""What a seat remembers of a hand of Twenty-nine, and what it imagines from that."""

from collections import Counter

from engine.cards import CARD_TEXTS, SUIT_MASKS, SUITS, cards, mask_of
from engine.games.twenty_nine import TwentyNine
from engine.memories.twenty_nine import TwentyNineMemory
from tests.engine.games.trick_tables import twenty_nine_hands
from tests.engine.records import header
from tests.engine.watched import Watched

HANDS = ("JS 9S AS TS 7D 8D 9D TD", "KS 7C 8C 9C TC 7H 8H JD", "QS 8S 7S QD KD AD JC QC", "9H TH QH KH AH JH KC AC")
SEAT_0_PLAYS_16 = ("0 bid 16", "1 pass", "2 pass", "3 pass", "0 trump H", "1 pass", "3 pass")
DREAMS = range(60)
HEARTS, SPADES = (SUIT_MASKS[SUITS.index(suit)] for suit in "HS")


class Watched29(Watched):
    """A match of Twenty-nine, watched by four memories."""

    def imagined(self, seat: int, seed: int = 0) -> TwentyNine:
        """What the seat imagines now."""
        match = super().imagined(seat, seed)
        assert isinstance(match, TwentyNine)
        return match


def at_play(*lines: str) -> Watched29:
    """Seat 0 plays 16 with hearts hidden; the lines follow."""
    hands = twenty_nine_hands(*HANDS)
    return Watched29([*header("twenty-nine", 4), "dealer 3", hands, *SEAT_0_PLAYS_16, *lines])


def test_before_trump_is_chosen_the_undealt_cards_are_imagined_too() -> None:
    """Four cards a seat, sixteen in the stock; one's own stay."""
    watched = Watched29([*header("twenty-nine", 4), "dealer 3", twenty_nine_hands(*HANDS), "0 bid 16"])
    dreams = [watched.imagined(1, seed) for seed in DREAMS]
    assert {dream.held[1] for dream in dreams} == {mask_of(cards("KS 7C 8C 9C"))}
    assert all(len(set(dream.stock)) == 16 for dream in dreams)
    assert len({dream.stock for dream in dreams}) > 50


def test_only_the_bidder_knows_the_hidden_trump() -> None:
    """The others think of what the bidder may hold; any suit may be trump."""
    watched = at_play()
    assert {watched.imagined(0, seed).trump for seed in DREAMS} == {SUITS.index("H")}
    for seat in (1, 2, 3):
        assert {watched.imagined(seat, seed).trump for seed in DREAMS} == {0, 1, 2, 3}


def test_the_imagined_trump_leans_to_the_bidders_long_suits() -> None:
    """Seat 3 holds six hearts: the bidder has few, and hearts are the least likely trump to it."""
    trumps = Counter(at_play().imagined(3, seed).trump for seed in range(300))
    assert trumps[SUITS.index("H")] < min(trumps[SUITS.index("S")], trumps[SUITS.index("D")])


def test_who_does_not_follow_suit_holds_none_of_it() -> None:
    """Nor does who asks."""
    watched = at_play("0 play JS", "1 play KS", "2 play 7S", "3 play 9H")
    assert not any(watched.imagined(1, seed).held[3] & SPADES for seed in DREAMS)
    asked = at_play("0 play JS", "1 play KS", "2 play 7S", "3 ask")
    assert not any(asked.imagined(0, seed).held[3] & SPADES for seed in DREAMS)
    assert {asked.imagined(0, seed).public_trump for seed in DREAMS} == {SUITS.index("H")}


def test_who_asks_and_does_not_trump_holds_no_trump() -> None:
    """All its hearts are elsewhere."""
    hands = ("JS 9S AS TS 7D 8D 9D TD", "7C 8C 9C TC JC QC KC AC", "KS QS 8S 7S JD QD KD AD")
    lines = [*header("twenty-nine", 4), "dealer 3", twenty_nine_hands(*hands), *SEAT_0_PLAYS_16]
    watched = Watched29([*lines, "0 play JS", "1 ask", "1 play 7C"])
    assert not any(watched.imagined(0, seed).held[1] & (HEARTS | SPADES) for seed in DREAMS)
    assert any(watched.imagined(0, seed).held[2] & HEARTS for seed in DREAMS)


def test_the_shown_pair_is_remembered_until_it_is_played() -> None:
    """Everybody knows who holds it."""
    watched = at_play("0 play JS", "1 play KS", "2 play 7S", "3 ask", "3 show")
    pair = mask_of(cards("KH QH"))
    assert all(watched.imagined(seat, seed).held[3] & pair == pair for seat in (0, 1, 2) for seed in DREAMS)
    watched.feed("3 play QH")
    assert all(watched.imagined(0, seed).held[3] & pair == mask_of(cards("KH")) for seed in DREAMS)
    assert {watched.imagined(0, seed).target for seed in DREAMS} == {20}


def test_a_new_hand_starts_with_an_empty_memory() -> None:
    """What was seen of the last hand binds nobody."""
    watched = at_play("0 play JS", "1 play KS", "2 play 7S", "3 play 9H")
    memory = watched.memories[0]
    assert isinstance(memory, TwentyNineMemory)
    assert memory.barred[3] == SPADES
    assert memory.played == [mask_of(cards(text)) for text in ("JS", "KS", "7S", "9H")]
    while not watched.match.hand_points:
        seat = watched.match.to_act[0]
        action = watched.match.legal(seat)[-1]
        watched.feed(f"{seat} play {CARD_TEXTS[action.what]}")
    watched.feed(twenty_nine_hands(*HANDS, dealer=0))
    assert memory.barred == memory.played == memory.shown == [0, 0, 0, 0]
