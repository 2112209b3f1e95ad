"""What a fresh machine says through .ci/install when it cannot install: one sentence that tells what to do."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("cat", "cksum", "dirname", "find", "id", "mkdir", "rm", "sh", "sleep")

# A real interpreter that looks older than it is, or as if its distribution had split something off.
OLD = "import sys; sys.version_info = (3, 10, 4)"
WITHOUT_ENSUREPIP = "import sys; sys.modules['ensurepip'] = None"


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A checkout in a folder, beside it `bin`: the only commands of the machine, and no Python among them."""
    (tmp_path / "checkout" / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "install", tmp_path / "checkout" / ".ci")
    shutil.copy(ROOT / "pyproject.toml", tmp_path / "checkout")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (tmp_path / "bin" / tool).symlink_to(found)
    return tmp_path


def add_python(machine: Path, name: str, change: str) -> None:
    """Put an interpreter on the machine that runs `change` before the program it is given with -c."""
    command = machine / "bin" / name
    command.write_text(f'#!/bin/sh\nexec \'{sys.executable}\' -c "{change}; exec(sys.argv[-1])" "$@"\n')
    command.chmod(0o755)


def install(machine: Path, purpose: str = "play", **env: str) -> str:
    """What the failing installation says; it leaves nothing half-made."""
    done = subprocess.run(
        [str(machine / "bin" / "sh"), ".ci/install", purpose],
        cwd=machine / "checkout",
        env={"PATH": str(machine / "bin")} | env,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert not (machine / "checkout" / ".venv").exists()
    return done.stderr.strip()


def test_without_python_the_sentence_says_which_is_needed(machine: Path) -> None:
    """Nothing but the tools of the system."""
    said = install(machine)
    assert said.startswith("Peerdeck needs Python 3.11 or newer, and no Python was found: install a newer one")
    assert "\n" not in said


def test_with_an_older_python_the_sentence_names_it(machine: Path) -> None:
    """A distribution whose newest Python is too old."""
    add_python(machine, "python3", OLD)
    said = install(machine)
    assert said.startswith("Peerdeck needs Python 3.11 or newer, and here is only Python 3.10: install a newer")
    assert "\n" not in said


def test_without_ensurepip_the_sentence_names_the_package(machine: Path) -> None:
    """Debian splits what makes environments off its Python; without root nothing can be installed."""
    add_python(machine, "python3", WITHOUT_ENSUREPIP)
    said = install(machine)
    version = "{}.{}".format(*sys.version_info[:2])
    assert said.startswith(f"Python {version} ")
    assert f"install the package python{version}-venv" in said
    assert "\n" not in said


@pytest.mark.parametrize(("named", "told"), [("nonsense", "no Python that runs"), ("python3", "Python 3.10")])
def test_a_python_that_was_named_is_the_only_one_tried(machine: Path, named: str, told: str) -> None:
    """PYTHON=... is not silently replaced by another one."""
    add_python(machine, "python3", OLD)
    said = install(machine, PYTHON=named)
    assert said == f"PYTHON={named} is {told}, and Peerdeck needs Python 3.11 or newer: name another one."
