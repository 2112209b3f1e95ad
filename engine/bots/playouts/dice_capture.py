"""Dice Capture played on for some turns (RULES.md §3) by a few rules of thumb.

* Roll for what promises most; try every theft.
* With nothing to roll for, play an action card, or the number card that promises least.
"""

from functools import lru_cache
from typing import Final

from engine.bots.playouts.outlook import Outlook, Values
from engine.bots.rules_of_thumb.dice_capture import HIT, REPLY, STOLEN
from engine.cards import cards_in
from engine.chance import Rng, draw
from engine.games.dice_capture import NUMBER_CARDS, POINTS_OF_SUIT, DiceCapture, Phase, number_value
from engine.inputs import Action, Need

ACTIONS: Final = 4
"""After so many actions the match is judged as the next turn begins."""
ACTION_CARD: Final = 0.3
"""What an action card in hand is worth: a turn in which nothing is given away, and what it does."""
MATCH_COUNTS: Final = 10.0
"""What winning the match is worth, in points."""

_SEAT, _DICE, _NOTHING = Need.SEAT, Need.DICE, Need.NOTHING
_ACT, _STEALING = Phase.ACT, Phase.STEALING


def play_out(match: DiceCapture, rng: Rng) -> Values:
    """See `Playout`."""
    actions = 0
    luck = 0.0
    while match.needs is not _NOTHING:
        if match.needs is not _SEAT:
            luck -= expected(match) + match.totals[0] - match.totals[1]
            match.chance(draw(match, rng))
            luck += match.totals[0] - match.totals[1]
            continue
        if actions >= ACTIONS and match.phase is _ACT:
            break
        actions += 1
        seat = match.to_act[0]
        match.act(seat, choose(match, seat))
    lead = _lead(match) - luck
    return lead, -lead


def expected(match: DiceCapture) -> float:
    """By how much the dice that are rolled next are expected to change the lead of seat 0."""
    if match.needs is not _DICE:
        return 0.0
    top = match.piles[match.rolling_for][-1]
    value, points = number_value(top), POINTS_OF_SUIT[top & 3]
    if match.phase is _STEALING:
        return STOLEN[value] * points * (1 if match.turn else -1)
    return HIT[value] * points * (-1 if match.turn else 1)


def _lead(match: DiceCapture) -> float:
    """How far seat 0 is ahead: in points, in action cards, with the best pile to roll for; or as who has won."""
    first, second = match.totals
    mine, theirs = match.held
    lead = first - second + ACTION_CARD * ((mine & ~NUMBER_CARDS).bit_count() - (theirs & ~NUMBER_CARDS).bit_count())
    if match.winners:
        lead += -MATCH_COUNTS if match.winners[0] else MATCH_COUNTS
    elif match.needs is _SEAT:
        reply = REPLY * _best(match)[1]
        lead += -reply if match.turn else reply
    return lead


def _best(match: DiceCapture) -> tuple[int, float]:
    """The open pile that promises most, and what; pile 0 where there is none."""
    best, most = 0, 0.0
    locks = match.locks
    for number, cards in match.piles.items():
        if number not in locks:
            promise = promise_of(cards)
            if promise > most:
                best, most = number, promise
    return best, most


def choose(match: DiceCapture, seat: int) -> Action:
    """What a seat does that may act."""
    if match.phase is not _ACT:
        return match.legal(seat)[0]
    best, _ = _best(match)
    if best:
        return Action("roll", best)
    hand = match.held[seat]
    others = hand & ~NUMBER_CARDS
    if others:
        return Action("play", (others & -others).bit_length() - 1)
    return Action("play", min(cards_in(hand), key=_single))


@lru_cache(maxsize=1 << 14)
def promise_of(cards: tuple[int, ...]) -> float:
    """What rolling for a pile promises in points, its top card last."""
    promise = 0.0
    for card in cards:
        value, points = number_value(card), POINTS_OF_SUIT[card & 3]
        promise = HIT[value] * (points + promise) - (1 - HIT[value]) * STOLEN[value] * points
    return promise


def _single(card: int) -> float:
    return promise_of((card,))


OUTLOOK: Final = Outlook(play_out, per_weight=1.0, misjudged=0.05, expected=expected)
