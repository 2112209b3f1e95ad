"""People without a seat: who may watch, what they see, and how they come to a seat."""

from random import Random

import pytest

from engine import games
from engine.chance import draw, pick
from engine.games.dice_capture import GAME as DICE_CAPTURE
from engine.games.twenty_nine import GAME as TWENTY_NINE
from engine.games.xing import GAME as XING
from engine.inputs import Act as ActInput
from engine.inputs import Need
from engine.match import Game
from p2p.messages import (
    Act,
    Bye,
    Get,
    Hello,
    Manage,
    Over,
    Part,
    Person,
    Ready,
    SettingsWish,
    Sit,
    Social,
    Table,
    Welcome,
)
from p2p.running_match import RunningMatch
from p2p.terminal.people import NOBODY, People
from p2p.terminal.tables import words_for
from p2p.text.catalogue import ENGLISH
from p2p.zones import Onlooker
from tests.p2p.desk import Desk, refusal


def watched(game: Game = DICE_CAPTURE) -> Desk:
    """A match with somebody who watches it."""
    desk = Desk(game, empty=game.seats[-1] - 1)
    desk.begin(*["ann", "ben", "cat"][: game.seats[-1] - 1])
    desk.draw_all()
    allow(desk)
    desk.join("wim")
    return desk


def allow(desk: Desk, *, watchers: bool = True) -> None:
    """The host lets people watch, or not."""
    desk.say("host", Manage("settings", settings=SettingsWish(watchers=watchers)))


def test_nobody_watches_unless_the_host_allows_it() -> None:
    """A full table is full; and who comes only to watch is told why that cannot be."""
    desk = Desk()
    desk.begin("ann")
    desk.open("wim")
    desk.say("wim", Hello(1, "Wim"))
    assert desk.goodbye("wim") == "table-full"
    desk.open("wim again")
    desk.say("wim again", Hello(1, "Wim", watch=True))
    assert desk.goodbye("wim again") == "no-watchers"


def test_a_watcher_is_known_to_all_and_sees_what_all_see() -> None:
    """Without a hand, a prompt, or what only some seats are told."""
    desk = watched()
    welcome, table = desk.last("wim", Welcome), desk.last("wim", Table)
    assert welcome.seat is None
    assert [(w.seat, w.name) for w in desk.lobby("ann").watchers] == [(8, "Wim")]
    assert (desk.lobby("wim").you, desk.lobby("wim").leaving) == (8, "nothing")
    assert (table.view["seat"], table.view["hand"], table.view["counts"]) == (None, [], [5, 5])
    assert not [event for event in table.events if event.code == "dealt"]
    before = len(desk.told("wim", Table))
    desk.act("host")
    assert len(desk.told("wim", Table)) == before + 1


@pytest.mark.parametrize("said", [Ready(), Social("poke", to=0)], ids=lambda said: type(said).__name__)
def test_a_watcher_only_watches(said: Ready | Social) -> None:
    """What is for players is refused."""
    desk = watched()
    assert refusal(desk.say("wim", said)) == "only-players"
    assert refusal(desk.say("wim", Act(1, "roll 1"))) == "stale"
    assert refusal(desk.say("wim", Sit(0))) == "not-now"


def test_a_watcher_comes_back_with_the_token_also_after_a_crash_of_the_host() -> None:
    """To the same place."""
    desk = watched()
    welcome = desk.last("wim", Welcome)
    desk.close("wim")
    assert desk.lobby("host").waiting_for == []
    desk.join("wim again", "Wim", welcome.token)
    assert desk.last("wim again", Welcome) == welcome
    saved = desk.session.saved()
    assert saved.tokens()[welcome.key] == welcome.token
    desk.start(DICE_CAPTURE, saved)
    desk.join("wim", "Wim", welcome.token)
    assert desk.last("wim", Welcome) == welcome


def test_a_watcher_takes_a_free_seat() -> None:
    """In the lobby, and in a match that waits for somebody."""
    desk = watched(TWENTY_NINE)
    hand = desk.last("ann", Table).view["hand"]
    assert "sit" not in desk.lobby("wim").people[1].may
    desk.say("ann", Bye())
    assert desk.lobby("wim").people[1].may == ["sit"]
    desk.say("wim", Sit(1))
    assert desk.last("wim", Welcome).seat == 1
    assert desk.last("wim", Table).view["hand"] == hand
    assert desk.lobby("host").watchers == []
    assert desk.lobby("host").waiting_for == []


def test_who_wants_to_watch_leaves_a_free_seat_to_others() -> None:
    """In the lobby."""
    desk = Desk(empty=1)
    desk.host_joins()
    allow(desk)
    desk.open("wim")
    desk.say("wim", Hello(1, "Wim", watch=True))
    assert desk.last("wim", Welcome).seat is None
    desk.join("ann")
    assert desk.last("ann", Welcome).seat == 1
    desk.say("ann", Bye())
    desk.say("wim", Sit(1))
    assert desk.last("wim", Welcome).seat == 1


def test_watchers_go_when_the_host_wants_it() -> None:
    """One of them, or all."""
    desk = watched()
    desk.join("wanda")
    assert desk.lobby("host").watchers[0].may == ["kick"]
    desk.say("host", Manage("kick", 8))
    assert desk.goodbye("wim") == "kicked"
    assert desk.is_playing()
    allow(desk, watchers=False)
    assert desk.goodbye("wanda") == "no-watchers"
    assert desk.lobby("host").watchers == []


def test_so_many_watch_and_no_more_and_those_who_are_away_make_room() -> None:
    """Each has a key of its own."""
    desk = watched()
    for number in range(7):
        desk.join(f"w{number}")
    keys = {desk.last(peer, Welcome).key for peer in ("host", "ann", "wim", *(f"w{n}" for n in range(7)))}
    assert len(keys) == 10
    assert keys <= set(range(16))
    desk.open("late")
    desk.say("late", Hello(1, "Late"))
    assert desk.goodbye("late") == "table-full"
    desk.close("wim")
    desk.join("later")
    assert desk.last("later", Welcome).seat is None


def test_a_watcher_is_told_the_result_and_can_watch_it_all_again() -> None:
    """As everybody could see it."""
    desk = Desk()
    desk.host_joins()
    allow(desk)
    desk.join("ann", view="zones")
    desk.join("wim", view="zones")
    for peer in ("host", "ann"):
        desk.say(peer, Ready())
    desk.draw_all()
    desk.act("host")
    desk.say("host", Manage("end"))
    assert desk.last("wim", Over).ending == "ended"
    (part,) = desk.say("wim", Get("replay"))
    assert isinstance(part, Part)
    assert part.data[0]["view"].get("you") is None
    assert not [zone for frame in part.data for zone in frame["view"]["zones"] if zone["id"] == "hand"]


def test_the_replay_shows_nothing_that_a_player_did_not_see() -> None:
    """Who took over a seat late has not seen the cards of whoever sat there before."""
    desk = watched(TWENTY_NINE)
    desk.say("ann", Bye())
    desk.say("wim", Sit(1))
    desk.say("host", Manage("end"))
    (part,) = desk.say("wim", Get("replay"))
    assert isinstance(part, Part)
    assert part.data[0]["view"].get("you") is None


@pytest.mark.parametrize("game", games.GAMES.values(), ids=lambda game: game.name)
def test_every_game_can_be_watched(game: Game) -> None:
    """On a page and in the terminal, without a hand or anything to do."""
    rng, seats = Random(5), game.seats[-1]
    running = RunningMatch(game, seats, {}, {})
    people = [Person(seat, f"P{seat}", "person") for seat in range(seats)]
    names = [person.name or "" for person in people]
    eyes = Onlooker(running, 8, people, names, ENGLISH)
    for _ in range(250):
        match = running.match
        if running.over:
            break
        seat = match.to_act[0] if match.needs is Need.SEAT else 0
        step = running.apply(
            ActInput(seat, pick(match.legal(seat), rng)) if match.needs is Need.SEAT else draw(match, rng)
        )
        view = (eyes.change(step.events) if step.shown_beside else eyes.snapshot()).list[-1].view
        assert (view.you, view.acts, view.prompt) == (None, (), None)
        assert "fan" not in {zone.__struct_config__.tag for zone in view.zones}
        assert "You" not in {row.name for row in view.strip}
        assert not any(row.us for row in view.strip)
        assert words_for(game.name).describe(running.sight_of(8).view, People(names, NOBODY))


def test_a_bot_stands_for_a_person_as_a_bot_in_every_view() -> None:
    """By its kind and by its name."""
    desk = Desk(XING, empty=2, bots=1)
    desk.begin("ann", "ben", view="zones")
    desk.draw_all()
    desk.close("ann")
    seat = desk.view("ben").seats[1]
    assert (seat.kind, seat.name) == ("bot", "Ann (bot)")
