"""State folders that cannot be used at all: one sentence that names them, whatever is wrong."""

from pathlib import Path

import pytest

from tests.p2p.commands.running import CommandLine


@pytest.fixture(params=["too long", "below a file", "a file in the history's place"])
def state(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder in which nothing can be looked for; root may look into any other."""
    (tmp_path / "file").touch()
    if request.param == "too long":
        return tmp_path / ("x" * 300)
    if request.param == "below a file":
        return tmp_path / "file" / "below"
    (tmp_path / "history").touch()
    (tmp_path / "tables").touch()
    return tmp_path


@pytest.mark.parametrize("words", ["replay", "replay 1", "host dice-capture --json", "host --resume --json --terminal"])
def test_a_command_that_needs_it_ends_with_a_sentence(state: Path, peerdeck: CommandLine, words: str) -> None:
    """And never says that the terminal is to blame."""
    ran = peerdeck.run(*words.split(), "--state", str(state))
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert str(state) in ran.err or "no table" in ran.err.lower() or "file: Not a directory" in ran.err


def test_whoever_plays_alone_plays_on_without_it(state: Path, peerdeck: CommandLine) -> None:
    """And is told, where it would have been used."""
    ran = peerdeck.run("play", "dice-capture", "--terminal", "--state", str(state), typed=b"quit\nquit\n")
    assert ran.status == 0
    assert "This table is not written down" in ran.err
