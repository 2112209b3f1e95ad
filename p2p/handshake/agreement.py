"""SPAKE2 over the secret of a join: two halves of a key, the same key only if both ends know the same secret.

It is PyPI `spake2` with two things added. Points are accepted in their one spelling only: the package lets other
spellings of the neutral element pass. And what the secret alone decides is computed once a secret, not once a
guest: whoever may knock as often as he likes learns nothing about the secret from how long the answer takes.
"""

import copy
from collections.abc import Callable
from typing import Any, Final

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError  # type: ignore[import-untyped]  # the package has no types
from spake2.ed25519_basic import NotOnCurve, Q  # type: ignore[import-untyped]  # as above
from spake2.parameters.ed25519 import ParamsEd25519  # type: ignore[import-untyped]  # as above

from p2p.handshake.failures import Code, HandshakeError
from p2p.handshake.messages import POINT_BYTES
from p2p.handshake.steps import Role

Entropy = Callable[[int], bytes]
"""Gives that many bytes that nobody else can know (`secrets.token_bytes`)."""

_SIDES: Final = {Role.GUEST: SPAKE2_A, Role.HOST: SPAKE2_B}


class _Blinding:
    """M or N times the secret's number and times its negative, both computed in advance."""

    def __init__(self, element: Any, scalar: int) -> None:
        self._products = {factor: element.scalarmult(factor) for factor in (scalar, -scalar)}

    def scalarmult(self, scalar: int) -> Any:
        return self._products[scalar]


class Password:
    """What both ends must know, ready for any number of joins.

    Args:
        value: the secret's bytes.
    """

    def __init__(self, value: bytes) -> None:
        scalar = ParamsEd25519.group.password_to_scalar(value)
        self.value = value
        self.params = copy.copy(ParamsEd25519)
        self.params.M = _Blinding(ParamsEd25519.M, scalar)
        self.params.N = _Blinding(ParamsEd25519.N, scalar)


class Agreement:
    """One end of one run. It ends with one key, so that each run lets the other end try one secret.

    Args:
        password: what this end knows.
        role: the guest is side A, the host side B.
        entropy: asked for 64 bytes, once.
    """

    def __init__(self, password: Password, role: Role, entropy: Entropy) -> None:
        self._run = _SIDES[role](password.value, params=password.params, entropy_f=entropy)
        self.half: bytes = self._run.start()
        """This end's half: the side, then 32 bytes of the point."""

    def key(self, other_half: bytes) -> bytes:
        """The 32 bytes that the other end has too, if it knows the same secret. Only to be called once.

        Raises:
            HandshakeError: the other half is no valid one, or is our own sent back.
        """
        if not _is_canonical(other_half):
            raise HandshakeError(Code.BAD_POINT)
        try:
            key: bytes = self._run.finish(other_half)
        except (SPAKEError, NotOnCurve, ValueError):
            raise HandshakeError(Code.BAD_POINT) from None
        return key


def _is_canonical(half: bytes) -> bool:
    """Whether the point's y is below the prime and none of the two (1 and -1) whose x has no sign."""
    y = int.from_bytes(half[1:], "little") & ((1 << 255) - 1)
    return len(half) == POINT_BYTES and 1 < y < Q - 1
