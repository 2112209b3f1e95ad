"""Long lines broken between words, as a terminal does not break them. Pure."""

import textwrap
from typing import Final

_FURTHER_IN: Final = "  "
"""By how much the lines after the first one are set in, so that one sees where the next thing begins."""


def wrapped(text: str, columns: int) -> list[str]:
    """A line as it stands on a terminal of so many columns; what is longer than that without a blank stays whole."""
    if len(text) <= columns:
        return [text]
    own = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(
        text,
        max(1, columns),
        subsequent_indent=own + _FURTHER_IN,
        break_long_words=False,
        break_on_hyphens=False,
    )
