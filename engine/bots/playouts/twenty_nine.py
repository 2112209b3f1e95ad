"""Twenty-nine played to the end of the hand (RULES.md §5)."""

from typing import Final

from engine.auction import NOBODY
from engine.bots.playouts.outlook import Outlook, Values, of_teams
from engine.bots.playouts.tricks import Deck, TrickTable, deck_of
from engine.bots.rules_of_thumb.twenty_nine import promise_of
from engine.chance import Rng
from engine.games.twenty_nine import (
    LOW_TO_HIGH,
    POINTS_OF_RANKS,
    Phase,
    TwentyNine,
    change_of_score,
    target_after_pair,
    winner_of,
)
from engine.inputs import Action, Need
from engine.tricks import PASS

DECK: Final = deck_of(LOW_TO_HIGH, POINTS_OF_RANKS, fat="TA")
TRICKS: Final = 8
MATCH_COUNTS: Final = 2.0
"""What winning the match is worth, in points."""
PER_POINT: Final = 0.02
"""What each card point counts beside the points of the hand, so that a sure hand is still played well."""
_PAIR: Final = sum(1 << LOW_TO_HIGH.index(rank) for rank in "QK")
_PLAY: Final = Phase.PLAY  # reading a member from its class costs ten times as much


class Table(TrickTable):
    """A hand of Twenty-nine, in which a pair is shown as soon as it may be.

    Attributes:
        pair_with: who shows it.
    """

    __slots__ = ("pair_with",)

    def __init__(self, match: TwentyNine, deck: Deck) -> None:
        super().__init__(match, deck, 0)
        self.pair_with = NOBODY
        if match.unshown_pair:
            self._opened()

    def _opened(self) -> None:
        for seat, hand in enumerate(self.hands):
            if hand[self.trump] & _PAIR == _PAIR:
                self.pair_with = seat


def play_out(match: TwentyNine, rng: Rng) -> Values:  # noqa: ARG001  # nothing is left to chance
    """See `Playout`."""
    while match.phase is not _PLAY:
        if match.needs is not Need.SEAT:
            first, second, *_ = match.totals
            return of_teams(first, second, winner_of((first, second)), MATCH_COUNTS)
        seat = match.to_act[0]
        match.act(seat, speak(match, seat))
    table = Table(match, DECK)
    table.finish(TRICKS - len(match.takers))
    return value_of(match, table)


def value_of(match: TwentyNine, table: Table) -> Values:
    """What a hand that was played to its end is worth."""
    team = match.bidder & 1
    target = match.target
    if table.pair_with != NOBODY:
        target = target_after_pair(target, by_bidders=table.pair_with & 1 == team)
    ours, theirs = match.points[0] + table.taken[0], match.points[1] + table.taken[1]
    change = change_of_score(theirs if team else ours, target, match.stake)
    first, second = match.totals[:2]
    if team:
        second += change
    else:
        first += change
    winner = winner_of((first, second))
    return of_teams(first + PER_POINT * ours, second + PER_POINT * theirs, winner, MATCH_COUNTS)


def speak(match: TwentyNine, seat: int) -> Action:
    """What a seat says before the play: in the auction, and about trump."""
    hand = match.held[seat]
    if match.phase is Phase.TRUMP:
        return Action("trump", max(range(4), key=lambda suit: promise_of(hand, suit)))
    if match.phase is Phase.BID:
        auction = match.auction
        lowest = auction.numbers[0]
        if auction.bidder != (seat + 2) % 4 and max(promise_of(hand, suit) for suit in range(4)) > lowest:
            return Action("bid", lowest)
    return PASS


OUTLOOK: Final = Outlook(play_out, per_weight=0.08, misjudged=0.12)
