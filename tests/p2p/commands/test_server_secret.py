"""The secret of ``peerdeck serve``, which survives restarts."""

import os
import stat
from pathlib import Path

import pytest

from p2p.commands.common import CommandError
from p2p.commands.server_secret import server_secret
from signaling.server import ServerSecret

NEVER = pytest.fail
"""For a secret about which there is nothing to say."""


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    """The same after every restart."""
    path = tmp_path / "secret"
    secret = server_secret(path, NEVER)
    assert secret
    assert (len(secret.value), secret.is_new) == (32, True)
    assert server_secret(path, NEVER) == ServerSecret(secret.value)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_is_kept_in_the_state_folder_if_no_other_place_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a server that is started plainly keeps rooms for their hosts, too."""
    monkeypatch.setenv("PEERDECK_STATE", str(tmp_path / "new"))
    secret = server_secret(None, NEVER)
    assert secret
    assert server_secret(None, NEVER) == ServerSecret(secret.value)
    assert (tmp_path / "new" / "server-secret").read_bytes() == secret.value


def test_where_nothing_can_be_kept_the_server_runs_without_one_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asked for the file."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PEERDECK_STATE", str(tmp_path / "file" / "below"))
    said: list[str] = []
    assert server_secret(None, said.append) is None
    assert [line for line in said if "Not a directory. Without a secret, " in line] == said != []


@pytest.mark.parametrize(
    ("name", "why"),
    [("empty", "holds no secret"), ("folder", "directory"), ("none/x", "No such"), ("dangling", "exists")],
)
def test_a_file_that_holds_no_secret_is_one_sentence(tmp_path: Path, name: str, why: str) -> None:
    """It is never overwritten: the rooms of all hosts would be anybody's."""
    (tmp_path / "empty").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(CommandError, match=why):
        server_secret(tmp_path / name, NEVER)
    assert (tmp_path / "empty").read_bytes() == b""


def test_a_disk_that_is_full_leaves_no_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be in the way of the next start."""

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(CommandError, match="No space left"):
            server_secret(tmp_path / "secret", NEVER)
    assert server_secret(tmp_path / "secret", NEVER)


def test_a_secret_that_others_can_read_is_used_and_told_of(tmp_path: Path) -> None:
    """What mounts secrets for containers often leaves no choice."""
    path = tmp_path / "secret"
    path.write_bytes(bytes(32))
    path.chmod(0o644)
    said: list[str] = []
    assert server_secret(path, said.append) == ServerSecret(bytes(32))
    assert said == [f"Others can read {path}, and so take rooms of hosts who are away: chmod 600 it."]


def test_a_file_that_never_ends_does_not_fill_the_memory() -> None:
    """Whoever names a device gets a short answer."""
    assert server_secret(Path("/dev/zero"), NEVER) == ServerSecret(bytes(4096))
