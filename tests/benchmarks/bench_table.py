"""A hosted table: how soon a guest sees it, how fast acts travel, and what it takes of the host's memory.

Three processes: a host, aiortc alone, and the guests. The host keeps a real table – its own server and door, a journal
that is flushed to the disk before anybody is told, its own seat played by a bot – and the guests play at it over
WebRTC. What they are compared with is aiortc alone: a connection, and its echo of 200 bytes.
"""

import asyncio
import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from aiortc import RTCConfiguration, RTCDataChannel, RTCPeerConnection, RTCSessionDescription

from p2p.auto_player import AutoPlayer
from p2p.client import TableClient
from p2p.guest import Table, join
from p2p.guest_session import GuestSession, Tell
from p2p.handshake import Secret
from p2p.host import Reach, open_table
from p2p.join import CLOSE_WITHIN
from p2p.saved_table import SavedSeat, SavedTable
from p2p.tokens import new_token
from p2p.webrtc import settled
from signaling.codes import parse_code
from tests.benchmarks.figures import percentile
from tests.benchmarks.namespace import ADDRESS, INSIDE, ask, child, run_inside

MODULE = "tests.benchmarks.bench_table"
JOINS = 30
ACTS = 400
ACTS_BEFORE_WEIGHING = 50
ECHO = "x" * 200
NO_SERVERS = RTCConfiguration(iceServers=[])


def memory() -> int:
    """Of this process, in KiB, as the system counts it (RSS)."""
    (found,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS:"))
    return int(found.split()[1])


async def next_wish() -> list[str]:
    """The words of the next line of standard input; none at its end."""
    line: str = await asyncio.to_thread(sys.stdin.readline)
    return line.split(" ", 1)


# --- the host's process: "open SEATS", "memory", "close"


async def host() -> None:
    """Keep one table after the other, as long as some are wished for."""
    with tempfile.TemporaryDirectory() as state:
        while (wish := await next_wish())[0] == "open":
            await keep_table(Path(state), int(wish[1]))


async def keep_table(state: Path, seats: int) -> None:
    """A table for the host's bot and guests; say where it is, and when it is closed."""
    people = [SavedSeat("person", "Ann", new_token())] + [SavedSeat("empty")] * (seats - 1)
    table = SavedTable("rummy", {}, people)
    async with open_table(table, Reach(address=ADDRESS), state, bot_pause=0, notice=print) as opened:
        opened.sit_down(TableClient(GuestSession("Ann"), AutoPlayer.of_kind("random", 1), Ready()))
        print(json.dumps({"code": opened.invitation.code, "server": opened.invitation.server}), flush=True)
        while (await next_wish())[0] == "memory\n":
            print(memory(), flush=True)
        await opened.close()
    print("closed", flush=True)


class Ready:
    """Begins the next match whenever one may begin."""

    def told(self, client: TableClient, tell: Tell) -> None:
        """Answer the lobby."""
        lobby = client.session.lobby
        if tell.event == "lobby" and lobby and not lobby.playing and not lobby.people[lobby.you].ready:
            client.ready()


# --- the process of aiortc alone: "memory", "answer OFFER"


async def bare() -> None:
    """Answer an offer, and echo whatever comes through its channel."""
    connection = RTCPeerConnection(NO_SERVERS)

    @connection.on("datachannel")
    def opened(channel: RTCDataChannel) -> None:
        channel.on("message", channel.send)

    while (wish := await next_wish())[0]:
        if wish[0] == "answer":
            await connection.setRemoteDescription(RTCSessionDescription(json.loads(wish[1]), "offer"))
            await connection.addIceCandidate(None)
            await connection.setLocalDescription()
            print(json.dumps(connection.localDescription.sdp), flush=True)
        else:
            print(memory(), flush=True)
    await connection.close()


# --- the guests' process


class Echo:
    """A connection of aiortc alone to the other one."""

    def __init__(self) -> None:
        self.connection = RTCPeerConnection(NO_SERVERS)
        self._channel: RTCDataChannel = self.connection.createDataChannel("echo")
        self._heard = asyncio.Event()
        self._channel.on("open", self._heard.set)
        self._channel.on("message", lambda _text: self._heard.set())

    async def open(self, other: "subprocess.Popen[str]") -> float:
        """Connect; the seconds that it took."""
        started = time.perf_counter()
        await self.connection.setLocalDescription()
        answer = json.loads(ask(other, f"answer {json.dumps(self.connection.localDescription.sdp)}"))
        await self.connection.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        await self.connection.addIceCandidate(None)
        await self._heard.wait()
        return time.perf_counter() - started

    async def send(self) -> float:
        """Send 200 bytes; the seconds until they are back."""
        self._heard.clear()
        started = time.perf_counter()
        self._channel.send(ECHO)
        await self._heard.wait()
        return time.perf_counter() - started


class Guest:
    """A guest who plays at random when told to."""

    def __init__(self, name: str, changed: asyncio.Event) -> None:
        self.client = TableClient(GuestSession(name), self, Ready())
        self.shown_at = 0.0
        self._changed = changed
        self._rng = random.Random(name)

    def told(self, _client: TableClient, tell: Tell) -> None:
        """Note when the table was shown last."""
        if tell.event == "table":
            self.shown_at = time.perf_counter()
        self._changed.set()

    async def come(self, where: dict[str, str]) -> None:
        """Join with the code."""
        code = parse_code(where["code"])
        link = await join(Table(where["server"], code.room, Secret.of_code(code.secret)), None)
        self.client.attach(link)

    @property
    def to_act(self) -> list[int]:
        """Who may act, as far as this guest has been shown."""
        table = self.client.session.table
        seats: list[int] = table.view["to_act"] if table else []
        return seats

    def has_turn_before(self, onlooker: "Guest") -> bool:
        """Whether only this guest may act, and the onlooker has been shown that."""
        session = self.client.session
        asked = session.table is not None and session.table.prompt is not None
        return asked and self.to_act == onlooker.to_act == [session.seat]

    def act(self) -> None:
        """Do something."""
        table = self.client.session.table
        assert table is not None
        self.client.act(self._rng.choice(table.legal))


class Guests:
    """Those who play at one table of the host's process."""

    def __init__(self, host_process: "subprocess.Popen[str]", *names: str) -> None:
        self.changed = asyncio.Event()
        self.people = [Guest(name, self.changed) for name in names]
        self._host = host_process
        self._where: dict[str, str] = json.loads(ask(host_process, f"open {len(names) + 1}"))

    async def come(self) -> float:
        """Everybody joins; the seconds from knowing the code to the last one's sight of the table."""
        started = time.perf_counter()
        for guest in self.people:
            await guest.come(self._where)
        await self.until(lambda: all(guest.shown_at for guest in self.people))
        return max(guest.shown_at for guest in self.people) - started

    async def leave(self) -> None:
        """Everybody leaves, and the table is closed."""
        for guest in self.people:
            guest.client.leave()
        await settled(CLOSE_WITHIN)
        ask(self._host, "close")

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for something that a guest is told."""
        while not condition():
            self.changed.clear()
            await self.changed.wait()

    async def one_act(self) -> float:
        """The next act of a guest; the seconds until another guest (if there is one) is shown the table after it."""
        pairs = list(itertools.permutations(self.people, 2)) or [(self.people[0], self.people[0])]
        await self.until(lambda: any(actor.has_turn_before(onlooker) for actor, onlooker in pairs))
        actor, onlooker = next(pair for pair in pairs if pair[0].has_turn_before(pair[1]))
        started = time.perf_counter()
        actor.act()
        await self.until(lambda: min(onlooker.shown_at, actor.shown_at) > started)
        return onlooker.shown_at - started


async def weigh(host_process: "subprocess.Popen[str]", other: "subprocess.Popen[str]", echo: Echo) -> None:
    """Compare the memory of a host with that of a process with one connection of aiortc."""
    bare_before = int(ask(other, "memory"))
    await echo.open(other)
    await echo.send()
    bare_after = int(ask(other, "memory"))
    guests = Guests(host_process, "Bob")
    before = int(ask(host_process, "memory"))
    await guests.come()
    for _ in range(ACTS_BEFORE_WEIGHING):
        await guests.one_act()
    after = int(ask(host_process, "memory"))
    await guests.leave()
    print(f"{'memory, MiB':30}{'host':>9}{'aiortc':>9}{'ratio':>8}")
    compare("with one guest, in all", after / 1024, bare_after / 1024)
    compare("  above the same without", (after - before) / 1024, (bare_after - bare_before) / 1024)


async def time_joins(host_process: "subprocess.Popen[str]") -> None:
    """Measure how long a guest waits for the table; each time at a new one."""
    seconds = []
    for _ in range(JOINS + 1):
        guests = Guests(host_process, "Bob")
        seconds.append(await guests.come())
        await guests.leave()
    del seconds[0]  # it has warmed everything up
    joins = [1000 * each for each in seconds]
    print(f"{f'code to table, {JOINS} times, ms':30}{'median':>9}{'p99':>9}")
    print(f"{'':30}{statistics.median(joins):9.1f}{percentile(joins, 99):9.1f}")


async def time_acts(host_process: "subprocess.Popen[str]", echo: Echo) -> None:
    """Measure how long the other guest's screen takes; by turns the echo, and a line flushed to the disk."""
    guests = Guests(host_process, "Bob", "Cleo")
    await guests.come()
    with tempfile.TemporaryFile() as file:
        rounds = [(await guests.one_act(), await echo.send(), flush_line(file)) for _ in range(ACTS)]
    await guests.leave()
    shown, echoed, flushed = ([1000 * seconds for seconds in column] for column in zip(*rounds, strict=True))
    print(f"{f'act to screen, {ACTS} times, ms':30}{'host':>9}{'echo':>9}{'ratio':>8}{'a flush':>9}")
    compare("median", statistics.median(shown), statistics.median(echoed), statistics.median(flushed))
    compare("p99", *(percentile(figures, 99) for figures in (shown, echoed, flushed)))


def flush_line(file: BinaryIO) -> float:
    """Write a line down to the disk, as the journal does; the seconds that it took."""
    started = time.perf_counter()
    file.write(b"act 1 discard 7H\n")
    file.flush()
    os.fsync(file.fileno())
    return time.perf_counter() - started


def compare(label: str, ours: float, bare_one: float, *others: float) -> None:
    """Print one line of a table."""
    print(f"{label:30}{ours:9.2f}{bare_one:9.2f}{ours / bare_one:8.2f}{''.join(f'{other:9.2f}' for other in others)}")


async def guests() -> None:
    """Measure everything."""
    with child(MODULE, "host") as host_process, child(MODULE, "bare") as other:
        echo = Echo()
        await weigh(host_process, other, echo)
        await time_joins(host_process)
        await time_acts(host_process, echo)
        await echo.connection.close()


if __name__ == "__main__":
    parts = {INSIDE: guests, "host": host, "bare": bare}
    if sys.argv[1:]:
        asyncio.run(parts[sys.argv[1]]())
    else:
        sys.exit(run_inside(MODULE))
