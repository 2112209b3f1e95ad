"""A link over a data channel: texts, farewells, and one ending whatever happens."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from typing import TYPE_CHECKING, Any

import aioice.ice
import pytest
from aiortc import RTCPeerConnection

import p2p.webrtc.link
from p2p.link import MAX_TEXT_BYTES, MAX_UNREAD_TEXTS, MAX_UNSENT_BYTES, Reason
from tests.p2p.listener import Listener
from tests.p2p.webrtc.peers import Stranger, close, connect, connect_across

if TYPE_CHECKING:
    from collections.abc import Callable

    from p2p.webrtc import WebRtcLink
    from tests.network.netlab import Netlab

UTF8, BINARY, EMPTY_BINARY = 51, 53, 57  # kinds of messages, RFC 8831 section 8


async def test_texts_arrive_in_order_in_both_directions() -> None:
    """Of all lengths, the empty one and the longest among them, in any script."""
    guest, host = await connect()
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    texts = ["", "♠ Zehn", json.dumps({"act": "x" * 3000}), "x" * MAX_TEXT_BYTES, *(str(i) for i in range(100))]
    for text in texts:
        guest.send(text)
        host.send(text[::-1])
    assert await at_host.hears(len(texts)) == texts
    assert await at_guest.hears(len(texts)) == [text[::-1] for text in texts]
    await close(guest, host)


async def test_what_arrives_before_start_is_heard_at_start() -> None:
    """The host may speak before the guest listens, and even be gone by then."""
    guest, host = await connect()
    host.send("welcome")
    host.send("and goodbye")
    await close(host)
    await guest.wait_closed()
    at_guest = Listener().start(guest)
    assert (at_guest.texts, at_guest.endings) == (["welcome", "and goodbye"], [Reason.CLOSED_THERE])


async def test_a_link_can_be_started_only_once() -> None:
    """As any link."""
    guest, host = await connect()
    Listener().start(guest)
    with pytest.raises(RuntimeError, match="only once"):
        Listener().start(guest)
    await close(guest, host)


async def test_a_farewell_right_before_close_arrives() -> None:
    """And the other side learns at once that this one closed."""
    guest, host = await connect()
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    start = time.monotonic()
    guest.send("bye")
    guest.close()
    guest.close()
    guest.send("ignored")
    assert at_guest.endings == [], "no callback runs inside close"
    assert await at_host.is_told() == [Reason.CLOSED_THERE]
    assert await at_guest.is_told() == [Reason.CLOSED_HERE]
    assert time.monotonic() - start < 0.5
    assert at_host.texts == ["bye"]
    await close(guest, host)


async def test_a_farewell_behind_much_else_arrives() -> None:
    """Closing waits until everything is through."""
    guest, host = await connect()
    at_host = Listener().start(host)
    texts = [*(str(number) * 30_000 for number in range(20)), "bye"]
    for text in texts:
        guest.send(text)
    guest.close()
    assert await at_host.is_told() == [Reason.CLOSED_THERE]
    assert at_host.texts == texts
    await close(guest, host)


async def test_a_farewell_survives_a_short_gap_in_the_network(netlab: Netlab) -> None:
    """What was lost is repeated after a second, and closing waits for that."""
    guest, host = await connect_across(netlab)
    at_host = Listener(host.send).start(host)
    at_guest = Listener().start(guest)
    for number in range(5):  # SCTP learns how fast the way is; before that it waits three seconds
        guest.send(str(number))
        await at_guest.hears(number + 1)
    netlab.cut()
    guest.send("bye")
    guest.close()
    await asyncio.sleep(0.2)
    netlab.mend()
    assert await at_host.is_told() == [Reason.CLOSED_THERE]
    assert at_host.texts[-1] == "bye"
    await close(guest, host)


async def test_closing_towards_a_dead_peer_ends_in_bounded_time(
    netlab: Netlab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody confirms the farewell, so the link gives up waiting."""
    monkeypatch.setattr(p2p.webrtc.link, "FLUSH_SECONDS", 0.2)
    guest, host = await connect_across(netlab)
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    netlab.cut()
    start = time.monotonic()
    for link in (guest, host):
        link.send("bye")
    await close(guest, host)
    assert time.monotonic() - start < 1
    assert at_guest.endings == at_host.endings == [Reason.CLOSED_HERE]


async def test_a_lost_connection_ends_both_sides_with_the_reason(
    netlab: Netlab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Aiortc asks the other side whether it is still there; here it is made to lose patience sooner."""
    monkeypatch.setattr(aioice.ice, "CONSENT_INTERVAL", 0.05)
    monkeypatch.setattr(aioice.ice, "CONSENT_FAILURES", 1)
    guest, host = await connect_across(netlab)
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    netlab.cut()
    assert await at_guest.is_told() == await at_host.is_told() == [Reason.LOST]
    guest.send("harmless")
    await close(guest, host)
    assert at_guest.endings == at_host.endings == [Reason.LOST]


async def test_sending_while_the_other_side_is_silent_is_harmless(netlab: Netlab) -> None:
    """What was sent into a gap arrives after it, in order."""
    guest, host = await connect_across(netlab)
    at_host = Listener().start(host)
    netlab.cut()
    guest.send("one")
    await asyncio.sleep(0.1)
    guest.send("two")
    netlab.mend()
    assert await at_host.hears(2) == ["one", "two"]
    await close(guest, host)


@pytest.mark.parametrize(
    ("text", "reason"),
    [("x" * (MAX_TEXT_BYTES + 1), Reason.TOO_LONG_HERE), ("\ud800", Reason.NOT_UNICODE)],
    ids=["too long", "not Unicode"],
)
async def test_a_text_that_cannot_be_sent_ends_the_link_with_the_reason(text: str, reason: Reason) -> None:
    """Never an exception, and no callback inside send."""
    guest, host = await connect()
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    guest.send(text)
    guest.send("ignored")
    assert at_guest.endings == []
    assert await at_guest.is_told() == [reason]
    assert await at_host.is_told() == [Reason.CLOSED_THERE]
    await close(guest, host)


async def test_a_peer_that_takes_nothing_is_given_up_before_too_much_piles_up(netlab: Netlab) -> None:
    """The bound is on what waits here."""
    guest, host = await connect_across(netlab)
    at_guest = Listener().start(guest)
    netlab.cut()
    for _ in range(MAX_UNSENT_BYTES // MAX_TEXT_BYTES + 2):
        guest.send("x" * MAX_TEXT_BYTES)
    assert await at_guest.is_told() == [Reason.UNSENT]
    netlab.mend()
    await close(guest, host)


async def test_too_much_before_start_ends_the_link() -> None:
    """Nobody listens, so the link gives up instead of growing."""
    guest, host = await connect()
    at_guest = Listener().start(guest)
    for number in range(MAX_UNREAD_TEXTS + 1):
        guest.send(str(number))
    await host.wait_closed()
    at_host = Listener().start(host)
    assert (at_host.texts, at_host.endings) == ([], [Reason.UNREAD])
    assert await at_guest.is_told() == [Reason.CLOSED_THERE]
    await guest.wait_closed()


@pytest.mark.parametrize(
    ("kind", "data", "reason"),
    [
        (BINARY, b"bytes", Reason.BINARY),
        (EMPTY_BINARY, b"\x00", Reason.BINARY),
        (UTF8, b"x" * (MAX_TEXT_BYTES + 1), Reason.TOO_LONG_THERE),
        (UTF8, "é".encode() * (MAX_TEXT_BYTES // 2 + 1), Reason.TOO_LONG_THERE),
        (UTF8, b"\xff\xfe", Reason.CLOSED_THERE),
    ],
    ids=["bytes", "no bytes", "too long", "too long in UTF-8", "not UTF-8"],
)
async def test_what_is_no_text_ends_the_link_with_the_reason(kind: int, data: bytes, reason: Reason) -> None:
    """The text before it is still heard, the one after it is not."""
    stranger = Stranger()
    host = await stranger.connect()
    at_host = Listener().start(host)
    await stranger.send_raw(UTF8, b"before")
    await stranger.send_raw(kind, data)
    await stranger.send_raw(UTF8, b"after")
    assert await at_host.is_told() == [reason]
    assert at_host.texts == ["before"]
    await host.wait_closed()
    await stranger.leave()
    assert at_host.endings == [reason]


async def test_a_message_without_end_is_not_kept() -> None:
    """The link ends as soon as its fragments fill twice the room that the other side was told of."""
    stranger = Stranger()
    host = await stranger.connect()
    at_host = Listener().start(host)
    sending = asyncio.ensure_future(stranger.send_raw(UTF8, b"x" * 64 * MAX_TEXT_BYTES))
    assert await at_host.is_told() == [Reason.TOO_LONG_THERE]
    sctp = host._connection.sctp
    assert sctp is not None
    kept = sum(len(chunk.user_data) for stream in sctp._inbound_streams.values() for chunk in stream.reassembly)
    assert kept < 33 * MAX_TEXT_BYTES
    await sending
    await host.wait_closed()
    await stranger.leave()


async def test_a_second_channel_ends_the_link() -> None:
    """One channel is all a game needs; a peer that opens more is up to something."""
    stranger = Stranger()
    host = await stranger.connect()
    at_host = Listener().start(host)
    stranger.peer.createDataChannel("peerdeck")
    assert await at_host.is_told() == [Reason.SECOND_CHANNEL]
    await stranger.closed.wait()
    await host.wait_closed()
    await stranger.leave()


async def test_a_peer_that_closes_only_the_channel_has_closed() -> None:
    """As a page does that calls `close` on its channel."""
    stranger = Stranger()
    host = await stranger.connect()
    at_host = Listener().start(host)
    stranger.channel.send("bye")
    stranger.channel.close()
    assert await at_host.is_told() == [Reason.CLOSED_THERE]
    assert at_host.texts == ["bye"]
    await host.wait_closed()
    await stranger.leave()


async def test_a_listener_that_fails_is_reported_and_ends_only_its_link(complaints: list[dict[str, Any]]) -> None:
    """The exception goes to the event loop's handler, not into aiortc."""
    guest, host = await connect()
    at_guest = Listener().start(guest)

    def fail(text: str) -> None:
        raise ValueError(text)

    at_host = Listener(fail).start(host)
    guest.send("poison")
    guest.send("more")
    assert await at_host.is_told() == [Reason.FAULT]
    assert await at_guest.is_told() == [Reason.CLOSED_THERE]
    assert at_host.texts == ["poison"]
    await close(guest, host)
    (complaint,) = complaints
    assert isinstance(complaint["exception"], ValueError)
    complaints.clear()


async def test_closing_inside_a_callback_silences_what_follows() -> None:
    """A listener that has heard enough hears no more."""
    guest, host = await connect()
    at_guest = Listener().start(guest)
    at_host = Listener(lambda _: host.close()).start(host)
    for text in ("enough", "more", "still more"):
        guest.send(text)
    assert await at_host.is_told() == [Reason.CLOSED_HERE]
    assert at_host.texts == ["enough"]
    assert await at_guest.is_told() == [Reason.CLOSED_THERE]
    await close(guest, host)


def aborts(link: WebRtcLink) -> None:
    """Aiortc closes, without what this module adds to it."""
    closing = asyncio.ensure_future(RTCPeerConnection.close(link._connection))
    closing.add_done_callback(asyncio.Future.result)


def resets(link: WebRtcLink) -> None:
    """The channel is closed without the connection."""
    link._channel.close()


def sends_bytes(link: WebRtcLink) -> None:
    """What the other side must not accept."""
    link._channel.send(b"bytes")


def sends_too_much(link: WebRtcLink) -> None:
    """What this side must not send."""
    link.send("x" * (MAX_TEXT_BYTES + 1))


def closes(link: WebRtcLink) -> None:
    """In good order."""
    link.close()


ENDS: list[Callable[[WebRtcLink], None]] = [aborts, resets, sends_bytes, sends_too_much, closes]


@pytest.mark.parametrize(("first", "second"), list(itertools.product(ENDS, ENDS)))
async def test_whatever_dies_first_each_side_is_told_once(
    first: Callable[[WebRtcLink], None], second: Callable[[WebRtcLink], None]
) -> None:
    """Two ends at the same moment, one on each side, with texts on their way."""
    guest, host = await connect()
    at_guest, at_host = Listener().start(guest), Listener().start(host)
    for link in (guest, host):
        link.send("on its way")
    for end, link in ((first, guest), (second, host)):
        if link._channel.readyState == "open":
            end(link)
    await at_guest.is_told()
    await at_host.is_told()
    await close(guest, host)
    assert (len(at_guest.endings), len(at_host.endings)) == (1, 1)
