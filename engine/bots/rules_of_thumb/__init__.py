"""What good players of each game go by: one module a game, each with a judge of its actions."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.rules_of_thumb.call import CallJudge
from engine.bots.rules_of_thumb.dice_capture import DiceCaptureJudge
from engine.bots.rules_of_thumb.judge import Judge
from engine.bots.rules_of_thumb.rummy import RummyJudge
from engine.bots.rules_of_thumb.tien_len import TienLenJudge
from engine.bots.rules_of_thumb.twenty_nine import TwentyNineJudge
from engine.bots.rules_of_thumb.xing import XingJudge

JUDGES: Final[Mapping[str, type[Judge]]] = MappingProxyType(
    {
        "xing": XingJudge,
        "rummy": RummyJudge,
        "dice-capture": DiceCaptureJudge,
        "tien-len": TienLenJudge,
        "twenty-nine": TwentyNineJudge,
        "call": CallJudge,
    }
)
"""The judge of each game, by the game's name."""
