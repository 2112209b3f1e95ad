"""The table of Dice Capture in words (RULES.md §3.7)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from p2p.terminal.cards import in_groups, number_cards_first
from p2p.terminal.people import People, counted
from p2p.terminal.tables.lines import Line, TableWords, View, counts, hand, turn

_TO_DO: Final = {
    "act": "to play a card or roll",
    "chain": "to roll again for the same pile",
    "steal": "to try to steal the card, or decline",
}


def describe(view: View, people: People) -> list[Line]:
    """The table as a seat sees it."""
    return [
        turn(view, people, to_do=_TO_DO.get(view["phase"], "")),
        *_piles(view),
        Line("Dice", " and ".join(map(str, view["dice"])) or "not rolled yet"),
        *_rolled_for(view),
        hand(view, number_cards_first),
        counts(view, people),
        Line("Draw pile", f"{view['left']} left"),
        *_captured(view, people),
        Line("Points", people.each(view["totals"])),
    ]


def _piles(view: View) -> list[Line]:
    """The tops of all piles in one line, and each pile in a line of its own."""
    if not view["piles"]:
        return [Line("Piles", "none", matters_now=True)]
    tops = "; ".join(f"{pile['number']}: {_top(pile)}" for pile in view["piles"])
    return [
        Line("Piles", tops, matters_now=True, in_full=False),
        *(Line(f"Pile {pile['number']}", _pile(pile)) for pile in view["piles"]),
    ]


def _top(pile: Mapping[str, Any]) -> str:
    top, size = pile["cards"][-1], len(pile["cards"])
    more = f" over {size - 1} more" if size > 1 else ""
    lock = f", locked by {pile['lock']}" if pile["lock"] else ""
    return f"{top}{more}{lock}"


def _pile(pile: Mapping[str, Any]) -> str:
    *under, top = pile["cards"]
    cards = f"{top} on top, under it {' '.join(reversed(under))}" if under else f"{top} alone"
    return f"locked by {pile['lock']}; {cards}" if pile["lock"] else cards


def _rolled_for(view: View) -> list[Line]:
    number = view["rolling_for"]
    top = next((pile["cards"][-1] for pile in view["piles"] if pile["number"] == number), None)
    return [Line("Rolled for", f"{top}, the top of pile {number}", matters_now=True)] if top else []


def _captured(view: View, people: People) -> list[Line]:
    """What each has captured, by suit, since the suit alone gives the points."""
    return [
        Line(f"Captured by {people.name(seat)}", f"{in_groups(_by_suit(cards))} ({counted(len(cards), 'card')})")
        for seat, cards in enumerate(view["captured"])
        if cards
    ]


def _by_suit(cards: Sequence[str]) -> list[list[str]]:
    suits = [[card for card in cards if card[1] == suit] for suit in "SHCD"]
    return [suit for suit in suits if suit]


WORDS: Final = TableWords(
    describe=describe,
    arrangement=number_cards_first,
    in_short=(
        "In your turn you play a card or roll dice for the top card of a pile.",
        "You play until the draw pile is empty.",
        "An Ace to a ten goes on an open pile or starts a new one.",
        "A King locks a pile and takes a card from the other hand, a Queen locks a pile and draws three cards.",
        "A Jack or a joker opens a locked pile and draws one.",
        (
            "You capture a card when one of two dice shows its number, or both together do; then you roll for the "
            "next one of the pile, until you miss or the pile is gone."
        ),
        "After a miss at an Ace to a six the other may try with one die.",
        "A captured card counts by its suit: spades 4, hearts 3, clubs 2, diamonds 1.",
    ),
    how_to=(
        "play 7H new starts a pile; play 7H 2 puts the card on pile 2.",
        "play KS 2 and play QS 2 lock pile 2; play JS 2 and play X1 2 unlock it; with new they only act.",
        "roll 2 rolls two dice for the top card of pile 2.",
        "steal rolls one die for a card that the other missed; decline does not.",
    ),
)
"""How Dice Capture is told."""
