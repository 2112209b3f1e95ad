"""What a player may do, listed in groups with numbers for short, so that hundreds of actions stay readable."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from engine.cards import CARD_NUMBERS
from p2p.terminal.tables.lines import TableWords

_SHORT_LIST: Final = 14
"""So many members of one word a group shows at a turn."""
_WORDS_AT_A_TURN: Final = 18
"""So many words in all a group of members of several words, e.g. runs, shows at a turn."""
_ROW: Final = 10
"""Members in a row where all are listed."""


class Group(NamedTuple):
    """Actions that begin alike.

    Attributes:
        head: what all begin with, e.g. ``play`` or ``play 7H``.
        kind: what they are, where the head does not tell, e.g. ``pairs``; else empty.
        tails: how each goes on; empty where the head is all.
        first: the number of the first of them.
    """

    head: str
    kind: str
    tails: tuple[str, ...]
    first: int

    @property
    def actions(self) -> list[str]:
        """Their canonical texts."""
        return [f"{self.head} {tail}".rstrip() for tail in self.tails]


class Listing:
    """The legal actions of a prompt in the order in which they are listed.

    Args:
        legal: their canonical texts.
        words: how the game is told.
        hand: the own cards; plays of single cards are listed in their order.

    Attributes:
        actions: all of them; the place in this list is an action's number less one.
        by_number: whether a number stands for an action; not where numbers are bids.
    """

    def __init__(self, legal: Sequence[str], words: TableWords, hand: Sequence[str] = ()) -> None:
        held = [card for group in words.arrangement(hand) for card in group]
        self._hand = held
        self._groups = list(_grouped(_in_order_of(held, legal), words))
        self.actions = [action for group in self._groups for action in group.actions]
        self.by_number = not any(group.head == "bid" for group in self._groups)

    def action(self, number: int) -> str | None:
        """The action that a number stands for: the place in the list, or the bid."""
        if not self.by_number:
            bid = f"bid {number}"
            return bid if bid in self.actions else None
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None

    def short(self) -> list[str]:
        """A line a group, long groups cut."""
        return [self._short_line(group) for group in self._groups]

    @property
    def is_cut(self) -> bool:
        """Whether the short list leaves something out."""
        return any(len(group.tails) > _shown_at_a_turn(group) for group in self._groups if group.head != "bid")

    def full(self, wanted: Sequence[str] = ()) -> list[str]:
        """Every action, some in a row with their numbers; with wanted words only those that fit them all.

        Args:
            wanted: cards, or beginnings of verbs, kinds and targets.
        """
        lines = []
        for group in self._groups:
            chosen = [place for place, tail in enumerate(group.tails) if _fits(group, tail, wanted)]
            for _, row in groupby(enumerate(chosen), key=lambda item: (item[1] - item[0], item[0] // _ROW)):
                places = [place for _, place in row]
                tails = [group.tails[place] for place in places]
                lines.append(self._line(group, tails, group.first + places[0], group.first + places[-1]))
        return lines

    def _short_line(self, group: Group) -> str:
        last = group.first + len(group.tails) - 1
        if group.head == "bid":
            return f"bid {group.tails[0]} to {group.tails[-1]}" if len(group.tails) > 1 else f"bid {group.tails[0]}"
        if len(group.tails) > 1 and list(group.tails) == self._hand:
            return self._line(group, ["any card of your hand"], group.first, last)
        shown = _shown_at_a_turn(group)
        left_out = len(group.tails) - shown
        tails = [*group.tails[:shown], *([f"… and {left_out} more"] if left_out > 0 else [])]
        return self._line(group, tails, group.first, last)

    def _line(self, group: Group, tails: Sequence[str], first: int, last: int) -> str:
        between = "; " if any(" " in tail for tail in group.tails) else ", "
        kind = f" ({group.kind})" if group.kind else ""
        text = f"{group.head}{kind} {between.join(tails)}".rstrip()
        if not self.by_number:
            return text
        return f"{first}: {text}" if first == last else f"{first} to {last}: {text}"


def _fits(group: Group, tail: str, wanted: Sequence[str]) -> bool:
    words = f"{group.head} {group.kind} {tail}".lower().split()
    return all(any(word.startswith(beginning.lower()) for word in words) for beginning in wanted)


def _shown_at_a_turn(group: Group) -> int:
    """How many members of a group are listed; the last one is not left out alone."""
    words = max(len(tail.split()) for tail in group.tails)
    room = max(1, _WORDS_AT_A_TURN // words) if words > 1 else _SHORT_LIST
    return room if len(group.tails) > room + 1 else len(group.tails)


def _in_order_of(held: Sequence[str], legal: Sequence[str]) -> list[str]:
    """Actions with one card in the order in which the hand is held; others stay in place among themselves."""
    places = {card: place for place, card in enumerate(held)}

    def place(action: str) -> int:
        cards = [word for word in action.split()[1:] if word in CARD_NUMBERS]
        return places.get(cards[0], len(places)) if len(cards) == 1 else len(places)

    return sorted(legal, key=place)


def _grouped(legal: Sequence[str], words: TableWords) -> Iterator[Group]:
    """The groups in the order in which their first actions come, those of bare verbs first."""
    groups: dict[tuple[str, str], list[str]] = {}
    targeted = _verbs_with_a_choice_of_targets(legal)
    for action in legal:
        verb, *rest = action.split()
        taken = 1 if verb in targeted else 0
        kind = words.kind(rest) if rest and all(word in CARD_NUMBERS for word in rest) else ""
        groups.setdefault((" ".join([verb, *rest[:taken]]), kind), []).append(" ".join(rest[taken:]))
    number = 1
    for (head, kind), tails in sorted(groups.items(), key=lambda group: group[1] != [""]):
        yield Group(head, kind, tuple(tails), number)
        number += len(tails)


def _verbs_with_a_choice_of_targets(legal: Sequence[str]) -> set[str]:
    """Verbs of a card and a target where some card has several targets: their actions are grouped by the card."""
    seen: set[tuple[str, str]] = set()
    targeted = set()
    for action in legal:
        verb, *rest = action.split()
        if len(rest) == 2 and rest[0] in CARD_NUMBERS and rest[1] not in CARD_NUMBERS:
            if (verb, rest[0]) in seen:
                targeted.add(verb)
            seen.add((verb, rest[0]))
    return targeted
