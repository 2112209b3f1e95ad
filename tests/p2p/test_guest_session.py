"""The table at a guest: what the player is told, and what the host is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.codec import decode_from_guest, encode
from p2p.guest_session import Effect, GuestSession, HangUp, Say, State, Tell
from p2p.liveness import GONE_AFTER, PING_EVERY, PROBE, SHAKY_AFTER
from p2p.messages import (
    MAX_ACTION,
    Act,
    Bye,
    EventLine,
    GuestMessage,
    Hello,
    HostMessage,
    Lobby,
    Over,
    Person,
    Ping,
    Pong,
    Ready,
    Refused,
    Sit,
    Table,
    Welcome,
)
from p2p.reasons import GOODBYES

HOST = Person(0, "Host", "person")
ANN = Person(1, "Ann", "person")
EMPTY = Person(1, None, "empty")


def lobby(*people: Person, playing: bool = False, waiting_for: list[int] | None = None) -> Lobby:
    """What the host says of the table."""
    return Lobby("dice-capture", "Dice Capture", {}, 1, list(people or (HOST, ANN)), playing, waiting_for or [])


def table(prompt: int | None = 1, seq: int = 1) -> Table:
    """What the host shows of the match."""
    return Table(seq, prompt, {"hand": ["TD"]}, ["roll 1"] if prompt else [], [EventLine("drew", {}, "…")])


class Guest:
    """A session whose host is the test itself."""

    def __init__(self, name: str = "Ann", token: str | None = None) -> None:
        self.session = GuestSession(name, token)
        self.now = 50.0
        self.said: list[GuestMessage] = []
        self.told: list[Tell] = []
        self.hung_up = 0

    def did(self, effects: list[Effect]) -> None:
        """Note what the session wants done."""
        for effect in effects:
            match effect:
                case Say(text):
                    self.said.append(decode_from_guest(text))
                case Tell():
                    self.told.append(effect)
                case HangUp():
                    self.hung_up += 1

    def connect(self) -> "Guest":
        """A link opens."""
        self.did(self.session.link_opened(self.now))
        return self

    def hears(self, *messages: HostMessage | str) -> list[str]:
        """The host says something; the events that the player is told."""
        before = len(self.told)
        for message in messages:
            text = message if isinstance(message, str) else encode(message)
            self.did(self.session.text_received(text, self.now))
        return [tell.event for tell in self.told[before:]]

    def wait(self, seconds: float) -> list[str]:
        """Time passes; the events that the player is told."""
        before = len(self.told)
        self.now += seconds
        self.did(self.session.time_passed(self.now))
        return [tell.event for tell in self.told[before:]]

    def state(self) -> State:
        """Where the session stands."""
        return self.session.state

    def facts(self, event: str) -> dict[str, Any]:
        """The facts of the last telling of an event."""
        return next(tell.facts for tell in reversed(self.told) if tell.event == event)


def seated() -> Guest:
    """A guest in the lobby."""
    guest = Guest().connect()
    guest.hears(Welcome(1, 1, "token"), lobby())
    return guest


def playing() -> Guest:
    """A guest who is asked to act."""
    guest = seated()
    guest.hears(lobby(playing=True), table())
    return guest


# --- coming


def test_a_guest_says_hello_as_soon_as_the_link_opens() -> None:
    """With a tidy name and the language, and nothing before."""
    guest = Guest("  A\tvery long \ud800 name indeed ")
    assert guest.state() is State.AWAY
    guest.connect()
    assert guest.said == [Hello(1, "A very long name", "en")]
    assert guest.state() is State.GREETING


def test_the_welcome_brings_seat_and_token() -> None:
    """The token is what the shell proves the seat with next time."""
    guest = Guest().connect()
    assert guest.hears(Welcome(1, 1, "token")) == ["seated"]
    assert (guest.state(), guest.session.seat, guest.session.token) == (State.SEATED, 1, "token")


def test_a_player_who_comes_is_told_who_is_there() -> None:
    """Empty seats are not."""
    guest = Guest().connect()
    guest.hears(Welcome(1, 1, "token"))
    people = (Person(0, "Host", "person", "away"), ANN, Person(2, None, "empty"), Person(3, "Bot 1", "bot", ready=True))
    assert guest.hears(lobby(*people)) == ["joined", "gone", "joined", "joined", "ready", "lobby"]


def test_a_host_that_turns_the_guest_away_ends_the_session() -> None:
    """The reason is told; no further link is used."""
    guest = Guest().connect()
    assert guest.hears(Bye("table-full", GOODBYES["table-full"])) == ["bye"]
    assert guest.facts("bye") == {"code": "table-full", "text": "The table is full."}
    assert (guest.state(), guest.hung_up) == (State.OVER, 1)
    assert guest.session.goodbye == Bye("table-full", "The table is full.")
    guest.connect()
    assert (guest.state(), guest.hung_up) == (State.OVER, 2)


# --- what happens at the table


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (EMPTY, ANN, ["joined"]),
        (ANN, EMPTY, ["left"]),
        (ANN, Person(1, "Bob", "person"), ["left", "joined"]),
        (ANN, Person(1, "Ann", "person", "shaky"), []),
        (ANN, Person(1, "Ann", "person", "away"), ["gone"]),
        (Person(1, "Ann", "person", "away"), ANN, ["back"]),
        (Person(1, "Ann", "person", "away"), EMPTY, ["left"]),
        (Person(1, "Ann", "person", "away"), Person(1, "Anna", "person"), ["left", "joined"]),
        (ANN, Person(1, "Ann", "person", ready=True), ["ready"]),
        (ANN, ANN, []),
    ],
)
def test_what_changes_among_the_people_is_told(before: Person, after: Person, told: list[str]) -> None:
    """With seat and name, the name of before where somebody has left."""
    guest = Guest().connect()
    guest.hears(Welcome(1, 0, "token"), lobby(HOST, before))
    assert guest.hears(lobby(HOST, after)) == [*told, "lobby"]
    for event in told:
        assert guest.facts(event) == {"seat": 1, "name": before.name if event == "left" else after.name}


def test_whoever_changes_the_seat_has_not_left() -> None:
    """Nor has anybody come, or become ready: the seat of before is told."""
    guest = Guest().connect()
    bob = Person(2, "Bob", "person", "away")
    guest.hears(Welcome(1, 0, "token"), lobby(HOST, Person(1, "Ann", "person", ready=True), bob))
    swapped = (HOST, Person(1, "Bob", "person", "away"), Person(2, "Ann", "person", ready=True))
    assert guest.hears(lobby(*swapped)) == ["joined", "joined", "lobby"]
    assert guest.facts("joined") == {"seat": 2, "name": "Ann", "before": 1}
    assert guest.hears(lobby(HOST, EMPTY, Person(2, "Bob", "person"))) == ["left", "joined", "back", "lobby"]
    assert guest.facts("left") == {"seat": 2, "name": "Ann"}


def test_the_beginning_of_a_match_is_told_once() -> None:
    """With the game and its options."""
    guest = seated()
    assert guest.hears(lobby(playing=True)) == ["lobby", "started"]
    assert guest.facts("started") == {"game": "dice-capture", "options": {}}
    assert guest.hears(lobby(playing=True)) == ["lobby"]


def test_a_prompt_is_told_once_while_it_stands() -> None:
    """A table that others have changed does not ask again; a new prompt does."""
    guest = seated()
    guest.hears(lobby(playing=True))
    assert guest.hears(table(prompt=None)) == ["table"]
    assert guest.hears(table(prompt=4)) == ["table", "prompt"]
    assert guest.facts("prompt") == {"prompt": 4, "seat": 1, "legal": ["roll 1"]}
    assert guest.hears(table(prompt=4, seq=2)) == ["table"]
    assert guest.hears(table(prompt=5, seq=3)) == ["table", "prompt"]


def test_a_prompt_is_told_when_it_can_be_answered() -> None:
    """Not while the match stands still; then again, since an answer may have been refused meanwhile."""
    guest = playing()
    assert guest.hears(lobby(playing=True, waiting_for=[0])) == ["lobby"]
    assert guest.hears(table(prompt=2)) == ["table"]
    assert guest.hears(lobby(playing=True)) == ["lobby", "prompt"]
    assert guest.hears(lobby(playing=True)) == ["lobby"]


def test_a_prompt_is_told_again_after_the_own_link_was_lost() -> None:
    """The answer may have been lost with it; the old table does not count any more."""
    guest = playing()
    guest.did(guest.session.link_closed())
    guest.connect()
    assert guest.hears(Welcome(1, 1, "token"), lobby(playing=True)) == ["seated", "lobby"]
    assert guest.hears(table()) == ["table", "prompt"]


def test_a_refusal_is_told() -> None:
    """With the prompt that it answers."""
    guest = playing()
    assert guest.hears(Refused("stale", "Too late.", 1)) == ["refused"]
    assert guest.facts("refused") == {"prompt": 1, "code": "stale", "text": "Too late."}


def test_the_result_is_told_once_however_often_it_is_said() -> None:
    """It stays until the next match begins, whose result may be the same."""
    guest = playing()
    over = Over("drawn", [3, 3], [])
    assert guest.hears(over, lobby()) == ["over", "lobby"]
    assert guest.facts("over") == {"ending": "drawn", "totals": [3, 3], "winners": [], "hat": []}
    assert guest.session.table is None
    assert guest.hears(over) == []
    guest.did(guest.session.link_closed())
    guest.connect()
    assert guest.hears(Welcome(1, 1, "token"), over, lobby()) == ["seated", "lobby"]
    guest.hears(lobby(playing=True))
    assert guest.session.result is None
    assert guest.hears(table(), over) == ["table", "prompt", "over"]


def test_a_match_that_ended_while_the_guest_was_away_leaves_no_table_behind() -> None:
    """Also where the host has forgotten the result."""
    guest = playing()
    guest.hears(lobby())
    assert guest.session.table is None


# --- what the player does


def test_the_player_acts_on_the_present_prompt() -> None:
    """Which is quoted."""
    guest = playing()
    guest.did(guest.session.act("roll 1"))
    assert guest.said[-1] == Act(1, "roll 1")


def test_the_player_is_ready_moves_and_leaves() -> None:
    """Each wish is a message."""
    guest = seated()
    guest.did(guest.session.ready())
    guest.did(guest.session.sit(0))
    guest.did(guest.session.leave())
    assert guest.said[-3:] == [Ready(), Sit(0), Bye()]
    assert (guest.state(), guest.hung_up) == (State.OVER, 1)


def refusal(guest: Guest, effects: list[Effect]) -> str:
    """The code with which a wish was refused at home; the host hears nothing of it."""
    said = len(guest.said)
    guest.did(effects)
    assert len(guest.said) == said
    assert guest.told[-1].event == "refused"
    assert guest.told[-1].facts["text"]
    code: str = guest.told[-1].facts["code"]
    return code


def test_what_cannot_be_done_now_is_refused_at_home() -> None:
    """Never in silence, and without troubling the host."""
    guest = Guest()
    assert refusal(guest, guest.session.act("roll 1")) == "no-link"
    assert refusal(guest, guest.session.ready()) == "no-link"
    assert refusal(guest, guest.session.sit(0)) == "no-link"
    guest.connect()
    assert refusal(guest, guest.session.ready()) == "no-link"
    guest.hears(Welcome(1, 1, "token"))
    assert refusal(guest, guest.session.sit(0)) == "no-link"
    assert refusal(guest, guest.session.act("roll 1")) == "not-your-turn"
    guest.hears(lobby(playing=True), table(prompt=None))
    assert refusal(guest, guest.session.act("roll 1")) == "not-your-turn"


@pytest.mark.parametrize("seat", [-1, 2, 16, 10**30])
def test_a_seat_that_does_not_exist_is_refused_at_home(seat: int) -> None:
    """However large the number: the host would not even be able to read it."""
    guest = seated()
    assert refusal(guest, guest.session.sit(seat)) == "no-such-seat"


def test_an_act_that_is_too_long_is_refused_at_home() -> None:
    """A text that was pasted by mistake does not cost the seat."""
    guest = playing()
    assert refusal(guest, guest.session.act("x" * (MAX_ACTION + 1))) == "too-long"
    assert guest.told[-1].facts["prompt"] == 1


@given(st.text(st.characters(), max_size=MAX_ACTION))
def test_whatever_is_typed_arrives_as_an_act(text: str) -> None:
    """Also what a terminal could not read; the host then says what is wrong with it."""
    guest = playing()
    guest.did(guest.session.act(text))
    act = guest.said[-1]
    assert isinstance(act, Act)
    assert len(act.action or "") == len(text)


def test_leaving_twice_is_leaving_once() -> None:
    """The first reason stays."""
    guest = seated()
    guest.hears(Bye("table-closed", "Closed."))
    told = len(guest.told)
    guest.did(guest.session.leave())
    assert len(guest.told) == told
    assert guest.session.goodbye
    assert guest.session.goodbye.code == "table-closed"


def test_leaving_without_a_link_is_possible() -> None:
    """The host learns nothing of it, and keeps the seat."""
    guest = seated()
    guest.did(guest.session.link_closed())
    guest.did(guest.session.leave())
    assert guest.state() is State.OVER
    assert guest.said[-1] != Bye()


# --- the link


def test_the_host_is_pinged_and_answered() -> None:
    """Every two seconds, and at once."""
    guest = seated()
    guest.wait(PING_EVERY)
    guest.hears(Ping())
    assert guest.said[-2:] == [Ping(), Pong()]
    assert guest.hears(Pong()) == []


def test_silence_of_the_host_is_told_first_as_shaky_then_as_away() -> None:
    """Then the link is given up; the shell opens another."""
    guest = seated()
    assert guest.wait(SHAKY_AFTER) == ["shaky"]
    assert guest.wait(0.1) == []
    assert guest.wait(GONE_AFTER - SHAKY_AFTER) == ["away"]
    assert (guest.state(), guest.hung_up) == (State.AWAY, 1)
    assert guest.session.next_deadline(guest.now) is None
    assert guest.wait(10) == []
    guest.did(guest.session.link_closed())
    assert guest.told[-1].event == "away", "told once"


def test_a_shaky_link_is_told_to_be_steady_again() -> None:
    """As soon as anything is heard."""
    guest = seated()
    guest.wait(SHAKY_AFTER)
    assert guest.hears(Pong()) == ["steady"]


def test_a_new_link_is_not_shaky() -> None:
    """Even if the old one was."""
    guest = seated()
    guest.wait(SHAKY_AFTER)
    guest.did(guest.session.link_closed())
    guest.connect()
    assert guest.hears(Welcome(1, 1, "token")) == ["seated"]


def test_where_there_is_doubt_the_host_is_asked_at_once() -> None:
    """No answer makes the link shaky, and nothing worse; an answer ends the doubt."""
    guest = seated()
    guest.did(guest.session.doubt(guest.now))
    assert (guest.said[-1], guest.session.in_doubt) == (Ping(), False)
    assert (guest.wait(PROBE), guest.session.in_doubt) == (["shaky"], True)
    assert (guest.hears(Pong()), guest.session.in_doubt) == (["steady"], False)


def test_doubt_finds_out_at_once_about_a_silence_that_was_too_long() -> None:
    """As when a machine wakes up; and without a link there is nothing to doubt."""
    guest = seated()
    guest.now += GONE_AFTER
    guest.did(guest.session.doubt(guest.now))
    assert (guest.state(), guest.session.in_doubt) == (State.AWAY, True)
    guest.did(guest.session.doubt(guest.now))
    assert guest.told[-1].event == "away"


def test_another_link_takes_the_place_of_one_that_is_silent() -> None:
    """The prompt is told again, since the answer to it may have been lost; nobody was away."""
    guest = playing()
    prompts = [tell for tell in guest.told if tell.event == "prompt"]
    guest.wait(SHAKY_AFTER)
    before = len(guest.told)
    guest.connect()
    assert (guest.state(), guest.session.in_doubt) == (State.GREETING, False)
    assert len(guest.told) == before, "nobody knows yet whether it leads to the seat"
    guest.hears(Welcome(1, 1, "token"))
    guest.hears(lobby(playing=True))
    guest.hears(table())
    told = [tell.event for tell in guest.told[before:]]
    assert told == ["steady", "seated", "lobby", "table", "prompt"]
    assert guest.told[-1] == prompts[-1]


def test_whoever_has_no_seat_yet_looks_for_no_other_link() -> None:
    """The join is told that it failed."""
    guest = Guest().connect()
    guest.wait(SHAKY_AFTER)
    assert not guest.session.in_doubt


def test_a_lost_link_leaves_the_guest_away() -> None:
    """In whatever state; a second end is none."""
    for guest in (Guest().connect(), seated(), playing()):
        guest.did(guest.session.link_closed())
        assert guest.state() is State.AWAY
        before = len(guest.told)
        guest.did(guest.session.link_closed())
        assert len(guest.told) == before


def test_a_host_that_heard_nothing_is_worth_returning_to() -> None:
    """The seat is kept, so the session is not over."""
    guest = seated()
    assert guest.hears(Bye("silent", GOODBYES["silent"])) == ["away"]
    assert (guest.state(), guest.hung_up) == (State.AWAY, 1)


@pytest.mark.parametrize("text", ["", "null", '{"t":"hello","v":1,"name":"x"}', "[" * 60000, "x" * 70000])
def test_a_host_that_cannot_be_understood_is_left_with_the_reason(text: str) -> None:
    """The host keeps the seat, and the player learns why."""
    guest = seated()
    assert guest.hears(text) == ["bye"]
    bye = guest.said[-1]
    assert isinstance(bye, Bye)
    assert bye.code == "unreadable"
    assert (guest.state(), guest.hung_up) == (State.OVER, 1)


def test_after_the_end_nothing_is_heard() -> None:
    """Texts may still be under way."""
    guest = seated()
    guest.did(guest.session.leave())
    assert guest.hears(Ping(), "nonsense") == []
    assert guest.session.next_deadline(guest.now) is None


def test_while_there_is_a_link_there_is_a_deadline() -> None:
    """For the next ping, or the next change that silence brings."""
    guest = Guest().connect()
    assert guest.session.next_deadline(guest.now) == guest.now + PING_EVERY


@pytest.mark.parametrize("people", [[], [Person(1, "Ann", "person")], [Person(0, "Ann", "person")] * 2])
def test_a_lobby_that_makes_no_sense_ends_the_session(people: list[Person]) -> None:
    """Without the own seat, or with seats that are not in their order."""
    session = GuestSession("Ann")
    session.link_opened(0)
    session.text_received(encode(Welcome(1, 0, "token")), 0)
    session.text_received(encode(Lobby("toy", "The toy", {}, 0, people, playing=False, waiting_for=[])), 0)
    assert session.state is State.OVER
    assert session.goodbye
    assert session.goodbye.code == "unreadable"
    assert session.not_understood("again") == []
