"""The put-down rummy played on by rules of thumb: as the engine allows it, and as the bots play that go by them."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from engine.bots.playouts.rummy_table import RummyTable
from engine.bots.rules_of_thumb.rummy_sight import attentive_sight, drawing_is_better, of_drawing, of_taking, worth_now
from engine.bots.rules_of_thumb.rummy_ways import hopes_of, likely_uses
from engine.cards import cards, cards_in, mask_of
from engine.chance import draw
from engine.games.rummy import GAME, Phase, Rummy
from engine.games.rummy_scoring import VALUES
from engine.inputs import Act, Action, Need
from engine.melds import ways_to_use
from engine.memories.rummy import RummyMemory
from tests.engine.bots.watching import Watchers
from tests.engine.contract.playing import Table, moments, play, tables_of
from tests.engine.games.rummy_hands import position

TABLES = tables_of(GAME)
at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def after_the_go(match: Rummy, table: RummyTable) -> Rummy | None:
    """The match after the same go, made with what the engine allows; ``None`` if it does not allow it."""
    seat = match.turn
    before = match.held[seat]
    placed = table.placed[seat] & ~match.placed[seat]
    after = match.copy()
    if match.phase is Phase.DRAW:
        came = (placed | table.held[seat]) & ~before
        lowest = next((card for card in match.pile if came >> card & 1), None)
        after.act(seat, Action("draw") if lowest is None else Action("take", lowest))
    return laid(after, seat, placed, table)


def laid(match: Rummy, seat: int, placed: int, table: RummyTable) -> Rummy | None:
    """The match after these cards have come to the table, in whatever order may be, and the go has ended."""
    if not placed:
        thrown = match.held[seat] & ~table.held[seat]
        if match.turn == seat and match.phase is Phase.MELD and thrown:
            match.act(seat, Action("discard", *cards_in(thrown)))
        return match
    for action in match.legal(seat):
        down = action.what if action.verb == "meld" else 1 << action.what
        if action.verb != "discard" and not down & ~placed:
            after = match.copy()
            after.act(seat, action)
            found = laid(after, seat, placed & ~down, table)
            if found:
                return found
    return None


@at_every_table
def test_every_go_is_one_that_the_engine_allows(table: Table) -> None:
    """From any moment of random matches; hands, pile, stock and table are the same afterwards."""
    compared = 0
    for seed in range(6):
        for moment in moments(play(table, seed)):
            match = moment.before
            if match.needs is not Need.SEAT or moment.number % 2:
                continue
            assert isinstance(match, Rummy)
            fast = RummyTable(match)
            fast.play(1)
            after = after_the_go(match, fast)
            assert after is not None, match.view(match.turn)
            over = len(after.hand_points) > len(match.hand_points)
            assert fast.over == over
            assert fast.placed == after.placed or over
            if not over:
                assert fast.held == after.held
                assert tuple(fast.pile) == after.pile
                assert tuple(fast.stock[::-1]) == after.stock
            compared += 1
    assert compared > 100


def goes_of_bots(table: Table, seed: int, most: int) -> Iterator[tuple[Rummy, Rummy]]:
    """The match before and after each go of bots in one hand, as everybody could imagine it, with the true cards."""
    watchers = Watchers(table, "normal", seed)
    memory = RummyMemory(0, table.seats)
    match, rng = watchers.match, Random(seed)
    assert isinstance(match, Rummy)
    before = None
    for _ in range(most):
        if match.hand_points:
            return
        if match.needs is Need.SEAT and match.phase is Phase.DRAW:
            now = memory.scene(match.view(0)).imagine(rng)
            now.held, now.stock = list(match.held), match.stock
            if before:
                yield before, now
            before = now
        given = draw(match, rng) if match.needs is not Need.SEAT else Act(match.turn, watchers.choice(match.turn))
        for event in match.copy().apply(given):
            if event.audience & 1:
                memory.see(event)
        watchers.apply(given)


@at_every_table
def test_everybody_plays_as_the_bots_do(table: Table) -> None:
    """Go by go; where two cards are as good as each other to throw, a bot takes either."""
    same = number = 0
    for seed in range(12):
        for before, after in goes_of_bots(table, seed, 150):
            fast = RummyTable(before)
            fast.play(1)
            same += fast.held == after.held and tuple(fast.pile) == after.pile
            number += 1
    assert number > 100
    assert same > 0.93 * number


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("take", ["plain", "deep"])
def test_hands_of_bots_end(seats: int, take: str) -> None:
    """Nobody waits forever for cards that others keep: once the pile is turned over everybody thinks again."""
    table = Table(GAME, seats, (("take", take), ("stock-out", "turn-over")))
    endless = 0
    for seed in range(40):
        watchers = Watchers(table, "normal", seed)
        rng = Random(seed)
        for _ in range(1500):
            match = watchers.match
            if match.hand_points:
                break
            if match.needs is Need.SEAT:
                (seat,) = match.to_act
                watchers.apply(Act(seat, watchers.choice(seat)))
            else:
                watchers.apply(draw(match, rng))
        else:
            endless += 1
    assert endless <= 1


def test_a_card_that_may_not_be_thrown_is_not_left_alone() -> None:
    """With all of them down only the card taken would be left: one that could be added is thrown."""
    match = position("7S 7C 7D 8H 2D", taken="2D", melds=["5H 6H 7H"], seats=2, pile="")
    table = RummyTable(match)
    table.play(1)
    assert table.held[0] == mask_of(cards("2D"))
    assert table.pile[-1:] == cards("8H")


def test_hopes_are_counted_as_the_ways_of_the_rules_say() -> None:
    """Each pair of cards that makes a smallest meld with a card counts by how many of it have yet to come."""
    rng = Random(5)
    for _ in range(200):
        hand = mask_of(rng.sample(range(52), 7))
        available = mask_of(rng.sample(range(52), 20)) & ~hand
        out, far = rng.random(), rng.random()
        held = cards_in(hand)
        for card, hope in zip(held, hopes_of(held, hand, available, out, far), strict=True):
            expected = 0.0
            for way in ways_to_use(card, 0, 0):
                here = cards_in(way & hand)
                if not way & ~(hand | available):
                    own = VALUES[card]
                    expected += (far * own, out * (own + sum(VALUES[one] for one in here)), own)[len(here)]
            assert hope == pytest.approx(expected)


def test_what_the_next_player_can_use_is_counted_likewise() -> None:
    """And never counts more than once."""
    rng = Random(6)
    for _ in range(200):
        card, *others = rng.sample(range(52), 26)
        known, hidden = mask_of(others[:5]), mask_of(others[5:])
        each = rng.random()
        usable = [way for way in ways_to_use(card, 0, 0) if not way & ~(known | hidden)]
        expected = sum(each ** (way & hidden).bit_count() for way in usable)
        assert likely_uses([card], known, hidden, each) == [pytest.approx(min(1, expected))]


def test_drawing_is_told_to_be_better_only_where_it_is() -> None:
    """Without parting the hand, and often enough to be worth it."""
    rng = Random(7)
    told = 0
    for _ in range(400):
        dealt = rng.sample(range(52), 30)
        hand, table, pile = mask_of(dealt[:7]), dealt[7:20], dealt[20:23]
        meld = next((three for three in combinations(table, 3) if len({card >> 2 for card in three}) == 1), ())
        sets = mask_of(card for card in range(52) if meld and card >> 2 == meld[0] >> 2) & ~mask_of(meld)
        sight = attentive_sight(
            hand, 0, 0, sets,
            public=mask_of((*meld, *pile)),
            pile=mask_of(pile),
            stock=0,
            next_known=0,
            next_count=7,
            fewest=7,
            deep=False,
            turned_over=0,
            most_goes=9.0,
        )  # fmt: skip
        now = worth_now(sight)
        if drawing_is_better(sight, pile[-1]):
            told += 1
            taking = of_taking(sight, 1 << pile[-1], 1 << pile[-1], now)
            assert taking <= of_drawing(sight, 0, now) + 1e-9
    assert 200 < told < 400
