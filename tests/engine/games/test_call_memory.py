"""What a seat remembers of a hand of Call, and what it imagines from that."""

from engine.cards import CARD_TEXTS, SUIT_MASKS, SUITS, card, cards, mask_of
from engine.games.call import Call
from tests.engine.games.trick_tables import call_hands
from tests.engine.records import header
from tests.engine.watched import Watched

SPADES = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"
NO_BONUS = ("0 pass", "1 pass", "2 pass", "3 pass")
DREAMS = range(60)
HEARTS = SUIT_MASKS[SUITS.index("H")]
DIAMONDS = SUIT_MASKS[SUITS.index("D")]


class WatchedCall(Watched):
    """A match of Call, watched by four memories."""

    def imagined(self, seat: int, seed: int = 0) -> Call:
        """What the seat imagines now."""
        match = super().imagined(seat, seed)
        assert isinstance(match, Call)
        return match


def seat_2_hides_4h(*lines: str) -> WatchedCall:
    """Seat 0 has diamonds and hearts, seat 1 all clubs, seat 2 spades and the hidden 4H, seat 3 the others."""
    hands = call_hands("AD AH 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD", CLUBS, f"4H {SPADES}")
    bidding = ("0 pass", "1 pass", "2 bid 13", "2 hide 4H")
    return WatchedCall([*header("call", 4), "dealer 3", hands, *bidding, *lines])


def test_the_hidden_card_may_be_any_unseen_card_to_all_but_its_owner() -> None:
    """Its suit is trump in each dream; the owner knows it, and the partner does not."""
    watched = seat_2_hides_4h(*NO_BONUS)
    for seat in (0, 1, 3):
        dreams = [watched.imagined(seat, seed) for seed in DREAMS]
        assert len({dream.hidden_card for dream in dreams}) > 10
        assert all(dream.trump == dream.hidden_card & 3 for dream in dreams)
        assert all(dream.held[2].bit_count() == 12 for dream in dreams)
        assert not any(dream.held[seat] >> dream.hidden_card & 1 for dream in dreams)
    assert {watched.imagined(2, seed).hidden_card for seed in DREAMS} == {card("4H")}


def test_an_owner_who_did_not_follow_may_still_hide_a_card_of_that_suit() -> None:
    """Only its playable hand is known to hold none."""
    watched = seat_2_hides_4h(*NO_BONUS, "0 play AH", "1 play 2C", "2 play 2S", "3 play 2H")
    dreams = [watched.imagined(0, seed) for seed in range(200)]
    assert not any(dream.held[2] & HEARTS for dream in dreams)
    assert any(1 << dream.hidden_card & HEARTS for dream in dreams)
    assert not any(dream.held[1] & HEARTS for dream in dreams)


def test_the_turned_up_card_is_remembered_until_it_is_played() -> None:
    """Though its owner did not follow with a card of that suit before."""
    watched = seat_2_hides_4h(*NO_BONUS, "0 play AH", "1 play 2C", "2 play 2S", "3 play 2H", "0 play AD", "1 ask")
    assert all(watched.imagined(seat, seed).held[2] >> card("4H") & 1 for seat in (0, 1, 3) for seed in DREAMS)
    watched.feed("1 play 3C")
    watched.feed("2 play 4H")
    dreams = [watched.imagined(0, seed) for seed in DREAMS]
    assert not any(dream.held[2] & (HEARTS | DIAMONDS) for dream in dreams)
    assert not any(dream.held[1] & (HEARTS | DIAMONDS) for dream in dreams)


def test_after_a_bonus_the_hidden_card_is_one_that_its_owner_held() -> None:
    """In the hand or played; the owner still knows it, and each dream shows one when the hand is over."""
    watched = seat_2_hides_4h("0 bonus", "1 pass", "2 pass", "3 pass", "0 trump D")
    for line in ("0 play AD", "1 play 2C", "2 play 4H"):
        watched.feed(line)
    held = mask_of(cards(SPADES))
    dreams = [watched.imagined(3, seed) for seed in range(200)]
    assert all((dream.held[2] | 1 << card("4H")) >> dream.hidden_card & 1 for dream in dreams)
    assert card("4H") in {dream.hidden_card for dream in dreams}
    assert {dream.trump for dream in dreams} == {SUITS.index("D")}
    assert {watched.imagined(2, seed).hidden_card for seed in DREAMS} == {card("4H")}
    assert {watched.imagined(2, seed).held[2] for seed in DREAMS} == {held}


def test_in_the_thirteenth_trick_the_owners_last_card_is_the_hidden_one() -> None:
    """Unknown while it lies, playable in each dream; once it is thrown everybody knows the trump suit."""
    watched = seat_2_hides_4h(*NO_BONUS)
    while len(watched.match.view(0)["takers"]) < 12:
        seat = watched.match.to_act[0]
        action = next(action for action in watched.match.legal(seat) if action.verb == "play")
        watched.feed(f"{seat} play {CARD_TEXTS[action.what]}")
    assert watched.match.view(2)["hidden"]
    for seat in (0, 1, 3):
        for seed in DREAMS:
            dream = watched.imagined(seat, seed)
            assert dream.held[2] == 1 << dream.hidden_card
            assert dream.view(seat) == watched.match.view(seat)
    while watched.match.to_act[0] != 2:
        seat = watched.match.to_act[0]
        watched.feed(f"{seat} play {watched.match.view(seat)['hand'][0]}")
    watched.feed("2 play 4H")
    assert not watched.match.hand_points
    for seat in range(4):
        assert {watched.imagined(seat, seed).trump for seed in DREAMS} == {SUITS.index("H")}
