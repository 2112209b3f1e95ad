"""Tien Len a second time, as slow and obvious as can be: the tests compare the engine with it.

It is written from RULES.md §4 alone and shares nothing with the engine: cards are texts, hands are sets, combinations
are found by trying all subsets, and what beats what is the table of the rulebook, line by line.
"""

from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from itertools import chain, combinations

RANKS = "3456789TJQKA2"
SUITS = "SCDH"
BLACK, RED = "SC", "DH"

Cards = frozenset[str]


def value(card: str) -> tuple[int, int]:
    """Compared rank first (§4.1)."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def in_order(cards: Cards) -> list[str]:
    """Lowest first."""
    return sorted(cards, key=value)


def kind_of(cards: Cards) -> str | None:
    """The type that the cards are of (§4.3)."""
    counts = Counter(card[0] for card in cards)
    ranks = "".join(rank for rank in RANKS if rank in counts)
    if len(counts) == 1:
        return ("single", "pair", "triple", "Q")[len(cards) - 1]
    if len(ranks) < 3 or "2" in ranks or ranks not in RANKS:
        return None
    if set(counts.values()) == {1}:
        return "run"
    if set(counts.values()) == {2} and len(ranks) <= 6:
        return "P3" if len(ranks) == 3 else "P4+"
    return None


def is_higher(cards: Cards, other: Cards) -> bool:
    """How two combinations of the same type compare."""
    kind = kind_of(cards)
    top, other_top = in_order(cards)[-1], in_order(other)[-1]
    if kind in ("triple", "Q"):
        return RANKS.index(top[0]) > RANKS.index(other_top[0])
    if kind == "run":
        return len(cards) == len(other) and value(top) > value(other_top)
    if kind == "P4+" and len(cards) != len(other):
        return len(cards) > len(other)
    return value(top) > value(other_top)


def all_twos(cards: Cards) -> bool:
    """Whether a play consists of 2s."""
    return {card[0] for card in cards} == {"2"}


def beats(cards: Cards, cur: Cards) -> bool:
    """The table "What beats what", line by line."""
    kind, current = kind_of(cards), kind_of(cur)
    higher = kind == current and is_higher(cards, cur)
    if current == "single":
        return higher or (all_twos(cur) and kind in ("P3", "P4+", "Q"))
    if current == "pair":
        return higher or (all_twos(cur) and kind in ("P4+", "Q"))
    if current == "P3":
        return higher or kind in ("P4+", "Q")
    if current == "P4+":
        return higher or kind == "Q"
    return higher


def subsets(hand: Cards) -> chain[tuple[str, ...]]:
    """All subsets but the empty one."""
    return chain.from_iterable(combinations(hand, size) for size in range(1, len(hand) + 1))


def combinations_in(hand: Cards) -> set[Cards]:
    """Every combination that a hand holds."""
    return {cards for cards in map(frozenset, subsets(hand)) if kind_of(cards)}


def leads_in(found: Iterable[Cards]) -> set[Cards]:
    """Which of a hand's combinations may be led."""
    return {cards for cards in found if kind_of(cards) in ("single", "pair", "triple", "run")}


def answers_in(found: Iterable[Cards], cur: Cards) -> set[Cards]:
    """Which of them beat a play."""
    return {cards for cards in found if beats(cards, cur)}


def window_chops_in(found: Iterable[Cards], cur: Cards) -> set[Cards]:
    """The four or more pairs and fours of a kind that beat a play (§4.4, step 4)."""
    return {cards for cards in answers_in(found, cur) if kind_of(cards) in ("P4+", "Q")}


def worth(cards: Cards) -> int:
    """2 per black 2, 4 per red 2."""
    return sum(2 if card[1] in BLACK else 4 for card in cards if card[0] == "2")


class SlowTienLen:
    """A match, fed with the lines of a record that the engine has accepted."""

    def __init__(self, seats: int, scoring: str) -> None:
        self.seats = seats
        self.scoring = scoring
        self.taken = set(range(seats))
        self.phase = "ROUND_OVER"
        self.over = self.ended = False
        self.winners: list[int] = []
        self.totals = [0] * seats
        self.rounds: list[list[int]] = []
        self.hands: dict[int, Cards] = {}
        self.last_winner: int | None = None
        self.openers: list[int | None] = []
        """Who opened each round; ``None`` marks that the count starts anew."""

    def copy(self) -> "SlowTienLen":
        """The same again, to go another way from here."""
        return deepcopy(self, {id(self.dealt): self.dealt})  # what was dealt stays the same

    # --- what it waits for

    @property
    def needs(self) -> str:
        """As RECORDS.md says."""
        if self.over:
            return "nothing"
        if self.phase == "ROUND_OVER":
            return "deck" if len(self.taken) >= 2 else "players"
        return "seat"

    @property
    def to_act(self) -> list[int]:
        """The seats that may act."""
        if self.needs != "seat":
            return []
        return sorted(self.window) if self.phase == "CHOP_WINDOW" else [self.turn]

    def legal(self, seat: int) -> set[str]:
        """Every action of a seat to act, in canonical text."""
        found = self.combinations_of(seat)
        if self.phase == "LEAD":
            plays = {cards for cards in leads_in(found) if self.must_contain is None or self.must_contain in cards}
            others = set()
        elif self.phase == "FOLLOW":
            plays, others = answers_in(found, self.cur), {"chip"}
        else:
            plays, others = window_chops_in(found, self.cur), {"decline"}
        return others | {"play " + " ".join(in_order(cards)) for cards in plays}

    def combinations_of(self, seat: int) -> set[Cards]:
        """What a seat holds: of the combinations that it was dealt those that are still whole."""
        return {cards for cards in self.dealt[seat] if cards <= self.hands[seat]}

    # --- inputs

    def play(self, line: str) -> None:
        """Take an input."""
        who, verb, *rest = line.split() + [""] * (line == "table end")
        if who == "deck":
            self.deal([verb, *rest])
        elif who == "table":
            self.table(verb, *(int(word) for word in rest if word))
        elif verb == "play":
            self.lay(int(who), frozenset(rest))
        elif verb == "chip":
            self.chipped.add(int(who))
            self.go_on()
        else:
            self.decline(int(who))

    def table(self, verb: str, seat: int = -1) -> None:
        """Take a report."""
        if verb == "end":
            self.over = self.ended = True
        elif verb == "close":
            for waiting in sorted(self.window):
                self.decline(waiting)
        elif verb == "sit":
            self.taken.add(seat)
        else:
            self.leave(seat)

    # --- a round

    def deal(self, deck: list[str]) -> None:
        """13 cards each, one at a time, starting with the lowest-numbered occupied seat (§4.2)."""
        self.dealt_in = sorted(self.taken)
        cards = iter(deck)
        hands: dict[int, list[str]] = {seat: [] for seat in self.dealt_in}
        for _ in range(13):
            for seat in self.dealt_in:
                hands[seat].append(next(cards))
        self.hands = {seat: frozenset(hand) for seat, hand in hands.items()}
        self.dealt = {seat: combinations_in(hand) for seat, hand in self.hands.items()}
        self.placed: list[int] = []
        self.points = [0] * self.seats
        self.nothing_played = True
        self.choose_leader()

    def choose_leader(self) -> None:
        """See "Choosing the leader of a round" (§4.4)."""
        leader = self.last_winner
        self.lowest_card_round = leader is None or (self.streak_of(leader) >= 3)
        self.must_contain = None
        if self.lowest_card_round:
            lowest = min((card for hand in self.hands.values() for card in hand), key=value)
            leader = next(seat for seat, hand in self.hands.items() if lowest in hand)
            self.must_contain = lowest
        assert leader is not None
        self.new_trick(leader)

    def streak_of(self, seat: int) -> int:
        """How many of the last rounds in a row the seat opened."""
        streak = 0
        for opener in reversed(self.openers):
            if opener != seat:
                break
            streak += 1
        return streak

    def new_trick(self, leader: int) -> None:
        """Everything of the trick is cleared."""
        self.phase = "LEAD"
        self.turn = leader
        self.cur: Cards = frozenset()
        self.chipped: set[int] = set()
        self.chain = 0

    def after(self, seat: int) -> list[int]:
        """The other seats in playing order."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def with_cards(self) -> list[int]:
        """The seats that have cards and are still there."""
        return [seat for seat in self.dealt_in if self.hands[seat]]

    def lay(self, seat: int, cards: Cards) -> None:
        """A play and what follows it, steps 1 to 5."""
        if self.nothing_played:
            if self.lowest_card_round:
                self.openers.append(None)
            self.openers.append(seat)
            self.nothing_played = False
            self.must_contain = None
        if kind_of(cards) in ("P3", "P4+", "Q"):
            self.chop(seat)
        self.hands[seat] -= cards
        self.cur, self.holder = cards, seat
        if not self.hands[seat]:
            self.placed.append(seat)
        if len(self.with_cards()) == 1:
            self.round_over()
            return
        two_or_chop = kind_of(cards) in ("P3", "P4+", "Q") or (all_twos(cards) and len(cards) <= 2)
        self.window = {
            other
            for other in self.chipped
            if two_or_chop and other != seat and window_chops_in(self.combinations_of(other), cards)
        }
        if self.window:
            self.phase = "CHOP_WINDOW"
        else:
            self.go_on()

    def chop(self, seat: int) -> None:
        """Chop points (§4.6)."""
        if all_twos(self.cur):
            self.chain = worth(self.cur) if self.hands[self.holder] else 0
        else:
            self.chain = 2 * self.chain
        if self.holder not in self.taken:
            self.chain = 0
        self.move(self.chain, self.holder, seat)

    def move(self, points: int, payer: int, payee: int) -> None:
        """From one player to another, in the totals at once."""
        for seat, change in ((payer, -points), (payee, points)):
            self.points[seat] += change
            self.totals[seat] += change

    def decline(self, seat: int) -> None:
        """A seat in the window declines."""
        self.window.discard(seat)
        if not self.window:
            self.go_on()

    def go_on(self) -> None:
        """Step 5, and the end of a trick."""
        for seat in self.after(self.holder):
            if seat in self.with_cards() and seat not in self.chipped:
                self.phase, self.turn = "FOLLOW", seat
                return
        self.new_trick(next(seat for seat in [self.holder, *self.after(self.holder)] if seat in self.with_cards()))

    # --- the end of a round

    def round_over(self) -> None:
        """Places, pinch, payouts, the winner of a practice match."""
        (last,) = self.with_cards()
        self.placed.append(last)
        if len(self.placed) > 1:
            self.move(worth(self.hands[last]), last, self.placed[-2])
        for seat, change in self.place_points().items():
            self.points[seat] += change
            self.totals[seat] += change
        self.rounds.append(self.points)
        self.last_winner = self.placed[0] if self.placed[0] in self.taken else None
        self.phase = "ROUND_OVER"
        if self.scoring == "practice" and max(self.totals) >= 22 and self.totals.count(max(self.totals)) == 1:
            self.over = True
            self.winners = [self.totals.index(max(self.totals))]

    def place_points(self) -> dict[int, int]:
        """§4.8, or §4.9 with what §4.10 says of leavers."""
        if self.scoring == "practice":
            return dict(zip(self.placed, (4, 2, 0, -2), strict=True))
        table = {4: (8, 6, 2, 0), 3: (7, 5, 0), 2: (8, 0)}[len(self.dealt_in)]
        paid = dict(zip(self.placed, table, strict=False))
        paid[self.placed[0]] += 4 * len(self.dealt_in) - sum(paid.values())
        return {seat: paid.get(seat, 0) - 4 for seat in self.dealt_in}

    # --- coming and going (§4.10)

    def leave(self, seat: int) -> None:
        """A player goes."""
        self.taken.discard(seat)
        self.openers = [None if opener == seat else opener for opener in self.openers]
        if self.last_winner == seat:
            self.last_winner = None
        if self.scoring == "practice":
            self.over = self.ended = True
        elif self.phase != "ROUND_OVER" and self.hands[seat]:
            self.leave_with_cards(seat)

    def leave_with_cards(self, seat: int) -> None:
        """The cards go out of play; if it was the leaver's turn, the next seat acts."""
        acting = seat in self.to_act
        self.hands[seat] = frozenset()
        if len(self.with_cards()) == 1:
            self.round_over()
        elif not acting:
            pass
        elif self.phase == "CHOP_WINDOW":
            self.decline(seat)
        elif self.phase == "FOLLOW":
            self.go_on()
        else:
            self.must_contain = None
            self.new_trick(next(other for other in self.after(seat) if other in self.with_cards()))
