"""Reads the sources and fails unless imports point the way the layout says.

* `engine` imports the standard library and itself only.
* `p2p` imports `engine`, and of `signaling` the messages and the codes. The shells `p2p.host` and `p2p.cli`
  (with its parts in `p2p.commands`) may also import `signaling.server`.
* `signaling` never imports `p2p` or `engine`.
* Networks, threads, clocks, files and entropy are used in the shells only; no pure module imports a shell.
* The modules that must also run in a browser's Python import no third party but those that run there too.

Imports inside functions and under `TYPE_CHECKING` count like all others.
"""

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "p2p", "signaling")

# A shell may be a package: what lies in it is shell too.
SHELLS = frozenset(
    {
        "p2p.__init__",  # lets callers in; what lies in the package is not shell for that
        "p2p.__main__",
        "p2p.alarm",
        "p2p.alone",
        "p2p.auto_player",
        "p2p.bot_guest",
        "p2p.bot_pool",
        "p2p.bot_worker",
        "p2p.cli",
        "p2p.client",
        "p2p.code_tries",
        "p2p.commands",  # the parts of p2p.cli, a module a command
        "p2p.doorkeeper",
        "p2p.guest",
        "p2p.history",
        "p2p.host",
        "p2p.interrupted",
        "p2p.join",
        "p2p.journal",
        "p2p.lan",
        "p2p.local_page",
        "p2p.local_seat",
        "p2p.moves",
        "p2p.reach",
        "p2p.rendezvous",
        "p2p.seat_tokens",
        "p2p.state_folder",
        "p2p.stopping",
        "p2p.table_host",
        "p2p.terminal.app",
        "p2p.terminal.json_lines",
        "p2p.tokens",
        "p2p.visit",
        "p2p.waiting",
        "p2p.web",  # what builds the page: no part of what is installed
        "p2p.webrtc",
        "signaling.__main__",
        "signaling.metrics",
        "signaling.server",
        "signaling.store_redis",
        "signaling.turn",
    }
)

# What a module may import from our other packages, those and all below them. The longest key that fits decides.
_BY_P2P = frozenset({"engine", "signaling.messages", "signaling.codes"})
_BY_SERVING_SHELLS = _BY_P2P | {"signaling.server"}
ACROSS = {
    "engine": frozenset[str](),
    "p2p": _BY_P2P,
    "p2p.host": _BY_SERVING_SHELLS,
    "p2p.cli": _BY_SERVING_SHELLS,
    "p2p.commands": _BY_SERVING_SHELLS,
    "signaling": frozenset[str](),
}

# These must also run in a browser's Python, and may import only third parties that run there.
IN_A_BROWSER = frozenset(
    {
        "engine",
        "p2p.codec",
        "p2p.fair",
        "p2p.guest_session",
        "p2p.handshake",
        "p2p.host_session",
        "p2p.messages",
    }
)
THIRD_PARTY_IN_A_BROWSER = frozenset({"cryptography", "msgspec", "spake2"})

# What importing one of the modules would bring into a pure module -> the modules.
EFFECTS = {
    "an event loop": ("asyncio", "uvloop"),
    "the network": (
        *("aiohttp", "aioice", "aiortc", "http", "redis", "select", "selectors"),
        *("socket", "socketserver", "ssl", "urllib.request", "zeroconf"),
    ),
    "threads": ("_thread", "concurrent", "multiprocessing", "queue", "threading"),
    "the operating system": ("os", "signal", "subprocess"),
    "a clock": ("sched", "time"),
    "files": (
        *("fcntl", "fileinput", "glob", "importlib.resources", "linecache", "mmap"),
        *("pathlib", "platformdirs", "shutil", "sqlite3", "tempfile"),
    ),
    "entropy": ("secrets", "uuid"),
    "imports that this test cannot see": ("importlib.import_module",),
}
# Builtin function -> what calling it would bring into a pure module.
BUILTIN_EFFECTS = {
    "open": "files",
    "input": "the keyboard",
    "print": "standard output",
    "__import__": "imports that this test cannot see",
}
# Method of datetime and date that reads a clock.
CLOCK_METHODS = frozenset({"now", "utcnow", "today"})


@dataclass(frozen=True, order=True)
class Violation:
    """A line that breaks a rule of the layout."""

    file: str
    line: int
    rule: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.rule}"


@dataclass(frozen=True)
class Source:
    """A module's dotted name and text, the file it is shown as, and the names of all modules of ours."""

    module: str
    text: str
    file: str
    ours: frozenset[str]

    @property
    def package(self) -> str:
        """The package that relative imports start from."""
        is_package = self.file.endswith("__init__.py")
        return self.module if is_package else self.module.rpartition(".")[0]


def lies_in(module: str, places: Iterable[str]) -> bool:
    """Whether the module is one of the places or below one of them."""
    return any(module == place or module.startswith(f"{place}.") for place in places)


def imported(source: Source, tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and full name of each thing imported; of `from a import b` it is `a.b`, be b a module or not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = source.package.split(".")
            base = above[: len(above) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)


def is_shell(module: str) -> bool:
    """Whether the module is a shell or lies in one."""
    return lies_in(module, SHELLS) or f"{module}.__init__" in SHELLS


def module_of(name: str, ours: frozenset[str]) -> str:
    """The module of ours that an imported name stands for or lies in."""
    while name not in ours and "." in name:
        name = name.rpartition(".")[0]
    return name


def direction_broken(source: Source, name: str) -> str | None:
    """The rule about our own packages and third parties that importing the name breaks."""
    own, other = source.module.partition(".")[0], name.partition(".")[0]
    target = module_of(name, source.ours)
    if other == own:
        enters_shell = lies_in(target, SHELLS) and not is_shell(source.module)
        return f"a pure module imports the shell {target}" if enters_shell else None
    if other in PACKAGES:
        place = max((key for key in ACROSS if lies_in(source.module, [key])), key=len)
        return None if lies_in(target, ACROSS[place]) else f"{source.module} may not import {target}"
    if other in sys.stdlib_module_names:
        return None
    if own == "engine":
        return f"engine imports the standard library and engine only, not {other}"
    if lies_in(source.module, IN_A_BROWSER) and other not in THIRD_PARTY_IN_A_BROWSER:
        return f"{source.module} must also run in a browser's Python, which may lack {other}"
    return None


def effect_imported(name: str) -> str | None:
    """The rule about pure modules that importing the name breaks."""
    for effect, modules in EFFECTS.items():
        if lies_in(name, modules):
            return f"{name} brings {effect} into a pure module: only shells may"
    if name.startswith("random.") and name != "random.Random":
        return f"{name} draws from the process-wide generator: a pure module is handed a random.Random"
    return None


def effects_used(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and rule of each use in a pure module that no import shows: random.shuffle, open, datetime.now."""
    nodes = list(ast.walk(tree))
    aliases = [alias for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    random_names = {alias.asname or alias.name for alias in aliases if alias.name == "random"}
    for node in nodes:
        if isinstance(node, ast.Call):
            rule = call_broken(node)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in random_names:
            rule = effect_imported(f"random.{node.attr}")
        else:
            continue
        if rule:
            yield node.lineno, rule


def call_broken(call: ast.Call) -> str | None:
    """The rule about pure modules that the call breaks."""
    called = ast.unparse(call.func)
    if called in BUILTIN_EFFECTS:
        return f"{called}() brings {BUILTIN_EFFECTS[called]} into a pure module: only shells may"
    if called in {"Random", "random.Random"} and not (call.args or call.keywords):
        return "Random() without a seed draws entropy: a pure module is handed a random.Random"
    owner, _, method = called.rpartition(".")
    if method in CLOCK_METHODS and owner.rpartition(".")[2] in {"datetime", "date"}:
        return f"{called}() reads a clock: a pure module is told the time"
    return None


def violations(source: Source) -> list[Violation]:
    """Everything in one module that breaks the layout, in the order of its lines."""
    tree = ast.parse(source.text)
    pure = not is_shell(source.module)
    found = []
    for line, name in imported(source, tree):
        rules = [direction_broken(source, name), effect_imported(name) if pure else None]
        found += [Violation(source.file, line, rule) for rule in rules if rule]
    if pure:
        found += [Violation(source.file, line, rule) for line, rule in effects_used(tree)]
    return sorted(set(found))


def module_name(path: Path) -> str:
    """The dotted name of a source file below the root."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
OURS = frozenset(module_name(path) for path in SOURCES) | {"signaling.server", "p2p.host", "p2p.webrtc"}


def test_imports_point_the_way_the_layout_says() -> None:
    """No module of the three packages imports or uses what its place in the layout forbids."""
    found = [
        violation
        for path in SOURCES
        for violation in violations(
            Source(module_name(path), path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)), OURS)
        )
    ]
    assert not found, "\n".join(["", *map(str, found)])


@pytest.mark.parametrize(
    ("module", "text", "told"),
    [
        ("engine.cards", "import msgspec", "standard library and engine only, not msgspec"),
        ("engine.cards", "from p2p import link", "engine.cards may not import p2p"),
        ("engine.cards", "def f():\n    import signaling.rooms", "engine.cards may not import signaling"),
        ("engine.cards", "import asyncio.events", "asyncio.events brings an event loop"),
        ("engine.cards", "import threading", "threading brings threads"),
        ("engine.cards", "from time import monotonic", "time.monotonic brings a clock"),
        ("engine.cards", "import os.path", "os.path brings the operating system"),
        ("engine.cards", "from pathlib import Path", "pathlib.Path brings files"),
        ("engine.cards", "from importlib import resources", "importlib.resources brings files"),
        ("engine.cards", "from secrets import token_bytes", "secrets.token_bytes brings entropy"),
        ("engine.cards", "from random import shuffle", "random.shuffle draws"),
        ("engine.cards", "import random as r\nr.shuffle([])", "random.shuffle draws"),
        ("engine.cards", "import random\nrandom.SystemRandom()", "random.SystemRandom draws"),
        ("engine.cards", "from random import Random\nRandom()", "without a seed"),
        ("engine.cards", "open('deck')", "open() brings files"),
        ("engine.cards", "from datetime import datetime\ndatetime.now()", "datetime.now() reads a clock"),
        ("engine.games.xing", "from ..simulate import run\nfrom ...p2p import link", "may not import p2p"),
        ("p2p.fair", "import zeroconf", "must also run in a browser's Python"),
        ("p2p.host_session", "from p2p.webrtc import Link", "imports the shell p2p.webrtc"),
        ("p2p.host_session", "from . import webrtc", "imports the shell p2p.webrtc"),
        ("p2p.guest", "import signaling", "p2p.guest may not import signaling"),
        ("p2p.guest", "from signaling import server", "p2p.guest may not import signaling.server"),
        ("p2p.host", "from signaling.rooms import Room", "p2p.host may not import signaling"),
        ("signaling.server", "import p2p.codec", "signaling.server may not import p2p"),
        ("signaling.rooms", "import engine", "signaling.rooms may not import engine"),
        ("signaling.rooms", "import aiohttp", "aiohttp brings the network"),
    ],
)
def test_a_planted_violation_is_found(module: str, text: str, told: str) -> None:
    """Each rule has teeth: a source that breaks it is named with its line and the rule."""
    found = violations(Source(module, text, "planted.py", OURS))
    last_line = text.count("\n") + 1
    assert any(told in violation.rule and violation.line == last_line for violation in found), found


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("engine.cards", "from enum import Enum\nfrom engine.errors import EngineError\nfrom . import match"),
        ("engine.simulate", "import random\ndef play(rng: random.Random):\n    return rng, random.Random(7)"),
        ("p2p.host_session", "import msgspec\nimport engine.match\nfrom signaling.codes import parse"),
        ("p2p.host_session", "from signaling import codes, messages\nfrom p2p.messages import Hello"),
        ("p2p.webrtc", "import asyncio, time, os\nimport aiortc\nopen('x')"),
        (
            "p2p.host",
            "from p2p import webrtc\nfrom signaling.server import app\nfrom signaling import server",
        ),
        ("p2p.commands.serve", "import asyncio\nfrom signaling.server import app"),
        ("p2p.terminal.app", "import prompt_toolkit, asyncio"),
        ("signaling.rooms", "from urllib.parse import quote\nfrom signaling.codes import parse"),
    ],
)
def test_what_the_layout_allows_is_left_alone(module: str, text: str) -> None:
    """What each kind of module is meant to import passes."""
    assert violations(Source(module, text, "fine.py", OURS | {"signaling.codes", "signaling.messages"})) == []


def test_coverage_leaves_out_the_shells_and_nothing_else() -> None:
    """Branch coverage counts every pure module: only files of shells are on its list of omissions."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    omitted = settings["tool"]["coverage"]["run"]["omit"]
    files = {path.removesuffix(".py").removesuffix("/*").replace("/", ".") for path in omitted}
    assert files == SHELLS
