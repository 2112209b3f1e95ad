"""The put-down rummy, sentence by sentence (RULES.md §2); its worked examples are in test_rummy_examples."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, cards, mask_of, text_of
from engine.chance import draw, pick
from engine.errors import IllegalAction
from engine.games.rummy import GAME, Rummy
from engine.games.rummy_scoring import TARGET, standing, value_of
from engine.inputs import Act, Action, Need
from engine.leaving import Leaving, OnLeave
from engine.match import Ending
from tests.engine.games.rummy_hands import SEVEN, act, deal_line, discards, feed, legal_texts, position, rummy, start
from tests.engine.perft import perft
from tests.engine.records import deck_line, fed, header, refusal, refusal_code

# --- players, options, deal (§2.1, §2.2, §2.3)


def test_the_registry_entry_says_what_the_game_is() -> None:
    """Two to four players, two options with their defaults first, a match that need not end, leaving ends it."""
    assert (GAME.name, GAME.seats, GAME.leaving, GAME.endless) == (
        "rummy",
        (2, 3, 4),
        Leaving(OnLeave.MATCH_ENDS, reported=True),
        True,
    )
    for seats in GAME.seats:
        assert GAME.options(seats) == {"take": ("plain", "deep"), "stock-out": ("turn-over", "end")}
    assert GAME.new().options == {"take": "plain", "stock-out": "turn-over"}


@pytest.mark.parametrize(("seats", "hand", "stock"), [(2, 13, 25), (3, 7, 30), (4, 7, 23)])
def test_the_deal(seats: int, hand: int, stock: int) -> None:
    """One at a time from the dealer's left; the next card is the pile, the rest the stock."""
    deck = list(range(52))
    record = fed([*header("rummy", seats), "dealer 1", f"deck {text_of(deck)}"])
    match = rummy(record)
    first = 2 % seats
    assert [match.held[(first + place) % seats] for place in range(seats)] == [
        mask_of(deck[place : hand * seats : seats]) for place in range(seats)
    ]
    assert match.pile == (hand * seats,)
    assert match.stock == tuple(deck[hand * seats + 1 :])
    assert len(match.stock) == stock
    assert (match.to_act, match.dealer) == ((first,), 1)


def test_the_deal_moves_to_the_left() -> None:
    """The dealer of the next hand is the seat after this hand's; no dealer is asked for again."""
    record = start("KS KC KD KH 4S 5S 6S", "", "", upcard="9S", stock="JC", dealer=2)
    match = feed(record, "0 draw / 0 meld KS KC KD KH / 0 meld 4S 5S 6S / 0 discard JC")
    assert (match.needs, match.dealer) == (Need.DECK, 0)
    assert refusal_code(record, "dealer 1") == "not-asked-for"
    feed(record, deal_line("", "", "", upcard="2S", dealer=0))
    assert (match.to_act, match.melds, match.placed) == ((1,), [], [0, 0, 0])


def test_values_of_cards() -> None:
    """Ace 15, court cards and tens 10, the others their number."""
    values = dict(zip("23456789TJQKA", (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 15), strict=True))
    assert all(value_of(card) == values[text_of([card])[0]] for card in range(52))


# --- melds on the table (§2.4)


def test_runs_grow_at_both_ends_and_melds_keep_their_numbers() -> None:
    """Melds are numbered in the order in which they were laid; an added card leaves numbers as they are."""
    match = position("5C 6C 7C 8H 8S 8D 4C 8C 9C KH")
    for text in ("meld 5C 6C 7C", "meld 8S 8H 8D", "add 4C 1"):
        act(match, text)
    assert {text for text in legal_texts(match) if text.startswith("add")} == {"add 8C 1", "add 8C 2"}
    for text in ("add 8C 1", "add 9C 1"):
        act(match, text)
    assert [text_of([c for c in range(52) if meld >> c & 1]) for meld in match.melds] == [
        "4C 5C 6C 7C 8C 9C",
        "8S 8D 8H",
    ]
    assert legal_texts(match) == {"discard KH"}


def test_runs_that_touch_do_not_merge() -> None:
    """The card between two runs goes to either; what lies beyond stays with its own run."""
    match = position("6S 2S TS KH", melds=["3S 4S 5S", "7S 8S 9S"])
    assert {text for text in legal_texts(match) if text.startswith("add")} == {
        "add 6S 1", "add 6S 2", "add 2S 1", "add TS 2",
    }  # fmt: skip
    act(match, "add 6S 1")
    assert len(match.melds) == 2
    assert {text for text in legal_texts(match) if text.startswith("add")} == {"add 2S 1", "add TS 2"}


def test_nothing_is_added_beyond_the_ace_or_below_the_2() -> None:
    """A run that reaches the Ace stops there, and the Ace is high only."""
    match = position("2H AS 7C 9D", melds=["QH KH AH", "2S 3S 4S"])
    assert legal_texts(match) == discards("2H AS 7C 9D")


def test_every_meld_can_be_put_down_with_its_sub_melds() -> None:
    """Four of a rank are five sets; five in a row are six runs."""
    match = position("7S 7H 7D 7C 8C 9C TC JC")
    sets = {"7S 7C 7D 7H", "7S 7C 7D", "7S 7C 7H", "7S 7D 7H", "7C 7D 7H"}
    runs = {"7C 8C 9C", "8C 9C TC", "9C TC JC", "7C 8C 9C TC", "8C 9C TC JC", "7C 8C 9C TC JC"}
    assert {text for text in legal_texts(match) if text.startswith("meld")} == {f"meld {m}" for m in sets | runs}


# --- the order of a go, and refusals


REFUSALS = [
    ("", "1 draw", "not-your-turn"),
    ("", "3 draw", "no-such-seat"),
    ("", "0 discard 2S", "draw-first"),
    ("", "0 meld 2S 4C 6H", "draw-first"),
    ("", "0 add 2S 1", "draw-first"),
    ("0 draw", "0 draw", "drawn-already"),
    ("0 draw", "0 take 9D", "drawn-already"),
    ("0 draw", "0 discard 9D", "not-in-hand"),
    ("0 draw", "0 discard X2", "not-in-hand"),
    ("0 draw", "0 meld 2S 2H 2C", "not-in-hand"),
    ("0 draw", "0 meld 2S", "no-meld"),
    ("0 draw", "0 add 2S 1", "no-such-meld"),
    ("0 draw", "0 add 2S 0", "no-such-meld"),
    ("0 draw", "0 add 9D 1", "not-in-hand"),
    ("0 draw", "deck 2S", "not-asked-for"),
    ("0 draw", "dealer 0", "not-asked-for"),
    ("0 draw", "dice 1 2", "not-asked-for"),
    ("", "table hide", "not-reported-now"),
    ("", "table close", "not-reported-now"),
    ("", "table sit 0", "not-reported-now"),
    ("", "table leave 3", "no-such-seat"),
]


@pytest.mark.parametrize(("before", "line", "code"), REFUSALS)
def test_refusals_name_the_rule_and_change_nothing(before: str, line: str, code: str) -> None:
    """Each by its code."""
    record = start(SEVEN, "", "", upcard="9D", stock="3H", dealer=2)
    if before:
        feed(record, before)
    match = rummy(record)
    state = match.copy().__dict__
    assert refusal_code(record, line) == code
    assert match.__dict__ == state


@pytest.mark.parametrize("before", [[], ["0 draw"]])
def test_a_verb_of_another_game_is_no_action(before: list[str]) -> None:
    """Records cannot spell it, but a program may try."""
    record = start(SEVEN, "", "", upcard="9D", dealer=2)
    for line in before:
        feed(record, line)
    with pytest.raises(IllegalAction, match="You cannot"):
        rummy(record).act(0, Action("play"))


def test_a_card_that_does_not_fit_is_refused() -> None:
    """The sentence names the meld."""
    match = position("7C 9H", melds=["4H 5H 6H"])
    with pytest.raises(Exception, match="7C cannot be added to 4H 5H 6H"):
        act(match, "add 7C 1")


@pytest.mark.parametrize(
    "line", ["0 meld", "0 meld 2S 2S 4C", "0 take", "0 add 2S", "0 pass", "0 play 2S", "0 draw 2S"]
)
def test_what_cannot_be_read_is_refused(line: str) -> None:
    """Verbs of other games, too few words or too many, a card named twice."""
    assert refusal(start(SEVEN, "", "", upcard="9D", dealer=2), line)


def test_the_cards_of_a_meld_may_be_written_in_any_order() -> None:
    """The canonical order is by rank, then S C D H."""
    match = position("7D 7S 7H 7C 2S")
    assert "meld 7S 7C 7D 7H" in legal_texts(match)
    act(match, "meld 7H 7S 7D 7C")
    assert len(match.melds) == 1


# --- the stock check (§2.5)


def test_the_last_drawer_plays_the_go_out() -> None:
    """The check comes when the next go starts."""
    match = position("5C 2D", pile="3H 4H", stock_out="end")
    match.stock = match.stock[:1]
    act(match, "draw")
    assert match.to_act == (0,)
    assert [event.code for event in act(match, "discard 5C")][:2] == ["discarded", "stock-out"]


def test_no_go_starts_where_the_stock_is_out_even_though_the_pile_could_be_taken() -> None:
    """With `end` the hand ends before anybody may take the top card."""
    match = position("5C 2D", pile="3H 4H", others=["9S 9H", "2C 3C"], stock_out="end")
    match.stock = match.stock[:1]
    drawn = text_of(match.stock)
    act(match, "draw")
    act(match, "discard 5C")
    assert match.needs is Need.DECK
    held = sum(value_of(card) for card in cards(f"2D {drawn}"))
    assert match.hand_points == ((-held, -18, -5),)


@pytest.mark.parametrize(
    ("stock_out", "pile", "ends"), [("turn-over", "3H 4H", False), ("turn-over", "4H", True), ("end", "3H 4H", True)]
)
def test_drawing_from_an_empty_stock_makes_the_same_check_first(stock_out: str, pile: str, *, ends: bool) -> None:
    """A state made by hand."""
    match = position("5C 2D", pile=pile, stock_out=stock_out)
    match.stock = ()
    codes = [event.code for event in act(match, "draw")]
    assert codes[:1] == (["stock-out"] if ends else ["turned-over"])
    assert (match.needs is Need.DECK) == ends
    if not ends:
        assert match.held[0] == mask_of(cards("5C 2D 3H"))
        assert text_of(match.pile) == "4H"


# --- going out, scores, the end (§2.5, §2.6, §2.7)


@pytest.mark.parametrize(
    ("hand", "melds", "action", "points"),
    [("3C 4C 5C", [], "meld 3C 4C 5C", 12), ("8H", ["5H 6H 7H"], "add 8H 1", 8), ("8H", [], "discard 8H", 0)],
)
def test_an_empty_hand_is_out_at_once(hand: str, melds: list[str], action: str, points: int) -> None:
    """By putting down, adding or discarding; there is no bonus."""
    match = position(hand, melds=melds, others=["KS 2H", "AD"])
    act(match, action)
    on_table = sum(value_of(card) for card in cards(" ".join(melds)))
    assert match.hand_points == ((points, on_table - 12, -15),)
    assert match.needs is Need.DECK


@pytest.mark.parametrize(
    ("totals", "winners", "hat"),
    [
        ([515, 498, -50], (0,), (2,)),
        ([510, 510, 3], (0, 1), (2,)),
        ([510, 3, 3], (0,), (1, 2)),
        ([510, 510], (0, 1), ()),
        ([0, 0, 0, 0], (0, 1, 2, 3), ()),
        ([-5, -7], (0,), (1,)),
    ],
)
def test_standing(totals: list[int], winners: tuple[int, ...], hat: tuple[int, ...]) -> None:
    """Equal highest totals share the win, equal lowest ones the hat; nobody has it if all are equal."""
    assert standing(totals) == (winners, hat)


@pytest.mark.parametrize(("before", "over"), [(TARGET - 13, False), (TARGET - 12, True)])
def test_the_match_is_over_at_500(before: int, *, over: bool) -> None:
    """500 is enough, 499 is not; the hat is told when it is over, not before."""
    match = position("3C 4C 5C")
    match.totals = (before, 0, 0)
    assert match.extras() == {}
    act(match, "meld 3C 4C 5C")
    assert (match.ending is Ending.WON) == over
    assert (match.needs is Need.NOTHING) == over
    assert match.winners == ((0,) if over else ())
    assert ("hat" in match.extras()) == over


# --- properties of whole matches


@given(
    st.sampled_from(GAME.seats),
    st.sampled_from(["plain", "deep"]),
    st.sampled_from(["turn-over", "end"]),
    st.integers(0, 2**32),
)
def test_cards_are_conserved_and_points_add_up(seats: int, take: str, stock_out: str, seed: int) -> None:
    """Each card is in one place, each go starts with a stock and a pile, totals are the sum of the hands."""
    rng = Random(seed)
    match = GAME.new(seats, {"take": take, "stock-out": stock_out})
    assert isinstance(match, Rummy)
    for _ in range(150):
        if match.needs is Need.SEAT:
            (seat,) = match.to_act
            actions = match.legal(seat)
            assert len(actions) == len(set(actions)) > 0
            match.act(seat, pick(actions, rng))
        elif match.needs is Need.NOTHING:
            break
        else:
            match.chance(draw(match, rng))
        if match.dealer >= 0 and any(match.held):
            places = [*match.held, *match.placed, mask_of(match.stock), mask_of(match.pile)]
            assert sum(places) == FULL_DECK
            assert sum(place.bit_count() for place in places) == 52
            assert sum(match.melds) == sum(match.placed)
        if match.phase.value == "draw":
            assert match.stock
            assert match.pile
        assert match.totals == tuple(sum(points[seat] for points in match.hand_points) for seat in range(seats))


def test_a_copy_is_independent() -> None:
    """What happens to the copy does not touch the match."""
    rng = Random(5)
    match = GAME.new(3, {"take": "deep"})
    while len(match.hand_points) < 3:
        before = match.copy()
        twin = match.copy()
        for _ in range(20):
            if twin.needs is Need.SEAT:
                twin.act(twin.to_act[0], pick(twin.legal(twin.to_act[0]), rng))
            else:
                twin.chance(draw(twin, rng))
        assert match.__dict__ == before.__dict__
        given = Act(match.to_act[0], pick(match.legal(match.to_act[0]), rng)) if match.to_act else draw(match, rng)
        match.apply(given)


def test_seats_follow_each_other() -> None:
    """Turn moves to the left after each discard."""
    record = start(*[""] * 4, upcard="2S", dealer=0)
    match = rummy(record)
    seats = []
    for _ in range(9):
        seats.append(match.turn)
        feed(record, f"{match.turn} draw")
        feed(record, f"{match.turn} {min(text for text in legal_texts(match) if text.startswith('discard'))}")
    assert all(after == (before + 1) % 4 for before, after in pairwise(seats))
    assert seats[0] == 1


COUNTED = {
    "plain": {
        "leaves": 403, "took": 134, "drew": 134, "drew-card": 134, "put-down": 51, "added": 14, "discarded": 285,
        "out": 3, "scored": 9, "deals": 3,
    },
    "deep": {
        "leaves": 518, "took": 37, "took-deep": 39, "drew": 127, "drew-card": 127, "put-down": 92, "added": 89,
        "discarded": 398, "out": 3, "scored": 9, "deals": 3,
    },
}  # fmt: skip
COUNTED_DEALS = [
    ("plain", 2, 3, {"leaves": 1418, "took": 28, "put-down": 837, "added": 72, "discarded": 537, "out": 2}),
    ("deep", 2, 3, {"leaves": 1173, "took": 14, "took-deep": 2, "put-down": 837, "added": 72, "discarded": 304}),
    ("plain", 3, 6, {"leaves": 3445, "took": 261, "put-down": 34, "discarded": 3635}),
    ("deep", 3, 6, {"leaves": 606, "took": 12, "took-deep": 49, "put-down": 82, "discarded": 594}),
]
"""The slow implementation counts the same leaves."""


@pytest.mark.parametrize("take", ["plain", "deep"])
def test_counted_tree_of_a_go_in_which_much_is_possible(take: str) -> None:
    """Every sequence of five actions, and what happens in them: melds of both kinds, additions, takes that owe."""
    others = ["8S 8H 8D QC", "9C TC JC"]
    match = position("5H 6H 7S 7D KC", melds=["2H 3H 4H"], others=others, pile="7H 9S 7C", take=take)
    assert perft(match, 5) == COUNTED[take]


@pytest.mark.parametrize(("take", "seats", "depth", "counted"), COUNTED_DEALS)
def test_counted_trees_of_an_ordered_deck(take: str, seats: int, depth: int, counted: dict[str, int]) -> None:
    """Every sequence of a few actions after a deal that is full of runs."""
    match = rummy(fed([*header("rummy", seats, take=take), "dealer 0", deck_line()]))
    counts = perft(match, depth)
    assert {code: counts[code] for code in counted} == counted
