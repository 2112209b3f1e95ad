"""Where a program keeps what must outlive it (DESIGN.md, Where things are kept).

Files are replaced whole: written beside, flushed to the disk, renamed. They hold tokens, so only their owner reads
them.
"""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeVar

import filelock
import msgspec
import platformdirs

T = TypeVar("T")

_PROBE: Final = 1 << 16
"""Bytes: so much should be free for a table and its match."""
_LONGEST: Final = 1 << 24
"""Bytes; what is longer would fill the memory."""
_WITHOUT_WAITING: Final = int(getattr(os, "O_NONBLOCK", 0))
"""To open what is no file but a pipe, which would else wait for a writer."""
_WAIT: Final = 5.0
"""Seconds to wait for another program that is writing a file just now."""


class StateError(Exception):
    """Something cannot be kept or read back; ``str()`` is one sentence that names the file."""


def state_folder(chosen: Path | None) -> Path:
    """The folder that an option names, else ``PEERDECK_STATE``, else the user's own state folder."""
    if chosen:
        return chosen
    named = os.environ.get("PEERDECK_STATE")
    return Path(named) if named else Path(platformdirs.user_state_dir("peerdeck", appauthor=False))


@contextlib.contextmanager
def naming_the_file(path: Path) -> Iterator[None]:
    """Turn an error of the system into a `StateError` that names the file."""
    try:
        yield
    except OSError as error:
        raise StateError(f"{path}: {error.strerror or error}.") from error


def make_folder(path: Path) -> None:
    """Make a folder for its owner only, and those above it that there are not yet; raises `StateError`."""
    for folder in (*reversed(path.parents), path):
        with naming_the_file(folder):
            if not folder.is_dir():
                try:
                    folder.mkdir(mode=0o700, exist_ok=True)
                except FileExistsError as error:
                    raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from error


def why_not_written(folder: Path) -> str | None:
    """A sentence that says why nothing can be kept in a folder; ``None`` if it can."""
    probe = folder / f"probe-{os.getpid()}"
    try:
        make_folder(folder)
        with naming_the_file(folder):
            try:
                probe.write_bytes(bytes(_PROBE))
            finally:
                probe.unlink(missing_ok=True)
    except StateError as error:
        return str(error)
    return None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other programs from replacing the file meanwhile; raises `StateError` if one does so for too long."""
    make_folder(path.parent)
    lock = filelock.FileLock(path.with_name(f"{path.name}.lock"), timeout=_WAIT)
    with naming_the_file(path), lock:
        yield


def write_whole(path: Path, content: msgspec.Struct) -> None:
    """Replace a file by the JSON of ``content``, so that a crash leaves the old one or the new one.

    Only one program at a time may do so with the same file.

    Raises:
        StateError: the file cannot be written; the old one is as it was.
    """
    beside = path.with_name(path.name + ".new")
    with naming_the_file(path):
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(content)) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        sync_folder(path.parent)


def read_whole(path: Path, kind: type[T]) -> T:
    """The content of a file that `write_whole` wrote.

    Raises:
        StateError: it cannot be read or does not hold what it should.
    """
    with naming_the_file(path), os.fdopen(os.open(path, os.O_RDONLY | _WITHOUT_WAITING), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise StateError(f"{path} is no file.")
        data = file.read(_LONGEST + 1)
    if len(data) > _LONGEST:
        raise StateError(f"{path} is damaged: it is longer than anything that is kept there.")
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.MsgspecError as error:
        raise StateError(f"{path} is damaged: {error}.") from error


def sync_folder(folder: Path) -> None:
    """Make new, renamed and removed files last; where a system cannot open folders it has its own way."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
