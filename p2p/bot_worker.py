"""A process in which bots think, one at a time: what `COMMAND` starts.

It is told what to think about on standard input and answers on standard output, in frames: four bytes that say how long
it is, then the pickled object. It ends when its input does, so that it outlives no program that started it.
"""

import contextlib
import gc
import os
import pickle
import signal
import struct
import sys
import time
from collections.abc import Callable, Sequence
from typing import IO, Any, Final, NamedTuple

from engine.bots.search.contest import Verdict
from engine.bots.search.thinker import Thinker
from engine.inputs import Action
from engine.match import View

COMMAND: Final = (sys.executable, "-c", "from p2p.bot_worker import main; main()")
LENGTH: Final = struct.Struct(">I")
READY: Final = "ready"
"""What the process says first."""
_NICENESS: Final = 10
"""By how much its priority is lower than that of the program that started it."""


class Question(NamedTuple):
    """What a bot is to think about.

    Attributes:
        bot: with all that it has seen.
        simulations: how many it may make, if it was not made for a certain number.
        seconds: how long it may think.
    """

    bot: Thinker
    legal: list[Action]
    view: View
    simulations: int
    seconds: float


class Failure(NamedTuple):
    """Why there is no answer."""

    why: str


def answer_to(question: Question) -> Verdict | Failure:
    """Let a bot think."""
    bot, legal, view, simulations, seconds = question
    until = time.monotonic() + seconds
    return answer_of(lambda: bot.think(legal, view, simulations, lambda: time.monotonic() >= until), legal)


def answer_of(think: Callable[[], Verdict], legal: Sequence[Action]) -> Verdict | Failure:
    """What a bot answers, which may fail in any way; the answer is one of the legal actions."""
    try:
        verdict = think()
    except Exception as error:  # noqa: BLE001  # a bot of anybody's may raise anything
        return Failure(f"{type(error).__name__}: {error}")
    return verdict if verdict.action in legal else Failure(f"it chose {verdict.action!r}, which is not legal")


def frame(content: object) -> bytes:
    """An object as it travels."""
    body = pickle.dumps(content)
    return LENGTH.pack(len(body)) + body


def serve(source: IO[bytes], sink: IO[bytes], answer: Callable[[Question], object] = answer_to) -> None:
    """Answer questions until there are no more."""
    sink.write(frame(READY))
    sink.flush()
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        question: Any = pickle.loads(source.read(*LENGTH.unpack(head)))  # noqa: S301  # from the program that started it
        sink.write(frame(answer(question)))
        sink.flush()


def main() -> None:
    """Give way to everything else, and leave interrupts to the program that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    sink, sys.stdout = sys.stdout.buffer, sys.stderr  # a bot that prints does not get in between
    gc.freeze()
    with contextlib.suppress(BrokenPipeError):
        serve(sys.stdin.buffer, sink)
