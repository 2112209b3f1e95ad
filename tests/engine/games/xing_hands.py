"""Hands of Xing for tests: from their plays, or from a seed."""

from random import Random

from engine.cards import text_of
from engine.chance import shuffled
from engine.games.xing import GAME, Xing
from engine.inputs import Act
from engine.record import Record, write_input
from tests.engine.records import deck_line, fed, header, played

START = [*header("xing", 4), "dealer 3"]
E1_DECK = deck_line("5S 9H KD 3C")


def xing(lines: list[str]) -> Xing:
    """The match that the lines make."""
    match = played(lines)
    assert isinstance(match, Xing)
    return match


def hand_lines(table: str, plays: str) -> list[str]:
    """A hand with dealer 3: its deck and its 48 plays, from the four cards on the table and the plays in order."""
    order = plays.split()
    packets = [order[16 * deal + place : 16 * (deal + 1) : 4] for deal in range(3) for place in range(4)]
    deck = [*table.split(), *(text for packet in packets for text in packet)]
    return [f"deck {' '.join(deck)}", *(f"{number % 4} play {text}" for number, text in enumerate(order))]


def seeded_hand(record: Record, seed: int) -> None:
    """Play a hand with a deck made from a seed, in which every seat plays its lowest card."""
    match = record.finish()
    hands = len(match.hand_points)
    record.feed(f"deck {text_of(shuffled(range(52), Random(seed)))}")
    while len(match.hand_points) == hands:
        (seat,) = match.to_act
        record.feed(write_input(GAME, Act(seat, match.legal(seat)[0])))


def at_48_to_45() -> Record:
    """A match in which six hands brought 48–45; seat 1 deals next."""
    record = fed(START)
    for seed in (3, 3, 3, 3, 3, 61):
        seeded_hand(record, seed)
    assert record.finish().totals == (48, 45, 48, 45)
    return record


E6_PLAYS = (
    "3H 6S 6H TD 2C AS JC AH 4S 7S JD 8S 9S 4H 4D KS QS 7H 7D 2S 3S 8H 8D "
    "AD 5H AC 6D QH KH 2H 3D TS 9D JH 5D QD QC 2D 4C 5C TH 6C 7C 8C TC 9C KC JS"
)
"""The 48 plays of X-E6, after `5S 9H KD 3C` on the table and with dealer 3."""
