"""What a seat remembers of a round of Tien Len, and what it imagines from that."""

import pytest

from engine.cards import card, cards, cards_in, mask_of
from engine.games.tien_len import TienLen
from engine.games.tien_len_combinations import cards_below, combination, lowest_of, ways_to_chop, window_chops
from engine.memories import tien_len
from engine.memories.tien_len import Clue, TienLenMemory
from tests.engine.games.tien_len_hands import chips, deal, four, suit
from tests.engine.records import header
from tests.engine.watched import Watched

TRIES = 60


class WatchedTienLen(Watched):
    """A table for tokens, watched by everybody's memory."""

    def __init__(self, seats: int, *lines: str) -> None:
        head = header("tien-len", seats, scoring="tokens") if seats == 4 else header("tien-len", seats)
        super().__init__([*head, *lines])

    @property
    def match(self) -> TienLen:
        """The match as it really is."""
        match = self.record.finish()
        assert isinstance(match, TienLen)
        return match

    def dreams(self, seat: int, number: int = TRIES) -> list[TienLen]:
        """Some matches that the seat imagines."""
        dreams = [self.imagined(seat, seed) for seed in range(number)]
        return [dream for dream in dreams if isinstance(dream, TienLen)]

    def check(self) -> None:
        """Whatever a seat imagines looks to it as the match does, and no card is anywhere twice."""
        for seat in range(self.match.seats):
            for dream in self.dreams(seat, 5):
                assert dream.view(seat) == self.match.view(seat)
                assert dream.legal(seat) == self.match.legal(seat)
                assert mask_of_all(dream).bit_count() == sum(hand.bit_count() for hand in self.match.held)


def mask_of_all(match: TienLen) -> int:
    """The cards in all hands."""
    return mask_of(card for hand in match.held for card in cards_in(hand))


def could_chop(match: TienLen, seat: int, played: str) -> bool:
    """Whether the seat holds a chop for what was played that its window would let it play."""
    what = combination(mask_of(cards(played)))
    assert what
    return bool(window_chops(match.held[seat], what))


FOURS = deal(four("3", "4", "5") + " 2S", four("6", "7", "8") + " 2C", four("9", "T", "J") + " 2D", four("Q", "K", "A"))
WINDOW = [FOURS, "0 play 3S", "1 play 6S", *chips(2, 3), "0 play 2S"]
"""The chop window of seats 2 and 3 is open for the 2 of seat 0."""

NO_CHOPS = deal(
    "3S 4C 5S 6C 7S 8C 9S TC JS QC KS AC 2S", "3C 4S 5C 6S 7C 8S 9C TS JC QS KC AS 2C",
    "3D 4H 5D 6H 7D 8H 9D TH JD QH KD AH 2D", "3H 4D 5H 6D 7H 8D 9H TD JH QD KH AD 2H",
)  # fmt: skip


def test_cards_that_were_played_are_in_no_hand() -> None:
    """Also those of earlier tricks, which the view shows no more."""
    watched = WatchedTienLen(4, NO_CHOPS, "0 play 3S", "1 play 2C", *chips(2, 3, 0), "1 play 4S")
    watched.check()
    gone = mask_of(cards("3S 2C 4S"))
    assert all(mask_of_all(dream) & gone == 0 for seat in range(4) for dream in watched.dreams(seat))


def test_other_hands_differ_from_dream_to_dream() -> None:
    """What the seat cannot know is drawn anew each time, and the same from the same source."""
    watched = WatchedTienLen(4, NO_CHOPS)
    assert len({dream.held[1] for dream in watched.dreams(0)}) > TRIES // 2
    assert watched.dreams(0, 1)[0].held == watched.dreams(0, 1)[0].held


def test_who_waits_in_an_open_window_is_imagined_with_a_chop() -> None:
    """Seat 1 knows that seat 2 or 3 can chop; seat 2 knows nothing of seat 3; all see what they saw."""
    watched = WatchedTienLen(4, *WINDOW)
    watched.check()
    for dream in watched.dreams(1):
        assert dream.to_act
        assert [seat for seat in (2, 3) if could_chop(dream, seat, "2S")] == list(dream.to_act)
    assert {dream.to_act for dream in watched.dreams(2)} >= {(2,)}
    assert all(could_chop(dream, 3, "2S") for dream in watched.dreams(2) if 3 in dream.to_act)


def test_who_has_declined_knows_that_another_is_still_asked() -> None:
    """The window would be closed otherwise."""
    watched = WatchedTienLen(4, *WINDOW, "2 decline")
    watched.check()
    assert {dream.to_act for dream in watched.dreams(2)} == {(3,)}
    assert all(could_chop(dream, 3, "2S") for dream in watched.dreams(2))


def test_a_window_that_opened_is_remembered() -> None:
    """Nobody chopped, so that seat 2 or 3 still holds what it could have chopped with."""
    watched = WatchedTienLen(4, *WINDOW, "table close", "1 play 2C", "table close")
    watched.check()
    for dream in watched.dreams(1):
        assert could_chop(dream, 2, "2C") or could_chop(dream, 3, "2C")


def test_a_chop_that_was_played_explains_its_window() -> None:
    """It need not be imagined a second time."""
    watched = WatchedTienLen(4, *WINDOW, f"2 play {four('9')}", "3 decline", "0 chip")
    watched.check()
    assert not all(could_chop(dream, 2, "2S") for dream in watched.dreams(1))


def test_a_window_that_did_not_open_is_remembered() -> None:
    """Seats 1 and 3 had chipped and could not chop 2S: neither has a four of a kind or four pairs."""
    watched = WatchedTienLen(4, NO_CHOPS, "0 play 3S", "1 chip", "2 play 4H", "3 chip", "0 play 2S")
    watched.check()
    for dream in watched.dreams(2, 300):
        assert not could_chop(dream, 1, "2S")
        assert not could_chop(dream, 3, "2S")


def test_the_lowest_card_is_where_it_was_told_to_be() -> None:
    """Before the opening its holder has a card lower than all others; afterwards lower ones are in nobody's hand."""
    watched = WatchedTienLen(2, deal(suit("C").replace("3C", "AD"), suit("S").replace("3S", "KD")))
    assert watched.match.to_act == (1,)
    watched.check()
    for dream in watched.dreams(0):
        assert lowest_of(mask_of_all(dream)) == dream.must_play
        assert dream.must_play & dream.held[1]
    watched.feed("1 play 4S")
    assert not any(mask_of_all(dream) & cards_below(1 << card("4S")) for dream in watched.dreams(0))


def test_a_leaver_took_the_lowest_card_away() -> None:
    """Seat 1 left before the opening, so that all hands are above some card that is out of play."""
    watched = WatchedTienLen(3, deal(suit("H"), suit("S"), suit("C")), "table leave 1")
    watched.check()
    assert not any(dream.held[2] >> card("3S") & 1 for dream in watched.dreams(0))


def test_the_hands_of_players_who_left_are_not_imagined() -> None:
    """Their cards may be anywhere out of play."""
    watched = WatchedTienLen(4, NO_CHOPS, "0 play 3S", "table leave 2")
    watched.check()
    assert {dream.held[2] for dream in watched.dreams(0)} == {0}


def test_between_rounds_and_after_the_end_there_is_nothing_to_imagine() -> None:
    """The match is the same to everybody."""
    run = suit("S").removesuffix(" 2S")
    WatchedTienLen(2, deal(suit("S"), suit("H")), f"0 play {run}", "1 chip", "0 play 2S").check()
    WatchedTienLen(4, NO_CHOPS, "0 play 3S", "table end").check()
    WatchedTienLen(2, "table leave 0").check()


def test_without_luck_hands_are_built_around_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The waiting seat's chop and the lowest card are given first, so that the present moment always fits."""
    monkeypatch.setattr(tien_len, "MOST_TRIES", 1)
    watched = WatchedTienLen(4, *WINDOW)
    watched.check()
    assert {dream.to_act for dream in watched.dreams(0)} >= {(2,), (3,)}
    watched = WatchedTienLen(2, deal(suit("C").replace("3C", "AD"), suit("S").replace("3S", "KD")))
    watched.check()
    assert all(lowest_of(mask_of_all(dream)) & dream.held[1] for dream in watched.dreams(0))


def test_imagining_ends_whatever_the_clues() -> None:
    """Even with such as contradict each other: four Aces cannot be beaten."""
    watched = WatchedTienLen(4, NO_CHOPS, "0 play 3S")
    memory = watched.memories[0]
    assert isinstance(memory, TienLenMemory)
    aces = combination(mask_of(cards(four("A"))))
    assert aces
    memory._clues = [Clue(aces, {1: 0}, opened=True)]
    assert watched.dreams(0, 1)[0].view(0) == watched.match.view(0)


def test_ways_to_chop_use_what_is_owned() -> None:
    """A four needs its missing cards; pairs take owned cards first, and on top the highest card there is."""
    single = combination(mask_of(cards("2S")))
    assert single
    owned = mask_of(cards("6S 6C 6D 7S 8S 9S"))
    free = cards("6H 7C 7D 8C 9H 9C KS KC KD")
    assert ways_to_chop(owned, free, single) == [mask_of(cards(four("6"))), mask_of(cards("6S 6C 7S 7C 8S 8C 9S 9H"))]
    pairs = combination(mask_of(cards("6D 6H 7D 7H 8D 8H 9C 9D")))
    assert pairs
    assert ways_to_chop(owned, cards("7C 8C 9H"), pairs) == [mask_of(cards("6S 6C 7S 7C 8S 8C 9S 9H"))]
    assert ways_to_chop(owned, cards("7C 8C"), pairs) == []
