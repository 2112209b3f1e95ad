"""``peerdeck serve --secret-file``: the secret that survives restarts."""

import stat
from pathlib import Path

import pytest

from p2p.commands.common import CommandError
from p2p.commands.serve import _kept_secret


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    """The same after every restart."""
    path = tmp_path / "secret"
    secret = _kept_secret(path)
    assert len(secret) == 32
    assert _kept_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("name", "why"), [("empty", "holds no secret"), ("folder", "directory"), ("none/x", "No such")]
)
def test_a_file_that_holds_no_secret_is_one_sentence(tmp_path: Path, name: str, why: str) -> None:
    """It is never overwritten: the rooms of all hosts would be anybody's."""
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(CommandError, match=why):
        _kept_secret(tmp_path / name)
    assert (tmp_path / "empty").read_bytes() == b""
