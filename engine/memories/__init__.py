"""What a seat remembers and imagines in each game: one module a game."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine.imagination import Memory
from engine.memories.call import CallMemory
from engine.memories.dice_capture import DiceCaptureMemory
from engine.memories.rummy import RummyMemory
from engine.memories.tien_len import TienLenMemory
from engine.memories.twenty_nine import TwentyNineMemory
from engine.memories.xing import XingMemory

MEMORIES: Final[Mapping[str, Callable[[int, int], Memory]]] = MappingProxyType(
    {
        "xing": XingMemory,
        "rummy": RummyMemory,
        "dice-capture": DiceCaptureMemory,
        "tien-len": TienLenMemory,
        "twenty-nine": TwentyNineMemory,
        "call": CallMemory,
    }
)
"""Makes the memory of a seat of each game, from the seat and the number of seats."""
