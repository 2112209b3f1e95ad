"""Tien Len played to the end of the round (RULES.md §4) by a few rules of thumb.

* Lead the lowest card with as much as goes with it: a run, a triple, a pair.
* Answer with the least that does, out of what is not needed for more; 2s only when somebody is close to going out.
* Chop whatever can be chopped.
"""

from collections.abc import Sequence
from typing import Final

from engine.bots.playouts.outlook import Outlook, Values, of_seats
from engine.cards import RANK_MASKS, mask_of
from engine.chance import Rng
from engine.games.tien_len import TienLen
from engine.games.tien_len_combinations import (
    CHOPS,
    LOWEST_FIRST,
    TWOS,
    Kind,
    answers,
    combination,
    lowest_of,
    window_chops,
)
from engine.games.tien_len_round import CHIP, DECLINE, Phase
from engine.inputs import Action, Need

MATCH_COUNTS: Final = 4.0
"""What winning the match is worth, in points."""
CLOSE: Final = 4
"""With so few cards somebody is close to going out."""
LOOSE_FROM: Final = 9
"""From this rank on, counted from the 2, pairs are broken to answer a single card."""

_HIGHER: Final = tuple(mask_of(LOWEST_FIRST[place + 1 :]) for place in range(52))
_SINGLE, _FOLLOW = Kind.SINGLE, Phase.FOLLOW
_SEAT = Need.SEAT


def play_out(match: TienLen, rng: Rng) -> Values:  # noqa: ARG001  # nothing is left to chance
    """See `Playout`."""
    while match.needs is _SEAT:
        seat = match.to_act[0]
        match.act(seat, choose(match, seat))
    return of_seats(match.totals, match.winners, MATCH_COUNTS)


def choose(match: TienLen, seat: int) -> Action:
    """What a seat does that may act."""
    hand = match.held[seat]
    current = match.current
    if current is None:
        fewest = min([other.bit_count() for place, other in enumerate(match.held) if other and place != seat])
        return _lead(hand, match.must_play, fewest)
    if match.phase is not _FOLLOW:
        chops = window_chops(hand, current)
        return chops[0] if chops else DECLINE
    if current.choppable:
        found = answers(hand, current)
        return found[0] if found else CHIP
    hurry = _is_close(match.held)
    if current.kind is _SINGLE:
        return _answer_single(hand, hand & _HIGHER[current.height], hurry=hurry)
    for action in answers(hand, current):
        if hurry or not action.what & TWOS:
            return action
    return CHIP


def _is_close(hands: Sequence[int]) -> bool:
    """Whether somebody is close to going out."""
    for hand in hands:  # noqa: SIM110  # `any` takes twice the time, and this is asked for every answer
        if 0 < hand.bit_count() <= CLOSE:
            return True
    return False


def _answer_single(hand: int, higher: int, *, hurry: bool) -> Action:
    """The lowest card that is not part of a pair or more; higher ones also out of these."""
    rest = higher & ~TWOS
    while rest:
        bit = rest & -rest
        rest ^= bit
        rank = bit.bit_length() - 1 >> 2
        if hurry or rank >= LOOSE_FROM or hand & RANK_MASKS[rank] == bit:
            return Action("play", bit)
    twos = higher & TWOS
    return Action("play", twos & -twos) if twos and hurry else CHIP


def _lead(hand: int, must_play: int, fewest: int) -> Action:
    """What to lead; ``fewest`` is how few cards another seat has."""
    what = combination(hand)
    if what is not None and what.kind not in CHOPS:
        return Action("play", hand)
    low = must_play or lowest_of(hand)
    rank = low.bit_length() - 1 >> 2
    of_rank = hand & RANK_MASKS[rank]
    if rank and not of_rank & of_rank - 1:
        run, higher = low, rank + 1
        while higher <= 12 and hand & RANK_MASKS[higher]:
            of_higher = hand & RANK_MASKS[higher]
            run |= of_higher & -of_higher
            higher += 1
        if higher - rank >= 3:
            return Action("play", run)
    if of_rank & of_rank - 1:
        return Action("play", of_rank if of_rank.bit_count() < 4 else of_rank & ~_highest(of_rank))
    if fewest == 1 and not must_play:
        return Action("play", (hand & TWOS and _highest(hand & TWOS)) or _highest(hand))
    return Action("play", low)


def _highest(cards: int) -> int:
    return 1 << cards.bit_length() - 1


OUTLOOK: Final = Outlook(play_out, per_weight=0.7, misjudged=1.0)
