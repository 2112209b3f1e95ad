"""Playing on by the rules of thumb: what is played without checks is what the engine allows, and is judged alike."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from engine.auction import NOBODY
from engine.bots.playouts import OUTLOOKS, call, dice_capture, twenty_nine, xing
from engine.bots.playouts.tricks import Deck, TrickTable
from engine.cards import SUITS, card, cards, mask_of
from engine.chance import draw
from engine.games import GAMES
from engine.games.call import Call
from engine.games.dice_capture import DiceCapture, Phase
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


def play_on(match: HiddenTrumpMatch, table: TrickTable, deck: Deck, tricks: int) -> None:
    """Play tricks at a table, and do the same in the engine; a pair is shown as soon as it may be."""
    for left in range(tricks, 0, -1):
        if left == 1:
            table.take_back()
        played = cards_of_trick(table, deck, match.bidder)
        for _ in range(len(played)):
            seat = match.to_act[0]
            actions = [Action("ask")] if table.asked_by == seat and not match.asked else []
            for action in [*actions, Action("play", played.pop(seat))]:
                if Action("show") in match.legal(seat):
                    match.act(seat, Action("show"))
                assert action in match.legal(seat)
                match.act(seat, action)


def cards_of_trick(table: TrickTable, deck: Deck, bidder: int) -> dict[int, int]:
    """Play a trick at a table, and find which of the engine's cards each seat has played."""
    hands, left = [[*hand] for hand in table.hands], [*table.left]
    table.play(1)
    cards = [card for card in range(52) if deck.cards[card] & left[card & 3] & ~table.left[card & 3]]
    owners = [[seat for seat in range(4) if hands[seat][card & 3] & deck.cards[card]] for card in cards]
    return {owner[0] if owner else bidder: card for owner, card in zip(owners, cards, strict=True)}


def test_a_hand_of_call_is_played_as_the_engine_allows() -> None:
    """From any moment of its play, and ends with the same points."""
    compared = 0
    for match in moments_of_play("call"):
        assert isinstance(match, Call)
        table = call.table_of(match)
        before, tricks, hands = match.copy(), match.tricks(), len(match.hand_points)
        play_on(match, table, call.DECK, 13 - len(match.takers))
        values = call.value_of(before, table)
        assert len(match.hand_points) == hands + 1
        first, second, *_ = match.totals
        won = call.MATCH_COUNTS * (0 if not match.winners else -1 if match.winners[0] else 1)
        taken = call.PER_TRICK * (tricks[0] + table.taken[0] - tricks[1] - table.taken[1])
        assert values[0] == pytest.approx(first - second + taken + won)
        compared += 1
    assert compared > 500


def test_a_hand_of_twenty_nine_is_played_as_the_engine_allows() -> None:
    """From any moment of its play, and ends with the same points; pairs are shown."""
    shown = 0
    for match in moments_of_play("twenty-nine"):
        assert isinstance(match, TwentyNine)
        table = twenty_nine.Table(match, twenty_nine.DECK)
        before, points, hands = match.copy(), match.points, len(match.hand_points)
        play_on(match, table, twenty_nine.DECK, twenty_nine.TRICKS - len(match.takers))
        values = twenty_nine.value_of(before, table)
        shown += table.pair_with != NOBODY
        assert len(match.hand_points) == hands + 1
        assert (match.pair_shown_by == NOBODY) or table.pair_with in (NOBODY, match.pair_shown_by)
        first, second, *_ = match.totals
        won = twenty_nine.MATCH_COUNTS * (0 if not match.winners else -1 if match.winners[0] else 1)
        taken = twenty_nine.PER_POINT * (points[0] + table.taken[0] - points[1] - table.taken[1])
        assert values[0] == pytest.approx(first - second + taken + won)
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
    ("deck", "low_to_high"),
    [(call.DECK, "23456789TJQKA"), (twenty_nine.DECK, "78QKTA9J")],
    ids=["call", "twenty-nine"],
)
def test_the_cards_of_a_suit_are_ordered_by_their_strength(deck: Deck, low_to_high: str) -> None:
    """A hand goes over card by card."""
    rng = Random(0)
    for _ in range(200):
        held = [[rank for rank in low_to_high if rng.random() < 0.4] for _ in SUITS]
        hand = mask_of(card(rank + SUITS[suit]) for suit, ranks in enumerate(held) for rank in ranks)
        assert deck.suits(hand) == [*(sum(1 << low_to_high.index(rank) for rank in ranks) for ranks in held), 0]


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


def dice_capture_moments() -> Iterator[DiceCapture]:
    """The moments of random matches of Dice Capture."""
    (table,) = tables_of(GAMES["dice-capture"])
    for seed in range(3):
        for moment in moments(play(table, seed)):
            assert isinstance(moment.before, DiceCapture)
            yield moment.before


def test_what_dice_promise_is_the_mean_of_what_they_lead_to() -> None:
    """Over all that may come, so that what one of them does beyond it is luck."""
    rolls = set()
    for match in dice_capture_moments():
        if match.needs is not Need.DICE:
            continue
        after = []
        for dice in product(range(1, 7), repeat=match.dice_wanted):
            rolled = match.copy()
            rolled.chance(Chance(Need.DICE, dice))
            after.append(dice_capture.prospects(rolled))
        before = dice_capture.prospects(match)
        assert before.points == pytest.approx(sum(each.points for each in after) / len(after))
        assert before.won == pytest.approx(sum(each.won for each in after) / len(after))
        rolls.add((match.phase, match.turn))
    assert len(rolls) == 4


def test_what_a_match_promises_is_between_losing_and_winning_it() -> None:
    """Whatever happens; after its end it is what happened."""
    for match in dice_capture_moments():
        points, won = dice_capture.prospects(match)
        assert -1 <= won <= 1
        if match.needs is Need.NOTHING:
            assert points == match.totals[0] - match.totals[1]
            assert won == (0 if not match.winners else -1 if match.winners[0] else 1)


def near_its_end(held: Sequence[str], piles: str, left: int, totals: tuple[int, int]) -> DiceCapture:
    """A match of Dice Capture in which seat 0 is to move, with single cards for piles and tens left to be drawn."""
    match = DiceCapture(2, {})
    match.held = [mask_of(cards(texts)) for texts in held]
    match.piles = {number: (top,) for number, top in enumerate(cards(piles), 1)}
    match.stock = tuple(cards("TS TH TC TD 9D 8D")[:left])
    match.totals = totals
    match.phase, match.needs, match.to_act = Phase.ACT, Need.SEAT, (0,)
    return match


@pytest.mark.parametrize(
    ("held", "piles", "left", "points"),
    [
        (("6S", ""), "", 5, -1.407),  # the other rolls once for the six, and may be robbed of it; then it is over
        (("5S", ""), "6S", 5, 1.407),  # a roll for it, and over: the other cannot refill its hand
        (("QS 6S", "6H"), "", 3, 0.0),  # the Queen ends it
    ],
)
def test_the_end_of_dice_capture_is_played_out_exactly(
    held: Sequence[str], piles: str, left: int, points: float
) -> None:
    """As it comes when one hand is empty and the draw pile cannot fill it."""
    lead = 10 if piles or left == 3 else -10
    match = near_its_end(held, piles, left, (lead, 0) if lead > 0 else (0, -lead))
    values = [dice_capture.play_out(match.copy(), Random(seed)) for seed in range(20)]
    assert len(set(values)) == 1
    assert values[0][0] == pytest.approx(lead + points + dice_capture.MATCH_COUNTS * (1 if lead > 0 else -1), abs=0.01)


def test_whoever_is_behind_does_not_end_dice_capture() -> None:
    """While there is something else to play: the six is given away rather than the match."""
    match = near_its_end(("QS 6S", "6H"), "", 3, (0, 10))
    (value, _) = dice_capture.play_out(match, Random(0))
    assert value != -10 - dice_capture.MATCH_COUNTS
