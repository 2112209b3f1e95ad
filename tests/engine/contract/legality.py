"""What is legal is accepted, all else is refused and changes nothing; copies are independent; texts round-trip."""

import json
from collections.abc import Iterator
from random import Random
from typing import Final

from engine.cards import cards_in
from engine.chance import pick
from engine.errors import IllegalAction
from engine.events import Event
from engine.inputs import Act, Action, Chance, Happening, Input, Need, Report
from engine.match import Match
from engine.record import read_input, write_input
from engine.state import state_of
from engine.syntax import CARD, SUIT, Argument, Cards
from tests.engine.contract.playing import Moment, Table, snapshot

MOST_LISTED: Final = 24
"""How many of the listed actions of a position are tried."""

ODD_NUMBERS: Final = (0, 1, 2, 3, 5, 7, 8, 13, 14, 16, 28, 29, 40, 41, 999_999_999)


def check_position(match: Match, earlier: list[Act], rng: Random) -> None:
    """Check one position: the seats to act, their actions, what is refused.

    Args:
        match: stands at the position.
        earlier: acts that were legal at earlier positions.
        rng: chooses samples.
    """
    check_who_acts(match)
    for seat in match.to_act:
        check_listed(match, seat, rng)
    check_unlisted(match, earlier, rng)
    json_again(state_of(match, None))


def check_who_acts(match: Match) -> None:
    """Exactly the seats to act have legal actions; each is listed once, and reading changes nothing."""
    before = snapshot(match)
    assert match.to_act == tuple(sorted(set(match.to_act)))
    assert set(match.to_act) <= set(range(match.seats))
    assert bool(match.to_act) is (match.needs is Need.SEAT)
    assert (match.needs is Need.NOTHING) is (match.ending is not None)
    for seat in range(match.seats):
        listed = match.legal(seat)
        assert bool(listed) is (seat in match.to_act)
        assert len(set(listed)) == len(listed)
        json_again(match.view(seat))
    assert len(set(match.reports())) == len(match.reports())
    assert snapshot(match) == before


def check_listed(match: Match, seat: int, rng: Random) -> None:
    """Every listed action is spelt in canonical text and is accepted; the match from which a copy was made stays."""
    before = snapshot(match)
    listed = match.legal(seat)
    for action in listed if len(listed) <= MOST_LISTED else rng.sample(listed, MOST_LISTED):
        check_text(match, Act(seat, action))
        check_copy(match)
        copy = match.copy()
        assert snapshot(copy) == before
        for event in copy.act(seat, action):
            check_event(match, event)
        assert snapshot(match) == before
        assert snapshot(copy) != before


def check_copy(match: Match) -> None:
    """All that can change in place is copied, and nothing that can change lies deeper."""
    copy = match.copy()
    for name, value in match.__dict__.items():
        if isinstance(value, list | dict | set) and name != "options":
            assert getattr(copy, name) is not value, f"{name} is shared by copies"
            inner = value.values() if isinstance(value, dict) else value
            assert not any(isinstance(item, list | dict | set) for item in inner), f"{name} is nested"


def check_text(match: Match, given: Input) -> None:
    """An input is written in one way and read back as the same input."""
    text = write_input(match.game, given)
    again = read_input(match.game, text.split(" "))
    assert again == given
    assert write_input(match.game, again) == text


def check_event(match: Match, event: Event) -> None:
    """An event has a sentence, values that fit its gaps, JSON, and an audience at this table."""
    assert str(event)
    for (_, kind), value in zip(event.sentence.gaps, event.values, strict=True):
        for item in value if kind == "seats" else (value,):
            assert kind not in {"seat", "seats"} or 0 <= item < match.seats
            assert kind != "card" or match.deck >> item & 1
            assert kind != "suit" or 0 <= item < 4
    json_again(event.params())
    allowed = ~event.audience if event.audience < 0 else event.audience  # all, all but one, or some
    assert event.audience == -1 or 0 < allowed < 1 << match.seats


def check_unlisted(match: Match, earlier: list[Act], rng: Random) -> None:
    """Whatever is not listed is refused with a sentence, and the match is as it was."""
    before = snapshot(match)
    for given in _unlisted(match, earlier, rng):
        refused = refusal_of(match, given)
        assert refused is not None, f"{given} is not listed, but accepted"
        assert str(refused)
        assert (refused.code == "match-is-over") is (match.needs is Need.NOTHING)
        assert snapshot(match) == before, f"{given} changed the match"


def refusal_of(match: Match, given: Input) -> IllegalAction | None:
    """Why the match refuses an input; ``None`` if it was accepted."""
    try:
        match.apply(given)
    except IllegalAction as refused:
        return refused
    return None


def _unlisted(match: Match, earlier: list[Act], rng: Random) -> Iterator[Input]:
    listed = {seat: set(match.legal(seat)) for seat in range(match.seats)}
    for act in _wrong_acts(match, earlier, rng):
        if act.action not in listed.get(act.seat, ()):
            yield act
    yield from _wrong_chance(match, rng)
    reports = match.reports()
    for happening in Happening:
        for seat in (0, match.seats - 1, match.seats, 999) if happening in (Happening.LEAVE, Happening.SIT) else (0,):
            if Report(happening, seat) not in reports:
                yield Report(happening, seat)


def _wrong_acts(match: Match, earlier: list[Act], rng: Random) -> Iterator[Act]:
    """Acts that are mostly wrong: other seats', earlier ones, other verbs', other arguments'."""
    somebody = rng.randrange(match.seats)
    for seat in match.to_act:
        action = pick(match.legal(seat), rng)
        yield Act((seat + 1) % match.seats, action)
        yield Act(match.seats, action)
        yield Act(999_999_999, action)
        syntax = match.game.verbs[action.verb]
        if syntax.what:
            yield Act(seat, action._replace(what=_argument(match, syntax.what, rng)))
        if syntax.where:
            yield Act(seat, action._replace(where=_argument(match, syntax.where, rng)))
        somebody = seat
    if earlier:
        yield from (pick(earlier, rng) for _ in range(3))
        yield Act(somebody, pick(earlier, rng).action)
    for verb in match.game.verbs:
        yield Act(somebody, some_action(match, verb, rng))
    yield Act(somebody, Action("fly"))


def some_action(match: Match, verb: str, rng: Random) -> Action:
    """An action that can be spelt, whether it makes sense or not."""
    syntax = match.game.verbs[verb]
    what = _argument(match, syntax.what, rng) if syntax.what else 0
    return Action(verb, what, _argument(match, syntax.where, rng) if syntax.where else 0)


def _argument(match: Match, argument: Argument, rng: Random) -> int:
    if argument is CARD:
        return rng.randrange(54)
    if argument is SUIT:
        return rng.randrange(4)
    if isinstance(argument, Cards):
        held = cards_in(pick(match.held, rng))  # type: ignore[attr-defined]  # all games keep hands so
        pool = held if held and rng.random() < 0.8 else range(54)
        return sum(1 << card for card in rng.sample(pool, min(len(pool), rng.randint(1, 5))))
    return pick(ODD_NUMBERS, rng)


def _wrong_chance(match: Match, rng: Random) -> Iterator[Chance]:
    """Outcomes that are not asked for, and malformed ones."""
    deck = cards_in(match.deck)
    outcomes = {
        Need.DEALER: ((match.seats,), (0, 1)),
        Need.DECK: (deck[1:], [*deck, 0], [*deck[1:], deck[1]]),
        Need.DICE: ((0,) * match.dice_wanted, (7, 7), (1, 2, 3), (999_999_999,)),
        Need.CARD: ((pick(cards_in(~match.drawable() & (1 << 54) - 1), rng),), (0, 1), (999_999_999,)),
    }
    for need, values in outcomes.items():
        yield from (Chance(need, value) for value in values)
    for need, value in ((Need.DEALER, (0,)), (Need.DECK, deck), (Need.DICE, (1,)), (Need.DICE, (1, 1))):
        if match.needs is not need:
            yield Chance(need, value)


def json_again(value: object) -> None:
    """The value is the same after it has been JSON."""
    assert json.loads(json.dumps(value)) == value


class Sentences:
    """The sentences of a game's events and refusals: a code has one sentence."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def check(self, code: str, template: str) -> None:
        """Note a sentence; it must be the one that the code had before."""
        assert self._known.setdefault(code, template) == template


def check_closing(match: Match) -> None:
    """The table may be closed at any time; afterwards nothing is accepted."""
    copy = match.copy()
    hands = copy.hand_points[:]
    copy.apply(Report(Happening.END))
    assert copy.needs is Need.NOTHING
    assert copy.ending is not None
    assert (copy.to_act, copy.reports(), copy.hand_points) == ((), [], hands)
    check_unlisted(copy, [], Random(0))
    check_who_acts(copy)


def check_playthrough(table: Table, all_moments: Iterator[Moment], rng: Random, often: float) -> None:
    """Check a match from its first to its last position.

    Args:
        table: where it is played.
        all_moments: its inputs, with what stands before and after.
        rng: chooses samples.
        often: the share of positions that are checked in full.
    """
    sentences = Sentences()
    earlier: list[Act] = []
    match = table.new()
    for moment in all_moments:
        if rng.random() < often:
            check_position(moment.before, earlier, rng)
        if rng.random() < often / 8:
            check_closing(moment.before)
        check_text(moment.before, moment.given)
        for event in moment.events:
            check_event(moment.before, event)
            sentences.check(event.code, event.sentence.template)
        if isinstance(moment.given, Act):
            earlier.append(moment.given)
        match = moment.after
    assert match.needs is Need.NOTHING
    check_position(match, earlier, rng)
