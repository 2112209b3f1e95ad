"""What a seat remembers and imagines in each game: one module a game."""
