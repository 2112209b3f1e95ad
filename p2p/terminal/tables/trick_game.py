"""What the tables of Twenty-nine and Call have in common in words: tricks, the auction, the trump."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.cards import SUIT_NAMES, SUITS
from p2p.terminal.people import People
from p2p.terminal.tables.lines import Line, View, dealer, order, teams

SUIT_WORDS: Final = dict(zip(SUITS, SUIT_NAMES, strict=True))
_SEATS: Final = range(4)


def tricks(view: View, people: People, taken: Sequence[int]) -> list[Line]:
    """The trick on the table, the last one and how many each team has; nothing before the play.

    Args:
        view: of the seat.
        people: at the table.
        taken: the tricks of each team.
    """
    lines = []
    if view["trick"]["leader"] is not None:
        lines.append(Line("Trick", _trick(view["trick"], people) or "not led yet", matters_now=True))
    if view["last_trick"]["cards"]:
        taker = people.name(view["takers"][-1])
        lines.append(Line("Last trick", f"{_trick(view['last_trick'], people)}; taken by {taker}"))
    if view["takers"]:
        lines.append(Line("Tricks", people.each_team(taken)))
    return lines


def _trick(trick: Mapping[str, Any], people: People) -> str:
    """Who played what, from the leader on."""
    leader = trick["leader"]
    return ", ".join(f"{card} by {people.name((leader + place) % 4)}" for place, card in enumerate(trick["cards"]))


def asked(view: View, people: People) -> list[Line]:
    """The duty of whoever has asked in this turn."""
    if not view["asked"]:
        return []
    who = people.all_of(view["to_act"])
    return [
        Line("Asked", f"{who} asked for trump in this turn and must play one if held", people.own in view["to_act"])
    ]


def said(calls: Sequence[Mapping[str, Any]], people: People) -> str:
    """An auction so far: ``18 by Bob, match 18 by you, pass by Cem``."""
    return ", ".join(f"{_call(call)} by {people.name(call['seat'])}" for call in calls)


def _call(call: Mapping[str, Any]) -> str:
    if call["call"] == "bid":
        return str(call["number"])
    return f"{call['call']} {call['number']}" if call["number"] else str(call["call"])


def at_the_table(view: View, people: People) -> list[Line]:
    """Teams, order of play and dealer."""
    return [
        teams(people),
        order(people, [(people.own + step) % 4 for step in _SEATS]),
        *dealer(view, people),
    ]
