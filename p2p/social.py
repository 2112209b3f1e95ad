"""Throws, pokes and taunts: what players do to each other beside the game, and how often."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from p2p.messages import MAX_LINE, Social
from p2p.plain_text import tidy_text
from p2p.seating import Seat

PAUSE: Final = 3.0
"""Seconds between two of the same person."""


def why_not(social: Social, seat: Seat, seats: Sequence[Seat], now: float) -> str | None:
    """The code of the refusal of what somebody wants to do, or ``None``."""
    if seat.social_at is not None and now < seat.social_at + PAUSE:
        return "too-often"
    if social.kind == "taunt" and not tidy_text(social.text or "", MAX_LINE):
        return "nothing-said"
    if social.kind == "toss" and social.item is None:
        return "nothing-thrown"
    if social.kind != "taunt" and social.to is None:
        return "nobody-meant"
    if social.to is not None and (social.to >= len(seats) or seats[social.to].kind == "empty"):
        return "nobody-there"
    return None


def as_told(social: Social, seat: Seat) -> Social:
    """What everybody is told of it: from whom it is, and nothing that does not belong to it."""
    text = tidy_text(social.text or "", MAX_LINE) if social.kind == "taunt" else None
    return replace(social, by=seat.number, text=text, item=social.item if social.kind == "toss" else None)
