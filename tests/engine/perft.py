"""Counts what a match can become: a slip in the rules of a game changes the counts (as in chess, "perft")."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from engine.cards import cards_in
from engine.inputs import Act, Chance, Input, Need
from engine.match import Match


def perft(match: Match, depth: int) -> Counter[str]:
    """Play every sequence of ``depth`` inputs and count them ("leaves") and what happened by code of event.

    Sequences that end the match sooner are leaves too. Decks are not enumerated: start after the deal.
    """
    counts: Counter[str] = Counter()
    if depth == 0 or match.needs is Need.NOTHING:
        counts["leaves"] = 1
        return counts
    for given in inputs_of(match):
        twin = match.copy()
        counts.update(event.code for event in twin.apply(given))
        counts += perft(twin, depth - 1)
    return counts


def inputs_of(match: Match) -> Iterator[Input]:
    """Every input that the match may be given now, but for decks and what the table reports."""
    match match.needs:
        case Need.SEAT:
            yield from (Act(seat, action) for seat in match.to_act for action in match.legal(seat))
        case Need.DICE:
            yield from (Chance(Need.DICE, dice) for dice in product(range(1, 7), repeat=match.dice_wanted))
        case Need.CARD:
            yield from (Chance(Need.CARD, (card,)) for card in cards_in(match.drawable()))
        case other:
            raise ValueError(f"inputs for {other} are not enumerated")
