"""Fixtures for all tests."""

from tests.network.netlab import inside_netlab, netlab

__all__ = ["inside_netlab", "netlab"]
