"""Where bots think that take their time: in processes of their own, so that nothing at the table waits for them.

A process is started when it is first needed. Where none can be started, bots think in threads. What a bot chooses
depends on what it has seen and not on where it thinks. Nobody waits for one that hangs or takes too long: its process
is replaced.
"""

import asyncio
import contextlib
import logging
import pickle
import threading
from collections.abc import Sequence
from typing import Any, Final, Protocol

from engine.bots.search.contest import Verdict
from engine.bots.search.thinker import SIMULATIONS_AT_TABLES, Thinker
from engine.inputs import Action
from engine.match import View
from p2p.bot_worker import COMMAND, LENGTH, Failure, Question, answer_to, frame

SECONDS: Final = 0.6
"""How long a bot may think about a move."""
LIMIT: Final = 1.0
"""Seconds after which nobody waits any longer for its answer."""
ENDS_WITHIN: Final = 1.0
"""Seconds that a process that is killed has to go."""
WORKERS: Final = 2
"""So many bots think at the same time; others wait for their turn."""


_log = logging.getLogger(__name__)


class WorkerLost(Exception):
    """A process has ended, or never began."""


class Worker(Protocol):
    """Where one bot at a time thinks."""

    is_ready: bool

    async def ready(self) -> None:
        """Wait until it can be asked; it goes on getting ready when nobody waits. Raises `WorkerLost`."""

    async def answer(self, question: Question) -> Verdict | Failure:
        """Let a bot think; raises `WorkerLost`."""

    async def end(self) -> None:
        """End it at once, whatever it does."""


class ProcessWorker:
    """A process; it is started with the first question."""

    def __init__(self, command: Sequence[str]) -> None:
        self.is_ready = False
        self._command = command
        self._starting = asyncio.get_running_loop().create_task(self._start())
        self._starting.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody may have asked yet

    async def _start(self) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe)
        try:
            await _read_from(process)
        except BaseException:
            await _kill(process)
            raise
        self.is_ready = True
        return process

    async def ready(self) -> None:
        """See `Worker.ready`."""
        try:
            await asyncio.shield(self._starting)
        except (OSError, EOFError) as error:
            raise WorkerLost("no process can be started") from error

    async def answer(self, question: Question) -> Verdict | Failure:
        """See `Worker.answer`."""
        process = self._starting.result()
        asked = frame(question)
        try:
            if process.stdin:
                process.stdin.write(asked)
                await process.stdin.drain()
            answer: Verdict | Failure = await _read_from(process)
        except (OSError, EOFError) as error:
            raise WorkerLost("its process has ended") from error
        return answer

    async def end(self) -> None:
        """See `Worker.end`."""
        self._starting.cancel()
        with contextlib.suppress(asyncio.CancelledError, OSError, EOFError):
            await _kill(await self._starting)


async def _read_from(process: asyncio.subprocess.Process) -> Any:
    if process.stdout is None:
        raise EOFError
    head = await process.stdout.readexactly(LENGTH.size)
    return pickle.loads(await process.stdout.readexactly(*LENGTH.unpack(head)))  # noqa: S301  # a process of our own


async def _kill(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


class ThreadWorker:
    """A thread for each question; one that hangs is left behind, and ends with the program."""

    is_ready = True

    async def ready(self) -> None:
        """See `Worker.ready`."""

    async def answer(self, question: Question) -> Verdict | Failure:
        """See `Worker.answer`."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[Verdict | Failure] = loop.create_future()

        def think() -> None:
            answer = answer_to(question)
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(lambda: None if answered.done() else answered.set_result(answer))

        threading.Thread(target=think, daemon=True).start()
        return await answered

    async def end(self) -> None:
        """See `Worker.end`: a thread cannot be ended."""


class BotPool:
    """Lets bots think. Needs a running event loop.

    Args:
        seconds: how long a bot may think.
        limit: after how many seconds it is replaced.
        command: starts a process; ``None`` for threads, as where no process can be started.

    Attributes:
        idle: the workers that wait for something to think about.
        busy: how many think.
    """

    def __init__(
        self,
        *,
        seconds: float = SECONDS,
        limit: float = LIMIT,
        command: Sequence[str] | None = COMMAND,
    ) -> None:
        self._seconds = seconds
        self._limit = limit
        self._command = command
        self.idle: list[Worker] = []
        self.busy = 0
        self._closed = False
        self._workers: set[Worker] = set()
        self._free = asyncio.Semaphore(WORKERS)

    def warm_up(self) -> None:
        """Have a process ready by the time that the first bot is to think."""
        if not self._workers and not self._closed:
            self.idle.append(self._new_worker())

    async def think(self, bot: Thinker, legal: list[Action], view: View) -> Verdict | Failure:
        """Let a bot think; that never takes longer than the limit, once it is its turn.

        Args:
            bot: with all that it has seen; it is not changed.
            legal: at least one action, in the engine's order.
            view: what the seat sees.
        """
        if len(legal) == 1:
            return Verdict(legal[0], 0)
        question = Question(bot, legal, view, SIMULATIONS_AT_TABLES, self._seconds)
        async with self._free:
            worker = self.idle.pop() if self.idle else self._new_worker()
            self.busy += 1
            try:
                answer = await self._ask(worker, question)
            except BaseException:
                await self._drop(worker)
                raise
            finally:
                self.busy -= 1
        return answer

    async def _ask(self, worker: Worker, question: Question) -> Verdict | Failure:
        try:
            async with asyncio.timeout(self._limit):
                await worker.ready()
                answer = await worker.answer(question)
        except TimeoutError:
            answer = Failure(f"it took longer than {self._limit} s")
            if worker.is_ready:
                await self._drop(worker)
                return answer
        except WorkerLost as lost:
            await self._drop(worker)
            if worker.is_ready:
                return Failure(str(lost))
            return await self._ask(self._thread_instead(lost), question)
        self.idle.append(worker)
        return answer

    def _thread_instead(self, lost: WorkerLost) -> Worker:
        """From now on there are no new processes; those that there are may stay."""
        if self._command is not None:
            _log.warning("Bots think in threads of this program: %s.", lost)
            self._command = None
        return self._new_worker()

    async def close(self) -> None:
        """End all processes at once; nothing is asked any more."""
        self._closed = True
        workers, self._workers = self._workers, set()
        self.idle.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ENDS_WITHIN):
                await asyncio.gather(*(worker.end() for worker in workers))

    def _new_worker(self) -> Worker:
        worker: Worker = ThreadWorker() if self._command is None else ProcessWorker(self._command)
        self._workers.add(worker)
        return worker

    async def _drop(self, worker: Worker) -> None:
        self._workers.discard(worker)
        await worker.end()
