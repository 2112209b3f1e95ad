"""``peerdeck replay [FILE]``: the matches played here, or what a record says about one (RECORDS.md, Commands)."""

import argparse
import contextlib
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from engine.errors import UnknownBot
from engine.match import Ending, Match
from engine.record import Played, Record, RefusedLine, lines_of, read
from engine.score_sheet import score_sheet
from engine.state import state_of
from engine.syntax import write_action
from p2p.commands.common import CommandError, UsageError, whole_number
from p2p.history import History, finished_at
from p2p.retrace import retrace
from p2p.state_folder import StateError, state_folder

_NUMBER: Final = re.compile(r"-?\d+", re.ASCII)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="a record, or the number or name of a match played here (- reads standard input; without it: the list)",
    )
    parser.add_argument("--state", type=Path, metavar="DIR", help="where finished matches are kept")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print the state after the last line as JSON")
    how.add_argument("--bots", action="store_true", help="have the bots choose once more and tell where they differ")
    how.add_argument("--log", action="store_true", help="print what happened, in sentences")
    how.add_argument("--trace", action="store_true", help="print the state after every input, one JSON object a line")
    how.add_argument(
        "--view", type=whole_number, metavar="SEAT", help="print what a seat sees after the last line, as JSON"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the record; exit status 1 if one of its lines is refused."""
    try:
        return _replay(args)
    except StateError as error:
        raise CommandError(str(error)) from error


def _replay(args: argparse.Namespace) -> int:
    history = History(state_folder(args.state))
    if args.file is None:
        return _list(history, as_json=args.json)
    data = _read(args.file, history)
    if not (args.json or args.trace or _begins_a_record(data)):
        raise CommandError(f'{args.file} is no record of a match: it does not begin with a line like "record 1".')
    if args.bots:
        return _retrace(data)
    record = Record()
    try:
        for line in lines_of(data):
            played = record.feed(line)
            if played and args.trace:
                _print_state(record)
            elif played and args.log:
                _print_events(record, played)
        record.finish()
    except RefusedLine as refused:
        return _report(refused, as_json=args.json or args.trace)
    _print_result(record, args)
    return 0


def _retrace(data: bytes) -> int:
    """Print the moves that the bots would not make again; exit status 1 if there are any."""
    moves = others = 0
    try:
        for move in retrace(lines_of(data)):
            moves += 1
            if move.chosen != move.played:
                others += 1
                played, chosen = (write_action(move.game.verbs, action) for action in (move.played, move.chosen))
                print(f"line {move.line}: seat {move.seat} would {chosen}, not {played}")
    except RefusedLine as refused:
        return _report(refused, as_json=False)
    except UnknownBot as error:
        raise CommandError(str(error)) from error
    print(f"{moves - others} of {moves} moves of bots are made again.")
    return 1 if others else 0


def _list(history: History, *, as_json: bool) -> int:
    """Print the matches played here, a line each, the latest first."""
    records = history.records()
    if not records and not as_json:
        print("No match has been played to its end here yet.")
    for number, path in enumerate(records, 1):
        with contextlib.suppress(StateError, OSError):  # a file that somebody else put there, or took away just now
            _print_match(number, path, as_json=as_json)
    return 0


def _print_match(number: int, path: Path, *, as_json: bool) -> None:
    when = finished_at(path)
    try:
        record = read(path.read_bytes())
        match = record.finish()
    except RefusedLine as refused:
        print(json.dumps({"name": path.stem, "error": str(refused)}) if as_json else f"{number:4}  damaged: {refused}")
        return
    names = record.header.names if record.header else {}
    if as_json:
        facts = {"game": match.game.name, "names": names, "totals": match.totals, "winners": match.winners}
        print(json.dumps({"name": path.stem, "finished": when.isoformat(), "ending": match.ending, **facts}))
        return
    players = [f"{_name_of(names, seat)} {match.totals[seat]}" for seat in range(match.seats)]
    print(f"{number:4}  {when:%Y-%m-%d %H:%M}  {match.game.title}: {', '.join(players)}{_how_it_ended(match, names)}")


def _how_it_ended(match: Match, names: Mapping[int, str]) -> str:
    if match.winners:
        return f"; won by {' and '.join(_name_of(names, seat) for seat in match.winners)}"
    return "; a draw" if match.ending is Ending.DRAWN else "; not played to its end"


def _name_of(names: Mapping[int, str], seat: int) -> str:
    return names.get(seat) or f"seat {seat}"


def _print_events(record: Record, played: Played) -> None:
    names = record.header.names if record.header else {}
    for event in played.events:
        print(event.text(lambda seat: _name_of(names, seat)))


def _read(name: str, history: History) -> bytes:
    if name == "-" and sys.stdin is None:
        raise CommandError("There is no standard input to be read.")
    try:
        path = Path(name)
        found = None if path.exists() else history.find(name)
        if _NUMBER.fullmatch(name) and not (found or path.exists()):
            raise CommandError(f"There is no match {name} here: peerdeck replay lists those there are.")
        return sys.stdin.buffer.read() if name == "-" else (found or path).read_bytes()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error


def _begins_a_record(data: bytes) -> bool:
    """Whether the first line that says something is one of a record, of whatever version."""
    lines = (line.strip() for line in data.splitlines())
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    return first.split(b" ")[0] == b"record"


def _print_state(record: Record) -> None:
    print(json.dumps(state_of(record.finish(), record.last)))


def _report(refused: RefusedLine, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"line": refused.line, "input": refused.text, "error": refused.reason}))
    else:
        print(f"peerdeck: {refused}", file=sys.stderr)
    return 1


def _print_result(record: Record, args: argparse.Namespace) -> None:
    match = record.finish()
    if args.json:
        _print_state(record)
    elif args.view is not None:
        if not 0 <= args.view < match.seats:
            raise UsageError(f"There is no seat {args.view} at this table; it has seats 0 to {match.seats - 1}.")
        print(json.dumps(match.view(args.view)))
    elif not (args.trace or args.log):
        print(score_sheet(match, record.header.names if record.header else {}), end="")
