"""The vectors are what this program does; the page's unit tests (tests/p2p/web) check them with other cryptography."""

from __future__ import annotations

from tests.p2p.handshake.vectors import FILE, make


def test_the_vectors_are_up_to_date() -> None:
    """Made anew, they are the same to the byte: `python -m tests.p2p.handshake.vectors` writes them."""
    assert FILE.read_text(encoding="utf-8") == make()
