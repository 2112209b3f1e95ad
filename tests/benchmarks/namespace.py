"""Where benchmarks of WebRTC and sockets run: a network namespace of their own, which ends with them."""

import os
import subprocess
import sys
from typing import Final

ADDRESS: Final = "10.77.0.1"
INSIDE: Final = "inside"
"""The argument with which a script is run in the namespace."""
_LONGEST: Final = 180.0
# WebRTC needs an address that is not loopback, and a default route: one end of a cable with nobody at the other.
_SET_UP: Final = f"""
ip link set lo up &&
ip link add cable type veth peer name nobody &&
ip addr add {ADDRESS}/24 dev cable &&
ip link set cable up && ip link set nobody up &&
ip route add default via 10.77.0.2 &&
exec "$@"
"""


def run_inside(module: str) -> int:
    """Run a module in a new namespace, at most three minutes. As root or, where users may have namespaces, as any user.

    Returns:
        The exit status.
    """
    unshare = ["unshare", "--net", "--kill-child", *([] if os.geteuid() == 0 else ["--map-root-user"])]
    command = [*unshare, "sh", "-c", _SET_UP, "sh", sys.executable, "-m", module, INSIDE]
    return subprocess.run(command, timeout=_LONGEST, check=False).returncode


def child(module: str, part: str) -> "subprocess.Popen[str]":
    """Start a module in the same namespace for another part of the measurement, to be talked to line by line.

    It ends with its standard input.
    """
    return subprocess.Popen(
        [sys.executable, "-m", module, part], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def ask(process: "subprocess.Popen[str]", question: str) -> str:
    """Write a child a line, and read its answer."""
    assert process.stdin is not None
    process.stdin.write(f"{question}\n")
    process.stdin.flush()
    return hear(process)


def hear(process: "subprocess.Popen[str]") -> str:
    """The next line that a child says."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError("A part of the measurement has ended.")
    return line.strip()
