"""The table of Xing in words (RULES.md §1.7): no hint at a capture, and no count of what was captured."""

from typing import Final

from engine.cards import RANKS
from engine.games.xing import LAST_CARD, TO_THE_BOTTOM, TO_THE_MIDDLE
from p2p.terminal.cards import by_rank
from p2p.terminal.people import People, counted
from p2p.terminal.tables.lines import Line, TableWords, View, counts, dealer, hand, order, teams, turn

_ARRANGEMENT: Final = by_rank(RANKS)
_SEATS: Final = range(4)


def describe(view: View, people: People) -> list[Line]:
    """The table as a seat sees it."""
    return [
        turn(view, people),
        Line("Pile", _pile(view), matters_now=True),
        *([Line("Last card of the stock", view["known"])] if view["known"] else []),
        hand(view, _ARRANGEMENT),
        counts(view, people),
        Line("Score", f"{people.each_team(view['totals'])}; {view['target']} wins"),
        teams(people),
        order(people, [(people.own + step) % 4 for step in _SEATS]),
        *dealer(view, people),
    ]


def _pile(view: View) -> str:
    pile = view["pile"]
    if pile["top"] is None:
        return "no cards"
    return f"{pile['top']} on top, {counted(pile['count'], 'card')}" if pile["count"] > 1 else f"{pile['top']} alone"


def _score(view: View, people: People) -> list[str]:
    """What the points of the last hand came from."""
    rows = view["sheet"]
    if not rows:
        return []
    return [
        f"Last hand, {name}: {_tally(rows[seat % 2])}."
        for name, seat in (("your team", people.own), ("the others", people.own + 1))
    ]


def _tally(row: View) -> str:
    parts = (
        ("most", "for most cards"),
        ("ten", "for TD"),
        ("two", "for 2C"),
        ("aces", "for Aces"),
        ("jacks", "for Jacks"),
        ("xings", "for Xings"),
    )
    figures = [f"{row[key]} {words}" for key, words in parts if row[key]]
    return ", ".join([f"took {row['cards']} cards", *figures, f"{row['points']} in all"])


WORDS: Final = TableWords(
    describe=describe,
    arrangement=_ARRANGEMENT,
    in_short=(
        "You and the player opposite play against the other two.",
        "Everybody has four cards; there are three such deals.",
        "In your turn you put one card on the pile.",
        (
            "A card of the same rank as its top card takes the whole pile for your team, and so does a Jack, "
            "whatever lies there."
        ),
        "On an empty table a card just stays.",
        "Who takes a pile of a single card with a card of its rank makes a Xing, worth 10 points.",
        "After the last card your team counts 3 for most cards, 3 for TD, 2 for 2C, 1 for each Ace and each Jack.",
        "The first team with 51 points after a hand wins; if both have 51, the match goes on to 71.",
    ),
    how_to=("play 7H puts the 7 of hearts on the pile; every card of your hand may be played.",),
    score=_score,
    hand_points=People.each_team,
    fleeting=frozenset(sentence.code for sentence in (LAST_CARD, TO_THE_BOTTOM, TO_THE_MIDDLE)),
)
"""How Xing is told."""
