"""The laboratory itself: two machines, a cable, and nothing else."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.network.netlab import Netlab


def ping(lab: Netlab, within: float = 10.0) -> bool:
    """Whether a datagram from `a` reaches a socket in `b` in that many seconds."""
    with lab.b.entered(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as there:
        there.bind((lab.b.address, 0))
        there.settimeout(within)
        with lab.a.entered(), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as here:
            here.sendto(b"hello", there.getsockname())
        try:
            return there.recv(16) == b"hello"
        except TimeoutError:
            return False


def test_the_two_machines_reach_each_other_until_the_cable_is_cut(netlab: Netlab) -> None:
    """Cutting stops everything, mending restores it."""
    assert ping(netlab)
    netlab.cut()
    assert not ping(netlab, within=0.3)
    netlab.mend()
    assert ping(netlab)


def test_a_command_runs_in_its_namespace_and_only_there(netlab: Netlab) -> None:
    """Each namespace has its own address and a default route; the machine's own addresses are not in it."""
    for machine in (netlab.a, netlab.b):
        addresses = machine.run(["ip", "-o", "-4", "addr"]).stdout
        assert [line.split()[3] for line in addresses.splitlines()] == ["127.0.0.1/8", f"{machine.address}/24"]
        assert machine.run(["ip", "route", "show", "default"]).stdout.startswith("default via 10.77.0.")


def test_inside_the_laboratory_this_process_has_only_its_addresses(inside_netlab: Netlab) -> None:
    """Sockets of the test are made in namespace `a`."""
    assert [name for _, name in socket.if_nameindex()] == ["lo", "cable"]
    there = Path(f"/proc/{inside_netlab.a.process_id}/ns/net")
    assert Path("/proc/thread-self/ns/net").readlink() == there.readlink()


def test_signals_reach_the_started_command(netlab: Netlab) -> None:
    """`popen` returns the command itself, not something that waits for it."""
    process = netlab.b.popen(["sleep", "60"])
    process.send_signal(signal.SIGTERM)
    assert process.wait(timeout=5) == -signal.SIGTERM


def test_nothing_is_left_behind(netlab: Netlab) -> None:
    """Closing ends what was started, and the namespaces with it."""
    process = netlab.a.popen(["sleep", "60"])
    holders = [netlab.a.process_id, netlab.b.process_id]
    netlab.close()
    assert process.poll() is not None
    assert not any(Path(f"/proc/{holder}").exists() for holder in holders)


def test_the_namespaces_end_even_when_the_tests_are_killed() -> None:
    """A run that is killed cannot clean up, so the holders watch it."""
    script = (
        "from tests.network.netlab import Netlab; lab = Netlab();"
        "print(lab.a.process_id, lab.b.process_id, flush=True); input()"
    )
    command, pipe = [sys.executable, "-c", script], subprocess.PIPE
    with subprocess.Popen(command, text=True, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as run:
        assert run.stdout is not None
        holders = run.stdout.readline().split()
        run.kill()
    if not holders:
        pytest.skip("no network namespace can be made here")
    for holder in holders:
        assert _ends_within(int(holder), seconds=5)


def _ends_within(process_id: int, seconds: float) -> bool:
    """Wait for a process that is no child of this one."""
    try:
        descriptor = os.pidfd_open(process_id)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    finally:
        os.close(descriptor)
