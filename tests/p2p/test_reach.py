"""Where guests are told to find a host's own server."""

import pytest

from p2p.reach import url_for_guests
from signaling.codes import InvalidServer
from tests.network.netlab import Netlab


@pytest.mark.parametrize(
    ("address", "url"),
    [
        ("192.0.2.7", "http://192.0.2.7:8420/"),
        ("cards.example", "http://cards.example:8420/"),
        ("cards.example:9000", "http://cards.example:9000/"),
        ("2001:DB8::7", "http://[2001:db8::7]:8420/"),
        ("[2001:db8::7]", "http://[2001:db8::7]:8420/"),
        ("[2001:db8::7]:9000", "http://[2001:db8::7]:9000/"),
        ("https://cards.example/table", "https://cards.example/table/"),
        ("http://cards.example:9000", "http://cards.example:9000/"),
    ],
)
def test_an_address_may_be_given_as_people_know_it(address: str, url: str) -> None:
    """Bare, with the port that a router passes on, or as the URL of a proxy before our own server."""
    assert url_for_guests(address, 8420) == url


@pytest.mark.parametrize(
    "address", ["x y", "cards.example:", "cards.example:99999", "https://", "a:b:c", "ftp://x", "/"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    """It would stand in every invitation."""
    with pytest.raises(InvalidServer):
        url_for_guests(address, 8420)


def test_a_machine_without_ipv4_has_an_address_all_the_same(inside_netlab: Netlab) -> None:
    """That of IPv6; and without any network the loopback's."""
    inside_netlab.a.run(["ip", "-4", "addr", "flush", "dev", "cable"])
    assert url_for_guests(None, 8420) == "http://127.0.0.1:8420/"
    inside_netlab.a.run(["ip", "-6", "addr", "add", "2001:db8::a/64", "dev", "cable", "nodad"])
    assert url_for_guests(None, 8420) == "http://[2001:db8::a]:8420/"
