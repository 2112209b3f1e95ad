"""From two descriptions to a link, or to one sentence that says why not."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from aioice import mdns, stun
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription

import p2p.webrtc
from p2p.sdp import DescriptionError
from p2p.webrtc import IceServerError, NotOpened, NotOpenedError, answer, make_offer
from p2p.webrtc.connection import Connection
from signaling.messages import IceServer
from tests.p2p.listener import Listener
from tests.p2p.webrtc.peers import Stranger, close, connect, connect_across, introduce, introduce_across

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aiortc import RTCIceCandidate

    from tests.network.netlab import Netlab


def hide_addresses(sdp: str) -> str:
    """The description as a browser would write it: a name nobody knows instead of each address."""
    hidden = re.sub(r"(a=candidate:\S+ 1 udp \d+) \S+", r"\1 1f2e3d4c-0000-4000-8000-1234567890ab.local", sdp)
    assert hidden.count(".local") == 1
    assert "a=end-of-candidates" in hidden
    return hidden


def without_addresses(sdp: str) -> str:
    """The description of a peer that found no address of its own."""
    return re.sub(r"a=(candidate:.*|end-of-candidates)\r\n", "", sdp)


async def test_two_peers_on_one_machine_meet_at_its_network_address() -> None:
    """Each is told the other's address of the network interface, and both get a link."""
    offering, answering = await introduce()
    assert " 10.77.0.1 " in offering.sdp
    assert " 10.77.0.1 " in answering.sdp
    await close(*await asyncio.gather(offering.opened(), answering.opened()))


async def test_two_peers_on_two_machines_meet(netlab: Netlab) -> None:
    """Across a real cable."""
    guest, host = await connect_across(netlab)
    at_host = Listener().start(host)
    guest.send("hello")
    assert await at_host.hears(1) == ["hello"]
    await close(guest, host)


async def test_both_sides_know_both_certificates() -> None:
    """What one calls its own is the other's other; each connection has new ones."""
    guest, host = await connect()
    assert guest.fingerprints == host.fingerprints[::-1]
    assert [len(fingerprint) for fingerprint in guest.fingerprints] == [32, 32]
    assert guest.fingerprints[0] != guest.fingerprints[1]
    await close(guest, host)


class Recording(Connection):
    """A real connection that writes down what aiortc is told."""

    made: list[Recording]

    def __init__(self, ice_servers: Sequence[IceServer]) -> None:
        super().__init__(ice_servers)
        self.candidates: list[RTCIceCandidate | None] = []
        self.has_all = asyncio.Event()
        self.made.append(self)

    async def addIceCandidate(self, candidate: RTCIceCandidate | None) -> None:  # noqa: N802 - the standard's name
        """Note the candidate."""
        self.candidates.append(candidate)
        await super().addIceCandidate(candidate)
        if candidate is None:
            self.has_all.set()


@pytest.fixture
def recordings(monkeypatch: pytest.MonkeyPatch) -> list[Recording]:
    """All connections made in the test, in order."""
    monkeypatch.setattr(Recording, "made", [], raising=False)
    monkeypatch.setattr(p2p.webrtc, "Connection", Recording)
    return Recording.made


async def test_no_server_is_asked_that_was_not_given(recordings: list[Recording]) -> None:
    """Aiortc without a list would ask a public server on the internet."""
    guest, host = await connect()
    for connection in recordings:
        configuration = vars(connection)["_RTCPeerConnection__configuration"]
        assert configuration.iceServers == []
        gatherer = connection.ice.iceGatherer._connection
        assert (gatherer.stun_server, gatherer.turn_server) == (None, None)
    await close(guest, host)


async def test_a_given_stun_server_is_asked(netlab: Netlab) -> None:
    """What it says about the own address stands in the description."""
    with netlab.b.entered():
        server, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: StunServer("203.0.113.5"), local_addr=(netlab.b.address, 0)
        )
    port = server.get_extra_info("sockname")[1]
    offering = await make_offer([IceServer(urls=(f"stun:{netlab.b.address}:{port}",))])
    assert " 203.0.113.5 " in offering.sdp
    await offering.close()
    server.close()


class StunServer(asyncio.DatagramProtocol):
    """Tells everybody, after a while, that their address is `seen_as`."""

    def __init__(self, seen_as: str, after: float = 0.0) -> None:
        self._seen_as = seen_as
        self._after = after

    def connection_made(self, transport: asyncio.DatagramTransport) -> None:  # type: ignore[override]
        """Keep the transport."""
        self._transport = transport

    def datagram_received(self, data: bytes, address: tuple[str, int]) -> None:
        """Answer a request."""
        request = stun.parse_message(data)
        response = stun.Message(stun.Method.BINDING, stun.Class.RESPONSE, transaction_id=request.transaction_id)
        response.attributes["XOR-MAPPED-ADDRESS"] = (self._seen_as, address[1])
        asyncio.get_running_loop().call_later(self._after, self._transport.sendto, bytes(response), address)


@pytest.mark.parametrize(
    "url",
    [
        "stun:",
        "http://192.0.2.1/",
        "turn:192.0.2.1:x",
        "stun:192.0.2.1?transport=udp",
        "stun:192.0.2.1:0",
        "turn:192.0.2.1:65536",
    ],
)
async def test_a_server_address_that_cannot_be_read_is_named(url: str) -> None:
    """Neither side starts with it."""
    offering = await make_offer(())
    servers = [IceServer(urls=(url,))]
    with pytest.raises(IceServerError, match=re.escape(url)):
        await make_offer(servers)
    with pytest.raises(IceServerError, match=re.escape(url)):
        await answer(offering.sdp, servers)
    await offering.close()


async def test_after_a_complete_description_aiortc_is_told_that_there_are_no_more_addresses(
    recordings: list[Recording],
) -> None:
    """Only then does it ever give up on a peer by itself."""
    guest, host = await connect()
    assert [peer.candidates for peer in recordings] == [[None], [None]]
    await close(guest, host)


async def test_a_browser_that_hides_its_addresses_is_found_without_waiting_for_a_lookup() -> None:
    """Looking a name up takes a second; the answer is there long before, and the browser's own packets do."""
    offering = await make_offer(())
    start = time.monotonic()
    answering = await answer(hide_addresses(offering.sdp), ())
    await offering.accept(answering.sdp)
    guest, host = await asyncio.gather(offering.opened(), answering.opened())
    assert time.monotonic() - start < 0.8
    await close(guest, host)


async def test_a_browser_whose_name_nobody_knows_may_take_its_time(recordings: list[Recording]) -> None:
    """After the lookup failed there is no address to try, and still the host waits for the browser's packets."""
    offering = await make_offer(())
    answering = await answer(hide_addresses(offering.sdp), ())
    await asyncio.sleep(1.3)
    assert None not in recordings[1].candidates
    await offering.accept(answering.sdp)
    await close(*await asyncio.gather(offering.opened(), answering.opened()))


async def test_the_address_behind_a_known_name_is_tried(inside_netlab: Netlab, recordings: list[Recording]) -> None:
    """Late candidates are looked up in the background, and then there are no more."""
    offering = await make_offer(())
    browser = await mdns.create_mdns_protocol()
    hidden = hide_addresses(offering.sdp)
    await browser.publish("1f2e3d4c-0000-4000-8000-1234567890ab.local", inside_netlab.a.address)
    answering = await answer(hidden, ())
    await asyncio.wait_for(recordings[1].has_all.wait(), timeout=2)
    assert [c._network_host for c in recordings[1].ice._connection.remote_candidates] == ["10.77.0.1"]
    await browser.close()
    await offering.accept(answering.sdp)
    await close(*await asyncio.gather(offering.opened(), answering.opened()))


async def test_a_peer_that_names_no_address_is_found_by_its_packets() -> None:
    """A browser in an odd network may have gathered nothing when its time was up."""
    offering = await make_offer(())
    answering = await answer(without_addresses(offering.sdp), ())
    await offering.accept(answering.sdp)
    await close(*await asyncio.gather(offering.opened(), answering.opened()))


async def test_a_peer_that_names_no_address_and_never_calls_is_said_to_have_none() -> None:
    """The deadline ends it."""
    offering = await make_offer(())
    answering = await answer(without_addresses(offering.sdp), ())
    await refuses(answering.opened(within=0.1), NotOpened.NO_ADDRESS_THERE)
    await offering.close()


async def test_a_machine_without_a_network_says_so_at_once(inside_netlab: Netlab) -> None:
    """Loopback is no address that another player could reach."""
    offering = await make_offer(())
    inside_netlab.a.run(["ip", "addr", "flush", "dev", "cable"])
    await refuses(make_offer(()), NotOpened.NO_ADDRESS_HERE)
    await refuses(answer(offering.sdp, ()), NotOpened.NO_ADDRESS_HERE)
    await offering.close()


async def test_a_host_that_does_not_answer_is_given_up() -> None:
    """The guest's deadline needs no answer to run."""
    offering = await make_offer(())
    await refuses(offering.opened(within=0.05), NotOpened.NO_ANSWER)


async def test_an_unreachable_peer_is_given_up_at_the_deadline_on_both_sides(netlab: Netlab) -> None:
    """Aiortc alone would try for 64 seconds."""
    netlab.cut()
    offering, answering = await introduce_across(netlab)
    start = time.monotonic()
    await asyncio.gather(
        refuses(offering.opened(within=0.3), NotOpened.UNREACHABLE),
        refuses(answering.opened(within=0.3), NotOpened.UNREACHABLE),
    )
    assert time.monotonic() - start < 2


async def test_a_description_changed_on_the_way_opens_nothing() -> None:
    """Who answers with another certificate than the announced one is found out; the other side hears no more."""
    offering = await make_offer(())
    forged = re.sub(r"(sha-256 )..", lambda m: m[1] + ("00" if m[0][-2:] != "00" else "11"), offering.sdp)
    answering = await answer(forged, ())
    await offering.accept(answering.sdp)
    await refuses(answering.opened(), NotOpened.NOT_TRUSTED)
    await refuses(offering.opened(within=0.3), NotOpened.WENT_AWAY)


async def test_a_peer_that_goes_away_while_the_connection_opens_is_noticed_at_once() -> None:
    """Not only at the deadline."""
    stranger = Stranger()
    answering = await stranger.knock()
    sctp = stranger.peer.sctp
    assert sctp is not None
    encrypted = asyncio.Event()

    def note() -> None:
        if sctp.transport.state == "connected":
            encrypted.set()

    sctp.transport.on("statechange", note)
    await encrypted.wait()
    await stranger.leave()
    start = time.monotonic()
    await refuses(answering.opened(), NotOpened.WENT_AWAY)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    "channel",
    [{"label": "chat"}, {"ordered": False}, {"maxRetransmits": 0}, {"maxPacketLifeTime": 100}],
    ids=lambda options: next(iter(options)),
)
async def test_another_channel_than_ours_is_refused(channel: dict[str, Any]) -> None:
    """By its name, or because it would lose or swap texts."""
    stranger = Stranger(**channel)
    answering = await stranger.knock()
    await refuses(answering.opened(), NotOpened.WRONG_CHANNEL)
    await stranger.closed.wait()
    await stranger.leave()


async def test_a_host_that_opens_a_channel_itself_is_refused() -> None:
    """That is the guest's part."""
    offering = await make_offer(())
    stranger = RTCPeerConnection(RTCConfiguration(iceServers=[]))
    await stranger.setRemoteDescription(RTCSessionDescription(offering.sdp, "offer"))
    stranger.on("datachannel", lambda _: stranger.createDataChannel("peerdeck"))
    await stranger.setLocalDescription()
    await offering.accept(stranger.localDescription.sdp)
    link = await offering.opened()
    listener = Listener().start(link)
    assert await listener.is_told() == ["The other side opened a second channel."]
    await stranger.close()


GARBAGE: list[Callable[[str], str]] = [
    lambda _: "",
    lambda _: "\x00garbage\n" * 50,
    lambda _: "v=0\n" + "x" * 1_000_000,
    lambda sdp: sdp + "m=audio 9 UDP/TLS/RTP/SAVPF 0\r\na=mid:1\r\n",
    lambda sdp: sdp.replace("a=ice-pwd:", "a=ice-pwd:-"),
    lambda sdp: sdp[: len(sdp) // 2],
]


@pytest.mark.parametrize("spoil", GARBAGE, ids=["empty", "garbage", "a megabyte", "audio", "a changed line", "half"])
async def test_a_description_that_cannot_be_used_is_one_sentence_and_leaves_nothing(
    spoil: Callable[[str], str],
) -> None:
    """As an offer and as an answer."""
    offering = await make_offer(())
    with pytest.raises(DescriptionError, match=r"^The offer .*\.$"):
        await answer(spoil(offering.sdp), ())
    answering = await answer(offering.sdp, ())
    with pytest.raises(DescriptionError, match=r"^The answer .*\.$"):
        await offering.accept(spoil(answering.sdp))
    await refuses(offering.opened(), NotOpened.GIVEN_UP)
    await answering.close()


async def test_an_answer_to_another_offer_is_refused() -> None:
    """It is about another media section."""
    offering = await make_offer(())
    answering = await answer(offering.sdp.replace("mid:0", "mid:7").replace("BUNDLE 0", "BUNDLE 7"), ())
    with pytest.raises(DescriptionError, match=r"The answer does not fit"):
        await offering.accept(answering.sdp)
    await answering.close()


async def test_a_second_answer_changes_nothing() -> None:
    """A server that repeats itself cannot break a connection."""
    offering, answering = await introduce()
    with pytest.raises(DescriptionError, match="a second time"):
        await offering.accept(answering.sdp)
    await close(*await asyncio.gather(offering.opened(), answering.opened()))


async def test_whoever_is_cancelled_leaves_nothing(netlab: Netlab) -> None:
    """While it waits for a STUN server, and while it waits for the other side."""
    with netlab.b.entered():
        server, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: StunServer("203.0.113.5", after=0.3), local_addr=(netlab.b.address, 0)
        )
    servers = [IceServer(urls=(f"stun:{netlab.b.address}:{server.get_extra_info('sockname')[1]}",))]
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await make_offer(servers)
    offering = await make_offer(())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await offering.opened()
    server.close()


async def refuses(opening: Any, reason: NotOpened) -> None:
    """Expect that `opening` fails for that reason, in its one sentence."""
    with pytest.raises(NotOpenedError) as error:
        await opening
    assert error.value.reason is reason
    assert str(error.value) == reason.value
