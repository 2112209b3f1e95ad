"""The put-down rummy against a second, slow and obvious implementation (`slow_rummy`)."""

from itertools import product
from random import Random

import pytest

from engine.cards import CARD_TEXTS, cards_in, mask_of, text_of
from engine.chance import Rng, draw, pick, shuffled
from engine.errors import IllegalAction
from engine.games.rummy import GAME, Phase, Rummy
from engine.inputs import Act, Happening, Input, Need, Report
from engine.melds import FITS
from engine.record import write_input
from engine.state import legal_texts, state_of
from engine.syntax import read_action
from tests.engine.games.rummy_hands import position, tables
from tests.engine.games.slow_rummy import SlowRummy, is_meld, is_usable, subsets

TABLES = list(product((2, 3, 4), ("plain", "deep"), ("turn-over", "end")))
SMALL_DECKS = {
    "two suits up to the Ace": "TS JS JD QS QD KS KD AS AD",
    "three suits and the 2": "2S 2C 2D 3S 3C 4S 4C 4D 5S",
    "four of a rank, and runs": "7S 7C 7D 7H 5S 6S 8S 9S 8D",
}


def texts(mask: int) -> list[str]:
    """The cards of a set, lowest first."""
    return text_of(cards_in(mask)).split()


def slow_twin(match: Rummy) -> SlowRummy:
    """The same match in the slow implementation, as far as legal actions and a go are concerned."""
    slow = SlowRummy(match.seats, match.options["take"], match.options["stock-out"])
    slow.needs = "seat"
    slow.dealer, slow.turn = match.dealer, match.turn
    slow.hands = [set(texts(hand)) for hand in match.held]
    slow.stock, slow.pile = text_of(match.stock).split(), text_of(match.pile).split()
    slow.table = [frozenset(texts(meld)) for meld in match.melds]
    slow.placer = {card: seat for seat, placed in enumerate(match.placed) for card in texts(placed)}
    slow.drawn = match.phase is Phase.MELD
    slow.asked_for = texts(match.taken)[0] if match.taken else None
    return slow


def assert_same_legal(match: Rummy, slow: SlowRummy) -> None:
    """The same actions are legal in both, each listed once."""
    legal = {str(slow.turn): sorted(slow.legal())} if slow.needs == "seat" else {}
    listed = {}
    for seat, actions in legal_texts(match).items():
        assert isinstance(actions, list)
        listed[seat] = sorted(actions)
    assert listed == legal


def assert_same(match: Rummy, slow: SlowRummy) -> None:
    """Both stand at the same point of the same match."""
    assert_same_legal(match, slow)
    state = state_of(match, None)
    assert (state["needs"], state["to_act"]) == (slow.needs, [slow.turn] if slow.needs == "seat" else [])
    assert (state["hands"], state["totals"]) == (slow.scores, slow.totals)
    assert (state["over"], state["winners"], state.get("hat", [])) == (slow.over, slow.winners, slow.hat)
    assert [set(texts(hand)) for hand in match.held] == slow.hands
    assert (text_of(match.stock).split(), text_of(match.pile).split()) == (slow.stock, slow.pile)
    assert [set(texts(meld)) for meld in match.melds] == slow.table
    assert {card: seat for seat, placed in enumerate(match.placed) for card in texts(placed)} == slow.placer


def next_input(match: Rummy, rng: Rng, melding: float) -> Input:
    """What the match asks for, at random; so often a take, a put-down or an addition where there is one."""
    if match.needs is not Need.SEAT:
        return draw(match, rng)
    (seat,) = match.to_act
    actions = match.legal(seat)
    if rng.random() < melding:
        actions = [action for action in actions if action.verb in ("take", "meld", "add")] or actions
    return Act(seat, pick(actions, rng))


@pytest.mark.parametrize(("seats", "take", "stock_out"), TABLES)
@pytest.mark.parametrize("melding", [0.0, 0.9])
def test_random_matches_agree_at_every_point(seats: int, take: str, stock_out: str, melding: float) -> None:
    """Legal actions, hands, stock, pile, table, placers, scores and the end are the same after every input."""
    rng = Random(f"{seats} {take} {stock_out} {melding}")
    for _ in range(2):
        match = GAME.new(seats, {"take": take, "stock-out": stock_out})
        assert isinstance(match, Rummy)
        slow = SlowRummy(seats, take, stock_out)
        for count in range(400):
            given = next_input(match, rng, melding) if count < 399 else Report(Happening.END)
            match.apply(given)
            slow.play(write_input(GAME, given))
            assert_same(match, slow)
            if match.needs is Need.NOTHING:
                break


def accepts(match: Rummy, text: str) -> bool:
    """Whether seat 0 may do what the text says; if so it is done."""
    try:
        match.act(0, read_action(GAME.verbs, text.split()))
    except IllegalAction:
        return False
    return True


def random_position(rng: Rng, take: str) -> Rummy:
    """Melds on the table, a hand, and a pile or a card that was taken, so dense that rules meet."""
    table: list[int] = []
    for meld in shuffled(FITS, rng)[:12]:
        if len(table) < rng.random() * 6 and meld.bit_count() < 6 and not any(meld & other for other in table):
            table.append(meld)
    low = int(rng.random() * 20)
    near = [card for card in range(low, low + 32) if not any(meld >> card & 1 for meld in table)]
    free = shuffled(near, rng)
    hand, pile = free[: 1 + int(rng.random() * 12)], free[12:20]
    drawing = rng.random() < 0.3 and pile
    taken = not drawing and rng.random() < 0.8 and len(hand) > 1
    return position(
        text_of(hand),
        melds=[text_of(cards_in(meld)) for meld in table],
        pile=text_of(pile) if drawing else "",
        taken=text_of(hand[:1]) if taken else "",
        others=["", ""],
        take=take,
    )


@pytest.mark.parametrize("take", ["plain", "deep"])
def test_random_positions_have_the_same_legal_actions(take: str) -> None:
    """Positions that play may never reach, but that the rules decide all the same."""
    rng = Random(take)
    for _ in range(600):
        match = random_position(rng, take)
        assert_same_legal(match, slow_twin(match))


@pytest.mark.parametrize("take", ["plain", "deep"])
def test_exactly_the_legal_actions_are_accepted_in_random_positions(take: str) -> None:
    """Of all actions that there are, whatever their cards; a refusal changes nothing."""
    rng = Random(f"{take} accepted")
    for _ in range(40):
        match = random_position(rng, take)
        before = match.copy().__dict__
        legal = slow_twin(match).legal()
        cards = CARD_TEXTS
        melds = [f"meld {text_of(cards_in(meld))}" for meld in shuffled(FITS, rng)[:40]]
        pairs = [f"meld {text_of(pair)}" for pair in (cards_in(match.held[0])[:2],)]
        numbers = range(len(match.melds) + 2)
        universe = {
            "draw",
            *melds,
            *pairs,
            *(f"{verb} {card}" for verb in ("take", "discard") for card in cards),
            *(f"add {card} {number}" for card in cards for number in numbers),
        }
        for text in universe | legal:
            twin = match.copy()
            assert accepts(twin, text) == (text in legal), text
            assert (twin.__dict__ == before) == (text not in legal), text


@pytest.mark.parametrize("take", ["plain", "deep"])
@pytest.mark.parametrize("deck", SMALL_DECKS.values(), ids=SMALL_DECKS.keys())
def test_every_go_can_be_completed(deck: str, take: str) -> None:
    """Every table, hand and taken card of a small deck agree, and no way through a go leads to a dead end.

    A sound position is one in which a taken card that is still in the hand is usable where it is owed, and is not
    alone and without a place where it is not. The first is what a legal take gives. Every sound position has a legal
    action, and whatever is legal leaves a sound position or ends the go: so every go can be completed.
    """
    all_cards = mask_of(CARD_TEXTS.index(card) for card in deck.split())
    for table in tables(all_cards):
        on_table = [" ".join(texts(meld)) for meld in table]
        for hand in subsets(set(deck.split()).difference(*map(str.split, on_table))):
            for taken in ("", *hand):
                match = position(" ".join(hand), melds=on_table, taken=taken, others=["", ""], take=take)
                slow = slow_twin(match)
                if not hand or not is_sound(slow):
                    continue
                assert_same_legal(match, slow)
                legal = slow.legal()
                assert legal, (on_table, hand, taken)
                for action in legal:
                    verb, *words = action.split()
                    after = slow_twin(match)
                    if verb != "discard":
                        left, after.table = slow.after(verb, words)
                        after.hands[0] = set(left)
                        assert not left or is_sound(after), (on_table, hand, taken, action)


def is_sound(slow: SlowRummy) -> bool:
    """As the test of completed goes says."""
    hand, card = frozenset(slow.hands[slow.turn]), slow.asked_for
    if card is None or card not in hand:
        return True
    if slow.take == "deep":
        return is_usable(card, hand, slow.table)
    return hand != {card} or any(is_meld(meld | {card}) for meld in slow.table)
