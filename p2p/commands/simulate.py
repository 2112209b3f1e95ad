"""``peerdeck simulate GAME``: whole matches by bots (RECORDS.md, Commands)."""

import argparse
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.progress import track

from engine import bots
from engine.errors import EngineError
from engine.match import Game
from engine.simulate import DEFAULT_CAP, Plan, Simulated, Summary, simulate
from p2p.commands.arena import run_arena
from p2p.commands.bot_kinds import KINDS
from p2p.commands.common import (
    CommandError,
    UsageError,
    add_table_options,
    at_least,
    chosen_game,
    chosen_table,
    whole_number,
)
from p2p.terminal.people import counted


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("game", metavar="GAME")
    add_table_options(parser)
    parser.add_argument("--matches", type=at_least(0), default=1, metavar="M", help="how many matches (default 1)")
    parser.add_argument(
        "--seed", type=whole_number, default=0, metavar="S", help="the same seed gives the same records"
    )
    parser.add_argument(
        "--bots",
        default="random",
        metavar="NAME[,NAME…]",
        help=f"one kind for all, or one a seat: {KINDS} (default random); hard:500 makes that many simulations a move,"
        " hard 200",
    )
    parser.add_argument(
        "--duplicate", action="store_true", help="the arena: play every deal in all seatings and compare the kinds"
    )
    parser.add_argument(
        "--processes",
        type=at_least(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes share the deals of --duplicate (default: one a core)",
    )
    parser.add_argument(
        "--cap",
        type=at_least(1),
        default=DEFAULT_CAP,
        metavar="N",
        help=f"inputs after which a match that need not end is ended (default {DEFAULT_CAP})",
    )
    parser.add_argument("--chaos", action="store_true", help="let seats be left and taken, windows closed, at random")
    parser.add_argument("--records", type=Path, metavar="DIR", help="write each match into this folder")
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the matches, write their records and print the figures."""
    game = chosen_game(args.game)
    seats, options = chosen_table(game, args)
    kinds = _kinds(args.bots, seats, repeated=args.duplicate)
    plan = Plan(game, seats, options, kinds, args.seed, args.cap, args.chaos)
    if args.duplicate:
        if args.chaos or args.records:
            raise UsageError("Leave out --chaos and --records where deals are played in all seatings.")
        if not args.matches:
            raise UsageError("Say how many deals to play in all seatings: --matches 1 or more.")
        return run_arena(plan, args.matches, args.processes, as_json=args.json)
    summary = Summary(seats)
    started = time.perf_counter()
    for number, simulated in enumerate(_shown(simulate(plan, args.matches), args), 1):
        summary.add(simulated)
        if args.records:
            _write(args.records, number, simulated)
    _print(game, summary, time.perf_counter() - started, as_json=args.json)
    return 0


def _kinds(text: str, seats: int, *, repeated: bool) -> list[str]:
    """The kind of bot of each seat; where they are ``repeated``, fewer kinds than seats go round the table."""
    kinds = text.split(",")
    try:
        for kind in kinds:
            bots.check(kind)
    except EngineError as error:
        raise UsageError(str(error)) from error
    if repeated and seats % len(kinds):
        raise UsageError(f"Name kinds of bots that go evenly round the {seats} seats, such as one for each.")
    if not repeated and len(kinds) not in (1, seats):
        raise UsageError(f"Name one kind of bot for all, or one for each of the {seats} seats.")
    return kinds * (seats // len(kinds))


def _shown(matches: Iterator[Simulated], args: argparse.Namespace) -> Iterator[Simulated]:
    """The matches, with a progress bar where a person is watching."""
    console = Console(stderr=True)
    if args.json or not console.is_terminal:
        return matches
    return iter(track(matches, description=args.game, total=args.matches, console=console, transient=True))


def _write(folder: Path, number: int, simulated: Simulated) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number:04}.record").write_text(simulated.record_text(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(f"The record cannot be written to {folder}: {error.strerror}.") from error


def _print(game: Game, summary: Summary, seconds: float, *, as_json: bool) -> None:
    figures = asdict(summary)
    del figures["seats"]
    speed = summary.actions / seconds if seconds else 0.0
    figures |= {"seconds": round(seconds, 3), "actions_per_second": round(speed)}
    if as_json:
        print(json.dumps(figures))
        return
    played = (
        counted(summary.matches, "match", "es"),
        counted(summary.hands, "hand"),
        counted(summary.actions, "action"),
    )
    broken_off = f", {counted(summary.ended, 'match', 'es')} broken off" if summary.ended else ""
    print(f"{game.title}: {', '.join(played)}{broken_off}")
    for seat in range(summary.seats):
        print(f"seat {seat}: {summary.wins[seat]} won, {summary.totals[seat]} points")
    print(f"{seconds:.1f} s, {speed:.0f} actions a second")
