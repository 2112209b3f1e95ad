"""PROTOCOL.md says what the program does: its table of states and its codes are the program's."""

from __future__ import annotations

import re
from pathlib import Path

from p2p.handshake import FREEZE_AFTER, MAX_PENDING, MAX_TEXT_BYTES, Code
from p2p.handshake.messages import TAG_BYTES
from p2p.handshake.steps import table_text
from p2p.sdp import MAX_SDP_BYTES

DOCUMENT = (Path(__file__).parents[3] / "p2p" / "PROTOCOL.md").read_text(encoding="utf-8")


def test_the_table_of_states_is_printed_in_the_document() -> None:
    """Row by row, as `table_text` prints it."""
    assert table_text() in DOCUMENT


def test_every_code_is_explained_in_the_document() -> None:
    """And none that the program does not know."""
    rows = DOCUMENT.partition("## Failures")[2].partition("## Cost")[0]
    first_cells = [line.split("|")[1] for line in rows.splitlines() if line.startswith("| `")]
    assert set(re.findall(r"`([a-z-]+)`", "".join(first_cells))) == set(Code)


def test_the_bounds_in_the_document_are_the_programs() -> None:
    """Sizes and counts."""
    for told in (
        f"at most {MAX_TEXT_BYTES:,} bytes of UTF-8",
        f"base64 of at most {MAX_SDP_BYTES + TAG_BYTES:,} bytes",
        f"of at most {MAX_SDP_BYTES:,} bytes, with all candidates",
        f"at most {MAX_PENDING} joins of a room",
    ):
        assert told in DOCUMENT
    assert FREEZE_AFTER == 5
    assert "Five freeze the code" in DOCUMENT
