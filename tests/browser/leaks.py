"""Whether what a page was sent names a card that its seat could not know at that moment, in a whole match. Pure."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from engine.cards import CARD_TEXTS, cards_in
from p2p.running_match import RunningMatch
from tests.engine.contract.cards import Knowledge
from tests.engine.contract.declared import Declared

_FACE: Final = re.compile(r"\b(?:[2-9TJQKA][SHDC]|X[12])\b")
_WITH_KEYS: Final = frozenset({"welcome", "confirm", "part"})
"""Kinds of messages that hold keys, which look like anything, and no cards."""


def leaks(heard: Iterable[str], played: RunningMatch, seat: int, declared: Declared) -> list[str]:
    """The cards that were named too early, each with the message.

    Args:
        heard: every text that the page was sent.
        played: the match, as far as it has come.
        seat: whose page it is.
        declared: what the rules say of who sees what.
    """
    allowed = _known_by_number(played, seat, declared)
    found = []
    read_to = 0
    for text in heard:
        message = json.loads(text)
        kind = message.get("t", message.get("type"))
        if kind in _WITH_KEYS or kind is None or "type" in message:
            continue
        if kind != "frames":
            named, known = set(_FACE.findall(text)), set[str]()
        else:
            named, read_to = _named_anew(message, read_to)
            known = allowed[message["seq"]]
        found += [f"{face} in: {text}" for face in sorted(named - known)]
    return found


def _known_by_number(played: RunningMatch, seat: int, declared: Declared) -> Mapping[int, set[str]]:
    """The cards that the seat may know, by the number of what it was shown; of a change, before it and after it."""
    again = RunningMatch(played.game, played.match.seats, played.match.options, played.names, {})
    knowledge = Knowledge(declared, played.match.seats)
    allowed: dict[int, set[str]] = defaultdict(set)
    for given in played.played:
        before = knowledge.known[seat]
        again.apply(given)
        knowledge.learn(given, again.match)
        both = cards_in(before | knowledge.known[seat])
        allowed[again.sights[seat].changes].update(CARD_TEXTS[card] for card in both)
    return allowed


def _named_anew(frames: Mapping[str, Any], read_to: int) -> tuple[set[str], int]:
    """The cards that frames name, old lines of the log left out; and how far the log was read.

    What counts by the rules, such as ``TD``, stands in every score sheet.
    """
    texts = []
    newest = read_to
    for frame in frames["list"]:
        view = frame["view"]
        log = view.pop("log", [])
        view.pop("sheets", None)
        texts += [json.dumps(frame), *(line["text"] for line in log if line["n"] > read_to)]
        newest = max([newest, *(line["n"] for line in log)])
    return {face for text in texts for face in _FACE.findall(text)}, newest
