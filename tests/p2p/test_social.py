"""Throws, pokes and taunts: told to everybody, not too often, and never in the way of the game."""

import pytest

from p2p.effects import Send
from p2p.messages import Manage, Social
from p2p.social import PAUSE
from tests.engine.toy_game import TOY
from tests.p2p.desk import Desk, dealt_toy, kinds, refusal


def test_everybody_is_told_who_did_what_to_whom() -> None:
    """Also the one who did it; whoever a guest claims to be does not matter."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.say("ann", Social("toss", 2, "tomato", by=3))
    for peer in ("host", "ann", "ben", "cat"):
        assert desk.last(peer, Social) == Social("toss", 2, "tomato", by=1)
    assert kinds(desk.effects) == ["Send"]


def test_a_taunt_is_a_line_of_plain_text_for_all_or_for_one() -> None:
    """What cannot be shown becomes a blank."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.say("ann", Social("taunt", text="  Come\n on,\x1b you  "))
    assert desk.last("ben", Social) == Social("taunt", text="Come on, you", by=1)
    desk.say("ben", Social("taunt", 1, text="Wait"))
    assert desk.last("ann", Social) == Social("taunt", 1, text="Wait", by=2)


def test_what_does_not_belong_to_it_is_left_out() -> None:
    """A poke carries no text, a taunt no tomato."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.say("ann", Social("poke", 0, "shoe", "hey"))
    assert desk.last("host", Social) == Social("poke", 0, by=1)
    desk.say("ben", Social("taunt", item="shoe", text="hey"))
    assert desk.last("host", Social) == Social("taunt", text="hey", by=2)


def test_once_in_three_seconds_is_enough() -> None:
    """For each person by themselves; a new link changes nothing."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    token = desk.join("ann")
    desk.say("ann", Social("poke", 0))
    assert refusal(desk.say("ann", Social("taunt", text="hey"))) == "too-often"
    desk.say("host", Social("poke", 1))
    desk.join("again", token=token)
    assert refusal(desk.say("again", Social("poke", 0))) == "too-often"
    desk.now += PAUSE
    assert desk.say("again", Social("poke", 0))[0] == Social("poke", 0, by=1)


@pytest.mark.parametrize(
    ("social", "code"),
    [
        (Social("taunt"), "nothing-said"),
        (Social("taunt", text=" \n "), "nothing-said"),
        (Social("toss", 0), "nothing-thrown"),
        (Social("toss", item="rose"), "nobody-meant"),
        (Social("poke"), "nobody-meant"),
        (Social("poke", 2), "nobody-there"),
        (Social("taunt", 9, text="hey"), "nobody-there"),
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused_and_costs_no_pause(social: Social, code: str) -> None:
    """With a sentence of its own."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.join("ann")
    assert refusal(desk.say("ann", social)) == code
    assert desk.say("ann", Social("poke", 0)) == [Social("poke", 0, by=1)]


def test_a_line_that_is_too_long_or_a_thing_that_is_not_on_the_list_is_unreadable() -> None:
    """The page knows the limits; who goes beyond them is told so."""
    desk = Desk()
    desk.join("ann")
    assert refusal(desk.say("ann", '{"t":"social","kind":"taunt","text":"' + "x" * 61 + '"}')) == "unreadable"
    assert refusal(desk.say("ann", '{"t":"social","kind":"toss","to":0,"item":"piano"}')) == "unreadable"


def test_play_is_not_held_up_and_a_pause_does_not_hold_it_up() -> None:
    """In mid-match, in a pause and in the lobby."""
    desk = dealt_toy("ann", "ben", "cat")
    desk.say("host", Manage("pause"))
    desk.say("ann", Social("poke", 0))
    assert len(desk.wanted(Send)) == 4
    desk.say("host", Manage("resume"))
    desk.act("ann")
    desk.say("host", Manage("end"))
    desk.now += PAUSE
    desk.say("ann", Social("poke", 0))
    assert len(desk.wanted(Send)) == 4
