"""The texts of the handshake: read with limits, or refused as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.handshake.failures import Code, HandshakeError
from p2p.handshake.messages import (
    MAX_TEXT_BYTES,
    Kind,
    Knock,
    Proof,
    decode_on_channel,
    decode_to_guest,
    decode_to_host,
    encode,
    from_base64,
    to_base64,
)
from p2p.sdp import MAX_SDP_BYTES
from signaling.messages import MAX_FRAME_BYTES, Send
from signaling.messages import encode as encode_frame


@given(st.binary(max_size=100))
def test_bytes_come_back_from_base64(data: bytes) -> None:
    """Any bytes, with and without their length given."""
    assert from_base64(to_base64(data)) == data
    assert from_base64(to_base64(data), len(data)) == data


@pytest.mark.parametrize("text", ["A", "AB", "AAB", "AA==", "AA=", "A+/A", "AA A", "AAA\n", "ÄÄÄÄ", "AAAAA"])
def test_bytes_have_one_spelling_only(text: str) -> None:
    """Padding, foreign symbols, and bits that belong to no byte are refused."""
    with pytest.raises(HandshakeError):
        from_base64(text)


def test_bytes_of_another_length_are_refused() -> None:
    """Where a length is given."""
    with pytest.raises(HandshakeError):
        from_base64("AAAA", 4)


def test_unknown_keys_are_ignored_and_unknown_kinds_refused() -> None:
    """So that later versions can add keys."""
    assert decode_to_host('{"t":"knock","v":1,"kind":"code","x":"A","mood":[1,2]}') == Knock(v=1, kind=Kind.CODE, x="A")
    for decode in (decode_to_host, decode_to_guest, decode_on_channel):
        with pytest.raises(HandshakeError) as raised:
            decode('{"t":"dance"}')
        assert raised.value.code is Code.BAD_MESSAGE


def test_a_message_is_for_one_direction() -> None:
    """A guest takes no proof, a host no share, and the channel nothing but a confirmation."""
    for decode, text in (
        (decode_to_guest, '{"t":"proof","confirmation":"","sealed":""}'),
        (decode_to_host, '{"t":"share","y":""}'),
        (decode_on_channel, '{"t":"refused","code":"x"}'),
        (decode_to_guest, '{"t":"confirm","mac":""}'),
    ):
        with pytest.raises(HandshakeError):
            decode(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"knock","v":1,"kind":"code","x":"' + "A" * 45 + '"}',
        '{"t":"knock","v":1,"kind":"seat","x":"A","seat":16}',
        '{"t":"knock","v":1,"kind":"seat","x":"A","seat":-1}',
        '{"t":"knock","v":true,"kind":"code","x":"A"}',
        '{"t":"proof","confirmation":"' + "A" * 44 + '","sealed":""}',
        '{"t":"refused","code":"' + "x" * 65 + '"}',
        '{"t":"refused","code":"x"}' + " " * MAX_TEXT_BYTES,
    ],
)
def test_everything_has_a_bound(text: str) -> None:
    """What is longer or larger than a message of ours can be is not looked at."""
    with pytest.raises(HandshakeError):
        decode_to_host(text)


def test_the_longest_description_fits_into_a_frame_of_the_server() -> None:
    """Sealed, in base64, in a message, in the message that carries it."""
    sealed = to_base64(bytes(MAX_SDP_BYTES + 16))
    text = encode(Proof(confirmation=to_base64(bytes(32)), sealed=sealed))
    assert isinstance(decode_to_host(text), Proof)
    assert len(text) <= MAX_TEXT_BYTES
    assert len(encode_frame(Send(to="x" * 32, data=text))) <= MAX_FRAME_BYTES
