"""Two machines joined by a cable, made of network namespaces: the only network that tests may use besides loopback."""

from __future__ import annotations

import ctypes
import os
import subprocess
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

CLONE_NEWNET = 0x40000000  # from sched.h: what setns(2) is asked to change

# Keeps the namespace until its standard input ends. An IPv6 address that must not first prove that nobody else has
# it (2 s) lets browsers connect at once; without IPv6 there is nothing to set.
_HOLD = """
ip link set lo up || exit
echo 0 2>/dev/null >/proc/sys/net/ipv6/conf/default/accept_dad
echo ready
exec cat
"""


class NetlabUnavailableError(Exception):
    """This machine or this user cannot make network namespaces; `str()` says why."""


class Namespace:
    """One of the two machines: `address` on the cable, a default route into it, and loopback.

    An ordinary user may have namespaces only inside a user namespace of their own, in which they are root. The
    first machine then makes one (`as_user`), the second is made `within` it, since a cable can only join two
    machines of the same user namespace.
    """

    def __init__(self, address: str, *, as_user: bool, within: Namespace | None = None) -> None:
        self.address = address
        self._started: list[subprocess.Popen[Any]] = []
        # A namespace lives as long as a process in it: no name is left behind even if the tests are killed,
        # because the holder's standard input ends with them.
        unshare = ["unshare", "--net", *(["--map-root-user"] if as_user and within is None else [])]
        self._holder = subprocess.Popen(
            [*(within.enter if within is not None else []), *unshare, "sh", "-c", _HOLD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._holder.stdout is not None
        assert self._holder.stderr is not None
        if self._holder.stdout.readline() != "ready\n":
            reason = self._holder.stderr.read().strip()
            self.close()
            raise NetlabUnavailableError(f"no network namespace can be made here: {reason}")
        user = ["--user", "--preserve-credentials"] if as_user else []
        self.enter: list[str] = ["nsenter", "--target", str(self.process_id), *user, "--net", "--"]

    @property
    def process_id(self) -> int:
        """Process that holds the namespace, for `/proc/<id>/ns/net`."""
        return self._holder.pid

    def popen(self, command: list[str], **options: Any) -> subprocess.Popen[Any]:
        """Start `command` in the namespace; it is killed at the latest when the test ends.

        Options and result as `subprocess.Popen`: the process is the command itself, so that signals reach it.
        """
        process = subprocess.Popen([*self.enter, *command], **options)
        self._started.append(process)
        return process

    def run(self, command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        """Run `command` in the namespace to its end, within 30 s; raises if it fails. Options as `subprocess.run`."""
        options = {"text": True, "capture_output": True, "timeout": 30, **options}
        return subprocess.run([*self.enter, *command], check=True, **options)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Let this thread make its sockets in the namespace; a socket stays where it was made.

        Needs the right to come back, which an ordinary user lacks: then the test is skipped.
        """
        if os.geteuid() != 0:
            pytest.skip("only root can enter a network namespace and leave it again (try: unshare -rn pytest)")
        with _namespace_of("thread-self").open() as home, _namespace_of(self.process_id).open() as there:
            _set_namespace(there.fileno())
            try:
                yield
            finally:
                _set_namespace(home.fileno())

    def close(self) -> None:
        """Kill what was started here and let the namespace go."""
        for process in (*self._started, self._holder):
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()


class Netlab:
    """Machine `a` (10.77.0.1) and machine `b` (10.77.0.2) on one cable. Nothing else can be reached from them."""

    def __init__(self) -> None:
        as_user = os.geteuid() != 0
        with ExitStack() as on_failure:
            self.a = Namespace("10.77.0.1", as_user=as_user)
            on_failure.callback(self.a.close)
            self.b = Namespace("10.77.0.2", as_user=as_user, within=self.a if as_user else None)
            on_failure.callback(self.b.close)
            self._join()
            on_failure.pop_all()
        self._forgotten: set[str] = set()

    def cut(self) -> None:
        """Pull the cable: packets vanish in both directions, addresses and sockets stay."""
        self.b.run(["ip", "link", "set", "cable", "down"])

    def mend(self) -> None:
        """Plug the cable in again."""
        self.b.run(["ip", "link", "set", "cable", "up"])
        self.b.run(["ip", "route", "replace", "default", "via", self.a.address])

    def forget(self) -> None:
        """Be a router that forgets what it forwarded: what machine `a` sends from the UDP ports of now vanishes."""
        sockets = self.a.run(["ss", "--no-header", "--udp", "--all", "--numeric"]).stdout.splitlines()
        self._forgotten = {line.split()[3].rpartition(":")[2] for line in sockets}
        self._rule("add")

    def remember(self) -> None:
        """Forward everything again."""
        self._rule("del")
        self._forgotten = set()

    def _rule(self, what: str) -> None:
        rules = [f"rule {what} ipproto udp sport {port} blackhole\n" for port in sorted(self._forgotten)]
        self.a.run(["ip", "-batch", "-"], input="".join(rules))

    def close(self) -> None:
        """End everything that runs in the two namespaces, and them."""
        self.b.close()
        self.a.close()

    def _join(self) -> None:
        try:
            peer = ["peer", "name", "cable", "netns", str(self.b.process_id)]
            self.a.run(["ip", "link", "add", "cable", "type", "veth", *peer])
            for here, there in ((self.a, self.b), (self.b, self.a)):
                batch = (
                    f"addr add {here.address}/24 dev cable\nlink set cable up\nroute add default via {there.address}\n"
                )
                here.run(["ip", "-batch", "-"], input=batch)
        except subprocess.CalledProcessError as error:
            raise NetlabUnavailableError(f"no pair of network interfaces can be made here: {error.stderr}") from error


@pytest.fixture
def netlab() -> Iterator[Netlab]:
    """Two machines with a cable between them, only for this test (it takes 20 ms).

    `netlab.a` and `netlab.b` each offer `address`, `popen(command)`, `run(command)` and `entered()`;
    `netlab.cut()` and `netlab.mend()` work on the cable. A test whose peers are processes starts them with
    `popen`, in one namespace or in both. A test that has both peers in its own process makes each of them under
    `with netlab.a.entered():` or `with netlab.b.entered():` – a socket stays in the namespace where it was made,
    so one event loop can serve both ends of the cable – or uses `inside_netlab` and stays in `a`.

    Needs `unshare`, `nsenter` and `ip`, and root or unprivileged user namespaces; `entered` needs root. Otherwise
    the test is skipped with the reason (`tests.no_skips` lets it fail where CI=true). Nothing is left behind,
    whatever happens: the namespaces have no names and end with the processes that hold them.
    """
    if not _namespace_of("self").exists():
        pytest.skip("network namespaces are a thing of Linux")
    try:
        lab = Netlab()
    except (NetlabUnavailableError, FileNotFoundError) as error:
        pytest.skip(str(error))
    try:
        yield lab
    finally:
        lab.close()


@pytest.fixture
def inside_netlab(netlab: Netlab) -> Iterator[Netlab]:
    """The whole test runs in namespace `a`: for peers of one process, which meet at 10.77.0.1."""
    with netlab.a.entered():
        yield netlab


def _namespace_of(process: int | str) -> Path:
    return Path(f"/proc/{process}/ns/net")


def _set_namespace(descriptor: int) -> None:
    """`os.setns` is there only from Python 3.12 on."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(descriptor, CLONE_NEWNET) != 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
