"""Whose a connection is, by the lists of sockets of Linux."""

import socket
import sys
from pathlib import Path

import pytest

from p2p.socket_owner import owner_of

HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


def row(local: str, remote: str, state: str, user: int) -> str:
    """A line of the list."""
    return (
        f"   0: {local} {remote} {state} 00000000:00000000 00:00000000 00000000  {user}        0 4711 1 0000 20 4 30\n"
    )


def hexadecimal(host: str, port: int) -> str:
    """An address as this machine lists it."""
    return f"{int.from_bytes(socket.inet_aton(host), sys.byteorder):08X}:{port:04X}"


HERE, PAGE = ("127.0.0.1", 40_000), ("127.0.0.1", 8421)
NEAR, FAR = hexadecimal(*HERE), hexadecimal(*PAGE)
OTHERS = row(FAR, "00000000:0000", "0A", 1) + row(FAR, NEAR, "01", 2) + row(NEAR, hexadecimal("127.0.0.1", 1), "01", 3)


@pytest.mark.parametrize(
    ("table", "owner"),
    [
        ("", None),
        (HEAD + OTHERS, None),
        (HEAD + OTHERS + row(NEAR, FAR, "01", 1000), 1000),
        (HEAD + row(f"0000000000000000FFFF0000{NEAR}", f"0000000000000000FFFF0000{FAR}", "01", 1001), 1001),
        (HEAD + row(NEAR, FAR, "06", 0), -1),
    ],
    ids=["none", "others", "one", "by IPv6", "closed"],
)
def test_the_clients_end_is_found_by_both_addresses(table: str, owner: int | None) -> None:
    """Not the server's end, nor another connection; what is closed is nobody's."""
    assert owner_of([HEAD, table], HERE, PAGE) == owner


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux lists its sockets")
@pytest.mark.parametrize("host", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_a_real_connection_is_ones_own(host: str) -> None:
    """Also where the client speaks IPv6."""
    tables = [Path(f"/proc/net/{name}") for name in ("tcp", "tcp6")]
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection((host, server.getsockname()[1])):
        accepted, client = server.accept()
        with accepted:
            mine = Path("/proc/self").stat().st_uid
            listed = [table.read_text(encoding="ascii") for table in tables if table.exists()]
            assert owner_of(listed, client, accepted.getsockname()) == mine
