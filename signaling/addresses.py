"""Whose limits a connection counts against: the address of a client, as far as it can be known."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Network = IPv4Network | IPv6Network

_WITH_PORT = re.compile(r"\[(.*)\](?::\d+)?|([\d.]+):\d+")  # as some proxies write an address
_HOME_BITS = 64  # a provider gives each home at least a /64, in which it can take any address it likes


def parse_networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Read the addresses of trusted proxies, such as `127.0.0.1` or `10.0.0.0/8`.

    Raises:
        ValueError: one of them is no address or network; `str()` names it.
    """
    return tuple(map(_network, texts))


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError as error:
        like = "like 127.0.0.1 or 10.0.0.0/8"
        raise ValueError(f'"{text}" is no address or network of a proxy: write it {like}.') from error


def counted_address(peer: str, forwarded: Sequence[str] = (), proxies: Sequence[Network] = ()) -> str:
    """Name under which a connection is counted.

    Args:
        peer: address of the other end of the TCP connection.
        forwarded: values of `X-Forwarded-For`, in the order received. Anybody can send them: they count only as
            far as trusted proxies wrote them.
        proxies: networks of the trusted proxies; none unless the operator names some.

    Returns:
        the address, or of an IPv6 address the /64 it lies in (but of a link-local one all of it, since there
        the network says nothing); `unknown` for what is no address.
    """
    hops = [_without_port(hop.strip()) for value in forwarded for hop in value.split(",")] if proxies else []
    while hops and is_within(peer, proxies):
        peer = hops.pop()
    return _name(_address(peer))


def is_within(peer: str, networks: Sequence[Network]) -> bool:
    """Whether an address lies in one of the networks."""
    address = _address(peer)
    return address is not None and any(address in network for network in networks)


def is_near(peer: str) -> bool:
    """Whether an address is of this machine or of a private network, as those of proxies are."""
    address = _address(peer)
    return address is not None and address.is_private


def _without_port(hop: str) -> str:
    found = _WITH_PORT.fullmatch(hop)
    return found[1] or found[2] if found else hop


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """The address, without the IPv6 clothes that IPv4 wears on a socket for both."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return address if mapped is None else mapped


def _name(address: IPv4Address | IPv6Address | None) -> str:
    if address is None:
        return "unknown"
    if isinstance(address, IPv6Address) and not address.is_link_local and not address.is_loopback:
        return str(IPv6Network((address.packed, _HOME_BITS), strict=False))
    return str(address)
