"""A change of the table as frames: a finished trick, a capture or a roll stays for a moment before it is cleared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from engine.events import Event
from engine.inputs import Action
from p2p.messages import Person
from p2p.table_clock import TimeLeft
from p2p.table_view.layout import Scene, Seen, Told
from p2p.table_view.model import Frame, LogLine, View
from p2p.table_view.offers import Move
from p2p.table_view.views import layout_of, view_of


@dataclass(frozen=True)
class LaidFrames:
    """The frames of a change, and the action that each move on the last one stands for."""

    frames: tuple[Frame, ...]
    moves: Mapping[Move, Action]


def frames_of(
    title: str,
    before: Seen | None,
    now: Seen,
    events: Sequence[Event],
    people: Sequence[Person],
    *,
    prompt: int | None,
    log: Sequence[LogLine] = (),
    time_left: TimeLeft | None = None,
) -> LaidFrames:
    """What a page shows for a change; only on the last frame, which is the table as it is now, can be acted.

    Args:
        title: of the game, in the viewer's language.
        before: what the seat saw when it was last shown something; none for a player who comes or returns.
        now: what it sees now.
        events: what it was told in between.
        people: who sits where, by seat.
        prompt: the number that an act answers; none if the seat may not act.
        log: the end of the event log, as the seat may read it.
        time_left: of a time that runs at the table.
    """
    scenes = layout_of(now.view["game"]).scenes(before, now, Told(events)) if before else [Scene(now.view)]
    laid = view_of(title, now, people, prompt=prompt, log=log, time_left=time_left)
    frames = [_frame(scene, _on_the_way(title, scene, now, people, log)) for scene in scenes[:-1]]
    return LaidFrames((*frames, _frame(scenes[-1], laid.view)), laid.moves)


def _on_the_way(title: str, scene: Scene, now: Seen, people: Sequence[Person], log: Sequence[LogLine]) -> View:
    return view_of(title, now.while_nobody_acts(scene.view), people, prompt=None, log=log).view


def _frame(scene: Scene, view: View) -> Frame:
    said = view if scene.say is None else msgspec.structs.replace(view, say=scene.say)
    return Frame(said, tuple(scene.fx), scene.hold)
