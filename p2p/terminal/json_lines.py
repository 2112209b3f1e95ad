"""``--json``: a table as JSON lines, for scripts (DESIGN.md, Commands)."""

import contextlib
import json
from collections.abc import Sequence
from typing import Any, Final

from p2p.client import TableClient
from p2p.guest_session import Tell
from p2p.messages import Manage
from p2p.terminal.app.output import Output
from p2p.terminal.app.standard_input import input_lines
from p2p.terminal.console import TerminalCommand
from p2p.terminal.trouble import ANSWERS

_PRINTED: Final = frozenset({"joined", "left", "started", "prompt", "refused", "gone", "back", "over", "trouble"})


def print_event(event: str, **facts: Any) -> None:
    """Print one milestone, at once."""
    print(_line(event, facts), flush=True)


class JsonFront:
    """Prints what happens at the table; the link to the host is reported as the host being gone and back.

    Args:
        output: takes the lines.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._host_gone = False
        self._done = False

    def be_silent(self) -> None:
        """Print nothing more: the player goes, and what that brings about is no news."""
        self._done = True

    def told(self, client: TableClient, tell: Tell) -> None:
        """Print it if it is a milestone."""
        if self._done:
            return
        if tell.event in _PRINTED:
            facts = dict(tell.facts)
            if tell.event == "joined":
                facts["you"] = facts["seat"] == client.session.seat
            self._print(tell.event, **facts)
        elif tell.event == "away":
            self._host_gone = True
            self._print("gone", host=True)
        elif tell.event == "seated" and self._host_gone:
            self._host_gone = False
            self._print("back", host=True)
        elif tell.event == "bye" and tell.facts["code"] != "bye":
            self._print("error", **tell.facts)

    async def play(self, client: TableClient, extra: Sequence[TerminalCommand] = ()) -> None:  # noqa: ARG002
        """Carry out the actions that standard input brings, until it ends; a script gets no extra commands."""
        async with contextlib.aclosing(input_lines()) as lines:
            async for line in lines:
                trouble = client.session.trouble
                if trouble and trouble.yours and line in ANSWERS:
                    client.ask(Manage(ANSWERS[line]))
                elif line:
                    client.act(line)

    def _print(self, event: str, **facts: Any) -> None:
        self._output.write(_line(event, facts))


def _line(event: str, facts: dict[str, Any]) -> str:
    return json.dumps({"event": event, **facts})
