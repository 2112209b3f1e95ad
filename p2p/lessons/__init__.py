"""Learning a game: what is told in a first game, step by step, and what is explained in one that is watched."""

from collections.abc import Mapping
from typing import Final

from p2p.lessons import call, dice_capture, rummy, tien_len, twenty_nine, xing
from p2p.lessons.lesson import Lesson

LESSONS: Final[Mapping[str, Lesson]] = {
    "xing": xing.LESSON,
    "rummy": rummy.LESSON,
    "dice-capture": dice_capture.LESSON,
    "tien-len": tien_len.LESSON,
    "twenty-nine": twenty_nine.LESSON,
    "call": call.LESSON,
}
"""By game; one that has none can be watched without captions, and is not taught."""
