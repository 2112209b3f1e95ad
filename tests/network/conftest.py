"""Fixtures of the tests that need a network."""

from tests.network.leftovers import complaints

__all__ = ["complaints"]
