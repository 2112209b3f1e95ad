"""Deals and matches of Tien Len for tests."""

from engine.cards import CARD_TEXTS
from engine.games.tien_len import TienLen
from engine.games.tien_len_combinations import LOWEST_FIRST
from engine.record import Record
from engine.syntax import write_action
from tests.engine.records import fed, header


def suit(name: str) -> str:
    """All thirteen cards of a suit, from the 3 to the 2."""
    return " ".join(rank + name for rank in "3456789TJQKA2")


def four(*ranks: str) -> str:
    """All cards of some ranks."""
    return " ".join(rank + name for rank in ranks for name in "SCDH")


def deal(*hands: str) -> str:
    """A deck that gives each occupied seat its cards; hands that are too short are filled with the lowest ones left."""
    given = [hand.split() for hand in hands]
    named = {text for hand in given for text in hand}
    rest = [CARD_TEXTS[card] for card in LOWEST_FIRST if CARD_TEXTS[card] not in named]
    for hand in given:
        missing = 13 - len(hand)
        hand.extend(rest[:missing])
        del rest[:missing]
    order = [hand[number] for number in range(13) for hand in given]
    return "deck " + " ".join([*order, *rest])


def tokens(seats: int, *lines: str) -> Record:
    """A table for tokens that has taken the lines."""
    options = {"scoring": "tokens"} if seats == 4 else {}
    return fed([*header("tien-len", seats, **options), *lines])


def practice(*lines: str) -> Record:
    """A practice match that has taken the lines."""
    return fed([*header("tien-len", 4), *lines])


def feed(record: Record, *lines: str) -> Record:
    """Take some more lines."""
    for line in lines:
        record.feed(line)
    return record


def chips(*seats: int) -> list[str]:
    """The lines with which seats chip, one after the other."""
    return [f"{seat} chip" for seat in seats]


def legal(record: Record, seat: int) -> list[str]:
    """What the seat may do, in canonical text."""
    match = match_of(record)
    return [write_action(match.game.verbs, action) for action in match.legal(seat)]


def match_of(record: Record) -> TienLen:
    """The record's match."""
    match = record.finish()
    assert isinstance(match, TienLen)
    return match


def play_out(record: Record) -> None:
    """End the round: who leads plays the longest combination, everybody else chips or declines."""
    match = match_of(record)
    rounds = len(match.hand_points)
    while len(match.hand_points) == rounds:
        (seat, *_) = match.to_act
        longest = max(match.legal(seat), key=lambda action: action.what.bit_count())
        if match.phase == "lead":
            text = " ".join(CARD_TEXTS[card] for card in LOWEST_FIRST if longest.what >> card & 1)
            record.feed(f"{seat} play {text}")
        else:
            record.feed(f"{seat} {'chip' if match.phase == 'follow' else 'decline'}")
