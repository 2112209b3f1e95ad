"""Whose a room's name is, told from the owner's token alone: also after a restart, when the rooms are forgotten.

A token is 16 bytes in base64url. From a server that remembers a secret they are 8 random ones, and 8 of
HMAC-SHA-256(secret, random ones ‖ name): nobody else can make one up, and so nobody else gets a forgotten name that is
wanted again. Without a secret any 16 bytes will do. Pure.
"""

import base64
import binascii
import hmac
from collections.abc import Callable
from typing import Final, NamedTuple

SECRET_BYTES: Final = 32
_HALF: Final = 8


class ServerSecret(NamedTuple):
    """What a server remembers over restarts.

    Attributes:
        value: at least `SECRET_BYTES`.
        is_new: whether no server has had it before, so that no room's owner can have a token of it.
    """

    value: bytes
    is_new: bool = False


class Ownership:
    """Makes owner tokens, and knows its own again.

    Args:
        entropy: gives so many random bytes.
        secret: the same after every restart; none for a server that forgets everything.

    Attributes:
        is_new: whether rooms may be somebody's whose token was made without the secret.
    """

    def __init__(self, entropy: Callable[[int], bytes], secret: ServerSecret | None = None) -> None:
        self._entropy = entropy
        self._secret = secret.value if secret else None
        self.is_new = secret is not None and secret.is_new

    def new_token(self, room: str) -> str:
        """A token for the owner of a room of that name."""
        head = self._entropy(_HALF)
        tail = self._entropy(_HALF) if self._secret is None else self._proof(self._secret, head, room)
        return base64.urlsafe_b64encode(head + tail).decode().rstrip("=")

    def may_have(self, room: str, token: str | None) -> bool:
        """Whether somebody with that token may have a name that nobody has now."""
        if self._secret is None:
            return True
        try:
            data = base64.urlsafe_b64decode(f"{token or ''}==")
        except (binascii.Error, ValueError):
            return False
        return len(data) == 2 * _HALF and hmac.compare_digest(
            data[_HALF:], self._proof(self._secret, data[:_HALF], room)
        )

    @staticmethod
    def _proof(secret: bytes, head: bytes, room: str) -> bytes:
        return hmac.digest(secret, head + room.encode(), "sha256")[:_HALF]
