"""The vectors are what this program does, and what others get from PROTOCOL.md with other cryptography."""

from __future__ import annotations

import json

from tests.p2p.handshake.javascript import find_node, install_packages, run
from tests.p2p.handshake.vectors import FILE, make


def test_the_vectors_are_up_to_date() -> None:
    """Made anew, they are the same to the byte: `python -m tests.p2p.handshake.vectors` writes them."""
    assert FILE.read_text(encoding="utf-8") == make()


def test_a_client_in_javascript_gets_every_step_of_the_vectors() -> None:
    """As guest and as host, on `@noble/*`; and it refuses the same strange points."""
    node = find_node()
    install_packages(node)
    vectors = json.loads(FILE.read_text(encoding="utf-8"))
    told = run(*node.node, "check.mjs", str(FILE))
    assert told == (
        f"{len(vectors['joins'])} joins at both ends and {len(vectors['refused_points'])} refused points agree\n"
    )
