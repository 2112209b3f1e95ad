"""The tree of what may follow a move, as far as the seat that searches can tell (information-set tree search).

A node is what the seat would know then; many imagined matches pass through it. As each of them allows other actions, an
action is compared by how often it could have been taken (Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree
Search, 2012). In each node playing on by the rules of thumb is a choice like any action: only what turns out better
than they are gets a larger share, so that players are not taken for fools where little was searched.
"""

from collections.abc import Hashable
from math import log, sqrt
from typing import Final

from engine.bots.playouts.outlook import Outlook, Prospects, Values
from engine.chance import Rng, draw
from engine.inputs import Action, Need
from engine.match import Match

EXPLORE: Final = 0.7
"""How much an action is favoured for having been tried little, in standard deviations of the values."""
DOUBT: Final = 0.3
"""How much worse than the rules of thumb an action that was never tried is taken to be, likewise."""
TRIED_AS: Final = 3
"""And as how often tried it counts."""

_SEAT, _DICE, _CARD = Need.SEAT, Need.DICE, Need.CARD


class Branch:
    """An action in a node.

    Attributes:
        tried: how often it was taken.
        possible: how often it could have been.
        total: the sum of what it brought its player.
    """

    __slots__ = ("nodes", "possible", "total", "tried")

    def __init__(self) -> None:
        self.tried = 0
        self.possible = 0
        self.total = 0.0
        self.nodes: dict[Hashable, Node] = {}


class Node:
    """What the searching seat would know at some moment."""

    __slots__ = ("branches", "by_rule", "passed")

    def __init__(self) -> None:
        self.passed = 0
        self.branches: dict[Action, Branch] = {}
        self.by_rule = Branch()


class Tree:
    """Grows below one move of a seat.

    Args:
        seat: who searches.
        outlook: plays on from where the tree ends.
        rng: decides chance.
    """

    def __init__(self, seat: int, outlook: Outlook, rng: Rng) -> None:
        self._seat = seat
        self._bit = 1 << seat
        self._play_out = outlook.play_out
        self._prospects = outlook.prospects
        self._match_counts = outlook.match_counts
        self._opened_after = outlook.opened_after
        self._luck = 0.0
        self._rng = rng
        self._move = Branch()

    def simulate(self, match: Match, move: Action, spread: float) -> Values:
        """Make the move in a match, play on through the tree and then by the rules of thumb, and learn from it.

        Args:
            match: where the seat is to move; it is changed.
            move: what it does.
            spread: the standard deviation of the values so far.
        """
        self._luck = 0.0
        node = self._after(match, self._seat, move, self._move)
        path: list[tuple[int, Branch]] = []
        while match.needs is _SEAT and len(match.to_act) == 1:
            node.passed += 1
            if node.passed <= self._opened_after:
                path.append((match.to_act[0], node.by_rule))
                break
            seat = match.to_act[0]
            action, branch = _chosen(node, match.legal(seat), spread)
            path.append((seat, branch))
            if action is None:
                break
            node = self._after(match, seat, action, branch)
        values = self._play_out(match, self._rng)
        if self._luck:
            values = values[0] - self._luck, values[1] + self._luck
        for seat, branch in path:
            branch.tried += 1
            branch.total += values[seat]
        return values

    def _after(self, match: Match, seat: int, action: Action, branch: Branch) -> Node:
        """The node that an action leads to: by what this seat sees of it, and by the chance that follows."""
        bit = self._bit
        seen: list[Hashable] = [event.values for event in match.act(seat, action) if event.audience & bit]
        while match.needs is _DICE or match.needs is _CARD:
            prospects = self._prospects if match.needs is _DICE else None
            if prospects:
                self._luck -= self._worth(prospects(match))
            seen += [event.values for event in match.chance(draw(match, self._rng)) if event.audience & bit]
            if prospects:
                self._luck += self._worth(prospects(match))
        key = tuple(seen)
        node = branch.nodes.get(key)
        if node is None:
            node = branch.nodes[key] = Node()
        return node

    def _worth(self, prospects: Prospects) -> float:
        """In the values of a playout."""
        return prospects.points + self._match_counts * prospects.won


def _chosen(node: Node, legal: list[Action], spread: float) -> tuple[Action | None, Branch]:
    """The action to be tried in a node, or playing on by the rules of thumb; by the upper bounds of what they bring."""
    by_rule = node.by_rule
    explore = EXPLORE * spread
    expected = by_rule.total / by_rule.tried
    chosen: Action | None = None
    best = by_rule
    highest = expected + explore * sqrt(log(node.passed) / by_rule.tried)
    branches = node.branches
    for action in legal:
        branch = branches.get(action)
        if branch is None:
            branch = branches[action] = Branch()
        branch.possible += 1
        tried = branch.tried
        if tried:
            bound = branch.total / tried + explore * sqrt(log(branch.possible) / tried)
        else:
            bound = expected - DOUBT * spread + explore * sqrt(log(node.passed) / TRIED_AS)
        if bound > highest:
            highest, chosen, best = bound, action, branch
    return chosen, best
