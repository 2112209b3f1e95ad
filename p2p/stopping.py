"""How a program ends that is told to: SIGTERM, and SIGHUP of a terminal that was closed.

Both are like a crash to everything that is kept – tables can be resumed, seats are taken again – but one that others
are told of at once, and that leaves no process behind. Ctrl-C is another thing: the player leaves, on purpose.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from types import FrameType
from typing import Any, Final, TypeVar

T = TypeVar("T")

_TERMINAL_CLOSED: Final = int(getattr(signal, "SIGHUP", 1))
_SIGNALS: Final = (signal.SIGTERM.value, _TERMINAL_CLOSED)


class Stopped(Exception):
    """The program was told to end, or its terminal is gone; ``number`` is that of the signal."""

    def __init__(self, number: int = _TERMINAL_CLOSED) -> None:
        super().__init__(signal.strsignal(number))
        self.number = number


class _Told:
    """The signal that has come, if any has."""

    number: int | None = None


_TOLD: ContextVar[_Told] = ContextVar("_TOLD")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a command; as `asyncio.run`, but a signal to end cancels it, too. A second SIGTERM ends it at once.

    A signal that was ignored when the program was started stays so, as `nohup` wants it.

    Raises:
        Stopped: such a signal came.
    """
    return asyncio.run(_until_told(main))


async def _until_told(main: Coroutine[Any, Any, T]) -> T:
    told = _Told()
    _TOLD.set(told)
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop(number: int, _frame: object) -> None:
        if number == signal.SIGTERM:
            signal.signal(number, signal.SIG_DFL)
        if told.number is None and task:  # a shell and its terminal may both say so; once is enough
            told.number = number
            loop.call_soon_threadsafe(task.cancel)

    with _handling(stop):
        try:
            return await main
        except (asyncio.CancelledError, OSError) as error:
            if told.number is None:
                raise
            raise Stopped(told.number) from error


@contextmanager
def raising() -> Iterator[None]:
    """Let a signal to end raise `Stopped`, like Ctrl-C `KeyboardInterrupt`: for commands without an event loop."""

    def stop(number: int, _frame: object) -> None:
        raise Stopped(number)

    with _handling(stop):
        yield


@contextmanager
def _handling(stop: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let signals call it, also while the event loop is held up."""
    before = {}
    for number in _SIGNALS:
        with suppress(ValueError):  # it is none here, or this is not the main thread
            if signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@asynccontextmanager
async def parting(
    leave: Callable[[], Awaitable[None]], step_away: Callable[[], Awaitable[None]]
) -> AsyncIterator[None]:
    """Part from a table as it fits the end of the block.

    Args:
        leave: is called where the block ended by itself or by Ctrl-C: the player does not want to come back.
        step_away: is called where the program was told to end, or something failed.
    """
    part = step_away
    try:
        yield
        part = leave
    except asyncio.CancelledError:
        told = _TOLD.get(None)
        if told is None or told.number is None:
            part = leave
        raise
    finally:
        await part()


def end_by(number: int) -> int:
    """End this process by a signal that it has obeyed, so that whoever started it can tell.

    Returns:
        The exit status that says the same, where the system does not let a process do so.
    """
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    return 128 + number
