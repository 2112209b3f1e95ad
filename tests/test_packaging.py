"""What people install: the wheel and the source archive, built from this folder and looked into."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "p2p", "signaling")


def run(*command: str, cwd: Path) -> str:
    """What the command prints; it must end well."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def packaged_files() -> set[str]:
    """The path of every file of the three packages that a player's machine needs."""
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.is_file())
    return {
        path.relative_to(ROOT).as_posix()
        for path in files
        if "__pycache__" not in path.parts and ROOT / "p2p" / "web" not in path.parents
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-d", str(folder), cwd=ROOT)
    return folder


def test_the_wheel_holds_the_three_packages_with_their_documents(built: Path) -> None:
    """Every file of the packages is in it, rulebook and record format too, and nothing else on the top level."""
    (wheel,) = built.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"engine/RULES.md", "engine/RECORDS.md"} <= names
    assert packaged_files() - names == set()
    top = {name.partition("/")[0] for name in names}
    assert {folder for folder in top if not folder.endswith(".dist-info")} == set(PACKAGES)


def test_the_source_archive_builds_the_same_wheel(built: Path, tmp_path: Path) -> None:
    """Distributions build from the archive alone; what comes out has the same files."""
    (archive,) = built.glob("*.tar.gz")
    run("tar", "-xzf", str(archive), cwd=tmp_path)
    (unpacked,) = tmp_path.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist"), cwd=unpacked)
    wheels = [*built.glob("*.whl"), *(tmp_path / "dist").glob("*.whl")]
    first, second = ({(info.filename, info.CRC) for info in zipfile.ZipFile(wheel).infolist()} for wheel in wheels)
    assert first == second


def test_the_installed_wheel_runs_away_from_the_sources(built: Path, tmp_path: Path) -> None:
    """Installed into an empty folder, the packages come from there and the command line starts."""
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    run(*pip, "--no-deps", "--target", str(tmp_path), str(wheel), cwd=tmp_path)
    program = "import sys; sys.path.insert(0, sys.argv[1]); "
    program += "import engine, p2p, signaling; print(engine.__file__, p2p.__file__, signaling.__file__, sep='\\n')"
    places = run(sys.executable, "-I", "-c", program, str(tmp_path), cwd=tmp_path).split()
    assert [Path(place).parent.parent for place in places] == [tmp_path] * 3
