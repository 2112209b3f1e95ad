"""What a player at a terminal is told, from sitting down to the final score."""

import pytest

from p2p.messages import Bye, Over, Person, Refused
from tests.engine.games.dice_tables import deck
from tests.engine.games.tien_len_hands import deal
from tests.engine.games.xing_hands import E1_DECK
from tests.p2p.terminal.reader import Reader

ANN, BOB = Person(0, "Ann", "person"), Person(1, "Bob", "person")
DEAL = deck("5D 3S QS JS 7S", "9S 2H 3H 5H 6H")


def playing(own: int = 0) -> Reader:
    """Ann in a match of Dice Capture that has just been dealt."""
    reader = Reader("dice-capture", own=own)
    reader.match_begins()
    reader.happens(DEAL)
    return reader


# --- the lobby


def test_sitting_down_and_getting_ready() -> None:
    """Who comes, what is missing, and when to type ready: once, not at every change."""
    reader = Reader("dice-capture")
    assert reader.welcomed() == []
    assert reader.lobby(ANN, Person(1, None, "empty")) == [
        "You sit in seat 0 as Ann.",
        "1 seat free: the match can begin when everybody is here.",
    ]
    assert reader.lobby(ANN, BOB) == ["Bob sits down in seat 1.", "Everybody is here: type ready to begin, or quit."]
    assert reader.lobby(ANN, Person(1, "Bob", "person", "shaky")) == []
    ready = Person(0, "Ann", "person", ready=True)
    assert reader.lobby(ready, BOB) == ["You are ready; waiting for Bob."]
    assert reader.lobby(ready, Person(1, "Bob", "person", ready=True)) == ["Bob is ready."]


def test_a_table_that_fills_again_is_said_again() -> None:
    """Somebody leaves in the lobby and somebody else comes."""
    reader = Reader("dice-capture")
    reader.welcomed()
    reader.lobby(ANN, BOB)
    assert reader.lobby(ANN, Person(1, None, "empty")) == [
        "Bob has left the table.",
        "1 seat free: the match can begin when everybody is here.",
    ]
    assert reader.lobby(ANN, Person(1, "Cem", "person")) == [
        "Cem sits down in seat 1.",
        "Everybody is here: type ready to begin, or quit.",
    ]


def test_alone_with_bots_nobody_is_asked_whether_the_first_match_may_begin() -> None:
    """It begins by itself."""
    reader = Reader("dice-capture", asks_ready=False)
    reader.welcomed()
    assert reader.lobby(ANN, Person(1, "Bot 1", "bot")) == [
        "You sit in seat 0 as Ann.",
        "Bot 1 sits down in seat 1.",
    ]


def test_how_to_play_another_match_is_said() -> None:
    """Also alone with bots, where the first one began by itself."""
    reader = Reader("dice-capture", asks_ready=False)
    bot = Person(1, "Bot 1", "bot")
    reader.welcomed()
    reader.lobby(ANN, bot)
    reader.lobby(ANN, bot, playing=True)
    reader.happens("table end")
    reader.result()
    assert reader.lobby(ANN, bot) == ["Everybody is here: type ready to begin another match, or quit."]


def test_a_match_begins_with_the_title_and_the_options_of_the_table() -> None:
    """And where help is."""
    reader = Reader("rummy", 2, {"take": "deep"})
    assert reader.match_begins()[-1] == (
        "The one where you put cards down begins (take deep, stock-out turn-over). Type help for how to play."
    )


# --- the match


def test_a_turn_tells_what_matters_and_what_may_be_done() -> None:
    """The log first, then the table as far as it counts, then the choice."""
    reader = Reader("dice-capture", own=1)
    reader.match_begins()
    assert reader.happens(DEAL) == ["You are dealt 2H 3H 5H 6H 9S."]
    assert reader.happens("0 play 5D new") == [
        "Bob plays 5D as pile 1.",
        "",
        "Turn: yours, to play a card or roll.",
        "Piles: 1: 5D.",
        "Hand: 2H 3H 5H 6H 9S (5 cards).",
        "You may type an action or its number:",
        "  1 to 2: play 2H new, 1",
        "  3 to 4: play 3H new, 1",
        "  5 to 6: play 5H new, 1",
        "  7 to 8: play 6H new, 1",
        "  9 to 10: play 9S new, 1",
        "  11: roll 1",
    ]


def test_what_one_does_is_told_in_the_second_person() -> None:
    """And what one draws is told once."""
    reader = playing()
    assert reader.happens("0 play QS new")[:2] == ["You play QS, which is discarded.", "You draw 2S 2C 2D."]
    reader = playing(own=1)
    assert reader.happens("0 play QS new")[:2] == ["Bob plays QS, which is discarded.", "Bob draws 3."]


def test_a_long_list_of_actions_points_to_the_whole_one() -> None:
    """With the command that shows it."""
    reader = Reader("tien-len")
    reader.match_begins()
    told = reader.happens(deal("3S 3D 4C 5D 5H 6C 7S 7C 8S 9H TD JC QH", "3C", "3H", "4S"))
    assert told[-1] == "  actions lists them all."
    assert any("… and" in line for line in told)


def test_minus_is_a_word() -> None:
    """Screen readers pass over the sign."""
    reader = Reader("tien-len", 2)
    reader.match_begins()
    reader.happens(deal("3S", "4S"))
    told = reader.happens("table leave 1")
    assert "Bob: minus 4 for the place, minus 4 in the round." in told


# --- the log


def test_what_may_be_seen_only_once_is_not_kept() -> None:
    """Xing's last card is told as it is shown, and cannot be called up again (FEATURES 0-4)."""
    reader = Reader("xing")
    reader.match_begins()
    told = reader.happens("dealer 3", E1_DECK)
    assert "The last card of the stock is AH." in told
    assert "On the table: 5S 9H KD 3C." in reader.narrator.log
    assert not any("AH" in line for line in reader.narrator.log)


def test_a_return_tells_what_was_missed_and_the_whole_table() -> None:
    """The host sends the last events again; those that are known are not told twice."""
    reader = playing()
    reader.happens("0 play 5D new")
    known = list(reader.narrator.log)
    told = reader.returns("1 play 9S 1")
    assert told[:3] == ["You are back at the table.", "Bob plays 9S on pile 1.", "Turn: yours, to play a card or roll."]
    assert "Pile 1: 9S on top, under it 5D." in told
    assert list(reader.narrator.log) == [*known, "Bob plays 9S on pile 1."]


def test_a_return_after_which_nothing_has_happened_tells_no_events() -> None:
    """Just where the match stands."""
    reader = playing()
    reader.happens("0 play 5D new")
    assert reader.did(reader.session.link_closed()) == [
        "The host is gone. Trying to come back; your seat is kept. (quit leaves for good)"
    ]
    assert reader.returns()[:2] == ["You are back at the table.", "Turn: Bob, to play a card or roll."]


def test_a_program_that_is_started_anew_is_told_that_the_match_goes_on() -> None:
    """It knows no log yet: all of the last events are told."""
    reader = Reader("dice-capture")
    reader.welcomed()
    assert reader.lobby(playing=True)[-1] == "Dice Capture goes on. Type help for how to play."
    assert reader.happens(DEAL)[:2] == ["You are back at the table.", "You are dealt 3S 5D 7S JS QS."]


# --- coming and going


def test_who_goes_and_comes_back() -> None:
    """In a match it is said that it waits."""
    reader = playing()
    assert reader.lobby(ANN, Person(1, "Bob", "person", "away"), playing=True, waiting_for=[1]) == [
        "Bob is gone; the seat is kept. The match waits."
    ]
    back = reader.lobby(ANN, BOB, playing=True)
    assert back[0] == "Bob is back."
    assert "Turn: yours, to play a card or roll." in back


def test_the_link_to_the_host_is_reported() -> None:
    """When it gets shaky, when it is steady again."""
    reader = playing()
    assert reader.did(reader.session.time_passed(6.0)) == ["The connection to the host is shaky …"]


def test_a_goodbye_of_the_host_is_passed_on_and_the_own_one_is_not() -> None:
    """Who quits needs no sentence about it."""
    reader = playing()
    assert reader.hears(Bye("table-closed", "The host has closed the table.")) == ["The host has closed the table."]
    assert playing().did(playing().session.leave()) == []


# --- the end


def test_a_result_names_the_winner_and_all_totals() -> None:
    """Those of a closed table are without a winner, and the table is not said to be closed by the rules."""
    reader = playing()
    reader.match.totals = (3, 5)
    assert reader.happens("table end") == []
    assert reader.result() == ["The match is over without a result.", "Final score: 3 for you, 5 for Bob."]


@pytest.mark.parametrize(
    ("ending", "winners", "sentence"),
    [
        ("won", [0], "The match is over, won by you."),
        ("won", [1], "The match is over, won by Bob."),
        ("won", [0, 1], "The match is over, won by you and Bob."),
        ("drawn", [], "The match is drawn."),
    ],
)
def test_how_a_match_ends(ending: str, winners: list[int], sentence: str) -> None:
    """Won, shared or drawn."""
    assert playing().hears(Over(ending, [4, 4], winners))[0] == sentence


# --- refusals


def test_a_refusal_out_of_turn_says_who_is_waited_for() -> None:
    """By name."""
    reader = playing()
    reader.happens("0 play 5D new")
    assert reader.did(reader.session.act("play 3S new")) == ["It is not your turn; the table waits for Bob."]


def test_a_refusal_by_the_rules_is_passed_on() -> None:
    """In the host's words, with the reader as "you"."""
    reader = playing()
    assert reader.hears(Refused("pile-locked", "Pile 2 is locked.", 1)) == ["Pile 2 is locked."]
    assert reader.hears(Refused("no-card", "Ann has no such card.", 1)) == ["You have no such card."]
