"""How a table feels on a bad line, and how soon everybody is back after a loss: real programs, real WebRTC.

Two machines made of namespaces, with a line between them that delays and loses packets (`tests/network/tunlink.py`).
What is compared is the same table on a line without delay and loss. Acts are timed from the moment the host's own
player sees them, or from when the guest sends one, until the guest's program shows them; both play at random.
"""

import asyncio
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from p2p.client import TableClient
from p2p.guest import Table, come_back, join
from p2p.guest_session import GuestSession, Tell
from p2p.handshake import Secret
from p2p.host import Reach, open_table
from p2p.saved_table import SavedSeat, SavedTable
from p2p.tokens import new_token
from signaling.codes import InviteLink, parse_invitation
from tests.benchmarks.figures import percentile
from tests.network.bad_line import BadLine
from tests.network.netlab import Namespace, Netlab
from tests.network.programs import Program

MODULE = "tests.benchmarks.bench_network"
GOOD: dict[str, float] = {}
BAD = {"delay": 0.2, "jitter": 0.03, "loss": 0.1}
DARK = {"loss": 1.0}
BLACKOUT = 30.0
PACE = 0.15
"""Seconds before each act."""
PLAYED_FOR = 40.0
"""Seconds that acts are timed on each line."""


# --- the two programs whose acts are timed


class Watch:
    """A front that notes when the player acted, and when what somebody did was seen."""

    def __init__(self) -> None:
        self.acted: list[float] = []
        self.seen: list[tuple[str, float]] = []

    def told(self, client: TableClient, tell: Tell) -> None:
        """Note what the table shows as having happened; the clock is the same for all programs of a machine."""
        if tell.event == "table" and client.session.table:
            now = time.monotonic()
            self.seen += [(event.text, now) for event in client.session.table.events]


class Player:
    """A front that plays any legal action, but not at once, match after match."""

    def __init__(self, seed: int, watch: Watch) -> None:
        self._rng = Random(seed)
        self._watch = watch

    def told(self, client: TableClient, tell: Tell) -> None:
        """Answer a prompt after a while, and the lobby at once."""
        loop = asyncio.get_running_loop()
        lobby = client.session.lobby
        if tell.event == "prompt":
            loop.call_later(PACE, self._act, client)
        elif tell.event == "lobby" and lobby and not lobby.playing and not lobby.people[lobby.you].ready:
            loop.call_soon(client.ready)

    def _act(self, client: TableClient) -> None:
        table = client.session.table
        if table and table.legal:
            self._watch.acted.append(time.monotonic())
            client.act(self._rng.choice(table.legal))


async def host(address: str) -> None:
    """Open a table, say how to join, play, and say what was seen once asked."""
    seats = [SavedSeat("person", "Ann", new_token()), SavedSeat("empty")]
    with tempfile.TemporaryDirectory() as folder:
        table = SavedTable("dice-capture", {}, seats)
        async with open_table(table, Reach(address=address), Path(folder), notice=lambda _text: None) as opened:
            print(opened.invitation.link, flush=True)
            watch = Watch()
            opened.sit_down(TableClient(GuestSession("Ann"), watch, Player(1, watch)))
            await asyncio.to_thread(sys.stdin.readline)
            print(msgspec.json.encode([watch.acted, watch.seen]).decode(), flush=True)


async def guest(link: str) -> None:
    """Join, play, and say what was seen once asked."""
    invitation = parse_invitation(link)
    assert isinstance(invitation, InviteLink)
    table = Table(invitation.server, invitation.room, Secret.of_link(invitation.secret))
    watch = Watch()
    started = time.monotonic()
    client = TableClient(GuestSession("Bob"), watch, Player(2, watch))
    client.attach(await join(table, None))
    print(time.monotonic() - started, flush=True)
    coming_back = asyncio.create_task(come_back(table, client))
    await asyncio.to_thread(sys.stdin.readline)
    print(msgspec.json.encode([watch.acted, watch.seen]).decode(), flush=True)
    coming_back.cancel()


class Pair:
    """A host on machine `a` and a guest on machine `b` who play with each other."""

    def __init__(self, lab: Netlab, address: str) -> None:
        self.host = part(lab.a, "host", address)
        self.guest = part(lab.b, "guest", self._hear(self.host))
        self.joined_after = float(self._hear(self.guest))

    def end(self) -> tuple[list[float], list[float]]:
        """Seconds from the host's act to the guest's seeing it, and from the guest's act until the guest sees it."""
        (_, shown), (acted, seen) = (self._report(process) for process in (self.host, self.guest))
        there = [arrived - left for (_, left), (_, arrived) in zip(by("Ann", shown), by("Ann", seen), strict=False)]
        own = [at for _, at in by("Bob", seen)]
        back = [min(at for at in own if at >= act) - act for act in acted if any(at >= act for at in own)]
        return there, back

    def _report(self, process: "subprocess.Popen[str]") -> tuple[list[float], list[tuple[str, float]]]:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        report = msgspec.json.decode(self._hear(process), type=tuple[list[float], list[tuple[str, float]]])
        process.kill()
        return report

    @staticmethod
    def _hear(process: "subprocess.Popen[str]") -> str:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if not line:
            raise RuntimeError("A part of the measurement has ended.")
        return line


def part(machine: Namespace, *words: str) -> "subprocess.Popen[str]":
    """Start this module for a part of the measurement."""
    command = [sys.executable, "-m", MODULE, *words]
    return machine.popen(command, stdin=-1, stdout=-1, text=True)


def by(name: str, happened: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """What that person did."""
    return [event for event in happened if event[0].startswith((f"{name} plays", f"{name} rolls for"))]


def time_acts(label: str, quality: dict[str, float], matches: int) -> None:
    """Play so many matches at once on a line, and print how long joining took, and acts until they were seen."""
    lab = Netlab()
    try:
        line = BadLine(lab)
        line.is_now(**quality)
        pairs = [Pair(lab, line.a_address) for _ in range(matches)]
        time.sleep(PLAYED_FOR)
        there, back = [], []
        for pair in pairs:
            one, other = pair.end()
            there += one
            back += other
    finally:
        lab.close()
    joined = statistics.mean(pair.joined_after for pair in pairs)
    figures = [f"{1000 * percentile(times, percent):8.0f}" for times in (there, back) for percent in (50, 95)]
    print(f"{label:30}{joined:8.2f} {''.join(figures)}   {len(there) + len(back)} acts", flush=True)


# --- losses


def let_guest_be_asked(ann: Program, bob: Program) -> None:
    """The host acts until the guest is on turn, and everybody has been told."""
    while not bob.event_by_now("prompt"):
        if asked := ann.event_by_now("prompt"):
            ann.act(asked["legal"][0])
        time.sleep(0.01)
    time.sleep(1)
    while bob.event_by_now("prompt"):
        pass


def time_loss(label: str, lose: Callable[[BadLine, Program], float], mend: Callable[[BadLine, Program], None]) -> None:
    """Print how long the host takes to notice a loss, and the guest to be asked again in the seat once it is mended.

    Where the guest is back before the host notices anything, nobody is told that anybody was gone.
    """
    lab = Netlab()
    with tempfile.TemporaryDirectory() as folder:
        try:
            line = BadLine(lab)
            words = ("host", "dice-capture", "--json", "--name", "Ann", "--address", line.a_address)
            ann = Program(lab.a, Path(folder) / "host", *words)
            room: dict[str, Any] = ann.event("room")
            bob = Program(lab.b, Path(folder) / "guest", "join", room["link"], "--json", "--name", "Bob")
            let_guest_be_asked(ann, bob)
            lost = time.monotonic()
            lasts = lose(line, bob)
            gone = None
            if lasts:
                ann.event("gone", within=60)
                gone = time.monotonic() - lost
                time.sleep(max(0.0, lost + lasts - time.monotonic()))
            mended = time.monotonic()
            mend(line, bob)
            bob.event("prompt", within=120)
            back = time.monotonic() - mended
        finally:
            lab.close()
    print(f"{label:30}{'never' if gone is None else f'{gone:.1f}':>8}{back:10.2f}", flush=True)


def black_out(line: BadLine, _bob: Program) -> float:
    """Let nothing through."""
    line.is_now(**DARK)
    return BLACKOUT


def lighten(line: BadLine, _bob: Program) -> None:
    """Let everything through again."""
    line.is_now()


def fall_asleep(_line: BadLine, bob: Program) -> float:
    """Stop the guest's program, as a phone does."""
    bob.process.send_signal(signal.SIGSTOP)
    return 2 * BLACKOUT


def move(line: BadLine, _bob: Program) -> float:
    """Give the guest another address."""
    line.move_b("10.78.0.77")
    return 0.0


def main() -> None:
    """Print both tables."""
    print(f"{'':38}{'act of the host, ms':>21}{'of the guest':>16}")
    print(f"{'line':30}{'join, s':>8} {'median':>8}{'p95':>8}{'median':>8}{'p95':>8}")
    time_acts("no delay, no loss", GOOD, 1)
    time_acts("200 ms each way, 10 % lost", BAD, 1)
    time_acts("the same, two matches at once", BAD, 2)
    print(f"\n{'loss, on a good line':30}{'gone, s':>8}{'back, s':>10}")
    time_loss(f"blackout of {BLACKOUT:.0f} s", black_out, lighten)
    time_loss("asleep for a minute", fall_asleep, lambda _line, bob: bob.process.send_signal(signal.SIGCONT))
    time_loss("another address", move, lambda _line, _bob: None)


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            main()
        case ["host", where]:
            asyncio.run(host(where))
        case ["guest", where]:
            asyncio.run(guest(where))
