"""What the tables of all games have in common when they are put into words: lines of one subject each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from p2p.terminal.cards import Arrangement, in_groups
from p2p.terminal.people import People, counted

View = Mapping[str, Any]
"""A seat's view, as it came over the link."""


class Line(NamedTuple):
    """One subject of the table in words.

    Attributes:
        subject: short, by which a player asks for it.
        text: what there is to say, without a full stop.
        matters_now: whether one needs it to choose an action, so that it is read out at each turn.
        in_full: whether it belongs to the whole table; a line that only sums others up does not.
    """

    subject: str
    text: str
    matters_now: bool = False
    in_full: bool = True

    def __str__(self) -> str:
        return f"{self.subject}: {self.text}."


@dataclass(frozen=True)
class TableWords:
    """How the table of one game is put into words.

    Attributes:
        describe: everything that the player at that table would see, a line a subject.
        arrangement: how the own hand is sorted.
        in_short: the rules in a few sentences, enough to begin with.
        how_to: how actions are written, with examples: a line a kind.
        kind: the heading under which actions of several cards are listed together.
        score: what the score sheet tells beside the points of the hands and the totals.
        hand_points: how the points of one finished hand are told.
        fleeting: codes of events that nothing may call up again.
    """

    describe: Callable[[View, People], list[Line]]
    arrangement: Arrangement
    in_short: tuple[str, ...]
    how_to: tuple[str, ...]
    kind: Callable[[Sequence[str]], str] = lambda _cards: ""
    score: Callable[[View, People], list[str]] = lambda _view, _people: []
    hand_points: Callable[[People, Sequence[int]], str] = People.each
    fleeting: frozenset[str] = frozenset()


def turn(view: View, people: People, *, to_do: str = "") -> Line:
    """Whose turn it is; with what is to be done in it, if the phase does not tell."""
    seats = view["to_act"]
    if view["ending"]:
        return Line("Turn", "nobody's, the match is over")
    if not seats:
        return Line("Turn", _WHILE_NOBODY_ACTS.get(view["needs"], "nobody's at the moment"))
    whose = "yours" if people.own in seats else people.all_of(seats)
    return Line("Turn", f"{whose}, {to_do}" if to_do else whose, matters_now=True)


_WHILE_NOBODY_ACTS = {
    "dealer": "nobody's, the first dealer is drawn",
    "deck": "nobody's, the cards are dealt",
    "dice": "nobody's, the dice roll",
    "card": "nobody's, a card is drawn",
    "players": "nobody's, there are too few players",
}


def hand(view: View, arrangement: Arrangement) -> Line:
    """The own hand, sorted as people hold it in this game."""
    cards = view["hand"]
    size = f" ({counted(len(cards), 'card')})" if cards else ""
    return Line("Hand", in_groups(arrangement(cards)) + size, matters_now=True)


def counts(view: View, people: People) -> Line:
    """How many cards the others hold."""
    others = [(seat, count) for seat, count in enumerate(view["counts"]) if seat != people.own]
    return Line("Cards held", ", ".join(f"{count} by {people.name(seat)}" for seat, count in others))


def dealer(view: View, people: People) -> list[Line]:
    """Who deals, once that is known."""
    return [] if view["dealer"] is None else [Line("Dealer", people.name(view["dealer"]))]


def teams(people: People) -> Line:
    """Who plays with whom."""
    return Line("Teams", f"{people.all_of(people.partners)} against {people.all_of(people.opponents)}")


def order(people: People, seats: Sequence[int]) -> Line:
    """In which order the seats play."""
    return Line("Order of play", ", ".join(map(people.name, seats)))
