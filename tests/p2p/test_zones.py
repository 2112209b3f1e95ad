"""Seats with a page: frames in place of tables, acts of the view, and the person's language."""

from random import Random

import pytest

from engine import games
from engine.chance import draw, pick
from engine.inputs import Input
from p2p.codec import MAX_FROM_HOST, encode
from p2p.messages import Act, Frames, Lang, Person, Ready, Refused, Table
from p2p.running_match import RunningMatch
from p2p.text.catalogue import ENGLISH
from p2p.zones import LOG_SHOWN, Onlooker
from tests.p2p.desk import GERMAN, OWN_TOKEN, Desk, refusal
from tests.p2p.pages import moves_on


def dealt_dice(lang: str = "en") -> Desk:
    """Dice Capture, dealt and the host to act: the host has a page, ann sees the table as records spell it."""
    desk = Desk()
    desk.join("host", "Host", OWN_TOKEN, "zones", lang)
    desk.join("ann")
    desk.say("host", Ready())
    desk.say("ann", Ready())
    desk.draw()
    return desk


# --- frames


def test_a_seat_with_a_page_is_sent_frames_in_place_of_tables() -> None:
    """With the same count and the same prompt that a table would have; the others get tables."""
    desk = dealt_dice()
    assert not desk.told("host", Table)
    assert not desk.told("ann", Frames)
    assert desk.last("host", Frames).seq == desk.last("ann", Table).seq == 1
    assert desk.view("host").prompt == 1
    assert desk.view("host").you == 0
    assert {(seat.id, seat.name) for seat in desk.view("host").seats} == {(0, "Host"), (1, "Ann")}


def test_a_move_of_the_view_is_played_and_seen_by_everybody() -> None:
    """The page names cards and targets; the record spells it as everywhere."""
    desk = dealt_dice()
    desk.say("host", moves_on(desk.view("host"))[0])
    assert "pile-started" in [event.code for event in desk.last("ann", Table).events]
    assert desk.last("host", Frames).seq == 2
    assert desk.view("host").log[-1].text.startswith("Host plays ")


def test_a_move_that_the_view_does_not_offer_is_refused_with_a_sentence() -> None:
    """In the person's language, and nothing changes."""
    desk = dealt_dice("de")
    (refused,) = desk.say("host", Act(1, id="dance"))
    assert refused == Refused("unreadable-action", "Das geht jetzt nicht.", 1)
    assert refusal(desk.say("host", Act(1))) == "unreadable-action"
    assert refusal(desk.say("host", Act(2, id="play"))) == "stale"
    assert desk.view("host").prompt == 1


def test_either_form_of_an_act_is_understood_from_either_kind_of_seat() -> None:
    """One message, and a prompt that it answers."""
    desk = dealt_dice()
    legal = moves_on(desk.view("host"))
    card = legal[0].cards[0]
    desk.say("host", Act(1, f"play {card} new"))
    assert desk.last("ann", Table).events[0].params["card"] == card


def test_whoever_returns_gets_the_table_at_once_as_it_was() -> None:
    """One frame, nothing on the way to it, and the log is there."""
    desk = dealt_dice()
    desk.say("host", moves_on(desk.view("host"))[0])
    before = desk.view("host")
    desk.close("host")
    desk.join("again", "Host", OWN_TOKEN, "zones")
    (frames,) = desk.told("again", Frames)
    (frame,) = frames.list
    assert (frame.view, frame.fx, frame.hold) == (before, (), 0)
    assert frames.seq == 2


def test_a_seat_may_return_with_another_kind_of_view() -> None:
    """From the page to a program and back."""
    desk = dealt_dice()
    desk.join("program", "Host", OWN_TOKEN)
    assert desk.last("program", Table).prompt == 1
    desk.join("page", "Host", OWN_TOKEN, "zones")
    assert desk.view("page").prompt == 1
    assert not desk.told("page", Table)


def test_the_view_shows_whose_link_is_away() -> None:
    """It is sent anew whenever that changes, with the same count."""
    desk = dealt_dice()
    desk.close("ann")
    assert [seat.link for seat in desk.view("host").seats] == ["on", "away"]
    assert desk.last("host", Frames).seq == 1


def test_what_happened_is_shown_on_the_way_to_the_new_view() -> None:
    """Each frame but the last one lets nobody act."""
    desk = dealt_dice()
    for _ in range(30):
        if desk.session.match_to_draw_for:
            desk.draw()
        elif moves := moves_on(desk.view("host")):
            desk.say("host", moves[-1])
        else:
            desk.act("ann")
    changes = desk.told("host", Frames)
    assert any(frame.fx for frames in changes for frame in frames.list)
    for frames in changes:
        assert all(frame.view.prompt is None for frame in frames.list[:-1])


# --- language


def test_titles_and_log_are_in_the_language_of_the_seat() -> None:
    """A region falls back to its language, an unknown language to English."""
    desk = dealt_dice("de-AT")
    assert desk.lobby("host").title == "Würfelfang"
    assert desk.lobby("ann").title == "Dice Capture"
    desk.say("host", moves_on(desk.view("host"))[0])
    assert desk.view("host").title == "Würfelfang"
    assert desk.view("host").log[-1].text.startswith("Host legt ")
    desk.say("host", Lang("xx"))
    assert desk.view("host").title == "Dice Capture"


def test_the_language_can_be_changed_in_mid_game() -> None:
    """Lobby and table are told anew; the table is as it was."""
    desk = dealt_dice()
    before = desk.view("host")
    lobby, frames = desk.say("host", Lang("de"))
    assert lobby == desk.lobby("host")
    assert isinstance(frames, Frames)
    assert desk.lobby("host").title == desk.view("host").title == "Würfelfang"
    assert desk.view("host").prompt == before.prompt
    assert [act.id for act in desk.view("host").acts] == [act.id for act in before.acts]


def test_a_refusal_of_the_table_is_in_the_language_of_the_seat() -> None:
    """As far as there is a translation."""
    desk = dealt_dice("de")
    desk.close("ann")
    (refused,) = desk.say("host", moves_on(desk.view("host"))[0])
    assert refused == Refused("waiting", GERMAN(REFUSED_WAITING), 1)


REFUSED_WAITING = "The table waits until everybody is back."


# --- every game


@pytest.mark.parametrize("name", games.GAMES)
def test_every_move_on_every_view_is_legal_and_every_message_fits(name: str) -> None:
    """A page plays a game that it does not know: for each seat, all along a stretch of a match."""
    game = games.find(name)
    rng = Random(3)
    seats = game.seats[-1]
    running = RunningMatch(game, seats, {}, {}, {})
    people = [Person(seat, f"Player {seat}", "person") for seat in range(seats)]
    names = [f"Player {seat}" for seat in range(seats)]
    eyes = [Onlooker(running, seat, people, names, ENGLISH) for seat in range(seats)]
    for _ in range(250):
        if running.over:
            break
        given: Input
        if running.needs_chance:
            given = draw(running.match, rng)
        else:
            seat = pick(running.match.to_act, rng)
            sight = running.sights[seat]
            moves = moves_on(eyes[seat].snapshot().list[-1].view)
            acts = [eyes[seat].act(move) for move in moves]
            assert sight.prompt
            assert {act.action for act in acts} == set(sight.prompt.legal)
            given = pick(acts, rng)
        step = running.apply(given)
        for seat in step.shown_to:
            frames = eyes[seat].change(step.events)
            assert len(encode(frames).encode()) < MAX_FROM_HOST
            assert len(frames.list[-1].view.log) <= LOG_SHOWN


def test_lines_of_the_log_are_numbered_through_the_match() -> None:
    """However many of them are sent: a page that keeps them can tell what it has."""
    desk = dealt_dice()
    seen: dict[int, str] = {}
    for _ in range(60):
        if desk.session.match_to_draw_for:
            desk.draw()
        elif moves := moves_on(desk.view("host")):
            desk.say("host", moves[-1])
        else:
            desk.act("ann")
        for line in desk.view("host").log:
            assert seen.setdefault(line.n, line.text) == line.text
    assert sorted(seen) == list(range(1, len(seen) + 1))
    assert len(seen) > LOG_SHOWN
