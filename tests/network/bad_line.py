"""A line with delay, jitter and loss in place of the cable between the two machines of the laboratory."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.network.netlab import Netlab


class BadLine:
    """Machine `a` at 10.78.0.1 and machine `b` at 10.78.0.2, joined by a line that can be as bad as a test wants.

    Args:
        lab: the two machines; their cable is pulled.

    Attributes:
        a_address, b_address: of the two ends.
    """

    a_address = "10.78.0.1"
    b_address = "10.78.0.2"

    def __init__(self, lab: Netlab) -> None:
        self._lab = lab
        for machine in (lab.a, lab.b):
            machine.run(["ip", "addr", "flush", "dev", "cable"])  # or it would be found by that address over the line
            machine.run(["ip", "link", "set", "cable", "down"])
        ends = [str(lab.a.process_id), self.a_address, str(lab.b.process_id), self.b_address]
        self._carrier: subprocess.Popen[str] = lab.a.popen(
            [sys.executable, "-m", "tests.network.tunlink", *ends], stdin=-1, stdout=-1, text=True
        )
        assert self._hear() == "ready"

    def is_now(self, delay: float = 0.0, jitter: float = 0.0, loss: float = 0.0) -> tuple[int, int]:
        """Change the line.

        Args:
            delay: seconds that a packet takes in either direction.
            jitter: by how many seconds that varies.
            loss: the fraction of packets that never arrive.

        Returns:
            How many packets were carried and lost until now.
        """
        assert self._carrier.stdin is not None
        self._carrier.stdin.write(f"{delay} {jitter} {loss}\n")
        self._carrier.stdin.flush()
        carried, lost = map(int, self._hear().split())
        return carried, lost

    def move_b(self, address: str) -> None:
        """Machine `b` has another address from now on, as after changing the network."""
        for words in (["del", f"{self.b_address}/32"], ["add", f"{address}/32"]):
            self._lab.b.run(["ip", "addr", *words, "dev", "line"])
        self._lab.b.run(["ip", "route", "replace", "default", "dev", "line", "src", address])
        self.b_address = address

    def _hear(self) -> str:
        assert self._carrier.stdout is not None
        return self._carrier.stdout.readline().strip()


@pytest.fixture
def bad_line(netlab: Netlab) -> Iterator[BadLine]:
    """A line between the machines of `netlab`; at first it is as good as a cable. See `BadLine`."""
    try:
        yield BadLine(netlab)
    except PermissionError as error:
        pytest.skip(f"no TUN interface can be made here: {error}")
