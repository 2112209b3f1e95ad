"""Runs ``peerdeck`` in this process."""

import json
import os
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from p2p.cli import main


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines of standard output."""
        return self.out.splitlines()

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects of standard output, one a line."""
        return [json.loads(line) for line in self.lines]


class CommandLine:
    """A command line for tests.

    Args:
        capsys: has the output.
        monkeypatch: puts the input in its place.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._monkeypatch = monkeypatch

    def run(self, *words: str, typed: bytes = b"") -> Ran:
        """Run a command to its end; what is typed comes through a pipe."""
        reading, writing = os.pipe()
        os.write(writing, typed)
        os.close(writing)
        with os.fdopen(reading) as stdin, self._monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", stdin)
            status = main(words)
        printed = self._capsys.readouterr()
        return Ran(status, printed.out, printed.err)

    def fails(self, status: int, *words: str) -> str:
        """Run a command that fails with one sentence on standard error, and nothing else; gives the sentence."""
        ran = self.run(*words)
        assert (ran.status, ran.out) == (status, "")
        (line,) = ran.err.splitlines()
        assert line.startswith("peerdeck: ")
        return line.removeprefix("peerdeck: ")
