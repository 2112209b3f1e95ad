"""What Twenty-nine and Call have in common for learners: following suit, and asking for trump."""

from typing import Final

from p2p.lessons.lesson import Moment, Step, in_phase, may
from p2p.table_view.layout import Seen
from p2p.table_view.trick_table import suit_to_follow, suit_word


def own_tricks(seen: Seen) -> str:
    """Where the tricks of the learner's team lie."""
    return f"zone:tricks-{seen.seat % 2}"


def _leads(moment: Moment) -> bool:
    return in_phase("play")(moment) and not moment.seen.view["trick"]["cards"]


def _follows(moment: Moment) -> bool:
    return in_phase("play")(moment) and suit_to_follow(moment.seen) is not None


LEAD: Final = Step(
    "You lead: play any card. High cards win tricks, as long as nobody trumps them.",
    when=_leads,
    at="zone:hand",
    reads=False,
)
FOLLOW: Final = Step(
    "You must follow {suit}, since that was led; your other cards are dimmed. The highest card of that suit takes the "
    "trick, unless there is a trump in it.",
    when=_follows,
    at="zone:trick",
    reads=False,
    fill=lambda seen: {"suit": suit_word(seen, suit) if (suit := suit_to_follow(seen)) else ""},
)
ASK: Final = Step(
    "You cannot follow. You may ask for trump: then everybody learns the suit, and you must play one if you have it. "
    "Or play any card and ask nothing.",
    when=may("ask"),
    at="act:ask",
    reads=False,
)
