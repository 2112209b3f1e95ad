"""The put-down rummy a second time, as slow and obvious as can be: the tests compare the engine with it.

It is written from RULES.md §2 alone and shares nothing with the engine: cards are texts, hands and melds are sets,
melds are found by trying subsets, and whether an action is legal is judged by what it would leave.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

RANKS = "23456789TJQKA"
SUITS = "SCDH"
VALUES = dict(zip(RANKS, (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15), strict=True))

Cards = frozenset[str]


def in_order(cards: Iterable[str]) -> list[str]:
    """By rank, then S C D H."""
    return sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1])))


def is_set(cards: Cards) -> bool:
    """Three or four cards of one rank."""
    return len(cards) in (3, 4) and len({card[0] for card in cards}) == 1


def is_run(cards: Cards) -> bool:
    """Three or more cards of one suit that follow each other; nothing goes below the 2 or past the Ace."""
    ranks = "".join(card[0] for card in in_order(cards))
    return len(cards) >= 3 and len({card[1] for card in cards}) == 1 and ranks in RANKS


def is_meld(cards: Cards) -> bool:
    """A set or a run."""
    return is_set(cards) or is_run(cards)


def subsets(cards: Iterable[str]) -> Iterator[Cards]:
    """All subsets."""
    pool = list(cards)
    return map(frozenset, chain.from_iterable(combinations(pool, size) for size in range(len(pool) + 1)))


def melds_in(hand: Cards) -> set[Cards]:
    """All melds among the cards; each lies within a rank or within a suit."""
    groups = [[card for card in hand if sign in card] for sign in RANKS + SUITS]
    return {cards for group in groups for cards in subsets(group) if is_meld(cards)}


def is_usable(card: str, hand: Cards, table: list[Cards]) -> bool:
    """The four cases of §2.5, word for word; the card is in the hand."""
    rank, suit = card[0], card[1]
    if len([other for other in hand if other[0] == rank and other != card]) >= 2:  # (a)
        return True
    suited = [other for other in hand if other[1] == suit]
    if any(card in cards and is_run(cards) for cards in subsets(suited)):  # (b)
        return True
    for meld in table:
        if is_set(meld) and len(meld) == 3 and {other[0] for other in meld} == {rank}:  # (c)
            return True
        if is_run(meld) and {other[1] for other in meld} == {suit}:  # (d)
            run = [RANKS.index(other[0]) for other in in_order(meld)]
            place = RANKS.index(rank)
            between = range(run[-1] + 1, place) if place > run[-1] else range(place + 1, run[0])
            if all(RANKS[index] + suit in hand for index in between):
                return True
    return False


def value(cards: Iterable[str]) -> int:
    """What cards count together."""
    return sum(VALUES[card[0]] for card in cards)


class SlowRummy:
    """A match that takes the inputs of a record as texts."""

    def __init__(self, seats: int, take: str, stock_out: str) -> None:
        self.seats = seats
        self.take = take
        self.stock_out = stock_out
        self.needs = "dealer"
        self.dealer = self.turn = -1
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.table: list[Cards] = []
        self.placer: dict[str, int] = {}
        self.drawn = False
        self.asked_for: str | None = None
        self.scores: list[list[int]] = []
        self.totals = [0] * seats
        self.over = False
        self.winners: list[int] = []
        self.hat: list[int] = []

    # --- what is legal

    def legal(self) -> set[str]:
        """Every legal action of the seat whose go it is."""
        return {action for action in self.candidates() if self.is_legal(action)} if self.needs == "seat" else set()

    def candidates(self) -> Iterator[str]:
        """All actions whose cards are there."""
        hand = frozenset(self.hands[self.turn])
        yield "draw"
        yield from (f"take {card}" for card in self.pile)
        yield from (f"meld {' '.join(in_order(meld))}" for meld in melds_in(hand))
        yield from (f"add {card} {number + 1}" for card in hand for number in range(len(self.table)))
        yield from (f"discard {card}" for card in hand)

    def is_legal(self, action: str) -> bool:
        """Whether the rules allow an action whose cards are there."""
        verb, *words = action.split()
        if verb == "draw":
            return not self.drawn
        if verb == "take":
            return not self.drawn and self._may_take(words[0])
        if verb == "discard":
            return self.drawn and words[0] != self.asked_for and not self._owes()
        return self.drawn and self._may_lay(verb, words)

    def _owes(self) -> bool:
        return self.take == "deep" and self.asked_for in self.hands[self.turn]

    def _may_lay(self, verb: str, words: list[str]) -> bool:
        left, table = self.after(verb, words)
        if not all(is_meld(meld) for meld in table):
            return False
        card = self.asked_for
        if card is None or card not in left:
            return True
        if self._owes() and not is_usable(card, left, table):  # MELD rule 3
            return False
        return left != {card} or any(is_meld(meld | {card}) for meld in table)  # MELD rule 5

    def _may_take(self, card: str) -> bool:
        if self.take == "plain":
            return card == self.pile[-1]
        came = self.pile[self.pile.index(card) :]
        return is_usable(card, frozenset(self.hands[self.turn]) | set(came), self.table)

    def after(self, verb: str, words: list[str]) -> tuple[Cards, list[Cards]]:
        """The hand and the melds on the table after a put-down or an addition."""
        if verb == "meld":
            return frozenset(self.hands[self.turn]) - set(words), [*self.table, frozenset(words)]
        grown = int(words[1]) - 1
        table = [meld | {words[0]} if number == grown else meld for number, meld in enumerate(self.table)]
        return frozenset(self.hands[self.turn]) - {words[0]}, table

    # --- what happens

    def play(self, line: str) -> None:
        """Carry out a legal line."""
        first, *words = line.split()
        if first == "dealer":
            self.dealer, self.needs = int(words[0]), "deck"
        elif first == "deck":
            self.deal(words)
        elif first == "table":
            self.end()
        else:
            self.act(words[0], words[1:])

    def deal(self, deck: list[str]) -> None:
        """One card at a time, then the upcard; the rest is the stock."""
        self.hands = [set() for _ in range(self.seats)]
        for count in range((13 if self.seats == 2 else 7) * self.seats):
            self.hands[(self.dealer + 1 + count) % self.seats].add(deck.pop(0))
        self.pile, self.stock = [deck.pop(0)], deck
        self.table, self.placer = [], {}
        self.needs = "seat"
        self.start_go((self.dealer + 1) % self.seats)

    def start_go(self, seat: int) -> None:
        """The stock is looked at before the player chooses."""
        self.turn, self.drawn, self.asked_for = seat, False, None
        if self.stock:
            return
        if self.stock_out == "turn-over" and len(self.pile) >= 2:
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
        else:
            self.score()

    def act(self, verb: str, words: list[str]) -> None:
        """What a seat does."""
        hand = self.hands[self.turn]
        if verb == "draw":
            hand.add(self.stock.pop(0))
            self.drawn = True
        elif verb == "take":
            self.asked_for = words[0]
            place = self.pile.index(words[0])
            hand.update(self.pile[place:])
            del self.pile[place:]
            self.drawn = True
        elif verb == "discard":
            hand.remove(words[0])
            self.pile.append(words[0])
        else:
            left, self.table = self.after(verb, words)
            self.placer.update(dict.fromkeys(hand - left, self.turn))
            hand &= left
        if not hand:
            self.score()
        elif verb == "discard":
            self.start_go((self.turn + 1) % self.seats)

    def score(self) -> None:
        """The hand is over."""
        points = [
            value(card for card, placer in self.placer.items() if placer == seat) - value(self.hands[seat])
            for seat in range(self.seats)
        ]
        self.scores.append(points)
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        if max(self.totals) >= 500:
            self.end()
        else:
            self.dealer, self.needs = (self.dealer + 1) % self.seats, "deck"

    def end(self) -> None:
        """The match is over."""
        self.over, self.needs = True, "nothing"
        seats = range(self.seats)
        self.winners = [seat for seat in seats if self.totals[seat] == max(self.totals)]
        lowest = [seat for seat in seats if self.totals[seat] == min(self.totals)]
        self.hat = [] if len(self.winners) == self.seats else lowest
