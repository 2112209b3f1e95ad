"""Text ↔ message, with limits."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.codec import (
    MAX_FROM_GUEST,
    MAX_FROM_HOST,
    UnreadableMessage,
    decode_from_guest,
    decode_from_host,
    encode,
    fitting,
    fitting_frames,
    version_named_in,
)
from p2p.messages import (
    Act,
    Bye,
    EventLine,
    Frames,
    Get,
    GuestMessage,
    Hello,
    HostMessage,
    Lang,
    Lobby,
    Manage,
    Over,
    Part,
    Person,
    Ping,
    Pong,
    Ready,
    Refused,
    Settings,
    SettingsWish,
    Sit,
    Social,
    Table,
    Welcome,
)
from p2p.table_view.model import Frame, LogLine, View

FROM_GUESTS: list[GuestMessage] = [
    Hello(1, "Ann", "de", "zones"),
    Lang("vi"),
    Sit(15),
    Ready(),
    Act(2**31 - 1, "play TD new"),
    Act(3, id="play", cards=["TD", "TH"], to="pile-1", value="7"),
    Manage("game", game="rummy", seats=3, options={"take": "deep"}),
    Manage("settings", settings=SettingsWish(rest=5, watchers=False)),
    Social("taunt", text="Ha"),
    Get("rules", 2, "xing"),
    Ping(),
    Pong(),
    Bye(),
]
FROM_HOSTS: list[HostMessage] = [
    Welcome(1, 2, "token", 5),
    Welcome(1, None, "token", 9),
    Lobby(
        "call",
        "Call",
        {"a": "b"},
        0,
        [Person(0, None, "empty"), Person(1, "Ä", "person", "away", ready=True)],
        playing=True,
        waiting_for=[1],
        watchers=[Person(8, "Wim", "person", may=["kick"])],
        settings=Settings(idle=0, watchers=True),
        leaving="opens",
        may=["pause", "end"],
    ),
    Table(3, None, {"hand": ["TD"], "deep": {"x": [1, None]}}, ["steal"], [EventLine("drew", {"seat": 1}, "…")]),
    Frames(3, [Frame(View("toy", "Toy", 7, 0, "Wait.", (), ()), hold=900)]),
    Part("rules", 0, 1, [{"h": "The aim"}]),
    Social("toss", 2, "rose", by=1),
    Refused("stale", "Too late.", 7),
    Over("won", [1, -2], [0], [1]),
    Ping(),
    Pong(),
    Bye("silent", "Nothing was heard."),
]

NO_MESSAGES = [
    "",
    "null",
    "[]",
    "3",
    "{}",
    '{"t":"dance"}',
    '{"t":["ping"]}',
    '{"t":"ping"} {"t":"ping"}',
    '\ufeff{"t":"ping"}',
    '{"t":"ping"',
    '{"t":"bye","code":"\ud800"}',
    '{"t":"bye","code":"\\ud800"}',
    "[" * 8000,
    '{"x":' * 2500,
    '{"t":"ping","x":' + "[" * 8000,
    '{"t":"ping","x":"' + "é" * MAX_FROM_HOST + '"}',
]


@pytest.mark.parametrize("message", FROM_GUESTS, ids=lambda message: type(message).__name__)
def test_what_a_guest_says_arrives_as_it_was_said(message: GuestMessage) -> None:
    """Every message of a guest is the same after the journey."""
    assert decode_from_guest(encode(message)) == message


@pytest.mark.parametrize("message", FROM_HOSTS, ids=lambda message: type(message).__name__)
def test_what_a_host_says_arrives_as_it_was_said(message: HostMessage) -> None:
    """Every message of a host is the same after the journey."""
    assert decode_from_host(encode(message)) == message


@pytest.mark.parametrize("text", NO_MESSAGES, ids=lambda text: text[:20].encode("ascii", "backslashreplace").decode())
def test_a_text_that_is_no_message_is_told_to_be_none_in_a_short_sentence(text: str) -> None:
    """Whatever a peer sends, there is one kind of error, and it does not repeat the whole text."""
    for decode in (decode_from_guest, decode_from_host):
        with pytest.raises(UnreadableMessage) as unreadable:
            decode(text)
        assert str(unreadable.value).startswith("The message ")
        assert len(str(unreadable.value)) < 250


@given(
    st.text()
    | st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    ).map(lambda value: msgspec.json.encode(value).decode())
)
def test_no_text_makes_reading_fail_in_another_way(text: str) -> None:
    """Anything at all is a message or an `UnreadableMessage`."""
    for decode in (decode_from_guest, decode_from_host):
        try:
            decode(text)
        except UnreadableMessage:
            continue


@given(
    st.sampled_from(
        ["hello", "lang", "sit", "ready", "act", "manage", "social", "get", "learn", "ping", "bye", "welcome"]
    ),
    st.dictionaries(
        st.sampled_from(
            [
                *(
                    "v",
                    "name",
                    "lang",
                    "view",
                    "seat",
                    "prompt",
                    "action",
                    "code",
                    "text",
                    "id",
                    "cards",
                    "to",
                    "value",
                ),
                *("do", "other", "bot", "game", "seats", "options", "kind", "item", "by", "what", "part"),
            ]
        ),
        st.none()
        | st.integers(-(2**70), 2**70)
        | st.text(max_size=300)
        | st.sampled_from(["kick", "toss", "rules", "zones"])
        | st.floats(allow_nan=False)
        | st.booleans()
        | st.lists(st.text(max_size=70), max_size=70)
        | st.dictionaries(st.text(max_size=70), st.text(max_size=70), max_size=20),
    ),
)
def test_messages_with_any_values_are_read_within_their_limits_or_not_at_all(
    kind: str, values: dict[str, object]
) -> None:
    """What is read keeps to the limits, whatever the values were."""
    try:
        message = decode_from_guest(msgspec.json.encode({"t": kind, **values}).decode())
    except UnreadableMessage:
        return
    match message:
        case Hello():
            assert len(message.name) <= 64 >= len(message.lang)
        case Act():
            assert 0 <= message.prompt < 2**31
            assert len(message.action or "") <= 256
            assert len(message.cards) <= 64
        case Sit():
            assert 0 <= message.seat <= 15
        case Bye():
            assert len(message.code) <= 64
        case Manage():
            assert len(message.options or {}) <= 16
        case Social():
            assert len(message.text or "") <= 60
        case Get():
            assert message.part >= 0


def test_unknown_keys_are_ignored() -> None:
    """A newer peer may say more."""
    assert decode_from_guest('{"t":"ready","mood":"good"}') == Ready()


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"sit","seat":16}',
        '{"t":"sit","seat":-1}',
        '{"t":"sit","seat":true}',
        '{"t":"sit","seat":1.0}',
        '{"t":"act","prompt":1,"action":"' + "x" * 257 + '"}',
        '{"t":"hello","v":1,"name":"' + "x" * 65 + '"}',
    ],
)
def test_values_out_of_bounds_are_unreadable(text: str) -> None:
    """Numbers and texts have their limits."""
    with pytest.raises(UnreadableMessage):
        decode_from_guest(text)


def test_the_limits_count_bytes() -> None:
    """A message as long as allowed is read, one byte more is not."""
    for decode, limit in ((decode_from_guest, MAX_FROM_GUEST), (decode_from_host, MAX_FROM_HOST)):
        fits = '{"t":"ping","x":"é"}'
        fits += " " * (limit - len(fits.encode()))
        assert decode(fits) == Ping()
        with pytest.raises(UnreadableMessage, match=f"has {limit + 1} bytes; at most {limit}"):
            decode(fits + " ")


def test_the_version_of_an_unreadable_hello_can_be_told() -> None:
    """A newer guest learns that the versions differ, not that its message is odd."""
    assert version_named_in('{"t":"hello","v":2,"name":["new","way"]}') == 2
    assert version_named_in(encode(Hello(1, "Ann"))) == 1


@pytest.mark.parametrize(
    "text", ["", "null", '{"t":"hello"}', '{"v":"1"}', '{"v":true}', '{"v":1' + "0" * 5000 + "}", "\ud800"]
)
def test_where_no_version_is_named_there_is_none(text: str) -> None:
    """Nonsense names no version."""
    assert version_named_in(text) is None


def test_a_table_that_fits_is_left_alone() -> None:
    """Nothing is cut off for no reason."""
    table = Table(1, None, {}, [], [EventLine("a", {}, "b")])
    assert fitting(table) is table


@given(st.lists(st.integers(0, 9000), min_size=1, max_size=60))
def test_a_table_keeps_the_latest_events_that_fit(lengths: list[int]) -> None:
    """The encoded table is within the limit, the events are the last ones, and one more would not fit."""
    events = [EventLine("code", {"é": number}, "ä" * (length // 2)) for number, length in enumerate(lengths)]
    table = Table(1, 2, {"hand": ["TD"] * 50}, ["roll 1"], events)
    kept = fitting(table)
    left = len(kept.events)
    assert kept.events == events[len(events) - left :]
    assert len(encode(kept).encode()) <= MAX_FROM_HOST
    if left < len(events):
        longer = msgspec.structs.replace(table, events=events[len(events) - left - 1 :])
        assert len(encode(longer).encode()) > MAX_FROM_HOST
    assert decode_from_host(encode(kept)) == kept


def test_a_view_that_is_too_long_by_itself_loses_all_events() -> None:
    """No game has such a view; the link then says that the text is too long."""
    table = Table(1, None, {"x": "y" * MAX_FROM_HOST}, [], [EventLine("a", {}, "b")])
    assert fitting(table).events == []


def frame_of(log: int, title: str = "") -> Frame:
    """A frame whose view has a log of so many long lines."""
    lines = tuple(LogLine(number, f"{number} {'x' * 100}") for number in range(log))
    return Frame(View("toy", title, 0, 0, "", (), (), log=lines))


def test_frames_that_fit_are_left_alone() -> None:
    """Nothing is cut off for no reason."""
    frames = Frames(1, [frame_of(3), frame_of(4)])
    assert fitting_frames(frames) is frames


def test_of_frames_that_do_not_fit_the_last_view_is_sent() -> None:
    """Without what was on the way to it, as far as there is no room, and at last without the beginning of its log."""
    ways = [frame_of(200), frame_of(200), frame_of(200), frame_of(200)]
    kept = fitting_frames(Frames(1, ways)).list
    assert kept == ways[2:]
    (last,) = fitting_frames(Frames(1, [frame_of(2000)])).list
    assert last.view.log
    assert last.view.log[-1].n == 1999
    assert len(encode(Frames(1, [last])).encode()) <= MAX_FROM_HOST


def test_a_view_that_cannot_be_made_to_fit_is_left_to_the_link() -> None:
    """There is nothing that could be left out."""
    frames = Frames(1, [frame_of(0, "x" * MAX_FROM_HOST)])
    assert fitting_frames(frames) is frames
