"""Tests of the messages between the signaling server and its clients."""

import json
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from signaling.messages import (
    MAX_FRAME_BYTES,
    BadMessage,
    ClientMessage,
    Close,
    CloseCode,
    From,
    Guest,
    IceServer,
    Join,
    Joined,
    Left,
    Open,
    Opened,
    RefusalCode,
    Refused,
    Send,
    ServerMessage,
    decode_from_client,
    decode_from_server,
    encode,
)

PROTOCOL = Path(__file__).resolve().parents[2] / "signaling" / "PROTOCOL.md"
TOKEN = "bm9ib2R5LWd1ZXNzZXMtaX"

FROM_CLIENTS: list[tuple[ClientMessage, str]] = [
    (Open(), '{"type":"open"}'),
    (Open("K7QX", TOKEN), f'{{"type":"open","room":"K7QX","owner_token":"{TOKEN}"}}'),
    (Close(), '{"type":"close"}'),
    (Join("K7QX"), '{"type":"join","room":"K7QX"}'),
    (Send("host", "x"), '{"type":"send","to":"host","data":"x"}'),
]
FROM_SERVERS: list[tuple[ServerMessage, str]] = [
    (
        Opened("K7QX", TOKEN, (IceServer(("stun:s.example",)),)),
        f'{{"type":"opened","room":"K7QX","owner_token":"{TOKEN}","ice_servers":[{{"urls":["stun:s.example"]}}]}}',
    ),
    (Joined("p", ()), '{"type":"joined","peer":"p","ice_servers":[]}'),
    (
        Joined("p", (IceServer(("turn:t.example",), "u", "c"),)),
        '{"type":"joined","peer":"p","ice_servers":[{"urls":["turn:t.example"],"username":"u","credential":"c"}]}',
    ),
    (Guest("p"), '{"type":"guest","peer":"p"}'),
    (From("p", "é"), '{"type":"from","peer":"p","data":"é"}'),
    (Left("host"), '{"type":"left","peer":"host"}'),
    (Refused(RefusalCode.TOO_FAST, "Slow."), '{"type":"refused","code":"too-fast","text":"Slow."}'),
]
HOSTILE = [
    "",
    "null",
    "[]",
    "[1]",
    "1",
    "-1e999999",
    "9" * 5000,
    "true",
    '"open"',
    "{}",
    "{",
    '{"type":"open"} {"type":"open"}',
    '\ufeff{"type":"open"}',
    '{"type":null}',
    '{"type":1}',
    '{"type":["open"]}',
    '{"type":"unknown"}',
    '{"type":"Open"}',
    '{"type":"' + "x" * 5000 + '"}',
    '{"type":"join"}',
    '{"type":"join","room":null}',
    '{"type":"join","room":["K7QX"]}',
    '{"type":"send","to":"","data":""}',
    '{"type":"send","to":"' + "p" * 33 + '","data":""}',
    '{"type":"send","to":"host"}',
    '{"type":"send","to":"host","data":{}}',
    '{"type":"send","to":"host","data":"\\ud800"}',
    '{"type":"send","to":"host","data":"\ud800"}',
    '{"type":"open","room":"k7qx"}',
    '{"type":"open","room":"K7QX\\n"}',
    '{"type":"open","room":"K7Q"}',
    '{"type":"open","room":"K7QXXX"}',
    '{"type":"open","room":"KAQX"}',
    '{"type":"open","room":"K7QX","owner_token":"short"}',
    '{"type":"open","room":"K7QX","owner_token":"' + "ü" * 22 + '"}',
    "[" * 60_000,
    '{"x":' * 10_000,
    '{"x":' + "[" * 30_000 + "]" * 30_000 + ',"type":"open"}',
    '{"type":"send","to":"host","data":"' + "x" * MAX_FRAME_BYTES + '"}',
    "é" * (MAX_FRAME_BYTES // 2 + 1),
    "x" * 10_000_000,
    b"\xff",
    b'{"type":"send","to":"host","data":"\xc3"}',
    b"\x00" * 100,
]


@pytest.mark.parametrize(("message", "text"), FROM_CLIENTS)
def test_messages_of_clients_are_spelt_as_in_the_protocol(message: ClientMessage, text: str) -> None:
    """Each is written as expected and read again from text and bytes."""
    assert encode(message).decode() == text
    assert decode_from_client(text) == decode_from_client(text.encode()) == message


@pytest.mark.parametrize(("message", "text"), FROM_SERVERS)
def test_messages_of_the_server_are_spelt_as_in_the_protocol(message: ServerMessage, text: str) -> None:
    """Each is written as expected and read again from text and bytes."""
    assert encode(message).decode() == text
    assert decode_from_server(text) == decode_from_server(text.encode()) == message


@pytest.mark.parametrize("frame", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_message_gets_one_short_sentence(frame: str | bytes) -> None:
    """Whatever a peer sends, nothing but BadMessage comes out, and little of it is repeated."""
    for decode in (decode_from_client, decode_from_server):
        with pytest.raises(BadMessage) as caught:
            decode(frame)
        sentence = str(caught.value)
        assert sentence.startswith("The message ")
        assert sentence.endswith(".")
        assert len(sentence) < 300


@given(st.text() | st.binary() | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_any_frame_is_a_message_or_a_bad_one(frame: str | bytes) -> None:
    """Nothing but BadMessage comes out of decoding at random."""
    for decode in (decode_from_client, decode_from_server):
        with suppress(BadMessage):
            decode(frame)


@given(st.from_type(dict[str, str]), st.sampled_from(FROM_CLIENTS))
def test_unknown_keys_are_ignored(extra: dict[str, str], known: tuple[ClientMessage, str]) -> None:
    """A later version may add keys to any message."""
    message, text = known
    fields = json.loads(text)
    assert decode_from_client(json.dumps({"x" + key: value for key, value in extra.items()} | fields)) == message


@given(st.text(max_size=2000))
def test_data_passes_through_unchanged(data: str) -> None:
    """What one peer says arrives at the other as it was, be it JSON, control characters or emoji."""
    try:
        frame = encode(Send("host", data))
    except UnicodeEncodeError:  # lone surrogates cannot be sent at all
        return
    sent = decode_from_client(frame)
    assert isinstance(sent, Send)
    assert decode_from_server(encode(From("p", sent.data))) == From("p", data)


def test_the_longest_message_is_accepted_and_one_byte_more_is_too_big() -> None:
    """The limit is exact, counts bytes, and has its own code."""
    frame = '{"type":"send","to":"host","data":"%s"}'
    longest = frame % ("é" * ((MAX_FRAME_BYTES - len(frame) + 2) // 2))
    longest += " " * (MAX_FRAME_BYTES - len(longest.encode()))
    assert isinstance(decode_from_client(longest), Send)
    with pytest.raises(BadMessage) as caught:
        decode_from_client(longest + " ")
    assert caught.value.code is RefusalCode.TOO_BIG


def test_no_client_speaks_as_the_server_nor_the_server_as_a_client() -> None:
    """Each end refuses the messages of its own side."""
    for _, text in FROM_SERVERS:
        with pytest.raises(BadMessage):
            decode_from_client(text)
    for _, text in FROM_CLIENTS:
        with pytest.raises(BadMessage):
            decode_from_server(text)


def test_messages_cannot_be_changed() -> None:
    """A message is a value."""
    with pytest.raises(AttributeError):
        Join("K7QX").room = "other"  # type: ignore[misc]


def examples_in_protocol() -> list[str]:
    """All messages that PROTOCOL.md shows."""
    return [line for line in PROTOCOL.read_text(encoding="utf-8").splitlines() if line.startswith('{"type"')]


@pytest.mark.parametrize("example", examples_in_protocol())
def test_the_examples_in_the_protocol_are_messages(example: str) -> None:
    """Every example can be read by one side."""
    for decode in (decode_from_client, decode_from_server):
        try:
            message: msgspec.Struct = decode(example)
        except BadMessage:
            continue
        assert json.loads(encode(message)).items() <= json.loads(example).items()  # type: ignore[arg-type]
        return
    pytest.fail(f"nobody understands {example}")


def test_the_protocol_describes_every_message_and_code() -> None:
    """PROTOCOL.md shows each type, and names each refusal and each close code."""
    text = PROTOCOL.read_text(encoding="utf-8")
    shown = {json.loads(example)["type"] for example in examples_in_protocol()}
    assert shown == {json.loads(example)["type"] for _, example in [*FROM_CLIENTS, *FROM_SERVERS]}
    for code in [*RefusalCode, *(str(int(code)) for code in CloseCode)]:
        assert f"`{code}`" in text
