"""Events that have travelled: a game's sentences by their codes, and the event that a code and its params stand for."""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from engine.errors import UnreadableInput, quoted
from engine.events import Event, Sentence
from engine.match import Game


def read_event(game: Game, code: str, params: Mapping[str, Any]) -> Event:
    """The event of a game that was told as a code and params, as one who may see it sees it.

    Raises:
        UnreadableInput: the game tells nothing like that.
    """
    sentence = sentences_of(game.match).get(code)
    if sentence is None:
        raise UnreadableInput(f"{game.name} tells nothing that is called {quoted(code)}.")
    try:
        return Event(sentence, sentence.read(params))
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableInput(f"What {quoted(code)} of {game.name} tells cannot be read.") from error


@cache
def sentences_of(match: type) -> Mapping[str, Sentence]:
    """All sentences of a game, by their codes: those in the modules that its kind of match is made of."""
    seen: set[str] = set()
    own = (sys.modules[kind.__module__] for kind in reversed(match.__mro__))
    return {sentence.code: sentence for module in own for sentence in _sentences_from(module, seen)}


def _sentences_from(module: ModuleType, seen: set[str]) -> Iterator[Sentence]:
    """The sentences of a module and of the modules of the engine that it uses."""
    if module.__name__ in seen:
        return
    seen.add(module.__name__)
    for value in vars(module).values():
        if isinstance(value, Sentence):
            yield value
        elif (name := _module_name(value)).startswith("engine.") and name in sys.modules:
            yield from _sentences_from(sys.modules[name], seen)


def _module_name(value: object) -> str:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
    return name if isinstance(name, str) else ""
