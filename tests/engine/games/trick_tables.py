"""Tables of Twenty-nine and Call for tests: decks from wanted hands, hands played to a wanted end."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine.cards import FULL_DECK, cards, cards_in, text_of
from engine.chance import pick, shuffled
from engine.games.call import Call
from engine.games.twenty_nine import TwentyNine
from engine.match import Match
from engine.record import Record, read_input
from engine.syntax import write_action
from tests.engine.games.slow_tricks import Asked
from tests.engine.records import fed, header

TRIES = 20_000


def hands_line(hands: Sequence[str], *, dealer: int, packets: Sequence[int], deck: int = FULL_DECK) -> str:
    """The deck that deals the wanted hands.

    Args:
        hands: of seats 0 to 3, as texts in the order in which they are dealt; short and missing ones are
            filled up with what is left, lowest first.
        dealer: who deals; the next seat gets the first packet.
        packets: the size of each round of packets.
        deck: the game's cards.
    """
    wanted = [cards(hand) for hand in (*hands, "", "", "", "")[:4]]
    left = [card for card in cards_in(deck) if not any(card in hand for hand in wanted)]
    for hand in wanted:
        missing = sum(packets) - len(hand)
        hand.extend(left[:missing])
        del left[:missing]
    order = []
    for size in packets:
        for place in (1, 2, 3, 4):
            hand = wanted[(dealer + place) % 4]
            order += hand[:size]
            del hand[:size]
    return f"deck {text_of(order)}"


def twenty_nine_hands(*hands: str, dealer: int = 3) -> str:
    """The deck line of Twenty-nine for wanted hands."""
    return hands_line(hands, dealer=dealer, packets=(4, 4), deck=TwentyNine.deck)


def call_hands(*hands: str, dealer: int = 3) -> str:
    """The deck line of Call for wanted hands; the first five cards of each are those that the seat bids on."""
    return hands_line(hands, dealer=dealer, packets=(5, 4, 4))


def shuffled_line(deck: int, seed: int) -> str:
    """A deck line from a seed."""
    return f"deck {text_of(shuffled(cards_in(deck), Random(seed)))}"


def twenty_nine(*lines: str, dealer: int = 3) -> Record:
    """A record of Twenty-nine after the dealer and the lines."""
    return fed([*header("twenty-nine", 4), f"dealer {dealer}", *lines])


def call(*lines: str, dealer: int = 3) -> Record:
    """A record of Call after the dealer and the lines."""
    return fed([*header("call", 4), f"dealer {dealer}", *lines])


def the_29(record: Record) -> TwentyNine:
    """The match of a record of Twenty-nine."""
    match = record.finish()
    assert isinstance(match, TwentyNine)
    return match


def the_call(record: Record) -> Call:
    """The match of a record of Call."""
    match = record.finish()
    assert isinstance(match, Call)
    return match


def offered(match: Match) -> Asked:
    """The seat that a match asks and all it may answer."""
    (seat,) = match.to_act
    return seat, {write_action(match.game.verbs, action) for action in match.legal(seat)}


def plays(text: str) -> set[str]:
    """Playing each of the cards."""
    return {f"play {word}" for word in text.split()}


def feed(record: Record, *lines: str) -> None:
    """Give a record some lines."""
    for line in lines:
        record.feed(line)


def says(match: Match, line: str) -> None:
    """Give a match a line of its record."""
    match.apply(read_input(match.game, line.split()))


def finish_hand(record: Record, wanted: Callable[[Any], bool]) -> None:
    """Play a hand on at random, in such a way that it ends as wanted."""
    hands = len(record.finish().hand_points)
    play_on(record, lambda match: len(match.hand_points) > hands, wanted)


def play_on(
    record: Record,
    until: Callable[[Any], bool],
    wanted: Callable[[Any], bool],
    unwilling: Callable[[int, str], bool] = lambda _seat, _answer: False,
) -> None:
    """Play on at random up to a point, in such a way that all is as wanted there.

    Args:
        record: takes the lines.
        until: whether a match has come to that point.
        wanted: whether it came there as wanted; otherwise other plays are tried.
        unwilling: what a seat does not do on the way.
    """
    for seed in range(TRIES):
        match = record.finish().copy()
        lines = []
        rng = Random(seed)
        while not until(match):
            seat, answers = offered(match)
            willing = [answer for answer in sorted(answers) if not unwilling(int(seat), answer)]
            if not willing:
                break
            lines.append(f"{seat} {pick(willing, rng)}")
            says(match, lines[-1])
        if until(match) and wanted(match):
            feed(record, *lines)
            return
    raise AssertionError(f"nobody came there as wanted in {TRIES} tries")
