"""A guest and a host that are two programs, on one machine or on two."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.network.netlab import Namespace, Netlab


class Peer:
    """A process that runs `peer.py`."""

    def __init__(self, machine: Namespace, side: str) -> None:
        script = Path(__file__).with_name("peer.py")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = machine.popen([sys.executable, str(script), side], text=True, **pipes)
        assert self.process.stdin
        assert self.process.stdout
        self._input, self._output = self.process.stdin, self.process.stdout

    def tell(self, text: str) -> None:
        """Write it a line."""
        self._input.write(json.dumps(text) + "\n")
        self._input.flush()

    def says(self, what: str) -> Any:
        """The value of its next line, which must be about `what`."""
        line = self._output.readline()
        assert line, "the process has ended"
        return json.loads(line)[what]

    def leaves(self) -> None:
        """End its input."""
        self._input.close()


def meet(at_guest: Namespace, at_host: Namespace) -> tuple[Peer, Peer]:
    """A guest and a host with an open link; each must have found the other at its machine's address."""
    guest, host = Peer(at_guest, "guest"), Peer(at_host, "host")
    host.tell(guest.says("sdp"))
    guest.tell(host.says("sdp"))
    assert guest.says("opened") == at_host.address
    assert host.says("opened") == at_guest.address
    return guest, host


@pytest.mark.parametrize("machines", ["one machine", "two machines"])
def test_two_programs_talk_and_part(netlab: Netlab, machines: str) -> None:
    """They meet at the address of the network interface; the farewell of the one that leaves arrives."""
    guest, host = meet(netlab.a, netlab.a if machines == "one machine" else netlab.b)
    guest.tell("hello")
    assert host.says("text") == "hello"
    host.tell("welcome")
    assert guest.says("text") == "welcome"
    guest.tell("bye")
    guest.leaves()
    assert host.says("text") == "bye"
    assert host.says("closed") == "The other side closed the connection."
    assert guest.says("closed") == "This side closed the connection."
    host.leaves()
    assert guest.process.wait(timeout=5) == host.process.wait(timeout=5) == 0


def test_a_program_outlives_the_one_it_talked_to(netlab: Netlab) -> None:
    """A killed guest says nothing; the host may go on sending, and still ends in bounded time."""
    guest, host = meet(netlab.a, netlab.b)
    guest.process.kill()
    for number in range(20):
        host.tell(f"anybody there? {number}")
    start = time.monotonic()
    host.leaves()
    assert host.says("closed") == "This side closed the connection."
    assert host.process.wait(timeout=5) == 0
    assert time.monotonic() - start < 7
