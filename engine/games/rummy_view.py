"""Who sees what in the put-down rummy (RULES.md §2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARD_TEXTS, cards_in, hand_seen_by
from engine.games.rummy_scoring import points_of

if TYPE_CHECKING:
    from engine.events import Json
    from engine.games.rummy import Rummy
    from engine.match import View


def view_of(match: Rummy, seat: int | None) -> View:
    """The game's own part of a seat's view.

    What was put down stays in view, and counts in the strip, until the next deal. ``taken`` is the card that the go's
    player asked for from the pile and may not discard; ``owed`` is that same card as long as it has to be put down.
    """
    return {
        "options": dict(match.options),
        "dealer": None if match.dealer < 0 else match.dealer,
        "turn": None if match.turn < 0 else match.turn,
        "hand": _texts(hand_seen_by(seat, match.held)),
        "counts": [hand.bit_count() for hand in match.held],
        "stock": len(match.stock),
        "pile": [CARD_TEXTS[card] for card in match.pile],
        "melds": [_meld(match, place) for place in range(len(match.melds))],
        "strip": [
            {"total": total, "points": points_of(cards), "cards": _texts(cards)}
            for total, cards in zip(match.totals, match.placed, strict=True)
        ],
        "taken": _text(match.taken),
        "owed": _text(match.owed),
        "hat": list(match.hat) if match.ending else None,
    }


def _meld(match: Rummy, place: int) -> dict[str, Json]:
    """A set or run: its number, who laid it, its cards, and for each of these who placed it."""
    cards = cards_in(match.melds[place])
    return {
        "number": place + 1,
        "seat": match.laid_by[place],
        "cards": [CARD_TEXTS[card] for card in cards],
        "placers": [next(seat for seat, mask in enumerate(match.placed) if mask >> card & 1) for card in cards],
    }


def _texts(cards: int) -> list[Json]:
    return [CARD_TEXTS[card] for card in cards_in(cards)]


def _text(cards: int) -> str | None:
    """The text of a set of one card, or none."""
    return CARD_TEXTS[cards.bit_length() - 1] if cards else None
