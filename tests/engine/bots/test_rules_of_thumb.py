"""What every bot that goes by rules of thumb promises, in every game, with every number of seats and every option."""

from collections.abc import Sequence
from random import Random

import pytest

from engine import bots
from engine.bots.bot import Bot
from engine.bots.rules_of_thumb import JUDGES
from engine.cards import CARD_TEXTS
from engine.chance import draw
from engine.errors import IllegalAction
from engine.games import GAMES
from engine.inputs import Act, Action, Input, Need
from tests.engine.bots.watching import Watchers, choice, choices, shown
from tests.engine.contract.cards import Knowledge
from tests.engine.contract.declared import DECLARED
from tests.engine.contract.playing import REPORTED, Table, moments, play, random_input, tables_of
from tests.engine.contract.secrecy import Hand, hands_of, relabelled, some_hand
from tests.engine.toy_game import TOY

KINDS = ("easy", "normal")
TABLES = [table for name in JUDGES for table in tables_of(GAMES[name])]
MATCHES = {name: max(1, 6 // len(tables_of(GAMES[name]))) for name in JUDGES}
LONGEST = 250
"""How many inputs of a match are looked at."""

at_every_table = pytest.mark.parametrize("table", TABLES, ids=str)
of_every_kind = pytest.mark.parametrize("kind", KINDS)


class Still:
    """A source of random numbers that always gives the same, so that it matters not how many were taken."""

    def random(self) -> float:
        """The same number."""
        return 0.5


@at_every_table
@of_every_kind
def test_bots_choose_what_is_legal_wherever_play_has_led(table: Table, kind: str) -> None:
    """In matches of their own, disturbed by any legal acts, by players who come and go, and by reports."""
    for seed in range(2 * MATCHES[table.game.name]):
        rng = Random(f"{table} {kind} {seed}")
        watchers = Watchers(table, kind, seed)
        match = watchers.match
        for _ in range(LONGEST):
            if match.needs is Need.NOTHING:
                break
            for seat in match.to_act:
                chosen = watchers.choice(seat)
                assert chosen in match.legal(seat)
            given = random_input(match, rng, REPORTED)
            if isinstance(given, Act) and rng.random() < 0.6:
                given = Act(given.seat, watchers.choice(given.seat))
            watchers.apply(given)


@at_every_table
@of_every_kind
def test_bots_play_whole_matches(table: Table, kind: str) -> None:
    """What they choose is accepted; a match that need not end is left after a while."""
    rng = Random(f"{table}")
    watchers = Watchers(table, kind)
    match = watchers.match
    for _ in range(20 * LONGEST):
        if match.needs is Need.NOTHING:
            break
        watchers.apply(Act(match.to_act[0], watchers.choice(match.to_act[0])) if match.to_act else draw(match, rng))
    assert match.needs is Need.NOTHING or match.may_go_on_forever()


@at_every_table
@of_every_kind
def test_the_same_seed_and_the_same_events_give_the_same_choices(table: Table, kind: str) -> None:
    """Whenever they are made."""
    inputs = play(table, 1).inputs[:LONGEST]
    assert choices(Watchers(table, kind, 7), inputs) == choices(Watchers(table, kind, 7), inputs)


@at_every_table
@of_every_kind
def test_a_bot_that_comes_late_plays_like_one_that_was_there(table: Table, kind: str) -> None:
    """It is shown all that its seat has seen from the start of the match, and so takes over for anybody."""
    inputs = play(table, 2).inputs[:LONGEST]
    watchers = Watchers(table, kind)
    for place, given in enumerate(inputs):
        if place % 23 == 0:
            for seat in watchers.match.to_act:
                newcomer = still(kind, table, seat)
                veteran = shown_one_by_one(still(kind, table, seat), table, seat, inputs[:place])
                match = shown(newcomer, seat, table.new(), inputs[:place])
                assert choice(newcomer, match, seat) == choice(veteran, match, seat)
        watchers.apply(given)


def still(kind: str, table: Table, seat: int) -> Bot:
    """A bot without any luck of its own."""
    return bots.make(kind, table.game, seat, table.seats, Still())


def shown_one_by_one(bot: Bot, table: Table, seat: int, inputs: Sequence[Input]) -> Bot:
    """The bot after it was asked before every input of its seat."""
    match = table.new()
    for given in inputs:
        if seat in match.to_act:
            choice(bot, match, seat)
        shown(bot, seat, match, [given])
    return bot


@at_every_table
@of_every_kind
def test_a_bot_that_has_seen_nothing_goes_by_its_view(table: Table, kind: str) -> None:
    """Such as one that plays at somebody else's table from what is sent about the present moment."""
    for moment in moments(play(table, 3)):
        for seat in moment.before.to_act if moment.number < LONGEST else ():
            assert choice(still(kind, table, seat), moment.before, seat) in moment.before.legal(seat)


@at_every_table
@of_every_kind
def test_cards_that_a_seat_cannot_know_do_not_change_its_choice(table: Table, kind: str) -> None:
    """Two matches that differ only in such cards, the same seed: the same choice."""
    compared = 0
    for seed in range(4 * MATCHES[table.game.name]):
        rng = Random(f"{table} {kind} {seed}")
        hands = hands_of(play(table, seed))
        for _ in range(12 if hands else 0):
            compared += same_choice_after_swap(some_hand(hands, rng), kind, rng)
    assert compared > 3


def same_choice_after_swap(hand: Hand, kind: str, rng: Random) -> bool:
    """Swap two cards that the seat to act cannot know, from the deal on, and compare what its bot does.

    Returns:
        Whether there was something to compare: with the other cards it may not have come to this.
    """
    declared = DECLARED[hand.played.table.game.name]
    match = hand.start.copy()
    knowledge = Knowledge(declared, match.seats)
    for given in hand.inputs:
        match.apply(given)
        knowledge.learn(given, match)
    if not match.to_act:
        return False
    seat = rng.choice(match.to_act)
    unknown = knowledge.unknown(match, seat)
    if len(unknown) < 2:
        return False
    one, other = rng.sample(unknown, 2)
    swapped = choice_with(hand, kind, seat, {one: other, other: one})
    if swapped is None:
        return False
    assert swapped == choice_with(hand, kind, seat, {}), f"it depends on {CARD_TEXTS[one]} and {CARD_TEXTS[other]}"
    return True


def choice_with(hand: Hand, kind: str, seat: int, names: dict[int, int]) -> Action | None:
    """What a bot does after it has seen the hand with some cards in the place of others.

    Returns:
        ``None`` if the hand could not go so, or if all are told that it went otherwise.
    """
    table = hand.played.table
    told = DECLARED[table.game.name].told
    bot = bots.make(kind, table.game, seat, table.seats, Random(5))
    shown(bot, seat, table.new(), hand.played.inputs[: hand.number])
    real, match = hand.start.copy(), hand.start.copy()
    for given in hand.inputs:
        real.apply(given)
        try:
            shown(bot, seat, match, [relabelled(table.game, given, names)])
        except IllegalAction:
            return None
        if told(match) != told(real):
            return None
    return choice(bot, match, seat)


@of_every_kind
def test_a_game_without_rules_of_thumb_is_played_at_random(kind: str) -> None:
    """A game that was just added can be played with every kind of bot."""
    (table,) = tables_of(TOY)
    legal = [Action("lay", card) for card in range(4)]
    bot = bots.make(kind, table.game, 0, table.seats, Random(0))
    assert {bot.choose(legal, dict) for _ in range(99)} == set(legal)
