"""Commands about the table: the host's rights, throws, pokes and taunts."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from p2p.messages import Manage, Person, SettingsWish, Social, Welcome
from p2p.terminal.console import Ask, SayReady
from tests.p2p.terminal.reader import Reader

ANN = Person(0, "Ann", "person")
BEN = Person(1, "Ben", "person", "away", may=["bot", "free", "kick"])
BEA = Person(2, "Bea B", "person", may=["kick", "swap"])
FREE = Person(3, None, "empty", may=["bot", "sit"])


def host(**more: Any) -> Reader:
    """Ann, who has the host's rights."""
    reader = Reader("twenty-nine")
    reader.welcomed()
    reader.lobby(ANN, BEN, BEA, FREE, host=0, may=["game", "settings", "start", "close"], **more)
    return reader


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("bot 3", Manage("bot", 3)),
        ("bot 3 easy", Manage("bot", 3, bot="easy")),
        ("bot ben", Manage("bot", 1)),
        ("free 1", Manage("free", 1)),
        ("kick Ben", Manage("kick", 1)),
        ("kick bea", Manage("kick", 2)),
        ("swap 0 bea", Manage("swap", 0, 2)),
        ("swap bea b ann", Manage("swap", 2, 0)),
        ("throw bea b paper plane", Social("toss", 2, "paper-plane")),
        ("game rummy 3 take=deep", Manage("game", game="rummy", seats=3, options={"take": "deep"})),
        ("game 2", Manage("game", seats=2)),
        ("game TienLen", Manage("game", game="tien-len")),
        ("start", Manage("start")),
        ("pause", Manage("pause")),
        ("resume", Manage("resume")),
        ("restart", Manage("restart")),
        ("end", Manage("end")),
        ("close", Manage("close")),
        ("watchers on", Manage("settings", settings=SettingsWish(watchers=True))),
        ("watchers OFF", Manage("settings", settings=SettingsWish(watchers=False))),
        ("settings idle 30", Manage("settings", settings=SettingsWish(idle=30))),
        ("throw ben tom", Social("toss", 1, "tomato")),
        ("poke 2", Social("poke", 2)),
        ("taunt Your turn, Ben!", Social("taunt", text="Your turn, Ben!")),
    ],
)
def test_commands_stand_for_messages(line: str, message: Manage | Social) -> None:
    """People are named by their seat, or by the beginning of their name."""
    assert host().wish(line) == Ask(message)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("kick", "Say it like this: kick Ben."),
        ("kick be", "Several could be meant; the seats are 1 (Ben) and 2 (Bea B)."),
        ("poke zoe", "Nobody is called so; the seats are 0 (Ann), 1 (Ben), 2 (Bea B) and 3 (free)."),
        ("throw ben", "Say what to throw at Ben: tomato, rose, snowball, paper-plane, shoe or kiss."),
        ("taunt", "Say it like this: taunt Your turn!"),
        ("watchers", "Say watchers on, or watchers off; it is off now."),
        ("kick ben z", "Nobody is called so; the seats are 0 (Ann), 1 (Ben), 2 (Bea B) and 3 (free)."),
        ("bot 9", "There is no such seat; the seats are 0 (Ann), 1 (Ben), 2 (Bea B) and 3 (free)."),
        ("game tienlan", f'There is no game "tienlan"; did you mean tien-len? The games are {", ".join(GAMES)}.'),
        ("swap 0", "Say it like this: swap 0 2."),
        ("settings idle 9999", "idle takes a number of seconds from 0 to 3600."),
        ("settings window 1", "window takes a number of seconds from 2 to 120."),
        ("settings rest soon", "rest takes a number of seconds from 0 to 600."),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(line: str, answer: str) -> None:
    """With how to say it."""
    assert host().types(line) == [answer]


@given(
    st.lists(
        st.text("aAbB 12", min_size=1, max_size=6).map(lambda name: " ".join(name.split())).filter(bool),
        min_size=2,
        max_size=4,
        unique=True,
    ),
    st.data(),
)
def test_a_name_that_is_typed_whole_means_whoever_has_it(names: list[str], data: st.DataObject) -> None:
    """Whatever the others are called: also where a name is the beginning of another one, as of "Ann" and "Ann 2"."""
    reader = Reader("twenty-nine")
    reader.welcomed()
    reader.lobby(*(Person(seat, name, "person") for seat, name in enumerate(names)), host=0, may=["close"])
    one = data.draw(st.sampled_from(range(len(names))))
    called = [str(seat) if name.isdecimal() else name for seat, name in enumerate(names)]
    assert reader.wish(f"kick {called[one]}") == Ask(Manage("kick", one))
    assert reader.wish(f"throw {called[one]} shoe") == Ask(Social("toss", one, "shoe"))


def test_the_settings_are_told_and_what_games_there_are() -> None:
    """If nothing else is said."""
    assert host().types("settings")[0].startswith("A bot plays after 60 seconds (idle)")
    assert "The games are xing, rummy" in host().types("game")[0]


def test_only_the_host_is_offered_the_commands_of_the_host() -> None:
    """In the help, on Tab, and when typed."""
    reader = host()
    assert any(line.startswith("  kick:") for line in reader.types("help"))
    assert "kick" in reader.console.completions(reader.session, "ki")
    reader.lobby(ANN, BEN, BEA, FREE, host=2)
    assert not any(line.startswith("  kick:") for line in reader.types("help"))
    assert "kick" not in reader.console.completions(reader.session, "ki")
    assert reader.types("kick ben") == ["Only the host can do that."]
    assert any(line.startswith("  taunt:") for line in reader.types("help"))


@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("bot ", ["Ben", "3"]),
        ("bot 3 e", ["easy"]),
        ("free ", ["Ben"]),
        ("kick ", ["Ben", "2"]),
        ("swap 0 ", ["0", "1", "2", "3"]),
        ("throw Ben s", ["snowball", "shoe"]),
        ("game tw", ["twenty-nine"]),
        ("settings ", ["idle", "rest", "window"]),
        ("watchers o", ["on", "off"]),
        ("poke A", ["Ann"]),
    ],
)
def test_tab_offers_those_who_can_be_meant(before: str, words: list[str]) -> None:
    """As the lobby says what may be done with whom."""
    reader = host()
    assert reader.console.completions(reader.session, before) == words


def test_who_is_missing_comes_with_what_the_host_can_do() -> None:
    """Once."""
    reader = host()
    told = reader.lobby(ANN, BEN, BEA, FREE, playing=True, waiting_for=[1], host=0, may=["pause"])
    hint = "Type bot 1 to let a bot play until Ben is back, or free 1 to free the seat, as if Ben had left."
    assert hint in told
    assert hint not in reader.lobby(ANN, BEN, BEA, FREE, playing=True, waiting_for=[1], host=0, may=["pause"])


def test_a_rest_is_told_once_and_ready_goes_on() -> None:
    """With how long it is at most."""
    reader = Reader("tien-len")
    reader.match_begins()
    assert reader.wish("ready") != SayReady()
    assert reader.lobby(playing=True, resting=True) == [
        "The hand is over. Type ready to go on; the next one comes within 10 seconds."
    ]
    assert reader.lobby(playing=True, resting=True) == []
    assert reader.wish("ready") == SayReady()


def test_whoever_is_played_by_a_bot_is_told_and_can_have_the_seat_back() -> None:
    """The others are told, too."""
    reader = Reader("xing")
    reader.match_begins()
    mine = Person(0, "Ann", "person", stand_in=True)
    others = [Person(seat, name, "person") for seat, name in enumerate(reader.names) if seat]
    assert reader.lobby(mine, *others, playing=True) == [
        "A bot plays for you now: type ready, or just play, to have your seat back."
    ]
    assert reader.wish("ready") == SayReady()
    assert reader.lobby(playing=True) == ["You play again."]
    bob = Person(1, "Bob", "person", "away", stand_in=True)
    told = reader.lobby(ANN, bob, *others[1:], playing=True)
    assert told == ["Bob is gone; the seat is kept.", "A bot plays for Bob, who may come back at any time."]


def test_a_watcher_is_told_so_and_asked_for_nothing() -> None:
    """And is listed with those who watch."""
    reader = Reader("dice-capture")
    watcher = Person(8, "Ann", "person")
    people = [Person(0, "Bob", "person"), Person(1, "Cem", "person")]
    assert reader.hears(Welcome(1, None, "token", 4)) == [
        "You watch this table. sit and the number of a seat takes one that is free."
    ]
    told = reader.lobby(*people, you=8, watchers=[watcher])
    assert not any("ready" in line for line in told)
    assert reader.types("who")[-1] == "Watching: Ann (8)."


@pytest.mark.parametrize(
    ("leaving", "words"),
    [("bet", "you lose your bet"), ("bot", "a bot has your seat"), ("opens", "all wait"), ("ends", "it ends")],
)
def test_leaving_a_match_says_what_comes_of_it(leaving: str, words: str) -> None:
    """And has to be said twice."""
    reader = Reader("tien-len", careful=True)
    reader.match_begins()
    reader.lobby(playing=True, leaving=leaving)
    (line,) = reader.types("quit")
    assert words in line
