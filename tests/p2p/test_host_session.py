"""The links at a hosted table: who is let in, who is read, who is gone."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InvalidOptions, UnknownBot
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.tien_len import GAME as TIEN_LEN
from p2p.codec import encode
from p2p.effects import EndTable, RenewCode
from p2p.host_session import Newcomer, Owner
from p2p.inbox import BUCKET, MAX_BACKLOG
from p2p.liveness import GONE_AFTER, PING_EVERY, SHAKY_AFTER
from p2p.messages import (
    Act,
    Bye,
    Get,
    GuestMessage,
    Hello,
    Lang,
    Lobby,
    Manage,
    ManageDeed,
    PartKind,
    Ping,
    Pong,
    Ready,
    SettingsWish,
    Sit,
    Social,
    Table,
    Welcome,
)
from p2p.saved_table import SavedSeat, SavedTable
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk, refusal

# --- coming


def test_a_newcomer_gets_the_lowest_free_seat_a_token_and_the_lobby() -> None:
    """In this order, and the others see it too."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.open("ann")
    welcome, lobby = desk.say("ann", Hello(1, "Ann"))
    assert welcome == Welcome(1, 1, "token 1", key=1)
    assert lobby == desk.lobby("ann")
    assert desk.lobby("ann").you == 1
    assert [(p.name, p.kind) for p in desk.lobby("host").people][:3] == [
        ("Host", "person"),
        ("Ann", "person"),
        (None, "empty"),
    ]


def test_a_seat_is_written_down_before_its_owner_is_welcomed() -> None:
    """A crash right after the welcome does not lose the seat."""
    desk = Desk()
    desk.open("ann")
    desk.say("ann", Hello(1, "Ann"))
    assert type(desk.effects[0]).__name__ == "SaveTable"
    assert desk.session.saved().seats[1] == SavedSeat("person", "Ann", "token 1")


def test_a_token_brings_its_owner_back_to_the_seat() -> None:
    """By a new link, whatever the new name; without one the old name stays."""
    desk = Desk()
    token = desk.join("ann")
    desk.close("ann")
    assert desk.join("again", "Anna", token) == token
    assert desk.lobby("again").you == 1
    assert desk.lobby("again").people[1].name == "Anna"
    desk.close("again")
    desk.open("third", Owner(token))
    desk.say("third", Hello(1, " "))
    assert desk.lobby("third").people[1].name == "Anna"


def test_a_newcomer_may_bring_the_token_that_shall_prove_the_seat() -> None:
    """The host's own page does, when the host comes back after having left."""
    desk = Desk()
    desk.open("page", Newcomer("an own token"))
    assert desk.say("page", Hello(1, "Ann"))[0] == Welcome(1, 1, "an own token", key=1)
    assert "an own token" not in repr(Newcomer("an own token"))


def test_who_comes_back_keeps_the_number_of_a_name_that_was_taken() -> None:
    """Also where the other of that name comes back later, or under a new one; another name is taken up."""
    desk = Desk(TIEN_LEN, empty=3)
    desk.host_joins()
    for peer in ("one", "two"):
        desk.join(peer, name="Bob")
    one, two = desk.session.seats[1], desk.session.seats[2]
    assert (one.name, two.name) == ("Bob", "Bob 2")
    for peer, seat, wanted, name in (("1", one, "Rob", "Rob"), ("2", two, "Bob", "Bob 2"), ("3", two, "Ben", "Ben")):
        desk.open(peer, Owner(seat.token or ""))
        desk.say(peer, Hello(1, wanted))
        assert seat.name == name


def test_a_token_that_proves_no_seat_is_told_so() -> None:
    """The code still lets one in."""
    desk = Desk()
    desk.open("ann", Owner("unknown"))
    desk.say("ann", Hello(1, "Ann"))
    assert desk.goodbye("ann") == "seat-gone"


def test_a_full_table_is_told_to_be_full() -> None:
    """Also while somebody is away: the seat is kept."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    desk.close("ann")
    desk.open("ben")
    desk.say("ben", Hello(1, "Ben"))
    assert desk.goodbye("ben") == "table-full"


def test_a_newcomer_gets_a_seat_that_is_free_in_a_running_match() -> None:
    """Somebody has left a table that plays on; in a full match nobody can sit down."""
    desk = Desk(TIEN_LEN, empty=3, options={"scoring": "tokens"})
    desk.begin("ann", "ben", "cat")
    desk.draw()
    desk.say("ann", Bye())
    desk.open("dan")
    desk.say("dan", Hello(1, "Dan"))
    assert desk.last("dan", Welcome).seat == 1
    desk.open("eve")
    desk.say("eve", Hello(1, "Eve"))
    assert desk.goodbye("eve") == "table-full"


def test_goodbyes_are_said_in_the_language_of_whoever_goes() -> None:
    """As it was told with the hello, or since."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann", lang="de")
    desk.open("ben")
    desk.say("ben", Hello(1, "Ben", "de"))
    assert desk.told("ben", Bye) == [Bye("table-full", "Der Tisch ist voll.")]
    desk.say("host", Lang("de"))
    desk.did(desk.session.close_table())
    for peer in ("host", "ann"):
        assert desk.told(peer, Bye) == [Bye("table-closed", "Der Host hat den Tisch geschlossen.")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (encode(Ready()), "no-hello"),
        (encode(Bye()), "no-hello"),
        (encode(Hello(2, "Ann")), "wrong-version"),
        ('{"t":"hello","v":3,"name":{"given":"Ann"}}', "wrong-version"),
        ('{"t":"hello","v":1,"name":5}', "unreadable"),
        ("nonsense", "unreadable"),
        ('{"t":"hello","v":1,"name":"' + "x" * 20000 + '"}', "unreadable"),
    ],
)
def test_a_link_that_begins_badly_is_closed_with_the_reason(text: str, code: str) -> None:
    """And leaves no trace at the table."""
    desk = Desk()
    desk.open("ann")
    desk.say("ann", text)
    assert desk.goodbye("ann") == code
    assert desk.session.saved().seats[1].kind == "empty"
    assert desk.session.next_deadline(desk.now) is None


def test_a_link_that_says_nothing_is_closed_after_ten_seconds() -> None:
    """An open link costs something."""
    desk = Desk()
    desk.open("ann")
    desk.wait(GONE_AFTER - 0.1)
    assert desk.goodbye("ann") is None
    desk.wait(0.1)
    assert desk.goodbye("ann") == "silent"


def test_the_newest_link_of_a_token_wins_and_the_older_is_told() -> None:
    """The seat stays where it was, and nobody seems to have gone."""
    desk = Desk()
    desk.host_joins()
    token = desk.join("ann")
    desk.heard["host"].clear()
    desk.join("tab", "Ann", token)
    assert desk.goodbye("ann") == "opened-elsewhere"
    assert [lobby.people[1].link for lobby in desk.told("host", Lobby)] == ["on"]
    desk.say("tab", Ready())
    assert desk.lobby("host").people[1].ready
    assert desk.say("ann", Ready()) == []


def test_an_older_link_of_a_token_that_speaks_later_does_not_win() -> None:
    """It is the newest link that wins, not the slowest."""
    desk = Desk()
    token = desk.join("ann")
    desk.open("slow", Owner(token))
    desk.join("quick", "Ann", token)
    desk.say("slow", Hello(1, "Ann"))
    assert desk.goodbye("slow") == "opened-elsewhere"
    assert desk.goodbye("quick") is None
    assert desk.session.seats[1].peer == "quick"


def test_a_closed_table_lets_nobody_in_any_more() -> None:
    """Everybody is told, and whoever comes later too."""
    desk = Desk()
    desk.begin("ann")
    desk.did(desk.session.close_table())
    assert desk.goodbye("host") == desk.goodbye("ann") == "table-closed"
    assert not any(person.link == "away" for lobby in desk.told("ann", Lobby) for person in lobby.people)
    desk.open("ben")
    assert desk.goodbye("ben") == "table-closed"


@pytest.mark.parametrize(
    ("seats", "options", "bot", "error"),
    [(3, {}, None, InvalidOptions), (2, {"take": "deep"}, None, InvalidOptions), (2, {}, "oracle", UnknownBot)],
)
def test_a_table_that_cannot_be_played_is_refused_at_once(
    seats: int, options: dict[str, str], bot: str | None, error: type[Exception]
) -> None:
    """Not when the last guest is ready."""
    with pytest.raises(error):
        Desk().start(DICE_CAPTURE, SavedTable("dice-capture", options, [SavedSeat("bot", None, None, bot)] * seats))


# --- being read


@pytest.mark.parametrize("text", ["nonsense", "null", '{"t":"dance"}', '{"t":"sit","seat":16}', "x" * 20000, "\ud800"])
def test_a_bad_message_of_somebody_seated_is_refused_and_nothing_is_lost(text: str) -> None:
    """The link stays, and the next message is read."""
    desk = Desk()
    desk.join("ann")
    assert refusal(desk.say("ann", text)) == "unreadable"
    assert desk.goodbye("ann") is None
    assert isinstance(desk.say("ann", Ready())[-1], Lobby)


def test_hello_is_said_once() -> None:
    """A second one is refused."""
    desk = Desk()
    desk.join("ann")
    assert refusal(desk.say("ann", Hello(1, "Bob"))) == "said-hello"
    assert desk.lobby("ann").people[1].name == "Ann"


def test_a_ping_is_answered_and_a_pong_is_not() -> None:
    """So that it comes to an end."""
    desk = Desk()
    desk.join("ann")
    assert desk.say("ann", Ping()) == [Pong()]
    assert desk.say("ann", Pong()) == []


def test_what_comes_too_fast_waits_its_turn() -> None:
    """Sixty at once, thirty a second after that, all of them in order."""
    desk = Desk()
    desk.join("ann")
    for _ in range(BUCKET + 30):
        desk.say("ann", Ping())
    assert len(desk.told("ann", Pong)) == BUCKET - 1  # the hello was read, too
    deadline = desk.session.next_deadline(desk.now)
    assert deadline
    assert 0 < deadline - desk.now < 0.04
    desk.wait(1)
    assert len(desk.told("ann", Pong)) == BUCKET - 1 + 30
    desk.wait(0.1)
    assert len(desk.told("ann", Pong)) == BUCKET + 30


def test_a_backlog_that_is_too_long_closes_the_link_and_keeps_the_seat() -> None:
    """Nobody fills the memory of the host."""
    desk = Desk()
    token = desk.join("ann")
    for _ in range(BUCKET - 1 + MAX_BACKLOG):
        desk.say("ann", Pong())
    assert desk.goodbye("ann") is None
    desk.say("ann", Pong())
    assert desk.goodbye("ann") == "too-fast"
    assert desk.join("again", "Ann", token) == token


def test_what_waited_of_a_link_that_was_closed_is_not_read() -> None:
    """A newer link speaks for the seat now."""
    desk = Desk()
    desk.host_joins()
    token = desk.join("ann")
    for _ in range(BUCKET - 1):
        desk.say("ann", Pong())
    desk.say("ann", Bye())
    desk.join("tab", "Ann", token)
    desk.wait(1)
    assert desk.session.saved().seats[1].kind == "person"
    assert desk.goodbye("tab") is None


def test_a_goodbye_that_waited_is_heard() -> None:
    """The seat is free as soon as it is read; nothing is sent after it."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    for _ in range(BUCKET - 1):
        desk.say("ann", Pong())
    desk.say("ann", Bye())
    desk.wait(PING_EVERY)
    assert desk.heard["ann"][-1] is None
    assert desk.lobby("host").people[1].kind == "empty"


def test_a_link_that_closes_another_in_the_same_look_at_the_clock_is_no_trouble() -> None:
    """The closed one is skipped."""
    desk = Desk()
    token = desk.join("ann")
    desk.open("tab", Owner(token))
    for _ in range(BUCKET):
        desk.say("ann", Pong())
    desk.say("ann", Ready())
    desk.say("tab", Hello(1, "Ann"))
    desk.wait(PING_EVERY)
    assert desk.goodbye("ann") == "opened-elsewhere"
    assert not desk.lobby("tab").people[1].ready


def test_an_unknown_peer_is_ignored() -> None:
    """A link that was closed may still bring a text, or its end."""
    desk = Desk()
    assert desk.session.text_received("nobody", "x", desk.now) == []
    assert desk.session.link_closed("nobody") == []


SEATS = st.none() | st.integers(0, 9)
MESSAGES = st.one_of(
    st.builds(Hello, st.integers(0, 2), st.text(max_size=20)),
    st.builds(Sit, st.integers(0, 15)),
    st.builds(
        Act, st.integers(0, 3), st.sampled_from(["play 2S new", "roll 1", "lay AS", "x", ""]) | st.text(max_size=20)
    ),
    st.sampled_from([Ready(), Ping(), Pong(), Bye(), Bye("unreadable")]),
    st.builds(Lang, st.sampled_from(["de", "en", ""])),
    st.builds(Get, st.sampled_from(get_args(PartKind)), st.integers(0, 3), st.sampled_from([None, "toy", "xing", "x"])),
    st.builds(Social, st.sampled_from(["toss", "poke", "taunt"]), st.integers(0, 9), st.none(), st.text(max_size=9)),
    st.builds(
        Manage,
        st.sampled_from(get_args(ManageDeed)),
        SEATS,
        SEATS,
        st.sampled_from([None, "random", "x"]),
        st.sampled_from([None, "xing", "x"]),
        SEATS,
        st.sampled_from([None, {}, {"x": "y"}]),
        st.builds(SettingsWish, st.just(0), st.just(0), st.none(), st.booleans()),
    ),
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["host", "ann", "ben"]), MESSAGES.map(encode) | st.text(max_size=30)), max_size=30
    )
)
def test_whatever_guests_say_is_answered_or_ends_their_link(said: list[tuple[str, str]]) -> None:
    """Nothing they send raises, and nothing is passed over in silence."""
    desk = Desk(TOY, empty=3)
    desk.host_joins()
    desk.open("ann")
    desk.open("ben")
    for peer, text in said:
        open_before = desk.heard[peer][-1:] != [None]
        desk.now += 1.0  # some count as several messages, which would wait
        answers = desk.say(peer, text)
        shells = any(isinstance(effect, EndTable | RenewCode) for effect in desk.effects)
        if open_before and text != encode(Pong()) and not shells:
            assert answers


# --- going


def test_everybody_is_pinged_every_two_seconds() -> None:
    """Also those who have not said hello."""
    desk = Desk()
    desk.host_joins()
    desk.open("ann")
    for _ in range(2):
        desk.wait(PING_EVERY)
        desk.say("host", Pong())
    assert len(desk.told("host", Ping)) == len(desk.told("ann", Ping)) == 2


def test_silence_is_told_to_the_others_first_as_shaky_then_as_gone() -> None:
    """The seat is kept, and the silent link is told why it ends."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    desk.now += SHAKY_AFTER
    desk.say("host", Pong())
    desk.wait(0)
    assert desk.lobby("host").people[1].link == "shaky"
    desk.now += GONE_AFTER - SHAKY_AFTER
    desk.say("host", Pong())
    desk.wait(0)
    assert desk.lobby("host").people[1].link == "away"
    assert desk.goodbye("ann") == "silent"
    assert desk.session.seats[1].token


def test_a_shaky_link_is_steady_as_soon_as_something_is_heard() -> None:
    """Without waiting for the next look at the clock."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    desk.wait(SHAKY_AFTER)
    assert desk.lobby("ann").people[1].link == "shaky"
    desk.say("ann", Pong())
    assert desk.lobby("host").people[1].link == "on"


def test_a_link_that_ends_counts_at_once() -> None:
    """Whatever ended it; a second end is none."""
    desk = Desk()
    desk.host_joins()
    desk.join("ann")
    desk.close("ann")
    assert desk.lobby("host").people[1].link == "away"
    assert desk.session.link_closed("ann") == []


def test_there_is_nothing_to_wait_for_while_nobody_is_connected() -> None:
    """No deadline, no timer."""
    desk = Desk()
    assert desk.session.next_deadline(desk.now) is None
    desk.host_joins()
    assert desk.session.next_deadline(desk.now) == desk.now + PING_EVERY
    desk.close("host")
    assert desk.session.next_deadline(desk.now) is None


def test_whoever_says_goodbye_for_another_reason_than_leaving_keeps_the_seat() -> None:
    """A guest's program that cannot read the host must not end the match for everybody."""
    desk = Desk()
    desk.begin("ann")
    token = desk.session.seats[1].token
    desk.say("ann", Bye("unreadable", "What?"))
    assert desk.session.running
    assert desk.lobby("host").waiting_for == [1]
    assert desk.join("again", "Ann", token) == token


def test_the_newcomers_admission_is_no_owners() -> None:
    """The two ways in are told apart by their type, never by what a message claims."""
    desk = Desk()
    desk.host_joins()
    desk.open("eve", Newcomer())
    desk.say("eve", '{"t":"hello","v":1,"name":"Host","token":"' + OWN_TOKEN + '","seat":0}')
    assert desk.lobby("eve").you == 1
    assert desk.lobby("eve").people[1].name == "Host 2"
    assert desk.goodbye("host") is None


SAID: list[GuestMessage] = [Ready(), Sit(0), Act(0, "roll 1")]


@pytest.mark.parametrize("said", SAID, ids=lambda said: type(said).__name__)
def test_only_seated_people_are_heard(said: GuestMessage) -> None:
    """A link that has not said hello can do nothing."""
    desk = Desk()
    desk.begin("ann")
    desk.open("eve")
    desk.say("eve", said)
    assert desk.goodbye("eve") == "no-hello"
    assert not desk.told("eve", Table)
