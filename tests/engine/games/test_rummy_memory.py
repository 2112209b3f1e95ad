"""What a seat remembers of the put-down rummy, and what it imagines from that."""

from collections import Counter
from collections.abc import Iterable
from functools import reduce
from itertools import combinations
from random import Random

import pytest

from engine.cards import CARD_TEXTS, FULL_DECK, cards, cards_in, mask_of, text_of
from engine.chance import draw, pick
from engine.games.rummy import Rummy
from engine.inputs import Act, Need
from engine.memories.rummy import RummyMemory, _debt_of, _hand_with_debt
from engine.record import write_input
from tests.engine.games.rummy_hands import deal_line, position
from tests.engine.records import header
from tests.engine.watched import Watched


class WatchedRummy(Watched):
    """A match of rummy, watched by the memory of each seat."""

    @property
    def match(self) -> Rummy:
        """The match as it really is."""
        match = self.record.finish()
        assert isinstance(match, Rummy)
        return match

    def play(self, *lines: str) -> None:
        """Play lines, several of which may stand in one text, parted by `` / ``."""
        for line in " / ".join(lines).split(" / "):
            self.feed(line)

    def imagined(self, seat: int, seed: int = 0) -> Rummy:
        """What the seat imagines now."""
        match = super().imagined(seat, seed)
        assert isinstance(match, Rummy)
        return match

    def dreams(self, seat: int, number: int) -> list[Rummy]:
        """So many matches that the seat imagines now."""
        return [self.imagined(seat, seed) for seed in range(number)]

    def known(self, seat: int, holder: int) -> str:
        """The cards that the seat always imagines in another's hand."""
        return text_of(cards_in(reduce(int.__and__, (match.held[holder] for match in self.dreams(seat, 40)))))


def watched(*hands: str, upcard: str, stock: str = "", dealer: int, **options: str) -> WatchedRummy:
    """A watched match at the first go of its first hand; see `deal_line`."""
    deck = deal_line(*hands, upcard=upcard, stock=stock, dealer=dealer)
    return WatchedRummy([*header("rummy", len(hands), **options), f"dealer {dealer}", deck])


THREE_GOES = "0 draw / 0 discard JC / 1 draw / 1 discard QH / 2 draw / 2 discard KD"


def test_cards_taken_from_the_pile_are_remembered_until_all_see_them_leave_the_hand() -> None:
    """Of four cards of a deep take one is put down, one is discarded, two stay."""
    table = watched("8S 8D 2C", "", "", upcard="8H", stock="JC QH KD 2S", dealer=2, take="deep")
    table.play(THREE_GOES)
    assert table.known(1, 0) == ""
    table.play("0 take 8H")
    assert table.known(1, 0) == "8H JC QH KD"
    table.play("0 meld 8S 8D 8H / 0 discard QH")
    assert table.known(1, 0) == table.known(2, 0) == "JC KD"
    table.play("1 draw / 1 discard 2S")
    assert table.known(2, 0) == "JC KD"


def test_a_known_card_that_is_added_is_no_longer_in_the_hand() -> None:
    """It lies on the table."""
    table = watched("5H 6H 7H 2C", "", "", upcard="8H", dealer=2)
    table.play("0 take 8H / 0 meld 5H 6H 7H")
    assert table.known(1, 0) == "8H"
    table.play("0 add 8H 1")
    assert table.known(1, 0) == ""


def test_a_stock_that_was_the_pile_is_known_to_all_and_so_is_every_card_drawn_from_it() -> None:
    """The view tells its size alone; who watched the pile grow remembers the order."""
    table = watched("", "", "", "", upcard="KS", dealer=3)
    for go in range(23):
        table.play(f"{go % 4} draw / {go % 4} discard {CARD_TEXTS[table.match.stock[0]]}")
    assert text_of(table.match.stock[:1]) == "KS"
    assert (table.match.turn, table.match.view(0)["stock"]) == (3, 23)
    assert '"KS"' not in str(table.match.view(0))
    for seat in range(4):
        assert table.imagined(seat).stock == table.match.stock
    lowest = text_of(cards_in(table.match.held[3])[:1])
    table.play(f"3 draw / 3 discard {lowest}")
    assert table.known(0, 3) == table.known(2, 3) == "KS"
    assert table.imagined(1).stock == table.match.stock


def test_the_next_hand_starts_without_memories() -> None:
    """What was known of the last deal says nothing of the new one."""
    table = watched("KS KC KD KH 4S 5S 6S", "", "2C", upcard="9S", stock="JC 2S", dealer=2)
    table.play("0 draw / 0 meld KS KC KD KH / 0 discard JC / 1 take JC / 1 discard AS / 2 take AS / 2 discard 2C")
    assert table.known(0, 1) == "JC"
    table.play("0 draw / 0 meld 4S 5S 6S / 0 discard 2S")
    assert table.match.needs is Need.DECK
    assert table.imagined(0).view(0) == table.match.view(0)
    table.play(deal_line("", "", "", upcard="2S", dealer=0))
    assert (table.known(0, 1), table.known(0, 2)) == ("", "")


def test_what_another_seat_owes_is_part_of_what_is_imagined() -> None:
    """It holds what makes the owed card usable, in each way that the watching seat cannot rule out."""
    table = watched("8S 8D 7H 9H 2C", "8C", "", upcard="8H", stock="JC QH KD", dealer=2, take="deep")
    table.play(THREE_GOES, "0 take 8H")
    for seat, ways in ((1, ["8S 8D", "7H 9H", "6H 7H", "9H TH"]), (2, ["8S 8D", "8S 8C", "7H 9H", "6H 7H"])):
        dreams = table.dreams(seat, 200)
        assert all(match.legal(0) and match.view(seat) == table.match.view(seat) for match in dreams)
        for way in ways:
            assert any(not mask_of(cards(way)) & ~match.held[0] for match in dreams)
    assert not any(match.held[0] & mask_of(cards("8C")) for match in table.dreams(1, 50))


@pytest.mark.parametrize("melds", [[], ["9H TH JH"], ["4H 5H 6H"]])
def test_every_hand_that_can_pay_a_debt_is_as_likely(melds: list[str]) -> None:
    """Counted against all the hands of three hidden cards that there are."""
    match = position("8H KD", melds=melds, taken="8H", take="deep")
    hidden = [card for card in cards("8S 8C 8D 6H 7H 9H TH 2C 3C 4C") if not match.placed[1] >> card & 1]
    debt = _debt_of(match, mask_of(hidden), {0: 3})
    paying = {mask_of(hand) for hand in combinations(hidden, 3) if can_pay(match, hand)}
    if melds == ["9H TH JH"]:
        assert debt is None  # it fits as it is
        return
    assert debt
    rng = Random(7)
    counts = Counter(_hand_with_debt(hidden, 3, debt, rng) for _ in range(200 * len(paying)))
    assert set(counts) == paying
    assert all(140 < count < 260 for count in counts.values())


class Unlucky:
    """Random numbers that never let a hand with several ways to pay be kept."""

    def random(self) -> float:
        """Always the same."""
        return 0.99


def test_a_hand_that_can_pay_is_found_after_many_tries_at_the_latest() -> None:
    """However unlucky the numbers are."""
    match = position("8H KD", taken="8H", take="deep")
    hidden = cards("8S 8C 8D")
    debt = _debt_of(match, mask_of(hidden), {0: 3})
    assert debt
    assert _hand_with_debt(hidden, 3, debt, Unlucky()) == mask_of(hidden)


def can_pay(match: Rummy, hand: Iterable[int]) -> bool:
    """Whether seat 0 has a legal action with these cards in addition."""
    twin = match.copy()
    twin.held[0] |= mask_of(hand)
    return bool(twin.legal(0))


@pytest.mark.parametrize("take", ["plain", "deep"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_every_moment_every_seat_imagines_a_match_that_it_cannot_tell_from_the_real_one(
    seats: int, take: str
) -> None:
    """Before the deal, between hands, in the others' goes and when it is over: the same view, every card once."""
    rng = Random(f"{seats} {take}")
    table = WatchedRummy(header("rummy", seats, take=take))
    match = table.match
    for count in range(300):
        for seat in range(seats):
            dream = table.imagined(seat, count)
            assert dream.view(seat) == match.view(seat)
            assert dream.legal(seat) == match.legal(seat)
            assert not dream.to_act or dream.legal(dream.to_act[0])
            if match.needs is Need.SEAT:
                assert sum((*dream.held, *dream.placed, mask_of(dream.stock), mask_of(dream.pile))) == FULL_DECK
        if match.needs is Need.SEAT:
            laying = [action for action in match.legal(match.turn) if action.verb not in ("draw", "discard")]
            actions = laying if laying and rng.random() < 0.7 else match.legal(match.turn)
            table.feed(write_input(match.game, Act(match.turn, pick(actions, rng))))
        elif match.needs is not Need.NOTHING:
            table.feed(write_input(match.game, draw(match, rng)))
    if not match.ending:
        table.feed("table leave 0")
    assert [table.imagined(seat).view(seat) for seat in range(seats)] == [table.match.view(s) for s in range(seats)]


def test_a_memory_that_has_seen_nothing_can_imagine_the_start() -> None:
    """Nobody holds a card before the first deal."""
    table = WatchedRummy(header("rummy", 3))
    assert isinstance(table.memories[0], RummyMemory)
    assert table.imagined(0).view(0) == table.match.view(0)
    assert table.imagined(0).stock == ()
