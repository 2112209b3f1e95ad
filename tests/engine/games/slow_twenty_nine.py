"""Twenty-nine a second time, slow and obvious (RULES.md §5)."""

from collections.abc import Iterator

from tests.engine.games.slow_tricks import Book, SlowMatch

POINTS = {"J": 3, "9": 2, "A": 1, "T": 1}


def auction_by_the_book(dealer: int, lowest: int = 16) -> Book[tuple[int, int] | None]:
    """RULES.md §5.2, step 2: bidder and bid, or nothing if all pass."""
    passed: set[int] = set()
    standing: tuple[int, int] | None = None
    for speaker in round_the_table(dealer + 1):
        if len(passed) == 4 or (len(passed) == 3 and standing) or (standing and standing[1] == 28):
            break
        if speaker in passed:
            continue
        numbers = range(standing[1] + 1 if standing else lowest, 29)
        said = yield speaker, {"pass", *(f"bid {number}" for number in numbers)}
        if said == "pass":
            passed.add(speaker)
        else:
            standing = (speaker, int(said.removeprefix("bid ")))
    return standing


def round_the_table(seat: int) -> Iterator[int]:
    """The seats in turn, for ever."""
    while True:
        yield seat % 4
        seat += 1


class SlowTwentyNine(SlowMatch):
    """See `SlowMatch`."""

    low_to_high = "78QKTA9J"
    tricks = 8
    bidder = -1
    target = 0
    stake = 1
    pair_shown = False

    def _hand(self, dealer: int, deck: list[str]) -> Book[bool]:
        self._deal(dealer, deck, 4)
        standing = yield from auction_by_the_book(dealer)
        if standing is None:
            return False
        self.bidder, self.target = standing
        self.pair_shown = False
        self.trump = (yield self.bidder, {f"trump {suit}" for suit in "SHDC"}).removeprefix("trump ")
        self._deal(dealer, deck, 4)
        self.stake = yield from self._stake()
        taken = yield from self._play_tricks((dealer + 1) % 4)
        team = self.bidder % 2
        points = sum(POINTS.get(card[0], 0) for taker, cards in taken if taker % 2 == team for card in cards)
        self._add(team, self.stake if points >= self.target else -self.stake, 0)
        for side in (0, 1):
            if self.totals[side] >= 6 or self.totals[1 - side] <= -6:
                self.winner = side
        return True

    def _stake(self) -> Book[int]:
        for opponent in ((self.bidder + 1) % 4, (self.bidder + 3) % 4):
            if (yield opponent, {"double", "pass"}) == "double":
                for bidding in (self.bidder, (self.bidder + 2) % 4):
                    if (yield bidding, {"redouble", "pass"}) == "redouble":
                        return 4
                return 2
        return 1

    def _may_show(self, seat: int) -> bool:
        pair = {f"K{self.trump}", f"Q{self.trump}"}
        return self.public and not self.pair_shown and pair <= set(self.held[seat])

    def _show(self, seat: int) -> None:
        self.pair_shown = True
        self.target += -4 if seat % 2 == self.bidder % 2 else 4
