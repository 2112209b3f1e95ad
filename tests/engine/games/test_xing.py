"""Xing, sentence by sentence (RULES.md §1); its worked examples are in test_xing_examples."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import FULL_DECK, card, cards, mask_of, text_of
from engine.chance import shuffled
from engine.errors import IllegalAction
from engine.games.xing import FIRST_TARGET, GAME, RAISED_TARGET, Xing, lay_table, standing, tally
from engine.inputs import Act, Action, Chance, Need
from engine.leaving import Leaving, OnDrop, OnLeave
from engine.match import Ending
from tests.engine.games.xing_hands import E1_DECK, E6_PLAYS, START, at_48_to_45, hand_lines, seeded_hand, xing
from tests.engine.perft import perft
from tests.engine.records import deck_line, events_of, fed, header, refusal_code

# --- the deal (§1.2)


def test_a_replacement_that_is_a_jack_counts() -> None:
    """X-D4: the Jack that replaces a Jack is the second one and goes to the middle."""
    laid = lay_table(cards(deck_line("JH 2S 3S 4S JC 5S").removeprefix("deck ")))
    assert text_of(laid.table) == "5S 2S 3S 4S"
    assert laid.jacks == ((card("JH"), card("JC")), (card("JC"), card("5S")))
    assert laid.stock.index(card("JC")) == 23
    assert laid.stock[-1] == card("JH")


@pytest.mark.parametrize(
    ("start", "seen"),
    [("JH JC JD 2S", "JH JC JD 2S 3S 4S"), ("JH 2S 3S 4S JC JD", "JH 2S 3S 4S JC JD"), ("2S 3S 4S JS JH JD",) * 2],
)
def test_a_third_jack_is_a_misdeal(start: str, seen: str) -> None:
    """The same dealer shuffles and deals again: a deck is asked for, no dealer."""
    record = fed(START)
    done = record.feed(deck_line(seen))
    match = record.finish()
    assert isinstance(match, Xing)
    assert done
    assert [(event.code, event.params()) for event in done.events] == [("misdeal", {"cards": seen.split(), "seat": 3})]
    assert (match.needs, match.dealer, match.known) == (Need.DECK, 3, -1)
    assert refusal_code(record, "dealer 3") == "not-asked-for"
    assert refusal_code(record, "table hide") == "not-reported-now"
    record.feed(E1_DECK)
    assert match.to_act == (0,)
    assert set(start.split()) <= set(seen.split())


@given(st.permutations(range(52)))
def test_laying_the_table_keeps_every_card_and_no_jack(deck: list[int]) -> None:
    """Whatever the deck, table and stock hold each card once and the table no Jack, unless it is a misdeal."""
    laid = lay_table(deck)
    if laid.misdeal:
        assert sum(text[0] == "J" for text in text_of(laid.seen).split()) >= 3
        return
    assert not any(text[0] == "J" for text in text_of(laid.table).split())
    assert sorted((*laid.table, *laid.stock)) == list(range(52))
    if laid.jacks:
        assert laid.stock[-1] == laid.jacks[0][0]


def test_four_cards_each_are_dealt_three_times_and_the_same_seat_starts() -> None:
    """Whenever all hands are empty the dealer's next gets the first packet and plays first again."""
    match = xing([*header("xing", 4), "dealer 1", E1_DECK])
    dealt_at = []
    while not match.hand_points:
        seat = match.turn
        assert seat == (2 + match.plays) % 4
        events = match.apply(Act(seat, match.legal(seat)[0]))
        if any(event.code == "packets-dealt" for event in events):
            dealt_at.append(match.plays)
            assert [event.values[0] for event in events if event.code == "dealt"] == [2, 3, 0, 1]
    assert dealt_at == [16, 32]


def test_the_deal_moves_on_after_every_hand() -> None:
    """The next hand's dealer is the next seat, and no dealer is asked for."""
    record = fed(START)
    seeded_hand(record, 3)
    match = record.finish()
    assert isinstance(match, Xing)
    assert (match.dealer, match.needs) == (0, Need.DECK)
    record.feed(E1_DECK)
    assert match.to_act == (1,)


# --- plays (§1.3)


def test_a_jack_captures_a_lone_card_without_a_xing() -> None:
    """Only a card of the same rank makes one."""
    record = fed([*START, deck_line("5S 9H KD 3C  3H 2H 2D 2S  6S 4S 4D 4C  JS 7S 7H 7D"), "0 play 3H", "1 play 6S"])
    assert events_of(record, "2 play JS") == ["played", "captured"]


def test_a_jack_captures_a_pile_and_lies_alone_on_an_empty_table() -> None:
    """X-D8: on an empty table it is a card like any other."""
    record = fed([*START, deck_line("5S 9H KD 3C  JH 2H 2D 2S  JD 4S 4D 4C")])
    assert events_of(record, "0 play JH") == ["played", "captured"]
    assert events_of(record, "1 play JD") == ["played"]
    assert record.finish().view(0)["pile"] == {"top": "JD", "count": 1}


def test_only_the_top_card_is_compared() -> None:
    """A card of the rank of a covered one is laid on top."""
    record = fed([*START, deck_line("5S 9H KD 3C  5H 2H 2D 2S")])
    assert events_of(record, "0 play 5H") == ["played"]
    assert record.finish().view(0)["pile"] == {"top": "5H", "count": 5}


def test_the_last_play_captures_but_makes_no_xing() -> None:
    """The 48th play on a lone card of its rank takes it, for no ten points."""
    ending = E6_PLAYS.replace("6C 7C 8C TC 9C KC JS", "6C 7C 8C 9C JS KC KD")
    table = "5S 9H TC 3C"
    match = xing([*START, *hand_lines(table, ending)])
    assert [row.xings for row in match.sheet] == [10, 0]
    assert match.sheet[1].cards == 22


def test_what_is_left_falls_to_the_team_that_captured_last() -> None:
    """Seat 1 captured last, so its team takes the two cards that were laid since."""
    plays = E6_PLAYS.replace("TH 6C 7C 8C TC 9C KC JS", "JS 6C 7C 8C TC TH 9C KC")
    record = fed([*START, *hand_lines("5S 9H KD 3C", plays)])
    done = record.last
    assert done
    assert [event.code for event in done.events][:2] == ["played", "left-over"]
    assert done.events[1].params() == {"seats": [1, 3]}
    match = record.finish()
    assert isinstance(match, Xing)
    assert sum(row.cards for row in match.sheet) == 52


@given(st.integers(0, 2**32))
def test_the_scores_of_a_hand_add_up(seed: int) -> None:
    """16, or 13 when both teams took 26 cards, and ten for each Xing (§1.4)."""
    rng = Random(seed)
    match = GAME.new()
    assert isinstance(match, Xing)
    match.apply(Chance(Need.DEALER, (0,)))
    while not match.hand_points:
        if match.needs is Need.DECK:
            match.apply(Chance(Need.DECK, shuffled(range(52), rng)))
        else:
            match.apply(Act(match.turn, shuffled(match.legal(match.turn), rng)[0]))
    tied = match.sheet[0].cards == 26
    xings = sum(row.xings for row in match.sheet)
    assert sum(row.points for row in match.sheet) == (13 if tied else 16) + xings
    assert sum(row.cards for row in match.sheet) == 52


def test_a_tally_counts_each_item() -> None:
    """27 cards are most; TD, 2C, Aces, Jacks and Xings count as the table of §1.4 says."""
    assert tally(mask_of(range(4, 30)), 0).most == 0
    assert tally(mask_of(range(27)), 0)._asdict() == {
        "cards": 27, "most": 3, "ten": 0, "two": 2, "aces": 0, "jacks": 0, "xings": 0,
    }  # fmt: skip
    assert tally(FULL_DECK, 3).points == 3 + 3 + 2 + 4 + 4 + 30


# --- the end of the match (§1.5)


@pytest.mark.parametrize(
    ("totals", "target", "winner", "target_after"),
    [
        ((50, 50), 51, None, 51),
        ((51, 50), 51, 0, 51),
        ((50, 51), 51, 1, 51),
        ((51, 51), 51, None, 71),
        ((70, 51), 51, None, 71),
        ((71, 51), 51, 0, 71),  # X-D7: the raised target counts at once
        ((72, 75), 51, 1, 71),
        ((72, 72), 51, None, 71),
        ((70, 70), 71, None, 71),
        ((71, 70), 71, 0, 71),
        ((90, 91), 71, 1, 71),
        ((90, 90), 71, None, 71),
    ],
)
def test_the_standing_after_a_hand(totals: tuple[int, int], target: int, winner: int | None, target_after: int) -> None:
    """Each line of §1.5."""
    assert standing(totals, target) == (winner, target_after)


def test_raising_the_target_is_told() -> None:
    """Everybody hears of it when both teams have 51."""
    record = at_48_to_45()
    seeded_hand(record, 31)
    assert record.last
    told = [event.params() for event in record.last.events if event.code == "target-raised"]
    assert told == [{"target": FIRST_TARGET, "raised": RAISED_TARGET}]


# --- the known card (§1.2, RECORDS.md "The table")


def test_the_known_card_is_seen_until_it_is_turned_down() -> None:
    """All views show it while it is shown, none afterwards."""
    record = fed([*START, deck_line("5S 9H KD 3C", end="7H")])
    match = record.finish()
    assert [match.view(seat)["known"] for seat in range(4)] == ["7H"] * 4
    assert events_of(record, "table hide") == ["last-card-hidden"]
    assert [match.view(seat)["known"] for seat in range(4)] == [None] * 4
    assert refusal_code(record, "table hide") == "not-reported-now"


def test_playing_does_not_wait_for_the_known_card_to_be_turned_down() -> None:
    """It may be turned down at any time of the hand; the hand's end does it at the latest."""
    lines = hand_lines("5S 9H KD 3C", E6_PLAYS)
    record = fed([*START, *lines[:-1]])
    match = record.finish()
    assert match.view(0)["known"] == "JS"
    assert events_of(fed([*START, *lines[:-1]]), "table hide") == ["last-card-hidden"]
    record.feed(lines[-1])
    assert match.view(0)["known"] is None
    assert refusal_code(record, "table hide") == "not-reported-now"


def test_the_known_card_is_turned_down_only_while_there_is_one() -> None:
    """Before the first deal there is none."""
    assert refusal_code(fed(header("xing", 4)), "table hide") == "not-reported-now"
    assert refusal_code(fed(START), "table hide") == "not-reported-now"
    assert refusal_code(fed(START), "table close") == "not-reported-now"
    assert refusal_code(fed(START), "table leave 1") == "not-reported-now"


def test_what_may_be_seen_for_a_moment_only_is_kept_out_of_logs() -> None:
    """The known card and the Jacks on their way there are fleeting; the table as it lies is not."""
    record = fed(START)
    done = record.feed(deck_line("5S JH KD JC 8D 2H"))
    assert done
    fleeting = {event.code for event in done.events if event.sentence.fleeting}
    assert fleeting == {"to-the-bottom", "to-the-middle", "last-card"}
    assert not any("J" in str(event) for event in done.events if event.audience == -1 and not event.sentence.fleeting)


# --- who sees what (§1.7)


def test_a_view_names_nothing_else() -> None:
    """No captured cards, no stock, no other hands, no count but those of hands and pile."""
    match = xing([*START, *hand_lines("5S 9H KD 3C", E6_PLAYS)[:20]])
    common = {"game", "seat", "phase", "needs", "to_act", "totals", "hands", "ending", "winners"}
    own = {"dealer", "turn", "hand", "counts", "pile", "captured", "deck", "known", "target", "sheet"}
    assert set(match.view(0)) == common | own
    assert match.view(2)["counts"] == [3, 3, 3, 4]
    assert match.view(2)["sheet"] == []


def test_a_capture_tells_neither_cards_nor_count() -> None:
    """It says who captured; the pile's cards are not named again."""
    record = fed([*START, E1_DECK.replace("2S 2C", "3H 2C").replace("3S 3D 3H", "3S 3D 2S")])
    done = record.feed("0 play 3H")
    assert done
    assert [event.params() for event in done.events] == [{"seat": 0, "card": "3H"}, {"seat": 0}]


def test_a_view_tells_whether_a_team_has_captured_in_this_hand() -> None:
    """No more than everybody saw: neither what nor how many; the next hand begins with nothing."""
    lines = hand_lines("5S 9H KD 3C", E6_PLAYS)
    captured = [xing([*START, *lines[:number]]).view(1)["captured"] for number in range(1, len(lines))]
    assert captured[0] == [False, False]
    assert captured[-1] == [True, True]
    assert all(isinstance(has, bool) for teams in captured for has in teams)
    assert xing([*START, *lines]).view(1)["captured"] == [False, False]


def test_the_score_sheet_is_shown_at_the_end_of_the_hand() -> None:
    """All see what each team took, item by item."""
    match = xing([*START, *hand_lines("5S 9H KD 3C", E6_PLAYS)])
    sheet = match.view(1)["sheet"]
    assert sheet[0] == {
        "cards": 30, "most": 3, "ten": 3, "two": 2, "aces": 2, "jacks": 2, "xings": 10, "points": 22,
    }  # fmt: skip
    assert sheet[1]["points"] == 4


# --- refusals, the table, leaving


def test_refusals_name_the_rule() -> None:
    """Another's turn, a card one does not hold, an input that is not asked for."""
    record = fed(START)
    assert refusal_code(record, "0 play 3C") == "not-asked-for"
    record.feed(E1_DECK)
    assert refusal_code(record, "1 play 3D") == "not-your-turn"
    assert refusal_code(record, "0 play 3C") == "not-in-hand"
    assert refusal_code(record, "0 play AS") == "not-in-hand"
    assert refusal_code(record, "4 play AS") == "no-such-seat"
    assert refusal_code(record, E1_DECK) == "not-asked-for"
    with pytest.raises(IllegalAction, match='You cannot "fly" now'):
        record.finish().act(0, Action("fly"))
    assert refusal_code(record, "dealer 0") == "not-asked-for"
    assert refusal_code(fed(header("xing", 4)), "dealer 4") == "no-such-seat"
    assert refusal_code(fed(START), f"{E1_DECK} 2S") == "bad-deck"
    assert refusal_code(fed(START), deck_line("X1")) == "bad-deck"


@pytest.mark.parametrize("lines", [[], ["dealer 3"], ["dealer 3", E1_DECK], ["dealer 3", E1_DECK, "0 play 2S"]])
def test_a_closed_table_has_no_result(lines: list[str]) -> None:
    """At any time, before the first deal too; nothing is accepted afterwards."""
    record = fed([*header("xing", 4), *lines, "table end"])
    match = record.finish()
    assert (match.ending, match.winners, match.hand_points, match.phase) == (Ending.ENDED, (), (), "over")
    for line in ("table end", "table hide", "dealer 3", E1_DECK, "0 play 2S"):
        assert refusal_code(record, line) == "match-is-over"


def test_a_bot_takes_over_from_whoever_leaves() -> None:
    """§1.8."""
    assert GAME.leaving == Leaving(OnLeave.BOT_PLAYS_ON, OnDrop.BOT_AT_ONCE, idling=True)


# --- counted trees


def test_counted_tree_of_a_fixed_deal() -> None:
    """Golden numbers: all games of nine plays from a deck in which ranks meet often."""
    match = xing([*START, "deck " + " ".join(reversed(E1_DECK.removeprefix("deck ").split()))])
    assert perft(match, 9) == {"leaves": 41472, "played": 72532, "captured": 6091, "xing": 1803}
