"""The unit tests of the page, `*.test.ts` beside this file, run in Node; the vectors of the sealed join are there."""

from __future__ import annotations

import importlib.util
import json
import subprocess
from pathlib import Path
from types import ModuleType

from tests.p2p.handshake.vectors import FILE

ROOT = Path(__file__).parents[3]
WEB = ROOT / "p2p" / "web"


def build_hook() -> ModuleType:
    """What builds the page, and knows where Node is."""
    spec = importlib.util.spec_from_file_location("build_hook", WEB / "build_hook.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_unit_tests_pass_and_every_vector_is_checked_at_both_ends() -> None:
    """A client on `@noble/*` gets every step of the vectors, and refuses the same strange points."""
    hook = build_hook()
    hook.install_tools(WEB)
    node, _ = hook.find_node()
    done = subprocess.run(
        [str(node), "test.mjs"], cwd=WEB, capture_output=True, text=True, encoding="utf-8", check=False, timeout=100
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for join in json.loads(FILE.read_text(encoding="utf-8"))["joins"]:
        for end in ("guest", "host"):
            assert f"a join {join['name']} agrees in every step at the {end}'s end" in done.stdout
