"""How a match may go on from any moment, played fast by rules of thumb: one module a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bots.playouts import call, dice_capture, rummy, tien_len, twenty_nine, xing
from engine.bots.playouts.outlook import Outlook

OUTLOOKS: Final[Mapping[str, Outlook]] = MappingProxyType(
    {
        "xing": xing.OUTLOOK,
        "rummy": rummy.OUTLOOK,
        "dice-capture": dice_capture.OUTLOOK,
        "tien-len": tien_len.OUTLOOK,
        "twenty-nine": twenty_nine.OUTLOOK,
        "call": call.OUTLOOK,
    }
)
"""The outlook of each game, by the game's name."""
