"""What a lesson is made of: the steps of a first game, and the captions of a game that is only watched.

All texts are English ones, translated like those of a layout; what stands at a table is named as in views
(`p2p.table_view.model.Coach`): ``zone:ID``, ``card:ID`` or ``act:ID``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from p2p.table_view.layout import Seen, Told

Place = str | Callable[[Seen], str | None]
"""What a text is about: a place, or how it is found; none if it is about the table as a whole."""


@dataclass(frozen=True)
class Moment:
    """What a learner sees, and was told on the way to it."""

    seen: Seen
    told: Told


@dataclass(frozen=True)
class Step:
    """Something that a learner is told once.

    Attributes:
        text: with gaps ``{name}``, if ``fill`` fills them.
        on: codes of events; the step is due once one of them happens. None: it is due while ``when`` holds.
        when: what else must hold for it to be due.
        at: what it is about.
        reads: whether it stays until it was read, and the table waits; else it stays as long as ``when`` holds, which
            the learner ends by playing.
    """

    text: str
    on: tuple[str, ...] = ()
    when: Callable[[Moment], bool] = lambda _moment: True
    at: Place | None = None
    reads: bool = True
    fill: Callable[[Seen], Mapping[str, object]] = lambda _seen: {}

    def place(self, seen: Seen) -> str | None:
        """What it is about at a table."""
        return self.at(seen) if callable(self.at) else self.at


@dataclass(frozen=True)
class Caption:
    """Explains an event when it is seen for the first time.

    Attributes:
        text: without gaps.
        at: what it is about.
        watched: whether it is for those alone who only watch: a learner is told in another way.
    """

    text: str
    at: str | None = None
    watched: bool = False


@dataclass(frozen=True)
class Lesson:
    """How a game is learnt.

    Attributes:
        seed: of the cards of the first game, chosen so that most of what matters comes up.
        steps: of the first game; of those that are due the first is told.
        captions: by the codes of the events that they explain; learners are told most of them, too.
    """

    seed: int
    steps: tuple[Step, ...]
    captions: Mapping[str, Caption]

    def first_game(self) -> list[Step]:
        """All steps of a first game."""
        told = ((code, caption) for code, caption in self.captions.items() if not caption.watched)
        return [*(Step(caption.text, on=(code,), at=caption.at) for code, caption in told), *self.steps]


def dealt(moment: Moment) -> bool:
    """Whether the learner holds cards."""
    return bool(moment.seen.view["hand"])


def on_turn(moment: Moment) -> bool:
    """Whether the learner is to act."""
    return bool(moment.seen.legal)


def in_phase(*phases: str) -> Callable[[Moment], bool]:
    """Whether the learner is to act in one of these phases."""
    return lambda moment: on_turn(moment) and moment.seen.view["phase"] in phases


def may(verb: str) -> Callable[[Moment], bool]:
    """Whether the learner may do something of that kind."""
    return lambda moment: any(action.verb == verb for action in moment.seen.legal)


def by_learner(code: str) -> Callable[[Moment], bool]:
    """Whether an event, which has happened, was the learner's doing."""
    return lambda moment: bool(moment.told.params(code)["seat"] == moment.seen.seat)


def by_others(code: str) -> Callable[[Moment], bool]:
    """Whether an event, which has happened, was somebody else's doing."""
    return lambda moment: bool(moment.told.params(code)["seat"] != moment.seen.seat)
