"""What somebody does who plays by what the screen offers: cards that look alike are tried together, then single ones.

Knows no game: only that cards of one rank, cards in a row and cards of one suit may belong together. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random
from typing import Final

from tests.browser.screen import Screen, Thing

_CARD: Final = re.compile(r"(\w+) of (\w+)")
_RANKS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_TRIES: Final = 6
"""How many cards, or groups of cards, somebody tries in one turn before taking what there is."""


@dataclass
class Wits:
    """What somebody at a table thinks.

    Args:
        rng: decides where the screen leaves a choice.
        daring: how often something is done that needs no cards while cards could be played, e.g. a roll.
        caution: how often the last of several buttons is pressed, such as the one that passes.
    """

    rng: Random
    daring: float = 0.35
    caution: float = 0.8
    _turn: tuple[str, frozenset[str]] | None = None
    _tried: set[frozenset[str]] = field(default_factory=set)
    _idle: frozenset[str] = frozenset()
    """The buttons that could be pressed before a card was chosen."""
    _goal: frozenset[str] = frozenset()
    """The cards that are being tried,"""
    _left: list[str] = field(default_factory=list)
    """and those of them that are not chosen yet."""
    _least: frozenset[str] | None = None
    """Cards that are good for the last button only: perhaps others are good for more."""

    def next_press(self, screen: Screen) -> Thing | None:
        """What to press now; none to take all choices back."""
        answers = screen.of("answer")
        if answers:
            return self.rng.choice(answers[:-1]) if self.rng.random() < 0.9 else answers[-1]
        hand = screen.of("card")
        chosen = frozenset(card.name for card in hand if card.chosen)
        if not chosen:
            self._begin(screen, hand)
            return self._without_cards(screen, hand)
        wanted = next((card for card in hand if card.name in self._left and not card.chosen), None)
        if wanted:
            self._left.remove(wanted.name)
            return wanted
        return self._with_cards(screen, chosen)

    def _begin(self, screen: Screen, hand: Sequence[Thing]) -> None:
        """Forget what was tried once the table is another one."""
        turn = screen.said, frozenset(card.name for card in hand)
        if turn != self._turn:
            self._turn, self._least = turn, None
            self._tried.clear()
        self._idle = frozenset(_name(thing) for thing in _ready(screen))

    def _without_cards(self, screen: Screen, hand: Sequence[Thing]) -> Thing | None:
        """Nothing is chosen: try cards, or do something else."""
        free = _ready(screen) + screen.of("open card")
        goal = self._new_goal([card for card in hand if not card.dim])
        if free and (goal is None or self.rng.random() < self.daring):
            return self._pick(free)
        if goal is None:
            return None
        self._goal, self._left = goal, sorted(goal)
        first = next(card for card in hand if card.name in goal)
        self._left.remove(first.name)
        return first

    def _with_cards(self, screen: Screen, chosen: frozenset[str]) -> Thing | None:
        """Do what the chosen cards are good for, or try others."""
        ready = [thing for thing in _ready(screen) if _name(thing) not in self._idle]
        acts = screen.of("act")
        settled = chosen in self._tried
        self._tried |= {chosen, self._goal}
        if not ready:
            return None
        if len(acts) > 1 and ready[0] is acts[-1] and not settled:
            self._least = chosen
            return None
        return ready[0] if ready[0].kind == "act" else self.rng.choice(ready)

    def _pick(self, free: Sequence[Thing]) -> Thing:
        """Mostly the last button, which declines; of numbers that can be called the lowest, since few are kept."""
        choices = [thing for thing in free if thing.kind == "choice"]
        acts = [thing for thing in free if thing.kind == "act"]
        if acts and len(acts) + len(choices) > 1 and self.rng.random() < self.caution:
            return acts[-1]
        words = [thing for thing in choices if not thing.name.split(": ")[-1].isdigit()]
        return self.rng.choice([*(thing for thing in free if thing.kind != "choice"), *(words or choices[:1])])

    def _new_goal(self, cards: Sequence[Thing]) -> frozenset[str] | None:
        """The cards to try next: the most that may belong together; in the end those that are good for something."""
        groups = [*_groups(cards), *(frozenset([card.name]) for card in cards)]
        fresh = [group for group in groups if group not in self._tried]
        if self._least and (not fresh or len(self._tried) >= _TRIES):
            return self._least
        longest = max(map(len, fresh), default=0)
        return self.rng.choice([group for group in fresh if len(group) == longest]) if fresh else None


def _name(thing: Thing) -> str:
    return f"{thing.kind} {thing.name}"


def _ready(screen: Screen) -> list[Thing]:
    return [thing for thing in screen.of("act", "choice", "place") if not thing.off]


def _groups(cards: Sequence[Thing]) -> Iterator[frozenset[str]]:
    """Cards that may belong together: of one rank, in a row in one suit, in a row."""
    named = [(card.name, *found.groups()) for card in cards if (found := _CARD.match(card.name))]
    of_rank = {rank: [name for name, other, _ in named if other == rank] for rank in _RANKS}
    for alike in of_rank.values():
        for size in range(2, len(alike) + 1):
            yield from map(frozenset, combinations(alike, size))
    for suit in {suit for _, _, suit in named}:
        yield from _rows({rank: name for name, rank, other in named if other == suit})
    yield from _rows({rank: names[0] for rank, names in of_rank.items() if names})


def _rows(names: dict[str, str]) -> Iterator[frozenset[str]]:
    """Three or more in a row, as long as they go."""
    places = [place for place, rank in enumerate(_RANKS) if rank in names]
    row: list[int] = places[:1]
    for before, place in pairwise([*places, 99]):
        if place == before + 1:
            row.append(place)
            continue
        if len(row) >= 3:
            yield frozenset(names[_RANKS[one]] for one in row)
        row = [place]
