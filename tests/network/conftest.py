"""Fixtures of the tests that need a network."""

from tests.network.bad_line import bad_line
from tests.network.leftovers import complaints

__all__ = ["bad_line", "complaints"]
