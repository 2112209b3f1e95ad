"""A bad line between two namespaces: delay, jitter and loss, made by a process that carries every packet itself.

Kernels without `netem` can have it so: each namespace gets a TUN interface, and what goes into the one comes out of the
other, later or never. Run as `tunlink.py NAMESPACE ADDRESS NAMESPACE ADDRESS`, where a namespace is named by a process
in it. It says `ready`, then reads lines from standard input, `DELAY JITTER LOSS` in seconds and as a fraction, and
answers each with how many packets it has carried and lost so far. It ends with its input.

There is no IPv6 on it, so that the address is all by which a machine is found. Packets keep their order, as on one
line; both directions are treated alike.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import os
import random
import struct
import subprocess
import sys
from typing import Final

NAME: Final = "line"
MTU: Final = 1400
_CLONE_NEWNET: Final = 0x40000000
_TUNSETIFF: Final = 0x400454CA
_IFF_TUN_WITHOUT_HEADER: Final = 0x1001
_AT_ONCE: Final = 64
"""Packets that are taken from one end before the other has its turn."""


def open_end(process: str, address: str) -> int:
    """Make the interface in the namespace of a process, with a route into it; its file descriptor."""
    libc = ctypes.CDLL(None, use_errno=True)
    home, there = (os.open(f"/proc/{which}/ns/net", os.O_RDONLY) for which in ("thread-self", process))
    try:
        if libc.setns(there, _CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "the namespace cannot be entered")
        end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH22x", NAME.encode(), _IFF_TUN_WITHOUT_HEADER))
        batch = (
            f"link set {NAME} addrgenmode none\naddr add {address}/32 dev {NAME}\nlink set {NAME} up mtu {MTU}\n"
            f"route replace default dev {NAME} src {address}\n"
        )
        subprocess.run(["ip", "-batch", "-"], input=batch, text=True, check=True)
        return end
    finally:
        libc.setns(home, _CLONE_NEWNET)
        os.close(home)
        os.close(there)


class Line:
    """The line between two open ends."""

    def __init__(self, ends: tuple[int, int]) -> None:
        self._loop = asyncio.get_running_loop()
        self._random = random.Random(7)
        self._free_at = dict.fromkeys(ends, 0.0)
        self.delay = self.jitter = self.loss = 0.0
        self.carried = self.lost = 0
        for here, there in (ends, ends[::-1]):
            self._loop.add_reader(here, self._carry, here, there)

    def _carry(self, here: int, there: int) -> None:
        for _ in range(_AT_ONCE):
            try:
                packet = os.read(here, 2 * MTU)
            except BlockingIOError:
                return
            if self._random.random() < self.loss:
                self.lost += 1
                continue
            self.carried += 1
            wait = self.delay + self._random.uniform(-self.jitter, self.jitter)
            at = self._free_at[there] = max(self._loop.time() + wait, self._free_at[there])
            self._loop.call_at(at, self._arrive, there, packet)

    def _arrive(self, there: int, packet: bytes) -> None:
        try:
            os.write(there, packet)
        except OSError:  # the interface is full, or down: lost, as packets are
            self.lost += 1


def say(text: str) -> None:
    """Print one line."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def main(words: list[str]) -> None:
    """Carry packets until the input ends."""
    one, address, other, other_address = words
    line = Line((open_end(one, address), open_end(other, other_address)))
    say("ready")
    while text := await asyncio.to_thread(sys.stdin.readline):
        line.delay, line.jitter, line.loss = map(float, text.split())
        say(f"{line.carried} {line.lost}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
