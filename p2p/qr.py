"""QR codes as paths to draw: the invite link, for who has a camera at hand."""

from collections.abc import Iterator
from itertools import groupby

import segno

from p2p.handouts import QrCode

_QUIET_ZONE = 4
"""Modules of light around the code, without which cameras do not find it (ISO/IEC 18004)."""


def qr_code(text: str) -> QrCode:
    """The QR code of a text."""
    made = segno.make(text, error="m", micro=False)
    rows = [bytes(row) for row in made.matrix_iter(border=_QUIET_ZONE)]
    return QrCode(len(rows), "".join(run for y, row in enumerate(rows) for run in _runs(y, row)))


def _runs(y: int, row: bytes) -> Iterator[str]:
    """A rectangle, one module high, for each stretch of dark modules."""
    x = 0
    for dark, modules in groupby(row):
        width = len(list(modules))
        if dark:
            yield f"M{x} {y}h{width}v1h-{width}z"
        x += width
