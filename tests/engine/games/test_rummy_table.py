"""Who sees what, and how a table ends, in the put-down rummy (RULES.md §2.8, §2.9)."""

import pytest

from engine.games.rummy import GAME
from engine.inputs import Happening, Need, Report
from engine.match import Ending
from engine.record import Record
from engine.syntax import read_action
from tests.engine.games.rummy_hands import SEVEN, act, deal_line, feed, position, rummy, start
from tests.engine.records import fed, header, refusal_code

# --- leaving and the end of the table (§2.9)


LATER = ["0 draw / 0 meld KS KC KD KH / 0 meld 4S 5S 6S / 0 discard JC"]


def first_hand() -> Record:
    """A record whose first hand seat 0 can win at once."""
    return start("KS KC KD KH 4S 5S 6S", "9S 9C 2H", "3S 3C 2D", upcard="8S", stock="JC", dealer=2)


@pytest.mark.parametrize("report", ["table leave 0", "table leave 1", "table end"])
def test_leaving_in_mid_hand_leaves_the_totals_as_they_are(report: str) -> None:
    """The unfinished hand is not scored; the totals give winners and the hat."""
    record = first_hand()
    match = feed(record, *LATER, deal_line("", "", "", upcard="2S", dealer=0), "1 draw")
    totals = match.totals
    feed(record, report)
    assert (match.totals, len(match.hand_points)) == (totals, 1)
    assert match.winners == (0,)
    assert match.extras() == {"hat": [seat for seat in range(3) if totals[seat] == min(totals)]}
    assert match.ending is Ending.WON
    assert (match.needs, match.to_act, match.phase.value) == (Need.NOTHING, (), "over")
    assert (match.view(0)["turn"], match.view(0)["taken"]) == (None, None)


@pytest.mark.parametrize("report", ["table leave 2", "table end"])
def test_leaving_between_two_hands_counts_the_finished_one(report: str) -> None:
    """The standing is that of the hands that are complete."""
    match = feed(first_hand(), *LATER, report)
    assert match.hand_points == (match.totals,)
    assert match.winners == (0,)


@pytest.mark.parametrize("lines", [[], ["dealer 1"]])
@pytest.mark.parametrize("report", ["table leave 3", "table end"])
def test_before_the_first_deal_everybody_is_a_winner(lines: list[str], report: str) -> None:
    """All totals are equal: nobody has the hat."""
    match = rummy(fed([*header("rummy", 4), *lines, report]))
    assert (match.winners, match.extras(), match.ending) == ((0, 1, 2, 3), {"hat": []}, Ending.WON)


@pytest.mark.parametrize("line", ["table leave 0", "table end", "0 draw", "dealer 1"])
def test_nothing_is_accepted_after_the_end(line: str) -> None:
    """Neither a second leave nor the end of the table."""
    record = start(SEVEN, "", "", upcard="9D", dealer=2)
    feed(record, "table leave 1")
    assert rummy(record).reports() == []
    assert refusal_code(record, line) == "match-is-over"


def test_the_table_may_report_a_leave_or_the_end_at_any_time() -> None:
    """From before the dealer is known until the match is over."""
    expected = [Report(Happening.END), Report(Happening.LEAVE, 0), Report(Happening.LEAVE, 1)]
    record = fed(header("rummy", 2))
    assert rummy(record).reports() == expected
    for line in ("dealer 0", deal_line("", "", upcard="2S", dealer=0), "1 draw"):
        feed(record, line)
        assert rummy(record).reports() == expected


# --- who sees what (§2.8)


def test_a_view_names_what_everybody_sees_and_the_own_hand() -> None:
    """The whole of a view in the middle of a go."""
    record = start("KS KC KD KH 4S 5S 6S", "3C 5C 7H 7D 9C JD QC", "", upcard="8S", stock="JC", dealer=2)
    match = feed(record, "0 draw / 0 meld KS KC KD / 0 add KH 1 / 0 discard JC / 1 take JC")
    assert match.view(1) == {
        "game": "rummy",
        "seat": 1,
        "phase": "meld",
        "needs": "seat",
        "to_act": [1],
        "totals": [0, 0, 0],
        "hands": [],
        "ending": None,
        "winners": [],
        "options": {"take": "plain", "stock-out": "turn-over"},
        "dealer": 2,
        "turn": 1,
        "hand": ["3C", "5C", "7D", "7H", "9C", "JC", "JD", "QC"],
        "counts": [3, 8, 7],
        "stock": 29,
        "pile": ["8S"],
        "melds": [{"number": 1, "seat": 0, "cards": ["KS", "KC", "KD", "KH"], "placers": [0, 0, 0, 0]}],
        "strip": [
            {"total": 0, "points": 40, "cards": ["KS", "KC", "KD", "KH"]},
            {"total": 0, "points": 0, "cards": []},
            {"total": 0, "points": 0, "cards": []},
        ],
        "taken": "JC",
        "owed": None,
        "hat": None,
    }


def test_a_meld_shows_who_laid_it_and_who_placed_each_card() -> None:
    """An added card belongs to the adder."""
    match = position("4C 8C KH", melds=["5C 6C 7C"])
    act(match, "add 4C 1")
    act(match, "add 8C 1")
    assert match.view(2)["melds"] == [
        {"number": 1, "seat": 1, "cards": ["4C", "5C", "6C", "7C", "8C"], "placers": [0, 1, 1, 1, 0]}
    ]


def test_a_drawn_card_is_seen_by_its_drawer_only() -> None:
    """The others are told that a card was drawn; cards taken from the pile are told to all."""
    record = start("8S 8D 2C", "", "", upcard="8H", stock="JC QC", dealer=2, take="deep")
    drew = record.feed("0 draw")
    assert drew
    assert [(str(event), event.audience) for event in drew.events] == [
        ("seat 0 draws from the stock.", ~0b001),
        ("seat 0 draws JC.", 0b001),
    ]
    dealt = fed([*header("rummy", 2), "dealer 0"]).feed(deal_line("", "", upcard="2S", dealer=0))
    assert dealt
    assert [(event.code, event.audience) for event in dealt.events] == [("hand-dealt", -1), ("dealt", 1), ("dealt", 2)]


def test_events_read_like_a_log() -> None:
    """The sentences of one go and of the end of a hand."""
    match = position("8S 8D 5H", melds=["2H 3H 4H"], others=["KS", "2C"], pile="8H 9H", take="deep")
    said = [
        str(event)
        for text in ("take 8H", "meld 8S 8D 8H", "add 5H 1", "discard 9H")
        for event in match.act(0, read_action(GAME.verbs, text.split()))
    ]
    assert said == [
        "seat 0 takes 8H and what lies above it: 9H.",
        "seat 0 puts down 8S 8D 8H, number 2, for 24.",
        "seat 0 adds 5H to 2H 3H 4H, number 1, for 5.",
        "seat 0 discards 9H.",
        "seat 0 is out.",
        "seat 0 put down 29 and is left with 0: +29, 29 in all.",
        "seat 1 put down 9 and is left with 10: -1, -1 in all.",
        "seat 2 put down 0 and is left with 2: -2, -2 in all.",
        "seat 0 deals.",
    ]
