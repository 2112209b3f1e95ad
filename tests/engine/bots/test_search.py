"""What the bot that searches promises, in every game, with every number of seats and every option."""

import pickle
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

from engine import bots
from engine.bots.playouts import OUTLOOKS
from engine.bots.search.contest import Contest, Move
from engine.bots.search.thinker import Searcher, never
from engine.cards import cards_in
from engine.games import GAMES
from engine.inputs import Act, Action, Input, Need
from engine.match import Match
from engine.memories import MEMORIES
from engine.memories.rummy import RummyMemory
from engine.record import Record
from engine.syntax import write_action
from tests.engine.bots.test_rules_of_thumb import same_choice_after_swap
from tests.engine.bots.test_xing_rules import deal
from tests.engine.bots.watching import Watchers, choice
from tests.engine.contract.playing import REPORTED, Table, play, random_input, tables_of
from tests.engine.contract.secrecy import hands_of, some_hand
from tests.engine.games.dice_tables import almost_over, match_of
from tests.engine.games.rummy_hands import position
from tests.engine.games.test_dice_capture import OPENING

KIND = "hard:24"
TABLES = [table for game in GAMES.values() for table in tables_of(game)]
LONGEST = 120
"""How many inputs of a match are looked at."""

at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def searcher_after(table: Table, seat: int, inputs: Sequence[Input], seed: int = 3) -> tuple[Searcher, Match]:
    """A bot of a seat that has seen the inputs, and the match as it is then."""
    bot = Searcher(table.game.name, seat, table.seats, Random(seed))
    match = table.new()
    for given in inputs:
        for event in match.apply(given):
            if event.audience >> seat & 1:
                bot.see(event)
    return bot, match


def decisions(table: Table, seed: int, every: int) -> list[tuple[Searcher, Match, int]]:
    """Moments of a random match at which a seat has something to choose, now and then."""
    inputs = play(table, seed).inputs[:LONGEST]
    match = table.new()
    found = []
    choices = 0
    for place, given in enumerate(inputs):
        if match.to_act and len(match.legal(match.to_act[0])) > 1:
            choices += 1
            if choices % every == 1:
                seat = match.to_act[0]
                found.append((*searcher_after(table, seat, inputs[:place]), seat))
        match.apply(given)
    return found


@at_every_table
def test_it_chooses_what_is_legal_wherever_play_has_led(table: Table) -> None:
    """In matches of its own, disturbed by any legal acts, by players who come and go, and by reports."""
    rng = Random(f"{table}")
    watchers = Watchers(table, KIND)
    match = watchers.match
    for _ in range(LONGEST):
        if match.needs is Need.NOTHING:
            break
        given = random_input(match, rng, REPORTED)
        if isinstance(given, Act):
            chosen = watchers.choice(given.seat)
            assert chosen in match.legal(given.seat)
            given = Act(given.seat, chosen) if rng.random() < 0.6 else given
        watchers.apply(given)


@at_every_table
def test_a_choice_depends_on_seed_and_sight_only(table: Table) -> None:
    """Not on what the bot was asked before, nor on the process that thinks: a copy sent elsewhere chooses the same."""
    for bot, match, seat in decisions(table, 1, 17):
        legal, view = match.legal(seat), match.view(seat)
        sent = pickle.loads(pickle.dumps(bot))
        first = bot.think(legal, view, 24)
        assert bot.think(legal, view, 24) == first
        assert sent.think(legal, view, 24) == first


@at_every_table
def test_cards_that_its_seat_cannot_know_do_not_change_its_choice(table: Table) -> None:
    """Two matches that differ only in such cards, the same seed: the same choice."""
    rng = Random(f"{table}")
    compared = 0
    for seed in count():
        hands = hands_of(play(table, seed))
        for _ in range(4 if hands else 0):
            compared += same_choice_after_swap(some_hand(hands, rng), KIND, rng)
        if compared > 3:
            break


@at_every_table
def test_it_makes_no_more_simulations_than_it_is_given(table: Table) -> None:
    """And stops at once when its time is up."""
    for bot, match, seat in decisions(table, 2, 29):
        legal, view = match.legal(seat), match.view(seat)
        assert bot.think(legal, view, 40).simulations <= 40
        hurried = bot.think(legal, view, 10_000, lambda: True)
        assert hurried.action in legal
        assert hurried.simulations <= 12


def test_a_single_action_costs_nothing() -> None:
    """There is nothing to think about."""
    bot, match = searcher_after(tables_of(GAMES["call"])[0], 0, ())
    legal = [Action("play", 3)]
    verdict = bot.think(legal, match.view(0))
    assert (verdict.action, verdict.simulations) == (legal[0], 0)


def test_easy_decisions_end_early() -> None:
    """A Xing that can be made is made, without thinking about it for long."""
    lines = deal("5S 9H KD 3C", "3H 2S 4S 6S", "TD 7S 8S QS", "TS JC 2D 4D", "5H 6H 7H 8H")
    (table,) = tables_of(GAMES["xing"])
    record = Record()
    inputs = [done.given for line in [*lines, "0 play 3H", "1 play TD"] if (done := record.feed(line))]
    bot, match = searcher_after(table, 2, inputs)
    verdict = bot.think(match.legal(2), match.view(2), 5000)
    assert write_action(match.game.verbs, verdict.action) == "play TS"
    assert verdict.simulations < 500


def test_what_the_rules_of_thumb_think_hopeless_is_not_tried() -> None:
    """And where nothing else is left, that costs no thought."""
    (table,) = tables_of(GAMES["dice-capture"])
    match = match_of(almost_over(OPENING, "4H 9S AD 2S 2H", "5C TC 3S 4S 2D"))
    good, poor, poorer = (Move(action, -weight) for weight, action in enumerate(match.legal(0)[:3]))
    memory = MEMORIES[table.game.name](0, 2)
    outlook = OUTLOOKS[table.game.name]
    for hopeless, least in ((0.5, 0), (1.5, 99), (2.5, 99)):
        contest = Contest(
            memory.scene(match.view(0)),
            0,
            [good, poor, poorer],
            outlook._replace(hopeless=hopeless),
            doubt=lambda _match: 0.0,
            simulations=100,
            rng=Random(1),
        )
        verdict = contest.run(never)
        assert least <= verdict.simulations <= 100
        assert verdict.action in [move.action for move in (good, poor, poorer) if -move.weight <= hopeless]


def test_the_rules_of_thumb_are_trusted_while_the_end_of_dice_capture_is_far() -> None:
    """Nothing is to be found by thinking then; near the end it thinks."""
    (table,) = tables_of(GAMES["dice-capture"])
    thought = set()
    for bot, match, seat in decisions(table, 5, 3):
        legal, view = match.legal(seat), match.view(seat)
        verdict = bot.think(legal, view, 24)
        if view["left"] > 12:
            assert (verdict.action, verdict.simulations) == (bot.by_rule(legal, view), 0)
        thought.add((view["left"] > 12, verdict.simulations > 0))
    assert (False, True) in thought


def test_whoever_has_seen_nothing_goes_by_the_rules_of_thumb() -> None:
    """Such as a bot that is told the present moment only."""
    for table in TABLES:
        for _, match, seat in decisions(table, 4, 31):
            blind = bots.make(KIND, table.game, seat, table.seats, Random(0))
            assert choice(blind, match, seat) in match.legal(seat)


@pytest.mark.parametrize(("weight", "pays", "looked_at"), [(4.0, True, True), (1.0, True, False), (4.0, False, False)])
def test_what_the_rules_of_thumb_know_better_is_not_searched(weight: float, *, pays: bool, looked_at: bool) -> None:
    """A move is played on only if it is near the one that they favour, and only where it pays to search."""
    match = position("KS 4H 9C", seats=2)
    favourite, other = (action for action in match.legal(0) if action.what != min(cards_in(match.held[0])))
    contest = Contest(
        RummyMemory(0, 2).scene(match.view(0)),
        0,
        [Move(favourite, 5.0), Move(other, weight)],
        OUTLOOKS["rummy"]._replace(hopeless=3.0, pays=lambda _: pays),
        doubt=lambda _: 0.0,
        simulations=24,
        rng=Random(1),
    )
    verdict = contest.run(never)
    assert (verdict.simulations > 0) == looked_at
    assert looked_at or verdict.action == favourite
