"""Where a program keeps what must outlive it."""

import os
import stat
from pathlib import Path

import msgspec
import pytest

from p2p.state_folder import StateError, make_folder, read_whole, state_folder, write_whole


class Note(msgspec.Struct, frozen=True):
    """Something to keep."""

    text: str


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_the_option_comes_before_the_environment_before_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty variable counts as none."""
    monkeypatch.setenv("PEERDECK_STATE", "from-environment")
    assert state_folder(Path("chosen")) == Path("chosen")
    assert state_folder(None) == Path("from-environment")
    monkeypatch.setenv("PEERDECK_STATE", "")
    assert state_folder(None).name == "peerdeck"


def test_folders_are_for_their_owner_only_and_those_that_were_there_stay_as_they_are(tmp_path: Path) -> None:
    """All that are made, not only the last one."""
    tmp_path.chmod(0o755)
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b" / "c")
    assert [mode(tmp_path / path) for path in ("a", "a/b", "a/b/c", ".")] == [0o700, 0o700, 0o700, 0o755]


def test_a_folder_below_a_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """It names the culprit."""
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(StateError, match=f"{tmp_path / 'file'}: Not a directory"):
            make_folder(path)


def test_what_is_no_file_or_too_long_is_refused_at_once(tmp_path: Path) -> None:
    """Nobody waits for a pipe, and nothing fills the memory."""
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "long").open("wb") as file:
        file.truncate(1 << 34)
    for name, why in (("pipe", "is no file"), ("long", "longer than"), (".", "directory")):
        with pytest.raises(StateError, match=why):
            read_whole(tmp_path / name, dict)


def test_a_file_is_read_as_it_was_written_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    """It is JSON that a person can read, too."""
    path = tmp_path / "note.json"
    write_whole(path, Note("Zoë"))
    assert read_whole(path, Note) == Note("Zoë")
    assert mode(path) == 0o600
    assert path.read_text(encoding="utf-8") == '{\n  "text": "Zoë"\n}\n'


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """Whoever has the old one open keeps it; nothing is left beside it."""
    path = tmp_path / "note.json"
    write_whole(path, Note("old"))
    with path.open(encoding="utf-8") as old:
        write_whole(path, Note("new"))
        assert "old" in old.read()
    assert [found.name for found in tmp_path.iterdir()] == ["note.json"]


def test_a_crash_while_writing_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rename is the last thing that happens, after the content is on the disk."""
    path = tmp_path / "note.json"
    write_whole(path, Note("old"))

    def no_space(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(StateError, match=r"note\.json: No space left on device\."):
        write_whole(path, Note("new"))
    monkeypatch.undo()
    assert read_whole(path, Note) == Note("old")
    write_whole(path, Note("newest"))
    assert read_whole(path, Note) == Note("newest")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"text": 3}', '{"other": "x"}'])
def test_a_damaged_file_is_named(tmp_path: Path, content: str) -> None:
    """And nothing is loaded in part."""
    path = tmp_path / "note.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(StateError, match=r"note\.json is damaged: "):
        read_whole(path, Note)


def test_a_file_that_is_not_there_or_cannot_be_written_is_named(tmp_path: Path) -> None:
    """One sentence each."""
    with pytest.raises(StateError, match=r"note\.json: No such file or directory\."):
        read_whole(tmp_path / "note.json", Note)
    with pytest.raises(StateError, match=r"note\.json: No such file or directory\."):
        write_whole(tmp_path / "missing" / "note.json", Note("x"))
