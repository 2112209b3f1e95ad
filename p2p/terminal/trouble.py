"""What the player with the host's rights can answer when the table cannot be written down."""

from collections.abc import Mapping
from typing import Final

from p2p.messages import ManageDeed

ANSWERS: Final[Mapping[str, ManageDeed]] = {"retry": "write-again", "go-on": "go-on", "stop": "close"}
"""What is typed, and what it stands for."""
HELP: Final[Mapping[str, str]] = {
    "retry": "write it down now, for example after making room on the disk",
    "go-on": "play on without writing anything down: a crash of the host's program then loses the match",
    "stop": "end the program; peerdeck host --resume goes on later from what is written down",
}


def question(text: str, *, yours: bool) -> list[str]:
    """The lines that tell of the trouble, and ask whoever decides."""
    lines = [f"The table cannot be written down, and waits. {text}"]
    if yours:
        return [*lines, "What is to be done?", *(f"  {name}: {does}" for name, does in HELP.items())]
    return [*lines, "The host decides what to do."]
