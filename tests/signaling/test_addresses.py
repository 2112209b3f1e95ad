"""Tests of the address under which a connection is counted."""

from ipaddress import IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from signaling.addresses import counted_address, is_near, is_within, parse_networks


@pytest.mark.parametrize(
    ("peer", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::%eth0", "2001:db8:1:2::/64"),
        ("::1", "::1"),
        ("fe80::1%eth0", "fe80::1%eth0"),
        ("", "unknown"),
        ("/run/socket", "unknown"),
    ],
)
def test_addresses_are_counted_by_who_controls_them(peer: str, counted: str) -> None:
    """IPv4 by address, also inside IPv6; IPv6 by /64; what never leaves a link by address."""
    assert counted_address(peer) == counted


@given(st.ip_addresses(network="2000::/3"), st.integers(0, 2**64 - 1))
def test_nobody_gets_more_by_moving_within_a_64(address: IPv6Address, host: int) -> None:
    """All addresses that one home can take are counted as one."""
    neighbour = IPv6Address(int(address) >> 64 << 64 | host)
    assert counted_address(str(address)) == counted_address(str(neighbour))


PROXIES = parse_networks(["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", [" 192.0.2.7 "], "192.0.2.7"),
        ("::ffff:127.0.0.1", ["192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["198.51.100.1, 192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["198.51.100.1", "192.0.2.7"], "192.0.2.7"),
        ("127.0.0.1", ["198.51.100.1, 192.0.2.7, 10.1.2.3"], "192.0.2.7"),
        ("127.0.0.1", ["10.1.2.3, 10.1.2.4"], "10.1.2.3"),
        ("127.0.0.1", ["192.0.2.7, nonsense"], "unknown"),
        ("192.0.2.9", ["192.0.2.7"], "192.0.2.9"),
    ],
)
def test_only_what_trusted_proxies_wrote_is_believed(peer: str, forwarded: list[str], counted: str) -> None:
    """The last address that no trusted proxy has counts; what stands before it anybody can have made up."""
    assert counted_address(peer, forwarded, PROXIES) == counted


def test_without_trusted_proxies_the_header_is_ignored() -> None:
    """By default nobody can choose the address that they are counted under."""
    assert counted_address("127.0.0.1", ["192.0.2.7"]) == "127.0.0.1"


def test_networks_are_named_one_by_one() -> None:
    """An address is a network of one; what is neither is refused with its name."""
    assert is_within("10.255.0.1", PROXIES)
    assert not is_within("11.0.0.1", PROXIES)
    assert not is_within("nonsense", PROXIES)
    for wrong in ("nonsense", "", "10.0.0.1/8"):
        with pytest.raises(ValueError, match=f'"{wrong}" is no address or network of a proxy: write it like'):
            parse_networks([wrong])


def test_proxies_are_near() -> None:
    """On this machine or in a private network."""
    near = ["127.0.0.1", "::1", "10.1.2.3", "172.17.0.1", "192.168.1.5", "::ffff:10.0.0.1", "fd00::1"]
    assert [is_near(address) for address in (*near, "8.8.8.8", "2606:4700::1", "nonsense")] == [True] * 7 + [False] * 3


@pytest.mark.parametrize("hop", ["192.0.2.7:4711", "[2001:db9::7]:4711", "[2001:db9::7]"])
def test_ports_that_a_proxy_writes_do_not_matter(hop: str) -> None:
    """Each new connection would have limits of its own, or all would share those of what is no address."""
    assert counted_address("127.0.0.1", [hop], PROXIES) in {"192.0.2.7", "2001:db9::/64"}
