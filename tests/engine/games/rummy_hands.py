"""Positions and records of the put-down rummy for its tests."""

from collections.abc import Iterator, Sequence

from engine.cards import FULL_DECK, cards, cards_in, mask_of, text_of
from engine.events import Event
from engine.games.rummy import GAME, HAND_SIZES, Phase, Rummy
from engine.inputs import Need
from engine.melds import FITS
from engine.record import Record
from engine.syntax import read_action, write_action
from tests.engine.records import deck_line, fed, header

SEVEN = "2S 4C 6H 8S TC QC KH"
"""Seven cards in which nothing fits together."""

MEANWHILE = 7
"""How many cards the other hands of a position hold, unless they are given."""


def rummy(record: Record) -> Rummy:
    """The match of a record, which is one of rummy."""
    match = record.finish()
    assert isinstance(match, Rummy)
    return match


def deal_line(*hands: str, upcard: str, stock: str = "", end: str = "", dealer: int) -> str:
    """A deck that deals these hands, in the order of the seats; hands too short get the highest cards that are free.

    Args:
        hands: the cards of each seat.
        upcard: the card that is turned up.
        stock: the first cards of the stock.
        end: its last ones.
        dealer: who deals.
    """
    named = mask_of(cards(" ".join((*hands, upcard, stock, end))))
    free = cards_in(FULL_DECK & ~named)
    size = HAND_SIZES[len(hands)]
    full = [[*cards(hand), *(free.pop() for _ in range(size - len(hand.split())))] for hand in hands]
    first = dealer + 1
    order = [*full[first:], *full[:first]]
    dealt = [hand[place] for place in range(size) for hand in order]
    return deck_line(f"{text_of(dealt)} {upcard} {stock}", end=end)


def start(*hands: str, upcard: str, stock: str = "", end: str = "", dealer: int, **options: str) -> Record:
    """A record that stands at the first go of its first hand; see `deal_line`."""
    deck = deal_line(*hands, upcard=upcard, stock=stock, end=end, dealer=dealer)
    return fed([*header("rummy", len(hands), **options), f"dealer {dealer}", deck])


def feed(record: Record, *lines: str) -> Rummy:
    """Feed lines to a record of rummy; several may stand in one text, parted by `` / ``."""
    for line in " / ".join(lines).split(" / "):
        record.feed(line)
    return rummy(record)


def position(
    hand: str,
    *,
    melds: Sequence[str] = (),
    pile: str = "",
    taken: str = "",
    others: Sequence[str] = (),
    seats: int = 3,
    **options: str,
) -> Rummy:
    """A state made by hand: seat 0 has its go, after the draw unless a pile is all that is given.

    Args:
        hand: seat 0's cards.
        melds: the sets and runs on the table, all laid by seat 1.
        pile: the pile; seat 0 is still to draw if there is one.
        taken: the card that seat 0 took in this go.
        others: the hands of the other seats; the lowest cards that are left if not given.
        seats: how many play.
        options: values that differ from the default; an option's name is written with ``_`` for ``-``.
    """
    match = GAME.new(seats, {key.replace("_", "-"): value for key, value in options.items()})
    assert isinstance(match, Rummy)
    match.dealer = seats - 1
    match.turn = 0
    match.needs = Need.SEAT
    match.to_act = (0,)
    match.phase = Phase.DRAW if pile else Phase.MELD
    match.pile = tuple(cards(pile))
    match.taken = mask_of(cards(taken))
    match.melds = [mask_of(cards(meld)) for meld in melds]
    match.laid_by = (1,) * len(melds)
    match.placed[1] = mask_of(cards(" ".join(melds)))
    for meld in match.melds:
        match.run_fits |= FITS[meld].runs
        match.set_fits |= FITS[meld].sets
    match.held[0] = mask_of(cards(hand))
    left = cards_in(
        FULL_DECK & ~(match.held[0] | match.placed[1] | mask_of(match.pile) | mask_of(cards(" ".join(others))))
    )
    for seat in range(1, seats):
        match.held[seat] = mask_of(cards(others[seat - 1]) if others else left[:MEANWHILE])
        left = left if others else left[MEANWHILE:]
    match.stock = tuple(left)
    return match


def act(match: Rummy, text: str) -> list[Event]:
    """Seat 0 does what the text says; gives what happened."""
    return match.act(0, read_action(GAME.verbs, text.split()))


def discards(text: str) -> set[str]:
    """The discards of the cards of a text."""
    return {f"discard {card}" for card in text.split()}


def legal_texts(match: Rummy) -> set[str]:
    """What the seat to act may do, as records write it."""
    (seat,) = match.to_act
    return {write_action(GAME.verbs, action) for action in match.legal(seat)}


def tables(deck: int) -> Iterator[list[int]]:
    """All the sets and runs that cards of a small deck can form on a table at once; the order is one of many."""
    yield []
    for meld in FITS:
        if not meld & ~deck:
            yield from ([meld, *others] for others in tables(deck & ~meld) if not others or others[0] < meld)
