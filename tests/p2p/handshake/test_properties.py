"""What holds for every join, whatever the server does and whoever meets."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from p2p.handshake import Role, Secret, TableSecrets
from signaling.codes import ALPHABET
from tests.p2p.handshake.world import Delivery, Device, Relay, World

# A join costs about 20 ms of big numbers in pure Python.
few = settings(max_examples=50, deadline=None)


@dataclass(frozen=True)
class Deed:
    """What the server does with one text: `how`, with a place or an index `where` that matters."""

    how: str
    where: int = 0


class DoesDeeds(Relay):
    """Does one deed after the other, then is honest."""

    def __init__(self, deeds: list[Deed]) -> None:
        super().__init__()
        self._deeds = list(deeds)

    def received(self, sender: Role, text: str) -> list[Delivery]:
        """What is delivered when `sender` sends a text."""
        deed = self._deeds.pop(0) if self._deeds else Deed("pass")
        honest = (sender.other, text)
        place = deed.where % len(text)
        earlier = self.seen[deed.where % len(self.seen)]
        other_symbol = "B" if text[place] == "A" else "A"
        done: dict[str, list[Delivery]] = {
            "pass": [honest],
            "drop": [],
            "repeat": [honest, honest],
            "reflect": [(sender, text)],
            "replay": [(sender.other, earlier)],
            "insert": [(sender.other, earlier), honest],
            "change": [(sender.other, text[:place] + other_symbol + text[place + 1 :])],
            "cut": [(sender.other, text[:place])],
        }
        return done[deed.how]


deeds = st.lists(
    st.builds(
        Deed,
        st.sampled_from(["pass", "pass", "pass", "drop", "repeat", "reflect", "replay", "insert", "change", "cut"]),
        st.integers(0, 2000),
    ),
    max_size=6,
)


@few
@given(deeds)
def test_a_seat_is_given_only_when_every_message_came_as_it_was_sent(deeds: list[Deed]) -> None:
    """And every join ends in bounded time, at both ends, with a seat or with a sentence.

    A guest who has confirmed may still find fault with what the server does afterwards, and say so in a refusal that
    the server drops. It then says no hello, so that the host's session gives it no seat.
    """
    world = World(DoesDeeds(deeds)).run()
    guest, host = world.guest_end, world.host_end
    if host.joined:
        assert host.received == [text for text in guest.sent if '"refused"' not in text]
    if guest.joined:
        assert guest.received == host.sent
        assert host.joined
    for end in (guest, host):
        assert end.joined or end.failure.text
    assert world.now <= 60
    assert world.secrets.find(world.secret.kind, None) is not None


addresses = st.ip_addresses(v=4).filter(lambda address: not address.is_multicast and not address.is_unspecified)
names = st.text("abcdefghijklmnop", min_size=8, max_size=8)
codes = st.text(ALPHABET, min_size=3, max_size=3).map(Secret.of_code)
links = st.binary(min_size=16, max_size=16).map(Secret.of_link)
tokens = st.builds(Secret.of_seat, st.integers(0, 15), st.binary(min_size=16, max_size=16))


def what_the_server_saw(secret: Secret, guest: Device, host: Device, seed: str) -> bytes:
    """All texts of a join, and all that can be decoded from them without keys."""
    secrets = TableSecrets(Secret.of_code("XXX"), Secret.of_link(bytes(16)))
    secrets.put(secret)
    world = World(knows=secret, secrets=secrets, seed=seed)
    world.devices = {Role.GUEST: guest, Role.HOST: host}
    assert world.run().host_end.joined
    seen = []
    for text in world.relay.seen:
        seen.append(text.encode())
        values = [value for value in json.loads(text).values() if isinstance(value, str) and len(value) > 40]
        seen += [base64.urlsafe_b64decode(value + "=" * (-len(value) % 4)) for value in values]
    return b"\n".join(seen)


@few
@given(st.one_of(codes, links, tokens), names, names, addresses, addresses)
def test_the_server_sees_nothing_of_secret_address_or_certificate(
    secret: Secret, guest_name: str, host_name: str, guest_address: object, host_address: object
) -> None:
    """Neither the secret's symbols nor an address, a candidate or a fingerprint of the descriptions.

    Three symbols turn up by chance somewhere in a kilobyte of base64, once in a hundred joins. What leaks turns up
    in every join: so two joins of the same people are looked at.
    """
    guest, host = Device(guest_name, str(guest_address)), Device(host_name, str(host_address))
    first, second = (what_the_server_saw(secret, guest, host, seed) for seed in ("monday", "tuesday"))
    hidden = [secret.password.value, base64.urlsafe_b64encode(secret.password.value).rstrip(b"=")]
    for device in (guest, host):
        lines = device.description("actpass").splitlines()
        telling = [line for line in lines if line.startswith(("a=candidate", "a=fingerprint", "a=ice-pwd"))]
        hidden += [device.fingerprint, device.fingerprint.hex().encode(), device.address.encode()]
        hidden += [line.partition(":")[2].encode() for line in telling]
    for needle in hidden:
        assert needle not in first or needle not in second
