"""Fixtures for all tests."""

from hypothesis import settings

from tests.network.netlab import inside_netlab, netlab

__all__ = ["inside_netlab", "netlab"]

# How long an example takes says more about the machine than about the code.
settings.register_profile("peerdeck", deadline=None)
settings.load_profile("peerdeck")
