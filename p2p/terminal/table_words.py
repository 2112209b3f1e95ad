"""A seat's view of the table in words, a line a subject."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

View = Mapping[str, Any]
Names = Sequence[str]

_COMMON: Final = frozenset(
    {"game", "seat", "phase", "needs", "to_act", "totals", "hands", "ending", "winners", "hand", "counts"}
)


def describe(view: View, names: Names) -> list[str]:
    """The table as a seat sees it; ``names`` are the players' names by seat."""
    own = _OF_GAME.get(view["game"], _other_facts)(view, names)
    return [*own, *_cards_held(view, names), _totals(view, names)]


def group_actions(legal: Sequence[str]) -> list[str]:
    """Legal actions, those that differ only in their last word in one line: ``play 7H new | 1 | 3``."""
    groups: dict[str, list[str]] = {}
    for action in legal:
        head, blank, last = action.rpartition(" ")
        if blank and " " in head:
            groups.setdefault(head, []).append(last)
        else:
            groups[action] = []
    return [f"{head} {' | '.join(lasts)}".rstrip() for head, lasts in groups.items()]


def _totals(view: View, names: Names) -> str:
    figures = ", ".join(f"{name} {total}" for name, total in zip(names, view["totals"], strict=True))
    return f"Points: {figures}."


def _cards_held(view: View, names: Names) -> list[str]:
    lines = []
    counts = view.get("counts")
    if counts:
        others = [
            f"{names[seat]} {count}" for seat, count in enumerate(counts) if seat != view["seat"] and count is not None
        ]
        lines.append(f"Cards held: {', '.join(others)}.")
    if "hand" in view:
        lines.append(f"Your hand: {' '.join(view['hand']) or 'no cards'}.")
    return lines


def _other_facts(view: View, names: Names) -> list[str]:  # noqa: ARG001  # as all of them
    return [f"{key.replace('_', ' ')}: {_plain(value)}" for key, value in view.items() if key not in _COMMON]


def _plain(value: Any) -> str:
    """Any JSON value without its punctuation."""
    if value is None:
        return "–"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_plain(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        between = "; " if any(isinstance(inner, list | Mapping) for inner in value) else " "
        return between.join(map(_plain, value)) or "none"
    return str(value)


def _dice_capture(view: View, names: Names) -> list[str]:  # noqa: ARG001  # as all of them
    dice = " and ".join(map(str, view["dice"])) or "not rolled yet"
    lines = [f"Draw pile: {view['left']} left. Dice: {dice}."]
    if not view["piles"]:
        lines.append("No piles on the table.")
    for pile in view["piles"]:
        *under, top = pile["cards"]
        below = f", under it {' '.join(reversed(under))}" if under else ""
        lock = f", locked by {pile['lock']}" if pile["lock"] else ""
        lines.append(f"Pile {pile['number']}: {top} on top{below}{lock}.")
    return lines


_OF_GAME: Final[Mapping[str, Callable[[View, Names], list[str]]]] = {"dice-capture": _dice_capture}
