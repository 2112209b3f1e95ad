"""Auctions, as values: each call makes the next state (RULES.md §5.2, §6.2, §6.3).

In Twenty-nine bids rise round the table until three have passed. In Call everybody speaks once and the holder of the
bid may match whoever bids over it; the bidding and the Bonus are two auctions of that one kind.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, Self, TypeVar

SEATS: Final = 4
NOBODY: Final = -1


class Word(StrEnum):
    """What is said in an auction."""

    BID = "bid"
    PASS = "pass"  # noqa: S105  # no password
    MATCH = "match"
    YIELD = "yield"
    DROP = "drop"


class Said(NamedTuple):
    """One call of an auction; ``number`` is what is bid or matched, else 0."""

    seat: int
    word: Word
    number: int = 0


class RisingAuction(NamedTuple):
    """An auction in which each bid is higher than the last and a pass is final (RULES.md §5.2).

    Attributes:
        lowest: the lowest first bid.
        highest: the bid that ends the auction.
        turn: the seat to speak.
        bidder: the seat of the standing bid, or ``NOBODY``.
        bid: the standing bid, 0 if there is none.
        passed: the seats that have passed, one bit a seat.
    """

    lowest: int
    highest: int
    turn: int
    bidder: int = NOBODY
    bid: int = 0
    passed: int = 0

    @property
    def numbers(self) -> range:
        """What may be bid now."""
        return range(max(self.lowest, self.bid + 1), self.highest + 1)

    @property
    def over(self) -> bool:
        """Whether nobody has anything to say any more: with a bidder, or because all have passed."""
        others = SEATS if self.bidder == NOBODY else SEATS - 1
        return self.bid == self.highest or self.passed.bit_count() == others

    @lru_cache(maxsize=1 << 12)  # noqa: B019  # auctions are values, and not many ever come up
    def after(self, said: Said) -> Self:
        """The auction after a legal call."""
        if said.word is Word.BID:
            return self._replace(bidder=said.seat, bid=said.number).next_speaker()
        return self._replace(passed=self.passed | 1 << said.seat).next_speaker()

    def next_speaker(self) -> Self:
        """The next seat that has not passed speaks, unless the auction is over."""
        if self.over:
            return self
        turn = (self.turn + 1) % SEATS
        while self.passed >> turn & 1:
            turn = (turn + 1) % SEATS
        return self._replace(turn=turn)


class Step(StrEnum):
    """What an auction with matching waits for."""

    SPEAK = "speak"
    MATCH = "match"
    RAISE = "raise"
    OVER = "over"


class MatchingAuction(NamedTuple):
    """An auction in which everybody speaks once and the holder may match (RULES.md §6.2, §6.3).

    Attributes:
        first: the seat that speaks first.
        lowest: the lowest first bid.
        highest: the highest bid there is; when it stands, all others pass and drop by themselves.
        jumps: whether one may bid more than the lowest number that is free.
        must_bid: whether the last speaker has to bid when nobody has.
        spoken: how many speakers are done.
        step: what the auction waits for.
        holder: the seat of the standing bid, or ``NOBODY``.
        bid: the standing bid, 0 if there is none.
        challenge: what the speaker has bid over the holder, who may match it; 0 outside ``MATCH``.
    """

    first: int
    lowest: int
    highest: int
    jumps: bool
    must_bid: bool
    spoken: int = 0
    step: Step = Step.SPEAK
    holder: int = NOBODY
    bid: int = 0
    challenge: int = 0

    @property
    def speaker(self) -> int:
        """The seat whose business it is, while the auction goes on."""
        return (self.first + self.spoken) % SEATS

    @property
    def turn(self) -> int:
        """The seat to answer: the holder may match, else the speaker."""
        return self.holder if self.step is Step.MATCH else self.speaker

    @property
    def numbers(self) -> range:
        """What the speaker may bid when it is its turn."""
        lowest = max(self.lowest, self.bid + 1)
        return range(lowest, (self.highest if self.jumps else lowest) + 1)

    @property
    def may_pass(self) -> bool:
        """Whether the speaker may pass: not the last one when a bid is due."""
        forced = self.must_bid and self.holder == NOBODY and self.spoken == SEATS - 1
        return self.step is Step.SPEAK and not forced

    @lru_cache(maxsize=1 << 12)  # noqa: B019  # auctions are values, and not many ever come up
    def after(self, said: Said) -> Self:
        """The auction after a legal call and all that follows by itself."""
        match said.word:
            case Word.BID if self.holder == NOBODY:
                return self._replace(holder=said.seat, bid=said.number).next_speaker()
            case Word.BID:
                return self._replace(step=Step.MATCH, challenge=said.number)
            case Word.MATCH:
                matched = self._replace(step=Step.RAISE, bid=self.challenge, challenge=0)
                return matched.next_speaker() if matched.bid == self.highest else matched
            case Word.YIELD:
                return self._replace(holder=self.speaker, bid=self.challenge, challenge=0).next_speaker()
            case _:  # pass, drop
                return self.next_speaker()

    def next_speaker(self) -> Self:
        """The speaker is done, and once the highest bid stands, so are all others."""
        spoken = SEATS if self.bid == self.highest else self.spoken + 1
        return self._replace(spoken=spoken, step=Step.OVER if spoken == SEATS else Step.SPEAK)


Auction = TypeVar("Auction", RisingAuction, MatchingAuction)


def heard(auction: Auction, calls: Iterable[Said]) -> Auction:
    """The auction after all the calls."""
    for said in calls:
        auction = auction.after(said)
    return auction
