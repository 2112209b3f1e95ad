"""The first game of each game, step by step, played by a page against bots; and what is explained in those watched."""

from random import Random

import pytest

from engine import bots
from engine.bots.bot import Bot
from engine.games import GAMES
from p2p.demo import demonstration, explained
from p2p.effects import AskBot, DrawChance
from p2p.lessons import LESSONS
from p2p.messages import Act, Learn, Ping, Refused
from p2p.saved_table import SavedSeat, SavedTable
from p2p.table_view.model import View
from tests.engine.toy_game import TOY
from tests.p2p.desk import OWN_TOKEN, Desk, refusal
from tests.p2p.pages import moves_on

MOST_STEPS = 900


def table(name: str) -> Desk:
    """A table alone with bots, and its host with a page."""
    game = GAMES[name]
    seats = [SavedSeat("bot", f"Bot {number}", None, "normal") for number in range(1, game.seats[-1])]
    desk = Desk(game, empty=0, bots=len(seats))
    desk.start(game, SavedTable(name, {}, [SavedSeat("person", "Ann", OWN_TOKEN), *seats]))
    desk.join("host", "Ann", OWN_TOKEN, "zones")
    return desk


class Learner:
    """Plays a first game: reads what is to be read, and plays as a bot of the kind would.

    Attributes:
        views: in which there was a hint, each hint once.
    """

    def __init__(self, name: str, kind: str = "normal") -> None:
        self.desk = table(name)
        self._lesson = LESSONS[name]
        game = GAMES[name]
        self._bot: Bot = bots.make(kind, game, 0, game.seats[-1], Random(5))
        self.views: list[View] = []

    def play(self) -> None:
        """Until the last word was read, or the first hand is over."""
        self.desk.say("host", Learn("start"))
        for _ in range(MOST_STEPS):
            view = self._look()
            if view.coach and view.coach.next and self.desk.is_playing():
                self.desk.say("host", Learn("next"))
            elif self._is_over():
                return
            elif self.desk.wanted(AskBot):
                self.desk.all_bots_act()
            elif view.prompt is not None:
                self.desk.say("host", self._choice(view))
            else:
                raise AssertionError("nobody is asked")
        raise AssertionError("the first hand does not end")

    def _look(self) -> View:
        view = self.desk.view("host")
        if view.coach and view.coach.text not in {known.coach.text for known in self.views if known.coach}:
            self.views.append(view)
        return view

    def _is_over(self) -> bool:
        running = self.desk.session.running
        last = self.views[-1].coach if self.views else None
        said = last is not None and last.text == self._lesson.steps[-1].text
        return said or running is None or bool(running.match.hand_points)

    def _choice(self, view: View) -> Act:
        running = self.desk.session.running
        assert running
        sight = running.sights[0]
        assert sight.prompt
        wanted = self._bot.choose(sight.prompt.legal, lambda: sight.view)
        return next(act for act in moves_on(view) if self._means(act) == wanted)

    def _means(self, act: Act) -> object:
        running = self.desk.session.running
        assert running
        seat = self.desk.session.seats[0]
        return self.desk.session._table.teller.read(running, seat, act).action


@pytest.fixture(scope="module", params=GAMES)
def learner(request: pytest.FixtureRequest) -> Learner:
    """Somebody who has played the first game."""
    learner = Learner(request.param)
    learner.play()
    return learner


def places(view: View) -> set[str]:
    """All that a hint can be about."""
    zones = {f"zone:{zone.id}" for zone in view.zones}
    cards = {f"card:{card.id}" for zone in view.zones for card in getattr(zone, "cards", ())}
    acts = {f"act:{act.id}" for act in view.acts}
    return zones | cards | acts | {f"seat:{seat.id}" for seat in view.seats} | {"zone:score"}


def test_every_hint_is_about_something_that_is_there(learner: Learner) -> None:
    """Zones, cards, acts, seats and the score."""
    for view in learner.views:
        assert view.coach
        assert view.coach.at is None or view.coach.at in places(view), view.coach


def test_a_first_game_tells_most_of_what_matters(learner: Learner) -> None:
    """From the welcome to the last word; some steps only come up in other hands."""
    (lesson,) = [LESSONS[name] for name in GAMES if learner.views[0].game == name]
    texts = [view.coach.text for view in learner.views if view.coach]
    assert texts[0].startswith("Welcome")
    assert len(texts) >= 0.6 * len(lesson.first_game())
    assert texts[-1] == lesson.steps[-1].text


def test_no_chance_is_asked_of_the_program(learner: Learner) -> None:
    """A lesson has its own cards, always the same."""
    assert not learner.desk.wanted(DrawChance)
    again = table(learner.views[0].game)
    again.say("host", Learn("start"))
    assert again.view("host").zones == learner.views[0].zones


@pytest.mark.parametrize("name", GAMES)
def test_a_first_game_can_be_left_at_any_time_and_goes_on_as_any_other(name: str) -> None:
    """Nothing waits for the learner's reading any more."""
    desk = table(name)
    desk.say("host", Learn("start"))
    assert desk.view("host").coach
    desk.say("host", Learn("leave"))
    assert desk.view("host").coach is None
    assert desk.view("host").prompt is not None or desk.wanted(AskBot)


def test_the_table_waits_while_something_is_read_but_not_for_the_learner_s_own_act() -> None:
    """Bots are not asked, no time runs; whoever acts has read."""
    desk = table("xing")
    desk.say("host", Learn("start"))
    assert not desk.wanted(AskBot)
    assert not desk.wanted(DrawChance)
    for _ in range(9):
        desk.wait(1)
        desk.say("host", Ping())
        assert not desk.wanted(AskBot)
    assert {"known", "hand"} <= {zone.id for zone in desk.view("host").zones}  # for five seconds, once it is read
    desk.say("host", Learn("next"))
    desk.say("host", Learn("next"))
    assert desk.wanted(AskBot)


def test_a_first_game_is_for_somebody_alone_with_bots() -> None:
    """Not while a match goes on, and not with other people or empty seats."""
    desk = Desk(empty=1)
    desk.join("host", "Ann", OWN_TOKEN, "zones")
    assert refusal(desk.say("host", Learn("start"))) == "not-alone"
    desk.join("ben", view="zones")
    assert refusal(desk.say("host", Learn("start"))) == "not-alone"
    desk = table("xing")
    desk.say("host", Learn("start"))
    assert refusal(desk.say("host", Learn("start"))) == "not-now"
    assert not desk.told("host", Refused)[1:]


def test_what_is_not_taught_is_refused_and_stray_wishes_do_nothing() -> None:
    """A game without a lesson; a next and a leave of nobody who learns."""
    desk = Desk(TOY, empty=0, bots=3)
    desk.join("host", "Ann", OWN_TOKEN, "zones")
    assert refusal(desk.say("host", Learn("start"))) == "no-lesson"
    assert desk.say("host", Learn("next")) == []
    assert desk.say("host", Learn("leave")) == []


def test_hints_are_for_pages() -> None:
    """Somebody who comes back in a terminal plays on without."""
    desk = table("xing")
    desk.say("host", Learn("start"))
    desk.close("host")
    desk.join("again", "Ann", OWN_TOKEN)
    assert desk.wanted(AskBot)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_watched_is_explained_as_it_happens(name: str) -> None:
    """Most of it in the one hand that is shown, each thing once, the first from the beginning."""
    running = demonstration(GAMES[name])
    found = [caption for captions in explained(running).values() for caption in captions]
    assert len(found) == len({caption.text for caption in found})
    assert len(found) >= 0.6 * len(LESSONS[name].captions)
    assert min(explained(running)) <= 1
