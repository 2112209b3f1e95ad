"""Secrets of 128 bits: what proves a seat, and what an invite link carries."""

import base64
import secrets
from typing import Final

_BYTES: Final = 16


def new_token() -> str:
    """A new secret as 22 symbols of base64url."""
    return secrets.token_urlsafe(_BYTES)


def token_of(value: bytes) -> str:
    """The token that 16 bytes make: the inverse of `token_bytes`."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def token_bytes(token: str) -> bytes:
    """The 16 bytes of a token; raises ``ValueError`` if it is none, or not in its one spelling."""
    value = base64.urlsafe_b64decode(token + "==")
    if len(value) != _BYTES or token_of(value) != token:
        raise ValueError("A token has 22 symbols of base64url.")
    return value
