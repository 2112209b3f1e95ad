"""The player's part of play, host and join: until the player leaves, the table closes or the one match is over."""

import argparse
import sys
from collections.abc import Coroutine, Sequence
from typing import Any, Final

from engine.errors import EngineError
from p2p.auto_player import AlwaysReady, AutoPlayer, MatchWatch, seed_or_new
from p2p.client import Front, TableClient, fault_of
from p2p.commands.common import CommandError, UsageError
from p2p.commands.shelf import shelf
from p2p.terminal.app.front import TerminalFront
from p2p.terminal.app.output import Output, printable
from p2p.terminal.console import TerminalCommand
from p2p.terminal.json_lines import JsonFront
from p2p.waiting import first_of

_FAREWELLS: Final = frozenset({"bye", "table-closed"})


def one_match(args: argparse.Namespace) -> bool:
    """Whether the program ends after a match by itself."""
    return bool(args.auto or args.json)


class Sitting:
    """A player at a table: what shows it, and what plays.

    Args:
        args: the options of `p2p.commands.seat_options`.
        alone: whether all others are bots, so that the first match begins at once.

    Raises:
        UsageError: there is no such bot.

    Attributes:
        fronts: to be given to the client.
    """

    def __init__(self, args: argparse.Namespace, *, alone: bool = False) -> None:
        self._one_match = one_match(args)
        always_ready = alone or self._one_match
        self._output = Output()
        self._front: TerminalFront | JsonFront = (
            JsonFront(self._output)
            if args.json
            else TerminalFront(
                self._output,
                asks_ready=not always_ready,
                plays_again=not self._one_match,
                in_words=args.words,
                rulebooks=lambda game: shelf().rulebook("en", game),
            )
        )
        self._watch = MatchWatch()
        self.fronts: list[Front] = [self._front, self._watch]
        self._auto = _auto_player(args) if args.auto is not None else None
        if self._auto:
            self.fronts.append(self._auto)
        if always_ready:
            self.fronts.append(AlwaysReady())

    async def play(self, client: TableClient, commands: Sequence[TerminalCommand] = ()) -> None:
        """Let the player play until the player wants to leave, the table is closed or the one match is over.

        Args:
            client: has these fronts.
            commands: what the player may type beside what one can type at every table.

        Raises:
            OSError: what happens cannot be printed any more.
        """
        ends: list[Coroutine[Any, Any, object]] = [client.finished(), self._output.broken()]
        if self._one_match:
            ends.append(self._watch.over.wait())
        ends.append(_failure(self._auto) if self._auto else self._front.play(client, commands))
        try:
            await first_of(*ends)
        finally:
            self._front.be_silent()
            if self._auto:
                await self._auto.close()


def _auto_player(args: argparse.Namespace) -> AutoPlayer:
    """The bot of ``--auto``; a seed that nobody chose is told, so that its choices can be repeated."""
    seed = seed_or_new(args.seed)
    try:
        player = AutoPlayer.of_kind(args.auto, seed)
    except EngineError as error:
        raise UsageError(str(error)) from error
    if args.seed is None and sys.stderr:
        print(f"The bot {args.auto} plays with --seed {seed}.", file=sys.stderr, flush=True)
    return player


async def _failure(player: AutoPlayer) -> None:
    """Wait until the bot fails, by itself or since the host's table makes no sense; raises `CommandError` then."""
    try:
        await player.failure()
    except Exception as error:
        raise CommandError(f"The bot cannot play on at this table ({printable(fault_of(error))}).") from error


def exit_status(client: TableClient) -> int:
    """0 after a match, or when the player or the host closed the table in good order; else 1."""
    goodbye = client.session.goodbye
    return 0 if client.session.result or (goodbye and goodbye.code in _FAREWELLS) else 1
