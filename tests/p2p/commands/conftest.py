"""Fixtures for the tests of the command line."""

import pytest

from tests.p2p.commands.running import CommandLine


@pytest.fixture
def peerdeck(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command, run in this process."""
    return CommandLine(capsys, monkeypatch)
