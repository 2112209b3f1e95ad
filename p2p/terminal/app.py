"""A table in the terminal: prints what happens in words, reads actions line by line."""

import contextlib
import sys
from collections.abc import AsyncGenerator, Iterator
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import patch_stdout

from p2p.client import TableClient
from p2p.guest_session import Tell
from p2p.messages import Lobby
from p2p.terminal.json_lines import input_lines
from p2p.terminal.table_words import describe, group_actions

HELP = """\
Type an action as it is listed, for example: play 7H new
  ready     begin, once everybody says so     actions   what you may do now
  table     the table in words                sit N     take another free seat before the game
  help      this list                         quit      leave the table for good"""

_ABOUT_THE_LINK: Final = {
    "shaky": "The connection to the host is shaky …",
    "steady": "The connection to the host is steady again.",
    "away": "The host is gone. Trying to come back; your seat is kept. (quit leaves for good)",
}


class TerminalFront:
    """Prints the table for a person.

    Args:
        asks_ready: whether the person is to say when a match may begin.
    """

    def __init__(self, *, asks_ready: bool = True) -> None:
        self._asks_ready = asks_ready
        self._asked_ready = False

    def told(self, client: TableClient, tell: Tell) -> None:
        """Print what happened."""
        for line in self._lines(client, tell):
            print(line, flush=True)

    def _lines(self, client: TableClient, tell: Tell) -> Iterator[str]:  # one case an event
        facts = tell.facts
        match tell.event:
            case "joined" | "left" | "gone" | "back" | "ready":
                yield from self._about_a_person(client, tell.event, facts["seat"], facts["name"])
            case "lobby" if client.session.lobby:
                yield from self._ask_ready(client.session.lobby)
            case "started":
                yield "The match begins. (help lists what you can type)"
            case "table" if client.session.table:
                yield from (event.text for event in client.session.table.events)
            case "prompt":
                yield ""
                yield from table_lines(client)
                yield "Your turn. You may:"
                yield from ("  " + line for line in group_actions(facts["legal"]))
            case "refused":
                yield f"Not possible: {facts['text']}"
            case "over":
                yield from self._result(client, facts["ending"], facts["totals"], facts["winners"])
            case "shaky" | "steady" | "away":
                yield _ABOUT_THE_LINK[tell.event]
            case "bye" if facts["code"] != "bye" and client.session.seat != 0:  # seat 0 closes the table itself
                yield facts["text"]

    def _about_a_person(self, client: TableClient, event: str, seat: int, name: str) -> Iterator[str]:
        own = seat == client.session.seat
        if own and event in {"joined", "ready"}:
            lobby = client.session.lobby
            others = "" if lobby is None or all(p.ready or p.kind == "bot" for p in lobby.people) else " Waiting …"
            yield f"You sit in seat {seat} as {name}." if event == "joined" else f"You are ready.{others}"
        elif not own:
            yield {
                "joined": f"{name} sits down in seat {seat}.",
                "left": f"{name} has left the table.",
                "gone": f"{name} is gone; the seat is kept.",
                "back": f"{name} is back.",
                "ready": f"{name} is ready.",
            }[event]

    def _ask_ready(self, lobby: Lobby) -> Iterator[str]:
        """Once for each time that the table is full: how to begin."""
        people = lobby.people
        full = not lobby.playing and all(person.kind != "empty" for person in people)
        if self._asks_ready and full and not self._asked_ready and not people[lobby.you].ready:
            yield "Everybody is here: type ready to begin, or quit."
            self._asked_ready = True
        elif not full:
            self._asked_ready = False

    def _result(self, client: TableClient, ending: str, totals: list[int], winners: list[int]) -> Iterator[str]:
        names = seat_names(client)
        yield "Final score: " + ", ".join(f"{name} {total}" for name, total in zip(names, totals, strict=True)) + "."
        if winners:
            yield f"Won by {' and '.join(names[seat] for seat in winners)}."
        elif ending == "drawn":
            yield "The match is drawn."
        else:
            yield "The match ended without a result."


def seat_names(client: TableClient) -> list[str]:
    """The name of each seat; the own one is called "you"."""
    lobby = client.session.lobby
    if lobby is None:
        return []
    return ["you" if p.seat == lobby.you else p.name or f"seat {p.seat}" for p in lobby.people]


def table_lines(client: TableClient) -> list[str]:
    """The table in words."""
    table = client.session.table
    return describe(table.view, seat_names(client)) if table else ["No match is going on."]


def tidy_action(text: str) -> str:
    """An action as records spell it, from what a person typed: cards and suits in capitals, the rest small."""
    verb, *rest = text.split()
    return " ".join([verb.lower(), *(word.lower() if word.lower() == "new" else word.upper() for word in rest)])


class _Actions(Completer):
    """Completes what may be done now."""

    def __init__(self, client: TableClient) -> None:
        self._client = client

    def get_completions(self, document: Document, complete_event: object) -> Iterator[Completion]:  # noqa: ARG002
        """The legal actions and commands that begin with the text."""
        table = self._client.session.table
        typed = document.text_before_cursor.lower()
        for text in [*(table.legal if table else []), "ready", "actions", "table", "help", "quit"]:
            if text.lower().startswith(typed):
                yield Completion(text, start_position=-len(typed))


async def play(client: TableClient) -> None:
    """Read what the player types until the player leaves or the input ends."""
    async with contextlib.aclosing(_typed(client)) as lines:
        async for line in lines:
            if not line.strip():
                continue
            if not _carry_out(client, line.strip()):
                return


async def _typed(client: TableClient) -> AsyncGenerator[str]:
    if not sys.stdin.isatty():
        async for line in input_lines():
            yield line
        return
    session: PromptSession[str] = PromptSession("> ", completer=_Actions(client), complete_while_typing=False)
    with patch_stdout(raw=True):
        while True:
            try:
                yield await session.prompt_async()
            except (EOFError, KeyboardInterrupt):
                yield "quit"


def _carry_out(client: TableClient, line: str) -> bool:
    """Do what a line says; false when the player leaves."""
    match line.lower().split():
        case ["quit" | "exit"]:
            return False
        case ["help" | "?"]:
            print(HELP)
        case ["table"]:
            print("\n".join(table_lines(client)))
        case ["actions"]:
            table = client.session.table
            print("\n".join(group_actions(table.legal)) if table and table.legal else "You cannot act now.")
        case ["ready"]:
            client.ready()
        case ["sit", seat] if seat.isdecimal():
            client.sit(int(seat))
        case _:
            client.act(tidy_action(line))
    return True
