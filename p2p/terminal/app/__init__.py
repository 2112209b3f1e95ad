"""The terminal itself: what comes out of it, what goes into it, and who plays at it."""
