"""What a server can read, whoever joins with whatever: no secret, no address, no certificate.

The server records every request and every frame of real joins; everything that can be decoded without keys is decoded.
"""

from __future__ import annotations

import base64
import json
import re
from ipaddress import ip_address
from typing import TYPE_CHECKING

import pytest

from p2p.handshake import Kind, Role
from p2p.tokens import token_bytes
from tests.network.attacks import Leaks, leaks
from tests.network.hostile_server import OWNER_TOKEN, ROOM, HostileServer
from tests.network.scene import Scene, behind

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["leaks"]

pytestmark = pytest.mark.usefixtures("complaints")

TABLES = 4
SECRET_RUN = 5
"""Symbols of a link's or seat's secret that give it away."""
DESCRIPTION_LINES = ("v=0", "m=application", "a=candidate", "typ host", "a=fingerprint", "sha-256", "a=ice-")


def everything_seen(server: HostileServer) -> bytes:
    """All requests and frames, and all that can be decoded from them without keys, but for what the server chose."""
    seen = [*server.requests]
    for frame in server.frames:
        message = json.loads(frame)
        seen += [frame, message.get("data", "")]
    plain = "\n".join(seen)
    for own in (ROOM, OWNER_TOKEN):
        plain = plain.replace(own, "")
    decoded = [
        base64.urlsafe_b64decode(run + "=" * (-len(run) % 4))
        for run in re.findall(r"[\w-]{16,}", plain, re.ASCII)
        if len(run) % 4 != 1
    ]
    return b"\n".join([plain.encode(), *decoded])


async def seen_of_a_join(scene: Scene, kind: Kind) -> bytes:
    """What the server sees while somebody joins, from the first request to the open channel and a little after."""
    scene.server.frames.clear()
    scene.server.requests.clear()
    link = await scene.join(scene.secret(kind))
    link.close()
    return everything_seen(scene.server)


def spellings(value: bytes) -> list[bytes]:
    """How bytes may be written."""
    coded = base64.urlsafe_b64encode(value).rstrip(b"=")
    return [value, value.hex().encode(), value.hex().upper().encode(), coded]


def runs(text: str, length: int) -> list[bytes]:
    """All that many neighbouring symbols."""
    return [text[start : start + length].encode() for start in range(len(text) - length + 1)]


def of_the_secret(scene: Scene, kind: Kind) -> list[bytes]:
    """What gives the secret away."""
    invitation = scene.table.invitation
    if kind is Kind.CODE:
        return [invitation.code_secret.encode(), *spellings(invitation.code_secret.encode())]
    if kind is Kind.LINK:
        return [*spellings(invitation.link_secret), *runs(invitation.link.rpartition(".")[2], SECRET_RUN)]
    return [*spellings(token_bytes(scene.token)), *runs(scene.token, SECRET_RUN)]


def of_the_descriptions(leaks: Leaks) -> list[bytes]:
    """What gives an end's device away: addresses, credentials, certificate, or that this is a description at all."""
    needles = [line.encode() for line in DESCRIPTION_LINES]
    for role in Role:
        sdp = leaks.descriptions[role]
        needles += spellings(bytes.fromhex(leaks.fingerprint(role).replace(":", "")))
        needles.append(leaks.fingerprint(role).encode())
        needles += [value.encode() for value in re.findall(r"a=(?:ice-ufrag|ice-pwd|candidate):(\S+.*)", sdp)]
        for address in re.findall(r"a=candidate:\S+ \d+ udp \d+ (\S+)", sdp):
            needles += [address.encode(), ip_address(address).packed]
    return needles


@pytest.mark.parametrize("kind", list(Kind))
async def test_the_server_sees_nothing_of_secret_address_or_certificate(
    tmp_path: Path, leaks: Leaks, kind: Kind
) -> None:
    """At tables with secrets at random. The server runs at another address than the devices use for each other.

    Three symbols of a code turn up by chance in the 3 kB of a join, once in a hundred. What leaks turns up in each
    join: so each table is joined three times.
    """
    for number in range(TABLES):
        async with behind(tmp_path / str(number)) as scene:
            joins = []
            for _ in range(3):
                joins.append(await seen_of_a_join(scene, kind))
                needles = of_the_descriptions(leaks)
                assert any(b"10.77.0.1" in needle for needle in needles)
                assert [needle for needle in needles if needle in joins[-1] and len(needle) > 4] == []
            assert [needle for needle in of_the_secret(scene, kind) if all(needle in seen for seen in joins)] == []
            assert all(b'"t":"proof"' in seen.replace(b"\\", b"") for seen in joins)
