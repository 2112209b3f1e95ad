"""Fixtures for all tests."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.network.netlab import inside_netlab, netlab

__all__ = ["inside_netlab", "netlab"]

# How long an example takes says more about the machine than about the code.
settings.register_profile("peerdeck", deadline=None)
settings.load_profile("peerdeck")


@pytest.fixture(autouse=True, scope="session")
def _state_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs keep their state where the tests put it, never where the user's own is."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PEERDECK_STATE", str(tmp_path_factory.mktemp("state")))
        yield
