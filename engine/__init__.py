"""The rules of the six games, pure: no clock, no randomness, no network."""
