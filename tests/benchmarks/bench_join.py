"""The sealed join against a bare offer and answer of aiortc, through the same server, by the same two programs.

Three processes: a signaling server, a host and a guest, who join by turns in the one way and the other. A join is timed
at the guest from before it connects to the server until the channel is open (sealed: and confirmed); the guest's secret
is computed in that time, as in a program that was just started with a code.
"""

import asyncio
import dataclasses
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from aiortc import RTCConfiguration, RTCDataChannel, RTCPeerConnection, RTCSessionDescription

from p2p.bucket import Bucket
from p2p.doorkeeper import Doorkeeper
from p2p.handshake import GuestHandshake, Secret, TableSecrets
from p2p.host_session import Admission
from p2p.join import Join, JoinedLink
from p2p.rendezvous import GuestRendezvous, HostRendezvous
from p2p.webrtc import settled
from signaling.limits import STAND_ALONE, Rate
from signaling.messages import HOST, From, Guest, Send, encode
from signaling.server import SignalingServer
from tests.benchmarks.figures import percentile
from tests.benchmarks.namespace import ADDRESS, INSIDE, ask, child, hear, run_inside

MODULE = "tests.benchmarks.bench_join"
CODE = "M4T"
BATCHES = 12
JOINS = 10
NO_SERVERS = RTCConfiguration(iceServers=[])


# --- the host's process


async def host(server: str) -> None:
    """Keep a room with a door and a bare one; say their names, then the CPU time whenever asked."""
    secrets = TableSecrets(Secret.of_code(CODE), Secret.of_link(bytes(16)))
    async with HostRendezvous(server) as sealed, HostRendezvous(server) as bare:
        door = Doorkeeper(sealed, secrets, admit=admit, on_wrong_guess=print, on_failure=print)
        door._door._arrivals = Bucket(10_000, 1_000)  # it minds so many joins one after the other
        keeping = [asyncio.create_task(door.keep()), asyncio.create_task(answer_all(bare))]
        print(sealed.room, bare.room, flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            await settled(5)
            print(time.process_time(), flush=True)
        for task in keeping:
            task.cancel()


def admit(link: JoinedLink, _admission: Admission) -> None:
    """Wait for the guest to leave."""
    link.start(lambda _text: None, lambda _reason: None)


async def answer_all(rendezvous: HostRendezvous) -> None:
    """Answer every offer as aiortc does, and close when the guest does."""
    async for event in rendezvous:
        match event:
            case From(peer, offer):
                connection = RTCPeerConnection(NO_SERVERS)
                await connection.setRemoteDescription(RTCSessionDescription(offer, "offer"))
                await connection.addIceCandidate(None)
                await connection.setLocalDescription()
                rendezvous.send(peer, connection.localDescription.sdp)
            case Guest():
                pass


# --- the guest's process


class Cost(NamedTuple):
    """Of one join: seconds until the channel is open, and bytes through the server in both directions."""

    seconds: float
    through_server: int


async def sealed_join(server: str, room: str) -> Cost:
    """Come in as a guest's program does."""
    started = time.perf_counter()
    carried = 0
    secret = Secret.of_code(CODE)
    async with GuestRendezvous(server, room) as rendezvous:

        def send(text: str) -> None:
            nonlocal carried
            carried += len(encode(Send(HOST, text)))
            rendezvous.send(text)

        async def listen() -> None:
            nonlocal carried
            while True:
                text = await rendezvous.receive()
                carried += len(encode(From(HOST, text)))
                join.text_received(text)

        handshake = GuestHandshake(room=room, peer=rendezvous.peer, secret=secret, entropy=os.urandom)
        join = Join(handshake, send, ())
        listening = asyncio.create_task(listen())
        link, _ = await join.run(handshake.start(asyncio.get_running_loop().time()))
        seconds = time.perf_counter() - started
        listening.cancel()
    link.start(lambda _text: None, lambda _reason: None)
    link.close()
    await settled(5)
    return Cost(seconds, carried)


async def bare_join(server: str, room: str) -> Cost:
    """Send an offer, take the answer, wait for the channel."""
    started = time.perf_counter()
    connection = RTCPeerConnection(NO_SERVERS)
    async with GuestRendezvous(server, room) as rendezvous:
        opened = asyncio.Event()
        channel: RTCDataChannel = connection.createDataChannel("peerdeck")
        channel.on("open", opened.set)
        await connection.setLocalDescription()
        offer = connection.localDescription.sdp
        rendezvous.send(offer)
        answer = await rendezvous.receive()
        await connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        await connection.addIceCandidate(None)
        await opened.wait()
        seconds = time.perf_counter() - started
    await connection.close()
    return Cost(seconds, len(encode(Send(HOST, offer))) + len(encode(From(HOST, answer))))


class Way(NamedTuple):
    """A way to join, and what was measured of it: joins, and CPU seconds of guest and host in each batch."""

    name: str
    join: Callable[[str, str], Awaitable[Cost]]
    room: str
    costs: list[Cost]
    cpu: list[tuple[float, float]]


async def batch(way: Way, server: str, host_process: "subprocess.Popen[str]") -> None:
    """Join a few times in one way."""
    at_host, here = float(ask(host_process, "cpu")), time.process_time()
    way.costs.extend([await way.join(server, way.room) for _ in range(JOINS)])
    here = time.process_time() - here
    at_host = float(ask(host_process, "cpu")) - at_host
    way.cpu.append((here / JOINS, at_host / JOINS))


async def guest(server: str, host_process: "subprocess.Popen[str]") -> None:
    """Measure both ways by turns and print the table."""
    rooms = hear(host_process).split()
    ways = [Way("sealed", sealed_join, rooms[0], [], []), Way("bare", bare_join, rooms[1], [], [])]
    for _ in range(BATCHES + 1):
        for way in ways:
            await batch(way, server, host_process)
    for way in ways:  # the first batch has warmed everything up
        del way.costs[:JOINS], way.cpu[:1]
    report(*ways)


def report(sealed: Way, bare: Way) -> None:
    """Print what was measured."""
    print(f"{'join, ' + str(BATCHES * JOINS) + ' times':26}{'sealed':>9}{'bare':>9}{'added':>9}{'ratio':>8}")
    ways = (sealed, bare)
    times = [[1000 * cost.seconds for cost in way.costs] for way in ways]
    compare("time, median, ms", *map(statistics.median, times))
    compare("time, p99, ms", *(percentile(figures, 99) for figures in times))
    for side, name in enumerate(("guest", "host")):
        compare(f"CPU of the {name}, ms", *(1000 * statistics.mean(cpu[side] for cpu in way.cpu) for way in ways))
    carried = [statistics.mean(cost.through_server for cost in way.costs) for way in ways]
    compare("through the server, bytes", *carried)


def compare(label: str, ours: float, bare: float) -> None:
    """Print one line of the table."""
    print(f"{label:26}{ours:9,.1f}{bare:9,.1f}{ours - bare:9,.1f}{ours / bare:8.2f}")


async def serve() -> None:
    """Run a server that does not mind joins one after the other; say its address."""
    limits = dataclasses.replace(STAND_ALONE, joins=Rate(burst=10_000, per_second=1_000))
    async with SignalingServer(ADDRESS, limits=limits) as server:
        print(server.url, flush=True)
        await asyncio.to_thread(sys.stdin.readline)


def inside() -> None:
    """Start server and host, and be the guest."""
    with child(MODULE, "server") as server:
        address = hear(server)
        with child(MODULE, address) as host_process:
            asyncio.run(guest(address, host_process))


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            sys.exit(run_inside(MODULE))
        case [part] if part == INSIDE:
            inside()
        case ["server"]:
            asyncio.run(serve())
        case [address]:
            asyncio.run(host(address))
