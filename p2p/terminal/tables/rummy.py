"""The table of the put-down rummy in words (RULES.md §2.8): sets, runs, pile, stock, and what is owed."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards import RANKS
from p2p.terminal.cards import by_rank, by_suit, in_groups
from p2p.terminal.people import People, counted, enumeration
from p2p.terminal.tables.lines import Line, TableWords, View, counts, dealer, hand, turn

_ARRANGEMENT: Final = by_suit(RANKS)
_TO_DO: Final = {"draw": "to draw or take", "meld": "to put down, add or discard"}
_TAKE: Final = {
    "plain": "only the top card of the pile may be taken",
    "deep": "a card may be taken from deep in the pile with all above it, if it goes down at once",
}
_STOCK_OUT: Final = {
    "turn-over": "when the stock is empty the pile is turned over",
    "end": "when the stock is empty the hand ends",
}


def describe(view: View, people: People) -> list[Line]:
    """The table as a seat sees it."""
    return [
        turn(view, people, to_do=_TO_DO.get(view["phase"], "")),
        *_owed(view),
        *_on_the_table(view, people),
        *_pile(view),
        Line("Stock", counted(view["stock"], "card")),
        hand(view, _ARRANGEMENT),
        *_same_rank(view["hand"]),
        counts(view, people),
        Line("Points put down in this hand", people.each([row["points"] for row in view["strip"]])),
        Line("Score", f"{people.each(view['totals'])}; 500 wins"),
        *([Line("Hat", people.all_of(view["hat"]))] if view["hat"] else []),
        *dealer(view, people),
        Line("Table", f"{_TAKE[view['options']['take']]}; {_STOCK_OUT[view['options']['stock-out']]}"),
    ]


def _owed(view: View) -> list[Line]:
    """The card that was taken from the pile, while there is something to be said about it."""
    if view["owed"]:
        return [Line("Owed", f"{view['owed']} has to be put down or added before the discard", matters_now=True)]
    if view["taken"]:
        return [Line("Taken", f"{view['taken']} may not be discarded in this go", matters_now=True)]
    return []


def _on_the_table(view: View, people: People) -> list[Line]:
    """All sets and runs by their numbers in one line, and each with its owner in a line of its own."""
    if not view["melds"]:
        return [Line("Sets and runs", "none yet", matters_now=True)]
    together = "; ".join(f"{meld['number']}: {' '.join(meld['cards'])}" for meld in view["melds"])
    return [
        Line("Sets and runs", together, matters_now=True, in_full=False),
        *(_meld(meld, people) for meld in view["melds"]),
    ]


def _meld(meld: Mapping[str, Any], people: People) -> Line:
    """A set or run with its owner, and who added which of its cards."""
    cards, placers = meld["cards"], meld["placers"]
    kind = "Set" if cards[0][0] == cards[1][0] else "Run"
    added: dict[int, list[str]] = {}
    for card, placer in zip(cards, placers, strict=True):
        if placer != meld["seat"]:
            added.setdefault(placer, []).append(card)
    notes = [f"{' '.join(those)} added by {people.name(placer)}" for placer, those in added.items()]
    by = f"by {people.name(meld['seat'])}"
    return Line(f"{kind} {meld['number']}", "; ".join([f"{' '.join(cards)}, {by}", *notes]))


def _same_rank(cards: Sequence[str]) -> list[Line]:
    """What the hand has of one rank, since it is sorted by suit."""
    ranks = [rank for rank in by_rank(RANKS)(cards) if len(rank) > 1]
    return [Line("Of one rank in your hand", in_groups(ranks))] if ranks else []


def _pile(view: View) -> list[Line]:
    """The whole pile, since it lies spread out; where only its top may be taken, that is what matters."""
    cards, drawing = view["pile"], view["phase"] == "draw"
    if len(cards) < 2:
        return [Line("Pile", " ".join(cards) or "no cards", drawing)]
    under = f"from the top down, {' '.join(reversed(cards[:-1]))}"
    if view["options"]["take"] == "deep":
        return [Line("Pile", f"{cards[-1]} on top; under it, {under}", drawing)]
    return [
        Line("Pile", f"{cards[-1]} on top, {counted(len(cards), 'card')}", drawing),
        Line("Under it", under),
    ]


def _kind(cards: Sequence[str]) -> str:
    if len(cards) < 3:
        return ""
    return "sets" if cards[0][0] == cards[1][0] else "runs"


def _score(view: View, people: People) -> list[str]:
    rows = [
        f"{' '.join(row['cards'])} by {people.name(seat)} for {row['points']}"
        for seat, row in enumerate(view["strip"])
        if row["cards"]
    ]
    return [f"Put down in this hand: {enumeration(rows)}."] if rows else []


WORDS: Final = TableWords(
    describe=describe,
    arrangement=_ARRANGEMENT,
    in_short=(
        "You begin your go by drawing from the stock or taking from the pile, and end it by discarding a card.",
        (
            "In between you may put down sets (three or four cards of a rank) and runs (three or more in a row of "
            "a suit, Ace high), and add cards to any set or run on the table, also to those of others."
        ),
        (
            "A card that you took from the pile may not be discarded in the same go; at a table with deep takes "
            "it must go down in that go."
        ),
        "Who has no cards left is out, and the hand ends.",
        (
            "Everybody counts what they placed on the table less what they still hold: an Ace 15, court cards and "
            "tens 10, others their number."
        ),
        "The highest total wins once one has 500.",
    ),
    how_to=(
        "draw takes a card from the stock; take 5C takes it from the pile.",
        "meld 7S 7H 7D puts down a set, meld 4C 5C 6C a run.",
        "add 7C 1 adds a card to set or run number 1.",
        "discard 2S ends your go.",
    ),
    kind=_kind,
    score=_score,
)
"""How the put-down rummy is told."""
