"""What every test of WebRTC checks at its end: that nothing is left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.network.leftovers import nothing_left_behind

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.network.netlab import Netlab


@pytest.fixture(autouse=True)
async def complaints(inside_netlab: Netlab) -> AsyncIterator[list[dict[str, Any]]]:
    """Run the test in a network of its own; the value is what the event loop complained of."""
    del inside_netlab
    async with nothing_left_behind() as heard:
        yield heard
