"""Tien Len: the sentences of RULES.md §4 on dealing, playing, places and views (others: test_tien_len_*)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import card, cards, cards_in, mask_of
from engine.errors import IllegalAction, InvalidOptions
from engine.games.tien_len import GAME, TienLen
from engine.games.tien_len_combinations import cards_below, in_order, lowest_of
from engine.games.tien_len_points import token_changes, worth_of_chop, worth_of_twos
from engine.inputs import Act, Action, Chance, Need
from engine.leaving import Leaving, OnLeave
from tests.engine.games.tien_len_hands import chips, deal, feed, four, legal, match_of, play_out, practice, suit, tokens
from tests.engine.perft import perft
from tests.engine.records import events_of, fed, header, refusal, refusal_code

# --- seats, options, the deal (§4.1, §4.2)


def test_practice_is_for_four_and_the_default_there() -> None:
    """At 2 and 3 seats tokens are the only choice (T-D14)."""
    assert [GAME.options(seats)["scoring"] for seats in (2, 3, 4)] == [("tokens",), ("tokens",), ("practice", "tokens")]
    assert GAME.new(4).options == {"scoring": "practice"}
    assert GAME.new(3).options == {"scoring": "tokens"}
    with pytest.raises(InvalidOptions):
        GAME.new(3, {"scoring": "practice"})
    assert "2, 3, 4 seats" in refusal(fed(header("tien-len", 4)[:2]), "seats 5")


def test_only_tables_for_tokens_may_go_on_forever() -> None:
    """A practice match has a target."""
    assert GAME.new(4, {"scoring": "tokens"}).may_go_on_forever()
    assert not GAME.new(4).may_go_on_forever()


def test_thirteen_cards_each_one_at_a_time() -> None:
    """The other cards of two or three players are out of play and unseen."""
    record = tokens(3)
    done = record.feed("deck " + " ".join(suit(name) for name in "SCDH"))
    assert done
    order = cards(" ".join(suit(name) for name in "SCDH"))
    assert match_of(record).held == [mask_of(order[seat:39:3]) for seat in range(3)]
    shown = " ".join(str(event) for event in done.events)
    assert not any(text in shown for text in suit("H").split())


def test_the_match_starts_with_all_seats_taken_and_asks_for_the_deck() -> None:
    """Nothing else starts a round."""
    match = match_of(tokens(4))
    assert (match.needs, match.seated, match.to_act) == (Need.DECK, 0b1111, ())
    assert refusal_code(tokens(4), "0 chip") == "not-asked-for"
    assert refusal_code(tokens(4), "dealer 0") == "not-asked-for"


# --- leading and following (§4.3, §4.4)

HANDS = deal(
    "3S 3C 3D 4S 5S 6S 8S 8C 8D 8H TS 2S 2C",
    "4C 4D 5C 5D 6C 6D 9S 9C 9D QS QC AS 2D",
    "3H 4H 5H 6H 7H JS JC JD JH QD QH AC 2H",
)
"""Seat 0 has four 8s, seat 1 three pairs, seat 2 four Jacks."""

THREE_PAIRS = "4C 4D 5C 5D 6C 6D"
CHOPPED = [HANDS, "0 play 3S", "1 play 9S", "2 chip", "0 play 2S", "2 decline", f"1 play {THREE_PAIRS}"]
"""Seat 1 has chopped 2S, and seat 2, which has chipped, is asked about that."""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 play 4C", "not-your-turn"),
        ("3 chip", "no-such-seat"),
        ("0 chip", "leader-cannot-chip"),
        ("0 decline", "nothing-to-decline"),
        ("0 play 4C", "not-in-hand"),
        ("0 play 3S 4C", "not-in-hand"),
        ("0 play X1", "not-in-hand"),
        ("0 play 3S 4S", "no-combination"),
        ("0 play 3S 3C 4S", "no-combination"),
        ("0 play 4S 5S 6S 8S", "no-combination"),
        ("0 play TS 2S", "no-combination"),
        (f"0 play {four('8')}", "chop-led"),
        ("0 play 4S", "opening-card-missing"),
        ("0 play 3C 3D", "opening-card-missing"),
        ("0 play 4S 5S 6S", "opening-card-missing"),
    ],
)
def test_refusals_of_a_lead(line: str, code: str) -> None:
    """Each names its rule."""
    assert refusal_code(tokens(3, HANDS), line) == code


@pytest.mark.parametrize(
    ("led", "answer", "code"),
    [
        ("3S", "4C 4D", "other-kind"),
        ("3S 3C", "4C", "other-kind"),
        ("3S 4S 5S", "4C 5C 6C 2D", "no-combination"),
        ("3S 4S 5S 6S", "4C 5C 6C", "other-length"),
        ("3S", THREE_PAIRS, "chop-on-ordinary"),
        ("3S", "decline", "nothing-to-decline"),
    ],
)
def test_refusals_of_an_answer(led: str, answer: str, code: str) -> None:
    """Each names its rule."""
    record = tokens(3, HANDS, f"0 play {led}")
    assert refusal_code(record, f"1 {answer}" if answer == "decline" else f"1 play {answer}") == code


def test_refusals_of_what_is_too_low() -> None:
    """Plays of the same kind, and chops."""
    record = tokens(3, HANDS, "0 play 3S", "1 play 9S")
    assert refusal_code(record, "2 play 4H") == "too-low"
    record = tokens(3, *CHOPPED, "2 decline")
    assert refusal_code(record, "0 play 2C") == "higher-chop-only"
    feed(record, f"0 play {four('8')}", "2 decline")
    assert refusal_code(record, "1 play QS QC") == "higher-chop-only"
    pairs = tokens(2, deal("3S 3C 2S 2C", "4S 4C 5S 5C 6S 6C"), "0 play 3S", "1 chip", "0 play 2S 2C")
    assert refusal_code(pairs, "1 play 4S 4C 5S 5C 6S 6C") == "chop-too-low"


def test_a_verb_of_another_game_is_refused() -> None:
    """Records cannot even spell it."""
    with pytest.raises(IllegalAction) as refused:
        match_of(tokens(3, HANDS)).act(0, Action("fold"))
    assert refused.value.code == "not-an-action-now"


def test_the_refusal_of_an_answer_says_what_lies_on_the_table() -> None:
    """In plain words."""
    record = tokens(3, HANDS, "0 play 3S 4S 5S 6S")
    assert refusal(record, "1 play 9S") == "The play on the table is a run and is answered by a higher one."
    assert refusal(record, "1 play 4C 5C 6C") == "A run is answered by a run of the same length: 4 cards."


def test_who_has_chipped_sits_out_until_the_trick_is_over() -> None:
    """Then the holder leads, and everybody is in again."""
    record = tokens(3, HANDS, "0 play 3S", *chips(1), "2 play 4H", "0 play 5S")
    assert match_of(record).to_act == (2,)
    assert match_of(record).view(1)["chipped"] == [1]
    assert events_of(record, "2 chip") == ["chipped", "trick-won"]
    match = match_of(record)
    assert (match.phase, match.to_act, match.chipped, match.plays) == ("lead", (0,), 0, ())
    feed(record, "0 play 6S")
    assert match_of(record).to_act == (1,)


def test_one_may_chip_though_able_to_beat() -> None:
    """Chipping is always allowed to who follows."""
    record = tokens(3, HANDS, "0 play 3S")
    assert legal(record, 1)[-1] == "chip"
    assert len(legal(record, 1)) == 1 + 13


def test_the_next_seat_leads_when_the_winner_of_the_trick_has_no_cards() -> None:
    """The next one that has, in order (T-D9)."""
    record = tokens(4, deal(suit("S").replace("2S", "3C"), suit("C").replace("3C", "2S"), suit("D"), suit("H")))
    feed(record, f"0 play {suit('S').removesuffix(' 2S')}", *chips(1, 2, 3))
    assert events_of(record, "0 play 3C") == ["played", "out-of-cards"]
    done = feed(record, *chips(1, 2)).feed("3 chip")
    assert done
    assert str(done.events[-1]) == "seat 0 wins the trick; seat 1 leads."
    assert match_of(record).to_act == (1,)


def test_cards_are_named_in_any_order_and_written_lowest_first() -> None:
    """3 is the lowest rank, 2 the highest; suits S C D H."""
    record = tokens(3, HANDS, "0 play 5S 3S 4S", *chips(1, 2), "0 play 2C 2S")
    assert [play["cards"] for play in match_of(record).view(1)["trick"]] == [["2S", "2C"]]
    texts = legal(tokens(3, HANDS), 0)
    assert texts[:4] == ["play 3S", "play 3S 3C", "play 3S 3D", "play 3S 3C 3D"]
    assert in_order(mask_of(cards("2S 3H AC 3S"))) == tuple(cards("3S 3H AC 2S"))
    assert lowest_of(mask_of(cards("2S 2H"))) == mask_of(cards("2S"))
    assert cards_below(1 << card("3C")) == 1 << card("3S")
    assert cards_below(1 << card("2C")).bit_count() == 49
    assert cards_below(0) == 0


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["0 play 3S"],
        ["0 play 3S 3C"],
        ["0 play 3S 4S 5S"],
        ["0 play 3S", *chips(1, 2)],
        ["0 play 3S", "1 chip", "2 play 2H"],
        ["0 play 3S", "1 chip", "2 play 4H", "0 play 2S"],
        ["0 play 3S", *chips(1, 2), "0 play 2S 2C"],
    ],
)
def test_of_all_sets_of_cards_exactly_the_listed_are_accepted(lines: list[str]) -> None:
    """Every set of the hand's cards is tried."""
    match = match_of(tokens(3, HANDS, *lines))
    (seat,) = match.to_act
    hand = cards_in(match.held[seat])
    accepted = set()
    for size in range(1, 14):
        for chosen in combinations(hand, size):
            action = Action("play", mask_of(chosen))
            try:
                match.copy().act(seat, action)
            except IllegalAction:
                continue
            accepted.add(action)
    listed = match.legal(seat)
    assert accepted == {action for action in listed if action.verb == "play"}
    assert len(set(listed)) == len(listed)


# --- who leads a round (§4.4)

ONE_SUIT_EACH = deal(suit("H"), suit("S"), suit("C"), suit("D"))


def test_the_winner_of_the_last_round_leads_whatever_it_likes() -> None:
    """The lowest card opens the first round only."""
    record = tokens(4, ONE_SUIT_EACH)
    assert events_of(tokens(4), ONE_SUIT_EACH)[-1] == "lowest-opens"
    play_out(record)
    assert events_of(record, deal(suit("S"), suit("H"), suit("C"), suit("D")))[-1] == "winner-leads"
    assert match_of(record).to_act == (1,)
    assert match_of(record).view(1)["must_play"] == []
    assert "play 7H" in legal(record, 1)


def test_the_fourth_opening_in_a_row_is_the_lowest_cards() -> None:
    """And everybody is told why."""
    record = tokens(4)
    for _ in range(3):
        feed(record, ONE_SUIT_EACH)
        play_out(record)
    assert events_of(record, ONE_SUIT_EACH)[-2:] == ["led-enough", "lowest-opens"]
    play_out(record)
    assert events_of(record, ONE_SUIT_EACH)[-1] == "winner-leads"


# --- points (§4.6 to §4.9)


def test_what_2s_are_worth() -> None:
    """2 per black, 4 per red."""
    assert [worth_of_twos(mask_of(cards(text))) for text in ("2S", "2C", "2D", "2H", "2S 2C 2D 2H", "AH 3S")] == [
        2, 2, 4, 4, 12, 0,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("beaten", "chain", "out_of_cards", "gone", "worth"),
    [
        ("2S", 0, False, False, 2),
        ("2S 2H", 0, False, False, 6),  # T-D6
        ("2S 2H", 0, True, False, 0),
        ("2S 2H", 0, False, True, 0),
        (four("6"), 4, False, False, 8),
        (four("6"), 4, True, False, 8),
        (four("6"), 4, True, True, 0),
        (four("6"), 0, False, False, 0),
    ],
)
def test_what_a_chop_is_worth(beaten: str, chain: int, *, out_of_cards: bool, gone: bool, worth: int) -> None:
    """Each line of §4.6, and of §4.10 on players who have left."""
    assert worth_of_chop(mask_of(cards(beaten)), chain, out_of_cards=out_of_cards, gone=gone) == worth


@pytest.mark.parametrize(
    ("placed", "leavers", "changes"),
    [
        ([2, 0, 3, 1], [], [2, -4, 4, -2]),
        ([2, 0, 1], [], [1, -4, 3, 0]),
        ([1, 0], [], [-4, 4, 0, 0]),
        ([2, 0, 3], [1], [2, -4, 4, -2]),
        ([2, 0], [1, 3], [2, -4, 6, -4]),
        ([2], [0, 1, 3], [-4, -4, 12, -4]),
        ([1, 2], [0], [-4, 3, 1, 0]),
        ([1], [0, 2], [-4, 8, -4, 0]),
        ([1], [0], [-4, 4, 0, 0]),
    ],
)
def test_places_for_tokens(placed: list[int], leavers: list[int], changes: list[int]) -> None:
    """The payouts of the number dealt in; what is left of the pot goes to the 1st place (§4.10)."""
    assert token_changes(placed, leavers, 4) == changes
    assert sum(changes) == 0


def test_only_the_last_player_is_pinched() -> None:
    """3rd of four, 2nd of three, 1st of two is paid; chops of the round come on top in the same figure."""
    record = tokens(2, deal(suit("S"), suit("H")))
    play_out(record)
    assert match_of(record).hand_points == ((4 + 4, -4 - 4),)
    three = tokens(3, deal(suit("S"), suit("H"), suit("D")))
    play_out(three)
    assert match_of(three).hand_points == ((3, 1 + 4, -4 - 4),)


def test_chops_count_in_the_totals_at_once_and_in_the_round_at_its_end() -> None:
    """RECORDS.md, "The state as JSON"."""
    record = tokens(3, *CHOPPED, "table close")
    assert match_of(record).totals == (-2, 2, 0)
    assert match_of(record).hand_points == ()
    play_out(record)
    (points,) = match_of(record).hand_points
    assert points == match_of(record).totals
    assert sum(points) == 0


@pytest.mark.parametrize("lines", [[], [HANDS], [HANDS, "0 play 3S"]])
def test_a_closed_table_has_no_result(lines: list[str]) -> None:
    """At any time, before the first deal too; nothing is accepted afterwards."""
    record = tokens(3, *lines, "table end")
    match = match_of(record)
    assert (match.ending, match.winners, match.hand_points, match.phase) == ("ended", (), (), "over")
    assert match.reports() == []
    for line in ("table end", "table close", "table leave 0", "table sit 0", HANDS, "0 play 3S"):
        assert refusal_code(record, line) == "match-is-over"


def test_a_round_cut_off_keeps_its_chops_in_the_totals() -> None:
    """It is not listed among the rounds."""
    record = tokens(3, *CHOPPED, "table end")
    assert (match_of(record).totals, match_of(record).hand_points) == ((-2, 2, 0), ())


# --- who sees what (§4.11)


def test_a_view_names_nothing_else() -> None:
    """The own hand, counts, the trick, who has chipped, places, points, who led how often."""
    view = match_of(tokens(3, HANDS, "0 play 3S", "1 chip")).view(1)
    common = {"game", "seat", "phase", "needs", "to_act", "totals", "hands", "ending", "winners", "options"}
    table = {"seated", "dealt_in", "counts", "placed", "round_points", "shown", "winner", "opener", "streak"}
    trick = {"trick", "chipped", "chain", "window", "opening", "lowest_opens"}
    assert set(view) == common | table | trick | {"hand", "must_play"}
    assert view["hand"] == [*THREE_PAIRS.split(), "9S", "9C", "9D", "QS", "QC", "AS", "2D"]
    assert view["counts"] == [12, 13, 13]
    assert view["trick"] == [{"seat": 0, "cards": ["3S"]}]


def test_only_the_leader_sees_the_card_that_must_be_played() -> None:
    """The others see who has the lowest card, not which it is."""
    match = match_of(tokens(2, deal("4C 5S 6S", "5C 6C 7S 9S")))
    assert [match.view(seat)["must_play"] for seat in (0, 1)] == [["3S"], []]
    assert [match.view(seat)["lowest_opens"] for seat in (0, 1)] == [True, True]


def test_the_last_players_cards_are_shown_until_the_next_deal() -> None:
    """They are needed for the pinch."""
    record = tokens(2, deal(suit("S"), suit("H")))
    play_out(record)
    assert [match_of(record).view(seat)["shown"] for seat in (0, 1)] == [suit("H").split()] * 2
    feed(record, deal(suit("S"), suit("H")))
    assert match_of(record).view(0)["shown"] == []


def test_whoever_leaves_loses_the_bet() -> None:
    """The policy of the game (FEATURES A-4)."""
    assert GAME.leaving == Leaving(OnLeave.OUT_OF_ROUND, reported=True, rests=True)


# --- properties and counted trees


@given(st.permutations(range(52)), st.sampled_from([2, 3, 4]), st.randoms(use_true_random=False))
def test_chops_move_points_between_players_only(deck: list[int], seats: int, rng: object) -> None:
    """At a table for tokens the totals sum up to nothing after every action."""
    assert hasattr(rng, "random")
    match = GAME.new(seats, {"scoring": "tokens"})
    assert isinstance(match, TienLen)
    match.apply(Chance(Need.DECK, deck))
    while match.needs is Need.SEAT:
        seat = match.to_act[int(rng.random() * len(match.to_act))]
        actions = match.legal(seat)
        match.apply(Act(seat, actions[int(rng.random() * len(actions))]))
        assert sum(match.totals) == 0
        assert sum(hand.bit_count() for hand in match.held) <= 13 * seats
    assert len(match.placed) == seats


def test_counted_tree_of_a_fixed_deal() -> None:
    """Golden numbers: all ways from a lead of the deal with chops, and windows in it."""
    record = tokens(3, HANDS, "0 play 3S", "1 play 9S", "2 chip")
    assert perft(match_of(record), 5) == {
        "leaves": 4202, "played": 4236, "chipped": 1022, "trick-won": 269, "chopped": 132, "chop-chopped": 8,
        "window-opened": 183, "may-chop": 183, "declined": 42, "window-closed": 42,
    }  # fmt: skip


def test_practice_and_tokens_are_played_alike() -> None:
    """Only the points differ."""
    assert (
        perft(match_of(practice(ONE_SUIT_EACH)), 3)["leaves"] == perft(match_of(tokens(4, ONE_SUIT_EACH)), 3)["leaves"]
    )
