"""Matches of Dice Capture for tests: from the hands that are dealt, and driven to where the draw pile is short."""

from itertools import chain

from engine.cards import CARD_TEXTS, cards
from engine.games.dice_capture import DiceCapture
from engine.record import Record
from tests.engine.records import fed, header

START = header("dice-capture", 2)


def deck(first: str, second: str, stock: str = "", end: str = "") -> str:
    """The deck that deals these hands; the draw pile starts and ends with the given cards, the others lie between."""
    dealt = list(chain.from_iterable(zip(cards(first), cards(second), strict=True)))
    known = [*dealt, *cards(stock), *cards(end)]
    others = [card for card in range(54) if card not in known]
    order = [*dealt, *cards(stock), *others, *cards(end)]
    return f"deck {' '.join(CARD_TEXTS[card] for card in order)}"


def dice(lines: list[str]) -> DiceCapture:
    """The match that the lines make."""
    return match_of(fed(lines))


def match_of(record: Record) -> DiceCapture:
    """The record's match."""
    match = record.finish()
    assert isinstance(match, DiceCapture)
    return match


ACTION_CARDS_LAST = "KS JC QS KH KD JS QH JD JH X1 X2 QD QC KC"
"""The end of the draw pile in `almost_over`: what seat 1 draws, what seat 0 draws, and the last four."""


def almost_over(opening: list[str], first: str, second: str) -> Record:
    """A match driven to a draw pile of four cards, with seat 0 to act.

    Args:
        opening: ten turns' lines in which seat 0 plays three cards and seat 1 four, both from hands of number cards.
        first: the five number cards that seat 0 is dealt.
        second: those of seat 1.

    Both play their lowest card as a new pile until only action cards are left to be drawn. Seat 1 draws five and
    throws a King while seat 0 has no card; then seat 0 draws five.
    """
    record = fed([*START, deck(first, second, end=ACTION_CARDS_LAST), *opening])
    match = match_of(record)
    while len(match.stock) > 9:
        (seat,) = match.to_act
        record.feed(f"{seat} play {CARD_TEXTS[match.legal(seat)[0].what]} new")
    record.feed("1 play KS new")
    assert len(match.stock) == 4
    assert match.to_act == (0,)
    return record
