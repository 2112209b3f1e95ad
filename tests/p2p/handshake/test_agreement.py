"""SPAKE2: the same key for the same secret, and no way around it with strange points."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from spake2 import SPAKE2_A  # type: ignore[import-untyped]  # the package has no types
from spake2.ed25519_basic import Element  # type: ignore[import-untyped]  # as above

from p2p.handshake.agreement import Agreement, Password
from p2p.handshake.failures import Code, HandshakeError
from p2p.handshake.steps import Role
from tests.p2p.handshake.world import Entropy

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "handshake.json").read_text(encoding="utf-8"))


def pair(guest_knows: bytes, host_knows: bytes) -> tuple[Agreement, Agreement]:
    """A guest and a host, each with what it knows."""
    guest = Agreement(Password(guest_knows), Role.GUEST, Entropy("guest"))
    return guest, Agreement(Password(host_knows), Role.HOST, Entropy("host"))


def test_the_same_secret_gives_the_same_key() -> None:
    """And it is the key that the package alone agrees on, remembered products or not."""
    guest, host = pair(b"M4T", b"M4T")
    alone = SPAKE2_A(b"M4T", entropy_f=Entropy("guest"))
    assert alone.start() == guest.half
    assert guest.key(host.half) == host.key(guest.half) == alone.finish(host.half)


def test_another_secret_gives_another_key() -> None:
    """One symbol off is as far as any other."""
    guest, host = pair(b"M4T", b"M4V")
    assert guest.key(host.half) != host.key(guest.half)


@pytest.mark.parametrize("point", VECTORS["refused_points"], ids=lambda point: point["why"])
@pytest.mark.parametrize("role", list(Role))
def test_points_that_are_none_are_refused(role: Role, point: dict[str, str]) -> None:
    """Of small or mixed order, off the curve, or in a spelling that is not the one of its point."""
    side = b"B" if role is Role.GUEST else b"A"
    agreement = Agreement(Password(b"M4T"), role, Entropy("mine"))
    with pytest.raises(HandshakeError) as raised:
        agreement.key(side + bytes.fromhex(point["point"]))
    assert raised.value.code is Code.BAD_POINT


@pytest.mark.parametrize("side", [b"A", b"B", b"S", b"\x00"])
@pytest.mark.parametrize("role", list(Role))
def test_our_own_half_is_refused(role: Role, side: bytes) -> None:
    """Under its own side, relabelled as the other's, or as nobody's."""
    agreement = Agreement(Password(b"M4T"), role, Entropy("mine"))
    with pytest.raises(HandshakeError):
        agreement.key(side + agreement.half[1:])


@pytest.mark.parametrize("size", [0, 1, 32, 34, 66])
def test_a_half_has_33_bytes(size: int) -> None:
    """Shorter and longer ones are refused."""
    guest, host = pair(b"M4T", b"M4T")
    with pytest.raises(HandshakeError):
        guest.key((host.half * 2)[:size])


def test_a_half_of_the_wrong_side_is_refused() -> None:
    """Two guests cannot agree on anything."""
    first, _ = pair(b"M4T", b"M4T")
    second = Agreement(Password(b"M4T"), Role.GUEST, Entropy("second"))
    with pytest.raises(HandshakeError):
        first.key(second.half)


def test_answering_a_knock_computes_nothing_that_depends_on_the_secret_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only random numbers are multiplied, so that the time of an answer tells nothing of the secret."""
    password = Password(b"M4T")
    secret_number = next(iter(password.params.N._products))
    multiplied: list[int] = []
    original = Element.scalarmult

    def watched(self: Element, scalar: int) -> Element:
        multiplied.append(scalar)
        return original(self, scalar)

    monkeypatch.setattr(Element, "scalarmult", watched)
    half = Agreement(Password(b"XXX"), Role.GUEST, Entropy("guest")).half
    multiplied.clear()
    Agreement(password, Role.HOST, Entropy("host")).key(half)
    assert len(multiplied) == 2
    assert secret_number not in multiplied
    assert -secret_number not in multiplied
