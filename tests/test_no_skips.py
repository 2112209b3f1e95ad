"""The plugin that forbids skipping on CI, in a pytest of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TESTS = {
    "mark": '@pytest.mark.skip(reason="no redis: mark")\ndef test_it(): pass',
    "call": 'def test_it(): pytest.skip("no redis: call")',
    "fixture": '@pytest.fixture\ndef redis(): pytest.skip("no redis: fixture")\ndef test_it(redis): pass',
    "module": 'pytest.skip("no redis: module", allow_module_level=True)',
    "expected": "@pytest.mark.xfail\ndef test_it(): assert False",
    "passing": "def test_it(): pass",
}
SKIPPED = ("mark", "call", "fixture", "module")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one test file for each way to end without failing."""
    for name, text in TESTS.items():
        (tmp_path / f"test_{name}.py").write_text(f"import pytest\n{text}\n", encoding="utf-8")
    return tmp_path


def run_pytest(folder: Path, **env: str) -> tuple[int, str]:
    """Exit status and output of pytest with the plugin on a folder."""
    options = ["-c", os.devnull, "-p", "tests.no_skips", "--continue-on-collection-errors", "-ra"]
    inherited = {key: value for key, value in os.environ.items() if key not in {"CI", "PYTEST_ADDOPTS"}}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(folder)],
        cwd=ROOT,
        env=inherited | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"} | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout + done.stderr


def test_on_ci_a_skipped_test_fails_and_tells_its_reason(folder: Path) -> None:
    """With CI=true each way of skipping counts as an error; an expected failure stays one."""
    status, output = run_pytest(folder, CI="true")
    assert status != 0, output
    for way in SKIPPED:
        assert f"CI runs every test, but this one was skipped. Skipped: no redis: {way}" in output
    assert "1 failed, 1 passed, 1 xfailed, 3 errors" in output


def test_elsewhere_a_skipped_test_is_just_skipped(folder: Path) -> None:
    """Without CI a missing command costs the tests that need it and nothing else."""
    status, output = run_pytest(folder)
    assert status == 0, output
    assert "1 passed, 4 skipped, 1 xfailed" in output
