"""The theatre on the way to a view: where cards come from and go to, sounds, banners, and how long things stay."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from p2p.table_view.layout import Seen, Told
from p2p.table_view.model import ChipTone, Effect

TRICK_STAYS: Final = 900
CAPTURE_STAYS: Final = 500
TRIUMPH_STAYS: Final = 1400
"""After a Xing, and after a chop."""
HAND_STAYS: Final = 3000
"""The end of a hand, before the next one is dealt."""
DEAL_STAYS: Final = 2000
"""Cards that lie open at the deal alone."""
ROLL_STAYS: Final = 900
"""Milliseconds, all of them."""


def sound(name: str) -> Effect:
    """A sound of the closed list."""
    return Effect("sound", name=name)


def banner(text: str, tone: ChipTone = "gold", sign: str | None = None) -> Effect:
    """A line across the table, with a sign of the closed list beside it."""
    return Effect("banner", text=text, tone=tone, name=sign)


def coming_from(place: str, cards: Iterable[str]) -> list[Effect]:
    """Cards that come from a place where they were not seen."""
    return [Effect("from", at=place, card=card) for card in cards]


def going_to(place: str, cards: Iterable[str]) -> list[Effect]:
    """Cards that go to a place where they are not seen."""
    return [Effect("to", at=place, card=card) for card in cards]


def played(seen: Seen, seat: int, cards: Sequence[str]) -> list[Effect]:
    """Somebody plays cards; the viewer's own are on the screen already and move by themselves."""
    return [*([] if seat == seen.own else coming_from(f"seat:{seat}", cards)), sound("card")]


def dealt(now: Seen, told: Told, dealer: int | None) -> list[Effect]:
    """The viewer's new cards come from the dealer, or from the middle where nobody deals."""
    place = "seat:" + str(dealer) if dealer is not None else "zone:stock"
    packets: list[Any] = [event.params()["cards"] for event in told.events if event.code == "dealt"]
    cards = [card for packet in packets for card in packet if card in now.view["hand"]]
    return [*coming_from(place, cards), sound("slide")] if packets else []
