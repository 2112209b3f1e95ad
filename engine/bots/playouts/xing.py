"""Xing played until the hands are empty (RULES.md §1), without actions and events, by a few rules of thumb.

What comes after the next deal is luck that would only hide what the move is worth.

* A card of the top card's rank always captures; a Jack takes three cards or more, or what counts.
* Else the card is played whose rank is most nearly gone, cheap ones before others.
"""

from typing import Final

from engine.bots.playouts.outlook import Outlook, Values, of_teams
from engine.cards import ACE, FULL_DECK, JACK, RANK_MASKS
from engine.chance import Rng
from engine.games.xing import (
    PLAYS_OF_A_HAND,
    TEN_OF_DIAMONDS,
    TEN_OF_DIAMONDS_POINTS,
    TWO_OF_CLUBS,
    TWO_OF_CLUBS_POINTS,
    Phase,
    Xing,
    standing,
    tally,
)

MATCH_COUNTS: Final = 15.0
"""What winning the match is worth, in points."""
PER_CARD: Final = 0.12
"""What each captured card counts beside the points, since the most cards bring three."""

_JACKS: Final = RANK_MASKS[JACK]
_WORTHY: Final = RANK_MASKS[ACE] | _JACKS | 1 << TEN_OF_DIAMONDS | 1 << TWO_OF_CLUBS
_WORTH: Final = tuple(
    TEN_OF_DIAMONDS_POINTS * (card == TEN_OF_DIAMONDS)
    + TWO_OF_CLUBS_POINTS * (card == TWO_OF_CLUBS)
    + (card >> 2 == ACE)
    + 8 * (card >> 2 == JACK)
    for card in range(52)
)
"""How little a card is to be given away."""
_WORTH_A_JACK: Final = 3
_AT_STAKE: Final = 11
"""What a card on an empty table gives to who has one of its rank."""


class Hand:
    """A hand of Xing that is being played.

    Attributes:
        held: the hands, as sets.
        taken: what each team has captured, as sets.
        xings: how many Xings each has made.
        played: what was played, in order.
        over: whether that was the end of the hand.
    """

    __slots__ = ("_last", "_pile", "_plays", "_top", "_turn", "held", "over", "played", "taken", "xings")

    def __init__(self, match: Xing) -> None:
        self.held = [*match.held]
        self.taken = [*match.taken]
        self.xings = [*match.xings]
        self.played: list[int] = []
        self.over = False
        self._pile = match.pile
        self._top = match.top
        self._last = match.last_capturer
        self._plays = match.plays
        self._turn = match.turn

    def play(self) -> None:
        """Play all cards that are held; what is left over at the end of the hand falls to the last capturer."""
        held, taken = self.held, self.taken
        turn, pile, top = self._turn, self._pile, self._top
        unplayed = FULL_DECK & ~(pile | taken[0] | taken[1])
        note = self.played.append
        for number in range(self._plays + 1, PLAYS_OF_A_HAND + 1):
            hand = held[turn]
            if not hand:
                return
            bit = captures = 0
            if pile:
                same = hand & RANK_MASKS[top >> 2]
                if same:
                    bit = captures = same & -same
                elif hand & _JACKS and (pile & _WORTHY or pile.bit_count() >= _WORTH_A_JACK):
                    bit = captures = hand & _JACKS & -(hand & _JACKS)
            if not bit:
                bit = _card_to_give(hand, unplayed & ~hand, pile.bit_count() or _AT_STAKE)
                captures = pile and bit & _JACKS
            held[turn] = hand ^ bit
            unplayed ^= bit
            card = bit.bit_length() - 1
            note(card)
            if captures:
                team = turn & 1
                if pile == 1 << top and card >> 2 == top >> 2 and number < PLAYS_OF_A_HAND:
                    self.xings[team] += 1
                taken[team] |= pile | bit
                self._last = team
                pile = 0
            else:
                pile |= bit
                top = card
            turn = turn + 1 & 3
        taken[self._last] |= pile
        self.over = True


def _card_to_give(hand: int, others: int, at_stake: int) -> int:
    """The card to play without capturing, as a set.

    Args:
        hand: one card or more.
        others: the cards that others hold or the stock has, as a set.
        at_stake: what the next player could get with a card of its rank.
    """
    best, least = 0, 1000
    rest = hand
    while rest:
        bit = rest & -rest
        rest ^= bit
        card = bit.bit_length() - 1
        risk = (others & RANK_MASKS[card >> 2]).bit_count() * (at_stake + _WORTH[card]) + 4 * _WORTH[card]
        if risk < least:
            best, least = bit, risk
    return best


def play_out(match: Xing, rng: Rng) -> Values:  # noqa: ARG001  # nothing is left to chance
    """See `Playout`."""
    first, second, *_ = match.totals
    if match.phase is not Phase.PLAY:
        return of_teams(first, second, standing((first, second), match.target).winner, MATCH_COUNTS)
    hand = Hand(match)
    hand.play()
    ours, theirs = (tally(*each) for each in zip(hand.taken, hand.xings, strict=True))
    if hand.over:
        first, second = first + ours.points, second + theirs.points
        return of_teams(first, second, standing((first, second), match.target).winner, MATCH_COUNTS)
    lead = first - second + (ours.points - ours.most) - (theirs.points - theirs.most)
    return of_teams(lead, PER_CARD * (theirs.cards - ours.cards), None, 0.0)


OUTLOOK: Final = Outlook(play_out, per_weight=1.0, misjudged=1.5)
