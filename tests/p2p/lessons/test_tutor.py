"""A teacher beside a learner: what is told when, and when the table waits."""

from typing import Any

from engine.events import Event, Sentence
from engine.inputs import Action
from p2p.lessons.lesson import Caption, Lesson, Step, on_turn
from p2p.lessons.tutor import Tutor
from p2p.table_view.layout import Seen
from p2p.table_view.model import Coach
from p2p.text.catalogue import Catalogue

CAPTURED = Event(Sentence("captured", "Something is captured."))
DEALT = Event(Sentence("dealt", "Cards are dealt."))
PLAY = Action("play", 1)

LESSON = Lesson(
    seed=1,
    captions={
        "captured": Caption("That was a capture.", "zone:pile"),
        "dealt": Caption("Cards come.", watched=True),
    },
    steps=(
        Step("Welcome, {name}.", fill=lambda seen: {"name": seen.names[seen.seat]}),
        Step("Play a card.", when=on_turn, at=lambda seen: f"card:{seen.view['hand'][0]}", reads=False),
        Step("Capture again.", on=("captured",)),
        Step("Once more.", when=on_turn, reads=False),
    ),
)


def seen(*legal: Action, **more: Any) -> Seen:
    """What the learner, in seat 1, sees."""
    return Seen({"seat": 1, "hand": ["7H"], **more}, legal, ["Bot", "Ann"], Catalogue("de", {"Once more.": "Nochmal."}))


def told(tutor: Tutor, now: Seen | None = None) -> str | None:
    """The text of the hint."""
    coach = tutor.coach(now or seen())
    return coach.text if coach else None


def welcomed() -> Tutor:
    """A tutor whose first words have been read."""
    tutor = Tutor(LESSON, 1)
    tutor.saw(seen(), [DEALT], acted=False)
    assert tutor.coach(seen()) == Coach("Welcome, Ann.", None, next=True)
    tutor.read(seen())
    return tutor


def test_a_hint_that_is_read_stays_until_then_and_the_table_waits() -> None:
    """What happens in between does not take it away; the learner's own act means that it was read."""
    tutor = Tutor(LESSON, 1)
    assert tutor.coach(seen()) is None
    tutor.saw(seen(), [], acted=False)
    assert tutor.is_reading
    tutor.saw(seen(), [DEALT], acted=False)
    assert told(tutor) == "Welcome, Ann."
    tutor.saw(seen(), [], acted=True)
    assert told(tutor) is None


def test_a_hint_that_is_followed_stays_as_long_as_it_is_time_for_it() -> None:
    """The table does not wait for it but for the player."""
    tutor = welcomed()
    assert told(tutor) is None
    tutor.saw(seen(PLAY), [], acted=False)
    assert tutor.coach(seen(PLAY)) == Coach("Play a card.", "card:7H", next=False)
    tutor.read(seen(PLAY))
    assert told(tutor, seen(PLAY)) == "Play a card."
    tutor.saw(seen(), [], acted=True)
    assert told(tutor) is None


def test_what_happens_is_explained_once_each_explanation_after_the_other() -> None:
    """Before what can be done next; captions for those who only watch are left out."""
    tutor = welcomed()
    tutor.saw(seen(PLAY), [CAPTURED], acted=False)
    assert tutor.coach(seen(PLAY)) == Coach("That was a capture.", "zone:pile", next=True)
    tutor.read(seen(PLAY))
    assert told(tutor) == "Capture again."
    tutor.read(seen(PLAY))
    assert told(tutor) == "Play a card."
    tutor.saw(seen(), [CAPTURED], acted=True)
    assert told(tutor) is None


def test_hints_are_told_in_the_learner_s_language() -> None:
    """As views are."""
    tutor = welcomed()
    tutor.saw(seen(PLAY), [], acted=False)
    tutor.saw(seen(), [], acted=True)
    tutor.saw(seen(PLAY), [], acted=False)
    assert told(tutor) == "Nochmal."
