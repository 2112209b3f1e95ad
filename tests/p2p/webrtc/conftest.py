"""What every test of WebRTC checks at its end: that nothing is left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.network.leftovers import complaints

__all__ = ["complaints", "nothing_left"]


@pytest.fixture(autouse=True)
def nothing_left(complaints: list[dict[str, Any]]) -> None:
    """Run the test in a network of its own and look at its end."""
    del complaints
