"""The secret of ``peerdeck serve``, by which it knows after a restart whose a room was (`signaling.ownership`)."""

import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

from p2p.commands.common import CommandError
from p2p.state_folder import StateError, make_folder, naming_the_file, state_folder
from signaling.server import SECRET_BYTES, ServerSecret

_NAME: Final = "server-secret"
_MOST_READ: Final = 4096
"""Bytes: some files, like devices, never end."""


def server_secret(chosen: Path | None, notice: Callable[[str], None]) -> ServerSecret | None:
    """The secret of the file that an option names, else of one in the state folder; made where there is none yet.

    Args:
        chosen: by the option.
        notice: takes sentences that the operator should read.

    Returns:
        None where nothing can be kept in the state folder; the server does without.

    Raises:
        CommandError: the chosen file cannot be used.
    """
    if chosen:
        try:
            return _kept_secret(chosen, notice)
        except StateError as error:
            raise CommandError(str(error)) from error
    path = state_folder(None) / _NAME
    try:
        make_folder(path.parent)
        return _kept_secret(path, notice)
    except StateError as error:
        notice(
            f"{error} Without a secret, who comes first after a restart may take another's room: "
            "name a place for it with --secret-file FILE."
        )
        return None


def _kept_secret(path: Path, notice: Callable[[str], None]) -> ServerSecret:
    """The secret of a file, which only its owner should read; a new one where there is no file yet."""
    with naming_the_file(path):
        is_new = not path.exists()
        if is_new:
            _write_new(path)
        with path.open("rb") as file:
            secret = file.read(_MOST_READ)
            mode = os.fstat(file.fileno()).st_mode
    if len(secret) < SECRET_BYTES:
        raise StateError(f"{path} holds no secret of {SECRET_BYTES} bytes or more: delete it, and a new one is made.")
    if os.name == "posix" and stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
        notice(f"Others can read {path}, and so take rooms of hosts who are away: chmod 600 it.")
    return ServerSecret(secret, is_new)


def _write_new(path: Path) -> None:
    """Write a new secret; where that fails, as on a full disk, no file stays."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise
