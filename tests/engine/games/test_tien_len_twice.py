"""Tien Len against a second, slow and obvious implementation (`slow_tien_len`)."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from engine.cards import CARD_TEXTS, card, cards_in, mask_of, text_of
from engine.chance import Rng, draw, pick, shuffled
from engine.games.tien_len import GAME, TienLen
from engine.games.tien_len_combinations import Combination, answers, beats, combination, leads, window_chops
from engine.inputs import Act, Action, Chance, Happening, Input, Need, Report
from engine.record import write_input
from engine.state import state_of
from tests.engine.games import slow_tien_len as slow
from tests.engine.games.slow_tien_len import Cards, SlowTienLen

TABLES = [(2, "tokens"), (3, "tokens"), (4, "tokens"), (4, "practice")]


def deck_of(ranks: str, suits: str = "SCDH") -> list[str]:
    """All cards of some ranks and suits."""
    return [rank + suit for rank in ranks for suit in suits]


def mask(cards: Cards) -> int:
    """The engine's set of the same cards."""
    return mask_of(map(card, cards))


def known(cards: Cards) -> Combination:
    """What the engine takes a combination for."""
    what = combination(mask(cards))
    assert what
    return what


def texts(actions: list[Action]) -> list[Cards]:
    """The cards of plays."""
    return [frozenset(CARD_TEXTS[card] for card in cards_in(action.what)) for action in actions]


def combinations_of(deck: list[str]) -> list[Cards]:
    """Every combination that a deck of up to sixteen cards holds."""
    return sorted(slow.combinations_in(frozenset(deck)), key=sorted)


def random_combination(rng: Rng) -> Cards:
    """Any combination of a random hand, each type as likely."""
    hand = frozenset(CARD_TEXTS[card] for card in shuffled(range(52), rng)[:13])
    found = sorted(slow.combinations_in(hand), key=sorted)
    kind = pick(sorted({str(slow.kind_of(cards)) for cards in found}), rng)
    return pick([cards for cards in found if slow.kind_of(cards) == kind], rng)


# --- combinations


@pytest.mark.parametrize("ranks", ["3456", "QKA2", "A234"])
def test_every_set_of_a_small_deck_is_the_same_to_both(ranks: str) -> None:
    """What is a combination, and of which type, for all sets of sixteen cards."""
    names = {"Q": "four of a kind", "P3": "three consecutive pairs", "P4+": "four or more consecutive pairs"}
    deck = deck_of(ranks)
    for chosen in range(1, 1 << 16):
        cards = frozenset(text for place, text in enumerate(deck) if chosen >> place & 1)
        kind = slow.kind_of(cards)
        what = combination(mask(cards))
        assert (what and what.kind.value) == (kind and names.get(kind, kind))


@pytest.mark.parametrize("deck", [deck_of("QKA2"), deck_of("34567", "DH"), deck_of("9TJQKA", "CH")])
def test_what_beats_what_in_small_decks_is_the_same_to_both(deck: list[str]) -> None:
    """Every combination of a small deck against every other, those that share cards too."""
    for cards, others in product(combinations_of(deck), repeat=2):
        assert beats(known(cards), known(others)) == slow.beats(cards, others)


def test_what_beats_what_in_the_whole_deck_is_the_same_to_both() -> None:
    """Random combinations against each other, each type as likely, and the chops of all lengths."""
    rng = Random(4)
    found = [random_combination(rng) for _ in range(30)]
    found += [
        frozenset(deck_of(ranks, suits)) for ranks in ("3456", "4567", "34567", "345678") for suits in ("SC", "DH")
    ]
    found += [frozenset(deck_of(rank)) for rank in slow.RANKS]
    for cards, others in product(found, repeat=2):
        assert beats(known(cards), known(others)) == slow.beats(cards, others)


@pytest.mark.parametrize("deck", [deck_of("KA2"), deck_of("3456", "SDH"), deck_of("34567T", "CH")])
def test_all_plays_of_small_hands_are_found(deck: list[str]) -> None:
    """Leads, answers and window chops of every hand of up to six cards, to every play of the cards that are left."""
    rng = Random(5)
    for hand in (frozenset(cards) for size in range(1, 7) for cards in combinations(deck, size)):
        assert_same_plays(hand, pick(combinations_of(sorted(set(deck) - hand)), rng))


def test_all_plays_of_random_hands_are_found() -> None:
    """The same for whole hands, and for hands rich in pairs and fours."""
    rng = Random(6)
    for number in range(10):
        pool = shuffled(deck_of(slow.RANKS), rng) if number % 2 else rich_deck(rng)
        hand, others = frozenset(pool[:13]), frozenset(pool[13:26])
        for cards in sorted(slow.combinations_in(others), key=sorted)[::25]:
            assert_same_plays(hand, cards)


def assert_same_plays(hand: Cards, current: Cards) -> None:
    """Both find the same plays, and the engine none twice."""
    what = known(current)
    held = slow.combinations_in(hand)
    for found, expected in (
        (texts(leads(mask(hand))), slow.leads_in(held)),
        (texts(answers(mask(hand), what)), slow.answers_in(held, current)),
        (texts(window_chops(mask(hand), what)), slow.window_chops_in(held, current)),
    ):
        assert set(found) == expected
        assert len(found) == len(expected)


# --- matches


def rich_deck(rng: Rng) -> list[str]:
    """The cards by hands of thirteen: fours of a kind and rows of pairs, and a 2 in each hand."""
    twos = shuffled(deck_of("2"), rng)
    if rng.random() < 0.5:
        ranks = shuffled("3456789TJQKA", rng)
        hands = [deck_of("".join(ranks[place : place + 3])) for place in (0, 3, 6, 9)]
    else:
        hands = [deck_of(ranks, suits) for ranks in ("345678", "9TJQKA") for suits in ("SD", "CH")]
    pool = [text for hand, two in zip(shuffled(hands, rng), twos, strict=True) for text in (*hand, two)]
    for _ in range(int(rng.random() * 4)):
        one, other = (int(rng.random() * 52) for _ in range(2))
        pool[one], pool[other] = pool[other], pool[one]
    return pool


def rich_deal(seats: int, rng: Rng) -> Chance:
    """A deck that gives each seat one of the hands of a rich deck."""
    pool = rich_deck(rng)
    hands = [pool[13 * place : 13 * place + 13] for place in range(seats)]
    return Chance(Need.DECK, tuple(card(text) for text in (*sum(zip(*hands, strict=True), ()), *pool[13 * seats :])))


def next_input(match: TienLen, rng: Rng, unrest: float) -> Input:
    """What the match asks for, at random, or with some probability a report of the table.

    Chips are frequent and chops are kept together, so that windows open.
    """
    reports = [report for report in match.reports() if report.happening is not Happening.END]
    if match.needs is Need.PLAYERS or rng.random() < unrest:
        return pick(reports, rng)
    if match.needs is Need.DECK:
        return rich_deal(match.seated.bit_count(), rng) if rng.random() < 0.7 else draw(match, rng)
    seat = pick(match.to_act, rng)
    actions = match.legal(seat)
    if rng.random() < 0.6:
        actions = [action for action in actions if action.verb == "chip" or is_two_or_chop(action)] or actions
    return Act(seat, pick(actions, rng))


def is_two_or_chop(action: Action) -> bool:
    """Whether it is a play that can be chopped."""
    what = combination(action.what)
    return what is not None and what.choppable


def assert_same(match: TienLen, other: SlowTienLen) -> None:
    """Both stand at the same point of the same match."""
    state: dict[str, Any] = state_of(match, None)
    assert (state["needs"], state["to_act"], state["over"]) == (other.needs, other.to_act, other.over)
    assert (state["hands"], state["totals"], state["winners"]) == (other.rounds, other.totals, other.winners)
    assert state["ending"] == (None if not other.over else "ended" if other.ended else "won")
    assert match.seated == mask_of(other.taken)
    for seat in other.to_act:
        legal = state["legal"][str(seat)]
        assert sorted(legal) == sorted(other.legal(seat))
    for seat, hand in other.hands.items():
        if other.needs == "seat":
            assert match.held[seat] == mask(hand)


@pytest.mark.parametrize(("seats", "scoring"), TABLES)
@pytest.mark.parametrize("unrest", [0.0, 0.02, 0.2])
def test_random_matches_agree_at_every_point(seats: int, scoring: str, unrest: float) -> None:
    """Legal actions, hands, points, windows and the end are the same after every input."""
    rng = Random(f"{seats} {scoring} {unrest}")
    happened: set[str] = set()
    for _ in range(2):
        match = GAME.new(seats, {"scoring": scoring})
        assert isinstance(match, TienLen)
        other = SlowTienLen(seats, scoring)
        for count in range(200):
            given = next_input(match, rng, unrest) if count < 199 else Report(Happening.END)
            happened.update(event.code for event in match.apply(given))
            other.play(write_input(GAME, given))
            assert_same(match, other)
            if match.needs is Need.NOTHING:
                break
    assert "chopped" in happened or (scoring == "practice" and unrest)


def choices(match: TienLen) -> Iterator[Input]:
    """What matters to windows: chips, answers to the window, 2s and chops; closing and leaving; or the lowest lead."""
    for seat in match.to_act:
        actions = match.legal(seat)
        vital = [action for action in actions if action.verb != "play" or is_two_or_chop(action)]
        yield from (Act(seat, action) for action in vital or actions[:1])
    yield from (report for report in match.reports() if report.happening in (Happening.CLOSE, Happening.LEAVE))


def compare_all(match: TienLen, other: SlowTienLen, depth: int) -> int:
    """Follow all choices to some depth with both; returns how many windows there were."""
    assert_same(match, other)
    windows = int(match.phase == "chop-window")
    if depth and match.needs is Need.SEAT:
        for given in choices(match):
            match_then, other_then = match.copy(), other.copy()
            match_then.apply(given)
            other_then.play(write_input(GAME, given))
            windows += compare_all(match_then, other_then, depth - 1)
    return windows


@pytest.mark.parametrize(("seats", "depth", "seed"), [(4, 6, 1), (4, 6, 2), (3, 6, 3)])
def test_all_windows_of_small_trees_agree(seats: int, depth: int, seed: int) -> None:
    """All ways to chip, chop, decline, close and leave from the opening on."""
    match = GAME.new(seats, {"scoring": "tokens"})
    assert isinstance(match, TienLen)
    other = SlowTienLen(seats, "tokens")
    deal = rich_deal(seats, Random(seed))
    match.apply(deal)
    other.play(f"deck {text_of(deal.values)}")
    assert compare_all(match, other, depth) > 20
