"""Call a second time, slow and obvious (RULES.md §6)."""

from tests.engine.games.slow_tricks import Book, SlowMatch


def bidding_by_the_book(dealer: int) -> Book[tuple[int, int]]:
    """RULES.md §6.2, step 2: holder and bid at its end."""
    holder, bid = -1, 0
    for speaker in [(dealer + place) % 4 for place in (1, 2, 3, 4)]:
        calls = {f"bid {number}" for number in range(7, 14) if number > bid}
        if not calls:
            continue  # 13 stands: the remaining speakers pass automatically
        forced = speaker == dealer and not bid
        said = yield speaker, calls if forced else calls | {"pass"}
        if said == "pass":
            continue
        number = int(said.removeprefix("bid "))
        if not bid:
            holder, bid = speaker, number
            continue
        while True:
            if (yield holder, {"match", "yield"}) == "yield":
                holder, bid = speaker, number
                break
            bid = number
            if number == 13:
                break  # dropping is automatic
            said = yield speaker, {f"bid {higher}" for higher in range(number + 1, 14)} | {"drop"}
            if said == "drop":
                break
            number = int(said.removeprefix("bid "))
    return holder, bid


def bonus_by_the_book(dealer: int) -> Book[tuple[int, int] | None]:
    """RULES.md §6.3: the winner and its call, or nothing if nobody calls."""
    standing: tuple[int, int] | None = None
    for caller in [(dealer + place) % 4 for place in (1, 2, 3, 4)]:
        if standing and standing[1] == 13:
            continue
        if (yield caller, {"bonus", "pass"}) == "pass":
            continue
        if standing is None:
            standing = (caller, 10)
            continue
        holder, value = standing
        called = value + 1
        while True:
            if (yield holder, {"match", "yield"}) == "yield":
                standing = (caller, called)
                break
            standing = (holder, called)
            if called == 13 or (yield caller, {"bonus", "drop"}) == "drop":
                break
            called += 1
    return standing


class SlowCall(SlowMatch):
    """See `SlowMatch`."""

    low_to_high = "23456789TJQKA"
    tricks = 13
    target = 49
    owner = -1
    hidden = ""
    """The hidden card while it lies."""

    def _hand(self, dealer: int, deck: list[str]) -> Book[bool]:
        self._deal(dealer, deck, 5)
        self.owner, needed = yield from bidding_by_the_book(dealer)
        said = yield self.owner, {"seventh", *(f"hide {card}" for card in self.held[self.owner])}
        self._deal(dealer, deck, 4)
        self.hidden = self.held[self.owner][6] if said == "seventh" else said.removeprefix("hide ")
        self.held[self.owner].remove(self.hidden)
        self.trump = self.hidden[1]
        self._deal(dealer, deck, 4)
        player = self.owner
        bonus = yield from bonus_by_the_book(dealer)
        if bonus:
            player, needed = bonus
            self._take_back()
            self.trump = (yield player, {f"trump {suit}" for suit in "SHDC"}).removeprefix("trump ")
            self.public = True
        taken = yield from self._play_tricks((dealer + 1) % 4)
        team = player % 2
        tricks = sum(taker % 2 == team for taker, _ in taken)
        won, lost = (13, 10) if bonus else (needed, needed)
        self._add(team, won if tricks >= needed else -lost, 4 if 13 - tricks >= 4 else -4)
        self._judge()
        return True

    def _judge(self) -> None:
        while True:
            there = [side for side in (0, 1) if self.totals[side] >= self.target]
            if len(there) == 1:
                self.winner = there[0]
            if len(there) < 2:
                return
            if self.target == 109:
                if self.totals[0] != self.totals[1]:
                    self.winner = 0 if self.totals[0] > self.totals[1] else 1
                return
            self.target += 30

    def _take_back(self) -> None:
        self.held[self.owner].append(self.hidden)
        self.hidden = ""

    def _turn_up(self) -> None:
        super()._turn_up()
        if self.hidden:
            self._take_back()

    def all_cards(self, seat: int) -> list[str]:
        """See `SlowMatch.all_cards`."""
        hidden = [self.hidden] if self.hidden and seat == self.owner else []
        return [*self.held[seat], *hidden]

    def _playable(self, seat: int) -> list[str]:
        last = seat == self.owner and self.hidden and not self.held[seat]
        return [self.hidden] if last else self.held[seat]

    def _lay(self, seat: int, card: str) -> None:
        if card == self.hidden:
            self.hidden = ""
        else:
            self.held[seat].remove(card)
