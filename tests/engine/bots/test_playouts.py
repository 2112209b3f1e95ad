"""Playing on by the rules of thumb: what is played without checks is what the engine allows, and is judged alike."""

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from engine.auction import NOBODY
from engine.bots.playouts import OUTLOOKS, call, dice_capture, twenty_nine, xing
from engine.bots.playouts.tricks import TrickTable
from engine.cards import mask_of
from engine.chance import draw
from engine.games import GAMES
from engine.games.call import Call
from engine.games.dice_capture import DiceCapture
from engine.games.twenty_nine import TwentyNine
from engine.games.xing import Xing
from engine.inputs import Action, Chance, Need
from engine.match import Match
from engine.tricks import HiddenTrumpMatch
from tests.engine.contract.playing import Table, moments, play, tables_of

TABLES = [table for game in GAMES.values() for table in tables_of(game)]
MATCHES = 6


def moments_of_play(name: str) -> Iterator[Match]:
    """The moments of some random matches of a game in which cards are played."""
    (table,) = tables_of(GAMES[name])
    for seed in range(MATCHES):
        for moment in moments(play(table, seed)):
            if moment.before.phase.value == "play":
                yield moment.before.copy()


def play_tricks(match: HiddenTrumpMatch, table: TrickTable, cards: list[int] | tuple[int, ...] | Any) -> None:
    """Play in the engine what was played without it; a pair is shown as soon as it may be."""
    for seat, number in table.played or ():
        if Action("show") in match.legal(seat):
            match.act(seat, Action("show"))
        action = Action("play", cards[number]) if number >= 0 else Action("ask")
        assert action in match.legal(seat)
        match.act(seat, action)


def test_a_hand_of_call_is_played_as_the_engine_allows() -> None:
    """From any moment of its play, and ends with the same points."""
    compared = 0
    for match in moments_of_play("call"):
        assert isinstance(match, Call)
        table = call.table_of(match)
        table.played = []
        table.play(13 - len(match.takers))
        values = call.value_of(match, table)
        hands = len(match.hand_points)
        play_tricks(match, table, call.DECK.cards)
        assert len(match.hand_points) == hands + 1
        first, second, *_ = match.totals
        won = call.MATCH_COUNTS * (0 if not match.winners else -1 if match.winners[0] else 1)
        tricks = call.PER_TRICK * (table.taken[0] - table.taken[1])
        assert values[0] == pytest.approx(first - second + tricks + won)
        compared += 1
    assert compared > 500


def test_a_hand_of_twenty_nine_is_played_as_the_engine_allows() -> None:
    """From any moment of its play, and ends with the same points; pairs are shown."""
    shown = 0
    for match in moments_of_play("twenty-nine"):
        assert isinstance(match, TwentyNine)
        table = twenty_nine.Table(match, twenty_nine.DECK)
        table.played = []
        table.play(twenty_nine.TRICKS - len(match.takers))
        values = twenty_nine.value_of(match, table)
        hands = len(match.hand_points)
        shown += table.pair_with != NOBODY
        play_tricks(match, table, twenty_nine.DECK.cards)
        assert len(match.hand_points) == hands + 1
        assert (match.pair_shown_by == NOBODY) or table.pair_with in (NOBODY, match.pair_shown_by)
        first, second, *_ = match.totals
        won = twenty_nine.MATCH_COUNTS * (0 if not match.winners else -1 if match.winners[0] else 1)
        points = twenty_nine.PER_POINT * (table.taken[0] - table.taken[1])
        assert values[0] == pytest.approx(first - second + points + won)
    assert shown


def test_a_packet_of_xing_is_played_as_the_engine_allows() -> None:
    """From any moment of its play until nobody holds a card, with the same captures and, in the end, points."""
    ended = 0
    for match in moments_of_play("xing"):
        assert isinstance(match, Xing)
        hand = xing.Hand(match)
        hand.play()
        values = xing.play_out(match.copy(), Random(0))
        for played in hand.played:
            seat = match.turn
            assert Action("play", played) in match.legal(seat)
            match.act(seat, Action("play", played))
        ended += hand.over
        if hand.over:
            first, second, *_ = match.totals
            won = xing.MATCH_COUNTS * (0 if not match.winners else -1 if match.winners[0] else 1)
            assert values[0] == pytest.approx(first - second + won)
        else:
            assert (match.taken, match.xings) == (hand.taken, hand.xings)
    assert ended


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_match_is_judged_wherever_play_has_led(table: Table) -> None:
    """Also between hands and after its end; what one seat gains others lose."""
    play_out = OUTLOOKS[table.game.name].play_out
    for seed in range(2):
        for moment in moments(play(table, seed)):
            if moment.number % 7 == 0 and moment.before.needs is not Need.PLAYERS:
                values = play_out(moment.before, Random(seed))
                assert len(values) == table.seats
                assert sum(values) == pytest.approx(0)


@pytest.mark.parametrize(
    ("numbered", "cards"),
    [(call.DECK.numbered, call.DECK.cards), (twenty_nine.DECK.numbered, twenty_nine.DECK.cards)],
    ids=["call", "twenty-nine"],
)
def test_cards_are_numbered_by_their_strength(numbered: Callable[[int], int], cards: list[int]) -> None:
    """A set goes over card by card."""
    rng = Random(0)
    for _ in range(200):
        numbers = [number for number in range(len(cards)) if rng.random() < 0.4]
        assert numbered(mask_of(cards[number] for number in numbers)) == mask_of(numbers)


def test_the_winner_of_the_match_is_ahead_whatever_the_points() -> None:
    """In a match of Tien Len that is over."""
    (table, *_) = tables_of(GAMES["tien-len"])
    rng = Random(1)
    match = table.new()
    while match.needs is not Need.NOTHING:
        if match.to_act:
            seat = match.to_act[0]
            match.act(seat, rng.choice(match.legal(seat)))
        else:
            match.chance(draw(match, rng))
        if match.may_go_on_forever() and len(match.hand_points) > 3:
            break
    values = OUTLOOKS["tien-len"].play_out(match.copy(), rng)
    assert not match.winners or max(values) == values[match.winners[0]]


def test_what_dice_are_expected_to_bring_is_their_mean() -> None:
    """Over all that may come, the lead changes by it."""
    rolls = set()
    (table,) = tables_of(GAMES["dice-capture"])
    for seed in range(3):
        for moment in moments(play(table, seed)):
            match = moment.before
            assert isinstance(match, DiceCapture)
            if match.needs is not Need.DICE:
                assert dice_capture.expected(match) == 0
                continue
            changes = []
            for dice in product(range(1, 7), repeat=match.dice_wanted):
                rolled = match.copy()
                rolled.chance(Chance(Need.DICE, dice))
                changes.append(rolled.totals[0] - match.totals[0] - rolled.totals[1] + match.totals[1])
            assert dice_capture.expected(match) == pytest.approx(sum(changes) / len(changes))
            rolls.add((match.phase, match.turn))
    assert len(rolls) == 4
