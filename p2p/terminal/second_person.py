"""Sentences of the log as their reader tells them: "You play 7H." instead of "Ann plays 7H."."""

import re
from typing import Final

_IRREGULAR: Final = {"is": "are", "has": "have", "does": "do", "may": "may", "won": "won", "took": "took"}
_PLURAL: Final = re.compile(r"(?:ss|ch|sh)es$")
_OWNED: Final = "bet|bid|chop|hand|hidden card|turn"
"""What sentences say to be *of* somebody."""
_LETTERS_OF_A_NAME: Final = 2
"""A name of fewer, such as ``3`` or ``a``, cannot be told from other words and is left as it is."""
_NEXT_VERBS: Final = re.compile(r"( and )(chooses|deals|is|leads|locks|opens|takes)\b")


def told_to(name: str, text: str) -> str:
    """A sentence of the log for the player of that name.

    Args:
        name: the reader's, as it stands in the text.
        text: one or several sentences of a game, in the third person.
    """
    if sum(map(str.isalpha, name)) < _LETTERS_OF_A_NAME or name not in text:
        return text
    own = rf"(?<![\w-]){re.escape(name)}(?![\w-])(?! \(bot\))"
    text = re.sub(rf"the chop of {own}, who (\w+)", lambda m: f"your chop, and you {_second_person(m[1])}", text)
    text = re.sub(rf"\b([Tt])he ({_OWNED}) of {own}", lambda m: f"{'Your' if m[1] == 'T' else 'your'} {m[2]}", text)
    text = re.sub(rf"{own}, who (\w+)", lambda m: f"you, who {_second_person(m[1])}", text)
    acting = re.compile(rf"(^|[.;:] ){own}( alone)? ([a-z]+)(?=[ .;:,])([^.;:]*)")
    text = acting.sub(_as_you, text)
    text = re.sub(rf"(^|\. ){own}(?=[ ,.;:])", r"\1You", text)
    return re.sub(own, "you", text)


def _as_you(found: re.Match[str]) -> str:
    """The reader as the subject of a sentence, with its verbs."""
    before, alone, verb, rest = found.groups()
    subject = "you" if before.startswith((";", ":")) else "You"
    rest = _NEXT_VERBS.sub(lambda verbs: verbs[1] + _second_person(verbs[2]), rest)
    return f"{before}{subject}{alone or ''} {_second_person(verb)}{rest}"


def _second_person(verb: str) -> str:
    """A verb of the third person, as it goes with "you"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if _PLURAL.search(verb):
        return verb[:-2]
    return verb.removesuffix("s")
