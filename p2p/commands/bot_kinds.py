"""The kinds of bots, for the help of commands: apart, since bots take their time to be imported."""

from typing import Final

from engine import bots

KINDS: Final = ", ".join(bots.BOTS)
