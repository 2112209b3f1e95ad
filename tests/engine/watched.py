"""A record that is watched by every seat's memory."""

from random import Random

from engine.match import Match
from engine.memories import MEMORIES
from engine.record import Record


class Watched:
    """Plays lines and lets every seat see what it may."""

    def __init__(self, lines: list[str]) -> None:
        self.record = Record()
        for line in lines[:3]:
            self.record.feed(line)
        match = self.match
        self.memories = [MEMORIES[match.game.name](seat, match.seats) for seat in range(match.seats)]
        for line in lines[3:]:
            self.feed(line)

    @property
    def match(self) -> Match:
        """The match as it really is."""
        return self.record.finish()

    def feed(self, line: str) -> None:
        """Play a line and let every seat see what it may."""
        done = self.record.feed(line)
        for seat, memory in enumerate(self.memories):
            for event in done.events if done else ():
                if event.audience >> seat & 1:
                    memory.see(event)

    def imagined(self, seat: int, seed: int = 0) -> Match:
        """What the seat imagines now."""
        return self.memories[seat].scene(self.match.view(seat)).imagine(Random(seed))
