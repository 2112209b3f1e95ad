"""Search in the tree of what may happen, for all games."""
