"""Plain ``peerdeck``: asks how you want to play and goes on with the command that it comes to."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.games import GAMES
from p2p.commands.asking import ask
from p2p.commands.common import UsageError
from p2p.commands.resuming import room_to_go_on_with
from p2p.state_folder import state_folder

_WAYS: Final[Mapping[str, str]] = {
    "play": "alone, against bots",
    "host": "host a table for friends",
    "join": "join a friend's table",
}


def chosen_command() -> list[str]:
    """The words of the command that the answers lead to, e.g. ``["play", "dice-capture"]``.

    Raises:
        UsageError: nobody answers.
    """
    try:
        table = room_to_go_on_with(state_folder(None))
        if table:
            return ["play" if table.alone else "host", "--resume", table.room, "--terminal"]
        way = _choose("How do you want to play?", list(_WAYS), list(_WAYS.values()))
        if way == "join":
            return _joining()
        return [way, _choose("Which game?", list(GAMES), [game.title for game in GAMES.values()])]
    except EOFError:
        raise UsageError("Say what to do: peerdeck play GAME, peerdeck host GAME or peerdeck join CODE.") from None


def _joining() -> list[str]:
    invitation = ""
    while not invitation:
        invitation = ask("The invite link, or the room code: ")
    if "#" in invitation:
        return ["join", invitation]
    server = ask("The address of the server, as the host sees it (empty: the usual one): ")
    return ["join", invitation, *(["--server", server] if server else [])]


def _choose(question: str, values: Sequence[str], labels: Sequence[str]) -> str:
    """Ask until the answer is a number of the list or the beginning of just one of its values."""
    print(question)
    for number, label in enumerate(labels, 1):
        print(f"  {number}: {label}")
    while True:
        answer = ask("> ").lower()
        fitting = [value for value in values if answer and value.startswith(answer)]
        if answer.isdecimal() and len(answer) < 3 and 1 <= int(answer) <= len(values):
            return values[int(answer) - 1]
        if len(fitting) == 1:
            return fitting[0]
        print(f"Type a number from 1 to {len(values)}.")
