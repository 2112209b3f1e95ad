"""A table in the terminal: reads what the player types, line by line, and prints what happens in words."""

import contextlib
import os
import shutil
import sys
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from p2p.client import TableClient
from p2p.guest_session import Tell
from p2p.messages import Manage
from p2p.stopping import Stopped
from p2p.terminal.app.output import Output
from p2p.terminal.app.standard_input import input_lines
from p2p.terminal.console import (
    Act,
    Ask,
    Console,
    Decide,
    Leave,
    Page,
    Print,
    SayReady,
    SwitchCards,
    TakeSeat,
    TerminalCommand,
    Wish,
)
from p2p.terminal.narrator import Narrator
from p2p.text.rulebook import Rulebook

_ROWS_KEPT: Final = 3
"""Lines of the terminal that a page leaves for the prompt and what was typed."""
_IN_WORDS: Final = "Cards are shown in words now; you still type letters."
_IN_LETTERS: Final = "Cards are shown in letters again."
_ENDLESS: Final = Page(sys.maxsize, sys.maxsize)


class TerminalFront:
    """Prints the table for a person, and carries out what the person types.

    Args:
        output: takes the lines.
        asks_ready: whether the person is to say when the first match may begin.
        plays_again: whether there may be another match after it.
        in_words: whether cards are shown in words from the start.
        rulebooks: the rules of a game by its name, where somebody has written them down.
    """

    def __init__(
        self,
        output: Output,
        *,
        asks_ready: bool = True,
        plays_again: bool = True,
        in_words: bool = False,
        rulebooks: Callable[[str], Rulebook | None],
    ) -> None:
        self._output = output
        self._output.in_words = in_words
        self._rulebooks = rulebooks
        self._narrator = Narrator(asks_ready=asks_ready, plays_again=plays_again)
        self._done = False

    def told(self, client: TableClient, tell: Tell) -> None:
        """Print what happened."""
        if not self._done:
            self._output.say(self._narrator.tell(client.session, tell))

    def be_silent(self) -> None:
        """Print nothing more: the player goes, and what that brings about is no news."""
        self._done = True

    async def play(self, client: TableClient, extra: Sequence[TerminalCommand] = ()) -> None:
        """Carry out what the player types until the player leaves or the input ends.

        Args:
            client: has this front.
            extra: commands beside those of every table.
        """
        at_terminal = _both_ends_are_terminals()
        console = Console(self._narrator, self._rulebooks, extra, careful=at_terminal)
        lines = _typed(partial(_completions, console, client)) if at_terminal else input_lines()
        async with contextlib.aclosing(lines):
            async for line in lines:
                if not self.take(client, console, line):
                    return

    def take(self, client: TableClient, console: Console, line: str) -> bool:
        """Carry out a line that the player typed; false if that was the last one."""
        try:
            wish = console.typed(client.session, line, _page())
        except Exception as error:  # noqa: BLE001  # the table is the host's word, and may be anything
            client.not_understood(error)
            return False
        if isinstance(wish, Leave):
            return False
        self._grant(client, wish)
        return True

    def _grant(self, client: TableClient, wish: Wish | None) -> None:
        match wish:
            case Print(lines):
                self._output.say(lines)
            case Act(action):
                client.act(action)
            case SayReady():
                client.ready()
            case TakeSeat(seat):
                client.sit(seat)
            case Decide(deed):
                client.ask(Manage(deed))
            case Ask(message):
                client.ask(message)
            case SwitchCards():
                self._output.in_words = not self._output.in_words
                self._output.write(_IN_WORDS if self._output.in_words else _IN_LETTERS)


def _completions(console: Console, client: TableClient, before: str) -> list[str]:
    """How a line may go on; nothing where the host's table makes no sense, which is told when the line is typed."""
    try:
        return console.completions(client.session, before)
    except Exception:  # noqa: BLE001  # see `TerminalFront.play`
        return []


def _both_ends_are_terminals() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _page() -> Page:
    """What fits on the terminal; everything where the output is none."""
    if sys.stdout is None or not sys.stdout.isatty():
        return _ENDLESS
    size = shutil.get_terminal_size()
    return Page(max(1, size.lines - _ROWS_KEPT), max(1, size.columns))


async def _typed(complete: Callable[[str], Iterable[str]]) -> AsyncGenerator[str]:
    """Lines typed at a terminal, with history, editing and completion on Tab.

    Imports prompt_toolkit only here: without a terminal its 0.2 s of start-up would be for nothing.
    """
    from prompt_toolkit import PromptSession  # noqa: PLC0415  # see the docstring
    from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415
    from prompt_toolkit.document import Document  # noqa: PLC0415
    from prompt_toolkit.patch_stdout import patch_stdout  # noqa: PLC0415
    from prompt_toolkit.shortcuts import CompleteStyle  # noqa: PLC0415

    class WordCompleter(Completer):
        def get_completions(self, document: Document, complete_event: object) -> Iterator[Completion]:  # noqa: ARG002
            before = document.text_before_cursor
            begun = len(before) - (before.rfind(" ") + 1)
            return (Completion(f"{word} ", start_position=-begun) for word in complete(before))

    # Lines need no position of the cursor; a terminal that cannot tell it would get a warning about that.
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    session: PromptSession[str] = PromptSession(
        "> ",
        completer=WordCompleter(),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
    )
    with patch_stdout(raw=True):
        while True:
            try:
                yield await session.prompt_async()
            except (EOFError, KeyboardInterrupt):
                if not _both_ends_are_terminals():  # any more: the window was closed
                    raise Stopped from None
                yield "quit"
