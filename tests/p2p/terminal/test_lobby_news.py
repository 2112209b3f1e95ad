"""What is new about a table, beside who sits there."""

import pytest

from p2p.messages import Person, Settings, Social
from p2p.terminal.console import Print
from p2p.terminal.table_commands import FOR_HOST, ITEMS
from tests.p2p.terminal.reader import Reader

PEOPLE = (
    Person(0, "Ann", "person"),
    Person(1, "Bob", "person"),
    Person(2, "Cem", "person"),
    Person(3, "Dan", "person"),
)


def guest() -> Reader:
    """Ann in seat 0, at a table of Bob's."""
    reader = Reader("twenty-nine")
    reader.welcomed()
    reader.lobby(*PEOPLE, host=1)
    return reader


def test_a_pause_is_told_to_everybody_and_to_the_host_how_it_ends() -> None:
    """Once; and that the match goes on."""
    reader = guest()
    reader.lobby(*PEOPLE, host=1, playing=True)
    assert reader.lobby(*PEOPLE, host=1, playing=True, paused=True) == ["The host has stopped the match for a while."]
    assert reader.lobby(*PEOPLE, host=1, playing=True, paused=True) == []
    assert reader.lobby(*PEOPLE, host=1, playing=True) == ["The match goes on."]
    reader.lobby(*PEOPLE, host=0, playing=True)
    told = reader.lobby(*PEOPLE, host=0, playing=True, paused=True, may=["resume"])
    assert told == ["You have stopped the match: resume lets it go on."]


def test_a_match_that_ends_in_a_pause_does_not_go_on() -> None:
    """Its result says all."""
    reader = guest()
    reader.lobby(*PEOPLE, host=1, playing=True)
    reader.lobby(*PEOPLE, host=1, playing=True, paused=True)
    assert "The match goes on." not in reader.lobby(*PEOPLE, host=1)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (Settings(watchers=True), "People may watch now who have no seat."),
        (Settings(idle=30), "A bot plays for whoever does nothing for 30 seconds, in games that have it so."),
        (Settings(idle=0), "However long somebody does nothing, no bot plays on."),
        (Settings(rest=1), "A rest between hands lasts 1 second at most."),
        (Settings(rest=0), "Between hands there is no rest now."),
        (Settings(window=12), "A chop window stays open for 12 seconds."),
    ],
)
def test_a_setting_that_is_changed_is_told(settings: Settings, told: str) -> None:
    """To everybody, in a sentence."""
    assert told in guest().lobby(*PEOPLE, host=1, settings=settings)


def test_another_game_is_told_with_its_seats_and_options() -> None:
    """Before anything that can be done about it."""
    reader = guest()
    reader.game, reader.match = (other := Reader("rummy", 2, {"take": "deep"})).game, other.match
    told = reader.lobby(*PEOPLE[:2], host=1)
    assert "The game is The one where you put cards down now, for 2 (take deep, stock-out turn-over)." in told


def test_watchers_who_come_and_go_are_told() -> None:
    """Not those who get up from a seat in order to watch: that they have left it is told."""
    reader = guest()
    eve = Person(8, "Eve", "person")
    assert reader.lobby(*PEOPLE, host=1, watchers=[eve]) == ["Eve watches."]
    assert reader.lobby(*PEOPLE, host=1) == ["Eve does not watch any more."]
    up = (*PEOPLE[:3], Person(3, None, "empty"))
    assert not any("watches" in line for line in reader.lobby(*up, host=1, watchers=[Person(8, "Dan", "person")]))


def test_the_rights_of_the_host_are_told_where_they_pass_on() -> None:
    """And not where the host only changes the seat."""
    reader = guest()
    swapped = (PEOPLE[0], Person(1, "Cem", "person"), Person(2, "Bob", "person"), PEOPLE[3])
    assert reader.lobby(*swapped, host=2) == ["Cem has changed to seat 1.", "Bob has changed to seat 2."]
    assert reader.lobby(*swapped, host=3) == ["Dan is the host now."]
    assert reader.lobby(*swapped, host=0) == ["You have the rights of the host now."]


@pytest.mark.parametrize(
    ("social", "told"),
    [
        (Social("taunt", text="Well played.", by=1), ["Bob says: Well played."]),
        (Social("taunt", text="Well played.", by=0), ["You say: Well played."]),
        (Social("poke", 0, by=2), ["Cem pokes you: the others wait."]),
        (Social("poke", 1, by=2), ["Cem pokes Bob."]),
        (Social("poke", 1, by=0), ["You poke Bob."]),
        (Social("toss", 0, "paper-plane", by=3), ["Dan throws a paper plane at you."]),
        (Social("toss", 2, "tomato", by=0), ["You throw a tomato at Cem."]),
        (Social("toss", 7, "tomato", by=0), []),
    ],
)
def test_throws_pokes_and_lines_are_told(social: Social, told: list[str]) -> None:
    """Also the reader's own: there is nothing else to see them by."""
    assert guest().hears(social) == told


def test_every_thing_that_may_be_thrown_has_its_words() -> None:
    """With an article, and without the marks of a message."""
    for item in ITEMS:
        (line,) = guest().hears(Social("toss", 1, item, by=0))
        assert line == f"You throw a {item.replace('-', ' ')} at Bob."


def test_whatever_the_host_types_is_answered_or_told() -> None:
    """What is no message to the host is a sentence at once."""
    reader = guest()
    reader.lobby(*PEOPLE, host=0, may=["close"])
    for name in FOR_HOST:
        wish = reader.wish(f"{name} nonsense of no sort")
        assert not isinstance(wish, Print) or all(line.text.endswith((".", "!")) for line in wish.lines)
