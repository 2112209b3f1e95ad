"""Twenty-nine and Call a second time, slow and obvious: what the two games share.

A match is a generator that reads like the rulebook: it yields whom it asks and what may be answered, and is sent the
answer. Cards are texts, hands are lists of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")

Asked = tuple[str | int, set[str]]
"""The seat that is asked and all it may answer; or ``dealer``, ``deck``, ``nothing`` and an empty set."""

Book = Generator[Asked, str, T]


class SlowMatch(ABC):
    """A match; ``play`` feeds it a line of its record, a seat's line without the seat."""

    low_to_high: str
    tricks: int

    def __init__(self) -> None:
        self.totals = [0, 0]
        self.scores: list[list[int]] = []
        self.winner: int | None = None
        self.held: dict[int, list[str]] = {}
        self.trump = ""
        self.public = False
        self._book = self._match()
        self.asked = next(self._book)

    def play(self, line: str) -> None:
        """Take an answer to what is asked."""
        assert not self.asked[1] or line in self.asked[1]
        try:
            self.asked = self._book.send(line)
        except StopIteration:
            self.asked = ("nothing", set())

    def _match(self) -> Book[None]:
        dealer = int((yield "dealer", set()).removeprefix("dealer "))
        while self.winner is None:
            deck = (yield "deck", set()).removeprefix("deck ").split()
            self.held = {seat: [] for seat in range(4)}
            self.trump = ""
            self.public = False
            if (yield from self._hand(dealer, deck)):
                dealer = (dealer + 1) % 4

    @abstractmethod
    def _hand(self, dealer: int, deck: list[str]) -> Book[bool]:
        """One deal to its score; whether the deal moves on."""

    def _deal(self, dealer: int, deck: list[str], size: int) -> None:
        for place in (1, 2, 3, 4):
            for _ in range(size):
                self.held[(dealer + place) % 4].append(deck.pop(0))

    def _add(self, team: int, points: int, others: int) -> None:
        row = [points, others] if team == 0 else [others, points]
        self.scores.append(row)
        self.totals = [self.totals[0] + row[0], self.totals[1] + row[1]]

    def _play_tricks(self, leader: int) -> Book[list[tuple[int, list[str]]]]:
        """All tricks: who took each, and its cards."""
        taken = []
        for _ in range(self.tricks):
            trick: dict[int, str] = {}
            for place in range(4):
                seat = (leader + place) % 4
                trick[seat] = yield from self._turn(seat, list(trick.values()))
            leader = self._taker(trick, trick[leader][1])
            taken.append((leader, list(trick.values())))
        return taken

    def _taker(self, trick: dict[int, str], led: str) -> int:
        trumped = self.public and any(card[1] == self.trump for card in trick.values())
        suit = self.trump if trumped else led
        return max(
            (seat for seat, card in trick.items() if card[1] == suit),
            key=lambda seat: self.low_to_high.index(trick[seat][0]),
        )

    def _turn(self, seat: int, before: list[str]) -> Book[str]:
        """The card that the seat plays after those before it in the trick."""
        asked = False
        while True:
            playable = self._playable(seat)
            following = [card for card in playable if before and card[1] == before[0][1]]
            trumps = [card for card in playable if card[1] == self.trump]
            cards = following or (trumps if asked else []) or playable
            legal = {f"play {card}" for card in cards}
            if before and not following and not self.public:
                legal.add("ask")
            if self._may_show(seat):
                legal.add("show")
            answer = yield seat, legal
            if answer == "ask":
                asked = True
                self._turn_up()
            elif answer == "show":
                self._show(seat)
            else:
                card = answer.removeprefix("play ")
                self._lay(seat, card)
                return card

    def all_cards(self, seat: int) -> list[str]:
        """What the seat holds, wherever."""
        return self.held[seat]

    def _playable(self, seat: int) -> list[str]:
        return self.held[seat]

    def _lay(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)

    def _may_show(self, seat: int) -> bool:  # noqa: ARG002  # there is no pair in Call
        return False

    def _show(self, seat: int) -> None:
        raise NotImplementedError

    def _turn_up(self) -> None:
        self.public = True
