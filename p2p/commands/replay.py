"""``peerdeck replay FILE``: what a record says about a match (RECORDS.md, Commands)."""

import argparse
import json
import sys
from pathlib import Path

from engine.record import Record, RefusedLine, lines_of
from engine.score_sheet import score_sheet
from engine.state import state_of
from p2p.commands.common import CommandError, UsageError, whole_number


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("file", metavar="FILE", help="the record; - reads standard input")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print the state after the last line as JSON")
    how.add_argument("--trace", action="store_true", help="print the state after every input, one JSON object a line")
    how.add_argument(
        "--view", type=whole_number, metavar="SEAT", help="print what a seat sees after the last line, as JSON"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replay the record; exit status 1 if one of its lines is refused."""
    record = Record()
    try:
        for line in lines_of(_read(args.file)):
            played = record.feed(line)
            if played and args.trace:
                _print_state(record)
        record.finish()
    except RefusedLine as refused:
        return _report(refused, as_json=args.json or args.trace)
    _print_result(record, args)
    return 0


def _read(name: str) -> bytes:
    if name == "-" and sys.stdin is None:
        raise CommandError("There is no standard input to be read.")
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error


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
    elif not args.trace:
        print(score_sheet(match, record.header.names if record.header else {}), end="")
