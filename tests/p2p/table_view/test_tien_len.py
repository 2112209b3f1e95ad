"""Tien Len on the page: glow and blocks of chops, labels that say the result, windows (FEATURES.md 3-2 … 3-17)."""

import pytest

from engine.games.tien_len import TienLen
from engine.inputs import Act, Action
from p2p.table_clock import TimeLeft
from p2p.table_view.layout import Seen
from p2p.table_view.model import Card, Clock, Fan, Spread, View
from p2p.table_view.tien_len_chops import blocks_in, glows_in
from p2p.table_view.views import view_of
from tests.engine.contract.playing import Playthrough
from tests.p2p.table_view.positions import TABLES, one_by_one, people, scripted, seen_at

TOKENS = next(table for table in TABLES if str(table) == "tien-len-4-tokens")
PRACTICE = next(table for table in TABLES if str(table) == "tien-len-4-practice")

HANDS = (
    "3S 2H JS JC QS QC KS KC AS AC TS TC 8S",
    "4S 4C 5S 5C 6S 6C JD QD KD AD TD 8C 3C",
    "7S 7C 7D 7H JH QH KH AH TH 8D 3D 4D 5D",
    "9S 9C 9D 9H 8H 3H 4H 5H 6D 6H 2S 2C 2D",
)


def view_after(seat: int, *acts: str, time_left: TimeLeft | None = None) -> View:
    """What a seat sees after some acts."""
    played = scripted(TOKENS, one_by_one(*HANDS), *acts)
    return view_of("Tien Len", _seen(played, seat), people(TOKENS), prompt=1, time_left=time_left).view


def _seen(played: Playthrough, seat: int) -> Seen:
    match = played.table.new()
    for given in played.inputs:
        match.apply(given)
    return seen_at(match, seat)


def hand_of(view: View) -> dict[str, Card]:
    """The cards of the own hand by their faces."""
    fan = next(zone for zone in view.zones if isinstance(zone, Fan))
    return {card.id: card for card in fan.cards}


@pytest.mark.parametrize(
    ("hand", "blue", "green"),
    [
        ("3S 3C 4D 4H 5S 5H 9D", "3S 3C 4D 4H 5S 5H", ""),
        ("3S 3C 4D 4H 5S 5H 6S 6D", "", "3S 3C 4D 4H 5S 5H 6S 6D"),
        ("7S 7C 7D 7H 9D", "", "7S 7C 7D 7H"),
        ("3S 3C 3D 4D 4H 5S 5D 5H", "3S 3C 4D 4H 5D 5H", ""),
        ("KS KC AS AC 2S 2C", "", ""),
        ("3S 3C 4S 4C 4D 4H 5S 5C", "3S 3C 5S 5C", "4S 4C 4D 4H"),
        ("2S 2C 2D 2H", "", "2S 2C 2D 2H"),
        ("3S 4S 5S", "", ""),
    ],
)
def test_chops_glow(hand: str, blue: str, green: str) -> None:
    """Blue for three pairs in a row, green for more and for four of a kind; of a third card one stays dark."""
    glows = glows_in(hand.split())
    assert {card for card, glow in glows.items() if glow == ("glow-a",)} == set(blue.split())
    assert {card for card, glow in glows.items() if glow == ("glow-b",)} == set(green.split())


def test_blocks_share_no_card() -> None:
    """A four of a kind is a block before a row of pairs is (FEATURES.md 3-8)."""
    blocks = blocks_in(["3S", "3C", "4S", "4C", "4D", "4H", "5S", "5C", "6S", "6C", "7S", "7C"])
    assert blocks == [frozenset(["4S", "4C", "4D", "4H"]), frozenset(["5S", "5C", "6S", "6C", "7S", "7C"])]


def test_a_chop_is_one_selection_only_where_it_can_be_played() -> None:
    """Before the 2 lies there the chop glows and moves as one; then a tap takes all of it (FEATURES.md 3-9)."""
    chop = ["4S", "4C", "5S", "5C", "6S", "6C"]
    before = hand_of(view_after(1))
    assert {before[card].block for card in chop} == {"chop-4C"}
    assert {before[card].g for card in chop} == {None}
    assert before["JD"].block is None
    view = view_after(1, "0 play 3S", "1 chip", "2 chip", "3 chip", "0 play 2H")
    assert {hand_of(view)[card].g for card in chop} == {"chop-4C"}
    (play, chip) = view.acts
    assert play.labels == ("Chop: 3 pairs in a row to 6C",)
    assert (chip.label, chip.key) == ("Chip", "n")
    assert view.say == "Beat it, or chip: 2H."


def test_every_set_says_what_it_is() -> None:
    """The opening play must contain the lowest card; a lead may be anything else."""
    view = view_after(0)
    assert view.say == "Open the round: your play must contain 3S."
    (play,) = view.acts
    assert play.labels == ("Play 3S",)
    view = view_after(0, "0 play 3S", "1 chip", "2 chip", "3 chip")
    (play,) = view.acts
    assert {"Play 2H", "Play pair of Jacks", "Play pair of 10s", "Play run of 3 to QC", "Play run of 5 to AS"} <= set(
        play.labels
    )
    assert view.say == "Lead a single, a pair, a triple or a run."


def test_the_table_says_what_is_to_be_beaten_and_by_whom() -> None:
    """What lies there, who played it, who has chipped; and why a card cannot be chosen."""
    view = view_after(1, "0 play 3S", "1 chip", "2 chip", "3 chip", "0 play JS JC")
    trick = next(zone for zone in view.zones if isinstance(zone, Spread))
    assert (trick.label, trick.note) == ("To beat", "Ana: pair of Jacks")
    fan = next(zone for zone in view.zones if isinstance(zone, Fan))
    assert fan.why == "It is in nothing that beats the play on the table: pair of Jacks."
    view = view_after(2, "0 play 3S", "1 chip")
    assert [[chip.text for chip in seat.chips] for seat in view.seats] == [[], ["chipped"], [], []]


def test_in_a_window_a_seat_sees_only_that_it_may_chop() -> None:
    """Those who have chipped and hold a chop may jump in or not; the others are not told who they are."""
    acts = ("0 play 3S", "1 chip", "2 chip", "3 play 2S")
    asked, other = view_after(2, *acts), view_after(1, *acts)
    assert [act.label for act in asked.acts] == ["Chop", "Do not chop"]
    assert asked.acts[0].labels == ("Chop: four 7s",)
    assert asked.say == "You may chop: 2S."
    fan = next(zone for zone in asked.zones if isinstance(zone, Fan))
    assert fan.why == "Having chipped you may play only four pairs in a row or more, or four of a kind."
    assert other.say == "Who has chipped may chop now."
    assert [seat.turn for seat in other.seats] == [False] * 4
    assert other.acts == ()


def test_everybody_sees_how_long_the_window_is_open() -> None:
    """The time that runs is named while there is a window, and is nobody's business else."""
    acts = ("0 play 3S", "1 chip", "2 chip", "3 play 2S")
    left = TimeLeft(6.5, 8)
    for seat in range(4):
        assert view_after(seat, *acts, time_left=left).clock == Clock(6.5, 8, "Chop window")
        assert view_after(seat, *acts[:3], time_left=left).clock is None
    assert view_after(2, *acts).clock is None


def test_the_reason_for_a_lowest_card_opening_is_said() -> None:
    """The first round has no winner; after three in a row the lowest card opens (FEATURES.md 3-15)."""
    match = TOKENS.new()
    match.apply(scripted(TOKENS, one_by_one(*HANDS)).inputs[0])
    seen = seen_at(match, 1)
    table = next(zone for zone in view_of("x", seen, people(TOKENS), prompt=None).view.zones if zone.id == "trick")
    assert isinstance(table, Spread)
    assert (table.label, table.note) == ("Table", "The lowest card opens this round.")
    led = {**seen.view, "winner": 2, "opener": 2, "streak": 3}
    view = view_of("x", seen.while_nobody_acts(led), people(TOKENS), prompt=None).view
    table = next(zone for zone in view.zones if zone.id == "trick")
    assert isinstance(table, Spread)
    assert table.note == "Cleo has opened 3 rounds in a row, so the lowest card opens."
    assert [(chip.text, chip.tone) for chip in view.seats[2].chips] == [("opened 3 in a row", "gold")]


def test_places_points_and_what_is_left_are_shown() -> None:
    """1st to 4th at the seats, tokens or points in the strip, the last hand open at the end of a round."""
    match = TOKENS.new()
    assert isinstance(match, TienLen)
    for given in scripted(TOKENS, one_by_one(*HANDS)).inputs:
        match.apply(given)
    match.playing = 0b0011
    match.held = [1 << 4, 1 << 0, 0, 0]
    match.placed = (3, 2)
    match.apply(Act(0, Action("play", 1 << 4)))
    view = view_of("x", seen_at(match, 1), people(TOKENS), prompt=None).view
    assert [[chip.text for chip in seat.chips] for seat in view.seats] == [["3rd"], ["4th"], ["2nd"], ["1st"]]
    shown = next(zone for zone in view.zones if zone.id == "shown")
    assert isinstance(shown, Spread)
    assert (shown.label, [card.f for card in shown.cards]) == ("Left in the hand of Ben {x}", ["2S"])
    assert [(row.total, row.sub) for row in view.strip] == [
        ("0", "tokens"),
        ("-6", "tokens (-6)"),
        ("2", "tokens (+2)"),
        ("4", "tokens (+4)"),
    ]


def test_practice_has_a_target() -> None:
    """22 points win; tokens have none (RULES.md §4.8, §4.9)."""
    for table, target, below in ((PRACTICE, "22", "of 22"), (TOKENS, None, "tokens")):
        view = view_of("x", seen_at(table.new(), 0), people(table), prompt=None).view
        assert view.sheets[0].target == target
        assert (view.strip[0].total, view.strip[0].sub) == ("0", below)
