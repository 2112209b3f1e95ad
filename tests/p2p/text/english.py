"""All English texts that a player may read and that a catalogue has to translate."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import engine
from engine.auction import Word
from engine.cards import SUIT_NAMES
from engine.events import Sentence
from engine.games import GAMES
from engine.games.tien_len_combinations import Kind
from engine.inputs import Need
from p2p import reasons, table_view
from p2p.lessons import LESSONS
from p2p.table_view import moves
from p2p.text.sentences import NO_CARDS, NOBODY, english_of

_TRANSLATE: Final = "t"
"""The method of `Seen` that translates."""


def english_texts() -> set[str]:
    """Every text: of events and refusals, of views, of sessions, and the words that fill gaps."""
    return {*sentences(), *texts_of_views(), *texts_of_sessions(), *texts_of_lessons(), *words()}


def sentences() -> set[str]:
    """The sentences of every module of the engine."""
    names = [module.name for module in pkgutil.walk_packages(engine.__path__, "engine.")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    return {english_of(value) for value in values if isinstance(value, Sentence)}


def texts_of_sessions() -> set[str]:
    """Why sessions refuse something or end a link, and why a move is refused."""
    return {
        *reasons.REFUSALS.values(),
        *reasons.REFUSED_AT_HOME.values(),
        *reasons.GOODBYES.values(),
        *moves.SENTENCES,
    }


def texts_of_lessons() -> set[str]:
    """What learners are told, and what is explained to those who watch."""
    steps = {step.text for lesson in LESSONS.values() for step in lesson.first_game()}
    return steps | {caption.text for lesson in LESSONS.values() for caption in lesson.captions.values()}


def words() -> set[str]:
    """What fills gaps: suits, what a match needs, ways out of an auction, combinations; and the titles of games."""
    return {
        *SUIT_NAMES,
        *(need.value for need in Need),
        Word.PASS.value,
        Word.DROP.value,
        *(kind.value for kind in Kind),
        NO_CARDS,
        NOBODY,
        *(game.title for game in GAMES.values()),
    }


def texts_of_views() -> set[str]:
    """The texts that the layouts hand to ``t``, read from their sources."""
    folder = Path(table_view.__path__[0])
    return {text for path in sorted(folder.glob("*.py")) for text in _translated_in(path)}


def _translated_in(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == _TRANSLATE:
            yield from _texts_in(node.args[0], tree)


def _texts_in(node: ast.expr | None, tree: ast.Module) -> Iterator[str]:
    """The texts that an expression may be: written there, chosen there, or taken from a table of the module."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from (text for branch in (first, second) for text in _texts_in(branch, tree))
        case ast.Dict(values=parts) | ast.Tuple(elts=parts):
            yield from (text for part in parts for text in _texts_in(part, tree))
        case ast.Subscript(value=table):
            yield from _texts_in(table, tree)
        case ast.Call(func=ast.Attribute(value=table), args=args):  # .get with a default, .items
            yield from (text for part in (table, *args[1:]) for text in _texts_in(part, tree))
        case ast.Call(args=[*_, last]):  # dict(zip(keys, texts))
            yield from _texts_in(last, tree)
        case ast.Name(id=name):
            yield from (text for bound in _bindings(name, tree) for text in _texts_in(bound, tree))


def _bindings(name: str, tree: ast.Module) -> Iterator[ast.expr | None]:
    """What a name stands for anywhere in a module; nothing if it comes from another one."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield value
            case ast.AnnAssign(target=ast.Name(id=found), value=value) if found == name:
                yield value
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                yield from (
                    value
                    for target, value in zip(targets, values, strict=True)
                    if isinstance(target, ast.Name) and target.id == name
                )
            case ast.comprehension(target=ast.Tuple(elts=[_, ast.Name(id=found)]), iter=table) if found == name:
                yield table
