"""A guest's way to a table; what joins and returns are like stands in `tests/network`."""

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.guest import _seat_secret
from p2p.handshake import Code, Kind
from p2p.join import JoinFailed
from p2p.seat_tokens import KeptSeat
from p2p.tokens import new_token, token_of

SPELT: Final = re.compile("[A-Za-z0-9_-]{21}[AQgw]")
"""16 bytes in base64url."""


@given(st.integers(-1, 16), st.text() | st.text("Aw_-=", min_size=21, max_size=23))
def test_what_a_host_has_told_as_a_token_is_one_or_the_seat_is_not_ours(number: int, told: str) -> None:
    """So that the code is tried instead, and not a traceback comes each time."""
    kept = KeptSeat(number, told)
    if number in range(16) and SPELT.fullmatch(told):
        secret = _seat_secret(kept)
        assert (secret.kind, secret.seat, token_of(secret.value)) == (Kind.SEAT, number, told)
    else:
        with pytest.raises(JoinFailed) as failure:
            _seat_secret(kept)
        assert failure.value.code == Code.NO_SUCH_SEAT


@pytest.mark.parametrize("number", [0, 15])
def test_a_real_token_proves_its_seat(number: int) -> None:
    """As it was told."""
    token = new_token()
    secret = _seat_secret(KeptSeat(number, token))
    assert (secret.seat, token_of(secret.value)) == (number, token)
